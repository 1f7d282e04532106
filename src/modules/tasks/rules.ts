import type { ConsoleEntity } from '#kernel/console-paths.ts'

/** Tasks of people, soonest first, and those without a date last. */

export const SCOPES = ['tenant', 'all'] as const

export const TASK_KINDS = [
  'approval',
  'request',
  'breach',
  'assessment',
  'contract',
  'review',
  'policy',
  'answer',
] as const
export type TaskKind = (typeof TASK_KINDS)[number]

/** The records that an overview counts by state. */
export const COUNTED = [
  'requests',
  'breaches',
  'assessments',
  'contracts',
  'activities',
  'approvals',
] as const
export type CountedName = (typeof COUNTED)[number]

/** More than a person reads in a day. The total still counts all. */
export const MOST_TASKS = 500

/** A task as its module lists it. */
export interface WaitingTask {
  kind: TaskKind
  entityType: ConsoleEntity
  entityId: string
  title: string
  dueAt: Date | null
  /** The state of the record, in the words of its own endpoints. */
  state: string
  article: string | null
}

export interface Waiting {
  tasks: readonly WaitingTask[]
  /** Includes those beyond the limit. */
  total: number
}

export function soonestFirst(
  a: Pick<WaitingTask, 'dueAt' | 'entityId'>,
  b: Pick<WaitingTask, 'dueAt' | 'entityId'>,
): number {
  return timeOf(a) - timeOf(b) || (a.entityId < b.entityId ? -1 : 1)
}

const timeOf = ({ dueAt }: Pick<WaitingTask, 'dueAt'>) => dueAt?.getTime() ?? Number.MAX_SAFE_INTEGER

export function isOverdue({ dueAt }: Pick<WaitingTask, 'dueAt'>, now: Date): boolean {
  return dueAt !== null && dueAt < now
}
