import Type, { type Static } from 'typebox'
import {
  BoundedText,
  CalendarDate,
  Count,
  Email,
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
  PathId,
  Remark,
  ShortText,
} from '#http/schema-kit.ts'
import { newestFirst, TITLE } from '#kernel/paging.ts'
import { OPERATORS, QUESTION_TYPES } from '#kernel/questions.ts'
import { ListedFile } from '#modules/files/public.ts'
import {
  ANSWER_STATES,
  MOST_CONDITIONS,
  MOST_NTH,
  MOST_OPTIONS,
  MOST_QUESTIONS,
  MOST_RECIPIENTS,
  MOST_SECTIONS,
  SHOWN_STATES,
  TARGETS,
} from './rules.ts'

// ── input ──

const EXAMPLE_ID = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'

/** A name within the questionnaire, used in forms and bodies. */
export const Key = () =>
  Type.String({ minLength: 1, maxLength: 50, pattern: '^[A-Za-z][A-Za-z0-9_]*$', examples: ['purpose'] })

const ConditionIn = Type.Object({
  question: Key(),
  operator: oneOf(OPERATORS, {
    description: 'is: es esa opción; is_not: respondió otra; includes: la marcó; answered: respondió algo',
  }),
  value: optional(Remark(100)),
})

const Conditions = optional(
  Type.Array(ConditionIn, {
    maxItems: MOST_CONDITIONS,
    description: 'Se muestra si se cumplen todas; miran preguntas anteriores',
  }),
)

const Fills = Type.Object({
  target: oneOf(TARGETS),
  field: BoundedText(100, { description: 'GET /questionnaires/fields los lista', examples: ['purpose'] }),
  nth: optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_NTH,
      description: 'De los registros que una respuesta describe, cuál; por defecto el primero',
    }),
  ),
})

const OptionIn = Type.Object({ value: BoundedText(100), label: ShortText() })

export const QuestionIn = Type.Object({
  key: Key(),
  type: oneOf(QUESTION_TYPES),
  label: ShortText(),
  hint: optional(Remark(1000)),
  required: optional(Flag()),
  options: optional(Type.Array(OptionIn, { maxItems: MOST_OPTIONS })),
  showIf: Conditions,
  fills: optional(Fills),
})

export const SectionIn = Type.Object({
  title: Name(),
  description: optional(Remark(2000)),
  showIf: Conditions,
  questions: Type.Array(QuestionIn, { minItems: 1, maxItems: MOST_QUESTIONS }),
})

const Sections = Type.Array(SectionIn, { minItems: 1, maxItems: MOST_SECTIONS })

const EXAMPLE_SECTIONS = [
  {
    title: 'Cámaras',
    questions: [
      { key: 'has', type: 'yes_no', label: '¿Hay cámaras en su local?', required: true },
      {
        key: 'purpose',
        type: 'long_text',
        label: '¿Para qué están?',
        required: true,
        showIf: [{ question: 'has', operator: 'is', value: 'yes' }],
        fills: { target: 'activity', field: 'purpose' },
      },
    ],
  },
]

export const NewQuestionnaire = Type.Object(
  {
    builtIn: optional(
      BoundedText(50, {
        description: 'El que se copia de GET /questionnaires/built-in',
        examples: ['register'],
      }),
    ),
    name: optional(Name({ description: 'Obligatorio si no se copia uno' })),
    description: optional(Remark(2000)),
    sections: optional(Sections),
  },
  { examples: [{ name: 'Cámaras de los locales', sections: EXAMPLE_SECTIONS }] },
)
export type NewQuestionnaire = Static<typeof NewQuestionnaire>

export const QuestionnairePatch = Type.Object(
  {
    name: Type.Optional(Name()),
    description: optional(Remark(2000)),
    sections: Type.Optional(Sections),
    isActive: Type.Optional(Flag({ description: 'Con false ya no se envía; lo enviado se responde igual' })),
  },
  { examples: [{ name: 'Cámaras de los locales y bodegas' }] },
)
export type QuestionnairePatch = Static<typeof QuestionnairePatch>

export const QUESTIONNAIRES = newestFirst('questionnaires', { name: TITLE })

export const QuestionnairesQuery = listQuery(QUESTIONNAIRES, {
  isActive: Type.Optional(Flag({ description: 'Solo los que se envían, o solo los demás' })),
})
export type QuestionnairesQuery = Static<typeof QuestionnairesQuery>

