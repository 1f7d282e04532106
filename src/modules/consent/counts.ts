import { type RawBuilder, sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { after, chileanDay, DAY_MS } from '#kernel/dates.ts'
import { impossible } from '#kernel/failure.ts'
import type { StatsQuery } from './schemas.ts'

const DAYS_SHOWN = 30
const MOST_DAYS = 3660

/** Every record is in one of these rows: the sum of the past, or a slot of a day since. */
const counted = ({ tenantId }: ReadCtx, id: string) => sql`(
    select total, granted, withdrawn from consent_past_counts where tenant_id = ${tenantId} and counted_id = ${id}
    union all
    select total, granted, withdrawn from consent_daily_counts
    where tenant_id = ${tenantId} and counted_id = ${id} and day >= coalesce(
      (select before from consent_past_counts where tenant_id = ${tenantId} and counted_id = ${id}), '-infinity')
  ) counted`

const sumOf = (column: 'total' | 'granted' | 'withdrawn') =>
  sql<number>`coalesce(sum(${sql.ref(column)}), 0)::int8`.as(column)
const SUMS = [sumOf('total'), sumOf('granted'), sumOf('withdrawn')] as const

/** The number of records, from the counts: counting a million records for each page costs too much. */
export function countedRecords(ctx: ReadCtx, id: string): RawBuilder<number> {
  return sql`(select coalesce(sum(total), 0)::int8 from ${counted(ctx, id)})`
}

/** Totals of all time, and the days that have records. */
export async function statsOf(ctx: ReadCtx, countedId: string, query: StatsQuery) {
  const to = query.to ?? chileanDay(ctx.now)
  const from = query.from ?? firstDayShown(to)
  if (from > to) throw impossible('from', `«from» (${from}) no puede ser posterior a «to» (${to}).`)
  const [{ total, granted, withdrawn }, byDay] = await Promise.all([
    totalsOf(ctx, countedId),
    ctx.db
      .selectFrom('consent_daily_counts')
      .select(['day as date', ...SUMS])
      .where('tenant_id', '=', ctx.tenantId)
      .where('counted_id', '=', countedId)
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

async function totalsOf(ctx: ReadCtx, countedId: string) {
  const { rows } = await sql<Record<'total' | 'granted' | 'withdrawn', number>>`
    select ${sql.join(SUMS)} from ${counted(ctx, countedId)}`.execute(ctx.db)
  return rows[0]!
}

function firstDayShown(to: string): string {
  return after(new Date(`${to}T00:00:00Z`), -(DAYS_SHOWN - 1) * DAY_MS)
    .toISOString()
    .slice(0, 10)
}
