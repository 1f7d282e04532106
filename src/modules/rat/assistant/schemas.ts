import Type, { type Static } from 'typebox'
import { blankable, FreeObject, Id, LongText, nullable, oneOf } from '#http/schema-kit.ts'
import { DATA_CATEGORY_KEYS } from '#kernel/data-categories.ts'
import { optionalFields, requiredFields } from '../activities/schemas.ts'
import { CLOSED_VALUES, MOST_SUGGESTIONS, SUGGESTED_FIELDS, type SuggestedField } from './suggest.ts'

// ── input ──

export const DraftRequest = Type.Object(
  { description: LongText(), systemId: blankable(Id()) },
  { examples: [{ description: 'Control de asistencia con huella en la bodega' }] },
)
export type DraftRequest = Static<typeof DraftRequest>

export const SuggestRequest = Type.Object(
  {
    field: oneOf(SUGGESTED_FIELDS),
    activity: FreeObject({
      description: 'Lo que se sabe de la actividad, con los campos de POST /rat/activities',
    }),
  },
  {
    examples: [
      { field: 'legalBasis', activity: { name: 'Fichas de pacientes', dataCategories: ['name', 'health'] } },
    ],
  },
)
export type SuggestRequest = Static<typeof SuggestRequest>

// ── the answer of a model: the schema of POST without the system ──

/** A description cannot tell these fields. */
const { legalEntityId: _entity, balancing: _balancing, reviewAt: _review, ...drafted } = optionalFields

export const ModelDraft = Type.Object({
  activity: Type.Object({ ...requiredFields, ...drafted }),
  rationale: LongText(),
})
export type ModelDraft = Static<typeof ModelDraft>

export const modelSuggestions = (field: SuggestedField) =>
  Type.Object({
    suggestions: Type.Array(
      Type.Object({
        value: CLOSED_VALUES[field] ? oneOf(CLOSED_VALUES[field]) : LongText(),
        reason: LongText(),
        confidence: Type.Number({ minimum: 0, maximum: 1 }),
      }),
      { minItems: 1, maxItems: 2 * MOST_SUGGESTIONS },
    ),
  })

// ── output ──

const SOURCES = ['model', 'catalog'] as const
export type Source = (typeof SOURCES)[number]

const Quota = Type.Object({ used: Type.Integer({ examples: [3] }), limit: Type.Integer({ examples: [100] }) })
const source = oneOf(SOURCES, {
  description: 'model: el modelo configurado; catalog: plantillas y reglas propias',
})

const share = { minimum: 0, maximum: 1, examples: [0.86] }

const Alternative = Type.Object({
  templateId: Type.String({ examples: ['control-biometrico'] }),
  name: Type.String({ examples: ['Control biométrico de acceso y asistencia'] }),
  confidence: Type.Number(share),
})

export const Proposal = Type.Object({
  activity: Type.Object(
    {
      ...requiredFields,
      legalBasis: nullable(requiredFields.legalBasis),
      dataCategories: Type.Array(oneOf(DATA_CATEGORY_KEYS)),
      subjectCategories: Type.Array(Type.String({ examples: ['employees'] })),
      retentionPeriod: nullable(requiredFields.retentionPeriod),
      ...drafted,
      systemId: nullable(Id()),
    },
    {
      description:
        'Conserva las palabras de la descripción en «name» y «purpose». Con «confidence» bajo 0,5 los demás campos vienen vacíos.',
    },
  ),
  rationale: Type.String({
    examples: ['Parte de la plantilla «Control biométrico de acceso y asistencia».'],
  }),
  confidence: Type.Number({
    ...share,
    description: 'Cuán segura es la propuesta, de 0 a 1. Bajo 0,5 no se sabe qué actividad es.',
  }),
  dpiaRequired: Type.Boolean({
    description: 'Si requiere evaluación de impacto, según la propuesta y la descripción (art. 15 ter)',
    examples: [true],
  }),
  hasSensitiveData: Type.Boolean({
    description: 'Si trata datos sensibles, incluida la situación socioeconómica (art. 2 letra g)',
    examples: [true],
  }),
  reasons: Type.Array(
    Type.Object({
      field: Type.String({ examples: ['dataCategories'] }),
      reason: Type.String({ examples: ['Su descripción nombra: rut, teléfono.'] }),
      confidence: Type.Number(share),
    }),
    { description: 'Por qué dice lo que dice, campo por campo; los campos vacíos no están' },
  ),
  alternatives: Type.Array(Alternative, {
    maxItems: 3,
    description: 'Las plantillas más cercanas, la mejor primero',
  }),
  source,
  quota: Quota,
})

export const Suggestions = Type.Object({
  field: oneOf(SUGGESTED_FIELDS),
  suggestions: Type.Array(
    Type.Object({
      value: Type.String({ examples: ['consent'] }),
      reason: Type.String({ examples: ['Hay datos sensibles: consentimiento expreso (art. 16).'] }),
      confidence: Type.Number({ minimum: 0, maximum: 1, examples: [0.9] }),
    }),
  ),
  source,
  quota: Quota,
})
