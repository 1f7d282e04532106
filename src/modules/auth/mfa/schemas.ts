import Type, { type Static } from 'typebox'
import { BoundedText, Id, Instant, nullable, oneOf, optional } from '#http/schema-kit.ts'
import { Assertion, Passkey } from '../passkeys/schemas.ts'
import { FACTOR_METHODS } from './rules.ts'

const Code = BoundedText(40, { examples: ['123456'] })
const MfaToken = BoundedText(500, { examples: ['kQ2n8…'] })

const proof = {
  method: oneOf(FACTOR_METHODS),
  code: optional(Code),
  credential: optional(Assertion),
}

/** The proof of a second factor: a code of the application, a recovery code, or a passkey's answer. */
export const FactorProof = Type.Object(proof, { examples: [{ method: 'totp', code: '123456' }] })
export type FactorProof = Static<typeof FactorProof>

export const FactorVerification = Type.Object(
  { mfa_token: MfaToken, ...proof },
  { examples: [{ mfa_token: 'kQ2n8…', method: 'totp', code: '123456' }] },
)

export const PendingSignIn = Type.Object({ mfa_token: MfaToken })

export const TotpConfirmation = Type.Object({ code: Code }, { examples: [{ code: '123456' }] })

// ── output ──

export const TotpSetup = Type.Object({
  secret: Type.String({ examples: ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'] }),
  otpauthUrl: Type.String({
    examples: ['otpauth://totp/Resguardo:ana%40tiendasur.cl?issuer=Resguardo&secret=GEZDGNBVGY3TQOJQ'],
  }),
  qrSvg: Type.String({ description: 'El mismo enlace como código QR', examples: ['<svg …>'] }),
})

export const RecoveryCodes = Type.Object({
  recoveryCodes: Type.Array(Type.String({ examples: ['K7QM-3XWD-P6RA-H2TN'] }), {
    description: 'Diez códigos de un solo uso. Se muestran una sola vez',
  }),
})

export const FactorList = Type.Object({
  methods: Type.Array(oneOf(FACTOR_METHODS), {
    description: 'Con qué se puede confirmar el inicio de sesión',
  }),
  totp: nullable(Type.Object({ createdAt: Instant(), lastUsedAt: nullable(Instant()) })),
  passkeys: Type.Array(Passkey),
  recoveryCodesLeft: Type.Integer({ examples: [10] }),
  requiredBy: Type.Array(Type.Object({ id: Id(), name: Type.String({ examples: ['Tienda Sur SpA'] }) }), {
    description: 'Las organizaciones de la persona que exigen un segundo factor',
  }),
  strong: Type.Boolean({ description: 'En esta sesión ya se probó un segundo factor' }),
})
