import Type from 'typebox'
import { Id, Instant, nullable, oneOf } from '#http/schema-kit.ts'
import { KEPT_DAYS } from './rules.ts'

export const TenantExport = Type.Object({
  id: Id(),
  status: oneOf(['PENDING', 'READY', 'FAILED'] as const),
  sizeBytes: nullable(Type.Integer({ examples: [1_482_003] })),
  sha256: nullable(
    Type.String({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] }),
  ),
  rowCount: nullable(Type.Integer({ examples: [5210] })),
  fileCount: nullable(Type.Integer({ examples: [48] })),
  error: nullable(Type.String()),
  requestedByName: nullable(Type.String({ examples: ['Ana Rojas'] })),
  createdAt: Instant(),
  completedAt: nullable(Instant()),
  expiresAt: Instant({ description: `Cuándo se elimina el archivo: ${KEPT_DAYS} días después de pedirlo` }),
})

export const TenantExports = Type.Object({ items: Type.Array(TenantExport) })

export const ARCHIVE_TYPE = 'application/gzip'

export const ARCHIVE_FILE = {
  description: 'La organización completa: registros en JSON por líneas y archivos, con sus huellas (tar.gz)',
  types: [ARCHIVE_TYPE],
}
