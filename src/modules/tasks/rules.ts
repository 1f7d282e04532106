import type { ConsoleEntity } from '#kernel/console-paths.ts'

/** What waits for people: soonest first, and what has no date at the end. */

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

/** What an overview counts by state. */
export const COUNTED = [
  'requests',
  'breaches',
  'assessments',
  'contracts',
  'activities',
  'approvals',
] as const
export type CountedName = (typeof COUNTED)[number]

/** More than a person reads in a day. The total stays true. */
export const MOST_TASKS = 500

/** As their owner lists them. */
export interface WaitingTask {
  kind: TaskKind
  entityType: ConsoleEntity
  entityId: string
  title: string
  dueAt: Date | null
  /** Of the record: the word its own endpoints use. */
  state: string
  article: string | null
}

export interface Waiting {
  tasks: readonly WaitingTask[]
  /** Also of those beyond the bound. */
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
