/** Accounts: sign in, keep the session, read the own account, sign out. */
import { Resguardo, ResguardoError, type Tokens } from '../src/index.ts'
import { baseUrl, newOrganisation, password } from './session.ts'

const { user } = await newOrganisation()

// The client renews an expired access token by itself. `onTokens` lets an application store the new tokens.
let kept: Tokens | undefined
const api = new Resguardo({ baseUrl, onTokens: (tokens) => (kept = tokens) })
await api.login({ email: user.email, password })

const me = await api.get('/auth/me')
console.log(`${me.user.name}, ${me.tenant?.role} of ${me.tenant?.name}, ${me.tenants.length} organisation`)

// The client throws refusals, with a code to act on and a message to show.
try {
  await api.login({ email: user.email, password: 'otra cosa' })
} catch (error) {
  if (!(error instanceof ResguardoError)) throw error
  console.log(`${error.status} ${error.code}: ${error.message}`)
}

await api.logout()
console.log(`signed out, tokens kept: ${kept !== undefined}`)
