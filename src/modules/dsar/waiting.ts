import { sql } from 'kysely'
import { countsOf } from '#db/counts.ts'
import {
  type CountStates,
  type ListTasks,
  MOST_TASKS,
  sumStates,
  totalOf,
  waitsFor,
} from '#modules/tasks/public.ts'
import { ANSWER_ARTICLES, requestTitle } from './knowledge.ts'

/** Open requests, ordered by their legal day. */
export const listTasks: ListTasks = async ({ db, tenantId }, reader) => {
  const rows = await db
    .selectFrom('dsar_requests')
    .select(['id', 'folio_number', 'right_type', 'status', 'legal_due_at'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('tenant_id', '=', tenantId)
    .where('completed_at', 'is', null)
    .where(({ ref }) => waitsFor(reader, { assignedTo: ref('assigned_to') }))
    .orderBy('legal_due_at')
    .orderBy('id')
    .limit(MOST_TASKS)
    .execute()
  const tasks = rows.map((row) => ({
    kind: 'request' as const,
    entityType: 'dsar_request' as const,
    entityId: row.id,
    title: requestTitle(row),
    dueAt: row.legal_due_at,
    state: row.status,
    article: ANSWER_ARTICLES[row.right_type],
  }))
  return { tasks, total: totalOf(rows) }
}

/** Sums the counts that the database keeps for the table. */
export const countStates: CountStates = async (ctx) => sumStates(await countsOf(ctx, 'dsar_requests'))
