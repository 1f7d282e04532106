import Type, { type Static } from 'typebox'
import { addresses, customisation, LanguageText, life, policy } from '#documents/schemas.ts'
import { blankable, Id, nullable, Remark } from '#http/schema-kit.ts'

// ── input ──

/** The body may be missing. */
export const Generation = nullable(
  Type.Object({ legalEntityId: blankable(Id()), language: LanguageText }, { examples: [{ language: 'es' }] }),
)
export type Generation = Static<typeof Generation>

export const PolicyPatch = Type.Object(customisation, {
  examples: [
    {
      customTitle: 'Cómo cuidamos sus datos',
      customIntro: 'En Tienda Sur tratamos sus datos con cuidado.',
      customSections: { security: { title: 'Seguridad de la información' } },
    },
  ],
})
export type PolicyPatch = Static<typeof PolicyPatch>

export const OfEntity = Type.Object({
  legalEntityId: Type.Optional(Remark(100, { description: 'Por defecto, la entidad principal' })),
})

export const CurrentQuery = Type.Object({
  ...OfEntity.properties,
  language: Type.Optional(Remark(35, { description: 'es o en; por defecto, el de la última publicada' })),
})
export type CurrentQuery = Static<typeof CurrentQuery>

// ── output ──

export const Policy = Type.Object(policy)
export type Policy = Static<typeof Policy>

export const PolicyDetail = Type.Object({ ...policy, ...addresses })

export const CurrentPolicy = Type.Object({
  ...policy,
  outdated: Type.Boolean({ description: 'La organización cambió desde que se redactó', examples: [false] }),
  changes: Type.Array(Type.String(), { examples: [['Se agregó la actividad «Boletín mensual».']] }),
})

export const Version = Type.Object({ id: Id(), ...life })
export type Version = Static<typeof Version>
