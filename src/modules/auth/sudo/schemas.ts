import Type, { type Static } from 'typebox'
import { BoundedText, optional } from '#http/schema-kit.ts'
import { FactorProof } from '../mfa/schemas.ts'

const { method, code, credential } = FactorProof.properties

export const Sudo = Type.Object(
  { password: optional(BoundedText(128)), method: Type.Optional(method), code, credential },
  { examples: [{ password: 'una-frase-larga-y-propia' }] },
)
export type Sudo = Static<typeof Sudo>
