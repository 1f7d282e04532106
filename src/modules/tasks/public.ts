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

/** For whom the tasks of an organisation are read. */
export interface Reader {
  /** None for an API key. */
  readonly userId: string | null
  /** Part of the statement: the queries of a read are sent before the member's role is known. */
  readonly role: Expression<Role>
}

/** What of a module waits for this reader, soonest first, up to `MOST_TASKS`. */
export type ListTasks = (ctx: ReadCtx, reader: Reader) => Promise<Waiting>

/** Somebody's own, or nobody's while the reader may act on it. What is in another's hands waits for that one. */
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

/** Of rows that each carry the number of all of them. */
export function totalOf(rows: readonly { total: number }[]): number {
  return Number(rows[0]?.total ?? 0)
}

/** Of counts that tell more than the state. */
export function sumStates(counts: readonly { status: string; count: number }[]) {
  const byState = Map.groupBy(counts, ({ status }) => status)
  return [...byState].map(([state, rows]) => ({
    state,
    count: rows.reduce((sum, { count }) => sum + count, 0),
  }))
}
