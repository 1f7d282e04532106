import Type, { type Static } from 'typebox'
import { LawNotice, LawVersion, warned } from '#http/legal-schemas.ts'
import { AnyObject, Flag, Id, Instant, nullable, oneOf } from '#http/schema-kit.ts'
import { CLOCK_KEYS, TARGET_NOTE } from './clock-rules.ts'
import { FLAGS, RISKS, ROLES_OF_BREACH, URGENCIES } from './decision-rules.ts'
import { AUDIENCES } from './knowledge/notices.ts'
import { NATURES, SEVERITIES, STATES } from './rules.ts'

/** Schemas of answers. `bodies.ts` has those of requests. */

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
  legalEntityId: Id(),
  createdAt: Instant(),
}

export const BreachItem = Type.Object({
  ...summary,
  isDecided: Flag({ description: 'Si alguien ya decidió a quién comunicarla' }),
})
export type BreachItem = Static<typeof BreachItem>

export const CreatedBreach = Type.Pick(Type.Object(summary), [
  'id',
  'title',
  'status',
  'detectedAt',
  'createdAt',
])

/** A status_change has only these six. Other types may have `details`. */
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

const GivenReasons = Type.Array(
  Type.Object({ key: Text('sensitive_data'), text: Type.String(), legalReference: Type.String() }),
)

const Overrides = Type.Array(
  Type.Object({
    field: oneOf(FLAGS),
    recorded: Flag({ description: 'Lo que dice el registro' }),
    sent: Flag({ description: 'Lo que se respondió' }),
    reason: Text('Los adolescentes del registro tienen todos más de catorce años.'),
  }),
  { description: 'Respuestas que valen contra lo registrado, con su razón escrita' },
)

const Answers = Type.Array(
  Type.Object({
    field: oneOf(FLAGS),
    sent: Flag(),
    recorded: Flag(),
    counted: Flag({ description: 'Lo que contó en la decisión' }),
    because: Words('health'),
    reason: nullable(Type.String()),
  }),
  { description: 'Cada respuesta, lo que dice el registro y lo que contó' },
)

const outcome = {
  requiresNotification: Flag(),
  requiresSubjectNotification: Flag(),
  urgency: oneOf(URGENCIES),
  reasons: GivenReasons,
}

const RequiresController = Flag({
  description: 'Como encargada, la organización debe avisar al responsable (art. 15 bis)',
})

export const DecisionOutcome = Type.Object({
  ...outcome,
  requiresControllerNotification: RequiresController,
  actsAs: oneOf(ROLES_OF_BREACH),
  answers: Answers,
  overrides: Overrides,
  notes: Words('Respondió que no hay datos sensibles, pero el registro indica: Datos de salud.'),
  notificationDeadlineAt: Instant({ description: TARGET_NOTE }),
  deadlineNote: Text(TARGET_NOTE),
  lawNotice: LawNotice(),
})

/** A decision of an older version has no answers and no role. */
const SavedDecision = Type.Object({
  riskToSubjects: oneOf(RISKS),
  hasSensitiveData: Flag(),
  hasMinorData: Flag(),
  hasFinancialData: Flag(),
  ...outcome,
  requiresControllerNotification: Type.Optional(RequiresController),
  actsAs: Type.Optional(oneOf(ROLES_OF_BREACH)),
  answers: Type.Optional(Answers),
  decidedAt: Instant(),
  decidedBy: nullable(Id()),
  revisedAt: Type.Optional(
    Instant({ description: 'Cuándo un cambio del registro cambió lo que resulta de las respuestas' }),
  ),
})

const Clocks = Type.Array(
  Type.Object({
    key: oneOf(CLOCK_KEYS),
    label: Text('Alerta temprana al CSIRT Nacional'),
    dueAt: nullable(Instant()),
    doneAt: nullable(Instant()),
    isOverdue: Flag(),
    basis: Text('Tres horas desde la detección (art. 9, Ley 21.663).'),
    article: Text('art. 9, Ley 21.663'),
  }),
  { description: 'Los plazos que corren; los del CSIRT solo si la entidad legal es un servicio esencial' },
)

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
  nature: Type.Array(oneOf(NATURES)),
  occurredAt: nullable(Instant()),
  effects: nullable(Text('Se descargó una copia de la base.')),
  prevention: nullable(Text('Segundo factor en las cuentas de servicio.')),
  riskRationale: nullable(Text('Los datos permiten suplantar a los titulares.')),
  subjectsNotifiedAt: nullable(Instant()),
  subjectsMedium: nullable(Text('correo electrónico a cada persona')),
  massMediaNotice: nullable(Type.String()),
  noNoticeReason: nullable(Type.String()),
  actsAs: oneOf(ROLES_OF_BREACH),
  controllerName: nullable(Type.String()),
  controllerNotifiedAt: nullable(Instant()),
  overrides: Overrides,
  clocks: Clocks,
  events: Type.Array(BreachEvent),
  updatedAt: Instant(),
})
export type Breach = Static<typeof Breach>

export const MovedBreach = warned(Breach)

export const ReportedBreach = warned(
  Type.Object({
    notifiedAt: Instant(),
    notificationFileKey: Text('reportes/brecha-2026-03.pdf'),
    status: oneOf(['notified']),
  }),
)

export const Notice = Type.Object({
  audience: oneOf(AUDIENCES),
  template: Type.String({ examples: ['REPORTE DE VULNERACIÓN A LAS MEDIDAS DE SEGURIDAD…'] }),
  gaps: Type.Array(Type.String(), {
    description: 'Lo que falta completar; el texto no lleva marcas',
    examples: [['domicilio postal del responsable']],
  }),
  notes: Type.Array(Type.String(), {
    description: 'Lo que conviene saber antes de enviarlo',
    examples: [['Según la decisión, no es obligatorio comunicar esta brecha a los titulares.']],
  }),
  lawVersion: LawVersion(),
})

/** Art. 14 sexies, Ley 19.628 (mod. Ley 21.719): the required contents of the register of communications. */
export const RegisterEntry = Type.Object({
  breachId: Id(),
  title: Type.String(),
  status: oneOf(STATES),
  legalEntity: nullable(
    Type.Object({ id: Id(), name: Text('Tienda Sur SpA'), taxId: nullable(Text('76.543.210-3')) }),
  ),
  actsAs: oneOf(ROLES_OF_BREACH),
  occurredAt: nullable(Instant()),
  detectedAt: Instant(),
  nature: Type.String(),
  natureKinds: Type.Array(oneOf(NATURES)),
  effects: Type.String(),
  dataCategories: Type.Array(Type.Object({ key: Text('rut'), label: Text('RUT') })),
  approximateSubjects: nullable(Type.Integer({ minimum: 0 })),
  measures: Type.Object({ management: Type.Array(Type.String()), prevention: Type.String() }),
  communications: Type.Array(
    Type.Object({
      to: oneOf(['authority', 'subjects', 'mass_media', 'controller', 'csirt']),
      recipient: Text('Titulares'),
      at: nullable(Instant()),
      medium: nullable(Type.String()),
      notificationFileKey: nullable(Type.String()),
      kind: oneOf(['initial', 'complementary']),
    }),
  ),
  noNoticeReason: nullable(Type.String()),
  riskAssessment: nullable(SavedDecision),
  riskRationale: Type.String(),
  overrides: Overrides,
  missing: Type.Array(Type.String(), {
    description: 'Lo que falta registrar',
    examples: [['efectos constatados']],
  }),
  legalReference: Text('art. 14 sexies, Ley 19.628 (mod. Ley 21.719)'),
})
export type RegisterEntry = Static<typeof RegisterEntry>
