import { hex, sha256, utf8 } from './bytes.ts'
import { canonical, type Json } from './canonical.ts'

/**
 * The kinds of entry. `imported`: a row older than the chain. `erasure`: the content of an earlier entry was erased by law,
 * with the reason. `seal`: closes a batch; its payload is the Merkle root of the batch's entries.
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
  /** Counts from 1, without gaps. */
  seq: number
  kind: EntryKind
  entityType: string
  entityId: string
  /** When it entered the chain's queue, in the transaction of its cause. */
  at: string
  payloadHash: string
  /** The hash of the entry before; null for the first. */
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

/** An entry commits to this: the immutable columns of its row, and a salt that makes a hash left after erasure useless. */
export interface Payload {
  salt: string
  row: { readonly [column: string]: Json }
}

/** A sibling on the path from a leaf to the root, and its side. */
export interface Step {
  side: 'left' | 'right'
  hash: string
}

/** Everything needed to check one record without us. It reveals nothing of other records. */
export interface Proof {
  entry: Entry
  /** Leads from the entry's hash to `seal.payloadHash`. */
  path: Step[]
  seal: Entry
  head: Head
  signature: HeadSignature
  stamp: Stamp | null
  payload?: Payload
}

/** Only the named fields count, so extra fields cannot change a hash. */
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

/** The bytes that a head's signature covers. */
export function signedBytes(head: Head): Uint8Array<ArrayBuffer> {
  return utf8(canonical({ ...headOf(head) }))
}
