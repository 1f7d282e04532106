import { useState } from 'react'
import { useAct } from '../../data.ts'
import { useAt } from '../../frame/organisation.tsx'
import { useRecords } from '../../lists.ts'
import { ago, day } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Filters, List, useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { ShownOnce } from '../../ui/once.tsx'
import { type ApiKey, KeyForm } from './key-form.tsx'
import { Shell } from './shell.tsx'

export function stateOf({ isActive, expiresAt, holderLeft }: ApiKey) {
  if (!isActive) return <Mark>Desactivada</Mark>
  if (expiresAt && expiresAt < new Date().toISOString()) return <Mark tone="danger">Venció</Mark>
  if (holderLeft) return <Mark tone="warn">Conviene renovarla</Mark>
  return <Mark tone="ok">Activa</Mark>
}

/** API keys, with which other systems call the service. */
export function KeyList() {
  const { search } = useFilters()
  const at = useAt()
  const { rows, total, more } = useRecords('/settings/api-keys', search)
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<string>()
  const create = useAct(
    (service, body: object) => service.post('/settings/api-keys', { body: body as never }),
    {
      quiet: true,
      after: ({ key }) => {
        setAdding(false)
        setMade(key)
      },
    },
  )
  const add = (
    <Button kind="main" onClick={() => setAdding(true)}>
      Crear una clave
    </Button>
  )
  const isEmpty = rows.length === 0 && !search['q']
  return (
    <Shell
      title="Claves de API"
      about="Con una clave, otro sistema de la organización usa el servicio. Dele solo los permisos que necesita."
      actions={!isEmpty && add}
    >
      {isEmpty ? (
        <Empty title="Ningún sistema usa el servicio todavía" action={add}>
          Su sitio, su CRM o su mesa de ayuda pueden registrar consentimientos, leer solicitudes o llenar el
          registro con una clave propia, que se revoca sin tocar a las demás.
        </Empty>
      ) : (
        <>
          <Filters filters={[]} />
          <List
            label="Claves de API"
            rows={rows}
            total={total}
            more={more}
            to={({ id }) => at(`ajustes/claves/${id}`)}
            columns={[
              { label: 'Nombre', cell: ({ name }) => name },
              { label: 'Empieza con', cell: ({ prefix }) => <code>{prefix}…</code> },
              { label: 'Estado', cell: stateOf },
              { label: 'Permisos', cell: ({ scopes }) => String(scopes.length) },
              { label: 'Usada', cell: ({ lastUsedAt }) => (lastUsedAt ? ago(lastUsedAt) : 'Nunca') },
              { label: 'Vence', cell: ({ expiresAt }) => (expiresAt ? day(expiresAt) : 'No vence') },
            ]}
          />
        </>
      )}
      {adding && (
        <Dialog
          wide
          title="Crear una clave de API"
          about="La clave se muestra una sola vez."
          onClose={() => setAdding(false)}
        >
          <KeyForm
            submit="Crearla"
            save={(body) => create.mutateAsync(body)}
            onCancel={() => setAdding(false)}
          />
        </Dialog>
      )}
      {made && <ShownOnce title="Clave creada" secret={made} onClose={() => setMade(undefined)} />}
    </Shell>
  )
}
