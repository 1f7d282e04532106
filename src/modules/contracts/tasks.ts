import { sql } from 'kysely'
import { after } from '#kernel/dates.ts'
import { type CountStates, type ListTasks, MOST_TASKS, totalOf, waitsFor } from '#modules/tasks/public.ts'
import { contractTitle, KIND_WORDS } from './knowledge/types.ts'
import { kindOf, SOON_MS, statusAt } from './rules.ts'

/** Signed contracts that end soon or have ended, and have no successor. */
export const listTasks: ListTasks = async ({ db, tenantId, now }, reader) => {
  const rows = await db
    .selectFrom('contracts as c')
    .innerJoin('processor_register as p', (join) =>
      join.onRef('p.tenant_id', '=', 'c.tenant_id').onRef('p.id', '=', 'c.processor_id'),
    )
    .select(['c.id', 'c.type', 'c.status', 'c.expires_at', 'c.content', 'p.name'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('c.tenant_id', '=', tenantId)
    .where('c.status', '=', 'SIGNED')
    .where('c.expires_at', '<=', after(now, SOON_MS))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('contracts as next')
            .select('next.id')
            .whereRef('next.tenant_id', '=', 'c.tenant_id')
            .whereRef('next.previous_contract_id', '=', 'c.id')
            .where('next.status', '=', 'SIGNED'),
        ),
      ),
    )
    .where(waitsFor(reader))
    .orderBy('c.expires_at')
    .orderBy('c.id')
    .limit(MOST_TASKS)
    .execute()
  const tasks = rows.map((row) => ({
    kind: 'contract' as const,
    entityType: 'contract' as const,
    entityId: row.id,
    title: contractTitle(row, row.name),
    dueAt: row.expires_at,
    state: statusAt(row, now),
    article: KIND_WORDS[kindOf(row)].article,
  }))
  return { tasks, total: totalOf(rows) }
}

/** A signed contract that has ended counts as expired, as in every answer. */
export const countStates: CountStates = async ({ db, tenantId, now }) => {
  const state = sql<string>`case when status = 'SIGNED' and expires_at <= ${now} then 'EXPIRED' else status end`
  return db
    .selectFrom('contracts')
    .select(state.as('state'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .groupBy('state')
    .execute()
}
