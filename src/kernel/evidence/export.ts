import { hex, sha256, utf8 } from './bytes.ts'
import { canonical } from './canonical.ts'
import type { HeadSignature } from './entry.ts'

/** The manifest of an export, as far as its seal is about it. */
export interface SealedManifest {
  createdAt: string
  organisation: { id: string }
  secrets?: unknown
  seal?: HeadSignature
}

/** What the service signs of an export: everything of its manifest but the proof of its secrets, and the seal. */
export async function exportBytes(manifest: SealedManifest) {
  const { secrets: _, seal: __, ...rest } = manifest
  const digest = hex(await sha256(utf8(JSON.stringify(rest))))
  const { organisation, createdAt } = manifest
  return utf8(canonical({ kind: 'export', organisation: organisation.id, at: createdAt, manifest: digest }))
}
