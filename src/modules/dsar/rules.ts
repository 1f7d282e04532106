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
/** The responses that end a request. EXTENDED only gives it more time. */
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

/** The kinds of stored letters: to the person, to recipients of the data, to the Agency. */
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

/** `import`: from the register kept before this service. `staff`: entered by the organisation. */
export const SOURCES = ['widget', 'portal', 'import', 'staff'] as const
export type Source = (typeof SOURCES)[number]

/** How a request reached the organisation. */
export const CHANNELS = ['phone', 'mail', 'post', 'in_person', 'portal', 'form'] as const
export type Channel = (typeof CHANNELS)[number]

/** Staff enter the channel themselves. For imported requests it is unknown. */
export function channelOf({ source, channel }: { source: Source; channel: Channel | null }): Channel | null {
  return channel ?? ({ widget: 'form', portal: 'portal', import: null, staff: null } as const)[source]
}

/** The causes of an opposition as the forms store them. Each text names its letter of the article. */
export const OPPOSITION_CAUSES = {
  interest: 'art. 8 a: interés legítimo',
  marketing: 'art. 8 b: mercadotecnia directa',
  source: 'art. 8 c: fuente de acceso público',
} as const

/**
 * An opposition to direct marketing needs no reason, and nothing outweighs it (art. 8 b). The cause is free text: it may
 * read «art. 8 b», or in the usual citations «artículo 8, letra b)» or «letra b) del artículo 8».
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

/** Assigning a request in one of these states starts the work. */
export const BEGUN_BY_ASSIGNING: readonly State[] = ['RECEIVED', 'VERIFYING']

export function isFinal(state: State): boolean {
  return MOVES[state].length === 0
}

/** EXTENDED needs a reason and a deadline, which only `extend` can give. */
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

/** A term is extended once, only while it runs, and never for a block (art. 11; art. 26, Ley 19.880, by analogy). */
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

/** Something that the person asked for was refused. */
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
 * After a full answer there is nothing to complain about. If nobody stated an outcome there may be. A person who reads
 * «nothing held» gets no data and may not believe it (art. 41).
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

/** If no data of the person are held, these requests are already fulfilled. The other rights need data to act on. */
export const ANSWERED_BY_NOTHING: readonly RightType[] = ['ACCESS', 'DELETION', 'OPPOSITION']

/** The rights that the contract's notify-thirds accepts (contract 4.4, rule 5). */
export const TOLD_TO_THIRDS: readonly RightType[] = ['RECTIFICATION', 'DELETION']

/** The rights whose outcome recipients of the data must learn (art. 11). */
export const TOLD_TO_RECIPIENTS: readonly RightType[] = ['RECTIFICATION', 'DELETION', 'OPPOSITION']

/** The requests that a temporary block can accompany (art. 8 ter). */
export const MAIN_RIGHTS: readonly RightType[] = ['RECTIFICATION', 'DELETION', 'OPPOSITION']

// ── terms ──

/** The contract counts hours, unlike the law: 30 × 24 from the receipt, and as many again once extended. */
const CONTRACT_TERM_MS = 30 * DAY_MS

export function responseDeadline(createdAt: Date): Date {
  return after(createdAt, CONTRACT_TERM_MS)
}

export function extendedDeadline(deadlineAt: Date): Date {
  return after(deadlineAt, CONTRACT_TERM_MS)
}

/**
 * The end of the last day to answer, in Chile (art. 11): calendar days after the day of receipt, or business days for a
 * block. The contract's own fields may fall on another day when the clocks change.
 */
export function legalTerm(rightType: RightType, createdAt: Date, law: Law): Date {
  return (
    blockingDeadline(rightType, createdAt, law) ??
    endOfChileanDay(addDays(chileanDay(createdAt), law.terms.requestDays))
  )
}

/** The single extension runs from the day on which the term would end. */
export function extendedTerm(legalDueAt: Date, { terms }: Law): Date {
  return endOfChileanDay(addDays(chileanDay(legalDueAt), terms.extensionDays))
}

/** The last day to answer, in Chile. */
export function legalDueOn({ legal_due_at }: Pick<Terms, 'legal_due_at'>): string {
  return chileanDay(legal_due_at)
}

/** Arts. 8 ter and 11: runs from receipt to the end of the last business day. */
export function blockingDeadline(rightType: RightType, createdAt: Date, law: Law): Date | null {
  if (rightType !== 'BLOCKING') return null
  return endOfChileanDay(addBusinessDays(chileanDay(createdAt), law.terms.blockingBusinessDays, law))
}

/** The rights of the former art. 12: information, modification, cancellation and blocking. */
export const FORMER_RIGHTS: readonly RightType[] = ['ACCESS', 'RECTIFICATION', 'DELETION', 'BLOCKING']

/**
 * Until the law binds: the last day that the person must wait before they can go to the civil judge (art. 16 of the former
 * text). The terms of the new law are only a promise until then.
 */
export function formerDueOn(rightType: RightType, createdAt: Date, law: Law): string | null {
  const day = chileanDay(createdAt)
  if (isInForce(law, day) || !FORMER_RIGHTS.includes(rightType)) return null
  return addBusinessDays(day, FORMER_LAW.answerBusinessDays, law)
}

/** The last day to complain to the Agency about an answer, or a missing answer, of this day (art. 41). */
export function complaintUntil(answeredOn: string, law: Law): string {
  return addBusinessDays(answeredOn, law.terms.complaintBusinessDays, law)
}

export function isOverdue(request: { dueAt: Date; completedAt: Date | null }, now: Date): boolean {
  return request.completedAt === null && request.dueAt < now
}

export const DUE_SOON_MS = 7 * DAY_MS

// ── reminders ──

export type Term = 'RESPONSE' | 'BLOCKING'

/** Days before the end on which people are reminded (business days for a block). 0 means overdue. */
const REMINDERS: Readonly<Record<Term, readonly number[]>> = {
  RESPONSE: [7, 3, 1, 0],
  BLOCKING: [1, 0],
}

export const FIRST_REMINDER_MS = 8 * DAY_MS

export interface Reminder {
  term: Term
  dueAt: Date
  /** The entry of REMINDERS that is due. */
  daysBefore: number
  /** The days that are really left (business days for a block): fewer if the day of the reminder was missed. */
  daysLeft: number
}

/** The latest reminder that is due at this instant. */
export function reminderAt(
  { term, dueAt }: Pick<Reminder, 'term' | 'dueAt'>,
  now: Date,
  law: Law,
): Reminder | undefined {
  const [today, last] = [chileanDay(now), chileanDay(dueAt)]
  // For a block that ends on a Monday, people are reminded on Friday.
  const daysLeft =
    term === 'BLOCKING' && today <= last ? businessDaysLeft(today, last, law) : daysBetween(today, last)
  const over = dueAt < now
  const daysBefore = over ? 0 : REMINDERS[term].findLast((days) => days > 0 && days >= daysLeft)
  return daysBefore === undefined ? undefined : { term, dueAt, daysBefore, daysLeft }
}
