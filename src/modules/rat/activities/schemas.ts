import Type, { type Static } from 'typebox'
import { overridable, warned } from '#http/legal-schemas.ts'
import {
  blankable,
  CalendarDate,
  Flag,
  Id,
  Instant,
  LongText,
  listQuery,
  Name,
  NullableText,
  nullable,
  oneOf,
  optional,
  Remark,
  someOf,
  TextList,
  Texts,
} from '#http/schema-kit.ts'
import { DATA_CATEGORY_KEYS } from '#kernel/data-categories.ts'
import { SEVERITIES } from '#kernel/legal-checks.ts'
import { newestFirst, TITLE } from '#kernel/paging.ts'
import { Processor } from '#modules/processors/public.ts'
import { NewReviewAt, ReviewAt, ReviewDue } from '#modules/tasks/public.ts'
import { BASIS_ARTICLES } from '../knowledge/bases.ts'
import {
  BALANCING_OUTCOMES,
  CONTROLLER_ROLES,
  LEGAL_BASES,
  LINK_ROLES,
  RETENTION_PERIODS,
  RISK_LEVELS,
  STATES,
} from '../rules.ts'

// ── input ──

const Categories = Type.Array(oneOf(DATA_CATEGORY_KEYS), { minItems: 1, maxItems: 34 })
const MOST_SUBJECTS = 200
const Subjects = Type.Array(Name(), {
  minItems: 1,
  maxItems: MOST_SUBJECTS,
  description: 'Lista abierta; GET /data-map/catalog sugiere valores',
})

const Transfer = Type.Object({
  exists: Flag(),
  country: optional(Remark(200, { description: 'Código ISO o nombre' })),
  mechanism: optional(Remark(500, { description: 'GET /data-map/catalog sugiere valores' })),
})

/** The three steps of the legitimate-interest test. Each can be written separately. */
const Balancing = Type.Object(
  {
    purpose: optional(Remark(10_000, { description: 'Cuál es el interés y por qué es legítimo' })),
    necessity: optional(
      Remark(10_000, { description: 'Por qué el tratamiento es necesario para ese interés' }),
    ),
    balance: optional(
      Remark(10_000, { description: 'Cómo afecta a los titulares y por qué no vulnera sus derechos' }),
    ),
    safeguards: optional(
      Remark(10_000, { description: 'Medidas que protegen a los titulares, y cómo se oponen' }),
    ),
    outcome: optional(oneOf(BALANCING_OUTCOMES)),
    assessedAt: optional(
      Instant({ description: 'Si no se envía, el momento en que se guarda el resultado' }),
    ),
    assessedBy: optional(Remark(200, { description: 'Si no se envía, la persona que guarda el resultado' })),
  },
  {
    description: 'Ponderación del interés legítimo (art. 13 letra d)',
    examples: [
      {
        purpose: 'Seguridad de las personas y de los bienes en las tiendas',
        necessity: 'Las alarmas y los guardias no bastaron',
        balance: 'Las personas esperan cámaras en una tienda; no hay audio ni reconocimiento facial',
        safeguards: 'Letrero a la entrada, borrado a los treinta días y oposición por correo',
        outcome: 'favourable',
      },
    ],
  },
)

export type Balancing = Static<typeof Balancing>

