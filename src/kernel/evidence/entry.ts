import { hex, sha256, utf8 } from './bytes.ts'
import { canonical, type Json } from './canonical.ts'

/**
 * What an entry stands for. `imported`: a row that was there before the chain. `erasure`: the content of an earlier
 * entry was erased by law, and why. `seal`: closes a batch; its payload is the Merkle root of the batch's entries.
 */
export const ENTRY_KINDS = [
  'audit',
  'consent',
  'request',
  'letter',
  'signature',
  'document',
  'imported',
  'erasure',
  'seal',
] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** One link of an organisation's chain. Hashes are SHA-256 in lowercase hexadecimal; `at` is ISO 8601 in UTC. */
export interface Entry {
  tenantId: string
  /** From 1, without gaps. */
  seq: number
  kind: EntryKind
  entityType: string
  entityId: string
  /** When it entered the chain's queue, in the transaction of its cause. */
  at: string
  payloadHash: string
  /** The hash of the entry before, null in the first. */
  previous: string | null
}

/** The end of a chain at one moment: `hash` is that of the seal `seq`. */
export interface Head {
  tenantId: string
  seq: number
  hash: string
  at: string
}

/** Ed25519 over the RFC 8785 form of the head; `value` in base64url. */
export interface HeadSignature {
  kid: string
  alg: 'EdDSA'
  value: string
}

/** A public key as the service publishes it. */
export interface EvidenceKey {
  kty: 'OKP'
  crv: 'Ed25519'
  x: string
  kid: string
}

/** An RFC 3161 token over the head's RFC 8785 form, in base64, and the authority that gave it. */
export interface Stamp {
  authority: string
  at: string
  token: string
}

/** What an entry commits to: the immutable columns of its row, and a salt, so that a hash left after erasure tells nothing. */
export interface Payload {
  salt: string
  row: { readonly [column: string]: Json }
}

/** A sibling on the way from a leaf to the root, and the side on which it stands. */
export interface Step {
  side: 'left' | 'right'
  hash: string
}

/** All that is needed to check one record without us. It shows nothing of other records. */
export interface Proof {
  entry: Entry
  /** From the entry's hash to `seal.payloadHash`. */
  path: Step[]
  seal: Entry
  head: Head
  signature: HeadSignature
  stamp: Stamp | null
  payload?: Payload
}

/** Only the named fields count: what travels beside them cannot change a hash. */
export function entryOf(entry: Entry): Entry {
  const { tenantId, seq, kind, entityType, entityId, at, payloadHash, previous } = entry
  return { tenantId, seq, kind, entityType, entityId, at, payloadHash, previous }
}

export function headOf({ tenantId, seq, hash, at }: Head): Head {
  return { tenantId, seq, hash, at }
}

export async function hashOfJson(value: Json): Promise<string> {
  return hex(await sha256(utf8(canonical(value))))
}

export function hashOf(entry: Entry): Promise<string> {
  return hashOfJson({ ...entryOf(entry) })
}

export function hashOfPayload({ salt, row }: Payload): Promise<string> {
  return hashOfJson({ salt, row })
}

/** What a head's signature is made over. */
export function signedBytes(head: Head): Uint8Array<ArrayBuffer> {
  return utf8(canonical({ ...headOf(head) }))
}
