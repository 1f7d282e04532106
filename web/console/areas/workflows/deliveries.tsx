import type { Data } from '#client'
import { useAct, useRecord } from '../../data.ts'
import { useOrganisation } from '../../frame/organisation.tsx'
import { moment, type Tone } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import { type Flow, HOOK_EVENTS, type HookEvent } from './words.ts'

const STATES: Record<string, readonly [name: string, tone: Tone]> = {
  PENDING: ['En camino', 'info'],
  DELIVERED: ['Recibido', 'ok'],
  FAILED: ['No recibido', 'danger'],
}

type Delivery = Data<'GET /workflows/{id}/deliveries'>['items'][number]

const SHOWN = 50

/** The deliveries to each address, with their answers. */
export function Deliveries({ flow: { id } }: { flow: Flow }) {
  const { may } = useOrganisation()
  const { items, pagination } = useRecord('/workflows/{id}/deliveries', {
    path: { id },
    query: { limit: SHOWN },
  })
  const again = useAct(
    (service, deliveryId: string) =>
      service.post('/workflows/{id}/deliveries/{deliveryId}/redeliver', { path: { id, deliveryId } }),
    { done: 'Se enviará otra vez, con el mismo contenido.' },
  )
  return (
    <Panel title="Envíos">
      {items.length === 0 && <p className="muted">Todavía no se ha enviado nada.</p>}
      <ul className="stack plain">
        {items.map((delivery) => {
          const [name, tone] = STATES[delivery.status]!
          return (
            <li key={delivery.id} className="row spread">
              <span className="stack tight">
                <span className="row">
                  <span className="strong">{HOOK_EVENTS[delivery.event as HookEvent] ?? delivery.event}</span>
                  <Mark tone={tone}>{name}</Mark>
                </span>
                <span className="hint">
                  {moment(delivery.createdAt)} · <code>{delivery.url}</code>
                </span>
                <span className="hint">{toldOf(delivery)}</span>
              </span>
              {delivery.status !== 'PENDING' &&
                may('POST /workflows/{id}/deliveries/{deliveryId}/redeliver') && (
                  <Button busy={again.isPending} onClick={() => again.mutate(delivery.id)}>
                    Enviar otra vez
                  </Button>
                )}
            </li>
          )
        })}
      </ul>
      {pagination.total > SHOWN && (
        <p className="hint">
          Se ven los últimos {SHOWN}, de {pagination.total.toLocaleString('es-CL')}.
        </p>
      )}
    </Panel>
  )
}

function toldOf({ attempts, lastStatus, lastError, deliveredAt, nextAttemptAt }: Delivery): string {
  const tries =
    attempts === 0 ? 'Sin intentos todavía' : attempts === 1 ? '1 intento' : `${attempts} intentos`
  const answer = lastStatus === null ? '' : `, respuesta ${lastStatus}`
  const when = deliveredAt ? `, recibido el ${moment(deliveredAt)}` : ''
  const next = nextAttemptAt ? `. Se intentará el ${moment(nextAttemptAt)}` : ''
  return `${tries}${answer}${when}${lastError ? `. ${lastError}` : ''}${next}`
}