/** The fields of contract 4.3, then those of DS 662 art. 3 d) and Secretaría de Gobierno Digital. */
export const optionalFields = {
  recipients: optional(Texts()),
  internationalTransfer: optional(Transfer),
  securityMeasures: optional(Texts()),
  legalEntityId: optional(
    Remark(100, { description: 'Entidad legal que responde; si no se envía, la principal' }),
  ),
  socioeconomic: optional(
    Flag({ description: 'Revela la situación socioeconómica: son datos sensibles (art. 2 letra g)' }),
  ),
  legalBasisArticle: optional(
    oneOf(BASIS_ARTICLES, {
      description:
        'Artículo de la Ley 19.628 que hace lícito el tratamiento; cada base admite los suyos (422)',
    }),
  ),
  balancing: optional(Balancing),
  legalNorm: optional(Remark(1100, { description: 'Norma que ordena o autoriza el tratamiento' })),
  legitimateInterest: optional(Remark()),
  dataSource: optional(Remark(500, { description: 'De dónde vienen los datos' })),
  sourceIsPublic: optional(Flag({ description: 'Si la fuente es de acceso público' })),
  retentionNote: optional(Remark()),
  automatedDecisions: optional(Flag()),
  automatedLogic: optional(Remark(10_000, { description: 'Lógica y consecuencias (art. 8 bis)' })),
  consentWithdrawal: optional(Remark(500, { description: 'Cómo se revoca el consentimiento' })),
  minorsSafeguard: optional(Remark(10_000, { description: 'Resguardo de menores (art. 16 quáter)' })),
  controllerName: optional(Remark(200)),
  controllerRole: optional(oneOf(CONTROLLER_ROLES)),
  responsibleArea: optional(Remark(200)),
  reviewAt: NewReviewAt,
}

export const requiredFields = {
  name: Name(),
  purpose: LongText(),
  legalBasis: oneOf(LEGAL_BASES),
  dataCategories: Categories,
  subjectCategories: Subjects,
  retentionPeriod: oneOf(RETENTION_PERIODS),
}

const EXAMPLE = {
  name: 'Boletín mensual',
  purpose: 'Enviar ofertas por correo a quienes se suscribieron',
  legalBasis: 'consent',
  dataCategories: ['name', 'email'],
  subjectCategories: ['subscribers'],
  recipients: ['Plataforma de envío de correos'],
  internationalTransfer: { exists: true, country: 'US', mechanism: 'contractual_clauses' },
  retentionPeriod: 'until_unsubscribe',
  securityMeasures: ['ACCESS_CONTROL', 'LOGGING'],
  systemId: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f',
}

export const NewActivity = Type.Object(
  { ...requiredFields, systemId: Id(), ...optionalFields },
  { examples: [EXAMPLE] },
)
export type NewActivity = Static<typeof NewActivity>

/** A draft may lack any of these fields. `null` or an empty list clears one, so that a PUT accepts the result of a GET. */
export const clearableFields = {
  legalBasis: optional(requiredFields.legalBasis),
  dataCategories: optional(someOf(DATA_CATEGORY_KEYS)),
  subjectCategories: optional(Type.Array(Name(), { maxItems: MOST_SUBJECTS })),
  retentionPeriod: optional(requiredFields.retentionPeriod),
  systemId: blankable(Id()),
}

export const ActivityPatch = Type.Object(
  {
    name: Type.Optional(requiredFields.name),
    purpose: Type.Optional(requiredFields.purpose),
    ...clearableFields,
    ...optionalFields,
  },
  { examples: [{ purpose: 'Enviar ofertas y novedades por correo a quienes se suscribieron' }] },
)
export type ActivityPatch = Static<typeof ActivityPatch>

export const ACTIVITIES = newestFirst('activities', { name: TITLE })

/** Filters of the list and its export. */
export const activityFilters = {
  status: Type.Optional(oneOf(STATES)),
  legalBasis: Type.Optional(oneOf(LEGAL_BASES)),
  hasSensitiveData: Type.Optional(Flag()),
  riskLevel: Type.Optional(Remark(200, { description: `Suelen ser ${RISK_LEVELS.join(', ')}` })),
  dpiaRequired: Type.Optional(Flag()),
  reviewDue: ReviewDue,
  reviewUntil: Type.Optional(
    CalendarDate({ description: 'Solo las que toca revisar hasta este día, incluido' }),
  ),
  responsibleArea: Type.Optional(
    Remark(200, { description: 'Solo las de esta área a cargo, escrita igual' }),
  ),
  legalEntityId: Type.Optional(Remark(100, { description: 'Solo las de esta entidad legal' })),
}

export const ActivitiesQuery = listQuery(ACTIVITIES, activityFilters)
export type ActivitiesQuery = Static<typeof ActivitiesQuery>

