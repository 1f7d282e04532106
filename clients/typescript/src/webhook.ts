import type { WebhookEvent } from './api.ts'

export interface SignedWebhook {
  /** The received body, byte by byte. JSON that was parsed and serialised again has other bytes. */
  payload: string | Uint8Array
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** `whsec_…` as it was shown, or several while one replaces another. */
  secret: string | readonly string[]
  /** The greatest difference between the signed time and now. */
  toleranceSeconds?: number
  /**
   * `standard` checks the headers of Standard Webhooks, whose signature includes the time. `own` checks
   * X-Resguardo-Signature, X-Workflow-Signature or X-Consent-Signature, whose signature does not: somebody who overheard a
   * delivery can send it again.
   */
  scheme?: 'standard' | 'own'
  /** Replaces the clock in tests. */
  now?: Date
}

export type WebhookFault = 'headers' | 'timestamp' | 'signature' | 'payload'

/** The delivery is not from the service, or too old. Answer 401 and ignore it. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly fault: WebhookFault

  constructor(fault: WebhookFault, message: string) {
    super(message)
    this.fault = fault
  }
}

const TOLERANCE_SECONDS = 300
const OWN_HEADERS = ['x-resguardo-signature', 'x-workflow-signature', 'x-consent-signature']

/**
 * Returns the event if the service signed it, else throws a `WebhookError`. Needs WebCrypto: Node 20, browsers, Deno,
 * workers.
 */
export async function verifyWebhook<Event = WebhookEvent>(webhook: SignedWebhook): Promise<Event> {
  const { payload, secret, scheme = 'standard' } = webhook
  const body = typeof payload === 'string' ? new TextEncoder().encode(payload) : new Uint8Array(payload)
  const secrets = typeof secret === 'string' ? [secret] : secret
  const isGenuine = await (scheme === 'standard'
    ? isSignedAsStandard(webhook, body, secrets)
    : isSignedAsOwn(webhook, body, secrets))
  if (!isGenuine) throw new WebhookError('signature', 'The signature is not of this secret and these bytes.')
  try {
    return JSON.parse(new TextDecoder().decode(body)) as Event
  } catch {
    throw new WebhookError('payload', 'The payload is not JSON.')
  }
}

async function isSignedAsStandard(
  { headers, toleranceSeconds = TOLERANCE_SECONDS, now = new Date() }: SignedWebhook,
  body: Uint8Array<ArrayBuffer>,
  secrets: readonly string[],
): Promise<boolean> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  )
  if (!id || !timestamp || !signatures)
    throw new WebhookError('headers', 'webhook-id, webhook-timestamp or webhook-signature is missing.')
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp))
  if (!/^\d+$/.test(timestamp) || age > toleranceSeconds)
    throw new WebhookError('timestamp', `The timestamp is more than ${toleranceSeconds} seconds away.`)
  const head = new TextEncoder().encode(`${id}.${timestamp}.`)
  const content = new Uint8Array(head.length + body.length)
  content.set(head)
  content.set(body, head.length)
  const candidates = signatures
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => bytesOfBase64(each.slice(3)))
  return isAnySigned(candidates, content, secrets.map(standardKey))
}

function isSignedAsOwn(
  { headers }: SignedWebhook,
  body: Uint8Array<ArrayBuffer>,
  secrets: readonly string[],
): Promise<boolean> {
  const signature = OWN_HEADERS.map((name) => headerOf(headers, name)).find((value) => value !== undefined)
  if (!signature) throw new WebhookError('headers', `None of ${OWN_HEADERS.join(', ')} was sent.`)
  const candidate = bytesOfHex(signature.replace(/^sha256=/i, ''))
  return isAnySigned(
    [candidate],
    body,
    secrets.map((secret) => new TextEncoder().encode(secret)),
  )
}

/** `crypto.subtle.verify` compares in constant time. */
async function isAnySigned(
  candidates: readonly (Uint8Array<ArrayBuffer> | undefined)[],
  content: Uint8Array<ArrayBuffer>,
  keys: readonly (Uint8Array<ArrayBuffer> | undefined)[],
): Promise<boolean> {
  let signed = false
  for (const bytes of keys) {
    if (!bytes?.length) continue
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ])
    for (const candidate of candidates)
      if (candidate && (await crypto.subtle.verify('HMAC', key, candidate, content))) signed = true
  }
  return signed
}

/** `whsec_` and base64. Any other secret stands for its own bytes. */
function standardKey(secret: string): Uint8Array<ArrayBuffer> | undefined {
  return secret.startsWith('whsec_') ? bytesOfBase64(secret.slice(6)) : new TextEncoder().encode(secret)
}

/** Proxies and frameworks change the case of header names. */
function headerOf(headers: SignedWebhook['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : value?.[0]
}

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function bytesOfHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^([0-9a-f]{2})+$/i.test(text)) return undefined
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
