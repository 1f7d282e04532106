import Type, { type Static } from 'typebox'
import { LawVersion, LegalWarnings, overridable, warned } from '#http/legal-schemas.ts'
import {
  AnyObject,
  CalendarDate,
  Email,
  Flag,
  Id,
  Instant,
  LongText,
  listQuery,
  nullable,
  oneOf,
  optional,
  PathId,
  Remark,
  wholeQuery,
} from '#http/schema-kit.ts'
import { type List, newestFirst, newestWritten, TITLE } from '#kernel/paging.ts'
import { ListedFile } from '#modules/files/public.ts'
import {
  CHANNELS,
  EVENT_TYPES,
  LETTER_FORMATS,
  LETTER_KINDS,
  RESPONSE_TYPES,
  RIGHT_TYPES,
  SOURCES,
  STATES,
} from '../rules.ts'
import { TaskCount } from '../tasks/schemas.ts'
import { Identity } from './identity/schemas.ts'
import { Thirds } from './recipient-schemas.ts'

// ── input ──

export const REQUESTS = newestFirst('dsar_requests', { folioNumber: TITLE, legalDueOn: 'legal_due_at' })

export const RequestsQuery = listQuery(REQUESTS, {
  status: Type.Optional(oneOf(STATES)),
  rightType: Type.Optional(oneOf(RIGHT_TYPES)),
  overdue: Type.Optional(Flag({ description: 'Abiertas cuyo plazo vigente ya venció, o las demás' })),
  open: Type.Optional(Flag({ description: 'Las que esperan respuesta, o las cerradas' })),
  assignedTo: Type.Optional(Id({ description: 'Las de una persona; «none», las que nadie tiene asignadas' })),
  legalEntityId: Type.Optional(Remark(100, { description: 'Las de una entidad legal' })),
})
export type RequestsQuery = Static<typeof RequestsQuery>

/** The timeline is sorted by time. */
export const TIMELINE: List<'createdAt'> = {
  ...newestWritten('dsar_events', { columns: ['type', 'notes', 'actor_name'] }),
  first: 'createdAt',
}

export const TimelineQuery = wholeQuery(TIMELINE, {})
export type TimelineQuery = Static<typeof TimelineQuery>

/** The fields of the answer to the person, shared by the calls that close a request. */
const answer = {
  responseNotes: optional(Remark(10_000, { description: 'Lo que se responde a la persona' })),
  responseFileKey: optional(Remark(500)),
  denialReason: optional(
    Remark(10_000, { description: 'El fundamento de lo que no se acoge (art. 11, Ley 19.628)' }),
  ),
}

export const MoveRequest = Type.Object(
  {
    status: oneOf(STATES),
    notes: optional(
      Remark(10_000, {
        description:
          'Notas internas. Al rechazar sin denialReason son el fundamento, y se comunican a la persona',
      }),
    ),
    ...answer,
    ...overridable,
  },
  { examples: [{ status: 'VERIFYING', notes: 'Se pidió copia de la cédula.' }] },
)
export type MoveRequest = Static<typeof MoveRequest>

export const AssignRequest = Type.Object({ assignedTo: Id() })
export const ExtendRequest = Type.Object(
  { reason: LongText() },
  { examples: [{ reason: 'Los datos están en un sistema archivado que debemos restaurar.' }] },
)

const NothingHeld = Flag({ description: 'No hay datos de la persona, aparte de esta solicitud' })

