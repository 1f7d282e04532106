import Type, { type Static } from 'typebox'
import {
  BoundedText,
  blankable,
  Flag,
  Id,
  Instant,
  listQuery,
  Name,
  nullable,
  oneOf,
  optional,
} from '#http/schema-kit.ts'
import { SCOPES } from '#http/scopes.ts'
import { newestFirst } from '#kernel/paging.ts'
import { KEY_ROLES, OVERLAP } from './rules.ts'

// ── input ──

export const KEYS = newestFirst('api_keys', {}, { search: { columns: ['name', 'prefix', 'scopes'] } })

export const KeysQuery = listQuery(KEYS, {})
export type KeysQuery = Static<typeof KeysQuery>

const KeyName = Name({ examples: ['CRM de la tienda'] })
const Scopes = Type.Array(oneOf(SCOPES), { minItems: 1, maxItems: SCOPES.length })

const limits = {
  role: optional(
    oneOf(KEY_ROLES, {
      description: 'La clave actúa como lo haría alguien con este rol; ANALYST si no se indica',
    }),
  ),
  allowedAddresses: optional(
    Type.Array(BoundedText(50, { examples: ['200.27.10.0/24'] }), {
      maxItems: 50,
      description: 'Direcciones o redes (CIDR) desde las que se acepta; vacío, desde cualquiera',
    }),
  ),
  allowedOrigins: optional(
    Type.Array(BoundedText(200, { examples: ['https://www.tiendasur.cl'] }), {
      maxItems: 20,
      description: 'Sitios desde los que un navegador puede usarla; vacío, desde cualquiera',
    }),
  ),
  requestsPerMinute: optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      examples: [300],
      description: 'Límite propio por minuto, además del límite del plan',
    }),
  ),
}

export const NewApiKey = Type.Object(
  { name: KeyName, scopes: optional(Scopes), expiresAt: blankable(Instant()), ...limits },
  { examples: [{ name: 'CRM de la tienda', scopes: ['consent:read', 'consent:write'] }] },
)
export type NewApiKey = Static<typeof NewApiKey>

export const ApiKeyPatch = Type.Object(
  {
    name: Type.Optional(KeyName),
    scopes: optional(Scopes),
    expiresAt: blankable(Instant()),
    isActive: optional(Flag()),
    ...limits,
  },
  { examples: [{ name: 'CRM nuevo', isActive: false }] },
)
export type ApiKeyPatch = Static<typeof ApiKeyPatch>

export const Rotation = nullable(
  Type.Object(
    {
      overlapHours: optional(
        Type.Integer({
          minimum: 0,
          maximum: OVERLAP.most,
          description: `Horas en que la clave anterior sigue sirviendo; ${OVERLAP.default} si no se indica`,
        }),
      ),
    },
    { examples: [{ overlapHours: 24 }] },
  ),
)
export type Rotation = Static<typeof Rotation>

// ── output ──

const fields = {
  id: Id(),
  name: Type.String({ examples: ['CRM de la tienda'] }),
  prefix: Type.String({ examples: ['rsg_k3Xw9aQ1'] }),
  scopes: Type.Array(Type.String({ examples: ['consent:read'] })),
  expiresAt: nullable(Instant()),
  lastUsedAt: nullable(Instant()),
  isActive: Flag(),
  role: oneOf(KEY_ROLES),
  allowedAddresses: Type.Array(Type.String({ examples: ['200.27.10.0/24'] })),
  allowedOrigins: Type.Array(Type.String({ examples: ['https://www.tiendasur.cl'] })),
  requestsPerMinute: nullable(Type.Integer({ examples: [300] })),
  previousUntil: nullable(Instant()),
  holderLeft: Flag({
    description: 'Quien la vio al crearla o renovarla ya no es parte de la organización: conviene renovarla',
  }),
  createdAt: Instant(),
  updatedAt: Instant(),
}

export const ApiKey = Type.Object(fields)
export type ApiKey = Static<typeof ApiKey>

export const CreatedApiKey = Type.Object({
  ...fields,
  key: Type.String({ description: 'Se muestra solo esta vez', examples: ['rsg_k3Xw9aQ1…'] }),
})

export const ApiKeyScopes = Type.Object({
  items: Type.Array(
    Type.Object({
      scope: Type.String({ examples: ['rat:read'] }),
      label: Type.String({ examples: ['Registro de actividades de tratamiento: leer'] }),
    }),
  ),
})
