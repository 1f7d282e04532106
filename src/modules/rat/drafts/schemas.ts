import Type, { type Static } from 'typebox'
import {
  blankable,
  Id,
  LongText,
  Name,
  NullableText,
  oneOf,
  optional,
  Remark,
  ShortText,
} from '#http/schema-kit.ts'
import { DATA_CATEGORY_KEYS } from '#kernel/data-categories.ts'
import { clearableFields, optionalFields, requiredFields } from '../activities/schemas.ts'
import { BASIS_ARTICLES } from '../knowledge/bases.ts'
import { LEGAL_BASES, RETENTION_PERIODS, RISK_LEVELS } from '../rules.ts'

const ID = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'

// ── input ──

/** An activity with the system and context for the copy, or `new`. */
export const ActivityOrNew = Type.Object({
  id: Type.String({
    pattern: '^(new|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$',
    description: 'El identificador de una actividad, o la palabra new',
    examples: [ID],
  }),
})

export const FromTemplate = Type.Object(
  { templateId: Name(), systemId: blankable(Id()) },
  { examples: [{ templateId: 'newsletter' }] },
)
export type FromTemplate = Static<typeof FromTemplate>

export const FromSystem = Type.Object({ systemId: Id() }, { examples: [{ systemId: ID }] })

const { name, legalBasis } = requiredFields

/** Contract 4.3, and any other field of an activity, because spreadsheets may have more columns. */
export const ImportedActivity = Type.Object({
  ...clearableFields,
  ...optionalFields,
  name,
  legalBasis,
  purposes: Type.Union([LongText(), Type.Array(ShortText(), { minItems: 1, maxItems: 20 })], {
    description: 'Una finalidad o varias',
  }),
  dataSubjects: optional(
    Type.Union([Remark(200), Type.Array(Remark(200), { maxItems: 100 })], {
      description: 'Categorías de titulares',
    }),
  ),
  subjectCategories: optional(Type.Array(Name(), { maxItems: 100 })),
})
export type ImportedActivity = Static<typeof ImportedActivity>

export const BulkImport = Type.Object(
  { activities: Type.Array(ImportedActivity, { minItems: 1, maxItems: 200 }) },
  {
    examples: [
      {
        activities: [
          {
            name: 'Registro de proveedores',
            controllerName: 'Tienda Sur SpA',
            legalBasis: 'contract',
            purposes: ['Comprar y pagar servicios'],
            dataSubjects: ['suppliers'],
          },
        ],
      },
    ],
  },
)
export type BulkImport = Static<typeof BulkImport>

export const ByTemplateId = Type.Object({
  templateId: Type.String({ minLength: 1, maxLength: 200, examples: ['newsletter'] }),
})

// ── output ──

export const Imported = Type.Object({
  imported: Type.Integer({ examples: [1] }),
  items: Type.Array(
    Type.Object({
      index: Type.Integer({ minimum: 0 }),
      id: Id(),
      name: Type.String({ examples: ['Registro de proveedores'] }),
    }),
  ),
})

export const Template = Type.Object({
  id: Type.String({ examples: ['newsletter'] }),
  name: Type.String({ examples: ['Boletín y correos comerciales'] }),
  area: Type.String({ examples: ['Marketing'] }),
  purpose: Type.String(),
  legalBasis: oneOf(LEGAL_BASES),
  legalBasisArticle: oneOf(BASIS_ARTICLES),
  legalNorm: NullableText('Ley 19.496, art. 28 B'),
  legitimateInterest: NullableText('Seguridad de las personas y de los bienes'),
  dataCategories: Type.Array(oneOf(DATA_CATEGORY_KEYS)),
  socioeconomic: Type.Boolean({ description: 'Si revelan la situación socioeconómica (art. 2 letra g)' }),
  hasSensitiveData: Type.Boolean(),
  subjectCategories: Type.Array(Type.String()),
  dataSource: Type.String(),
  recipients: Type.Array(Type.String()),
  retentionPeriod: oneOf(RETENTION_PERIODS),
  retentionNote: Type.String(),
  securityMeasures: Type.Array(Type.String()),
  automatedDecisions: Type.Boolean(),
  automatedLogic: NullableText('Un puntaje según el comportamiento de pago propone el resultado'),
  consentWithdrawal: NullableText('Enlace de baja en cada correo'),
  minorsSafeguard: NullableText('Consentimiento de los apoderados'),
  riskLevel: oneOf(RISK_LEVELS, { description: 'Riesgo usual; el de su actividad se calcula aparte' }),
  dpiaRequired: Type.Boolean(),
  note: Type.String({ description: 'Qué cuidar, y cuándo hace falta una evaluación de impacto' }),
})
export type Template = Static<typeof Template>

export const CatalogItem = Type.Object({
  key: oneOf(DATA_CATEGORY_KEYS),
  label: Type.String({ examples: ['Nombre'] }),
  description: Type.String(),
  sensitive: Type.Boolean({ examples: [false] }),
  legalReference: Type.String({ examples: ['art. 2 letra f), Ley 19.628 (mod. Ley 21.719)'] }),
  examples: Type.Array(Type.String({ examples: ['Nombre completo'] })),
})
