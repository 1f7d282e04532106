import { useState } from 'react'
import type { Data } from '#client'
import { useActIn } from '../../data.ts'
import { Told } from '../../service.ts'
import { knowsPasskeys } from '../../session/passkey.ts'
import { day } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormView, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { Panel } from '../../ui/page.tsx'
import css from './account.module.css'
import { makePasskey } from './new-passkey.ts'

type Passkey = Data<'GET /auth/mfa'>['passkeys'][number]

/** The safest sign-in: the person types nothing, and another site cannot phish it. */
export function Passkeys({
  passkeys,
  onCodes,
}: {
  passkeys: readonly Passkey[]
  onCodes: (codes: readonly string[]) => void
}) {
  const [open, setOpen] = useState<'new' | Passkey>()
  const remove = useActIn(
    '',
    (service, id: string) => service.delete('/auth/passkeys/{id}', { path: { id } }),
    { done: 'La llave ya no sirve para entrar.' },
  )
  return (
    <Panel
      title="Llaves de acceso"
      actions={knowsPasskeys() && <Button onClick={() => setOpen('new')}>Agregar una llave</Button>}
    >
      {passkeys.length === 0 && (
        <p className="muted">
          Entre con la huella, el rostro o el PIN de su equipo, sin contraseña. Es la forma más segura: nadie
          puede pedírsela con un correo falso.
        </p>
      )}
      <ul className="plain">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className={css['item']}>
            <span className="stack tight">
              <span className="strong">{passkey.name}</span>
              <span className="hint">
                Desde el {day(passkey.createdAt)}
                {passkey.lastUsedAt && ` · usada el ${day(passkey.lastUsedAt)}`}
                {passkey.backedUp && ' · se copia a sus demás equipos'}
              </span>
            </span>
            <span className="row">
              <Button onClick={() => setOpen(passkey)}>Cambiar el nombre</Button>
              <ConfirmButton
                title={`Quitar «${passkey.name}»`}
                about="Con esta llave ya no se podrá entrar. Bórrela también de su equipo."
                confirm="Quitarla"
                act={() => remove.mutate(passkey.id)}
              >
                Quitar
              </ConfirmButton>
            </span>
          </li>
        ))}
      </ul>
      {open === 'new' && (
        <NewPasskey
          onClose={() => setOpen(undefined)}
          onAdded={(codes) => {
            setOpen(undefined)
            if (codes) onCodes(codes)
          }}
        />
      )}
      {open && open !== 'new' && <Rename passkey={open} onClose={() => setOpen(undefined)} />}
    </Panel>
  )
}

const NOT_MADE = 'No se creó ninguna llave. Inténtelo otra vez; si esta ya está en su cuenta, no hace falta.'

function NewPasskey({
  onClose,
  onAdded,
}: {
  onClose: () => void
  onAdded: (codes: readonly string[] | null) => void
}) {
  const add = useActIn(
    '',
    async (service, name: string) => {
      const { options } = await service.post('/auth/passkeys/register/options')
      const credential = await makePasskey(options).catch((error: unknown) => {
        throw error instanceof DOMException ? new Told(NOT_MADE) : error
      })
      return service.post('/auth/passkeys/register', { body: { name: name.trim() || null, credential } })
    },
    {
      quiet: true,
      done: 'La llave quedó lista: ya puede entrar con ella.',
      after: ({ recoveryCodes }) => onAdded(recoveryCodes),
    },
  )
  const form = useForm({
    initial: { name: '' },
    save: async ({ name }) => {
      await add.mutateAsync(name)
    },
  })
  return (
    <Dialog
      title="Agregar una llave de acceso"
      about="El navegador le pedirá la huella, el rostro, el PIN o una llave USB."
      onClose={onClose}
    >
      <FormView form={form} submit="Crear la llave" onCancel={onClose}>
        <TextField
          form={form}
          name="name"
          label="Nombre"
          hint="Para reconocerla: «Notebook de la oficina»."
          maxLength={100}
        />
      </FormView>
    </Dialog>
  )
}

function Rename({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useActIn(
    '',
    (service, body: { name: string }) => service.patch('/auth/passkeys/{id}', { path: { id }, body }),
    { quiet: true, done: 'Guardado.', after: onClose },
  )
  const form = useForm({ initial: { name }, save: (values) => rename.mutateAsync(values) })
  return (
    <Dialog title="Cambiar el nombre de la llave" onClose={onClose}>
      <FormView form={form} submit="Guardar" onCancel={onClose}>
        <TextField form={form} name="name" label="Nombre" maxLength={100} required />
      </FormView>
    </Dialog>
  )
}
