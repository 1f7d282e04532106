import { firstReadings } from './areas/today/first.ts'
import { begun, isOver, keyOf } from './early-calls.ts'

/**
 * The first script of the page. It is small and arrives long before the console. It sends the calls of the first screen, and
 * the console takes the answers (service.ts) instead of asking again.
 */
const ROOT = import.meta.url.replace(/assets\/console\/[^/]*$/, '')

void begin()

async function begin(): Promise<void> {
  // From the browser's cache the console may start first. Then it has sent its own calls.
  if (isOver()) return
  const me = ask('', '/auth/me')
  if (document.documentElement.dataset['session'] === undefined) return
  const { pathname } = location
  const [, slug, screen] = /\/organizacion\/([^/]+)(?:\/([^/]+))?/.exec(pathname) ?? []
  if (slug)
    return screen === undefined || screen === 'hoy' ? askForToday(decodeURIComponent(slug)) : undefined
  if (`${location.origin}${pathname}` !== ROOT) return
  const only = await onlyOrganisation(me)
  if (only !== undefined && !isOver()) askForToday(only)
}

function askForToday(slug: string): void {
  for (const [path, input] of firstReadings()) ask(slug, path, input?.query)
}

function ask(slug: string, path: string, query: Record<string, string | number> = {}): Promise<Response> {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const url = `${ROOT}api/v1${path}${search.size > 0 ? `?${search}` : ''}`
  const answer = fetch(url, {
    headers: { 'x-resguardo-client': 'console', ...(slug && { 'x-resguardo-tenant': slug }) },
    credentials: 'same-origin',
    cache: 'no-store',
  })
  // The code that takes the answer handles a failure.
  answer.catch(() => undefined)
  begun().set(keyOf(slug, url), answer)
  return answer
}

/** The only organisation of the person, whose day is the first screen. */
async function onlyOrganisation(me: Promise<Response>): Promise<string | undefined> {
  try {
    const { data } = await (await me).clone().json()
    return data.tenants.length === 1 && data.tenants[0].refusal === null ? data.tenants[0].slug : undefined
  } catch {
    return undefined
  }
}
