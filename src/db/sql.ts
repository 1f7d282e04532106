import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Page, PageQuery } from '#kernel/paging.ts'
import type { Reading } from './context.ts'
import type { Db } from './database.ts'

/** A value for a jsonb column; text on the wire, so that both drivers send the same. */
export function json<T>(value: T): RawBuilder<T> {
  return sql<T>`${JSON.stringify(value)}::jsonb`
}

/** A contains-pattern for `ilike` in which the caller's % and _ mean themselves. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/**
 * Holds the tenant until this act ends: whoever counts against a limit of its plan counts alone. It does not stand in
 * the way of rows that merely refer to the tenant.
 */
export async function lockTenant({ db, tenantId }: Reading): Promise<void> {
  await db.selectFrom('tenants').select('id').where('id', '=', tenantId).forNoKeyUpdate().execute()
}

const USUAL_LIMITS = [10, 20, 25, 50, 100]

/**
 * A usual limit is written into the text: as a parameter it makes PostgreSQL plan every execution anew, which costs more
 * than the list itself. An unusual one is not, because every text is kept prepared.
 */
export function limitTo(rows: number): RawBuilder<number> {
  return USUAL_LIMITS.includes(rows) ? sql.lit(rows) : sql<number>`${rows}::bigint`
}

/**
 * One page and the true total, in one statement. Counting is the larger half of a list's work, and a page that is not
 * full already tells the total: the database then leaves the count out.
 *
 * The offset of a first page is written into the text like the limit, and for the same reason.
 */
export async function page<Row>(
  db: Db,
  // biome-ignore lint/suspicious/noExplicitAny: a list of any tables; only its rows matter here.
  query: SelectQueryBuilder<any, any, Row>,
  { page, limit }: PageQuery,
): Promise<Page<Row>> {
  const first = limitTo(limit)
  const offset = (page - 1) * limit
  const skipped = offset === 0 ? sql.lit(0) : sql`${offset}::bigint`
  const listed = (offset === 0 ? query : query.offset(offset)).limit(first).select(sql`true`.as('_listed'))
  const all = query.clearSelect().clearOrderBy().select(sql`1`.as('one'))
  const { rows } = await sql<Row & { _listed: true | null; _total: number }>`
    with listed as materialized (${listed})
    select listed.*, counted._total
    from (
      select case when shown.rows < ${first} and (shown.rows > 0 or ${skipped} = 0)
        then ${skipped} + shown.rows
        else (select count(*) from (${all}) as every) end as _total
      from (select count(*) as rows from listed) as shown
    ) as counted left join listed on true`.execute(db)
  // A page without rows is one row that carries the total alone.
  return { rows: rows[0]!._listed ? rows : [], total: rows[0]!._total }
}
