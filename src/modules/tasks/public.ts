import { type Expression, type RawBuilder, sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { ROLES, type Role } from '#kernel/roles.ts'
import type { Waiting } from './rules.ts'

export {
  createReviewJob,
  isDue,
  NewReviewAt,
  ReviewAt,
  ReviewDue,
  reviewTasks,
  shownUntil,
} from './reviews.ts'
export { COUNTED, type CountedName, MOST_TASKS, SCOPES, type TaskKind, type Waiting } from './rules.ts'
export { SkippedOrganisation, Task } from './schemas.ts'
export { type Caller, listHere, onlyPeople, readerOf, sourcesOf } from './service.ts'

export type CountStates = (ctx: ReadCtx) => Promise<{ state: string; count: number }[]>

/** The reader of an organisation's tasks. */
export interface Reader {
  /** Null for an API key. */
  readonly userId: string | null
  /** An SQL expression, because the queries are sent before the member's role is known. */
  readonly role: Expression<Role>
}

/** A module's tasks for this reader, soonest first, up to `MOST_TASKS`. */
export type ListTasks = (ctx: ReadCtx, reader: Reader) => Promise<Waiting>

/** True for the reader's own tasks, and for unassigned ones that their role may do. Others' tasks are not listed. */
export function waitsFor(
  { userId, role }: Reader,
  { assignedTo, needs = 'ANALYST' }: { assignedTo?: Expression<string | null>; needs?: Role } = {},
): RawBuilder<boolean> {
  const reached = reachesIn(role, sql<Role>`${needs}::text`)
  if (!assignedTo) return reached
  return sql<boolean>`(${assignedTo} = ${userId}::uuid or (${assignedTo} is null and ${reached}))`
}

/** `reaches` of the kernel, in SQL. */
export function reachesIn(role: Expression<Role>, required: Expression<Role>): RawBuilder<boolean> {
  const place = (of: Expression<Role>) => sql`array_position(${[...ROLES]}::text[], ${of})`
  return sql<boolean>`${place(role)} <= ${place(required)}`
}

/** Each row carries the total count. */
export function totalOf(rows: readonly { total: number }[]): number {
  return Number(rows[0]?.total ?? 0)
}

/** Adds counts with more dimensions up by state. */
export function sumStates(counts: readonly { status: string; count: number }[]) {
  const byState = Map.groupBy(counts, ({ status }) => status)
  return [...byState].map(([state, rows]) => ({
    state,
    count: rows.reduce((sum, { count }) => sum + count, 0),
  }))
}
