import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Data } from '#client'
import { reading, useAct, useRecord } from '../../data.ts'
import { useOrganisation, useServiceUrl } from '../../frame/organisation.tsx'
import { day, moment } from '../../times.ts'
import { Button, FileLink } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormView } from '../../ui/field.tsx'
import { bytes } from '../../ui/files.tsx'
import { useForm } from '../../ui/form.ts'
import { FrameView } from '../../ui/frame-view.tsx'
import { OverrideField, useOverride, type Warning, Warnings } from '../../ui/gate.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Facts, Panel, Split } from '../../ui/page.tsx'
import { Choosing } from './package-choice.tsx'
import type { Request } from './words.ts'

type Package = Data<'GET /dsar/requests/{id}/package'>

const STATES = {
  pending: ['Preparándose', 'warn'],
  ready: ['Listo', 'ok'],
  failed: ['No se pudo', 'danger'],
  expired: ['Eliminado', 'plain'],
} as const

const ASK_EVERY_MS = 1500

/** The package for the person: content, redactions, review, delivery and its result (arts. 5, 9 and 11). */
export function Packing({ request }: { request: Request }) {
  const { search, set } = useFilters()
  const { may } = useOrganisation()
  const sources = useRecord('/dsar/requests/{id}/package/sources', { path: { id: request.id } })
  const mayBuild = may('POST /dsar/requests/{id}/package')
  if (!sources.hasPackage || (mayBuild && search['elegir'] === '1'))
    return (
      <Choosing
        request={request}
        sources={sources}
        mayBuild={mayBuild}
        onAsked={() => set({ elegir: '' })}
        onCancel={sources.hasPackage ? () => set({ elegir: '' }) : undefined}
      />
    )
  return <Made request={request} chooseAgain={mayBuild ? () => set({ elegir: '1' }) : undefined} />
}

function usePackage(id: string): Package {
  const { slug } = useOrganisation()
  const client = useQueryClient()
  const input = { path: { id } }
  const first = useRecord('/dsar/requests/{id}/package', input)
  const { data = first } = useQuery({
    ...reading(slug, '/dsar/requests/{id}/package', input),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? ASK_EVERY_MS : false),
  })
  const { status } = data
  const [before, setBefore] = useState(status)
  // The history of the request shows the end of the build too, so it is read again.
  useEffect(() => {
    if (status === before) return
    setBefore(status)
    void client.invalidateQueries({ queryKey: [slug, '/dsar/requests/{id}'] })
  }, [status, before, client, slug])
  return data
}

