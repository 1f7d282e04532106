import Type, { type Static } from 'typebox'
import { BoundedText, Instant, oneOf } from '#http/schema-kit.ts'
import { DATA_TYPES, LARGEST_UPLOAD_BYTES, UPLOAD_KINDS } from './rules.ts'

// ── input ──

export const NewUpload = Type.Object(
  { name: BoundedText(200, { description: 'El nombre del archivo, con su extensión' }) },
  { examples: [{ name: 'poder-notarial.pdf' }] },
)
export type NewUpload = Static<typeof NewUpload>

const UploadKey = (description?: string) =>
  BoundedText(100, {
    ...(description && { description }),
    examples: ['q3Jx0b6m1m0vXo2pV0d9mQ8rT5yU7iO1aS3dF5gH7jK'],
  })

export const Attachment = Type.Object({
  uploadKey: UploadKey('La clave con que se subió el archivo'),
  kind: oneOf(UPLOAD_KINDS, {
    description: 'mandate: el poder de quien representa; identity: acredita quién es; other: otro',
  }),
})
export type Attachment = Static<typeof Attachment>

export const ByUploadKey = Type.Object({
  uploadKey: Type.String({
    description: 'La clave que se pidió para el archivo',
    examples: ['q3Jx0b6m1m0vXo2pV0d9mQ8rT5yU7iO1aS3dF5gH7jK'],
  }),
})

// ── output ──

export const Upload = Type.Object({
  uploadKey: UploadKey('Sirve una vez'),
  uploadUrl: Type.String({
    description: 'A donde se envían los bytes, con PUT',
    examples: [
      'https://privacidad.tiendasur.cl/api/v1/public/uploads/q3Jx0b6m1m0vXo2pV0d9mQ8rT5yU7iO1aS3dF5gH7jK',
    ],
  }),
  maxBytes: Type.Integer({ examples: [LARGEST_UPLOAD_BYTES] }),
  types: Type.Array(oneOf(DATA_TYPES), { description: 'Se reconocen por sus bytes, no por su nombre' }),
  expiresAt: Instant({ description: 'Hasta cuándo se pueden enviar los bytes: una hora' }),
})
export type Upload = Static<typeof Upload>

export const UploadedFile = Type.Object({
  name: Type.String({ examples: ['poder-notarial.pdf'] }),
  contentType: oneOf(DATA_TYPES),
  size: Type.Integer({ minimum: 1, examples: [48213] }),
  expiresAt: Instant({ description: 'Si ninguna solicitud lo adjunta antes, se borra' }),
})
export type UploadedFile = Static<typeof UploadedFile>
