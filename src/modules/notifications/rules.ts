import type { EventType } from '#events/catalogue.ts'
import { type Role, reaches } from '#kernel/roles.ts'

/** The channels of a notice. */

export const CHOICES = ['now', 'digest', 'off'] as const
/** At once by mail, once a day at eight, or not at all. */
export type Choice = (typeof CHOICES)[number]

/**
 * `dpo`: the members with that role, and the DPO of the legal entity. `approvers`: the assigned member, otherwise those with
 * the role of the stage. `admins`: owners and administrators.
 */
type Recipients = 'assignee' | 'mentioned' | 'requester' | 'dpo' | 'approvers' | 'admins'

export interface Rule {
  to: readonly Recipients[]
  usual: Choice
  /** A DPO who is not a member gets a letter too. */
  outside?: true
  /** The module writes the letter itself, for members who chose `now` (`wantingNow`). */
  ownLetter?: true
}

const now = (...to: Recipients[]): Rule => ({ to, usual: 'now' })
const digest = (...to: Recipients[]): Rule => ({ to, usual: 'digest' })

/** Events that are not listed here are only for programs. */
export const RULES: Readonly<Partial<Record<EventType, Rule>>> = {
  'dsar.received': { ...now('dpo'), outside: true },
  'dsar.assigned': now('assignee'),
  'dsar.extended': digest('assignee', 'dpo'),
  'dsar.completed': digest('assignee', 'dpo'),
  'dsar.rejected': digest('assignee', 'dpo'),
  'dsar.due_soon': { ...now('assignee', 'dpo'), ownLetter: true },
  'dsar.task_done': digest('assignee', 'dpo'),
  'dsar.task_overdue': now('assignee', 'dpo'),
  'dsar.recipient_answered': digest('assignee', 'dpo'),
  'dsar.overdue': { ...now('assignee', 'dpo'), ownLetter: true },

  'breach.created': { ...now('dpo', 'admins'), outside: true },
  'breach.decided': digest('dpo', 'admins'),
  'breach.notified': digest('dpo', 'admins'),
  'breach.subjects_notified': digest('dpo', 'admins'),
  'breach.due_soon': { ...now('dpo', 'admins'), outside: true },
  'breach.overdue': { ...now('dpo', 'admins'), outside: true },
  'breach.closed': digest('dpo', 'admins'),

  'activity.published': digest('dpo'),
  'activity.updated': digest('dpo'),
  'activity.archived': digest('dpo'),

  'dpia.required': now('dpo'),
  'dpia.created': digest('dpo'),
  'dpia.approved': digest('dpo'),
  'dpia.rejected': digest('dpo'),

  'contract.sent': digest('dpo'),
  'contract.signed': now('dpo'),
  'contract.refused': now('dpo'),
  'contract.expiring': { ...now('dpo'), ownLetter: true },
  'contract.terminated': digest('dpo'),

  'policy.published': digest('dpo'),
  'policy.drifted': now('dpo'),
  'cookie_policy.published': digest('dpo'),
  'consent_notice.published': digest('dpo'),

  'approval.waiting': now('approvers'),
  'approval.decided': now('requester'),
  'approval.due_soon': { ...now('approvers'), ownLetter: true },
  'approval.overdue': { ...now('approvers'), ownLetter: true },

  'questionnaire.answered': now('requester', 'dpo'),

  'connector.failed': now('assignee', 'dpo'),

  'processor.created': digest('dpo'),
  'api_key.holder_left': now('admins'),
  'member.joined': digest('admins'),
  'review.due': digest('assignee', 'dpo'),
  'comment.mentioned': now('mentioned'),
  'import.finished': now('requester', 'dpo'),
  'webhook.disabled': now('admins'),
}

export const NOTICE_TYPES = Object.keys(RULES) as EventType[]

/** Whether the notice about the whole import replaces this one. Events that require an act keep their own notice. */
export function isToldWithImport({ usual }: Rule, { importId }: { importId?: unknown }): boolean {
  return importId !== undefined && usual === 'digest'
}

export interface Member {
  id: string
  email: string
  role: Role
}

/** The people of an event. */
export interface Concerned {
  assigned_to: string | null
  requested_by: string | null
  required_role: Role | null
  actor_id: string | null
}

/**
 * The members who get the notice, each once. If the rule finds nobody, the owners get it, so that somebody sees it. Nobody
 * gets notices of their own acts.
 */
export function recipientsOf(
  { to }: Rule,
  event: Concerned,
  members: readonly Member[],
  entityDpoEmail: string | null,
): Member[] {
  const groups: Record<Recipients, () => readonly Member[]> = {
    assignee: () => members.filter(({ id }) => id === event.assigned_to),
    mentioned: () => members.filter(({ id }) => id === event.assigned_to),
    requester: () => members.filter(({ id }) => id === event.requested_by),
    dpo: () => members.filter(({ role, email }) => role === 'DPO' || email === entityDpoEmail),
    approvers: () => approversOf(event, members),
    admins: () => members.filter(({ role }) => role === 'OWNER' || role === 'ADMIN'),
  }
  const found = to.flatMap((group) => groups[group]())
  const concerned =
    found.length > 0 || isPersonal(to) ? found : members.filter(({ role }) => role === 'OWNER')
  return [...new Set(concerned)].filter(({ id }) => id !== event.actor_id)
}

/** Concerns only the person who asked or was mentioned, so nobody else replaces them. */
function isPersonal(to: readonly Recipients[]): boolean {
  return to.every((group) => group === 'requester' || group === 'mentioned')
}

/** The members with the required role. Members with a higher role only if nobody has it. */
function approversOf(
  { assigned_to, required_role }: Concerned,
  members: readonly Member[],
): readonly Member[] {
  const assignee = members.filter(({ id }) => id === assigned_to)
  if (assignee.length > 0) return assignee
  const required = required_role ?? 'APPROVER'
  const exactly = members.filter(({ role }) => role === required)
  return exactly.length > 0 ? exactly : members.filter(({ role }) => reaches(role, required))
}

/** More letters in an hour than a person reads. Further notices wait for the digest. */
export const MOST_LETTERS_AN_HOUR = 30

/** The hour of the digest in Chile. */
export const DIGEST_HOUR = 8

/** Notices are for acting in time. The audit log keeps the events. */
export const KEPT_DAYS = 180
