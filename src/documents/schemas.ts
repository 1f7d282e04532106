import Type, { type Static } from 'typebox'
import { LawVersion, overridable, warned } from '#http/legal-schemas.ts'
import { AnyObject, Flag, Id, Instant, nullable, oneOf, optional, Remark } from '#http/schema-kit.ts'
import { LANGUAGES } from './languages.ts'
import { STATES } from './publication.ts'
import { type CustomSections, DIFFERENCES, type Sections } from './sections.ts'

/** The API fields that privacy and cookie policies share. */

// ── requests ──

/** Any text: an unsupported language is well formed but impossible (422). */
export const LanguageText = optional(Remark(35, { description: 'es o en; por defecto es', examples: ['es'] }))

const SectionText = Remark(200_000, { description: 'Texto, o HTML simple; lo demás se quita al mostrarlo' })

/** Contract 2.10: «per-section visibility or content»; decisions: an object with either, or both. */
const CustomSection = Type.Unsafe<CustomSections[string]>({
  type: ['object', 'boolean', 'string', 'null'],
  properties: { visible: optional(Flag()), title: optional(Remark(500)), content: optional(SectionText) },
  maxLength: 200_000,
})

const EXAMPLE: CustomSections = {
  security: { title: 'Seguridad de la información' },
  cookies: { visible: false },
}

/** Contract 2.10: customTitle at most 500, customIntro at most 5000. */
export const customisation = {
  customTitle: optional(Remark(500)),
  customIntro: optional(Remark(5000)),
  customSections: optional(
    Type.Unsafe<CustomSections>({
      type: 'object',
      maxProperties: 100,
      additionalProperties: CustomSection,
      description:
        'Por clave de sección: un objeto que la oculta o le da otro título o contenido, o solo un booleano (visible) o un texto (contenido)',
      examples: [EXAMPLE],
    }),
  ),
}

/** Contract 2.10: publish notes at most 2000. The body itself may be left out. */
export const Publication = nullable(
  Type.Object(
    { notes: optional(Remark(2000)), ...overridable },
    { examples: [{ notes: 'Agrega el programa de puntos' }] },
  ),
)
export type Publication = Static<typeof Publication>

// ── answers ──

export const Section = Type.Object({
  title: Type.String({ examples: ['Responsable del tratamiento'] }),
  content: Type.String({
    description: 'HTML seguro',
    examples: ['<p>El responsable es Tienda Sur SpA.</p>'],
  }),
})

export const SectionsByKey = Type.Unsafe<Sections>({
  type: 'object',
  additionalProperties: Section,
  examples: [
    {
      controller: {
        title: 'Responsable del tratamiento',
        content: '<p>El responsable es Tienda Sur SpA.</p>',
      },
    },
  ],
})

export const Completeness = Type.Object({
  filled: Type.Integer({ minimum: 0, examples: [9] }),
  total: Type.Integer({ minimum: 0, examples: [14] }),
  percentage: Type.Integer({ minimum: 0, maximum: 100, examples: [64] }),
})

export const Gaps = Type.Array(
  Type.Object({
    section: Type.String({ examples: ['contact'] }),
    missing: Type.String({ examples: ['domicilio postal'] }),
  }),
  { description: 'Lo que falta completar en los registros de la organización' },
)

const UserId = nullable(Id())

export const life = {
  version: Type.Integer({ minimum: 1 }),
  lawVersion: LawVersion(),
  status: oneOf(STATES),
  language: oneOf(LANGUAGES),
  legalEntityId: Id(),
  publishedAt: nullable(Instant()),
  publishedBy: UserId,
  publishNotes: nullable(Type.String()),
  createdAt: Instant(),
}

/** Every field of 2.10. */
export const policy = {
  id: Id(),
  ...life,
  content: SectionsByKey,
  customSections: AnyObject({ examples: [EXAMPLE] }),
  customTitle: nullable(Type.String()),
  customIntro: nullable(Type.String()),
  completeness: Completeness,
  gaps: Gaps,
  createdBy: UserId,
  updatedBy: UserId,
  updatedAt: Instant(),
}

export const Requested = Type.Object({
  workflowStarted: Type.Boolean(),
  workflowInstanceId: nullable(Id()),
  message: Type.String({ examples: ['La política quedó en aprobación.'] }),
})
export type Requested = Static<typeof Requested>

export const PublicationRequested = warned(Requested)

const Stretches = Type.Array(
  Type.Object({
    kind: oneOf(['same', 'added', 'removed']),
    text: Type.String({ examples: ['El responsable es Tienda Sur SpA.'] }),
  }),
  { description: 'Lo que cambió, en el orden en que se lee' },
)

const SectionDifference = Type.Object({
  key: Type.String({ examples: ['controller'] }),
  difference: oneOf(DIFFERENCES),
  before: nullable(Section),
  after: nullable(Section),
  stretches: Stretches,
})

const Side = Type.Object({ id: Id(), version: Type.Integer({ minimum: 1 }), title: Type.String() })

export const DiffQuery = Type.Object({ against: Id({ description: 'La versión con que se compara' }) })

export const Diff = Type.Object({
  before: Side,
  after: Side,
  introChanged: Type.Boolean(),
  sections: Type.Array(SectionDifference),
})

/** The current records beside the policy. */
export const PolicyDrift = Type.Object({
  id: Id(),
  version: Type.Integer({ minimum: 1 }),
  outdated: Type.Boolean({ description: 'Los registros cambiaron desde que se redactó', examples: [true] }),
  changes: Type.Array(Type.String(), { examples: [['Se agregó la actividad «Boletín mensual».']] }),
  sections: Type.Array(
    Type.Object({
      key: Type.String({ examples: ['controller'] }),
      article: nullable(
        Type.String({
          description: 'Lo que la pide; nulo en las que agregó la organización',
          examples: ['art. 14 ter letra b), Ley 19.628 (mod. Ley 21.719)'],
        }),
      ),
      isMandatory: Flag({ description: 'La ley la pide: no se puede ocultar' }),
      isOwn: Flag({ description: 'Su texto lo escribió una persona: los registros ya no lo cambian' }),
      isHidden: Flag(),
      hasDrifted: Flag({ description: 'Hoy los registros la redactarían de otro modo' }),
      records: nullable(Section),
      text: nullable(Section),
      stretches: Stretches,
    }),
  ),
})

/** The public addresses. */
export const addresses = {
  pageUrl: Type.String({
    description: 'La página donde el público la lee, una vez publicada',
    examples: ['https://privacidad.tiendasur.cl/politica/tienda-sur'],
  }),
  embedCode: Type.String({
    description: 'Lo que se pega en el sitio para mostrarla ahí',
    examples: [
      '<div data-resguardo-politica="tienda-sur"></div>\n<script async src="https://privacidad.tiendasur.cl/w/v1/politica.js"></script>',
    ],
  }),
}
