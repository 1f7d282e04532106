import Type, { type Static } from 'typebox'
import {
  AnyObject,
  Count,
  Flag,
  Id,
  Instant,
  Name,
  nullable,
  oneOf,
  optional,
  Paging,
  Remark,
  ShortText,
  Texts,
} from '#http/schema-kit.ts'
import { RISK_WORDS, RISKS, type RiskWord, SEVERITIES, STATES, TARGET_NOTE, URGENCIES } from './rules.ts'

// ── what comes in ──

const Ids = (description: string) => Type.Array(Id(), { maxItems: 200, description })

const DetectedAt = () => Instant({ description: 'A lo más 10 minutos en el futuro; más allá, 422' })

const details = {
  description: optional(Remark()),
  attackVector: optional(Remark(500)),
  dataCategories: optional(Texts({ description: 'Por ejemplo: name, email, rut, financial, health' })),
  hasSensitiveData: optional(Flag()),
  estimatedRecords: optional(Count()),
  containmentActions: optional(Texts()),
  activityIds: optional(Ids('Actividades de tratamiento afectadas')),
  systemIds: optional(Ids('Sistemas afectados')),
}

export const NewBreach = Type.Object(
  {
    title: Name(),
    detectedAt: DetectedAt(),
    detectionSource: Name({ description: 'Por ejemplo: manual, siem, encargado, titular' }),
    ...details,
  },
  {
    examples: [
      {
        title: 'Acceso no autorizado a la base de clientes',
        description: 'Una cuenta de servicio fue usada desde una dirección desconocida.',
        detectedAt: '2026-03-02T13:45:00.000Z',
        detectionSource: 'manual',
        attackVector: 'credenciales robadas',
        dataCategories: ['name', 'email', 'rut'],
        hasSensitiveData: false,
        estimatedRecords: 1200,
        containmentActions: ['Cuenta bloqueada', 'Claves rotadas'],
      },
    ],
  },
)
export type NewBreach = Static<typeof NewBreach>

export const BreachPatch = Type.Object(
  {
    title: Type.Optional(Name()),
    detectedAt: Type.Optional(DetectedAt()),
    detectionSource: Type.Optional(Name()),
    ...details,
  },
  { examples: [{ estimatedRecords: 1500, containmentActions: ['Cuenta bloqueada'] }] },
)
export type BreachPatch = Static<typeof BreachPatch>

export const BreachesQuery = Type.Object({
  ...Paging,
  status: Type.Optional(oneOf(STATES)),
  requiresNotification: Type.Optional(Flag()),
})
export type BreachesQuery = Static<typeof BreachesQuery>

export const MoveBreach = Type.Object(
  { status: oneOf(STATES), notes: optional(Remark()) },
  { examples: [{ status: 'investigating', notes: 'Se asigna al equipo de seguridad.' }] },
)
export type MoveBreach = Static<typeof MoveBreach>

export const DecideNotification = Type.Object(
  {
    riskToSubjects: oneOf(Object.keys(RISK_WORDS) as RiskWord[]),
    hasSensitiveData: Flag(),
    hasMinorData: Flag({ description: 'Datos de niños y niñas menores de catorce años' }),
    hasFinancialData: Flag({
      description: 'Datos sobre obligaciones económicas, financieras, bancarias o comerciales',
    }),
  },
  {
    examples: [
      { riskToSubjects: 'high', hasSensitiveData: true, hasMinorData: false, hasFinancialData: false },
    ],
  },
)
export type DecideNotification = Static<typeof DecideNotification>

export const NotifyAuthority = Type.Object(
  { notifiedAt: Instant(), notificationFileKey: ShortText({ examples: ['reportes/brecha-2026-03.pdf'] }) },
  {
    examples: [
      { notifiedAt: '2026-03-03T15:00:00.000Z', notificationFileKey: 'reportes/brecha-2026-03.pdf' },
    ],
  },
)
export type NotifyAuthority = Static<typeof NotifyAuthority>

export const AUDIENCES = ['authority', 'subjects'] as const
export type Audience = (typeof AUDIENCES)[number]

export const NoticeQuery = Type.Object({
  audience: Type.Optional(
    oneOf(AUDIENCES, {
      description: 'authority (por omisión): la Agencia; subjects: las personas afectadas, en lenguaje claro',
    }),
  ),
})

// ── what goes out ──

const Text = (example: string) => Type.String({ examples: [example] })
const Words = (...examples: string[]) => Type.Array(Type.String(), { examples: [examples] })