export const RespondRequest = Type.Object(
  {
    responseType: oneOf(RESPONSE_TYPES),
    ...answer,
    nothingHeld: optional(NothingHeld),
    ...overridable,
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

/** The same answer, to preview its letter. */
export const DraftAnswer = Type.Object(
  { responseType: oneOf(RESPONSE_TYPES), ...answer, nothingHeld: optional(NothingHeld) },
  { examples: [{ responseType: 'FULFILLED', responseNotes: 'Le enviamos una copia de sus datos.' }] },
)
export type DraftAnswer = Static<typeof DraftAnswer>

export const NotifyThirds = Type.Object(
  { notes: optional(Remark()) },
  { examples: [{ notes: 'Se avisó por correo a los encargados que tienen los datos.' }] },
)
export type NotifyThirds = Static<typeof NotifyThirds>

export const AgencySent = Type.Object(
  {
    ground: optional(Remark(10_000, { description: 'Por omisión, el denialReason de la solicitud' })),
    sentAt: optional(Instant({ description: 'Cuándo se envió; por omisión, ahora' })),
    notes: optional(Remark(2000, { description: 'Por qué canal, con qué comprobante' })),
  },
  {
    examples: [
      { ground: 'La solicitud no indica sus motivos.', notes: 'Portal de la Agencia, ingreso 4821' },
    ],
  },
)
export type AgencySent = Static<typeof AgencySent>

export const ByLetter = Type.Object({ id: PathId, letterId: PathId })
export const LetterQuery = Type.Object({
  format: Type.Optional(oneOf(LETTER_FORMATS, { description: 'json (por omisión), pdf o docx' })),
})

// ── output ──

const Text = (example: string) => Type.String({ examples: [example] })
const MaybeText = (example: string) => nullable(Text(example))

const summary = {
  id: Id(),
  folioNumber: Text('ARCO-2026-04217'),
  rightType: oneOf(RIGHT_TYPES),
  subjectName: Text('María Pérez'),
  subjectEmail: nullable(Email({ description: 'Nulo si no tiene', examples: ['maria@correo.cl'] })),
  status: oneOf(STATES),
  deadlineAt: Instant(),
  extendedDeadlineAt: nullable(Instant()),
  isOverdue: Flag(),
  assignedTo: nullable(Id()),
  createdAt: Instant(),
  legalEntityId: Id({ description: 'Ante quién se presentó' }),
  legalDueOn: CalendarDate({
    description:
      'El último día del plazo legal, en Chile, según la ley vigente al recibir o ampliar la solicitud (art. 11, Ley 19.628)',
    examples: ['2026-12-31'],
  }),
  tasks: TaskCount,
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

export const RequestLetter = Type.Object({
  id: Id(),
  kind: oneOf(LETTER_KINDS, {
    description: 'Acuse, prórroga, respuesta, rechazo, aviso a terceros, comunicación a la Agencia o entrega',
  }),
  sentAt: nullable(Instant({ description: 'Nulo mientras espera en la cola de correo, o si se imprime' })),
  onPaper: Flag({ description: 'Se entrega impresa: la persona no indicó un correo' }),
  to: Text('maria@correo.cl'),
  subject: Text('Recibimos su solicitud ARCO-2026-04217'),
  text: Text('Hola, María Pérez: …'),
  lawVersion: LawVersion(),
  createdAt: Instant(),
})
export type RequestLetter = Static<typeof RequestLetter>

const Blocking = Type.Object({
  id: Id(),
  folioNumber: Text('ARCO-2026-04218'),
  status: oneOf(STATES),
  legalDueOn: CalendarDate({ examples: ['2026-12-03'] }),
  completedAt: nullable(Instant()),
})

const request = {
  ...summary,
  source: oneOf(SOURCES),
  channel: nullable(oneOf(CHANNELS, { description: 'Por dónde llegó; de lo importado no se sabe' })),
  receivedAt: Instant({ description: 'Cuándo la recibió la organización: desde entonces corre el plazo' }),
  identity: Identity,
  freeAccess: nullable(
    Type.Object(
      {
        usedInQuarter: Type.Integer({ description: 'Antes de esta, en el mismo trimestre', examples: [0] }),
        isFree: Flag(),
        article: Text('art. 10, Ley 19.628 (mod. Ley 21.719)'),
      },
      { description: 'Solo acceso y portabilidad: los demás derechos son siempre gratis (art. 10)' },
    ),
  ),
  widgetId: nullable(Id()),
  previousNumber: nullable(
    Type.String({
      description: 'El número que tenía en el libro anterior, si se importó de él',
      examples: ['2025-014'],
    }),
  ),
  parentRequestId: nullable(Id({ description: 'La solicitud principal de un bloqueo temporal' })),
  subjectRut: MaybeText('12345678-5'),
  subjectPhone: MaybeText('+56 9 1234 5678'),
  subjectAddress: MaybeText('Los Aromos 123, Temuco'),
  deceased: nullable(
    Type.Object(
      { isHeir: Type.Literal(true), heirName: Text('Luis Pérez'), relation: Text('hijo') },
      { description: 'La persona falleció y pide un heredero (art. 4, Ley 19.628)' },
    ),
  ),
  mandateFileId: nullable(
    Id({ description: 'El poder de quien representa; se descarga con GET /files/{key}' }),
  ),
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
    Instant({ description: 'Solo bloqueo temporal: días hábiles (arts. 8 ter y 11, Ley 19.628)' }),
  ),
  extensionReason: MaybeText('Los datos están archivados.'),
  extensionNotifiedAt: nullable(Instant()),
  responseType: nullable(oneOf(RESPONSE_TYPES)),
  nothingHeld: NothingHeld,
  responseNotes: MaybeText('Le enviamos una copia.'),
  responseFileKey: MaybeText('respuestas/arco-2026-04217.pdf'),
  denialReason: nullable(Type.String()),
  thirdsNotifiedAt: nullable(Instant()),
  completedAt: nullable(Instant()),
  updatedAt: Instant(),
  events: Type.Array(RequestEvent, { description: 'Todo lo que pasó, desde lo más antiguo' }),
  timeline: Type.Array(RequestEvent, { description: 'Los cambios de estado, desde el más antiguo' }),
  attachments: Type.Array(ListedFile, {
    description: 'Lo que la persona adjuntó; se descarga con GET /files/{key}',
  }),
  letters: Type.Array(RequestLetter, {
    description: 'Las cartas con su fecha, destinatario y texto completo (art. 11, Ley 19.628)',
  }),
  blockings: Type.Array(Blocking, {
    description: 'Los bloqueos temporales que acompañan esta solicitud (art. 8 ter, Ley 19.628)',
  }),
}

export const Request = Type.Object(request)
export type Request = Static<typeof Request>
export const ClosedRequest = warned(Request)

export const AgencyNotice = Type.Object({
  subject: Text('Negativa de bloqueo temporal, folio ARCO-2026-04217'),
  text: Text('Señores: …'),
  article: Text('art. 8 ter, Ley 19.628 (mod. Ley 21.719)'),
  isComplete: Flag({ description: 'Falso mientras falta el fundamento de la negativa' }),
  sentAt: nullable(Instant({ description: 'Cuándo se envió; nulo mientras no se registra' })),
  letterId: nullable(Id()),
})
export type AgencyNotice = Static<typeof AgencyNotice>

const proposal = {
  responseType: oneOf(RESPONSE_TYPES),
  responseNotes: MaybeText('Corregimos el dato que indicó: [COMPLETAR: dato anterior y dato corregido].'),
  denialReason: MaybeText('No pudimos comprobar que usted es la persona titular de los datos.'),
}

/** Proposed words, which the author of the answer completes and changes. */
export const AnswerProposals = Type.Object({
  answers: Type.Array(Type.Object(proposal), {
    description: 'Un texto por cada forma de responder; [COMPLETAR: …] marca lo que falta escribir',
  }),
  alternatives: Type.Array(
    Type.Object({ name: Text('No tratamos datos suyos'), ...proposal, nothingHeld: NothingHeld }),
    { description: 'Otros comienzos, como cuando no hay datos de la persona' },
  ),
  grounds: Type.Array(
    Type.Object({
      text: Text('Los datos son necesarios para cumplir una obligación legal: [COMPLETAR: cuál].'),
      article: Text('art. 7, Ley 19.628 (mod. Ley 21.719)'),
    }),
    { description: 'Los motivos por los que la ley permite negar este derecho' },
  ),
})
export type AnswerProposals = Static<typeof AnswerProposals>

export const AnswerPreview = Type.Object({
  to: Text('maria@correo.cl'),
  onPaper: Flag({ description: 'Se entrega impresa: la persona no indicó un correo' }),
  subject: Text('Respuesta a su solicitud ARCO-2026-04217'),
  text: Text('Hola, María Pérez: …'),
  warnings: LegalWarnings(),
})
export type AnswerPreview = Static<typeof AnswerPreview>

export const Extension = Type.Object({
  id: Id(),
  extendedDeadlineAt: Instant(),
  extensionReason: Text('Los datos están en un sistema archivado que debemos restaurar.'),
  extensionNotifiedAt: Instant(),
  status: oneOf(['EXTENDED']),
})

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
