import Type, { type Static } from 'typebox'
import { LawVersion, LegalWarnings } from '#http/legal-schemas.ts'
import {
  CalendarDate,
  Id,
  Instant,
  LongText,
  listQuery,
  Name,
  NullableText,
  nullable,
  oneOf,
  optional,
  PathId,
  Remark,
} from '#http/schema-kit.ts'
import { newestFirst, TITLE } from '#kernel/paging.ts'
import { ROLES } from '#kernel/roles.ts'
import { NewReviewAt, ReviewAt, ReviewDue } from '#modules/tasks/public.ts'
import { LEVELS, RISK_STATES, STATES } from './rules.ts'

// ── input ──

const texts = {
  legalEntityId: optional(
    Remark(100, { description: 'Entidad legal que responde; si no se envía, la de la actividad' }),
  ),
  description: optional(Remark()),
  scope: optional(Remark(10_000, { description: 'Si no se envía, se toma de la actividad' })),
  necessity: optional(Remark()),
  proportionality: optional(Remark()),
  dpoOpinion: optional(
    Remark(10_000, { description: 'Opinión del delegado; la escribe DPO o superior, también en revisión' }),
  ),
  subjectsConsultation: optional(
    Remark(10_000, { description: 'Cómo se consultó a las personas afectadas, o por qué no' }),
  ),
  subjectsOpinion: optional(Remark(10_000, { description: 'Qué dijeron las personas afectadas' })),
  reviewAt: NewReviewAt,
}

export const NewAssessment = Type.Object(
  { title: Name(), activityId: optional(Remark(100)), ...texts },
  {
    examples: [
      {
        title: 'Evaluación de impacto: ficha clínica electrónica',
        description: 'Nuevo sistema de fichas para las tres sedes',
        necessity: 'La atención exige registrar diagnósticos y tratamientos.',
        proportionality: 'Solo accede el equipo tratante; no se registra nada que la atención no requiera.',
      },
    ],
  },
)
export type NewAssessment = Static<typeof NewAssessment>

export const AssessmentPatch = Type.Object(
  { title: Type.Optional(Name()), activityId: optional(Remark(100)), ...texts },
  { examples: [{ necessity: 'La atención exige registrar diagnósticos, tratamientos y alergias.' }] },
)
export type AssessmentPatch = Static<typeof AssessmentPatch>

export const ASSESSMENTS = newestFirst('dpia_assessments', { title: TITLE }, { as: 'a' })

export const AssessmentsQuery = listQuery(ASSESSMENTS, {
  status: Type.Optional(oneOf(STATES)),
  activityId: Type.Optional(Id({ description: 'Solo las de esta actividad' })),
  reviewDue: ReviewDue,
  legalEntityId: Type.Optional(Remark(100, { description: 'Solo las de esta entidad legal' })),
})
export type AssessmentsQuery = Static<typeof AssessmentsQuery>

const weighing = {
  mitigation: optional(Remark()),
  residualRisk: optional(
    oneOf(LEVELS, {
      description:
        'Nivel de riesgo después de la mitigación; con residualLikelihood y residualImpact se calcula',
    }),
  ),
  residualLikelihood: optional(oneOf(LEVELS, { description: 'Probabilidad después de la mitigación' })),
  residualImpact: optional(oneOf(LEVELS, { description: 'Impacto después de la mitigación' })),
  ownerName: optional(Remark(200, { description: 'Quién toma la medida' })),
  dueOn: optional(CalendarDate({ description: 'Hasta cuándo la toma' })),
  doneOn: optional(CalendarDate({ description: 'Desde cuándo está tomada' })),
  status: optional(oneOf(RISK_STATES, { description: 'Si no se envía, sigue a la mitigación' })),
}

export const NewRisk = Type.Object(
  { description: LongText(), likelihood: oneOf(LEVELS), impact: oneOf(LEVELS), ...weighing },
  {
    examples: [
      {
        description: 'Acceso no autorizado a las fichas por credenciales robadas',
        likelihood: 'medium',
        impact: 'critical',
        mitigation: 'Doble factor de autenticación y registro de cada consulta',
        residualRisk: 'medium',
      },
    ],
  },
)
export type NewRisk = Static<typeof NewRisk>

export const RiskPatch = Type.Object(
  {
    description: Type.Optional(LongText()),
    likelihood: Type.Optional(oneOf(LEVELS)),
    impact: Type.Optional(oneOf(LEVELS)),
    ...weighing,
  },
  { examples: [{ mitigation: 'Doble factor de autenticación', residualRisk: 'low' }] },
)
export type RiskPatch = Static<typeof RiskPatch>

export const OfRisk = Type.Object({ id: PathId, riskId: PathId })
export const OfActivity = Type.Object({ activityId: PathId })

// ── output ──

