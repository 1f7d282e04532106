import Type, { type Static } from 'typebox'
import {
  BoundedText,
  blankable,
  CalendarDate,
  Count,
  Email,
  Flag,
  Id,
  Instant,
  NullableText,
  nullable,
  oneOf,
  optional,
  PathId,
  Remark,
} from '#http/schema-kit.ts'
import { ListedFile } from '#modules/files/public.ts'
import { MOST_FILES, OUTCOMES, TASK_STATES, VIAS } from './rules.ts'

// ── input ──

export const ByTask = Type.Object({ id: PathId, taskId: PathId })

const Article = Remark(500, {
  description: 'Por qué se conserva, con su artículo: obligatorio con el resultado «kept»',
  examples: ['art. 7, Ley 19.628 (mod. Ley 21.719): Una ley obliga a guardarlos'],
})

export const NewDsarTask = Type.Object(
  {
    systemId: blankable(Id({ description: 'Un sistema del mapa de datos; si no, systemName' })),
    systemName: optional(Remark(200, { description: 'Un lugar que no está en el mapa de datos' })),
    ownerName: optional(Remark(200)),
    ownerEmail: blankable(Email({ description: 'A quién se le pide; por omisión, quien está a cargo' })),
    dueOn: blankable(CalendarDate({ description: 'Hasta el último día del plazo legal' })),
  },
  {
    examples: [{ systemName: 'Archivo en papel', ownerName: 'Rosa Díaz', ownerEmail: 'rosa@tiendasur.cl' }],
  },
)
export type NewDsarTask = Static<typeof NewDsarTask>

const answer = {
  outcome: oneOf(OUTCOMES, {
    description:
      'found: había datos y se hizo lo pedido; nothing_found: no hay nada de la persona; kept: quedan como están, por lo que dice article',
  }),
  notes: optional(Remark(10_000)),
  article: optional(Article),
}

export const DsarTaskPatch = Type.Object(
  {
    ownerName: optional(Remark(200)),
    ownerEmail: blankable(
      Email({ description: 'Con otro correo, el enlace anterior deja de abrir y la tarea vuelve a «open»' }),
    ),
    dueOn: Type.Optional(CalendarDate()),
    status: Type.Optional(oneOf(['cancelled'])),
    ...answer,
    outcome: Type.Optional(answer.outcome),
  },
  { examples: [{ ownerName: 'Rosa Díaz', ownerEmail: 'rosa@tiendasur.cl' }] },
)
export type DsarTaskPatch = Static<typeof DsarTaskPatch>

export const ByTaskKey = Type.Object({
  key: Type.String({
    description: 'La clave del enlace que llegó por correo',
    examples: ['q3Jx0b6m1m0vXo2pV0d9mQ8rT5yU7iO1aS3dF5gH7jK'],
  }),
})

export const TaskAnswer = Type.Object(
  {
    ...answer,
    name: optional(Remark(200, { description: 'Quién responde; por omisión, a quien se le escribió' })),
    files: optional(
      Type.Array(
        Type.Object({ uploadKey: BoundedText(100, { description: 'La clave con que se subió el archivo' }) }),
        { maxItems: MOST_FILES },
      ),
    ),
  },
  { examples: [{ outcome: 'nothing_found', notes: 'Busqué por RUT y por correo.' }] },
)
export type TaskAnswer = Static<typeof TaskAnswer>

// ── output ──

const System = {
  systemId: nullable(Id()),
  systemName: Type.String({ examples: ['CRM de ventas'] }),
  processorName: nullable(
    Type.String({ description: 'El encargado que lo opera', examples: ['Nube Andina SpA'] }),
  ),
  ownerName: NullableText('Rosa Díaz'),
  ownerEmail: NullableText('rosa@tiendasur.cl'),
}

export const DsarTask = Type.Object({
  id: Id(),
  ...System,
  status: oneOf(TASK_STATES, {
    description: 'open: por enviar; sent: espera respuesta; done: respondida; cancelled: ya no hace falta',
  }),
  outcome: nullable(oneOf(OUTCOMES)),
  notes: NullableText('Busqué por RUT y por correo.'),
  article: NullableText('art. 7, Ley 19.628 (mod. Ley 21.719): Una ley obliga a guardarlos'),
  answeredVia: nullable(oneOf(VIAS)),
  answeredBy: NullableText('Rosa Díaz'),
  doneAt: nullable(Instant()),
  dueOn: CalendarDate(),
  sentAt: nullable(Instant()),
  remindedOn: nullable(CalendarDate()),
  overdue: Flag({ description: 'Espera respuesta y su fecha pasó' }),
  files: Type.Array(ListedFile, { description: 'Se descargan con GET /files/{key}' }),
  createdAt: Instant(),
})
export type DsarTask = Static<typeof DsarTask>

