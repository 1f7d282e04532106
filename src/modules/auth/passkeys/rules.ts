import { MINUTE_MS } from '#kernel/dates.ts'

export const CHALLENGE_TTL_MS = 5 * MINUTE_MS
export const MOST_PASSKEYS = 20

/** The site that passkeys are bound to. Browsers offer them to no other host or origin. */
export interface RelyingParty {
  id: string
  origin: string
}

const ADDRESS = /^(\d+\.){3}\d+$|^\[/

/** Undefined if browsers offer no passkeys here: they require a host name instead of an address, and https or localhost. */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (ADDRESS.test(hostname) || (protocol !== 'https:' && !isLocal)) return undefined
  return { id: hostname, origin }
}

/** The user handle for an authenticator: the bytes of the id, which reveal nothing about the person. */
export function handleOf(userId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex'))
}

/** True if a counting authenticator reports less than before: two of them hold the key. */
export function isBehind(known: number, told: number): boolean {
  return (known > 0 || told > 0) && told <= known
}