const item = {
  id: Id(),
  title: Type.String({ examples: ['Evaluación de impacto: ficha clínica electrónica'] }),
  description: NullableText('Nuevo sistema de fichas para las tres sedes'),
  status: oneOf(STATES),
  activityId: nullable(Id()),
  legalEntityId: Id({ description: 'Entidad legal que responde del tratamiento evaluado' }),
  reviewAt: ReviewAt,
  version: Type.Integer({ minimum: 1, description: 'Sube cuando se retoma una evaluación rechazada' }),
  createdAt: Instant(),
  updatedAt: Instant(),
}

export const AssessmentItem = Type.Object({
  ...item,
  riskCount: Type.Integer({ minimum: 0, examples: [2] }),
})
export type AssessmentItem = Static<typeof AssessmentItem>

export const Risk = Type.Object({
  id: Id(),
  description: Type.String({ examples: ['Acceso no autorizado a las fichas por credenciales robadas'] }),
  likelihood: oneOf(LEVELS, { examples: ['medium'] }),
  impact: oneOf(LEVELS, { examples: ['critical'] }),
  riskLevel: oneOf(LEVELS, { examples: ['high'] }),
  mitigation: NullableText('Doble factor de autenticación y registro de cada consulta'),
  residualRisk: nullable(oneOf(LEVELS, { examples: ['medium'] })),
  residualLikelihood: nullable(oneOf(LEVELS, { examples: ['low'] })),
  residualImpact: nullable(oneOf(LEVELS, { examples: ['critical'] })),
  ownerName: NullableText('Paula Vera, jefa de TI'),
  dueOn: NullableText('2027-03-31'),
  doneOn: NullableText('2027-03-15'),
  status: oneOf(RISK_STATES, { examples: ['mitigated'] }),
  createdAt: Instant(),
  updatedAt: Instant(),
})
export type Risk = Static<typeof Risk>

export const ProposedRisk = Type.Object({
  key: Type.String({ examples: ['health_disclosure'] }),
  description: Type.String({ examples: ['Divulgación de datos de salud'] }),
  likelihood: oneOf(LEVELS, { examples: ['medium'] }),
  impact: oneOf(LEVELS, { examples: ['critical'] }),
  riskLevel: oneOf(LEVELS, { examples: ['high'] }),
  mitigation: Type.String({ examples: ['Acceso solo al personal sujeto a secreto'] }),
  legalReference: Type.String({ examples: ['arts. 16 y 16 bis, Ley 19.628 (mod. Ley 21.719)'] }),
  reason: Type.String({
    description: 'Qué de la actividad da ocasión a él',
    examples: ['La actividad trata datos de salud.'],
  }),
})
export type ProposedRisk = Static<typeof ProposedRisk>

export const Assessment = Type.Object({
  ...item,
  scope: NullableText('Atención ambulatoria en las tres sedes'),
  necessity: NullableText('La atención exige registrar diagnósticos y tratamientos.'),
  proportionality: NullableText('Solo accede el equipo tratante.'),
  dpoOpinion: NullableText('Favorable, si el doble factor está activo antes de partir.'),
  dpoOpinionBy: NullableText('Pedro Soto'),
  dpoOpinionAt: nullable(Instant()),
  subjectsConsultation: NullableText('Encuesta a 40 pacientes de las tres sedes'),
  subjectsOpinion: NullableText('Piden que el personal administrativo no vea el diagnóstico.'),
  approverName: NullableText('Pedro Soto'),
  approverRole: nullable(oneOf(ROLES, { examples: ['DPO'] })),
  approvedAt: nullable(Instant()),
  lawVersion: nullable(LawVersion()),
  workflowInstanceId: nullable(Id({ description: 'La aprobación más reciente de la evaluación' })),
  warnings: LegalWarnings(),
  activityChanges: Type.Array(
    Type.Object({
      label: Type.String({ examples: ['Datos tratados'] }),
      before: NullableText('Nombre; Diagnóstico'),
      after: NullableText('Nombre; Diagnóstico; Huella'),
    }),
    {
      description:
        'Aprobada: lo que cambió en la actividad desde entonces. Revise si lo evaluado sigue vigente',
      examples: [[]],
    },
  ),
  risks: Type.Array(Risk),
  proposedRisks: Type.Array(ProposedRisk, {
    description:
      'En borrador: riesgos habituales de los datos de la actividad. Ninguno se agrega por sí solo',
  }),
})
export type Assessment = Static<typeof Assessment>

export const Screening = Type.Object({
  activityId: Id(),
  requiresDpia: Type.Boolean(),
  reasons: Type.Array(Type.String(), { examples: [['El tratamiento es masivo o a gran escala.']] }),
  recommendation: Type.String({ examples: ['Realice y apruebe una evaluación de impacto.'] }),
  legalReferences: Type.Array(Type.String(), {
    examples: [['art. 15 ter letra b), Ley 19.628 (mod. Ley 21.719)']],
  }),
  details: Type.Array(
    Type.Object({
      key: Type.String({ examples: ['large_scale'] }),
      reason: Type.String({ examples: ['El tratamiento es masivo o a gran escala.'] }),
      legalReference: Type.String({ examples: ['art. 15 ter letra b), Ley 19.628 (mod. Ley 21.719)'] }),
    }),
  ),
})
export type Screening = Static<typeof Screening>
