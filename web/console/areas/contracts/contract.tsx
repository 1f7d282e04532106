import { Link, useNavigate } from '@tanstack/react-router'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { DAY_MS } from '#kernel/dates.ts'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation, useServiceUrl } from '../../frame/organisation.tsx'
import { useAhead } from '../../lists.ts'
import { useParam } from '../../params.ts'
import { asSeen } from '../../service.ts'
import { useMe } from '../../session/me.ts'
import { ago, day, moment } from '../../times.ts'
import { Button, FileLink } from '../../ui/button.tsx'
import { useNow } from '../../ui/clock.tsx'
import { Comments, commentsOf } from '../../ui/comments.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, FormView, Pair, TextField } from '../../ui/field.tsx'
import { Files } from '../../ui/files.tsx'
import { useForm } from '../../ui/form.ts'
import { FrameView } from '../../ui/frame-view.tsx'
import { OverrideField, useOverride, type Warning, Warnings } from '../../ui/gate.tsx'
import { History } from '../../ui/history.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Facts, Page, Panel, Split } from '../../ui/page.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { Changes } from './changes.tsx'
import { ContractEditor } from './editor.tsx'
import { Missing } from './missing.tsx'
import { PaperDialog } from './paper.tsx'
import { type Contract, STATES, TYPES } from './words.ts'

const TABS = [
  ['texto', 'Texto'],
  ['editar', 'Editar'],
  ['cambios', 'Cambios'],
  ['revision', 'Lo que falta'],
  ['archivos', 'Archivos'],
  ['historial', 'Historial'],
] as const

const METHODS = {
  link: 'Con el enlace, firma electrónica simple',
  internal: 'Registrada por la organización',
  paper: 'Fuera del servicio, con su ejemplar en «Archivos»',
} as const

export function ContractPage() {
  const id = useParam('id')
  useAhead(
    [
      ['/contracts/{id}', { path: { id } }],
      ['/contracts/{id}/checks', { path: { id } }],
    ],
    [commentsOf('contract', id)],
  )
  const contract = useRecord('/contracts/{id}', { path: { id } })
  const processor = useRecord('/processors/{id}', { path: { id: contract.processorId } })
  const at = useAt()
  const url = useServiceUrl()
  const [warnings, setWarnings] = useState<readonly Warning[]>([])
  const { may } = useOrganisation()
  const [name, tone] = STATES[contract.status]
  const isEditable = contract.status === 'DRAFT' && may('PUT /contracts/{id}')
  const tabs = TABS.filter(([key]) => key !== 'editar' || isEditable)
  const tab = useTab(tabs)
  const file = (format: string) => url(`/contracts/${id}/document?format=${format}`)
  return (
    <Page
      title={`Contrato con ${processor.name}`}
      mark={<Mark tone={tone}>{name}</Mark>}
      about={TYPES[contract.type]}
      back={{ ...at('contratos'), children: 'Contratos' }}
      actions={<Acts contract={contract} onWarned={setWarnings} contact={processor} />}
    >
      <Warnings warnings={warnings} />
      <Standing contract={contract} />
      {contract.refusal && (
        <Notice tone="danger">
          {contract.refusal.name} no firmó, el {moment(contract.refusal.at)}: {contract.refusal.reason}
        </Notice>
      )}
      <Tabs label="Partes del contrato" tabs={tabs} />
      <Split
        aside={
          <>
            <Panel title="Datos">
              <Facts
                facts={[
                  [
                    'Contraparte',
                    <Link key="who" {...at(`encargados/${processor.id}`)}>
                      {processor.name}
                    </Link>,
                    'whole',
                  ],
                  ['Versión', contract.version],
                  ['Enviado', contract.sentAt && moment(contract.sentAt)],
                  ['A firmar por', contract.signerName && `${contract.signerName} <${contract.signerEmail}>`],
                  ['Recordatorios', contract.status === 'SENT' ? contract.reminders : undefined],
                  ['Firmado', contract.signedAt && moment(contract.signedAt)],
                  ['Cómo se firmó', contract.signature && METHODS[contract.signature.method], 'whole'],
                  ['Vence', contract.expiresAt && day(contract.expiresAt)],
                ]}
              />
            </Panel>
            <Comments entityType="contract" entityId={id} />
          </>
        }
      >
        {tab === 'editar' && <ContractEditor contract={contract} />}
        {tab === 'cambios' && <Changes contract={contract} />}
        {tab === 'revision' && <Missing contract={contract} />}
        {tab === 'archivos' && (
          <Panel title="Archivos">
            <Files entityType="contract" entityId={id} />
          </Panel>
        )}
        {tab === 'historial' && <History entityType="contract" entityId={id} />}
        {tab === 'texto' && (
          <Panel
            title="El texto"
            actions={
              <>
                <FileLink href={file('docx')}>
                  <FileDown size={16} aria-hidden /> Word
                </FileLink>
                <FileLink href={file('pdf')}>
                  <FileDown size={16} aria-hidden /> PDF
                </FileLink>
              </>
            }
          >
            <FrameView
              key={`${contract.status}-${contract.updatedAt}`}
              src={url(`/contracts/${id}/preview`)}
              title="El contrato como se leerá"
            />
          </Panel>
        )}
      </Split>
    </Page>
  )
}

