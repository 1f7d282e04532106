import { useState } from 'react'
import { useAct, useRecord } from '../../data.ts'
import { useOrganisation } from '../../frame/organisation.tsx'
import { moment, type Tone } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormView, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { ManyField } from '../../ui/group-field.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import { HOOK_EVENTS } from './words.ts'

type Event = (typeof HOOK_EVENTS)[number][0]

const nameOf = (event: string) => HOOK_EVENTS.find(([key]) => key === event)?.[1] ?? event

/** Webhooks that send people's decisions to other systems, and their deliveries. */
export function Webhooks({ id }: { id: string }) {
  const { may } = useOrganisation()
  const { items } = useRecord('/consent/templates/{id}/webhooks', { path: { id } })
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  const remove = useAct(
    (service, whId: string) =>
      service.delete('/consent/templates/{id}/webhooks/{whId}', { path: { id, whId } }),
    { done: 'La dirección se quitó.' },
  )
  return (
    <>
      <Panel
        title="Direcciones"
        actions={
          may('POST /consent/templates/{id}/webhooks') && (
            <Button onClick={() => setAdding(true)}>Agregar una dirección</Button>
          )
        }
      >
        <p className="muted">
          El servicio envía cada decisión a estas direcciones, con el correo, RUT o identificador de la
          persona. Si el sistema es de otra empresa, debe haber un contrato (art. 15 bis) o nombrarla como
          destinataria (art. 14 ter). Cada envío va firmado (X-Consent-Signature). Al cambiarlas se le pide
          confirmar que es usted.
        </p>
        {secret && (
          <Notice tone="ok">
            <p>Este es el secreto. Guárdelo ahora: después solo lo ve quien administra la organización.</p>
            <Copy text={secret} />
          </Notice>
        )}
        {items.length === 0 && <p>Ninguna todavía.</p>}
        <ul className="stack plain">
          {items.map((hook) => (
            <li key={hook.id} className="row spread">
              <span className="stack tight">
                <code>{hook.url}</code>
                <span className="hint">{hook.events.map(nameOf).join(', ')}</span>
              </span>
              {may('DELETE /consent/templates/{id}/webhooks/{whId}') && (
                <ConfirmButton
                  title="¿Quitar esta dirección?"
                  about="Lo que aún no se entregó ya no se envía."
                  confirm="Quitar"
                  act={() => remove.mutate(hook.id)}
                >
                  Quitar
                </ConfirmButton>
              )}
            </li>
          ))}
        </ul>
      </Panel>
      <Deliveries id={id} />
      {adding && <AddDialog id={id} onMade={setSecret} onClose={() => setAdding(false)} />}
    </>
  )
}

interface AddProps {
  id: string
  onMade: (secret: string | undefined) => void
  onClose: () => void
}

function AddDialog({ id, onMade, onClose }: AddProps) {
  const add = useAct(
    (service, { url, events }: { url: string; events: string[] }) =>
      service.post('/consent/templates/{id}/webhooks', {
        path: { id },
        body: { url, events: events as Event[] },
      }),
    {
      quiet: true,
      done: 'La dirección está en uso.',
      after: ({ secret }) => {
        onMade(secret ?? undefined)
        onClose()
      },
    },
  )
  const form = useForm({
    initial: { url: '', events: HOOK_EVENTS.map(([key]) => key as string) },
    save: (values) => add.mutateAsync(values),
  })
  return (
    <Dialog title="Agregar una dirección" onClose={onClose}>
      <FormView form={form} submit="Agregar" onCancel={onClose}>
        <TextField form={form} name="url" type="url" label="Dirección" maxLength={2000} required />
        <ManyField form={form} name="events" label="Qué se envía" choices={HOOK_EVENTS} required />
      </FormView>
    </Dialog>
  )
}

const STATES: Record<string, readonly [name: string, tone: Tone]> = {
  PENDING: ['En camino', 'info'],
  DELIVERED: ['Recibido', 'ok'],
  FAILED: ['No recibido', 'danger'],
}

const SHOWN = 50

function Deliveries({ id }: { id: string }) {
  const { may } = useOrganisation()
  const { items, pagination } = useRecord('/consent/templates/{id}/deliveries', {
    path: { id },
    query: { limit: SHOWN },
  })
  const again = useAct(
    (service, deliveryId: string) =>
      service.post('/consent/templates/{id}/deliveries/{deliveryId}/redeliver', {
        path: { id, deliveryId },
      }),
    { done: 'Se enviará otra vez, con el mismo contenido.' },
  )
  return (
    <Panel title="Envíos">
      {items.length === 0 && <p className="muted">Todavía no se ha enviado nada.</p>}
      <ul className="stack plain">
        {items.map(({ id: deliveryId, status, event, url, createdAt, attempts, lastStatus, lastError }) => (
          <li key={deliveryId} className="row spread">
            <span className="stack tight">
              <span className="row">
                <span className="strong">{nameOf(event)}</span>
                <Mark tone={STATES[status]![1]}>{STATES[status]![0]}</Mark>
              </span>
              <span className="hint">
                {moment(createdAt)} · <code>{url}</code>
              </span>
              <span className="hint">
                {attempts === 1 ? '1 intento' : `${attempts} intentos`}
                {lastStatus !== null && `, respuesta ${lastStatus}`}
                {lastError && `. ${lastError}`}
              </span>
            </span>
            {status !== 'PENDING' &&
              may('POST /consent/templates/{id}/deliveries/{deliveryId}/redeliver') && (
                <Button busy={again.isPending} onClick={() => again.mutate(deliveryId)}>
                  Enviar otra vez
                </Button>
              )}
          </li>
        ))}
      </ul>
      {pagination.total > SHOWN && (
        <p className="hint">
          Se ven los últimos {SHOWN}, de {pagination.total.toLocaleString('es-CL')}.
        </p>
      )}
    </Panel>
  )
}
