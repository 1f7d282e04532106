import type { MfaDue } from '../../clients/typescript/src/api.ts'
import { knowsPasskeys, signWithPasskey } from '../console/session/passkey.ts'
import { form, onSubmit, post, say } from './lib/form.ts'

/**
 * Forms behind the links of mails (invitation, password, confirmation). The token of the link is sent with the fields or in
 * the address. For an account with a second factor, the same form asks for it next.
 */

const token = new URLSearchParams(location.search).get('token')
const { endpoint = '', done = '' } = form.dataset
const VERIFY = 'api/v1/auth/mfa/verify'
const NO_PASSKEY = 'No se usó ninguna llave de acceso. Inténtelo otra vez, o escriba un código.'

type Reply = Awaited<ReturnType<typeof post>>

let due: MfaDue | undefined

onSubmit(async () => {
  const fields = Object.fromEntries(new FormData(form))
  if (due) return finish(await verify(proofBy(due, String(fields['code'] ?? ''))))
  const reply = endpoint.includes('{token}')
    ? await post<unknown>(endpoint.replace('{token}', encodeURIComponent(token ?? '')), fields)
    : await post<unknown>(endpoint, { ...fields, token })
  const asked = reply.success ? (reply.data as MfaDue | undefined) : undefined
  if (asked?.mfa_required) askFactor(asked)
  else finish(reply)
})

function finish(reply: Reply): void {
  form.hidden = reply.success
  say(reply.success ? done : reply.error.message, !reply.success)
}

/** The typed values were accepted. From here on the form holds only the code. */
function askFactor(asked: MfaDue): void {
  due = asked
  const passkey = form.querySelector<HTMLButtonElement>('[data-passkey]')!
  for (const part of form.children) {
    if (part instanceof HTMLElement && part.tagName !== 'BUTTON') part.hidden = !part.matches('[data-factor]')
  }
  passkey.hidden = !asked.methods.includes('passkey') || !knowsPasskeys()
  passkey.addEventListener('click', () => {
    passkey.disabled = true
    withPasskey()
      .catch(() => say(NO_PASSKEY, true))
      .finally(() => {
        passkey.disabled = false
      })
  })
  const code = form.querySelector<HTMLInputElement>('[name=code]')!
  code.required = true
  say('', false)
  code.focus()
}

function proofBy({ methods }: MfaDue, typed: string) {
  const code = typed.replace(/\s/g, '')
  return { method: methods.includes('totp') && /^\d{6}$/.test(code) ? 'totp' : 'recovery', code }
}

async function withPasskey(): Promise<void> {
  const body = { mfa_token: due!.mfa_token }
  const asked = await post<{ options: Record<string, unknown> }>(`${VERIFY}/options`, body)
  if (!asked.success) return finish(asked)
  finish(await verify({ method: 'passkey', credential: await signWithPasskey(asked.data.options) }))
}

function verify(proof: object): Promise<Reply> {
  return post(VERIFY, { mfa_token: due!.mfa_token, ...proof })
}

form.hidden = !token
if (!token) say('A este enlace le falta una parte. Ábralo completo, tal como llegó en el correo.', true)
