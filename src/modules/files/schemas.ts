import Type, { type Static } from 'typebox'
import { BoundedText, Id, Instant, listQuery, nullable, oneOf, PathId } from '#http/schema-kit.ts'
import { newestWritten } from '#kernel/paging.ts'
import { LARGEST_BYTES } from './rules.ts'
import { FILE_KINDS } from './uploads/rules.ts'

export const ByKey = Type.Object({ key: PathId })

export const UploadForm = Type.Object({
  file: Type.String({ format: 'binary', maxLength: LARGEST_BYTES, description: 'El archivo' }),
  entityType: Type.Optional(
    BoundedText(50, { description: 'Con entityId: el registro que respalda', examples: ['breach'] }),
  ),
  entityId: Type.Optional(PathId),
})

export const FILES = newestWritten('files', { words: 'files' })

export const FilesQuery = listQuery(FILES, {
  entityType: Type.Optional(
    BoundedText(50, { description: 'Con entityId: los de ese registro', examples: ['dsar_request'] }),
  ),
  entityId: Type.Optional(PathId),
})
export type FilesQuery = Static<typeof FilesQuery>

export const StoredFile = Type.Object({
  key: PathId,
  name: Type.String({ examples: ['aviso-agencia.pdf'] }),
  contentType: Type.String({ examples: ['application/pdf'] }),
  size: Type.Integer({ minimum: 0, examples: [48213] }),
  sha256: Type.String({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] }),
  createdAt: Instant(),
})
export type StoredFile = Static<typeof StoredFile>

export const ListedFile = Type.Object({
  ...StoredFile.properties,
  kind: nullable(
    oneOf(FILE_KINDS, {
      description: 'Como qué llegó con una solicitud: poder, identidad, carta escaneada u otro; si no, nulo',
    }),
  ),
  uploadedBy: nullable(Id({ description: 'Nulo si lo envió alguien sin cuenta' })),
})
export type ListedFile = Static<typeof ListedFile>
