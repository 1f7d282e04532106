import { base64url, fromBase64url, hex, sha256, utf8 } from './bytes.ts'
import { canonical } from './canonical.ts'
import { type EvidenceKey, type Head, type HeadSignature, headOf, type Stamp } from './entry.ts'
import { wrongSigner } from './proof.ts'

/** An inspection folder proves itself: its manifest hashes every file, and the service signs the manifest's hash. */

export const FOLDER = {
  manifest: 'manifiesto.json',
  sums: 'manifiesto.txt',
  seal: 'evidencia/sello.json',
  keys: 'evidencia/claves.json',
  verifier: 'verificador.html',
} as const

export interface FolderManifest {
  titulo: string
  organizacion: string
  rut: string | null
  preparadaEl: string
  preparadaPor: string | null
  identificador: string
  algoritmo: 'SHA-256'
  archivos: { archivo: string; descripcion: string; bytes: number; sha256: string }[]
}

/** The signed statement about a folder. `kind` keeps it from passing as a head. */
export interface FolderStatement {
  kind: 'inspection-folder'
  id: string
  organisation: { id: string; slug: string; name: string }
  at: string
  /** SHA-256 of the manifest. */
  manifest: string
  /** The end of the chain of evidence when the folder was made. */
  head: Head | null
  /** The stamps of that head. */
  stamps: Stamp[]
}

export interface FolderSeal {
  statement: FolderStatement
  signature: HeadSignature
}

/** The only valid text of a seal: any other text was changed. */
export function textOfSeal({ statement, signature }: FolderSeal): string {
  const { kid, alg, value } = signature
  return `${canonical({ statement: signedOf(statement), signature: { kid, alg, value } })}\n`
}

/** Only the named fields are signed, as in a head. */
function signedOf(statement: FolderStatement) {
  const { kind, id, organisation, at, manifest, head, stamps } = statement
  const { id: tenantId, slug, name } = organisation
  return {
    kind,
    id,
    organisation: { id: tenantId, slug, name },
    at,
    manifest,
    head: head && { ...headOf(head) },
    stamps: stamps.map(({ authority, at: stampedAt, token }) => ({ authority, at: stampedAt, token })),
  }
}

export function statementBytes(statement: FolderStatement) {
  return utf8(canonical(signedOf(statement)))
}

export function sumsOf(manifest: FolderManifest): string {
  return manifest.archivos.map(({ archivo, sha256: sum }) => `${sum}  ${archivo}\n`).join('')
}

export type FolderFault = 'shape' | 'manifest' | 'key' | 'signature' | 'unsupported'

/** Null if the service with one of these keys signed exactly this manifest. */
export async function wrongSeal(
  seal: FolderSeal,
  manifest: Uint8Array<ArrayBuffer>,
  keys: readonly EvidenceKey[],
): Promise<FolderFault | null> {
  try {
    if (seal.statement.kind !== 'inspection-folder') return 'shape'
    if (seal.statement.manifest !== hex(await sha256(manifest))) return 'manifest'
    const { value } = seal.signature
    if (base64url(fromBase64url(value)) !== value) return 'signature'
    return await wrongSigner(statementBytes(seal.statement), seal.signature, keys)
  } catch {
    return 'shape'
  }
}
