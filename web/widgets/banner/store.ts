import type { Decisions } from './config.ts'

/** What stays in the browser: one cookie with the last decision, and decisions that the service has not got yet. */

export interface Kept {
  version: number
  /** Of this browser on this site: made by chance, and of nobody. */
  id: string
  /** Days since 1970. */
  day: number
  /** Taken while the browser said «Global Privacy Control». */
  gpc: boolean
  decisions: Decisions
  /** What was allowed, as the blocking reads it: counts while the service cannot be reached. */
  allowed: string[]
  /** Of the decision: its receipt is found with it. */
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

/** Neither `:` nor `/` stands in what encodeURIComponent gives, and both may stand in a cookie. */
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

// ── what the service has not got yet ──

interface Waiting {
  url: string
  body: { clientKey: string }
}

/** Each under a key of its own, the oldest first: two pages of a site write at once, and over nothing of the other. */
const PLACE = 'resguardo:'
const MOST = 20
/** Where nothing can be stored, they are sent while this page lasts. */
const unstored = new Map<string, string>()
/** As many digits each time: the places are in the order of their names. */
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

/** Written down first: a page that ends while it sends has the next one send it again, and the key makes it one record. */
export function report(send: typeof fetch, url: string, body: Waiting['body']): Promise<void> {
  save({ url, body })
  return flush(send)
}

/** The service may answer otherwise later. */
export const isAway = (status: number): boolean => status === 429 || status >= 500

let tries = 0

export async function flush(send: typeof fetch): Promise<void> {
  for (const [place, one] of load()) {
    try {
      // As text, so that the browser asks nobody before it sends.
      const { status } = await send(one.url, {
        method: 'POST',
        body: JSON.stringify(one.body),
        keepalive: true,
        credentials: 'omit',
      })
      // Sent again, a refusal would be the same.
      if (isAway(status)) throw status
      forget(place)
      tries = 0
    } catch {
      if (tries < 6) setTimeout(() => flush(send), 2000 * 2 ** tries++)
      return
    }
  }
}