const summary = {
  id: Id(),
  title: Text('Acceso no autorizado a la base de clientes'),
  status: oneOf(STATES),
  detectedAt: Instant(),
  detectionSource: Text('manual'),
  severity: nullable(oneOf(SEVERITIES)),
  estimatedRecords: nullable(Type.Integer({ minimum: 0, examples: [1200] })),
  notificationDeadlineAt: Instant({ description: TARGET_NOTE }),
  requiresNotification: Flag(),
  createdAt: Instant(),
}

export const BreachItem = Type.Object(summary)
export type BreachItem = Static<typeof BreachItem>

export const CreatedBreach = Type.Pick(Type.Object(summary), [
  'id',
  'title',
  'status',
  'detectedAt',
  'createdAt',
])

/** A status_change shows these six alone; other types may bring `details`. */
export const BreachEvent = Type.Object({
  type: Text('status_change'),
  from: nullable(oneOf(STATES)),
  to: nullable(oneOf(STATES)),
  notes: nullable(Type.String()),
  actorId: nullable(Id()),
  createdAt: Instant(),
  details: Type.Optional(AnyObject()),
})
export type BreachEvent = Static<typeof BreachEvent>

const Reasons = Type.Array(
  Type.Object({ key: Text('sensitive_data'), text: Type.String(), legalReference: Type.String() }),
)

const outcome = {
  requiresNotification: Flag(),
  requiresSubjectNotification: Flag(),
  urgency: oneOf(URGENCIES),
  reasons: Reasons,
}

export const DecisionOutcome = Type.Object({
  ...outcome,
  notificationDeadlineAt: Instant({ description: TARGET_NOTE }),
  deadlineNote: Text(TARGET_NOTE),
})

const SavedDecision = Type.Object({
  riskToSubjects: oneOf(RISKS),
  hasSensitiveData: Flag(),
  hasMinorData: Flag(),
  hasFinancialData: Flag(),
  ...outcome,
  decidedAt: Instant(),
  decidedBy: nullable(Id()),
})

export const Breach = Type.Object({
  ...summary,
  description: nullable(Type.String()),
  attackVector: nullable(Text('credenciales robadas')),
  dataCategories: Words('name', 'email', 'rut'),
  hasSensitiveData: Flag(),
  containmentActions: Words('Cuenta bloqueada'),
  requiresSubjectNotification: Flag(),
  decision: nullable(SavedDecision),
  notifiedApdpAt: nullable(Instant()),
  notificationFileKey: nullable(Type.String()),
  alert: nullable(AnyObject()),
  activityIds: Type.Array(Id()),
  systemIds: Type.Array(Id()),
  proposedDataCategories: Words('name', 'rut', 'financial'),
  events: Type.Array(BreachEvent),
  updatedAt: Instant(),
})
export type Breach = Static<typeof Breach>

export const ReportedBreach = Type.Object({
  notifiedAt: Instant(),
  notificationFileKey: Text('reportes/brecha-2026-03.pdf'),
  status: oneOf(['notified']),
})

export const Notice = Type.Object({
  audience: oneOf(AUDIENCES),
  template: Type.String({ examples: ['REPORTE DE VULNERACIÓN A LAS MEDIDAS DE SEGURIDAD…'] }),
  gaps: Words('domicilio postal del responsable'),
})

/** Art. 14 sexies, Ley 19.628 (mod. Ley 21.719): what the register of communications must hold. */
export const RegisterEntry = Type.Object({
  breachId: Id(),
  title: Type.String(),
  status: oneOf(STATES),
  detectedAt: Instant(),
  nature: Type.String(),
  effects: Type.String(),
  dataCategories: Type.Array(Type.Object({ key: Text('rut'), label: Text('RUT') })),
  approximateSubjects: nullable(Type.Integer({ minimum: 0 })),
  measures: Type.Object({ management: Type.Array(Type.String()), prevention: Type.String() }),
  communications: Type.Array(
    Type.Object({
      recipient: Text('Agencia de Protección de Datos Personales'),
      at: Instant(),
      notificationFileKey: Type.String(),
      kind: oneOf(['initial', 'complementary']),
    }),
  ),
  riskAssessment: nullable(SavedDecision),
  legalReference: Text('art. 14 sexies, Ley 19.628 (mod. Ley 21.719)'),
})
export type RegisterEntry = Static<typeof RegisterEntry>