export const MoveActivity = Type.Object(
  { status: oneOf(STATES), ...overridable },
  { examples: [{ status: 'archived' }] },
)

export const factors = {
  dataVolume: optional(
    Remark(200, {
      description: 'low, medium, high o massive; bajo, medio, alto o masivo; otra palabra vale como medio',
    }),
  ),
  sensitiveData: optional(Flag()),
  internationalTransfer: optional(Flag()),
  automatedDecision: optional(Flag()),
}

/** The four factors, in `riskFactors` or bare (decisions, RAT). */
export const RiskQuestion = Type.Object(
  { riskFactors: optional(Type.Object(factors)), ...factors },
  {
    examples: [
      {
        riskFactors: {
          dataVolume: 'high',
          sensitiveData: true,
          internationalTransfer: false,
          automatedDecision: false,
        },
      },
    ],
  },
)
export type RiskQuestion = Static<typeof RiskQuestion>

// ── output ──

const summary = {
  id: Id(),
  name: Type.String({ examples: ['Boletín mensual'] }),
  purpose: Type.String({ examples: [EXAMPLE.purpose] }),
  legalBasis: nullable(oneOf(LEGAL_BASES)),
  dataCategories: someOf(DATA_CATEGORY_KEYS, { examples: [['name', 'email']] }),
  subjectCategories: TextList('subscribers'),
  retentionPeriod: nullable(oneOf(RETENTION_PERIODS, { examples: ['until_unsubscribe'] })),
  status: oneOf(STATES),
  systemId: nullable(Id()),
  riskLevel: nullable(oneOf(RISK_LEVELS)),
  dpiaRequired: Type.Boolean({ examples: [false] }),
  hasSensitiveData: Type.Boolean({ examples: [false] }),
  legalEntityId: Id({ description: 'Entidad legal que responde de la actividad' }),
  responsibleArea: NullableText('Marketing'),
  reviewAt: ReviewAt,
  createdAt: Instant(),
  updatedAt: Instant(),
}

/** The reasons that the screening of art. 15 ter found. */
export const DpiaReasons = Type.Array(
  Type.Object({
    key: Type.String({ examples: ['sensitive_without_consent'] }),
    reason: Type.String({
      examples: ['Trata datos sensibles (salud) sobre una base distinta del consentimiento.'],
    }),
    legalReference: Type.String({ examples: ['art. 15 ter letra d), Ley 19.628 (mod. Ley 21.719)'] }),
  }),
  { description: 'Por qué requiere evaluación de impacto; vacío si no la requiere', examples: [[]] },
)

export const ActivitySummary = Type.Object(summary)
export type ActivitySummary = Static<typeof ActivitySummary>

/** The legitimate-interest test as it was recorded. */
export const BalancingRecord = Type.Object({
  purpose: NullableText('Seguridad de las personas y de los bienes en las tiendas'),
  necessity: NullableText('Las alarmas y los guardias no bastaron'),
  balance: NullableText('Las personas esperan cámaras en una tienda; no hay audio'),
  safeguards: NullableText('Letrero a la entrada y borrado a los treinta días'),
  outcome: nullable(oneOf(BALANCING_OUTCOMES)),
  assessedAt: nullable(Instant()),
  assessedBy: NullableText('Pedro Soto'),
})
export type BalancingRecord = Static<typeof BalancingRecord>

