import { MINUTE_MS } from '#kernel/dates.ts'

export const CHALLENGE_TTL_MS = 5 * MINUTE_MS
export const MOST_PASSKEYS = 20

/** To whom passkeys are bound: a browser gives none to another name or origin. */
export interface RelyingParty {
  id: string
  origin: string
}

const ADDRESS = /^(\d+\.){3}\d+$|^\[/

/** Undefined where browsers offer no passkeys: they ask for a name instead of an address, and for https or localhost. */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (ADDRESS.test(hostname) || (protocol !== 'https:' && !isLocal)) return undefined
  return { id: hostname, origin }
}

/** The person, to an authenticator: the bytes of the id, which say nothing of them. */
export function handleOf(userId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex'))
}

/** True when an authenticator that counts is behind what it said before: two of them hold the key. */
export function isBehind(known: number, told: number): boolean {
  return (known > 0 || told > 0) && told <= known
}
