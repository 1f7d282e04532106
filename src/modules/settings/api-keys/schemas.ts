import Type, { type Static } from 'typebox'
import { blankable, Flag, Id, Instant, Name, nullable, oneOf, optional } from '#http/schema-kit.ts'
import { SCOPES } from './rules.ts'

// ── what comes in ──

const KeyName = Name({ examples: ['CRM de la tienda'] })
const Scopes = Type.Array(oneOf(SCOPES), { minItems: 1, maxItems: 20 })

export const NewApiKey = Type.Object(
  { name: KeyName, scopes: optional(Scopes), expiresAt: blankable(Instant()) },
  { examples: [{ name: 'CRM de la tienda', scopes: ['consent:read', 'consent:write'] }] },
)
export type NewApiKey = Static<typeof NewApiKey>

export const ApiKeyPatch = Type.Object(
  {
    name: Type.Optional(KeyName),
    scopes: optional(Scopes),
    expiresAt: blankable(Instant()),
    isActive: optional(Flag()),
  },
  { examples: [{ name: 'CRM nuevo', isActive: false }] },
)
export type ApiKeyPatch = Static<typeof ApiKeyPatch>

// ── what goes out ──

const fields = {
  id: Id(),
  name: Type.String({ examples: ['CRM de la tienda'] }),
  prefix: Type.String({ examples: ['rsg_k3Xw9aQ1'] }),
  scopes: Type.Array(Type.String({ examples: ['consent:read'] })),
  expiresAt: nullable(Instant()),
  lastUsedAt: nullable(Instant()),
  isActive: Flag(),
  createdAt: Instant(),
  updatedAt: Instant(),
}

export const ApiKey = Type.Object(fields)
export type ApiKey = Static<typeof ApiKey>

export const CreatedApiKey = Type.Object({
  ...fields,
  key: Type.String({ description: 'Se muestra solo esta vez', examples: ['rsg_k3Xw9aQ1…'] }),
})