/** The progress that a request shows. */
export const TaskCount = Type.Object(
  { total: Count({ examples: [5] }), done: Count({ examples: [3] }) },
  { description: 'Las tareas de los sistemas, sin las canceladas, y cuántas están respondidas' },
)

const Progress = Type.Object({
  total: Count({ description: 'Sin las canceladas', examples: [5] }),
  done: Count({ examples: [3] }),
  sent: Count({ examples: [1] }),
  open: Count({ examples: [1] }),
  withoutOwner: Count({ description: 'Por enviar, sin un correo a quien pedirlas', examples: [1] }),
  overdue: Count({ examples: [0] }),
})

const Choices = {
  outcomes: Type.Array(
    Type.Object({
      value: oneOf(OUTCOMES),
      label: Type.String(),
      hint: NullableText('Adjunte los archivos.'),
    }),
    { description: 'Lo que se puede responder, en palabras para este derecho' },
  ),
  grounds: Type.Array(Type.Object({ article: Type.String(), text: Type.String() }), {
    description: 'Por qué la ley permite que queden como están, para «kept»; también se acepta otro texto',
  }),
}

const Suggested = Type.Object({ ...System, systemId: Id() })

export const DsarTasks = Type.Object({
  items: Type.Array(DsarTask, { description: 'De la más antigua a la más nueva' }),
  progress: Progress,
  suggestedSystems: Type.Array(Suggested, {
    description: 'Sistemas de actividades publicadas que no tienen una tarea en esta solicitud',
  }),
  ...Choices,
})
export type DsarTasks = Static<typeof DsarTasks>

export const TasksSent = Type.Object({
  sent: Count({ description: 'A cuántas personas se les escribió ahora', examples: [4] }),
  withoutOwner: Count({ description: 'Las que esperan un correo a quien pedirlas', examples: [1] }),
})

export const PublicTask = Type.Object({
  organizationName: Type.String({ examples: ['Tienda Sur SpA'] }),
  systemName: Type.String({ examples: ['CRM de ventas'] }),
  ownerName: NullableText('Rosa Díaz'),
  right: Type.String({ examples: ['Supresión'] }),
  article: Type.String({ examples: ['art. 7, Ley 19.628 (mod. Ley 21.719)'] }),
  notice: nullable(
    Type.String({
      description: 'Mientras la ley no rige: desde cuándo se exige lo que aquí se cita',
      examples: ['Los derechos y plazos de la ley se exigen desde el 1 de diciembre de 2026.'],
    }),
  ),
  asks: Type.String({ examples: ['Una persona pidió eliminar sus datos.'] }),
  instructions: Type.String({ examples: ['Busque a la persona en el sistema y elimine sus datos.'] }),
  status: oneOf(['sent', 'done']),
  dueOn: CalendarDate(),
  expiresAt: Instant({ description: 'Hasta cuándo sirve el enlace' }),
  doneAt: nullable(Instant()),
  outcome: nullable(oneOf(OUTCOMES)),
  person: nullable(
    Type.Object(
      {
        name: Type.String({ examples: ['María Pérez'] }),
        rut: NullableText('12.345.678-5'),
        email: nullable(Type.String({ examples: ['maria@correo.cl'] })),
      },
      { description: 'Lo que hace falta para encontrarla; nulo una vez respondida' },
    ),
  ),
  change: Type.Array(Type.Object({ label: Type.String(), text: Type.String() }), {
    description: 'De una rectificación, lo que hay que corregir',
    examples: [[{ label: 'Dato correcto', text: 'Los Olmos 12' }]],
  }),
  ...Choices,
})
export type PublicTask = Static<typeof PublicTask>

export const AnsweredTask = Type.Object({
  status: oneOf(['done']),
  outcome: oneOf(OUTCOMES),
  doneAt: Instant(),
  files: Count({ description: 'Cuántos archivos llegaron', examples: [1] }),
})
export type AnsweredTask = Static<typeof AnsweredTask>
