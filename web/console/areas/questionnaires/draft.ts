import {
  keyFor,
  type OPERATORS,
  optionsIn,
  type Question,
  type Questionnaire,
  type Section,
  type Target,
} from './words.ts'

/** Values of the questionnaire editor. */

/** A question as the editor shows it: options one per line, one condition, and the field that the answer fills. */
export interface QuestionDraft {
  key: string
  type: Question['type']
  label: string
  hint: string
  required: boolean
  options: string
  was: Question['options']
  ifQuestion: string
  ifOperator: keyof typeof OPERATORS
  ifValue: string
  /** Conditions beyond the first, which only built-in models have. */
  more: Question['showIf']
  /** The field as «activity.purpose», or ''. */
  fills: string
  nth: number
}

export interface SectionDraft {
  title: string
  description: string
  showIf: Section['showIf']
  questions: QuestionDraft[]
}

export interface Draft {
  name: string
  description: string
  sections: SectionDraft[]
}

export const NEW_QUESTION: QuestionDraft = {
  key: '',
  type: 'text',
  label: '',
  hint: '',
  required: true,
  options: '',
  was: [],
  ifQuestion: '',
  ifOperator: 'is',
  ifValue: '',
  more: [],
  fills: '',
  nth: 1,
}

export const newSection = (): SectionDraft => ({
  title: '',
  description: '',
  showIf: [],
  questions: [{ ...NEW_QUESTION }],
})

export function draftOf(one?: Pick<Questionnaire, 'name' | 'description' | 'sections'>): Draft {
  if (!one) return { name: '', description: '', sections: [newSection()] }
  return {
    name: one.name,
    description: one.description ?? '',
    sections: one.sections.map(({ title, description, showIf, questions }) => ({
      title,
      description: description ?? '',
      showIf,
      questions: questions.map((question) => {
        const [first, ...more] = question.showIf
        return {
          key: question.key,
          type: question.type,
          label: question.label,
          hint: question.hint ?? '',
          required: question.required,
          options: question.options.map(({ label }) => label).join('\n'),
          was: question.options,
          ifQuestion: first?.question ?? '',
          ifOperator: first?.operator ?? 'is',
          ifValue: first?.value ?? '',
          more,
          fills: question.fills ? `${question.fills.target}.${question.fills.field}` : '',
          nth: question.fills?.nth ?? 1,
        }
      }),
    })),
  }
}

/** The questions that a recipient would get now. A question without words is left out. */
export function askedOf(sections: readonly Section[]): Section[] {
  return sections
    .map((section) => ({ ...section, questions: section.questions.filter(({ label }) => label.trim()) }))
    .filter(({ questions }) => questions.length > 0)
}

/** The sections as the API takes them. A new question gets a key made from its words. */
export function sectionsOf({ sections }: Draft): Section[] {
  const taken = sections.flatMap(({ questions }) => questions.map(({ key }) => key).filter(Boolean))
  return sections.map(({ title, description, showIf, questions }) => ({
    title,
    description: description || null,
    showIf,
    questions: questions.map((draft): Question => {
      const key = draft.key || keyFor(draft.label, taken)
      taken.push(key)
      const dot = draft.fills.indexOf('.')
      const first = draft.ifQuestion
        ? [
            {
              question: draft.ifQuestion,
              operator: draft.ifOperator,
              value: draft.ifOperator === 'answered' ? null : draft.ifValue,
            },
          ]
        : []
      return {
        key,
        type: draft.type,
        label: draft.label,
        hint: draft.hint || null,
        required: draft.required,
        options: isChoice(draft) ? optionsIn(draft.options, draft.was) : [],
        showIf: [...first, ...draft.more],
        fills:
          dot > 0
            ? {
                target: draft.fills.slice(0, dot) as Target,
                field: draft.fills.slice(dot + 1),
                nth: draft.nth,
              }
            : null,
      }
    }),
  }))
}

export const isChoice = ({ type }: Pick<QuestionDraft, 'type'>) => type === 'choice' || type === 'choices'
