/** Answers on their way since before the console was loaded, for two scripts of one page. */
interface Page {
  resguardoCalls?: Map<string, Promise<Response>>
  resguardoStarted?: true
}

const page = globalThis as Page

/** What was asked for early and nobody took yet. */
export function begun(): Map<string, Promise<Response>> {
  page.resguardoCalls ??= new Map()
  return page.resguardoCalls
}

/** From now on the console asks for itself. */
export function endEarly(): void {
  page.resguardoStarted = true
}

export function isOver(): boolean {
  return page.resguardoStarted === true
}

export function keyOf(slug: string, url: string): string {
  return `${slug} ${url}`
}

/** A page that was left alone shows what is true now, not what was when it was opened. */
const FRESH_MS = 30_000

/**
 * An answer is taken once: the next caller wants what is true then. A refusal is none, but for the question who is
 * there: the person may have signed in since.
 */
export async function takeEarly(slug: string, url: string, method = 'GET'): Promise<Response | undefined> {
  const key = keyOf(slug, url)
  const early = method === 'GET' && performance.now() < FRESH_MS ? begun().get(key) : undefined
  begun().delete(key)
  const answer = await early?.catch(() => undefined)
  return answer?.ok || url.endsWith('/auth/me') ? answer : undefined
}
