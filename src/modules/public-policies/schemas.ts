import Type, { type Static } from 'typebox'
import { LANGUAGES } from '#documents/languages.ts'
import { LawVersion } from '#http/legal-schemas.ts'
import { Id, Instant, oneOf, Remark } from '#http/schema-kit.ts'
import { Cookie } from '#modules/cookie-policy/public.ts'

export const OfTenant = Type.Object({
  tenantSlug: Type.String({ minLength: 1, maxLength: 100, examples: ['tienda-sur'] }),
})

const query = {
  language: Type.Optional(
    Type.String({
      maxLength: 35,
      description: 'Solo si está publicada en ese idioma; por defecto, en español si la hay',
    }),
  ),
  legalEntityId: Type.Optional(Remark(100, { description: 'Por defecto, la entidad principal' })),
}

export const PrivacyQuery = Type.Object(query)

export const CookiesQuery = Type.Object({
  ...query,
  domainId: Type.Optional(
    Remark(100, { description: 'La política de ese sitio o, si no tiene, la general' }),
  ),
})
export type CookiesQuery = Static<typeof CookiesQuery>

/** The query of the page: an older version, or its changes. */
export const PageQuery = Type.Object({
  ...CookiesQuery.properties,
  version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  changes: Type.Optional(Type.Boolean()),
  /** Set inside another site's frame. */
  marco: Type.Optional(Type.Literal('1')),
})
export type PageQuery = Static<typeof PageQuery>

export const PublishedPolicy = Type.Object({
  title: Type.String({ examples: ['Política de privacidad de Tienda Sur SpA'] }),
  intro: Type.String({ description: 'HTML seguro', examples: ['<p>Así tratamos sus datos.</p>'] }),
  sections: Type.Array(
    Type.Object({
      key: Type.String({ examples: ['controller'] }),
      title: Type.String({ examples: ['Responsable del tratamiento'] }),
      content: Type.String({
        description: 'HTML seguro',
        examples: ['<p>El responsable es Tienda Sur SpA.</p>'],
      }),
    }),
  ),
  version: Type.Integer({ minimum: 1 }),
  lawVersion: LawVersion(),
  language: oneOf(LANGUAGES),
  languages: Type.Array(oneOf(LANGUAGES), {
    description: 'Los idiomas en que está publicada',
    examples: [['es', 'en']],
  }),
  publishedAt: Instant(),
  legalEntity: Type.Object({ id: Id(), name: Type.String({ examples: ['Tienda Sur SpA'] }) }),
})
export type PublishedPolicy = Static<typeof PublishedPolicy>

export const PublishedCookiePolicy = Type.Object({
  ...PublishedPolicy.properties,
  cookies: Type.Array(Cookie),
})
