import { useState } from 'react'
import { useAct } from '../../data.ts'
import { useAt } from '../../frame/organisation.tsx'
import { useRecords } from '../../lists.ts'
import { day } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Filters, List, useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { ShownOnce } from '../../ui/once.tsx'
import { Shell } from './shell.tsx'
import { type Hook, HookForm } from './webhook-form.tsx'

export function hookState({ isActive, disabledReason }: Hook) {
  if (isActive) return <Mark tone="ok">Activo</Mark>
  return disabledReason ? <Mark tone="danger">Apagado por fallas</Mark> : <Mark>Desactivado</Mark>
}

/** Webhooks, which notify other systems of events. */
export function WebhookList() {
  const { search } = useFilters()
  const at = useAt()
  const { rows, total, more } = useRecords('/settings/webhooks', search)
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<string>()
  const create = useAct(
    (service, body: object) => service.post('/settings/webhooks', { body: body as never }),
    {
      quiet: true,
      after: ({ secret }) => {
        setAdding(false)
        setMade(secret)
      },
    },
  )
  const add = (
    <Button kind="main" onClick={() => setAdding(true)}>
      Crear un webhook
    </Button>
  )
  const isEmpty = rows.length === 0 && !search['q']
  return (
    <Shell
      title="Webhooks"
      about="El servicio avisa a otro sistema, con un envío firmado, de cada solicitud, brecha o firma."
      actions={!isEmpty && add}
    >
      {isEmpty ? (
        <Empty title="Nadie más se entera todavía" action={add}>
          Una mesa de ayuda puede abrir un caso por cada solicitud. Estos envíos nunca llevan datos de un
          titular; para avisar quién retiró su consentimiento use «Otros sistemas», en cada formulario.
        </Empty>
      ) : (
        <>
          <Filters filters={[]} />
          <List
            label="Webhooks"
            rows={rows}
            total={total}
            more={more}
            to={({ id }) => at(`ajustes/webhooks/${id}`)}
            columns={[
              { label: 'Para qué', cell: ({ description, url }) => description ?? new URL(url).host },
              { label: 'Receptor', cell: ({ url }) => new URL(url).host },
              { label: 'Estado', cell: hookState },
              {
                label: 'Eventos',
                cell: ({ events }) => (events.includes('*') ? 'Todos' : String(events.length)),
              },
              { label: 'Desde', sort: 'createdAt', cell: ({ createdAt }) => day(createdAt) },
            ]}
          />
        </>
      )}
      {adding && (
        <Dialog wide title="Crear un webhook" onClose={() => setAdding(false)}>
          <HookForm
            submit="Crearlo"
            save={(body) => create.mutateAsync(body)}
            onCancel={() => setAdding(false)}
          />
        </Dialog>
      )}
      {made && (
        <ShownOnce title="Webhook creado" secret={made} onClose={() => setMade(undefined)}>
          <p className="muted">Con este secreto el receptor comprueba la firma de cada envío.</p>
        </ShownOnce>
      )}
    </Shell>
  )
}
