import { type RawBuilder, sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { after, chileanDay, DAY_MS } from '#kernel/dates.ts'
import { impossible } from '#kernel/failure.ts'
import type { StatsQuery } from './schemas.ts'

const DAYS_SHOWN = 30
const MOST_DAYS = 3660

const sums = ({ db, tenantId }: ReadCtx, countedId: string) =>
  db
    .selectFrom('consent_daily_counts')
    .select([
      sql<number>`coalesce(sum(total), 0)`.as('total'),
      sql<number>`coalesce(sum(granted), 0)`.as('granted'),
      sql<number>`coalesce(sum(withdrawn), 0)`.as('withdrawn'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('counted_id', '=', countedId)

/** The number of records, from the daily counts: counting a million records for each page costs too much. */
export function countedRecords({ tenantId }: ReadCtx, countedId: string): RawBuilder<number> {
  return sql`(select coalesce(sum(total), 0)::int8 from consent_daily_counts
    where tenant_id = ${tenantId} and counted_id = ${countedId})`
}

/** Totals of all time, and the days that have records. */
export async function statsOf(ctx: ReadCtx, countedId: string, query: StatsQuery) {
  const to = query.to ?? chileanDay(ctx.now)
  const from = query.from ?? firstDayShown(to)
  if (from > to) throw impossible('from', `«from» (${from}) no puede ser posterior a «to» (${to}).`)
  const [{ total, granted, withdrawn }, byDay] = await Promise.all([
    sums(ctx, countedId).executeTakeFirstOrThrow(),
    sums(ctx, countedId)
      .select('day as date')
      .where('day', '>=', from)
      .where('day', '<=', to)
      .groupBy('day')
      .orderBy('day')
      .limit(MOST_DAYS)
      .execute(),
  ])
  const rate = total === 0 ? 0 : Math.round((granted / total) * 10_000) / 10_000
  return { total, granted, withdrawn, rate, from, to, byDay }
}

function firstDayShown(to: string): string {
  return after(new Date(`${to}T00:00:00Z`), -(DAYS_SHOWN - 1) * DAY_MS)
    .toISOString()
    .slice(0, 10)
}
