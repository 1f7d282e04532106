import { addBusinessDays, businessDaysLeft, daysBetween, endOfChileanDay } from '#kernel/business-days.ts'
import { addDays, after, chileanDay, DAY_MS, longDay } from '#kernel/dates.ts'
import { Failure, impossible } from '#kernel/failure.ts'
import { FORMER_LAW, isInForce, type Law } from '#kernel/law/law.ts'
import { businessDays, LAW_NAME } from '#kernel/law/wording.ts'
import { assertMove, type Labels, type Moves } from '#kernel/moves.ts'

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
  'package_built',
  'package_removed',
  'answer_delivered',
  'answer_opened',
  'answer_downloaded',
  'task_added',
  'task_sent',
  'task_done',
  'task_cancelled',
  'recipient_reminded',
  'recipient_acknowledged',
  'identity_checked',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** What a kept letter is: to the person, to those who received the data, to the Agency. */
export const LETTER_KINDS = [
  'RECEIPT',
  'EXTENSION',
  'ANSWER',
  'REFUSAL',
  'THIRD_PARTY',
  'AGENCY',
  'PACKAGE',
] as const
export const LETTER_FORMATS = ['json', 'pdf', 'docx'] as const
export type LetterKind = (typeof LETTER_KINDS)[number]

/** `import`: from the book that was kept before; `staff`: written down by the organisation. */
export const SOURCES = ['widget', 'portal', 'import', 'staff'] as const
export type Source = (typeof SOURCES)[number]

/** How a request reached the organisation. */
export const CHANNELS = ['phone', 'mail', 'post', 'in_person', 'portal', 'form'] as const
export type Channel = (typeof CHANNELS)[number]

/** What staff writes down says it itself; of the old book nobody knows. */
export function channelOf({ source, channel }: { source: Source; channel: Channel | null }): Channel | null {
  return channel ?? ({ widget: 'form', portal: 'portal', import: null, staff: null } as const)[source]
}

/** As the forms write the causes of an opposition down: each names its letter, so that nobody has to look it up. */
export const OPPOSITION_CAUSES = {
  interest: 'art. 8 a: interés legítimo',
  marketing: 'art. 8 b: mercadotecnia directa',
  source: 'art. 8 c: fuente de acceso público',
} as const

/**
 * An opposition to direct marketing needs no reason, and nothing outweighs it (art. 8 b). Programs and staff write the
 * cause as text: «art. 8 b», and as laws are usually cited, «artículo 8, letra b)» or «letra b) del artículo 8».
 */
export function opposesMarketing(request: { right_type: RightType; subtype: string | null }): boolean {
  return request.right_type === 'OPPOSITION' && MARKETING_CAUSE.test(request.subtype?.trim() ?? '')
}

const MARKETING_CAUSE =
  /^(?:art(?:[íi]culo|\.)?\s*8[°º]?\s*,?\s*(?:letra\s*)?b\b|letra\s*b\)?\s*,?\s*(?:del?\s*)?art(?:[íi]culo|\.)?\s*8(?![\d]|\s*(?:bis|ter)\b))/i

// ── states ──

export const STATE_LABELS: Labels<State> = {
  RECEIVED: 'Recibida',
  VERIFYING: 'En verificación',
  IN_PROGRESS: 'En curso',
  EXTENDED: 'Plazo ampliado',
  COMPLETED: 'Completada',
  REJECTED: 'Rechazada',
}

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
export function assertStatusChange(
  { status, right_type, extended_deadline_at }: Terms & { status: State },
  to: State,
  law: Law,
): void {
  assertMove(MOVES, STATE_LABELS, status, to)
  if (to !== 'EXTENDED' || extended_deadline_at !== null) return
  throw new Failure(
    'conflict',
    right_type === 'BLOCKING'
      ? neverExtended(law)
      : 'La solicitud no tiene una prórroga. Amplíe el plazo con POST /dsar/requests/:id/extend, indicando el motivo.',
  )
}

const neverExtended = ({ terms }: Law) =>
  `El plazo de un bloqueo temporal no se amplía: se responde en ${businessDays(terms.blockingBusinessDays)} (arts. 8 ter y 11, ${LAW_NAME}).`

interface Terms {
  right_type: RightType
  extended_deadline_at: Date | null
  legal_due_at: Date
}

/** Once, never for a block, and only a term that still runs (art. 11; art. 26, Ley 19.880, by analogy). */
export function assertExtendable(request: Terms, now: Date, law: Law): void {
  if (request.right_type === 'BLOCKING') throw impossible('rightType', neverExtended(law))
  const dueOn = longDay(legalDueOn(request))
  if (request.extended_deadline_at !== null) {
    throw new Failure(
      'alreadyExtended',
      `El plazo ya se amplió una vez, hasta el ${dueOn}. La ley permite una sola prórroga.`,
    )
  }
  if (isOverdue({ dueAt: request.legal_due_at, completedAt: null }, now)) {
    throw new Failure(
      'conflict',
      `El plazo legal venció el ${dueOn} y un plazo vencido no se amplía (art. 11, ${LAW_NAME}; art. 26, Ley 19.880, por analogía). Responda la solicitud cuanto antes.`,
    )
  }
}

export function outcomeOf(response: FinalResponse): 'COMPLETED' | 'REJECTED' {
  return response.startsWith('REJECTED') ? 'REJECTED' : 'COMPLETED'
}

