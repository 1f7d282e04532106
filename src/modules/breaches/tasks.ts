import { sql } from 'kysely'
import { type CountStates, type ListTasks, MOST_TASKS, totalOf, waitsFor } from '#modules/tasks/public.ts'
import { DUTY_OF, isOwed } from './clock-rules.ts'
import { clocksOfRow } from './views.ts'

/** Open breaches, and closed ones whose people were not notified. Due when the next clock ends. */
export const listTasks: ListTasks = async ({ db, tenantId, tools }, reader) => {
  const rows = await db
    .selectFrom('breaches as b')
    .innerJoin('entity_register as e', (join) =>
      join.onRef('e.tenant_id', '=', 'b.tenant_id').onRef('e.id', '=', 'b.legal_entity_id'),
    )
    .select(['b.id', 'b.title', 'b.status', 'b.detected_at', 'b.acts_as', 'b.notified_apdp_at'])
    .select(['b.controller_notified_at', 'b.clocks_done', 'b.decision', 'e.essential_service'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('b.tenant_id', '=', tenantId)
    // Each side of the condition has an index with exactly this wording.
    .where(
      sql<boolean>`(b.status not in ('resolved', 'notified') or (b.requires_subject_notification
        and b.subjects_notified_at is null and b.mass_media_notice is null))`,
    )
    .where(waitsFor(reader))
    .orderBy('b.detected_at')
    .orderBy('b.id')
    .limit(MOST_TASKS)
    .execute()
  const tasks = rows.map((row) => {
    const [next] = clocksOfRow(row, row, tools.law)
      .filter((clock) => isOwed(clock, row))
      .sort((a, b) => a.dueAt!.getTime() - b.dueAt!.getTime())
    return {
      kind: 'breach' as const,
      entityType: 'breach' as const,
      entityId: row.id,
      title: row.title,
      dueAt: next?.dueAt ?? null,
      state: row.status,
      article: next?.article ?? DUTY_OF[row.acts_as],
    }
  })
  return { tasks, total: totalOf(rows) }
}

export const countStates: CountStates = async ({ db, tenantId }) =>
  db
    .selectFrom('breaches')
    .select('status as state')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .groupBy('status')
    .execute()
