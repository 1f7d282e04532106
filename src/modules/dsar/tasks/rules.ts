import { addBusinessDays, daysBetween } from '#kernel/business-days.ts'
import { addDays, chileanHour } from '#kernel/dates.ts'
import { impossible } from '#kernel/failure.ts'
import type { Law } from '#kernel/law/law.ts'
import { fold, normaliseEmail } from '#kernel/text.ts'
import type { RightType } from '../rules.ts'

/** The systems that must be searched to answer a request in time (arts. 5 to 9 and 11). */

export const TASK_STATES = ['open', 'sent', 'done', 'cancelled'] as const
export type TaskState = (typeof TASK_STATES)[number]

/** States in which somebody still has to answer. */
export const WAITING: readonly TaskState[] = ['open', 'sent']

export const OUTCOMES = ['found', 'nothing_found', 'kept'] as const
export type Outcome = (typeof OUTCOMES)[number]

export const VIAS = ['link', 'staff', 'connector'] as const
export type Via = (typeof VIAS)[number]

/** Its author explains an automated decision, so no system is searched. */
export function opensTasks(rightType: RightType): boolean {
  return rightType !== 'AUTO_DECISION'
}

/** No request concerns more systems than this. */
export const MOST_TASKS = 200
export const MOST_FILES = 10

// ── which systems ──

/** A system of a published activity, with the kinds of people in that activity. */
export interface Candidate {
  system_id: string
  name: string
  owner: string | null
  owner_email: string | null
  processor_name: string | null
  contact_name: string | null
  contact_email: string | null
  subject_categories: readonly string[]
}

export interface TaskSystem {
  systemId: string
  systemName: string
  processorName: string | null
  ownerName: string | null
  ownerEmail: string | null
}

/**
 * Each system once. If the person stated their relation to the organisation and some activities name that kind of people,
 * only the systems of those activities and of activities without kinds. In doubt all systems, because an answer cannot cover
 * a system that was not searched.
 */
export function systemsFor(
  relation: string | null,
  candidates: readonly Candidate[],
  labels: ReadonlyMap<string, string> = new Map(),
): TaskSystem[] {
  const said = nounsOf(relation)
  const isMeant = (category: string) =>
    stemsOf(labels.get(category) ?? category).some((stem) => said.has(stem))
  const meant = candidates.filter(
    ({ subject_categories: categories }) => categories.length === 0 || categories.some(isMeant),
  )
  const isClear = meant.some(({ subject_categories: categories }) => categories.some(isMeant))
  const systems = new Map<string, TaskSystem>()
  for (const candidate of isClear ? meant : candidates)
    if (!systems.has(candidate.system_id)) systems.set(candidate.system_id, systemOf(candidate))
  return [...systems.values()].sort((a, b) => a.systemName.localeCompare(b.systemName, 'es'))
}

/** If the system names nobody, the processor that operates it answers. */
export function systemOf(candidate: Omit<Candidate, 'subject_categories'>): TaskSystem {
  const text = (value: string | null) => value?.trim() || null
  const owner = { name: text(candidate.owner), email: text(candidate.owner_email) }
  const contact = { name: text(candidate.contact_name), email: text(candidate.contact_email) }
  const byContact = owner.email === null && contact.email !== null
  return {
    systemId: candidate.system_id,
    systemName: candidate.name,
    processorName: candidate.processor_name,
    ownerName: byContact ? (contact.name ?? candidate.processor_name) : owner.name,
    ownerEmail: byContact ? contact.email : owner.email,
  }
}

/** Another address is another person. The register keeps addresses as typed, so the letter case is ignored. */
export function isSameMailbox(one: string | null, other: string | null): boolean {
  return normaliseEmail(one ?? '') === normaliseEmail(other ?? '')
}

/** Words that name no kind of people. */
const EMPTY = new Set(
  'soy fui era es un una el la los las de del al en a y o e su sus mi mis con por para ex antiguo antigua potencial potenciales persona personas natural naturales tienda empresa organizacion institucion actual menor menores representante representantes legal legales final finales solicitante solicitantes'.split(
    ' ',
  ),
)

const DENIALS = /\b(no|nunca|ni|ningun[oa]?|otr[oa]s?)\b/

/** A longer text tells a story: the kinds of people it names need not be the person's. */
const MOST_WORDS = 8

