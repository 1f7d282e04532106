import { createHmac } from 'node:crypto'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/dates.ts'
import { hmac } from '#kernel/secrets.ts'

/** The pauses after each failed attempt: eight attempts over about a day. */
const WAITS_MS = [
  5 * SECOND_MS,
  MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  8 * HOUR_MS,
  12 * HOUR_MS,
] as const

const JITTER = 0.2

/** The pause after this many failures; undefined after the last attempt. `chance` is in [0, 1). */
export function waitAfter(failures: number, chance: number): number | undefined {
  const wait = WAITS_MS[failures - 1]
  return wait === undefined ? undefined : Math.round(wait * (1 - JITTER / 2 + JITTER * chance))
}

export interface Signable {
  deliveryId: string
  signatureHeader: string
  deliveryHeader: string
  secret: string
  /** Set while one secret replaces another: both sign, and the receiver may know either. */
  previousSecret?: string | null
  body: Buffer
}

/**
 * The contract's own signature (6.1) over the exact bytes of the body, and the one of Standard Webhooks. Libraries check
 * the latter, and it binds the time, so that an old delivery cannot be replayed.
 */
export function signedHeaders(
  { deliveryId, signatureHeader, deliveryHeader, secret, previousSecret, body }: Signable,
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / SECOND_MS))
  const standard = (each: string) =>
    `v1,${createHmac('sha256', standardKey(each)).update(`${deliveryId}.${timestamp}.`).update(body).digest('base64')}`
  const secrets = previousSecret ? [secret, previousSecret] : [secret]
  return {
    'content-type': 'application/json',
    [signatureHeader]: `sha256=${hmac(secret, body)}`,
    [deliveryHeader]: deliveryId,
    'webhook-id': deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(standard).join(' '),
  }
}

/** Standard Webhooks writes keys as `whsec_` and base64. Any other secret is used as its own bytes. */
function standardKey(secret: string): Buffer {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
}