export const Sending = Type.Object(
  {
    recipients: Type.Array(
      Type.Object({
        email: Email(),
        name: Name(),
        departmentId: optional(Remark(100, { description: 'El departamento por el que responde' })),
      }),
      { minItems: 1, maxItems: MOST_RECIPIENTS },
    ),
    dueOn: CalendarDate({ description: 'Hasta cuándo se espera la respuesta' }),
  },
  {
    examples: [{ recipients: [{ email: 'bodega@tiendasur.cl', name: 'Luis Pérez' }], dueOn: '2027-01-15' }],
  },
)
export type Sending = Static<typeof Sending>

export const ANSWERS = newestFirst('questionnaire_answers', { dueOn: 'due_on', name: TITLE }, { as: 'a' })

const answerFilters = {
  status: Type.Optional(oneOf(ANSWER_STATES)),
  unread: Type.Optional(Flag({ description: 'Con true, solo las respuestas que nadie ha leído' })),
}

export const AnswersOfQuery = listQuery(ANSWERS, answerFilters)
export const AnswersQuery = listQuery(ANSWERS, {
  ...answerFilters,
  questionnaireId: Type.Optional(Remark(100, { description: 'Solo las de este cuestionario' })),
  entityType: Type.Optional(
    Remark(50, { description: 'Con entityId: las respuestas de las que viene ese registro' }),
  ),
  entityId: Type.Optional(PathId),
})
export type AnswersQuery = Static<typeof AnswersQuery>

export const Returning = Type.Object(
  {
    note: LongText({ description: 'Qué falta o qué hay que aclarar: la persona lo lee en el correo' }),
    dueOn: optional(CalendarDate({ description: 'Si no se envía, la que tenía o siete días más' })),
  },
  { examples: [{ note: '¿Por cuánto tiempo se guardan las grabaciones?' }] },
)
export type Returning = Static<typeof Returning>

export const DraftsQuery = Type.Object({
  target: oneOf(TARGETS, { description: 'En qué se convertiría' }),
})

export const Conversion = Type.Object(
  {
    target: oneOf(TARGETS),
    records: optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: MOST_NTH }), {
        maxItems: MOST_NTH,
        description: 'Cuáles de los que describe la respuesta; por defecto, todos los que faltan',
      }),
    ),
    intoId: optional(
      Remark(100, {
        description:
          'Un registro que ya existe: se completa lo que tiene en blanco. De un riesgo, la evaluación que lo recibe: obligatoria',
      }),
    ),
  },
  { examples: [{ target: 'activity' }] },
)
export type Conversion = Static<typeof Conversion>

// ── output ──

const ShownCondition = Type.Object({
  question: Type.String({ examples: ['has'] }),
  operator: oneOf(OPERATORS),
  value: NullableText('yes'),
})
export const ShownConditions = Type.Array(ShownCondition)

export const shownQuestion = {
  key: Type.String({ examples: ['purpose'] }),
  type: oneOf(QUESTION_TYPES),
  label: Type.String({ examples: ['¿Para qué están?'] }),
  hint: NullableText('En una o dos frases.'),
  required: Flag(),
  options: Type.Array(
    Type.Object({
      value: Type.String({ examples: ['entrance'] }),
      label: Type.String({ examples: ['La entrada'] }),
    }),
  ),
  showIf: ShownConditions,
}

export const QuestionnaireQuestion = Type.Object({
  ...shownQuestion,
  fills: nullable(
    Type.Object({
      target: oneOf(TARGETS),
      field: Type.String({ examples: ['purpose'] }),
      nth: Type.Integer({ minimum: 1, examples: [1] }),
    }),
  ),
})
export const QuestionnaireSection = Type.Object({
  title: Type.String({ examples: ['Cámaras'] }),
  description: NullableText('Las de su local.'),
  showIf: ShownConditions,
  questions: Type.Array(QuestionnaireQuestion),
})
export type QuestionnaireSection = Static<typeof QuestionnaireSection>

export const BuiltInQuestionnaire = Type.Object({
  key: Type.String({ examples: ['register'] }),
  name: Type.String({ examples: ['Qué datos usa su área'] }),
  description: Type.String({ examples: ['Con eso se completa el registro de actividades.'] }),
  audience: Type.String({ examples: ['Jefaturas de área'] }),
  article: Type.String({ examples: ['art. 15 bis'] }),
  targets: Type.Array(oneOf(TARGETS)),
  questions: Count({ examples: [32] }),
  sections: Type.Array(QuestionnaireSection),
})

export const BuiltInQuestionnaires = Type.Object({ items: Type.Array(BuiltInQuestionnaire) })

export const FillableField = Type.Object({
  target: oneOf(TARGETS),
  field: Type.String({ examples: ['purpose'] }),
  label: Type.String({ examples: ['Finalidad'] }),
})
export const FillableFields = Type.Object({ items: Type.Array(FillableField) })