/** Maps the stem of a word to the stem that the vocabulary uses. */
const SAME: ReadonlyMap<string, string> = new Map([
  ['emplead', 'trabajador'],
  ['funcionari', 'trabajador'],
  ['colaborador', 'trabajador'],
  ['exemplead', 'trabajador'],
  ['extrabajador', 'trabajador'],
  ['comprador', 'client'],
  ['consumidor', 'client'],
  ['usuari', 'client'],
  ['exclient', 'client'],
  ['candidat', 'postulant'],
  ['alumn', 'estudiant'],
  ['suscrit', 'suscriptor'],
  ['visitant', 'visit'],
])

function nounsOf(relation: string | null): ReadonlySet<string> {
  const text = fold(relation ?? '')
  if (DENIALS.test(text) || text.split(' ').length > MOST_WORDS) return new Set()
  return new Set(stemsOf(text))
}

/** Cuts off number and gender: «trabajadora» and «Trabajadores» have the same stem. */
function stemsOf(text: string): string[] {
  return fold(text)
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2 && !EMPTY.has(word))
    .map((word) => word.replace(/(es|as|os|s)$/, '').replace(/[aeo]$/, ''))
    .map((stem) => SAME.get(stem) ?? stem)
}

interface Asker {
  subject_email: string | null
  is_representative: boolean
  heir_name: string | null
}

/** A mailbox that finds the person. A representative or an heir writes from their own, which would find them instead. */
export function mailboxOfPerson({ subject_email, is_representative, heir_name }: Asker): string | null {
  return is_representative || heir_name !== null ? null : subject_email
}

// ── until when ──

/**
 * The day on which a system's answer is due: after two thirds of the days left, so there is time to write the answer. For a
 * block, the next business day (art. 8 ter). Never after the legal day.
 */
export function taskDueOn(
  { rightType, today, legalDueOn }: { rightType: RightType; today: string; legalDueOn: string },
  law: Law,
): string {
  const left = Math.max(daysBetween(today, legalDueOn), 0)
  const day =
    rightType === 'BLOCKING' ? addBusinessDays(today, 1, law) : addDays(today, Math.floor((left * 2) / 3))
  return day < legalDueOn ? day : legalDueOn
}

export function assertTaskDueOn(dueOn: string, today: string, legalDueOn: string): void {
  if (dueOn > legalDueOn)
    throw impossible(
      'dueOn',
      'La fecha es posterior al último día para responder a la persona (art. 11). Elija una anterior.',
    )
  if (dueOn < today) throw impossible('dueOn', 'La fecha ya pasó. Elija hoy u otro día.')
}

const GRACE_DAYS = 30

/** The link is valid for this many days after the date, or after the letter if that is later. */
export function expiryOf(dueOn: string, today: string): Date {
  return chileanHour(addDays(dueOn > today ? dueOn : today, GRACE_DAYS + 1), 0)
}

export function isLate({ status, due_on }: { status: TaskState; due_on: string }, today: string): boolean {
  return WAITING.includes(status) && due_on < today
}

// ── reminders ──

/** Days before the date on which an owner who has not answered is reminded. */
export const REMINDER_DAYS = [3, 1] as const

/** Once on each of those days, and never on the day of the first letter. */
export function isReminderDue(
  { dueOn, sentOn, remindedOn }: { dueOn: string; sentOn: string; remindedOn: string | null },
  today: string,
): boolean {
  if (today > dueOn) return false
  const last = REMINDER_DAYS.map((days) => addDays(dueOn, -days)).findLast((day) => day <= today)
  return last !== undefined && sentOn < last && (remindedOn === null || remindedOn < last)
}

/** Days before the legal day on which late tasks are reported again. */
export const ESCALATION_DAYS = 3

/** The day after the task's date, and once more when the legal day is near. */
export function isEscalationDue(
  { dueOn, legalDueOn, escalatedOn }: { dueOn: string; legalDueOn: string; escalatedOn: string | null },
  today: string,
): boolean {
  const late = addDays(dueOn, 1)
  const near = addDays(legalDueOn, -ESCALATION_DAYS)
  const last = [late, near].sort().findLast((day) => day >= late && day <= today)
  return last !== undefined && (escalatedOn === null || escalatedOn < last)
}