/** Something of what was asked for was refused. */
export function isRefusal({
  status,
  responseType,
}: {
  status: State
  responseType: ResponseType | null
}): boolean {
  return status === 'REJECTED' || (status === 'COMPLETED' && responseType === 'PARTIALLY_FULFILLED')
}

/**
 * Of a full answer the person has nothing to complain about; of an outcome that nobody stated, perhaps. One who reads that
 * nothing is held gets nothing, and may not believe it (art. 41).
 */
export function mayComplain({
  status,
  responseType,
  nothingHeld,
}: {
  status: State
  responseType: ResponseType | null
  nothingHeld: boolean
}) {
  return isFinal(status) && (responseType !== 'FULFILLED' || nothingHeld)
}

/** Where nothing of the person is held, what these ask for is so already. The others have nothing to work on. */
export const ANSWERED_BY_NOTHING: readonly RightType[] = ['ACCESS', 'DELETION', 'OPPOSITION']

/** What the contract's notify-thirds takes (contract 4.4, rule 5). */
export const TOLD_TO_THIRDS: readonly RightType[] = ['RECTIFICATION', 'DELETION']

/** The rights whose outcome those who received the data learn of (art. 11). */
export const TOLD_TO_RECIPIENTS: readonly RightType[] = ['RECTIFICATION', 'DELETION', 'OPPOSITION']

/** The requests that a temporary block may accompany (art. 8 ter). */
export const MAIN_RIGHTS: readonly RightType[] = ['RECTIFICATION', 'DELETION', 'OPPOSITION']

// ── terms ──

/** The contract counts hours, whatever the law says: 30 × 24 from the entry, and as many more once extended. */
const CONTRACT_TERM_MS = 30 * DAY_MS

export function responseDeadline(createdAt: Date): Date {
  return after(createdAt, CONTRACT_TERM_MS)
}

export function extendedDeadline(deadlineAt: Date): Date {
  return after(deadlineAt, CONTRACT_TERM_MS)
}

/**
 * The end of the last day to answer, in Chile (art. 11): so many calendar days after the day of entry; for a block, so
 * many business days. The contract's own fields may fall on another day when the clocks change.
 */
export function legalTerm(rightType: RightType, createdAt: Date, law: Law): Date {
  return (
    blockingDeadline(rightType, createdAt, law) ??
    endOfChileanDay(addDays(chileanDay(createdAt), law.terms.requestDays))
  )
}

/** The one extension runs from the day on which the term would end. */
export function extendedTerm(legalDueAt: Date, { terms }: Law): Date {
  return endOfChileanDay(addDays(chileanDay(legalDueAt), terms.extensionDays))
}

/** The last day to answer, in Chile. */
export function legalDueOn({ legal_due_at }: Pick<Terms, 'legal_due_at'>): string {
  return chileanDay(legal_due_at)
}

/** Arts. 8 ter and 11: from receipt, up to the end of the last business day. */
export function blockingDeadline(rightType: RightType, createdAt: Date, law: Law): Date | null {
  if (rightType !== 'BLOCKING') return null
  return endOfChileanDay(addBusinessDays(chileanDay(createdAt), law.terms.blockingBusinessDays, law))
}

/** What the former art. 12 gave: information, modification, cancellation and blocking. */
export const FORMER_RIGHTS: readonly RightType[] = ['ACCESS', 'RECTIFICATION', 'DELETION', 'BLOCKING']

/**
 * Until the law binds: the last day on which the person must wait before the civil judge hears them (art. 16 of the former
 * text). The terms of the new law are then a promise alone.
 */
export function formerDueOn(rightType: RightType, createdAt: Date, law: Law): string | null {
  const day = chileanDay(createdAt)
  if (isInForce(law, day) || !FORMER_RIGHTS.includes(rightType)) return null
  return addBusinessDays(day, FORMER_LAW.answerBusinessDays, law)
}

/** The last day to complain to the Agency of what was answered, or should have been, on this day (art. 41). */
export function complaintUntil(answeredOn: string, law: Law): string {
  return addBusinessDays(answeredOn, law.terms.complaintBusinessDays, law)
}

export function isOverdue(request: { dueAt: Date; completedAt: Date | null }, now: Date): boolean {
  return request.completedAt === null && request.dueAt < now
}

export const DUE_SOON_MS = 7 * DAY_MS

// ── reminders ──

export type Term = 'RESPONSE' | 'BLOCKING'

/** Days before the end on which people are reminded, of a block in business days; 0 is when it is over. */
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
  /** How many days are left in truth, of a block business days: fewer, when the day of the reminder was missed. */
  daysLeft: number
}

/** What a person has to be reminded of at this instant: the latest reminder whose day has come. */
export function reminderAt(
  { term, dueAt }: Pick<Reminder, 'term' | 'dueAt'>,
  now: Date,
  law: Law,
): Reminder | undefined {
  const [today, last] = [chileanDay(now), chileanDay(dueAt)]
  // Of a block that ends on a Monday people hear on Friday.
  const daysLeft =
    term === 'BLOCKING' && today <= last ? businessDaysLeft(today, last, law) : daysBetween(today, last)
  const over = dueAt < now
  const daysBefore = over ? 0 : REMINDERS[term].findLast((days) => days > 0 && days >= daysLeft)
  return daysBefore === undefined ? undefined : { term, dueAt, daysBefore, daysLeft }
}