const summary = {
  id: Id(),
  name: Type.String({ examples: ['Cámaras de los locales'] }),
  description: NullableText('Cuente cómo funcionan las cámaras de su local.'),
  builtIn: nullable(Type.String({ description: 'El que se copió', examples: ['cameras'] })),
  version: Type.Integer({ minimum: 1, description: 'Sube con cada cambio del texto', examples: [1] }),
  isActive: Flag(),
  counts: Type.Object({
    sent: Count({ description: 'A cuántas personas se envió, sin las revocadas', examples: [12] }),
    started: Count({ examples: [2] }),
    submitted: Count({ examples: [7] }),
    returned: Count({ examples: [1] }),
    unread: Count({ examples: [3] }),
    overdue: Count({ description: 'Sin respuesta y con la fecha pasada', examples: [1] }),
  }),
  createdAt: Instant(),
  updatedAt: Instant(),
}

export const QuestionnaireSummary = Type.Object(summary)
export const Questionnaire = Type.Object({
  ...summary,
  targets: Type.Array(oneOf(TARGETS), { description: 'En qué se puede convertir una respuesta' }),
  sections: Type.Array(QuestionnaireSection),
})
export type Questionnaire = Static<typeof Questionnaire>

export const Invitation = Type.Object({
  id: Id(),
  name: Type.String({ examples: ['Luis Pérez'] }),
  email: Email(),
  departmentId: nullable(Id()),
  pageUrl: Type.String({
    description: 'El enlace de la persona; se muestra solo aquí',
    examples: ['https://privacidad.tiendasur.cl/cuestionarios/q3Jx0b6m1m0vXo2pV0d9mQ8rT5yU7iO1aS3dF5gH7jK'],
  }),
})
export const Sent = Type.Object({
  sent: Count({ examples: [1] }),
  dueOn: CalendarDate(),
  items: Type.Array(Invitation),
})

export const Source = Type.Object({
  target: oneOf(TARGETS),
  nth: Type.Integer({ minimum: 1, examples: [1] }),
  entityType: Type.String({ examples: ['activity'] }),
  entityId: Id(),
  title: Type.String({ examples: ['Cámaras de la tienda de Ñuñoa'] }),
  url: Type.String({
    description: 'Dónde se ve en la consola',
    examples: [`/organizacion/tienda-sur-spa/registro/${EXAMPLE_ID}`],
  }),
  createdBy: NullableText('Ana Rojas'),
  createdAt: Instant(),
})
export type Source = Static<typeof Source>

const answer = {
  id: Id(),
  questionnaireId: Id(),
  questionnaireName: Type.String({ examples: ['Cámaras de los locales'] }),
  version: Type.Integer({ minimum: 1, examples: [1] }),
  name: Type.String({ examples: ['Luis Pérez'] }),
  email: Email(),
  departmentId: nullable(Id()),
  departmentName: NullableText('Bodega'),
  status: oneOf(SHOWN_STATES, {
    description:
      'sent: enviado; started: empezó; submitted: respondió; returned: se le devolvió; revoked: se revocó su enlace; expired: su enlace venció',
  }),
  dueOn: CalendarDate(),
  overdue: Flag({ description: 'Sin respuesta y con la fecha pasada' }),
  asked: Count({ description: 'Preguntas que le tocan por lo que respondió', examples: [14] }),
  answered: Count({ examples: [9] }),
  note: NullableText('¿Por cuánto tiempo se guardan las grabaciones?'),
  remindedOn: nullable(CalendarDate()),
  savedAt: nullable(Instant()),
  submittedAt: nullable(Instant()),
  readAt: nullable(Instant()),
  readBy: NullableText('Ana Rojas'),
  createdAt: Instant(),
  updatedAt: Instant(),
}

export const QuestionnaireAnswerItem = Type.Object(answer)
export type QuestionnaireAnswerItem = Static<typeof QuestionnaireAnswerItem>

export const GivenAnswers = Type.Unsafe<Record<string, string | string[]>>({
  type: 'object',
  additionalProperties: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
  examples: [{ has: 'yes', purpose: 'Seguridad de las personas y de los bienes' }],
})

const AnswerFile = Type.Object({ ...ListedFile.properties, question: NullableText('sign_photo') })

export const QuestionnaireAnswer = Type.Object({
  ...answer,
  sections: Type.Array(QuestionnaireSection, { description: 'Las preguntas, como se le enviaron' }),
  answers: GivenAnswers,
  files: Type.Array(AnswerFile),
  targets: Type.Array(oneOf(TARGETS)),
  sources: Type.Array(Source, { description: 'Lo que se hizo con la respuesta' }),
})
export type QuestionnaireAnswer = Static<typeof QuestionnaireAnswer>
