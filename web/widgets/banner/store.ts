import type { Decisions } from './config.ts'

/** Data in the browser: one cookie with the last decision, and decisions that the service has not received yet. */

export interface Kept {
  version: number
  /** A random id of this browser on this site. It identifies nobody. */
  id: string
  /** Days since 1970. */
  day: number
  /** The browser sent «Global Privacy Control» at the time of the decision. */
  gpc: boolean
  decisions: Decisions
  /** The allowed purposes, for blocking while the service is unreachable. */
  allowed: string[]
  /** The key of the decision, which finds its receipt. */
  key: string | undefined
}

const jar = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')!

export const readCookies = (): string[] => (jar.get!.call(document) as string).split('; ')
export const writeCookie = (text: string): void => jar.set!.call(document, text)

export const random = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => (byte + 256).toString(16).slice(1)).join(
    '',
  )

export const today = (): number => Math.floor(Date.now() / 864e5)

const list = (texts: string[]): string => texts.map(encodeURIComponent).join('/')
const listed = (text = ''): string[] => (text ? text.split('/').map(decodeURIComponent) : [])

/** encodeURIComponent never leaves `:` or `/`, and a cookie may contain both. So they separate the parts. */
export function write({ version, id, day, gpc, decisions, allowed, key }: Kept): string {
  const keys = Object.keys(decisions)
  const answered = (yes: boolean) => list(keys.filter((key) => decisions[key] === yes))
  return [version, id, day, +gpc, answered(true), answered(false), list(allowed), key].join(':')
}

export function read(text: string): Kept | undefined {
  const [version, id, day, gpc, yes, no, allowed, key] = text.split(':')
  if (allowed === undefined) return undefined
  const decisions: Decisions = {}
  try {
    for (const key of listed(no)) decisions[key] = false
    for (const key of listed(yes)) decisions[key] = true
    return {
      version: +version!,
      id: id!,
      day: +day!,
      gpc: gpc === '1',
      decisions,
      allowed: listed(allowed),
      key,
    }
  } catch {
    return undefined
  }
}

export function keptIn(name: string): Kept | undefined {
  const found = readCookies().find((cookie) => cookie.startsWith(`${name}=`))
  return found === undefined ? undefined : read(found.slice(name.length + 1))
}

export function keep(name: string, kept: Kept, days: number, domain: string | undefined): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const shared = domain ? `; domain=${domain}` : ''
  writeCookie(`${name}=${write(kept)}; path=/; max-age=${days * 86400}; SameSite=Lax${secure}${shared}`)
}

// ── decisions that the service has not received ──

interface Waiting {
  url: string
  body: { clientKey: string }
}

/** One key per decision, oldest first, so that two pages of a site do not overwrite each other. */
const PLACE = 'resguardo:'
const MOST = 20
/** Without storage, decisions are sent only as long as this page lives. */
const unstored = new Map<string, string>()
/** A fixed number of digits, so that keys sort by time. */
let count = 1000

function stored(): string[] {
  try {
    return Object.keys(localStorage)
      .filter((place) => place.startsWith(PLACE))
      .sort()
  } catch {
    return []
  }
}

function save(one: Waiting): void {
  const place = PLACE + Date.now() + count++ + one.body.clientKey
  const text = JSON.stringify(one)
  try {
    localStorage.setItem(place, text)
    for (const old of stored().slice(0, -MOST)) localStorage.removeItem(old)
  } catch {
    unstored.set(place, text)
  }
}

function load(): [place: string, one: Waiting][] {
  return [...unstored.keys(), ...stored()].flatMap((place) => {
    try {
      const one: Waiting = JSON.parse(unstored.get(place) ?? localStorage.getItem(place)!)
      return one.body.clientKey ? [[place, one]] : []
    } catch {
      return []
    }
  })
}

function forget(place: string): void {
  if (!unstored.delete(place)) localStorage.removeItem(place)
}

/**
 * Stores the decision before sending it. If the page ends, the next page sends it again, and the key prevents a second
 * record.
 */
export function report(send: typeof fetch, url: string, body: Waiting['body']): Promise<void> {
  save({ url, body })
  return flush(send)
}

/** The service may answer differently later. */
export const isAway = (status: number): boolean => status === 429 || status >= 500

let tries = 0

export async function flush(send: typeof fetch): Promise<void> {
  for (const [place, one] of load()) {
    try {
      // Plain text avoids a CORS preflight.
      const { status } = await send(one.url, {
        method: 'POST',
        body: JSON.stringify(one.body),
        keepalive: true,
        credentials: 'omit',
      })
      // Sending a refused decision again would change nothing.
      if (isAway(status)) throw status
      forget(place)
      tries = 0
    } catch {
      if (tries < 6) setTimeout(() => flush(send), 2000 * 2 ** tries++)
      return
    }
  }
}
