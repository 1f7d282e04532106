import { Resguardo } from '#client'
import { endEarly, takeEarly } from './early-calls.ts'
import { Unreachable } from './refusals.ts'
import { askPerson, whatIsAsked } from './session/ask.ts'
import { isAttended } from './session/attended.ts'

/** The API client of the console. The browser sends the session cookie. */

export { messageOf, Told } from './refusals.ts'

/** The root of the service, also behind a path of a proxy. Scripts are two folders below it. */
export const ROOT = import.meta.url.replace(/assets\/console\/[^/]*$/, '')

/** The path of ROOT without its last slash: the prefix of every address of the console. */
export const BASE = new URL(ROOT).pathname.replace(/\/$/, '')

endEarly()

const clients = new Map<string, Resguardo>()

/** The client for one organisation, or for none. */
export function serviceOf(slug = ''): Resguardo {
  const known = clients.get(slug)
  if (known) return known
  const client = new Resguardo({ baseUrl: ROOT, retries: 2, longestWaitSeconds: 10, fetch: calling(slug) })
  clients.set(slug, client)
  return client
}

/** Each call names its organisation, because two tabs may show different ones. */
function calling(slug: string): typeof fetch {
  return async (input, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('x-resguardo-client', 'console')
    if (slug !== '') headers.set('x-resguardo-tenant', slug)
    const about = headers.get('if-match')
    if (about !== null) headers.set('if-match', leftOf(about))
    if (!isAttended()) headers.set('x-resguardo-unattended', '1')
    const send = () => fetch(input, { ...init, headers, credentials: 'same-origin', cache: 'no-store' })
    const early = await takeEarly(slug, String(input), init.method)
    const response =
      early ??
      (await send().catch((error: unknown) => {
        throw error instanceof DOMException && error.name === 'AbortError' ? error : new Unreachable()
      }))
    remember(slug, String(input), init, response)
    if (about !== null) follow(about, response)
    const asked = await whatIsAsked(String(input), response)
    // A refused call changed nothing. Once the person has proved their identity, it is sent again.
    return asked && (await askPerson(asked)) ? send() : response
  }
}

/** The last seen version of each record, by organisation and path. */
const versions = new Map<string, string>()

function remember(
  slug: string,
  url: string,
  { method = 'GET' }: RequestInit,
  { ok, headers }: Response,
): void {
  // A refusal has no version of the record.
  const etag = ok && headers.get('etag')
  if (etag && method !== 'DELETE') versions.set(`${slug} ${pathOf(url)}`, etag)
}

/** Maps the version that a write of this tab named to the version that the write left. */
const left = new Map<string, string>()

/**
 * A screen may hold two forms of one record, or a form and a button. If one of them saves over the version that the other
 * knows, nobody else wrote in between. So the other may save over the version that this write left.
 */
function leftOf(etag: string): string {
  let latest = etag
  for (let next = left.get(bare(latest)); next !== undefined; next = left.get(bare(latest))) latest = next
  return latest
}

function follow(about: string, { ok, headers }: Response): void {
  const etag = ok && headers.get('etag')
  const from = bare(leftOf(about))
  if (!etag || bare(etag) === from) return
  // A record can return to an earlier version. Without this line the map would have a cycle.
  left.delete(bare(etag))
  left.set(from, etag)
}

/** The version whatever the encoding of the answer. */
const bare = (etag: string) => etag.replace(/-(br|gzip)"$/, '"')

function pathOf(url: string): string {
  return new URL(url).pathname.replace(/^.*\/api\/v1/, '')
}

/** Sent with a change, so that it does not silently overwrite what somebody else saved. */
export function asSeen(slug: string, path: string): { headers?: Record<string, string> } {
  const etag = versions.get(`${slug} ${path}`)
  return etag ? inVersion(etag) : {}
}

/** The same for a row with its own version. */
export function inVersion(etag: string): { headers: Record<string, string> } {
  return { headers: { 'if-match': etag } }
}