function Made({ request, chooseAgain }: { request: Request; chooseAgain: (() => void) | undefined }) {
  const { id } = request
  const made = usePackage(id)
  const { may } = useOrganisation()
  const url = useServiceUrl()
  const [open, setOpen] = useState<'index' | 'deliver'>()
  const [warnings, setWarnings] = useState<readonly Warning[]>([])
  const isReady = made.status === 'ready'
  const isOpen = isReady && made.delivery !== null && made.delivery.revokedAt === null
  const [name, tone] = STATES[made.status]
  const close = () => setOpen(undefined)
  return (
    <Split
      aside={
        <DeliveryState
          made={made}
          isOpen={isOpen}
          byHand={!request.subjectEmail}
          deliver={
            isReady && request.subjectEmail && may('POST /dsar/requests/{id}/package/deliver')
              ? () => setOpen('deliver')
              : undefined
          }
        />
      }
    >
      <Warnings warnings={warnings} />
      <Panel
        title="Paquete de respuesta"
        actions={
          <>
            {isReady && <Button onClick={() => setOpen('index')}>Ver el índice</Button>}
            {isReady && may('GET /dsar/requests/{id}/package/file') && (
              <FileLink href={url(`/dsar/requests/${id}/package/file`)}>
                <FileDown size={16} aria-hidden /> Descargar
              </FileLink>
            )}
          </>
        }
      >
        <div aria-live="polite" className="stack">
          <div className="row">
            <Mark tone={tone}>{name}</Mark>
            <span className="hint">
              {made.builtBy && `Lo pidió ${made.builtBy} · `}
              {moment(made.builtAt ?? made.createdAt)}
              {made.size !== null && ` · ${bytes(made.size)}`}
            </span>
          </div>
          {made.status === 'pending' && (
            <progress
              max={100}
              value={made.progress}
              aria-label="Avance del paquete"
              style={{ width: '100%' }}
            >
              {made.progress} %
            </progress>
          )}
          {made.error && <Notice tone="danger">{made.error}</Notice>}
          {made.status === 'expired' && (
            <p className="muted">
              Los archivos ya no están. Queda la prueba: lo que contenía, sus huellas y las descargas.
            </p>
          )}
        </div>
        <Contents made={made} />
        {made.sha256 && (
          <p className="hint">
            Huella SHA-256 <code style={{ overflowWrap: 'anywhere' }}>{made.sha256}</code>
          </p>
        )}
        <div className="row">
          {chooseAgain && made.status !== 'pending' && !isOpen && (
            <Button onClick={chooseAgain}>Preparar otro</Button>
          )}
          {made.status !== 'expired' && <Remove id={id} isOpen={isOpen} />}
        </div>
      </Panel>
      {made.redactions.length > 0 && (
        <Panel title="Lo que se cubrió">
          <ul className="stack plain">
            {made.redactions.map(({ what, reason, field, byName, at }) => (
              <li key={`${what}${at}${field}`} className="stack tight">
                <span className="strong">{what}</span>
                <span className="hint">
                  {field && `Columna «${field}» · `}
                  {reason} · {byName ?? 'La organización'}, {moment(at)}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {open === 'index' && (
        <Dialog title="Índice del paquete" wide onClose={close}>
          <FrameView
            src={url(`/dsar/requests/${id}/package/preview`)}
            title="Índice, tal como lo verá la persona"
          />
        </Dialog>
      )}
      {open === 'deliver' && (
        <DeliverDialog request={request} again={isOpen} onSent={setWarnings} onClose={close} />
      )}
    </Split>
  )
}

function Contents({ made: { contents } }: { made: Package }) {
  const groups = Map.groupBy(contents, ({ from, kind }) =>
    kind === 'index' || kind === 'data' ? 'Índice y datos' : (from ?? 'Otros'),
  )
  return [...groups].map(([from, files]) => (
    <div key={from} className="stack tight">
      <h3>{from}</h3>
      <ul className="plain">
        {files.map(({ name, size }) => (
          <li key={name} className="row spread" style={{ flexWrap: 'nowrap' }}>
            <span style={{ overflowWrap: 'anywhere' }}>{name}</span>
            <span className="hint" style={{ whiteSpace: 'nowrap' }}>
              {bytes(size)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  ))
}

function Remove({ id, isOpen }: { id: string; isOpen: boolean }) {
  const { may } = useOrganisation()
  const remove = useAct((service) => service.delete('/dsar/requests/{id}/package', { path: { id } }), {
    done: isOpen
      ? 'El enlace ya no abre y los archivos se eliminan.'
      : 'Los archivos del paquete se eliminan.',
  })
  if (!may('DELETE /dsar/requests/{id}/package')) return null
  return (
    <ConfirmButton
      title={isOpen ? '¿Revocar la entrega?' : '¿Eliminar este paquete?'}
      about={
        isOpen
          ? 'El enlace deja de abrir y los archivos se eliminan. Queda la prueba de lo entregado. Puede preparar otro después.'
          : 'Los archivos se eliminan. Lo que cada sistema entregó sigue en la solicitud, y puede preparar otro.'
      }
      confirm={isOpen ? 'Revocar' : 'Eliminar'}
      act={() => remove.mutate()}
    >
      {isOpen ? 'Revocar la entrega' : 'Eliminar'}
    </ConfirmButton>
  )
}

function DeliveryState({
  made: { delivery, status, keptUntil },
  isOpen,
  byHand,
  deliver,
}: {
  made: Package
  isOpen: boolean
  /** The person left no address, so the package is handed over. */
  byHand: boolean
  deliver: (() => void) | undefined
}) {
  return (
    <Panel title="Entrega">
      {!delivery && (
        <p className="muted">
          {status === 'ready'
            ? byHand
              ? 'La persona no dejó un correo. Descargue el paquete, entrégueselo por el medio que ella indicó y adjunte el comprobante en «Archivos».'
              : 'Revise el índice. Al entregarlo, la persona recibe un enlace que abre con un código enviado aparte.'
            : 'Todavía no se entrega.'}
        </p>
      )}
      {delivery && (
        <>
          <div>
            <Mark tone={isOpen ? (delivery.downloads > 0 ? 'ok' : 'info') : 'plain'}>
              {delivery.revokedAt
                ? 'Revocada'
                : delivery.downloads > 0
                  ? 'Descargada'
                  : delivery.openedAt
                    ? 'Abierta'
                    : 'Entregada'}
            </Mark>
          </div>
          <Facts
            facts={[
              ['Enviada a', delivery.to, 'whole'],
              ['Enviada', moment(delivery.sentAt)],
              ['El enlace abre hasta', day(delivery.expiresAt)],
              ['Abierta', delivery.openedAt ? moment(delivery.openedAt) : 'Todavía no'],
              ['Descargas', String(delivery.downloads)],
              ...(delivery.lastDownloadAt
                ? [['Última descarga', moment(delivery.lastDownloadAt)] as const]
                : []),
              ...(delivery.revokedAt ? [['Revocada', moment(delivery.revokedAt)] as const] : []),
            ]}
          />
        </>
      )}
      {keptUntil && (
        <p className="hint">
          Los archivos se eliminan el {day(keptUntil)}, según los días que la organización conserva las
          respuestas.
        </p>
      )}
      {deliver && (
        <div>
          <Button kind={delivery ? undefined : 'main'} onClick={deliver}>
            {delivery ? 'Enviar otro enlace' : 'Entregar a la persona'}
          </Button>
        </div>
      )}
    </Panel>
  )
}

function DeliverDialog({
  request: { id, subjectEmail, subjectName, isRepresentative, deceased, identity },
  again,
  onSent,
  onClose,
}: {
  request: Request
  again: boolean
  onSent: (warnings: readonly Warning[]) => void
  onClose: () => void
}) {
  const override = useOverride()
  const deliver = useAct(
    (service, { overrideReason }: { overrideReason: string }) =>
      service.post('/dsar/requests/{id}/package/deliver', {
        path: { id },
        body: overrideReason ? { override: { reason: overrideReason } } : {},
      }),
    {
      quiet: true,
      done: 'El enlace va en camino. La carta queda en «Cartas», sin la clave.',
      after: ({ warnings }) => {
        onSent(warnings)
        onClose()
      },
    },
  )
  const form = useForm({
    initial: { overrideReason: '' },
    save: (values) => override.watch(deliver.mutateAsync(values)),
  })
  return (
    <Dialog
      title={again ? '¿Enviar otro enlace?' : '¿Entregar la respuesta?'}
      about={`Se escribe a ${subjectEmail} con un enlace que dura 15 días. Para abrirlo hay que pedir un código, que llega a ese mismo correo en otra carta.${again ? ' El enlace anterior deja de abrir.' : ''}`}
      onClose={onClose}
    >
      <FormView form={form} submit={again ? 'Enviar otro enlace' : 'Entregar'} onCancel={onClose}>
        {identity.email === 'claimed' && (
          <Notice tone="warn">
            Nada prueba que ese correo sea de {deceased?.heirName ?? subjectName}: solo lo declaró quien envió
            la solicitud. Compruebe su identidad antes de entregar sus datos (arts. 5 y 11).
          </Notice>
        )}
        {isRepresentative && (
          <Notice>
            La pidió un representante: el enlace va al correo de la solicitud. Revise su mandato.
          </Notice>
        )}
        {deceased && (
          <Notice>
            La pidió un heredero: el enlace va a su correo. Revise el documento que prueba que lo es (art. 4).
          </Notice>
        )}
        {override.isRefused && <OverrideField form={form} />}
      </FormView>
    </Dialog>
  )
}
