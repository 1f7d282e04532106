import { sql } from 'kysely'
import { type ListTasks, MOST_TASKS, totalOf, waitsFor } from '#modules/tasks/public.ts'

/** Unread answers, by their due date. */
export const listTasks: ListTasks = async ({ db, tenantId }, reader) => {
  const rows = await db
    .selectFrom('questionnaire_answers as a')
    .innerJoin('questionnaire_versions as v', (on) =>
      on
        .onRef('v.tenant_id', '=', 'a.tenant_id')
        .onRef('v.questionnaire_id', '=', 'a.questionnaire_id')
        .onRef('v.version', '=', 'a.version'),
    )
    .select(['a.id', 'a.name', 'a.status', 'v.name as title'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('a.tenant_id', '=', tenantId)
    .where('a.status', '=', 'submitted')
    .where('a.read_at', 'is', null)
    .where(waitsFor(reader))
    .orderBy('a.submitted_at')
    .orderBy('a.id')
    .limit(MOST_TASKS)
    .execute()
  const tasks = rows.map((row) => ({
    kind: 'answer' as const,
    entityType: 'questionnaire_answer' as const,
    entityId: row.id,
    title: `${row.title}: ${row.name}`,
    dueAt: null,
    state: row.status,
    article: null,
  }))
  return { tasks, total: totalOf(rows) }
}
