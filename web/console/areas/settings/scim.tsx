import { useState } from 'react'
import { useAct } from '../../data.ts'
import { useRecords } from '../../lists.ts'
import { ago, day, endOfDay } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { DayField, FormView, Pair, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { Mark } from '../../ui/mark.tsx'
import { ShownOnce } from '../../ui/once.tsx'
import { Panel } from '../../ui/page.tsx'
import css from './settings.module.css'
import { Shell } from './shell.tsx'

interface Made {
  token: string
  baseUrl: string
}

/** Tokens with which the identity provider adds and removes people. */
export function ScimSettings() {
  const { rows } = useRecords('/settings/scim/tokens', {})
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<Made>()
  const revoke = useAct(
    (service, id: string) => service.delete('/settings/scim/tokens/{id}', { path: { id } }),
    { done: 'El token ya no sirve.' },
  )
  const add = (
    <Button kind="main" onClick={() => setAdding(true)}>
      Crear un token
    </Button>
  )
  return (
    <Shell
      title="Altas y bajas (SCIM)"
      about="Su proveedor de identidad crea, cambia y quita a las personas con un token, sin que nadie lo haga a mano."
      actions={rows.length > 0 && add}
    >
      {rows.length === 0 ? (
        <Empty title="Ningún proveedor administra las personas" action={add}>
          Con un token, Entra ID, Okta u otro proveedor con SCIM 2.0 da de alta a quien entra a la empresa y
          quita de inmediato a quien se va.
        </Empty>
      ) : (
        <Panel title="Tokens">
          <ul className="plain">
            {rows.map(({ id, name, prefix, expiresAt, lastUsedAt, createdAt }) => (
              <li key={id} className={css['item']}>
                <span className="stack tight">
                  <span className="row">
                    <span className="strong">{name}</span>
                    {expiresAt && expiresAt < new Date().toISOString() && <Mark tone="danger">Venció</Mark>}
                  </span>
                  <span className="hint">
                    <code>{prefix}…</code> · creado el {day(createdAt)} ·{' '}
                    {lastUsedAt ? `usado ${ago(lastUsedAt)}` : 'sin usar todavía'}
                    {expiresAt && ` · vence el ${day(expiresAt)}`}
                  </span>
                </span>
                <ConfirmButton
                  title={`¿Revocar «${name}»?`}
                  about="El proveedor deja de poder cambiar personas de inmediato. Las que ya están siguen."
                  confirm="Revocar"
                  act={() => revoke.mutate(id)}
                >
                  Revocar
                </ConfirmButton>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {adding && (
        <NewToken
          onClose={() => setAdding(false)}
          onMade={(one) => {
            setAdding(false)
            setMade(one)
          }}
        />
      )}
      {made && (
        <ShownOnce title="Token creado" secret={made.token} onClose={() => setMade(undefined)}>
          <p className="muted">Y esta es la dirección que se escribe en el proveedor:</p>
          <Copy text={made.baseUrl} />
        </ShownOnce>
      )}
    </Shell>
  )
}

function NewToken({ onClose, onMade }: { onClose: () => void; onMade: (made: Made) => void }) {
  const create = useAct(
    (service, body: { name: string; expiresAt?: string }) => service.post('/settings/scim/tokens', { body }),
    { quiet: true, after: onMade },
  )
  const form = useForm({
    initial: { name: '', expiresAt: '' },
    save: ({ name, expiresAt }) =>
      create.mutateAsync({ name, ...(expiresAt && { expiresAt: endOfDay(expiresAt) }) }),
  })
  return (
    <Dialog title="Crear un token de SCIM" about="Se muestra una sola vez." onClose={onClose}>
      <FormView form={form} submit="Crearlo" onCancel={onClose}>
        <Pair>
          <TextField form={form} name="name" label="Nombre" hint="El proveedor." maxLength={200} required />
          <DayField form={form} name="expiresAt" label="Vence" hint="Vacío: no vence." />
        </Pair>
      </FormView>
    </Dialog>
  )
}
