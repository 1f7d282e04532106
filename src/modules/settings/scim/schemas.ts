import Type, { type Static } from 'typebox'
import { blankable, Id, Instant, listQuery, Name, nullable } from '#http/schema-kit.ts'
import { SCIM_TOKENS } from '#modules/auth/public.ts'

export const TokensQuery = listQuery(SCIM_TOKENS, {})
export type TokensQuery = Static<typeof TokensQuery>

const TokenName = Name({ examples: ['Entra ID'] })

export const NewScimToken = Type.Object(
  { name: TokenName, expiresAt: blankable(Instant()) },
  { examples: [{ name: 'Entra ID' }] },
)
export type NewScimToken = Static<typeof NewScimToken>

const fields = {
  id: Id(),
  name: Type.String({ examples: ['Entra ID'] }),
  prefix: Type.String({ examples: ['rsc_k3Xw9aQ1'] }),
  expiresAt: nullable(Instant()),
  lastUsedAt: nullable(Instant()),
  createdAt: Instant(),
}

export const ScimToken = Type.Object(fields)

export const CreatedScimToken = Type.Object({
  ...fields,
  token: Type.String({ description: 'Se muestra solo esta vez', examples: ['rsc_k3Xw9aQ1…'] }),
  baseUrl: Type.String({
    description: 'La dirección que se escribe en el proveedor',
    examples: ['https://resguardo.tiendasur.cl/api/v1/scim/v2'],
  }),
})
