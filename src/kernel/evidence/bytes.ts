/** Uses only what browsers and Node share: the same file checks a proof in both. */
const encoder = new TextEncoder()

export type Bytes = Uint8Array<ArrayBuffer>

export function utf8(text: string): Bytes {
  return encoder.encode(text) as Bytes
}

const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export function hex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += PAIRS[byte]
  return text
}

export function fromHex(text: string): Bytes {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) throw new TypeError('not lowercase hexadecimal')
  const bytes = new Uint8Array(text.length / 2)
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(text.slice(at * 2, at * 2 + 2), 16)
  return bytes
}

export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

export function fromBase64url(text: string): Bytes {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
}

interface NodeCrypto {
  createHash(name: 'sha256'): { update(bytes: Uint8Array): { digest(): Uint8Array } }
}
interface Platform {
  process?: { getBuiltinModule?(name: 'node:crypto'): NodeCrypto | undefined }
}

/** On Node its own hash is used: Web Crypto sends each call to another thread, which takes far longer than hashing. */
const node = (globalThis as Platform).process?.getBuiltinModule?.('node:crypto')

export async function sha256(bytes: Bytes): Promise<Bytes> {
  if (node) return new Uint8Array(node.createHash('sha256').update(bytes).digest())
  return new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes))
}
