import { base64url, fromBase64url, sha256, utf8 } from './bytes.ts'
import {
  type Entry,
  type EvidenceKey,
  type Head,
  type HeadSignature,
  hashOf,
  hashOfPayload,
  type Proof,
  signedBytes,
} from './entry.ts'
import { climb } from './merkle.ts'

/**
 * Where a proof breaks. `shape`: no proof at all. `payload`: another record was entered. `path`: the entry is not in its
 * batch. `seal`: the batch is not under this head. `key`: unknown signer. `signature`: the key did not sign the head.
 * `unsupported`: this browser lacks Ed25519 and cannot say.
 */
export type BrokenStep = 'shape' | 'payload' | 'path' | 'seal' | 'key' | 'signature' | 'unsupported'

export type ProofResult =
  | { whole: true; entry: Entry; head: Head; kid: string; payloadChecked: boolean }
  | { whole: false; step: BrokenStep }

const broken = (step: BrokenStep): ProofResult => ({ whole: false, step })

/** The same check for the command line, the page and the tests. It contacts no service. */
export async function verifyProof(proof: Proof, keys: readonly EvidenceKey[]): Promise<ProofResult> {
  try {
    return await checked(proof, keys)
  } catch {
    return broken('shape')
  }
}

async function checked(proof: Proof, keys: readonly EvidenceKey[]): Promise<ProofResult> {
  const { entry, path, seal, head, signature, payload } = proof
  if (payload && (await hashOfPayload(payload)) !== entry.payloadHash) return broken('payload')
  if ((await climb(await hashOf(entry), path)) !== seal.payloadHash) return broken('path')
  if (entry.tenantId !== seal.tenantId || entry.seq >= seal.seq) return broken('path')
  if (seal.kind !== 'seal' || (await hashOf(seal)) !== head.hash) return broken('seal')
  if (head.tenantId !== seal.tenantId || head.seq !== seal.seq) return broken('seal')
  const wrong = await wrongSignature(head, signature, keys)
  if (wrong) return broken(wrong)
  return { whole: true, entry, head, kid: signature.kid, payloadChecked: Boolean(payload) }
}

/** Null if one of the keys signed the head. */
export function wrongSignature(
  head: Head,
  signature: HeadSignature,
  keys: readonly EvidenceKey[],
): Promise<'key' | 'signature' | 'unsupported' | null> {
  return wrongSigner(signedBytes(head), signature, keys)
}

/** Null if one of the keys signed these bytes; otherwise the fault. */
export async function wrongSigner(
  bytes: Uint8Array<ArrayBuffer>,
  signature: HeadSignature,
  keys: readonly EvidenceKey[],
): Promise<'key' | 'signature' | 'unsupported' | null> {
  const key = keys.find((one) => one.kid === signature.kid)
  // A key's id is its thumbprint, so another key cannot use the name.
  if (!key || (await thumbprintOf(key)) !== key.kid) return 'key'
  if (signature.alg !== 'EdDSA') return 'signature'
  const imported = await importKey(key)
  if (!imported) return 'unsupported'
  const value = decoded(signature)
  const { subtle } = globalThis.crypto
  return value && (await subtle.verify('Ed25519', imported, value, bytes)) ? null : 'signature'
}

function decoded({ value }: HeadSignature) {
  try {
    return fromBase64url(value)
  } catch {
    return undefined
  }
}

/** RFC 7638. */
async function thumbprintOf({ crv, kty, x }: EvidenceKey): Promise<string> {
  return base64url(await sha256(utf8(JSON.stringify({ crv, kty, x }))))
}

type ImportedKey = Awaited<ReturnType<typeof globalThis.crypto.subtle.importKey>>

async function importKey({ kty, crv, x }: EvidenceKey): Promise<ImportedKey | null> {
  try {
    return await globalThis.crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', true, ['verify'])
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'NotSupportedError') return null
    throw cause
  }
}