/** The next step, if somebody waits for one. */
function Standing({ contract }: { contract: Contract }) {
  const at = useAt()
  const now = useNow()
  const { status, sentAt, signerName, previousContractId, signature } = contract
  if (status === 'SENT' && sentAt) {
    const days = Math.floor((now.getTime() - new Date(sentAt).getTime()) / DAY_MS)
    return (
      <Notice tone={days >= 7 ? 'warn' : 'info'}>
        {signerName} no ha firmado todavía: se envió {ago(sentAt)}
        {contract.remindedAt && `, y se le recordó ${ago(contract.remindedAt)}`}.
      </Notice>
    )
  }
  if (status === 'EXPIRED')
    return <Notice tone="danger">Venció: renuévelo, o pida la supresión o devolución de los datos.</Notice>
  if (signature?.method === 'paper')
    return <Notice>Se firmó fuera del servicio: vale el ejemplar que está en «Archivos».</Notice>
  if (status === 'DRAFT' && previousContractId)
    return (
      <Notice>
        Renueva <Link {...at(`contratos/${previousContractId}`)}>la versión anterior</Link>. Revise qué debe
        cambiar antes de enviarlo.
      </Notice>
    )
  return null
}

interface ActsProps {
  contract: Contract
  contact: { contactName: string | null; contactEmail: string | null }
  onWarned: (warnings: readonly Warning[]) => void
}

function Acts({ contract, contact, onWarned }: ActsProps) {
  const { id, status } = contract
  const { may, slug } = useOrganisation()
  const at = useAt()
  const navigate = useNavigate()
  const [sending, setSending] = useState(false)
  const [paper, setPaper] = useState(false)
  const now = useNow()
  const mayRemind = contract.mayRemindAt !== null && new Date(contract.mayRemindAt) <= now
  const path = { id }
  const seen = () => asSeen(slug, `/contracts/${id}`)
  const remind = useAct((service) => service.post('/contracts/{id}/remind', { path, ...seen() }), {
    done: 'El recordatorio va en camino, con un enlace nuevo.',
  })
  const renew = useAct((service) => service.post('/contracts/{id}/renew', { path, ...seen() }), {
    done: 'Hay una versión nueva en borrador.',
    after: (renewed) => void navigate(at(`contratos/${renewed.id}`)),
  })
  const terminate = useAct((service) => service.post('/contracts/{id}/terminate', { path, ...seen() }), {
    done: 'El contrato quedó terminado.',
  })
  const remove = useAct((service) => service.delete('/contracts/{id}', { path, ...seen() }), {
    done: 'El borrador ya no está.',
    after: () => void navigate(at('contratos')),
  })
  return (
    <>
      {status === 'DRAFT' && may('POST /contracts/{id}/send') && (
        <Button kind="main" onClick={() => setSending(true)}>
          Enviar a firmar
        </Button>
      )}
      {status === 'SENT' && may('POST /contracts/{id}/remind') && (
        <Button
          kind="main"
          busy={remind.isPending}
          disabled={!mayRemind}
          title={mayRemind ? undefined : `Una vez por día: desde el ${moment(contract.mayRemindAt!)}`}
          onClick={() => remind.mutate()}
        >
          Recordar la firma
        </Button>
      )}
      {['DRAFT', 'SENT'].includes(status) && may('POST /contracts/{id}/signed-copy') && (
        <Button onClick={() => setPaper(true)}>Firmado en papel</Button>
      )}
      {['SIGNED', 'EXPIRED'].includes(status) && may('POST /contracts/{id}/renew') && (
        <Button busy={renew.isPending} onClick={() => renew.mutate()}>
          Renovar
        </Button>
      )}
      {status === 'SIGNED' && may('POST /contracts/{id}/terminate') && (
        <ConfirmButton
          kind="grave"
          title="¿Terminar este contrato?"
          about={
            contract.type === 'DPA'
              ? 'Registra que terminó hoy: póngale término como diga el contrato. El encargado debe suprimir o devolver los datos (art. 15 bis).'
              : 'Registra que terminó hoy: póngale término como diga el contrato. Revise en el texto qué pasa con los datos ya entregados.'
          }
          confirm="Terminar"
          act={() => terminate.mutate()}
        >
          Terminar
        </ConfirmButton>
      )}
      {status === 'DRAFT' && may('DELETE /contracts/{id}') && (
        <ConfirmButton
          kind="grave"
          title="¿Eliminar este borrador?"
          about="No se ha enviado a nadie."
          confirm="Eliminar"
          act={() => remove.mutate()}
        >
          Eliminar
        </ConfirmButton>
      )}
      {paper && <PaperDialog contract={contract} onWarned={onWarned} onClose={() => setPaper(false)} />}
      {sending && (
        <SendDialog id={id} contact={contact} onWarned={onWarned} onClose={() => setSending(false)} />
      )}
    </>
  )
}

