import Type, { type Static } from 'typebox'
import { overridable } from '#http/legal-schemas.ts'
import {
  ById,
  blankable,
  Count,
  Flag,
  Id,
  Instant,
  listQuery,
  Name,
  nullable,
  oneOf,
  optional,
  Remark,
  ShortText,
  someOf,
  Texts,
} from '#http/schema-kit.ts'
import { newestFirst, TITLE } from '#kernel/paging.ts'
import { CLOCK_KEYS } from './clock-rules.ts'
import { FLAGS, RISK_WORDS, type RiskWord, ROLES_OF_BREACH } from './decision-rules.ts'
import { AUDIENCES } from './knowledge/notices.ts'
import { NATURES, STATES } from './rules.ts'

/** Schemas of requests. `schemas.ts` has those of answers. */

const exampleId = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'

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
  legalEntityId: optional(
    Remark(100, { description: 'La entidad legal responsable; sin ella, la principal' }),
  ),
  nature: optional(someOf(NATURES, { description: 'Confidencialidad, integridad o disponibilidad' })),
  occurredAt: blankable(Instant({ description: 'Cuándo ocurrió; después de la detección, 422' })),
  effects: optional(Remark(10_000, { description: 'Efectos constatados' })),
  prevention: optional(Remark(10_000, { description: 'Medidas para prevenir que se repita' })),
  riskRationale: optional(
    Remark(10_000, { description: 'Por qué hay, o no hay, un riesgo razonable para los titulares' }),
  ),
  subjectsNotifiedAt: blankable(
    Instant({ description: 'Cuándo se avisó a los titulares; antes de la detección o en el futuro, 422' }),
  ),
  subjectsMedium: optional(Remark(500, { description: 'Por qué medio se avisó a los titulares' })),
  massMediaNotice: optional(
    Remark(2000, {
      description:
        'Aviso en un medio masivo de alcance nacional, donde el individual no es posible: medio, fecha y razón',
    }),
  ),
  noNoticeReason: optional(Remark(10_000, { description: 'Por qué no se avisó a los titulares' })),
  actsAs: optional(
    oneOf(ROLES_OF_BREACH, {
      description: 'controller (por omisión): responsable; processor: encargado, que avisa al responsable',
    }),
  ),
  controllerName: optional(
    Remark(200, { description: 'El responsable por cuenta de quien se tratan los datos, si es encargado' }),
  ),
  controllerNotifiedAt: blankable(
    Instant({ description: 'Cuándo el encargado avisó al responsable; como subjectsNotifiedAt' }),
  ),
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
        nature: ['confidentiality'],
        occurredAt: '2026-03-01T22:10:00.000Z',
        effects: 'Se descargó una copia de la base.',
        prevention: 'Segundo factor en las cuentas de servicio.',
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

export const BREACHES = newestFirst('breaches', { title: TITLE, detectedAt: 'detected_at' })

export const BreachesQuery = listQuery(BREACHES, {
  status: Type.Optional(oneOf(STATES)),
  requiresNotification: Type.Optional(Flag()),
  legalEntityId: Type.Optional(
    Type.String({ maxLength: 100, description: 'Solo las de esta entidad legal', examples: [exampleId] }),
  ),
})
export type BreachesQuery = Static<typeof BreachesQuery>

export const MoveBreach = Type.Object(
  { status: oneOf(STATES), notes: optional(Remark()), ...overridable },
  { examples: [{ status: 'investigating', notes: 'Se asigna al equipo de seguridad.' }] },
)
export type MoveBreach = Static<typeof MoveBreach>

type Reasons = Record<(typeof FLAGS)[number], ReturnType<typeof optional<ReturnType<typeof Remark>>>>

