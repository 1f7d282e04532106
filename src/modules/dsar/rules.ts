import { addBusinessDays, daysBetween, endOfChileanDay } from '#kernel/business-days.ts'
import { addDays, after, chileanDay, DAY_MS, longDay } from '#kernel/dates.ts'
import { Failure, impossible } from '#kernel/failure.ts'
import { LAW, type Law } from '#kernel/law/law.ts'
import { assertMove, type Moves } from '#kernel/moves.ts'

/** Contract 2.4 and 3.3; decisions, DSAR; arts. 4-11 and 41, Ley 19.628 (mod. Ley 21.719). */

export const RIGHT_TYPES = [
  'ACCESS',
  'RECTIFICATION',
  'DELETION',
  'OPPOSITION',
  'PORTABILITY',
  'BLOCKING',
  'AUTO_DECISION',
] as const
export type RightType = (typeof RIGHT_TYPES)[number]

export const STATES = ['RECEIVED', 'VERIFYING', 'IN_PROGRESS', 'EXTENDED', 'COMPLETED', 'REJECTED'] as const
export type State = (typeof STATES)[number]

export const RESPONSE_TYPES = [
  'FULFILLED',
  'PARTIALLY_FULFILLED',
  'REJECTED_IDENTITY',
  'REJECTED_LEGAL',
  'EXTENDED',
] as const
export type ResponseType = (typeof RESPONSE_TYPES)[number]
/** Those that end a request; EXTENDED only gives it more time. */
export type FinalResponse = Exclude<ResponseType, 'EXTENDED'>

