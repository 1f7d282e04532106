import { Link } from '@tanstack/react-router'
import { Building2, KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Data, SecondFactorDue } from '#client'
import { messageOf, ROOT, serviceOf } from '../service.ts'
import { Button } from '../ui/button.tsx'
import { FormView, TextField } from '../ui/field.tsx'
import { useForm } from '../ui/form.ts'
import { Notice } from '../ui/mark.tsx'
import { Outside } from './outside.tsx'
import { knowsPasskeys, signWithPasskey } from './passkey.ts'

type Due = SecondFactorDue['due']

/** The sign-in page of the console. */
export function SignInPage({ onDone }: { onDone: () => void }) {
  return (
    <Outside title="Iniciar sesión" about="Protección de datos personales según la Ley 21.719.">
      <SignIn onDone={onDone} />
      <p className="row">
        <Link to="/recuperar">Olvidé mi contraseña</Link>
        <Link to="/crear-cuenta">Crear una cuenta</Link>
      </p>
    </Outside>
  )
}

/** Password, passkey or company sign-in, then the second factor if one is due. */
export function SignIn({ email = '', onDone }: { email?: string; onDone: () => void }) {
  const [due, setDue] = useState<Due>()
  const [byCompany, setByCompany] = useState(false)
  if (due) return <SecondFactor due={due} onDone={onDone} />
  if (byCompany) return <CompanySignIn onCancel={() => setByCompany(false)} />
  return (
    <div className="stack">
      <PasswordForm email={email} onDone={onDone} onDue={setDue} />
      <div className="stack tight">
        {knowsPasskeys() && <PasskeyButton onDone={onDone} />}
        <Button onClick={() => setByCompany(true)}>
          <Building2 size={16} aria-hidden /> Usar la cuenta de mi empresa
        </Button>
      </div>
    </div>
  )
}

function PasswordForm({
  email,
  onDone,
  onDue,
}: {
  email: string
  onDone: () => void
  onDue: (due: Due) => void
}) {
  const form = useForm({
    initial: { email, password: '' },
    save: async (body) => {
      const answer = await serviceOf().post('/auth/login', { body })
      if (isDue(answer)) onDue(answer)
      else onDone()
    },
  })
  return (
    <FormView form={form} submit="Entrar">
      <TextField form={form} name="email" label="Correo" type="email" complete="username" required />
      <TextField
        form={form}
        name="password"
        label="Contraseña"
        type="password"
        complete="current-password"
        required
      />
    </FormView>
  )
}

function isDue(answer: Data<'POST /auth/login'>): answer is Extract<typeof answer, Due> {
  return 'mfa_required' in answer
}

function PasskeyButton({ onDone }: { onDone: () => void }) {
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const enter = async () => {
    setBusy(true)
    setFault(undefined)
    try {
      const { options } = await serviceOf().post('/auth/passkeys/login/options')
      await serviceOf().post('/auth/passkeys/login', { body: { credential: await signWithPasskey(options) } })
      onDone()
    } catch (error) {
      setFault(passkeyFault(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button busy={busy} onClick={() => void enter()}>
        <KeyRound size={16} aria-hidden /> Entrar con una llave de acceso
      </Button>
      {fault && (
        <Notice tone="danger" alert>
          {fault}
        </Notice>
      )}
    </>
  )
}

/** The browser's own messages are technical and in its own language, so they are replaced. */
export function passkeyFault(error: unknown): string {
  return error instanceof DOMException
    ? 'No se usó ninguna llave de acceso. Inténtelo otra vez, o entre con su contraseña.'
    : messageOf(error)
}

/** The URL of the company's sign-in, which returns to this address with its query. */
export function companySignIn(slug: string): string {
  const back = encodeURIComponent(`${location.pathname}${location.search}`)
  return `${ROOT}api/v1/auth/sso/${encodeURIComponent(slug)}/start?returnTo=${back}`
}

function CompanySignIn({ onCancel }: { onCancel: () => void }) {
  const form = useForm({
    initial: { slug: '' },
    save: async ({ slug }) => location.assign(companySignIn(slug.trim())),
  })
  return (
    <FormView form={form} submit="Continuar" onCancel={onCancel}>
      <TextField
        form={form}
        name="slug"
        label="Nombre corto de la organización"
        hint="Está en la dirección de su consola: /organizacion/nombre-corto. Quien la administra se lo puede dar."
        complete="organization"
        required
      />
    </FormView>
  )
}

const METHODS = {
  totp: ['Código de su aplicación', 'Seis dígitos de la aplicación de autenticación.'],
  recovery: ['Código de recuperación', 'Uno de los diez que guardó. Sirve una vez.'],
} as const

function SecondFactor({ due, onDone }: { due: Due; onDone: () => void }) {
  const { methods, mfa_token } = due
  const typed = methods.filter((method) => method !== 'passkey')
  const [method, setMethod] = useState(typed[0])
  const form = useForm({
    initial: { code: '' },
    save: async ({ code }) => {
      await serviceOf().post('/auth/mfa/verify', {
        body: { mfa_token, method: method ?? 'totp', code: code.replace(/\s/g, '') },
      })
      onDone()
    },
  })
  return (
    <div className="stack">
      <p>Su cuenta tiene un segundo factor. Confirme que es usted.</p>
      {methods.includes('passkey') && <FactorPasskey token={mfa_token} onDone={onDone} />}
      {method && (
        <FormView form={form} submit="Confirmar">
          <TextField
            form={form}
            name="code"
            label={METHODS[method][0]}
            hint={METHODS[method][1]}
            complete="one-time-code"
            required
          />
        </FormView>
      )}
      {typed
        .filter((other) => other !== method)
        .map((other) => (
          <Button key={other} kind="quiet" onClick={() => setMethod(other)}>
            Usar un {METHODS[other][0].toLowerCase()}
          </Button>
        ))}
    </div>
  )
}

function FactorPasskey({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useForm({
    initial: {},
    save: async () => {
      const { options } = await serviceOf().post('/auth/mfa/verify/options', { body: { mfa_token: token } })
      const credential = await signWithPasskey(options)
      await serviceOf().post('/auth/mfa/verify', {
        body: { mfa_token: token, method: 'passkey', credential },
      })
      onDone()
    },
  })
  return <FormView form={form} submit="Usar mi llave de acceso" />
}
