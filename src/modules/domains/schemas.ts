import Type, { type Static } from 'typebox'
import {
  BoundedText,
  Flag,
  Id,
  Instant,
  listQuery,
  Name,
  nullable,
  oneOf,
  optional,
  PathId,
  Remark,
} from '#http/schema-kit.ts'
import { newestFirst, TITLE } from '#kernel/paging.ts'
import { ENVIRONMENTS, LINK_ROLES, PROOFS } from './rules.ts'

// ── input ──

/** Contract part 8: url 3-255, name 1-200, description at most 1000. */
const Url = Type.String({
  minLength: 3,
  maxLength: 255,
  pattern: '\\S',
  examples: ['https://www.tiendasur.cl'],
})

export const NewDomain = Type.Object(
  {
    url: Url,
    name: Name(),
    legalEntityId: Id(),
    description: optional(Remark(1000)),
    environment: optional(oneOf(ENVIRONMENTS)),
  },
  {
    examples: [
      {
        url: 'https://www.tiendasur.cl',
        name: 'Tienda en línea',
        legalEntityId: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f',
        description: 'Sitio de ventas a personas',
        environment: 'PRODUCTION',
      },
    ],
  },
)
export type NewDomain = Static<typeof NewDomain>

export const DomainPatch = Type.Object(
  {
    url: Type.Optional(Url),
    name: Type.Optional(Name()),
    legalEntityId: Type.Optional(Id()),
    description: optional(Remark(1000)),
    environment: optional(oneOf(ENVIRONMENTS)),
    isActive: optional(Flag()),
  },
  { examples: [{ isActive: false }] },
)
export type DomainPatch = Static<typeof DomainPatch>

export const DOMAINS = newestFirst('domains', { name: TITLE }, { as: 'domains' })

export const DomainsQuery = listQuery(DOMAINS, {
  legalEntityId: Type.Optional(Remark(100)),
  isActive: Type.Optional(Flag()),
})
export type DomainsQuery = Static<typeof DomainsQuery>

export const NewLink = Type.Object(
  { activityId: Id(), role: oneOf(LINK_ROLES) },
  { examples: [{ activityId: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f', role: 'COLLECTION' }] },
)
export type NewLink = Static<typeof NewLink>

export const AllLinks = Type.Object(
  { activities: Type.Array(NewLink, { maxItems: 1000 }) },
  {
    examples: [{ activities: [{ activityId: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f', role: 'COLLECTION' }] }],
  },
)

export const OfLink = Type.Object({ id: PathId, activityId: PathId })

// ── output ──

const domain = {
  id: Id(),
  url: BoundedText(255, { examples: ['https://www.tiendasur.cl'] }),
  name: Type.String({ examples: ['Tienda en línea'] }),
  legalEntityId: Id(),
  entityName: Type.String({ examples: ['Tienda Sur SpA'] }),
  description: nullable(Type.String({ examples: ['Sitio de ventas a personas'] })),
  environment: oneOf(ENVIRONMENTS),
  isActive: Flag(),
  isVerified: Flag(),
  verifiedAt: nullable(Instant()),
  createdAt: Instant(),
  updatedAt: Instant(),
}

export const Domain = Type.Object(domain)
export type Domain = Static<typeof Domain>

export const DomainDetail = Type.Object({
  ...domain,
  notices: Type.Array(
    Type.Object({
      id: Id(),
      name: Type.String({ examples: ['Aviso de cookies'] }),
      status: Type.String({ examples: ['PUBLISHED'] }),
    }),
  ),
  activities: Type.Array(
    Type.Object({
      id: Id({ description: 'Identificador del vínculo' }),
      activityId: Id(),
      name: Type.String({ examples: ['Venta en línea'] }),
      role: Type.String({ examples: ['COLLECTION'] }),
    }),
  ),
  policies: Type.Array(
    Type.Object({
      id: Id(),
      kind: Type.String({ examples: ['COOKIE'] }),
      version: Type.Integer({ examples: [1] }),
      status: Type.String({ examples: ['PUBLISHED'] }),
    }),
  ),
})

export const Identified = Type.Object({ id: Id() })

export const Verification = Type.Object({
  domainId: Id(),
  isVerified: Flag(),
  verifiedAt: nullable(Instant()),
  token: Type.String({ examples: ['x3Jb0yQm5v7Tn1Kc9Rz2Lw8Hd4Fs6Gp'] }),
  dns: Type.Object({
    type: Type.String({ examples: ['TXT'] }),
    name: Type.String({ examples: ['_resguardo.www.tiendasur.cl'] }),
    value: Type.String({ examples: ['resguardo-verification=x3Jb0yQm5v7Tn1Kc9Rz2Lw8Hd4Fs6Gp'] }),
  }),
  file: Type.Object({
    url: Type.String({ examples: ['https://www.tiendasur.cl/.well-known/resguardo-verification.txt'] }),
    content: Type.String({ examples: ['resguardo-verification=x3Jb0yQm5v7Tn1Kc9Rz2Lw8Hd4Fs6Gp'] }),
  }),
  instructions: Type.String({ examples: ['Elija una de las dos formas…'] }),
})

export const Verified = Type.Object({
  id: Id(),
  isVerified: Flag(),
  verifiedAt: Instant(),
  method: oneOf(PROOFS, { description: 'Dónde se encontró la prueba' }),
})
