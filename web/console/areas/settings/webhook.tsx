import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAct, useRecord } from '../../data.ts'
import { useAt } from '../../frame/organisation.tsx'
import { useAhead } from '../../lists.ts'
import { useParam } from '../../params.ts'
import { useShown } from '../../seen.ts'
import { day, moment } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Seen } from '../../ui/form.ts'
import { Mark, Notice } from '../../ui/mark.tsx'
import { ShownOnce } from '../../ui/once.tsx'
import { Facts, Panel } from '../../ui/page.tsx'
import css from './settings.module.css'
import { Shell } from './shell.tsx'
import { type Hook, HookForm } from './webhook-form.tsx'
import { hookState } from './webhooks.tsx'
import { DELIVERY_STATES, DISABLED } from './words.ts'

export function WebhookPage() {
  const id = useParam('id')
  useAhead([['/settings/webhooks/events'], ['/settings/webhooks/{id}', { path: { id } }], deliveriesOf(id)])
  return <Shown hook={useRecord('/settings/webhooks/{id}', { path: { id } })} />
}

const deliveriesOf = (id: string) =>
  ['/settings/webhooks/{id}/deliveries', { path: { id }, query: { limit: 50 } }] as const

function Shown({ hook }: { hook: Hook }) {
  const { id, url, isActive, description, events, disabledReason } = hook
  const at = useAt()
  const navigate = useNavigate()
  const [editing, setEditing] = useState(false)
  const [made, setMade] = useState<string>()
  const labels = new Map(useRecord('/settings/webhooks/events').items.map(({ type, label }) => [type, label]))
  const shown = useShown(`/settings/webhooks/${id}`)
  const change = useAct(
    (service, { body, seen }: { body: object; seen: Seen }) =>
      service.patch('/settings/webhooks/{id}', { path: { id }, body: body as never, ...seen }),
    { quiet: true, done: 'Guardado.', after: () => setEditing(false) },
  )
  const turn = useAct(
    (service) =>
      service.patch('/settings/webhooks/{id}', { path: { id }, body: { isActive: !isActive }, ...shown() }),
    { done: 'Guardado.' },
  )
  const rotate = useAct(
    (service) =>
      service.post('/settings/webhooks/{id}/rotate', { path: { id }, body: null as never, ...shown() }),
    { after: ({ secret }) => setMade(secret) },
  )
  const remove = useAct(
    (service) => service.delete('/settings/webhooks/{id}', { path: { id }, ...shown() }),
    {
      done: 'El webhook se eliminó.',
      after: () => void navigate(at('ajustes/webhooks')),
    },
  )
  return (
    <Shell
      title={description ?? new URL(url).host}
      mark={hookState(hook)}
      back={{ ...at('ajustes/webhooks'), children: 'Webhooks' }}
      actions={
        <>
          <Button onClick={() => setEditing(true)}>Editar</Button>
          <Button busy={turn.isPending} onClick={() => turn.mutate()}>
            {isActive ? 'Desactivar' : 'Activar'}
          </Button>
          <ConfirmButton
            title="¿Cambiar el secreto?"
            about="El nuevo se muestra una sola vez. Durante 24 horas los envíos llevan las dos firmas."
            confirm="Cambiarlo"
            act={() => rotate.mutate()}
          >
            Cambiar el secreto
          </ConfirmButton>
          <ConfirmButton
            kind="grave"
            title="¿Eliminar este webhook?"
            about="Lo que aún no se entregó ya no se envía."
            confirm="Eliminar"
            act={() => remove.mutate()}
          >
            Eliminar
          </ConfirmButton>
        </>
      }
    >
      {disabledReason && (
        <Notice tone="danger">
          <p>{DISABLED[disabledReason]} Corrija el receptor, actívelo y pruebe.</p>
        </Notice>
      )}
      <Panel title="A dónde y cuándo">
        <Facts
          facts={[
            ['Dirección', <Copy key="url" text={url} />, 'whole'],
            [
              'Avisa cuando',
              events.includes('*')
                ? 'Ocurra cualquier cosa'
                : events.map((one) => labels.get(one) ?? one).join('\n'),
              'whole',
            ],
            ['Desde', day(hook.createdAt)],
            ...(hook.previousUntil
              ? ([['El secreto anterior firma hasta', moment(hook.previousUntil)]] as const)
              : []),
          ]}
        />
      </Panel>
      <Deliveries id={id} labels={labels} />
      {editing && (
        <Dialog wide title="Editar el webhook" onClose={() => setEditing(false)}>
          <HookForm
            hook={hook}
            submit="Guardar"
            save={(body, seen) => change.mutateAsync({ body, seen })}
            onCancel={() => setEditing(false)}
          />
        </Dialog>
      )}
      {made && <ShownOnce title="Secreto nuevo" secret={made} onClose={() => setMade(undefined)} />}
    </Shell>
  )
}

function Deliveries({ id, labels }: { id: string; labels: ReadonlyMap<string, string> }) {
  const { items } = useRecord(...deliveriesOf(id))
  const test = useAct((service) => service.post('/settings/webhooks/{id}/test', { path: { id } }), {
    done: 'Enviamos un evento de prueba. Lo que responda el receptor aparece en los envíos.',
  })
  const again = useAct(
    (service, deliveryId: string) =>
      service.post('/settings/webhooks/{id}/deliveries/{deliveryId}/redeliver', { path: { id, deliveryId } }),
    { done: 'Se enviará otra vez.' },
  )
  const look = useAct(async () => undefined)
  return (
    <Panel
      title="Envíos"
      actions={
        <>
          <Button busy={look.isPending} onClick={() => look.mutate()}>
            Actualizar
          </Button>
          <Button busy={test.isPending} onClick={() => test.mutate()}>
            Enviar una prueba
          </Button>
        </>
      }
    >
      {items.length === 0 && <p className="muted">Ninguno todavía. Envíe una prueba para ver si llega.</p>}
      <ul className="plain">
        {items.map(
          ({ id: deliveryId, event, status, attempts, lastStatus, lastError, createdAt, nextAttemptAt }) => (
            <li key={deliveryId} className={css['item']}>
              <span className="stack tight">
                <span className="row">
                  <span className="strong">
                    {event === 'webhook.test' ? 'Prueba' : (labels.get(event) ?? event)}
                  </span>
                  <Mark tone={DELIVERY_STATES[status][1]}>{DELIVERY_STATES[status][0]}</Mark>
                </span>
                <span className="hint">
                  {moment(createdAt)} · {attempts === 1 ? '1 intento' : `${attempts} intentos`}
                  {lastStatus !== null && ` · respondió ${lastStatus}`}
                  {lastError && ` · ${lastError}`}
                  {status === 'PENDING' && nextAttemptAt && ` · próximo intento: ${moment(nextAttemptAt)}`}
                </span>
              </span>
              {status !== 'PENDING' && (
                <Button busy={again.isPending} onClick={() => again.mutate(deliveryId)}>
                  Enviar otra vez
                </Button>
              )}
            </li>
          ),
        )}
      </ul>
    </Panel>
  )
}
