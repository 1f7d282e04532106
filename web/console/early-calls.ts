/** Calls sent before the console loaded, shared between two scripts of the page. */
interface Page {
  resguardoCalls?: Map<string, Promise<Response>>
  resguardoStarted?: true
}

const page = globalThis as Page

/** Early calls that the console has not taken yet. */
export function begun(): Map<string, Promise<Response>> {
  page.resguardoCalls ??= new Map()
  return page.resguardoCalls
}

/** The console has started, so no early call is sent any more. */
export function endEarly(): void {
  page.resguardoStarted = true
}

export function isOver(): boolean {
  return page.resguardoStarted === true
}

export function keyOf(slug: string, url: string): string {
  return `${slug} ${url}`
}

/** Later, a page that stayed in the background asks again instead of showing the state when it was opened. */
const FRESH_MS = 30_000

/**
 * Takes an early answer once, because the next caller wants fresh data. A refusal does not count: the person may have signed
 * in since. Only the refusal of `/auth/me` does.
 */
export async function takeEarly(slug: string, url: string, method = 'GET'): Promise<Response | undefined> {
  const key = keyOf(slug, url)
  const early = method === 'GET' && performance.now() < FRESH_MS ? begun().get(key) : undefined
  begun().delete(key)
  const answer = await early?.catch(() => undefined)
  return answer?.ok || url.endsWith('/auth/me') ? answer : undefined
}
