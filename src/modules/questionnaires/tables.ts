import type { Refine } from '#db/tables.ts'
import type { AnswerStatus, MappedSection, Target } from './rules.ts'

declare module '#db/tables.ts' {
  interface Refinements {
    questionnaire_versions: Refine<'questionnaire_versions', { sections: MappedSection[] }>
    questionnaire_answers: Refine<
      'questionnaire_answers',
      { status: AnswerStatus; answers: Record<string, string | string[]> }
    >
    questionnaire_sources: Refine<'questionnaire_sources', { target: Target }>
  }
}
