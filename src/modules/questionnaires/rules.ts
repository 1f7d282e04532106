import { addDays, chileanDay, chileanHour, isCalendarDate } from '#kernel/dates.ts'
import { Failure, type FaultDetail } from '#kernel/failure.ts'
import {
  type Answer,
  type Answers,
  asked,
  type Condition,
  given,
  isMany,
  OPERATORS,
  type Operator,
  optionsOf,
  type Question,
  type QuestionType,
  type Section,
} from '#kernel/questions.ts'

/** The records that an answer can become: an activity, a processor, a system of the data map, a risk of an assessment. */
export const TARGETS = ['activity', 'processor', 'system', 'risk'] as const
export type Target = (typeof TARGETS)[number]

/** The target of a question at conversion. `nth` counts the records in one answer. */
export interface Mapping {
  target: Target
  field: string
  nth?: number | null | undefined
}

export interface MappedQuestion extends Question {
  fills?: Mapping | null | undefined
}

export type MappedSection = Section<MappedQuestion>

export const ANSWER_STATES = ['sent', 'started', 'submitted', 'returned', 'revoked'] as const
export type AnswerStatus = (typeof ANSWER_STATES)[number]

/** Also in lists: an expired answer, which can no longer be completed. */
export const SHOWN_STATES = [...ANSWER_STATES, 'expired'] as const
export type ShownStatus = (typeof SHOWN_STATES)[number]

/** States in which the person can still write. */
export const OPEN: readonly AnswerStatus[] = ['sent', 'started', 'returned']

export const STATE_WORDS: Readonly<Record<ShownStatus, string>> = {
  sent: 'enviado',
  started: 'en curso',
  submitted: 'respondido',
  returned: 'devuelto',
  revoked: 'revocado',
  expired: 'vencido',
}

export function shownStatus(row: { status: AnswerStatus; expires_at: Date }, now: Date): ShownStatus {
  return OPEN.includes(row.status) && row.expires_at <= now ? 'expired' : row.status
}

// ── bounds ──

export const MOST_RECIPIENTS = 100
export const MOST_SECTIONS = 20
export const MOST_QUESTIONS = 100
export const MOST_OPTIONS = 40
export const MOST_CONDITIONS = 5
export const MOST_NTH = 10
/** A form sent without a script cannot bring more files. */
export const MOST_FILE_QUESTIONS = 4
export const MOST_FILES = 10
/** A page accepts 200 form fields; some are its own. */
export const MOST_FIELDS = 180
export const LONGEST: Readonly<Record<QuestionType, number>> = {
  text: 500,
  long_text: 10_000,
  yes_no: 10,
  choice: 100,
  choices: 100,
  number: 30,
  date: 10,
  email: 254,
  file: 100,
}

// ── validity of a questionnaire ──

/** Its faults, each with its path. */
export function contentFaults(sections: readonly MappedSection[]): FaultDetail[] {
  const faults: FaultDetail[] = []
  const before = new Map<string, MappedQuestion>()
  const say = (path: string, message: string) => void faults.push({ path, message })
  sections.forEach((section, s) => {
    judgeConditions(section.showIf, `sections[${s}].showIf`, before, say)
    section.questions.forEach((question, q) => {
      const path = `sections[${s}].questions[${q}]`
      if (before.has(question.key)) say(`${path}.key`, `La clave «${question.key}» está dos veces.`)
      judgeOptions(question, path, say)
      judgeConditions(question.showIf, `${path}.showIf`, before, say)
      before.set(question.key, question)
    })
  })
  const all = [...before.values()]
  if (all.length > MOST_QUESTIONS) say('sections', `Caben ${MOST_QUESTIONS} preguntas. Repártalas en dos.`)
  if (all.filter(({ type }) => type === 'file').length > MOST_FILE_QUESTIONS)
    say('sections', `Caben ${MOST_FILE_QUESTIONS} preguntas que piden archivos.`)
  const fields = all.reduce((sum, one) => sum + (one.type === 'choices' ? (one.options?.length ?? 0) : 1), 0)
  if (fields > MOST_FIELDS)
    say('sections', `Entre preguntas y opciones de elección múltiple caben ${MOST_FIELDS}.`)
  return faults
}

type Say = (path: string, message: string) => void

function judgeOptions({ type, options, label }: MappedQuestion, path: string, say: Say): void {
  if (type !== 'choice' && type !== 'choices') return
  const values = (options ?? []).map(({ value }) => value)
  if (values.length < 2) say(`${path}.options`, `«${label}» necesita al menos dos opciones.`)
  else if (new Set(values).size < values.length)
    say(`${path}.options`, `«${label}» tiene dos opciones con el mismo valor.`)
}

/** The types of question that can meet each operator. */
const MEETS: Readonly<Record<Operator, (type: QuestionType) => boolean>> = {
  is: (type) => type === 'yes_no' || type === 'choice',
  is_not: (type) => type === 'yes_no' || type === 'choice' || type === 'choices',
  includes: (type) => type === 'choices',
  answered: () => true,
}

