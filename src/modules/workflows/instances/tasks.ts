import { sql } from 'kysely'
import { type CountStates, type ListTasks, MOST_TASKS, totalOf } from '#modules/tasks/public.ts'
import { titlesOf } from '../approvables.ts'
import { waitsForReader } from './repo.ts'

/** Running approvals with a stage or sub-stage for the reader. */
export const listTasks: ListTasks = async (ctx, reader) => {
  const rows = await ctx.db
    .selectFrom('workflow_instances as i')
    .innerJoin(
      // The current stage in the snapshot of the definition.
      sql<StageRow>`lateral (
        select s as stage from jsonb_array_elements(i.snapshot -> 'stages') s where s ->> 'id' = i.current_stage_id
      )`.as('at'),
      (join) => join.onTrue(),
    )
    .select(['i.id', 'i.entity_type', 'i.entity_id', 'i.due_at', 'i.started_at'])
    .select(sql<string>`i.snapshot ->> 'name'`.as('definition'))
    .select(sql<string>`at.stage ->> 'name'`.as('stage'))
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('i.tenant_id', '=', ctx.tenantId)
    .where('i.status', '=', 'ACTIVE')
    .where(waitsForReader(reader, 'i'))
    .orderBy(sql`i.due_at nulls last`)
    .orderBy('i.id')
    .limit(MOST_TASKS)
    .execute()
  const titleOf = await titlesOf(ctx, rows)
  const tasks = rows.map((row) => ({
    kind: 'approval' as const,
    entityType: 'approval' as const,
    entityId: row.id,
    title: `${row.stage}: ${titleOf(row) ?? row.definition}`,
    dueAt: row.due_at,
    state: 'ACTIVE',
    article: null,
  }))
  return { tasks, total: totalOf(rows) }
}

interface StageRow {
  stage: unknown
}

export const countStates: CountStates = async ({ db, tenantId }) =>
  db
    .selectFrom('workflow_instances')
    .select('status as state')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .groupBy('status')
    .execute()
