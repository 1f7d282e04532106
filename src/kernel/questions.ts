/**
 * Questions in sections, and the conditions under which each is asked. The service, the page with the questions and the
 * console share these rules.
 */

export const QUESTION_TYPES = [
  'text',
  'long_text',
  'yes_no',
  'choice',
  'choices',
  'number',
  'date',
  'email',
  'file',
] as const
export type QuestionType = (typeof QUESTION_TYPES)[number]

export const OPERATORS = ['is', 'is_not', 'includes', 'answered'] as const
export type Operator = (typeof OPERATORS)[number]

export interface Option {
  value: string
  label: string
}

/** A condition on the answer to an earlier question. */
export interface Condition {
  question: string
  operator: Operator
  value?: string | null | undefined
}

export interface Question {
  key: string
  type: QuestionType
  label: string
  hint?: string | null | undefined
  required?: boolean | null | undefined
  options?: readonly Option[] | null | undefined
  /** Asked if all of these hold. */
  showIf?: readonly Condition[] | null | undefined
}

export interface Section<Q extends Question = Question> {
  title: string
  description?: string | null | undefined
  showIf?: readonly Condition[] | null | undefined
  questions: readonly Q[]
}

/** A list for questions with several values: options, or files. */
export type Answer = string | readonly string[]
export type Answers = Readonly<Record<string, Answer>>

export const YES = 'yes'
export const NO = 'no'
export const YES_NO: readonly Option[] = [
  { value: YES, label: 'Sí' },
  { value: NO, label: 'No' },
]

/** The options of a choice; undefined for a free answer. */
export function optionsOf({ type, options }: Question): readonly Option[] | undefined {
  if (type === 'yes_no') return YES_NO
  return type === 'choice' || type === 'choices' ? (options ?? []) : undefined
}

export function isMany({ type }: Pick<Question, 'type'>): boolean {
  return type === 'choices' || type === 'file'
}

/** The values of an answer, without blanks. */
export function given(answer: Answer | undefined): readonly string[] {
  const values = answer === undefined ? [] : typeof answer === 'string' ? [answer] : answer
  return values.filter((value) => value.trim() !== '')
}

const HOLDS: Readonly<Record<Operator, (values: readonly string[], value: string) => boolean>> = {
  is: (values, value) => values.length === 1 && values[0] === value,
  is_not: (values, value) => values.length > 0 && !values.includes(value),
  includes: (values, value) => values.includes(value),
  answered: (values) => values.length > 0,
}

/** The questions that are asked, in order. Answers to questions no longer asked have no effect. */
export function asked<Q extends Question>(sections: readonly Section<Q>[], answers: Answers): Q[] {
  const keys = new Set<string>()
  const holds = (conditions: readonly Condition[] | null | undefined) =>
    (conditions ?? []).every(
      ({ question, operator, value }) =>
        keys.has(question) && HOLDS[operator](given(answers[question]), value ?? ''),
    )
  const questions: Q[] = []
  for (const section of sections) {
    if (!holds(section.showIf)) continue
    for (const question of section.questions) {
      if (!holds(question.showIf)) continue
      keys.add(question.key)
      questions.push(question)
    }
  }
  return questions
}

/** Progress among the questions that are asked now. */
export function progressOf(
  sections: readonly Section[],
  answers: Answers,
): { asked: number; answered: number; missing: string[] } {
  const questions = asked(sections, answers)
  const isOpen = ({ key }: Question) => given(answers[key]).length === 0
  return {
    asked: questions.length,
    answered: questions.filter((question) => !isOpen(question)).length,
    missing: questions.filter((question) => question.required && isOpen(question)).map(({ key }) => key),
  }
}

/** The answer in words: «Sí», the labels of options, or the text itself. */
export function answerWords(question: Question, answer: Answer | undefined): string[] {
  const options = optionsOf(question)
  return given(answer).map((value) => options?.find((one) => one.value === value)?.label ?? value)
}
