import { setTimeout as wait } from 'node:timers/promises'
import { Resguardo, ResguardoError } from '#client'
import { VERSION } from '#http/openapi.ts'
import { type Credentials, forgetCredentials, keepCredentials, readCredentials } from './credentials.ts'

export class NotSignedIn extends Error {
  override message = 'No ha iniciado sesión. Hágalo con: resguardo login --url <dirección del servicio>'
}

/** Names the program, for the person who approves it and for the log. */
const NAMED = { 'user-agent': `resguardo/${VERSION}` }

/** The service on behalf of the person signed in on this machine. A renewed session is saved at once. */
export function connect(organisation?: string): { service: Resguardo; credentials: Credentials } {
  const credentials = readCredentials()
  if (!credentials) throw new NotSignedIn()
  const slug = organisation ?? credentials.organisation
  const service = new Resguardo({
    baseUrl: credentials.url,
    tokens: credentials,
    fetch: (address, init) => {
      const headers = new Headers(init?.headers)
      for (const [name, value] of Object.entries(NAMED)) headers.set(name, value)
      if (slug) headers.set('x-resguardo-tenant', slug)
      return fetch(address, { ...init, headers })
    },
    onTokens: (tokens) => {
      if (!tokens) forgetCredentials()
      else
        keepCredentials({
          ...credentials,
          accessToken: tokens.accessToken,
          refreshToken: tokens.refreshToken ?? credentials.refreshToken,
        })
    },
  })
  return { service, credentials }
}

/** Shows a code, waits until the person confirms it in a browser, and saves the session. */
export async function login(url: string, say: (line: string) => void): Promise<Credentials> {
  const baseUrl = url.replace(/\/+$/, '')
  const service = new Resguardo({
    baseUrl,
    fetch: (address, init) =>
      fetch(address, { ...init, headers: { ...(init?.headers as Record<string, string>), ...NAMED } }),
  })
  const asked = await service.post('/auth/device')
  say(`Abra ${asked.verification_uri_complete}`)
  say(`y compare este código: ${asked.user_code}`)
  const end = Date.now() + asked.expires_in * 1000
  while (Date.now() < end) {
    await wait(asked.interval * 1000)
    const answer = await service.post('/auth/device/token', { body: { device_code: asked.device_code } })
    if ('authorization_pending' in answer) continue
    const credentials = {
      url: baseUrl,
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token,
      organisation: answer.tenant?.slug,
    }
    keepCredentials(credentials)
    return credentials
  }
  throw new Error('El código venció sin respuesta. Empiece de nuevo.')
}

/** Also ends the session in the service. If it had already ended there, nothing is missing. */
export async function logout(): Promise<void> {
  const { service } = connect()
  await service.logout().catch((error: unknown) => {
    if (!(error instanceof ResguardoError && error.status === 401)) throw error
  })
  forgetCredentials()
}
