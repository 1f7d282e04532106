import Type, { type Static } from 'typebox'
import {
  BoundedText,
  CalendarDate,
  Count,
  FreeObject,
  Id,
  Instant,
  NullableText,
  nullable,
  oneOf,
  optional,
} from '#http/schema-kit.ts'
import { MOST_FILES } from './rules.ts'
import { GivenAnswers, Key, ShownConditions, shownQuestion } from './schemas.ts'

/** Bodies and answers of the calls with a person's key. */

// ── input ──

export const ByQuestionnaireKey = Type.Object({
  key: Type.String({
    description: 'La clave del enlace que llegó por correo',
    examples: ['q3Jx0b6m1m0vXo2pV0d9mQ8rT5yU7iO1aS3dF5gH7jK'],
  }),
})

const SentFiles = optional(
  Type.Array(
    Type.Object({
      question: Key(),
      uploadKey: BoundedText(100, { description: 'La clave con que se subió el archivo' }),
    }),
    { maxItems: MOST_FILES },
  ),
)

export const Saving = Type.Object(
  {
    answers: FreeObject({
      description:
        'Por la clave de cada pregunta, texto o lista de textos. Lo que no se envía queda como estaba; vacío lo borra. De una pregunta de archivos, las claves de los que se conservan',
    }),
    files: SentFiles,
  },
  { examples: [{ answers: { has: 'yes', purpose: 'Seguridad de las personas y de los bienes' } }] },
)
export type Saving = Static<typeof Saving>

export const Submitting = Type.Object(
  { answers: optional(Saving.properties.answers), files: SentFiles },
  { examples: [{ answers: { has: 'no' } }] },
)
export type Submitting = Static<typeof Submitting>

// ── output ──

export const PublicQuestion = Type.Object(shownQuestion)
export const PublicSection = Type.Object({
  title: Type.String({ examples: ['Cámaras'] }),
  description: NullableText('Las de su local.'),
  showIf: ShownConditions,
  questions: Type.Array(PublicQuestion),
})

export const PublicQuestionnaire = Type.Object({
  organizationName: Type.String({ examples: ['Tienda Sur SpA'] }),
  name: Type.String({ examples: ['Cámaras de los locales'] }),
  description: NullableText('Cuente cómo funcionan las cámaras de su local.'),
  recipientName: Type.String({ examples: ['Luis Pérez'] }),
  status: oneOf(['sent', 'started', 'submitted', 'returned']),
  note: NullableText('¿Por cuánto tiempo se guardan las grabaciones?'),
  dueOn: CalendarDate(),
  expiresAt: Instant({ description: 'Hasta cuándo sirve el enlace' }),
  submittedAt: nullable(Instant()),
  sections: Type.Array(PublicSection, { description: 'Vacío una vez enviada la respuesta' }),
  answers: GivenAnswers,
  files: Type.Array(
    Type.Object({
      key: Id(),
      question: NullableText('sign_photo'),
      name: Type.String({ examples: ['letrero.jpg'] }),
      size: Count({ examples: [48213] }),
    }),
  ),
})
export type PublicQuestionnaire = Static<typeof PublicQuestionnaire>

export const SavedAnswer = Type.Object({
  status: oneOf(['started', 'returned']),
  savedAt: Instant(),
  asked: Count({ examples: [14] }),
  answered: Count({ examples: [9] }),
  missing: Type.Array(Type.String(), {
    description: 'Las claves de lo que falta para enviar',
    examples: [['purpose']],
  }),
  files: PublicQuestionnaire.properties.files,
})
export type SavedAnswer = Static<typeof SavedAnswer>

export const SubmittedAnswer = Type.Object({ status: oneOf(['submitted']), submittedAt: Instant() })
