import Type, { type Static } from 'typebox'
import {
  AnyObject,
  Email,
  Flag,
  Id,
  Instant,
  LongText,
  nullable,
  oneOf,
  optional,
  Paging,
  Remark,
} from '#http/schema-kit.ts'
import { EVENT_TYPES, RESPONSE_TYPES, RIGHT_TYPES, SOURCES, STATES } from '../rules.ts'

// ── what comes in ──

export const RequestsQuery = Type.Object({
  ...Paging,
  status: Type.Optional(oneOf(STATES)),
  rightType: Type.Optional(oneOf(RIGHT_TYPES)),
  overdue: Type.Optional(Flag({ description: 'Abiertas cuyo plazo vigente ya venció, o las demás' })),
  assignedTo: Type.Optional(Id()),
})
export type RequestsQuery = Static<typeof RequestsQuery>

export const MoveRequest = Type.Object(
  { status: oneOf(STATES), notes: optional(Remark()) },
  { examples: [{ status: 'VERIFYING', notes: 'Se pidió copia de la cédula.' }] },
)
export type MoveRequest = Static<typeof MoveRequest>

export const AssignRequest = Type.Object({ assignedTo: Id() })

export const ExtendRequest = Type.Object(
  { reason: LongText() },
  { examples: [{ reason: 'Los datos están en un sistema archivado que debemos restaurar.' }] },
)

export const RespondRequest = Type.Object(
  {
    responseType: oneOf(RESPONSE_TYPES),
    responseNotes: optional(Remark()),
    responseFileKey: optional(Remark(500)),
    denialReason: optional(Remark()),
  },
  {
    examples: [
      {
        responseType: 'FULFILLED',
        responseNotes: 'Le enviamos una copia de los datos que tenemos de usted.',
        responseFileKey: 'respuestas/arco-2026-04217.pdf',
        denialReason: null,
      },
    ],
  },
)
export type RespondRequest = Static<typeof RespondRequest>

export const NotifyThirds = Type.Object(
  { notes: optional(Remark()) },
  { examples: [{ notes: 'Se avisó por correo a los encargados que tienen los datos.' }] },
)
export type NotifyThirds = Static<typeof NotifyThirds>

// ── what goes out ──

const Text = (example: string) => Type.String({ examples: [example] })
const MaybeText = (example: string) => nullable(Text(example))

const summary = {
  id: Id(),
  folioNumber: Text('ARCO-2026-04217'),
  rightType: oneOf(RIGHT_TYPES),
  subjectName: Text('María Pérez'),
  subjectEmail: Email({ examples: ['maria@correo.cl'] }),
  status: oneOf(STATES),
  deadlineAt: Instant(),
  extendedDeadlineAt: nullable(Instant()),
  isOverdue: Flag(),
  assignedTo: nullable(Id()),
  createdAt: Instant(),
}

export const RequestItem = Type.Object(summary)
export type RequestItem = Static<typeof RequestItem>

export const RequestEvent = Type.Object({
  id: Id(),
  type: oneOf(EVENT_TYPES),
  from: nullable(oneOf(STATES)),
  to: nullable(oneOf(STATES)),
  notes: MaybeText('Se pidió copia de la cédula.'),
  actorId: nullable(Id()),
  actorName: MaybeText('Ana Rojas'),
  createdAt: Instant(),
})
export type RequestEvent = Static<typeof RequestEvent>

const request = {
  ...summary,
  source: oneOf(SOURCES),
  widgetId: nullable(Id()),
  legalEntityId: nullable(Id()),
  subjectRut: MaybeText('12345678-5'),
  subjectPhone: MaybeText('+56 9 1234 5678'),
  description: MaybeText('Quiero saber qué datos tienen de mí.'),
  documentType: MaybeText('cédula de identidad'),
  documentNumber: MaybeText('123456789'),
  organizationRelation: MaybeText('cliente'),
  isRepresentative: Flag(),
  representativeName: MaybeText('Juan Pérez'),
  representativeRut: MaybeText('7654321-6'),
  representativeRelation: MaybeText('hijo'),
  representativeDocUrl: MaybeText('https://ejemplo.cl/poder.pdf'),
  subtype: MaybeText('copia'),
  subtypeDetail: MaybeText('Copia de mis compras'),
  specificData: nullable(AnyObject({ examples: [{ sistema: 'CRM' }] })),
  portabilityTarget: MaybeText('Otra Tienda SpA'),
  portabilityFormat: MaybeText('csv'),
  portabilityDirectTransfer: Flag(),
  declarationTruthful: Flag(),
  declarationDataProcessing: Flag(),
  declarationPhoneContact: Flag(),
  responseDeadline: Instant(),
  blockingDeadlineAt: nullable(
    Instant({ description: 'Solo bloqueo temporal: dos días hábiles (art. 8 ter, Ley 19.628)' }),
  ),
  extensionReason: MaybeText('Los datos están archivados.'),
  extensionNotifiedAt: nullable(Instant()),
  responseType: nullable(oneOf(RESPONSE_TYPES)),
  responseNotes: MaybeText('Le enviamos una copia.'),
  responseFileKey: MaybeText('respuestas/arco-2026-04217.pdf'),
  denialReason: nullable(Type.String()),
  thirdsNotifiedAt: nullable(Instant()),
  completedAt: nullable(Instant()),
  updatedAt: Instant(),
  events: Type.Array(RequestEvent, { description: 'Todo lo que pasó, desde lo más antiguo' }),
  timeline: Type.Array(RequestEvent, { description: 'Los cambios de estado, desde el más antiguo' }),
}

export const Request = Type.Object(request)
export type Request = Static<typeof Request>

export const Extension = Type.Object({
  id: Id(),
  extendedDeadlineAt: Instant(),
  extensionReason: Text('Los datos están en un sistema archivado que debemos restaurar.'),
  extensionNotifiedAt: Instant(),
  status: oneOf(['EXTENDED']),
})

/** The recipients that the published activities of the RAT name: they may have to be notified. */
const Thirds = Type.Object({
  recipients: Type.Array(
    Type.Object({ name: Text('Servicio de Impuestos Internos'), activities: Type.Array(Type.String()) }),
    { description: 'Destinatarios de las actividades publicadas' },
  ),
  processors: Type.Array(
    Type.Object({
      id: Id(),
      name: Text('Nube Austral SpA'),
      contactName: MaybeText('Luis Soto'),
      contactEmail: MaybeText('privacidad@nubeaustral.cl'),
      activities: Type.Array(Type.String()),
    }),
    { description: 'Encargados de las actividades publicadas' },
  ),
})
export type Thirds = Static<typeof Thirds>

export const ThirdsNotified = Type.Object({ ...request, ...Thirds.properties })

export const RequestStats = Type.Object({
  total: Type.Integer(),
  byStatus: Type.Array(Type.Object({ status: oneOf(STATES), count: Type.Integer() })),
  byRightType: Type.Array(Type.Object({ rightType: oneOf(RIGHT_TYPES), count: Type.Integer() })),
  open: Type.Integer(),
  overdue: Type.Integer(),
  dueSoon: Type.Integer({ description: 'Abiertas que vencen dentro de 7 días' }),
  averageResponseDays: nullable(
    Type.Number({ description: 'De las cerradas; nulo cuando no hay', examples: [12.5] }),
  ),
  onTimeRate: nullable(
    Type.Number({ description: 'Porcentaje de las cerradas dentro de plazo, 0 a 100', examples: [97.5] }),
  ),
})
export type RequestStats = Static<typeof RequestStats>
