import { randomInt } from 'node:crypto'
import { CompiledQuery, type SelectQueryBuilder, sql } from 'kysely'
import type { Ctx, Reading } from '#db/context.ts'
import { limitTo } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import { after, chileanDay, DAY_MS } from '#kernel/dates.ts'
import { impossible } from '#kernel/failure.ts'
import type { Page, PageQuery } from '#kernel/paging.ts'
import type { StatsQuery } from './schemas.ts'
import './tables.ts'

/** See the table: enough that simultaneous records seldom meet, few enough to add up at once. */
const SLOTS = 16
const DAYS_SHOWN = 30
const MOST_DAYS = 3660

/**
 * Counted with the record and in its transaction, so that statistics and totals cost the same with a thousand records
 * and with a million. A record counts on the day it was written down: the figures of a day that is over stay.
 */
export const COUNT = `
  insert into consent_daily_counts as c (tenant_id, subject_id, day, slot, total, granted, withdrawn)
  values ($1, $2, $3, $4, 1, $5, $6)
  on conflict (tenant_id, subject_id, day, slot) do update
  set total = c.total + 1, granted = c.granted + excluded.granted, withdrawn = c.withdrawn + excluded.withdrawn`

interface Counted {
  granted: boolean
  withdrawn: boolean
}

/** The parameters of `COUNT`. */
export function counting(
  { tenantId, now }: Pick<Reading, 'tenantId' | 'now'>,
  subjectId: string,
  { granted, withdrawn }: Counted,
): unknown[] {
  return [tenantId, subjectId, chileanDay(now), randomInt(SLOTS), Number(granted), Number(withdrawn)]
}

export async function count(ctx: Ctx, subjectId: string, counted: Counted): Promise<void> {
  await ctx.db.executeQuery(CompiledQuery.raw(COUNT, counting(ctx, subjectId, counted)))
}

const sums = ({ db, tenantId }: Reading, subjectId: string) =>
  db
    .selectFrom('consent_daily_counts')
    .select([
      sql<number>`coalesce(sum(total), 0)`.as('total'),
      sql<number>`coalesce(sum(granted), 0)`.as('granted'),
      sql<number>`coalesce(sum(withdrawn), 0)`.as('withdrawn'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('subject_id', '=', subjectId)

/** A page of records. Counting a million of them for every page is spared: the daily counts know how many there are. */
export async function pageCounted<Table extends keyof Tables & string, Row>(
  ctx: Reading,
  records: SelectQueryBuilder<Tables, Table, Row>,
  subjectId: string,
  { page, limit }: PageQuery,
): Promise<Page<Row>> {
  const shown = records.limit(limitTo(limit))
  const [rows, { total }] = await Promise.all([
    (page === 1 ? shown : shown.offset((page - 1) * limit)).execute(),
    sums(ctx, subjectId).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** Totals of all time, and the days that have records. */
export async function statsOf(ctx: Reading, subjectId: string, query: StatsQuery) {
  const to = query.to ?? chileanDay(ctx.now)
  const from = query.from ?? firstDayShown(to)
  if (from > to) throw impossible('from', `«from» (${from}) no puede ser posterior a «to» (${to}).`)
  const [{ total, granted, withdrawn }, byDay] = await Promise.all([
    sums(ctx, subjectId).executeTakeFirstOrThrow(),
    sums(ctx, subjectId)
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
