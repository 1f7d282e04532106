import { sql } from 'kysely'
import { LAW_NAME } from '#kernel/law/wording.ts'
import { type ListTasks, MOST_TASKS, totalOf, waitsFor } from '#modules/tasks/public.ts'
import { policies } from './repo.ts'

const ARTICLE = `art. 14 ter, ${LAW_NAME}`

/** Published policies that differ from the register, from the morning when the job noticed it. */
export const listTasks: ListTasks = async (ctx, reader) => {
  const rows = await policies
    .select(ctx)
    .select(['id', 'entity_name', 'version', 'status'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('status', '=', 'PUBLISHED')
    .where('drift_noticed_at', 'is not', null)
    .where(waitsFor(reader))
    .orderBy('drift_noticed_at')
    .orderBy('id')
    .limit(MOST_TASKS)
    .execute()
  const tasks = rows.map(({ id, entity_name, version, status }) => ({
    kind: 'policy' as const,
    entityType: 'privacy_policy' as const,
    entityId: id,
    title: `El registro cambió desde la política de ${entity_name}, versión ${version}`,
    dueAt: null,
    state: status,
    article: ARTICLE,
  }))
  return { tasks, total: totalOf(rows) }
}
