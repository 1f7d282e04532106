import Type, { type Static } from 'typebox'
import { Instant, PathId } from '#http/schema-kit.ts'
import { LARGEST_BYTES } from './rules.ts'

export const ByKey = Type.Object({ key: PathId })

export const UploadForm = Type.Object({
  file: Type.String({ format: 'binary', maxLength: LARGEST_BYTES, description: 'El archivo' }),
})

export const StoredFile = Type.Object({
  key: PathId,
  name: Type.String({ examples: ['aviso-agencia.pdf'] }),
  contentType: Type.String({ examples: ['application/pdf'] }),
  size: Type.Integer({ minimum: 0, examples: [48213] }),
  sha256: Type.String({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] }),
  createdAt: Instant(),
})
export type StoredFile = Static<typeof StoredFile>
