import { hex, sha256, utf8 } from './bytes.ts'
import { canonical } from './canonical.ts'
import type { HeadSignature } from './entry.ts'

/** The parts of an export's manifest that matter for its seal. */
export interface SealedManifest {
  createdAt: string
  organisation: { id: string }
  secrets?: unknown
  seal?: HeadSignature
}

/** The signed bytes of an export: its manifest without the seal and the proof of its secrets. */
export async function exportBytes(manifest: SealedManifest) {
  const { secrets: _, seal: __, ...rest } = manifest
  const digest = hex(await sha256(utf8(JSON.stringify(rest))))
  const { organisation, createdAt } = manifest
  return utf8(canonical({ kind: 'export', organisation: organisation.id, at: createdAt, manifest: digest }))
}
