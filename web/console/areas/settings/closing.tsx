import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Data } from '#client'
import { counted } from '../../amounts.ts'
import { reading, useAct, useRecord } from '../../data.ts'
import { useOrganisation, useServiceUrl } from '../../frame/organisation.tsx'
import { useAhead } from '../../lists.ts'
import { day, moment } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormView, TextField } from '../../ui/field.tsx'
import { bytes } from '../../ui/files.tsx'
import { useForm } from '../../ui/form.ts'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import css from './settings.module.css'
import { Shell } from './shell.tsx'

type Export = Data<'GET /settings/tenant/exports'>['items'][number]

const STATES = {
  PENDING: ['Preparándose', 'warn'],
  READY: ['Lista', 'ok'],
  FAILED: ['No se pudo', 'danger'],
} as const

const ASK_EVERY_MS = 2000

/** Exports all data, and closes the organisation. */
export function Closing() {
  useAhead([['/settings/tenant/exports'], ['/settings/tenant/deletion']])
  return (
    <Shell
      title="Exportar y cerrar"
      about="Llevarse todo lo de la organización, o terminarla. Solo lo hace una cuenta principal, y se le pide confirmar quién es."
    >
      <Exports />
      <Deletion />
    </Shell>
  )
}

function Exports() {
  const { slug } = useOrganisation()
  const first = useRecord('/settings/tenant/exports')
  const query = reading(slug, '/settings/tenant/exports')
  const { data = first } = useQuery({
    ...query,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'PENDING') ? ASK_EVERY_MS : false,
  })
  const start = useAct((service) => service.post('/settings/tenant/exports'), {
    done: 'Empezamos a prepararla. Puede seguir trabajando.',
  })
  const isPending = data.items.some(({ status }) => status === 'PENDING')
  return (
    <Panel
      title="Exportar todo"
      actions={
        <Button busy={start.isPending || isPending} onClick={() => start.mutate()}>
          {isPending ? 'Preparándola…' : 'Preparar una exportación'}
        </Button>
      }
    >
      <p className="muted">
        Un archivo con todos los registros y documentos, cada uno con su huella. Sirve de respaldo y para
        cambiarse a otra instalación. No lleva contraseñas, secretos ni el texto de los correos enviados.
      </p>
      <ul className="plain" aria-live="polite">
        {data.items.map((one) => (
          <Exported key={one.id} one={one} />
        ))}
      </ul>
    </Panel>
  )
}

function Exported({ one }: { one: Export }) {
  const { id, status, sizeBytes, rowCount, fileCount, createdAt, expiresAt, requestedByName, sha256, error } =
    one
  const url = useServiceUrl()
  const remove = useAct((service) => service.delete('/settings/tenant/exports/{id}', { path: { id } }), {
    done: 'La exportación se eliminó.',
  })
  // Asks for proof of identity if it is due. Then the browser downloads the file itself, whatever its size.
  const fetching = useAct((service) => service.get('/settings/tenant/exports/{id}', { path: { id } }), {
    after: () => location.assign(url(`/settings/tenant/exports/${id}/download`)),
  })
  const [state, tone] = STATES[status]
  return (
    <li className={css['item']}>
      <span className="stack tight">
        <span className="row">
          <span className="strong">{moment(createdAt)}</span>
          <Mark tone={tone}>{state}</Mark>
        </span>
        <span className="hint">
          {requestedByName && `Pedida por ${requestedByName}`}
          {rowCount !== null &&
            ` · ${counted(rowCount, 'registro', 'registros')} y ${counted(fileCount ?? 0, 'archivo', 'archivos')} · ${bytes(sizeBytes ?? 0)}`}
          {` · se elimina el ${day(expiresAt)}`}
          {error && ` · ${error}`}
        </span>
        {sha256 && (
          <span className="hint">
            Huella SHA-256 <code>{sha256.slice(0, 16)}…</code>
          </span>
        )}
      </span>
      <span className="row">
        {status === 'READY' && (
          <Button kind="main" busy={fetching.isPending} onClick={() => fetching.mutate()}>
            Descargar
          </Button>
        )}
        {status !== 'PENDING' && (
          <ConfirmButton
            title="¿Eliminar esta exportación?"
            about="El archivo deja de estar aquí. Los registros de la organización no cambian."
            confirm="Eliminar"
            act={() => remove.mutate()}
          >
            Eliminar
          </ConfirmButton>
        )}
      </span>
    </li>
  )
}

function Deletion() {
  const { dueAt } = useRecord('/settings/tenant/deletion')
  const { name } = useOrganisation()
  const [asking, setAsking] = useState(false)
  const cancel = useAct((service) => service.delete('/settings/tenant/deletion'), {
    done: 'La eliminación se canceló. Todo sigue como estaba.',
  })
  return (
    <Panel title="Eliminar la organización">
      {dueAt ? (
        <>
          <Notice tone="danger">
            <p>
              El {day(dueAt)} se borrará todo lo de {name}. Hasta entonces funciona como siempre y puede
              cancelarlo.
            </p>
          </Notice>
          <div>
            <Button kind="main" busy={cancel.isPending} onClick={() => cancel.mutate()}>
              Cancelar la eliminación
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>
            Se borran todos sus registros, archivos, claves y accesos 30 días después de pedirlo. Hasta
            entonces se puede cancelar. Ese día dejan de verse la página pública, la política, los formularios
            y el banner.
          </p>
          <p>
            Los plazos de las solicitudes y brechas abiertas siguen corriendo: respóndalas y ofrezca otro
            medio antes (arts. 10, 11, 14 ter y 14 sexies). Exporte todo: deberá acreditar las respuestas
            (art. 11), los consentimientos (art. 12) y las brechas reportadas (art. 14 sexies).
          </p>
          <div>
            <Button kind="grave" onClick={() => setAsking(true)}>
              Eliminar la organización
            </Button>
          </div>
        </>
      )}
      {asking && <Confirmation onClose={() => setAsking(false)} />}
    </Panel>
  )
}

function Confirmation({ onClose }: { onClose: () => void }) {
  const { slug, name } = useOrganisation()
  const ask = useAct(
    (service, body: { confirm: string }) => service.post('/settings/tenant/deletion', { body }),
    {
      quiet: true,
      done: ({ dueAt }) => `Se eliminará el ${day(dueAt!)}. Avisamos por correo a las cuentas principales.`,
      after: onClose,
    },
  )
  const form = useForm({ initial: { confirm: '' }, save: (values) => ask.mutateAsync(values) })
  return (
    <Dialog
      title={`Eliminar ${name}`}
      about="En 30 días se borra todo y no se puede recuperar."
      onClose={onClose}
    >
      <FormView form={form} submit="Pedir la eliminación" grave onCancel={onClose}>
        <TextField
          form={form}
          name="confirm"
          label="Para confirmar, escriba el nombre corto"
          hint={<code>{slug}</code>}
          required
        />
      </FormView>
    </Dialog>
  )
}