export const DecideNotification = Type.Object(
  {
    riskToSubjects: oneOf(Object.keys(RISK_WORDS) as RiskWord[]),
    hasSensitiveData: Flag({ description: 'Datos personales sensibles (art. 2 letra g)' }),
    hasMinorData: Flag({ description: 'Datos de niños y niñas menores de catorce años (art. 14 sexies)' }),
    hasFinancialData: Flag({
      description: 'Datos sobre obligaciones económicas, financieras, bancarias o comerciales',
    }),
    overrideReasons: optional(
      Type.Object(Object.fromEntries(FLAGS.map((flag) => [flag, optional(Remark(2000))])) as Reasons, {
        description:
          'Por qué un «no» vale aunque las categorías registradas digan lo contrario; sin razón cuenta lo registrado',
      }),
    ),
    riskRationale: optional(
      Remark(10_000, { description: 'Por qué el riesgo es el que se indica; queda en la brecha' }),
    ),
    actsAs: optional(
      oneOf(ROLES_OF_BREACH, { description: 'Responsable o encargado; sin él, el que tiene la brecha' }),
    ),
  },
  {
    examples: [
      {
        riskToSubjects: 'high',
        hasSensitiveData: true,
        hasMinorData: false,
        hasFinancialData: false,
        riskRationale: 'Las fichas clínicas se publicaron en un sitio abierto durante dos días.',
      },
    ],
  },
)
export type DecideNotification = Static<typeof DecideNotification>

export const NotifyAuthority = Type.Object(
  {
    notifiedAt: Instant(),
    notificationFileKey: ShortText({ examples: ['reportes/brecha-2026-03.pdf'] }),
    ...overridable,
  },
  {
    examples: [
      { notifiedAt: '2026-03-03T15:00:00.000Z', notificationFileKey: 'reportes/brecha-2026-03.pdf' },
    ],
  },
)
export type NotifyAuthority = Static<typeof NotifyAuthority>

const told = { notifiedAt: Instant({ description: 'Antes de la detección o en el futuro, 422' }) }

export const NotifySubjects = Type.Object(
  {
    ...told,
    medium: ShortText({ description: 'Por qué medio', examples: ['correo electrónico a cada persona'] }),
    massMediaNotice: details.massMediaNotice,
    notes: optional(Remark()),
  },
  {
    examples: [
      {
        notifiedAt: '2026-03-04T12:00:00.000Z',
        medium: 'correo electrónico a cada persona',
        notes: '1.180 entregados, 20 por carta.',
      },
    ],
  },
)
export type NotifySubjects = Static<typeof NotifySubjects>

export const NotifyController = Type.Object(
  {
    ...told,
    controllerName: details.controllerName,
    medium: optional(Remark(500)),
    notes: optional(Remark()),
  },
  {
    examples: [
      {
        notifiedAt: '2026-03-02T16:00:00.000Z',
        controllerName: 'Clínica del Sur SpA',
        medium: 'correo electrónico',
      },
    ],
  },
)
export type NotifyController = Static<typeof NotifyController>

/** An unknown key of any form is not found. */
export const OfClock = Type.Object({
  id: ById.properties.id,
  key: Type.String({ maxLength: 100, description: CLOCK_KEYS.join(', '), examples: ['csirt_alert'] }),
})

export const MarkClock = nullable(
  Type.Object(
    {
      doneAt: blankable(Instant({ description: 'Sin él, ahora. Antes de la detección o en el futuro, 422' })),
    },
    { examples: [{ doneAt: '2026-03-02T15:30:00.000Z' }] },
  ),
)
export type MarkClock = Static<typeof MarkClock>

export const NoticeQuery = Type.Object({
  audience: Type.Optional(
    oneOf(AUDIENCES, {
      description:
        'authority: la Agencia (por omisión; si la organización actúa como encargada, controller); subjects: las personas afectadas, en lenguaje claro; mass_media: aviso en un medio masivo; controller: el responsable, de su encargado; csirt_alert y csirt_report: CSIRT Nacional (Ley 21.663)',
    }),
  ),
})
