import Type, { type Static } from 'typebox'
import { Flag, Instant, NullableText, nullable, oneOf } from '#http/schema-kit.ts'
import { KEY_TYPES, MOST_CHARACTERS } from './rules.ts'

// ── input ──

export const NewSigningCertificate = Type.Object(
  {
    file: Type.String({
      minLength: 1,
      maxLength: MOST_CHARACTERS,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: 'El archivo PKCS#12 (.p12, .pfx) en base64, de 64 kB a lo más',
      examples: ['MIIKPAIBAzCCCfIGCSqGSIb3DQEHAaCCCeMEggnf'],
    }),
    password: Type.String({
      maxLength: 500,
      description: 'La que abre el archivo. No se guarda',
      examples: ['una-contraseña'],
    }),
  },
  { examples: [{ file: 'MIIKPAIBAzCCCfIGCSqGSIb3DQEHAaCCCeMEggnf', password: 'una-contraseña' }] },
)
export type NewSigningCertificate = Static<typeof NewSigningCertificate>

// ── output ──

export const SigningCertificate = Type.Object({
  configured: Flag({ description: 'Si la organización guarda un certificado' }),
  usable: Flag({ description: 'Si con él se firman los documentos en este momento' }),
  expired: Flag(),
  subject: NullableText('Tienda Sur SpA'),
  issuer: NullableText('Certificadora de Chile'),
  serial: NullableText('3becd0367f88c0973a363001'),
  fingerprint: NullableText('26455402516e5e2bc267e5e572b8c5ee42cc0c502d8274c25b012dccffc611ec'),
  keyType: nullable(oneOf(KEY_TYPES, { examples: ['RSA'] })),
  notBefore: nullable(Instant()),
  notAfter: nullable(Instant()),
  uploadedBy: NullableText('Ana Rojas'),
  uploadedAt: nullable(Instant()),
})
export type SigningCertificate = Static<typeof SigningCertificate>
