import { Resguardo } from '#client'
import { endEarly, takeEarly } from './early-calls.ts'
import { Unreachable } from './refusals.ts'
import { askPerson, whatIsAsked } from './session/ask.ts'
import { isAttended } from './session/attended.ts'

/** The calls of the console: the service's own client, with the session that the browser keeps in its cookie. */

export { messageOf, Told } from './refusals.ts'

/** Where the service is, also behind a path of a proxy: scripts stand two folders below. */
export const ROOT = import.meta.url.replace(/assets\/console\/[^/]*$/, '')

/** The path of ROOT without its last slash: what stands before every address of the console. */
export const BASE = new URL(ROOT).pathname.replace(/\/$/, '')

endEarly()

const clients = new Map<string, Resguardo>()

/** As any member of one organisation, or of none in particular. */
export function serviceOf(slug = ''): Resguardo {
  const known = clients.get(slug)
  if (known) return known
  const client = new Resguardo({ baseUrl: ROOT, retries: 2, longestWaitSeconds: 10, fetch: calling(slug) })
  clients.set(slug, client)
  return client
}

/** Two tabs may show two organisations: each call names its own. */
function calling(slug: string): typeof fetch {
  return async (input, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('x-resguardo-client', 'console')
    if (slug !== '') headers.set('x-resguardo-tenant', slug)
    if (!isAttended()) headers.set('x-resguardo-unattended', '1')
    const send = () => fetch(input, { ...init, headers, credentials: 'same-origin', cache: 'no-store' })
    const early = await takeEarly(slug, String(input), init.method)
    const response =
      early ??
      (await send().catch((error: unknown) => {
        throw error instanceof DOMException && error.name === 'AbortError' ? error : new Unreachable()
      }))
    remember(slug, String(input), init, response)
    const asked = await whatIsAsked(String(input), response)
    // What was refused was not done: once the person has proved who they are, the same call goes on.
    return asked && (await askPerson(asked)) ? send() : response
  }
}

/** The version of each record as it was last seen, by organisation and path. */
const versions = new Map<string, string>()

function remember(
  slug: string,
  url: string,
  { method = 'GET' }: RequestInit,
  { ok, headers }: Response,
): void {
  // A refusal shows nothing of the record.
  const etag = ok && headers.get('etag')
  if (etag && method !== 'DELETE') versions.set(`${slug} ${pathOf(url)}`, etag)
}

function pathOf(url: string): string {
  return new URL(url).pathname.replace(/^.*\/api\/v1/, '')
}

/** Sent with a change, so that nobody overwrites in silence what another person saved meanwhile. */
export function asSeen(slug: string, path: string): { headers?: Record<string, string> } {
  const etag = versions.get(`${slug} ${path}`)
  return etag ? inVersion(etag) : {}
}

/** The same of a row that says its version itself. */
export function inVersion(etag: string): { headers: Record<string, string> } {
  return { headers: { 'if-match': etag } }
}