export const Activity = Type.Object({
  ...summary,
  recipients: TextList('Plataforma de envío de correos'),
  internationalTransfer: Type.Object({
    exists: Type.Boolean(),
    country: NullableText('US'),
    mechanism: NullableText('contractual_clauses'),
  }),
  securityMeasures: TextList('ACCESS_CONTROL', 'LOGGING'),
  socioeconomic: Type.Boolean({
    description: 'Revela la situación socioeconómica: son datos sensibles',
    examples: [false],
  }),
  legalBasisArticle: nullable(oneOf(BASIS_ARTICLES)),
  balancing: nullable(BalancingRecord),
  dpiaReasons: DpiaReasons,
  legalNorm: NullableText('Ley 19.496, art. 28 B'),
  legitimateInterest: NullableText('Seguridad de las personas y de los bienes'),
  dataSource: NullableText('El propio titular, al suscribirse'),
  sourceIsPublic: Type.Boolean({ examples: [false] }),
  retentionNote: NullableText('Hasta la baja'),
  automatedDecisions: Type.Boolean({ examples: [false] }),
  automatedLogic: NullableText('Un puntaje propone; una persona decide'),
  consentWithdrawal: NullableText('Enlace de baja en cada correo'),
  minorsSafeguard: NullableText('Consentimiento de los apoderados'),
  controllerName: NullableText('Tienda Sur SpA'),
  controllerRole: oneOf(CONTROLLER_ROLES),
  templateId: NullableText('newsletter'),
  publishedAt: nullable(Instant()),
  riskScore: nullable(Type.Integer({ examples: [1] })),
  riskFactors: nullable(
    Type.Object({
      dataVolume: NullableText('low'),
      sensitiveData: nullable(Type.Boolean()),
      internationalTransfer: nullable(Type.Boolean()),
      automatedDecision: nullable(Type.Boolean()),
    }),
  ),
  riskAssessedAt: nullable(Instant()),
})
export type Activity = Static<typeof Activity>

export const LinkedSystem = Type.Object({
  systemId: Id(),
  name: Type.String({ examples: ['CRM de ventas'] }),
  role: oneOf(LINK_ROLES),
})
export const LinkedFlow = Type.Object({
  flowId: Id(),
  description: NullableText('Carga nocturna de clientes'),
})
export const LinkedDomain = Type.Object({
  domainId: Id(),
  url: Type.String({ examples: ['https://www.tiendasur.cl'] }),
  role: oneOf(LINK_ROLES),
})

export const ActivityDetail = Type.Object({
  ...Activity.properties,
  system: nullable(
    Type.Object(
      { id: Id(), name: Type.String({ examples: ['CRM de ventas'] }) },
      { description: 'El sistema de systemId; systems son los vinculados además' },
    ),
  ),
  processors: Type.Array(Processor),
  systems: Type.Array(LinkedSystem),
  flows: Type.Array(LinkedFlow),
  domains: Type.Array(LinkedDomain),
})
export type ActivityDetail = Static<typeof ActivityDetail>

export const MovedActivity = warned(ActivityDetail)

export const risk = {
  riskLevel: oneOf(RISK_LEVELS),
  riskScore: Type.Integer({ examples: [1] }),
  factors: Type.Array(
    Type.Object({
      factor: oneOf(['dataVolume', 'sensitiveData', 'internationalTransfer', 'automatedDecision']),
      value: Type.Unsafe<string | boolean | null>({
        type: ['string', 'boolean', 'null'],
        examples: ['medium'],
      }),
      points: Type.Integer({ examples: [1] }),
      reason: Type.String({ examples: ['Volumen medio de datos.'] }),
    }),
  ),
  dpiaRequired: Type.Boolean({ examples: [false] }),
  recommendation: Type.String({ examples: ['Mantenga las medidas actuales.'] }),
}
export const Risk = Type.Object(risk)
export const SavedRisk = Type.Object({ activityId: Id(), ...risk, dpiaReasons: DpiaReasons })

export const Compliance = Type.Object({
  activityId: Id(),
  compliant: Type.Boolean({ description: 'Sin faltas críticas ni altas' }),
  score: Type.Integer({ minimum: 0, maximum: 100, examples: [92] }),
  checks: Type.Array(
    Type.Object({
      key: Type.String({ examples: ['legal_basis_defined'] }),
      label: Type.String({ examples: ['La actividad tiene una base de licitud'] }),
      passed: Type.Boolean(),
      severity: oneOf(SEVERITIES),
      legalReference: Type.String({ examples: ['arts. 12 y 13, Ley 19.628 (mod. Ley 21.719)'] }),
      recommendation: Type.String({ examples: ['Nada pendiente.'] }),
      applies: Type.Boolean({ description: 'Falso: no hay nada que revisar y no cuenta' }),
    }),
  ),
})
