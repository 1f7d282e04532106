import { sql } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { chileanDay } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import { hasFeature, PLANS, type Plan } from '#kernel/plans.ts'

/** AI queries of a calendar month in Chile (decisions, Plans). */
export interface Quota {
  used: number
  limit: number
}

export interface Reservation extends Quota {
  month: string
}

export function assertAssistant(plan: Plan): void {
  if (hasFeature(plan, 'AI')) return
  throw new Failure(
    'featureDisabled',
    'Su plan no incluye la asistencia con IA. Está disponible desde el plan Professional.',
  )
}

/** Counts a query before it is made. The update locks the row, so two concurrent queries never share the last one. */
export async function reserveQuery({ db, tenantId, now, plan }: WriteCtx): Promise<Reservation> {
  assertAssistant(plan)
  const limit = PLANS[plan].aiQueriesPerMonth
  const month = monthOf(now)
  const row = await db
    .insertInto('ai_usage')
    .values({ tenant_id: tenantId, month, used: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'month'])
        .doUpdateSet({ used: sql`ai_usage.used + 1` })
        .where('ai_usage.used', '<', limit),
    )
    .returning('used')
    .executeTakeFirst()
  if (row) return { used: row.used, limit, month }
  throw new Failure(
    'planLimit',
    `Su organización ya usó las ${limit} consultas de IA de este mes. Vuelven a estar disponibles el primer día del próximo mes.`,
  )
}

/** A query without an answer is free. */
export async function giveBack({ db, tenantId }: ReadCtx, { month, limit }: Reservation): Promise<Quota> {
  const { used } = await db
    .updateTable('ai_usage')
    .set({ used: sql`greatest(used - 1, 0)` })
    .where('tenant_id', '=', tenantId)
    .where('month', '=', month)
    .returning('used')
    .executeTakeFirstOrThrow()
  return { used, limit }
}

export async function countQueries({ db, tenantId, now }: ReadCtx): Promise<number> {
  const row = await db
    .selectFrom('ai_usage')
    .select('used')
    .where('tenant_id', '=', tenantId)
    .where('month', '=', monthOf(now))
    .executeTakeFirst()
  return row?.used ?? 0
}

function monthOf(now: Date): string {
  return chileanDay(now).slice(0, 7)
}
