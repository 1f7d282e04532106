import type { Module } from '#modules/module.ts'
import * as keyed from './answering-schemas.ts'
import { ANSWER_ENTITY } from './answers.ts'
import * as drafted from './draft-schemas.ts'
import { REMINDER_JOB } from './jobs.ts'
import { pages } from './pages.ts'
import { answers } from './repo.ts'
import { routes } from './routes.ts'
import * as schemas from './schemas.ts'
import { listTasks } from './tasks.ts'

export const questionnaires: Module = {
  name: 'questionnaires',
  tag: 'Cuestionarios que responden personas sin cuenta, y los borradores que salen de sus respuestas',
  schemas: [
    { ...keyed, QuestionnaireSaving: keyed.Saving, QuestionnaireSubmitting: keyed.Submitting },
    {
      ...schemas,
      QuestionnaireSending: schemas.Sending,
      QuestionnaireSent: schemas.Sent,
      QuestionnaireInvitation: schemas.Invitation,
      QuestionnaireReturning: schemas.Returning,
      QuestionnaireConversion: schemas.Conversion,
      QuestionnaireConverted: drafted.Converted,
      QuestionnaireDraft: drafted.AnswerDraft,
      QuestionnaireDrafts: drafted.AnswerDrafts,
      NewQuestion: schemas.QuestionIn,
      NewSection: schemas.SectionIn,
    },
  ],
  keeps: [
    {
      what: 'Cuestionarios y sus respuestas',
      days: null,
      why: 'Respaldan el registro, la diligencia de los encargados y las evaluaciones (arts. 3 letra a, 15 bis y 15 ter).',
    },
  ],
  routes,
  pages,
  jobs: [REMINDER_JOB],
  tasks: { answer: listTasks },
  holdsFiles: { [ANSWER_ENTITY]: answers.has },
}