function judgeConditions(
  conditions: readonly Condition[] | null | undefined,
  path: string,
  before: ReadonlyMap<string, MappedQuestion>,
  say: Say,
): void {
  for (const [index, { question, operator, value }] of (conditions ?? []).entries()) {
    const [here, other] = [`${path}[${index}]`, before.get(question)]
    if (!other) say(`${here}.question`, 'Una condición mira una pregunta que está antes.')
    else if (!OPERATORS.includes(operator) || !MEETS[operator](other.type))
      say(`${here}.operator`, `Esa condición no calza con la pregunta «${other.label}».`)
    else if (operator !== 'answered' && !optionsOf(other)?.some((one) => one.value === value))
      say(`${here}.value`, `«${other.label}» no tiene esa opción.`)
  }
}

// ── validity of answers ──

/**
 * The storable part of the sent answers: known questions, without blanks and files. An incomplete e-mail address is stored
 * too and checked at sending.
 */
export function keptAnswers(
  sections: readonly MappedSection[],
  sent: Readonly<Record<string, unknown>>,
): { answers: Record<string, string | string[]>; faults: FaultDetail[] } {
  const [answers, faults] = [{} as Record<string, string | string[]>, [] as FaultDetail[]]
  for (const question of sections.flatMap(({ questions }) => questions)) {
    if (question.type === 'file' || !Object.hasOwn(sent, question.key)) continue
    const values = given(asAnswer(sent[question.key])).map((value) => value.trim())
    const fault = storeFault(question, sent[question.key], values)
    if (fault) faults.push({ path: `answers.${question.key}`, message: fault })
    else if (values.length > 0) answers[question.key] = isMany(question) ? [...new Set(values)] : values[0]!
  }
  return { answers, faults }
}

function asAnswer(sent: unknown): Answer | undefined {
  if (typeof sent === 'string') return sent
  return Array.isArray(sent) && sent.every((one) => typeof one === 'string') ? sent : undefined
}

function storeFault(question: MappedQuestion, sent: unknown, values: readonly string[]): string | undefined {
  const { type, label } = question
  if (sent !== null && asAnswer(sent) === undefined) return `«${label}» se responde con texto.`
  if (!isMany(question) && values.length > 1) return `«${label}» admite una respuesta.`
  if (values.some((value) => value.length > LONGEST[type]))
    return `«${label}» admite hasta ${LONGEST[type].toLocaleString('es-CL')} caracteres.`
  const options = optionsOf(question)
  if (options && values.some((value) => !options.some((one) => one.value === value)))
    return `«${label}» no tiene esa opción.`
  return undefined
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const NUMBER = /^-?\d+([.,]\d+)?$/

const FORMS: Readonly<Partial<Record<QuestionType, (value: string, label: string) => string | undefined>>> = {
  email: (value, label) =>
    EMAIL.test(value) ? undefined : `«${label}»: escriba un correo, por ejemplo ana@empresa.cl.`,
  number: (value, label) => (NUMBER.test(value) ? undefined : `«${label}»: escriba un número.`),
  date: (value, label) =>
    isCalendarDate(value) ? undefined : `«${label}»: escriba una fecha con día, mes y año.`,
}

/** Faults that prevent sending, in the order of the questions. */
export function submitFaults(sections: readonly MappedSection[], answers: Answers): FaultDetail[] {
  return asked(sections, answers).flatMap((question) => {
    const { key, label, type, required } = question
    const values = given(answers[key])
    const missing = values.length === 0 && required ? `Falta responder «${label}».` : undefined
    const message = missing ?? values.map((value) => FORMS[type]?.(value, label)).find(Boolean)
    return message ? [{ path: `answers.${key}`, message }] : []
  })
}

/** The answer that is stored at sending. Answers to questions that were not asked are dropped. */
export function onlyAsked(
  sections: readonly MappedSection[],
  answers: Readonly<Record<string, string | string[]>>,
): Record<string, string | string[]> {
  const keys = new Set(asked(sections, answers).map(({ key }) => key))
  return Object.fromEntries(Object.entries(answers).filter(([key]) => keys.has(key)))
}

// ── time ──

/** Answers are accepted after their date, but count as late. */
export const GRACE_DAYS = 30
export const LONGEST_TERM_DAYS = 365

/** The key is valid for this many days after the date. */
export function expiryOf(dueOn: string): Date {
  return chileanHour(addDays(dueOn, GRACE_DAYS + 1), 0)
}

export function assertDueOn(dueOn: string, today: string): void {
  const message =
    dueOn < today
      ? 'La fecha para responder ya pasó. Elija hoy u otro día.'
      : dueOn > addDays(today, LONGEST_TERM_DAYS)
        ? 'La fecha para responder está a más de un año. Elija una más cercana.'
        : undefined
  if (message) throw new Failure('impossible', message, { details: [{ path: 'dueOn', message }] })
}

/** The day of the letter that asks for the answer. A returned answer has this day in `read_at`. */
export function askedOn(row: { status: AnswerStatus; created_at: Date; read_at: Date | null }): string {
  return chileanDay(row.status === 'returned' ? (row.read_at ?? row.created_at) : row.created_at)
}

/** Reminders go to people without an answer this many days before the date. */
export const REMINDER_DAYS = [3, 1] as const

/** Whether a reminder is due today: once for each of those days, never on the day of the invitation. */
export function isReminderDue(
  { dueOn, sentOn, remindedOn }: { dueOn: string; sentOn: string; remindedOn: string | null },
  today: string,
): boolean {
  if (today > dueOn) return false
  const since = REMINDER_DAYS.map((days) => addDays(dueOn, -days)).filter((day) => day <= today)
  const last = since.at(-1)
  return last !== undefined && sentOn < last && (remindedOn === null || remindedOn < last)
}