function SendDialog({
  id,
  contact,
  onWarned,
  onClose,
}: Omit<ActsProps, 'contract'> & { id: string; onClose: () => void }) {
  const { slug } = useOrganisation()
  const own = useMe().user?.name ?? ''
  const override = useOverride()
  const { findings } = useRecord('/contracts/{id}/checks', { path: { id } })
  const send = useAct(
    (
      service,
      values: {
        signerName: string
        signerEmail: string
        name: string
        position: string
        declares: boolean
        overrideReason: string
      },
    ) =>
      service.post('/contracts/{id}/send', {
        path: { id },
        body: {
          signerName: values.signerName,
          signerEmail: values.signerEmail,
          ...((values.name || values.position || values.declares) && {
            organizationSigner: {
              name: values.name || own,
              position: values.position || null,
              declaresAuthority: values.declares,
            },
          }),
          ...(values.overrideReason && { override: { reason: values.overrideReason } }),
        },
        ...asSeen(slug, `/contracts/${id}`),
      }),
    {
      quiet: true,
      done: 'El enlace para firmar va en camino.',
      after: ({ warnings }) => {
        onWarned(warnings)
        onClose()
      },
    },
  )
  const form = useForm({
    keep: `contract/send/${id}`,
    initial: {
      signerName: contact.contactName ?? '',
      signerEmail: contact.contactEmail ?? '',
      name: '',
      position: '',
      declares: false,
      overrideReason: '',
    },
    save: (values) => override.watch(send.mutateAsync(values)),
  })
  return (
    <Dialog
      title="Enviar a firmar"
      about="Al enviarlo, usted firma el contrato por la organización y el texto queda fijo: lo que falte se leerá «dato no indicado». La contraparte recibe un enlace, confirma su correo con un código y firma (firma electrónica simple, Ley 19.799)."
      onClose={onClose}
    >
      <FormView form={form} submit="Firmar y enviar" onCancel={onClose}>
        {findings.length > 0 && (
          <Notice tone="warn">
            <p className="strong">Antes de firmar, falta en el texto:</p>
            <ul>
              {findings.map(({ key, message, article }) => (
                <li key={key}>
                  {message} <span className="hint">{article}</span>
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <Pair>
          <TextField form={form} name="signerName" label="Firma por la contraparte" required />
          <TextField form={form} name="signerEmail" label="Su correo" type="email" required />
        </Pair>
        <Pair>
          <TextField
            form={form}
            name="name"
            label="Firma por la organización"
            hint="En blanco, firma usted. No escriba el nombre de otra persona sin su encargo."
          />
          <TextField form={form} name="position" label="Cargo" />
        </Pair>
        <CheckField
          form={form}
          name="declares"
          label="Quien firma declara tener facultades para representar a la organización"
        />
        {override.isRefused && <OverrideField form={form} />}
      </FormView>
    </Dialog>
  )
}
