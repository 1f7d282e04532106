import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { serviceOf } from '../service.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormView, TextField } from '../ui/field.tsx'
import { useForm } from '../ui/form.ts'
import { answerAsked, asking } from './ask.ts'
import { meQuery, useMe } from './me.ts'
import { knowsPasskeys, signWithPasskey } from './passkey.ts'
import { passkeyFault, SignIn } from './sign-in.tsx'

/** Asks for the sign-in above the open screen. Nothing typed is lost, and the waiting call continues. */
export function Again() {
  const asked = useSyncExternalStore(asking.subscribe, asking.current)
  const { user } = useMe()
  const queries = useQueryClient()
  if (!asked) return null
  const proven = async () => {
    const now = await serviceOf().get('/auth/me')
    // Another person signed in. The screen and the waiting call belong to the first one.
    if (user && now.user.id !== user.id) {
      answerAsked(false)
      sessionStorage.clear()
      return location.reload()
    }
    answerAsked(true)
    await queries.invalidateQueries({ queryKey: meQuery.queryKey })
  }
  return asked === 'session' ? (
    <Dialog
      title="Su sesión terminó"
      about="Entre otra vez: lo que tiene abierto sigue aquí."
      onClose={() => answerAsked(false)}
    >
      <SignIn email={user?.email ?? ''} onDone={() => void proven()} />
    </Dialog>
  ) : (
    <Dialog
      title="Confirme que es usted"
      about="Este cambio es delicado. Vale por diez minutos."
      onClose={() => answerAsked(false)}
    >
      <Sudo onDone={() => void proven()} />
    </Dialog>
  )
}

function Sudo({ onDone }: { onDone: () => void }) {
  const form = useForm({
    initial: { password: '' },
    save: async ({ password }) => {
      await serviceOf().post('/auth/sudo', { body: { password } })
      onDone()
    },
  })
  const byPasskey = useForm({
    initial: {},
    save: async () => {
      try {
        const { options } = await serviceOf().post('/auth/sudo/options')
        const credential = await signWithPasskey(options)
        await serviceOf().post('/auth/sudo', { body: { method: 'passkey', credential } })
      } catch (error) {
        throw error instanceof DOMException ? new Error(passkeyFault(error)) : error
      }
      onDone()
    },
  })
  return (
    <>
      <FormView form={form} submit="Confirmar">
        <TextField
          form={form}
          name="password"
          label="Contraseña"
          type="password"
          complete="current-password"
          required
        />
      </FormView>
      {knowsPasskeys() && (
        <Button kind="quiet" busy={byPasskey.busy} onClick={() => void byPasskey.submit()}>
          Usar una llave de acceso
        </Button>
      )}
      {byPasskey.fault && <p className="danger">{byPasskey.fault}</p>}
    </>
  )
}