export const EVENT_TYPES = [
  'created',
  'status_change',
  'assigned',
  'extended',
  'responded',
  'thirds_notified',
  'reminder',
  'agency_notified',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** What a kept letter is: to the person, to those who received the data, to the Agency. */
export const LETTER_KINDS = ['RECEIPT', 'EXTENSION', 'ANSWER', 'REFUSAL', 'THIRD_PARTY', 'AGENCY'] as const
export const LETTER_FORMATS = ['json', 'pdf'] as const
export type LetterKind = (typeof LETTER_KINDS)[number]

export const SOURCES = ['widget', 'portal'] as const
export type Source = (typeof SOURCES)[number]

// ── states ──

const MOVES: Moves<State> = {
  RECEIVED: ['VERIFYING', 'IN_PROGRESS', 'EXTENDED', 'COMPLETED', 'REJECTED'],
  VERIFYING: ['RECEIVED', 'IN_PROGRESS', 'EXTENDED', 'COMPLETED', 'REJECTED'],
  IN_PROGRESS: ['RECEIVED', 'VERIFYING', 'EXTENDED', 'COMPLETED', 'REJECTED'],
  EXTENDED: ['RECEIVED', 'VERIFYING', 'IN_PROGRESS', 'COMPLETED', 'REJECTED'],
  COMPLETED: [],
  REJECTED: [],
}

/** Assigning a request that nobody works on yet begins the work. */
export const BEGUN_BY_ASSIGNING: readonly State[] = ['RECEIVED', 'VERIFYING']

export function isFinal(state: State): boolean {
  return MOVES[state].length === 0
}

/** EXTENDED needs an extension with its reason and its deadline, which only `extend` can give. */
export function assertStatusChange(from: State, to: State, isExtended: boolean, rightType: RightType): void {
  assertMove(MOVES, from, to)
  if (to !== 'EXTENDED' || isExtended) return
  throw new Failure(
    'conflict',
    rightType === 'BLOCKING'
      ? NEVER_EXTENDED
      : 'La solicitud no tiene una prórroga. Amplíe el plazo con POST /dsar/requests/:id/extend, indicando el motivo.',
  )
}

const NEVER_EXTENDED =
  'El plazo de un bloqueo temporal no se amplía: se responde en dos días hábiles (arts. 8 ter y 11, Ley 19.628 (mod. Ley 21.719)).'

interface Terms {
  right_type: RightType
  created_at: Date
  extended_deadline_at: Date | null
  blocking_deadline_at: Date | null
}

/** Once, never for a block, and only a term that still runs (art. 11; art. 26, Ley 19.880, by analogy). */
export function assertExtendable(request: Terms, now: Date): void {
  if (request.right_type === 'BLOCKING') throw impossible('rightType', NEVER_EXTENDED)
  const dueOn = longDay(legalDueOn(request))
  if (request.extended_deadline_at !== null) {
    throw new Failure(
      'alreadyExtended',
      `El plazo ya se amplió una vez, hasta el ${dueOn}. La ley permite una sola prórroga.`,
    )
  }
  if (isOverdue({ dueAt: legalDueAt(request), completedAt: null }, now)) {
    throw new Failure(
      'conflict',
      `El plazo legal venció el ${dueOn} y un plazo vencido no se amplía (art. 11, Ley 19.628, mod. Ley 21.719; art. 26, Ley 19.880, por analogía). Responda la solicitud cuanto antes.`,
    )
  }
}

export function outcomeOf(response: FinalResponse): 'COMPLETED' | 'REJECTED' {
  return response.startsWith('REJECTED') ? 'REJECTED' : 'COMPLETED'
}

/** Of a full answer the person has nothing to complain about; of an outcome that nobody stated, perhaps. */
export function mayComplain({ status, responseType }: { status: State; responseType: ResponseType | null }) {
  return isFinal(status) && responseType !== 'FULFILLED'
}

/** What the contract's notify-thirds takes (contract 4.4, rule 5). */
export const TOLD_TO_THIRDS: readonly RightType[] = ['RECTIFICATION', 'DELETION']

/** The rights whose outcome those who received the data learn of (art. 11). */
export const TOLD_TO_RECIPIENTS: readonly RightType[] = ['RECTIFICATION', 'DELETION', 'OPPOSITION']

/** The requests that a temporary block may accompany (art. 8 ter). */
export const MAIN_RIGHTS: readonly RightType[] = ['RECTIFICATION', 'DELETION', 'OPPOSITION']

// ── terms ──

const TERM_DAYS = 30
const TERM_MS = TERM_DAYS * DAY_MS
const BLOCKING_BUSINESS_DAYS = 2
export const COMPLAINT_BUSINESS_DAYS = 30

export function responseDeadline(createdAt: Date): Date {
  return after(createdAt, TERM_MS)
}

export function extendedDeadline(deadlineAt: Date): Date {
  return after(deadlineAt, TERM_MS)
}

/**
 * The last day to answer, in Chile (art. 11): the day of entry and 30 calendar days, 60 once extended; for a block, its
 * second business day. The contract's own fields count hours and may fall on another day when the clocks change.
 */
export function legalDueOn({
  created_at,
  extended_deadline_at,
  blocking_deadline_at,
}: Omit<Terms, 'right_type'>) {
  if (blocking_deadline_at !== null) return chileanDay(blocking_deadline_at)
  return addDays(chileanDay(created_at), extended_deadline_at === null ? TERM_DAYS : 2 * TERM_DAYS)
}

/** Up to the end of that day. The column of the same name holds it for the lists. */
export function legalDueAt(request: Omit<Terms, 'right_type'>): Date {
  return endOfChileanDay(legalDueOn(request))
}

/** Arts. 8 ter and 11: two business days from receipt, up to the end of the second one. */
export function blockingDeadline(rightType: RightType, createdAt: Date, law: Law = LAW): Date | null {
  if (rightType !== 'BLOCKING') return null
  return endOfChileanDay(addBusinessDays(chileanDay(createdAt), BLOCKING_BUSINESS_DAYS, law))
}

/** The last day to complain to the Agency of what was answered at this instant (art. 41). */
export function complaintUntil(answeredAt: Date, law: Law = LAW): string {
  return addBusinessDays(chileanDay(answeredAt), COMPLAINT_BUSINESS_DAYS, law)
}

export function isOverdue(request: { dueAt: Date; completedAt: Date | null }, now: Date): boolean {
  return request.completedAt === null && request.dueAt < now
}

export const DUE_SOON_MS = 7 * DAY_MS

// ── reminders ──

export type Term = 'RESPONSE' | 'BLOCKING'

/** Days before the end on which people are reminded; 0 is when it is over. */
const REMINDERS: Readonly<Record<Term, readonly number[]>> = {
  RESPONSE: [7, 3, 1, 0],
  BLOCKING: [1, 0],
}

export const FIRST_REMINDER_MS = 8 * DAY_MS

export interface Reminder {
  term: Term
  dueAt: Date
  /** Which of the reminders it is. */
  daysBefore: number
  /** How many calendar days are left in truth: fewer, when the day of the reminder was missed. */
  daysLeft: number
}

/** What a person has to be reminded of at this instant: the latest reminder whose day has come. */
export function reminderAt(
  { term, dueAt }: Pick<Reminder, 'term' | 'dueAt'>,
  now: Date,
): Reminder | undefined {
  const daysLeft = daysBetween(chileanDay(now), chileanDay(dueAt))
  const over = dueAt < now
  const daysBefore = over ? 0 : REMINDERS[term].findLast((days) => days > 0 && days >= daysLeft)
  return daysBefore === undefined ? undefined : { term, dueAt, daysBefore, daysLeft }
}
