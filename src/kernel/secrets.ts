import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** A random credential of 256 bits, safe in urls. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Enough for credentials of 256 random bits; passwords go through argon2id instead. */
export function digest(text: string): string {
  return hash('sha256', text)
}

/** Pass a KeyObject for a key that is used often: Node parses a bare key on every call, which takes longest. */
export function hmac(secret: string | Buffer | KeyObject, bytes: string | Buffer): string {
  return createHmac('sha256', secret).update(bytes).digest('hex')
}

/** Compares in a time that reveals nothing of the content. */
export function sameSecret(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest()
  const right = createHash('sha256').update(b).digest()
  return timingSafeEqual(left, right)
}

/** Keys that outlive a change of APP_SECRET, so that names made with them stay the same. */
export const LASTING_KEYS = [
  'dsar.acknowledgement',
  'dsar.folio',
  'dsar.task',
  'consent.ip',
  'consent.withdrawal',
  'portal.person',
  'contracts.mailbox',
  'portal.mailbox',
  'questionnaires.key',
  'consent.subject',
  'evidence.erasure',
  'evidence.archive',
  'idempotency',
] as const
export type LastingKey = (typeof LASTING_KEYS)[number]

export interface Vault {
  /** Names the current secret in seals and tokens without revealing it. */
  readonly keyId: string
  /** A key bound to one use, so that a token key never opens a stored secret. */
  derive(use: string): Buffer
  /** The same key from every secret that still opens, by key id, the current one first. */
  deriveAll(use: string): ReadonlyMap<string, Buffer>
  /** A key that survives a change of the secret. */
  lasting(use: LastingKey): KeyObject
  /**
   * Seals a value, bound to `purpose` and `scope` (a tenant, a person, a session): elsewhere it does not open. The module
   * that owns the column declares it in `sealed`, so that a change of the secret finds it.
   */
  seal(clear: string, purpose: string, scope: string): string
  open(sealed: string, purpose: string, scope: string): string
  /** Null if no known secret opens the seal: the person enters the value again. */
  tryOpen(sealed: string, purpose: string, scope: string): string | null
  /** True for a seal under the current secret that is bound to its place. */
  isCurrent(sealed: string): boolean
}

export class Unreadable extends Error {}

/**
 * Field encryption with AES-256-GCM under a key derived from APP_SECRET. `previous` secrets open but never seal. Without
 * `lasting` (before a database is open) those keys come from the current secret.
 */
export function createVault(
  current: string,
  previous: readonly string[] = [],
  lasting: ReadonlyMap<string, Buffer> = new Map(),
): Vault {
  const secrets = new Map([current, ...previous].map((secret) => [keyIdOf(secret), secret]))
  const fieldKeys = new Map([...deriveAll('fields')].map(([id, key]) => [id, createSecretKey(key)]))
  const lastingKeys = new Map(
    LASTING_KEYS.map((use) => [use, createSecretKey(lasting.get(use) ?? deriveFrom(current, use))]),
  )
  const keyId = keyIdOf(current)

  function deriveAll(use: string): Map<string, Buffer> {
    return new Map([...secrets].map(([id, secret]) => [id, deriveFrom(secret, use)]))
  }

  function open(sealed: string, purpose: string, scope: string): string {
    const [, version, id, body = ''] = SEAL.exec(sealed) ?? []
    const bytes = Buffer.from(body, 'base64url')
    if (version === 'v2') {
      const key = fieldKeys.get(id!)
      if (key) return decrypt(key, bytes, placeOf(purpose, scope))
    }
    if (version === 'v1') {
      for (const key of fieldKeys.values()) {
        try {
          return decrypt(key, bytes)
        } catch {}
      }
    }
    throw new Unreadable('no known secret opens this seal')
  }

  return {
    keyId,
    derive: (use) => deriveFrom(current, use),
    deriveAll,
    lasting: (use) => lastingKeys.get(use)!,
    seal(clear, purpose, scope) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', fieldKeys.get(keyId)!, nonce)
      cipher.setAAD(placeOf(purpose, scope))
      const body = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()])
      return `v2.${keyId}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open,
    tryOpen(sealed, purpose, scope) {
      try {
        return open(sealed, purpose, scope)
      } catch {
        return null
      }
    },
    isCurrent: (sealed) => sealed.startsWith(`v2.${keyId}.`),
  }
}

const [NONCE, TAG] = [12, 16]
/** `v1.<body>` was bound to nothing and named no key. Now: `v2.<key id>.<body>`. */
const SEAL = /^(v[12])(?:(?<=v2)\.([\w-]{8}))?\.([\w-]+)$/

function deriveFrom(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'resguardo', use, 32))
}

function keyIdOf(secret: string): string {
  return deriveFrom(secret, 'key-id').toString('base64url').slice(0, 8)
}

function placeOf(purpose: string, scope: string): Buffer {
  return Buffer.from(`${purpose}\n${scope}`)
}

function decrypt(key: KeyObject, bytes: Buffer, place?: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), { authTagLength: TAG })
  if (place) decipher.setAAD(place)
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
}
