import Type, { type Static } from 'typebox'
import { addresses, customisation, LanguageText, life, policy, Requested } from '#documents/schemas.ts'
import { warned } from '#http/legal-schemas.ts'
import { blankable, Id, listQuery, Name, nullable, optional, Remark } from '#http/schema-kit.ts'
import type { List } from '#kernel/paging.ts'

// ── input ──

/** The body is optional. */
export const Generation = nullable(
  Type.Object(
    {
      legalEntityId: blankable(Id()),
      domainId: blankable(Id({ description: 'Sin él, la política cubre todos los sitios de la entidad' })),
      language: LanguageText,
    },
    { examples: [{ language: 'es' }] },
  ),
)
export type Generation = Static<typeof Generation>

const NewCookie = Type.Object({
  name: Name(),
  provider: optional(Remark(200)),
  purpose: optional(Remark(200)),
  category: optional(Remark(100)),
  duration: optional(Remark(200)),
  description: optional(Remark(2000)),
})

export const PolicyPatch = Type.Object(
  { ...customisation, cookies: optional(Type.Array(NewCookie, { maxItems: 2000 })) },
  {
    examples: [
      {
        customTitle: 'Cookies de Tienda Sur',
        cookies: [
          {
            name: '_ga',
            provider: 'Google',
            purpose: 'Medición de uso',
            category: 'analytics',
            duration: '2 años',
            description: 'Distingue visitas',
          },
        ],
      },
    ],
  },
)
export type PolicyPatch = Static<typeof PolicyPatch>

export const PoliciesQuery = Type.Object({
  legalEntityId: Type.Optional(Remark(100, { description: 'Por defecto, la entidad principal' })),
  domainId: Type.Optional(Remark(100)),
})
export type PoliciesQuery = Static<typeof PoliciesQuery>

export const VERSIONS: List<'version' | 'createdAt' | 'updatedAt'> = {
  name: 'cookie_policies',
  sorts: { version: 'version', createdAt: 'created_at', updatedAt: 'updated_at' },
  first: '-version',
  changed: 'updated_at',
  id: 'id',
  search: { columns: ['custom_title', 'publish_notes', 'status', 'language'] },
}

export const VersionsQuery = listQuery(VERSIONS, PoliciesQuery.properties)
export type VersionsQuery = Static<typeof VersionsQuery>

// ── output ──

const text = (example: string) => nullable(Type.String({ examples: [example] }))

export const Cookie = Type.Object({
  name: Type.String({ examples: ['_ga'] }),
  provider: text('Google'),
  purpose: text('Medición de uso'),
  category: text('analytics'),
  duration: text('2 años'),
  description: text('Distingue visitas'),
})

const domainId = nullable(Id({ description: 'Nulo: cubre todos los sitios de la entidad' }))

export const Policy = Type.Object({ ...policy, domainId, cookies: Type.Array(Cookie) })
export type Policy = Static<typeof Policy>

export const PolicyDetail = Type.Object({ ...Policy.properties, ...addresses })

/** The policy after the call, and the outcome of the request. */
const Published = Type.Object({ ...Policy.properties, ...Requested.properties })
export const PublishedCookies = warned(Published)

export const Version = Type.Object({ id: Id(), domainId, ...life })
export type Version = Static<typeof Version>

export const Coverage = Type.Object({
  covered: Type.Boolean({ description: 'La política informa todas las cookies de los avisos publicados' }),
  coverage: Type.Integer({ minimum: 0, maximum: 100, examples: [50] }),
  total: Type.Integer({ minimum: 0, examples: [2] }),
  missing: Type.Array(
    Type.Object({
      name: Type.String({ examples: ['_ga'] }),
      provider: text('Google'),
      purpose: text('Medición de uso'),
    }),
  ),
  policyId: nullable(Id({ description: 'La política comparada; nulo si no hay ninguna' })),
  policyVersion: nullable(Type.Integer({ minimum: 1 })),
})
