import { type RawBuilder, sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { addDays, chileanDay } from '#kernel/dates.ts'
import { impossible } from '#kernel/failure.ts'
import type { StatsQuery } from './schemas.ts'

const DAYS_SHOWN = 30
const MOST_DAYS = 3660

type Count = 'total' | 'granted' | 'withdrawn'
const sumOf = (column: Count) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)::int8`.as(column)
const SUMS = [sumOf('total'), sumOf('granted'), sumOf('withdrawn')] as const

/**
 * The sum of the past plus the counters of the days since: every record is in exactly one of them. The join and the `case`
 * keep the index in use: under row-level security the database uses none for a day from a subquery or a coalesce, and would
 * read the counters of every day.
 */
const counted = ({ tenantId }: ReadCtx, id: string) => sql`(
    select coalesce(p.total, 0) + since.total as total, coalesce(p.granted, 0) + since.granted as granted,
      coalesce(p.withdrawn, 0) + since.withdrawn as withdrawn
    from (values (1)) as one
    left join consent_past_counts p on p.tenant_id = ${tenantId} and p.counted_id = ${id}
    cross join lateral (
      select ${sql.join(SUMS)} from consent_daily_counts c
      where c.tenant_id = ${tenantId} and c.counted_id = ${id}
        and c.day >= case when p.before is null then '-infinity' else p.before end
    ) since
  ) counted`

/** The number of records, from the counters: counting a million records for each page costs too much. */
export function countedRecords(ctx: ReadCtx, id: string): RawBuilder<number> {
  return sql`(select total from ${counted(ctx, id)})`
}

/** Totals of all time, and the counts of the days that have records. */
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
  const { rows } = await sql<
    Record<Count, number>
  >`select total, granted, withdrawn from ${counted(ctx, countedId)}`.execute(ctx.db)
  return rows[0]!
}

/** The earliest day that the database knows. */
const FIRST_DAY = '0001-01-01'

function firstDayShown(to: string): string {
  const day = addDays(to, 1 - DAYS_SHOWN)
  return day < FIRST_DAY ? FIRST_DAY : day
}
