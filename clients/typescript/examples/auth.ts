/** Accounts: sign in, keep the session, see who one is, sign out. */
import { Resguardo, ResguardoError, type Tokens } from '../src/index.ts'
import { baseUrl, newOrganisation, password } from './session.ts'

const { user } = await newOrganisation()

// An expired access token is renewed by itself; `onTokens` is where an application keeps what is new.
let kept: Tokens | undefined
const api = new Resguardo({ baseUrl, onTokens: (tokens) => (kept = tokens) })
await api.login({ email: user.email, password })

const me = await api.get('/auth/me')
console.log(`${me.user.name}, ${me.tenant?.role} of ${me.tenant?.name}, ${me.tenants.length} organisation`)

// Refusals are thrown, with the code to act on and the message to show.
try {
  await api.login({ email: user.email, password: 'otra cosa' })
} catch (error) {
  if (!(error instanceof ResguardoError)) throw error
  console.log(`${error.status} ${error.code}: ${error.message}`)
}

await api.logout()
console.log(`signed out, tokens kept: ${kept !== undefined}`)
