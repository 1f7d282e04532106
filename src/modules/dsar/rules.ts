import { addBusinessDays, daysBetween, endOfChileanDay } from '#kernel/business-days.ts'
import { after, chileanDay, DAY_MS } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
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
] as const
export type EventType = (typeof EVENT_TYPES)[number]

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

/** An ended request moves no further: it was answered. */
export const isEnded = (status: State) => MOVES[status].length === 0

/** Assigning a request that nobody works on yet begins the work. */
export const BEGUN_BY_ASSIGNING: readonly State[] = ['RECEIVED', 'VERIFYING']

export function isFinal(state: State): boolean {
  return MOVES[state].length === 0
}

/** EXTENDED needs an extension with its reason and its deadline, which only `extend` can give. */
export function assertStatusChange(from: State, to: State, isExtended: boolean): void {
  assertMove(MOVES, from, to)
  if (to !== 'EXTENDED' || isExtended) return
  throw new Failure(
    'conflict',
    'La solicitud no tiene una prórroga. Amplíe el plazo con POST /dsar/requests/:id/extend, indicando el motivo.',
  )
}

export function outcomeOf(response: FinalResponse): 'COMPLETED' | 'REJECTED' {
  return response.startsWith('REJECTED') ? 'REJECTED' : 'COMPLETED'
}

/** A refusal, even of a part, states its ground and the way to the Agency (art. 11). */
export function refuses(response: FinalResponse): boolean {
  return response !== 'FULFILLED'
}

/** The rights that recipients of the data are notified of (contract 4.4, rule 5). */
export const TOLD_TO_THIRDS: readonly RightType[] = ['RECTIFICATION', 'DELETION']

// ── terms ──

const TERM_MS = 30 * DAY_MS
const BLOCKING_BUSINESS_DAYS = 2
export const COMPLAINT_BUSINESS_DAYS = 30

export function responseDeadline(createdAt: Date): Date {
  return after(createdAt, TERM_MS)
}

export function extendedDeadline(deadlineAt: Date): Date {
  return after(deadlineAt, TERM_MS)
}

/** Art. 8 ter: two business days from receipt, up to the end of the second one. */
export function blockingDeadline(rightType: RightType, createdAt: Date): Date | null {
  if (rightType !== 'BLOCKING') return null
  return endOfChileanDay(addBusinessDays(chileanDay(createdAt), BLOCKING_BUSINESS_DAYS))
}

/** The last day to complain to the Agency of what was answered at this instant (art. 41). */
export function complaintUntil(answeredAt: Date): string {
  return addBusinessDays(chileanDay(answeredAt), COMPLAINT_BUSINESS_DAYS)
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

/** What a person has to be reminded of at this instant, one per term: the latest whose day has come. */
export function remindersAt(
  request: { dueAt: Date; blockingDeadlineAt: Date | null },
  now: Date,
): Reminder[] {
  const ends: [Term, Date | null][] = [
    ['RESPONSE', request.dueAt],
    ['BLOCKING', request.blockingDeadlineAt],
  ]
  return ends.flatMap(([term, dueAt]) => {
    if (dueAt === null) return []
    const daysLeft = daysBetween(chileanDay(now), chileanDay(dueAt))
    const over = dueAt < now
    const daysBefore = over ? 0 : REMINDERS[term].findLast((days) => days > 0 && days >= daysLeft)
    return daysBefore === undefined ? [] : [{ term, dueAt, daysBefore, daysLeft }]
  })
}
