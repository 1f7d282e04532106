import { base64url, fromBase64url, hex, sha256, utf8 } from './bytes.ts'
import { canonical } from './canonical.ts'
import type { EvidenceKey, HeadSignature, Proof } from './entry.ts'
import { wrongSigner } from './proof.ts'

/**
 * A PDF that proves itself. The service signs its bytes, and the signature is the last line of the file, a comment that
 * PDF readers ignore. The file also carries the proof of the record it is about.
 */

const MARK = '%Resguardo-Sello '

/** The name of the file inside the PDF. */
export const CARRIED = 'evidencia.json'

/** The proof inside a receipt. It never holds the record itself. */
export interface CarriedProof {
  organisation: { name: string; slug: string }
  proof: Proof
  /** For a check without a network. */
  keys: EvidenceKey[]
}

/** The signed statement about a document. `kind` keeps it from passing as a head or a folder. */
export interface DocumentStatement {
  kind: 'document'
  record: { type: string; id: string }
  organisation: { id: string; slug: string; name: string }
  at: string
  /** SHA-256 of every byte before the line of the seal. */
  sha256: string
}

export interface DocumentSeal {
  statement: DocumentStatement
  signature: HeadSignature
}

/** PDF readers look for the end of the file in its last 1,024 bytes, so the line is bounded. */
const LONGEST_LINE = 1_000
const LONGEST_NAME = 100

/** Only the named fields are signed, as in a head. */
function signedOf({ kind, record, organisation, at, sha256: sum }: DocumentStatement) {
  const { id, slug, name } = organisation
  return {
    kind,
    record: { type: record.type, id: record.id },
    organisation: { id, slug, name: [...name].slice(0, LONGEST_NAME).join('') },
    at,
    sha256: sum,
  }
}

export function documentBytes(statement: DocumentStatement) {
  return utf8(canonical(signedOf(statement)))
}

export function sealLine({ statement, signature }: DocumentSeal): string {
  const { kid, alg, value } = signature
  return `${MARK}${canonical({ statement: signedOf(statement), signature: { kid, alg, value } })}\n`
}

export interface SealedDocument {
  sealed: Uint8Array<ArrayBuffer>
  /** Undefined when the line is damaged. */
  seal: DocumentSeal | undefined
  /** The number of bytes after the line: a signature of the organisation, or something added later. */
  after: number
}

/** Undefined for a PDF without a seal line. The last line counts, and covers the bytes before it. */
export function splitSealed(file: Uint8Array<ArrayBuffer>): SealedDocument | undefined {
  const at = lastIndexOf(file, utf8(`\n${MARK}`))
  if (at < 0) return undefined
  const begin = at + 1
  const newline = file.indexOf(0x0a, begin)
  const end = newline < 0 ? file.length : newline
  const seal = end - begin > LONGEST_LINE ? undefined : parsed(file.subarray(begin, end))
  return { sealed: file.subarray(0, begin), seal, after: Math.max(0, file.length - end - 1) }
}

function parsed(line: Uint8Array): DocumentSeal | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(line)
    const seal = JSON.parse(text.slice(MARK.length)) as DocumentSeal
    // A seal in any other form than the service's was changed.
    return sealLine(seal) === `${text}\n` ? seal : undefined
  } catch {
    return undefined
  }
}

function lastIndexOf(bytes: Uint8Array, wanted: Uint8Array): number {
  for (
    let at = bytes.lastIndexOf(wanted[0]!, bytes.length - wanted.length);
    at >= 0;
    at = bytes.lastIndexOf(wanted[0]!, at - 1)
  ) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at
    if (at === 0) break
  }
  return -1
}

export type DocumentFault = 'shape' | 'content' | 'key' | 'signature' | 'unsupported'

/** Null if the service with one of these keys signed exactly these bytes. */
export async function wrongDocument(
  { sealed, seal }: SealedDocument,
  keys: readonly EvidenceKey[],
): Promise<DocumentFault | null> {
  try {
    if (seal?.statement.kind !== 'document') return 'shape'
    if (seal.statement.sha256 !== hex(await sha256(sealed))) return 'content'
    const { value } = seal.signature
    if (base64url(fromBase64url(value)) !== value) return 'signature'
    return await wrongSigner(documentBytes(seal.statement), seal.signature, keys)
  } catch {
    return 'shape'
  }
}
