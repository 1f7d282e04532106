import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
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

/** For a key that is used often, pass a KeyObject: Node parses a bare key on every call, which takes longest. */
export function hmac(secret: string | Buffer | KeyObject, bytes: string | Buffer): string {
  return createHmac('sha256', secret).update(bytes).digest('hex')
}

/** Comparison whose time tells nothing of the content. */
export function sameSecret(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest()
  const right = createHash('sha256').update(b).digest()
  return timingSafeEqual(left, right)
}

export interface Vault {
  /** Key bound to one use, so that a token key never opens a stored secret. */
  derive(use: string): Buffer
  seal(clear: string): string
  open(sealed: string): string
}

/** Field encryption with AES-256-GCM under a key derived from APP_SECRET. */
export function createVault(appSecret: string): Vault {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', appSecret, 'resguardo', use, 32))
  const key = derive('fields')
  return {
    derive,
    seal(clear) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()])
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open(sealed) {
      const bytes = Buffer.from(sealed.replace(/^v1\./, ''), 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}
