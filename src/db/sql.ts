import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { PageQuery } from '#kernel/paging.ts'
import type { ReadCtx } from './context.ts'
import type { Db } from './database.ts'

/**
 * Sends writes that do not need each other's results as one batch: one trip to the database instead of one for each.
 * They run in the order given, and the first failure fails all of them.
 */
export function together<T extends readonly Promise<unknown>[]>(
  ...writes: T
): Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }> {
  return Promise.all(writes)
}

/** A value for a jsonb column; text on the wire, so that both drivers send the same. */
export function json<T>(value: T): RawBuilder<T> {
  return sql<T>`${JSON.stringify(value)}::jsonb`
}

/**
 * Locks the tenant until this act ends, so that counts against a limit of its plan run one at a time. Rows that merely
 * refer to the tenant are not blocked.
 */
export async function lockTenant({ db, tenantId }: ReadCtx): Promise<void> {
  await db.selectFrom('tenants').select('id').where('id', '=', tenantId).forNoKeyUpdate().execute()
}

/** The organisation that documents name, and the time zone of their dates. */
export function findTenant({ db, tenantId }: ReadCtx) {
  return db
    .selectFrom('tenants')
    .select(['name', 'tax_id', 'timezone'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
}

/** The bound of a list without pages. No organisation reaches it: it protects the server. */
export const MOST_ROWS = 1000

/** Each also with one row more, which shows whether others follow. */
const USUAL_LIMITS = [10, 20, 25, 50, 100].flatMap((rows) => [rows, rows + 1])

/**
 * A usual limit is written into the text: as a parameter it makes PostgreSQL plan every execution again, which costs more
 * than the list itself. An unusual limit stays a parameter, because every text is kept prepared.
 */
export function limitTo(rows: number): RawBuilder<number> {
  return USUAL_LIMITS.includes(rows) ? sql.lit(rows) : sql<number>`${rows}::bigint`
}

/** From this offset on a counted list looks for its page from the nearer end. */
const DEEP = 1000

interface Counting {
  /** The total from the counts that the table keeps (`countedTotal`). */
  counted?: RawBuilder<number> | undefined
  /** Counts no further than this. */
  most?: number
  /** By `created_at` and `id`. */
  isNewestFirst?: boolean
  /** A monthly table, newest first: older partitions are read only when the newest rows do not fill the page. */
  isInMonths?: boolean
}

/**
 * The rows of the last month. Tables are partitioned by id. An id is made after its row's `created_at`, or slightly before
 * by another clock, so a day of margin is enough. The partitions of future months are skipped too.
 */
const RECENT = sql<boolean>`id >= month_start((now() - interval '32 days')::date)
  and id < month_start((now() + interval '2 days')::date) and created_at >= now() - interval '31 days'`

interface Numbered<Row> {
  rows: Row[]
  total: number
}

/**
 * One page and the true total, in one statement. Counting is most of a list's work, and a page that is not full already
 * shows the total, so the database then skips the count.
 *
 * The offset of a first page is written into the text like the limit, and for the same reason.
 */
export async function page<Row>(
  db: Db,
  // biome-ignore lint/suspicious/noExplicitAny: a list of any tables; only its rows matter here.
  query: SelectQueryBuilder<any, any, Row>,
  { page, limit }: PageQuery,
  { counted, most, isNewestFirst, isInMonths }: Counting = {},
): Promise<Numbered<Row>> {
  const first = limitTo(limit)
  const offset = (page - 1) * limit
  if (counted && isNewestFirst && isInMonths && offset === 0) {
    const recent = await recentPage(db, query.limit(first), counted)
    if ([limit, recent.total].includes(recent.rows.length)) return recent
  }
  if (counted && isNewestFirst && offset >= DEEP) return deepPage(db, query, offset, first, counted)
  const skipped = offset === 0 ? sql.lit(0) : sql`${offset}::bigint`
  const listed = (offset === 0 ? query : query.offset(offset)).limit(first).select(sql`true`.as('_listed'))
  const every = query.clearSelect().clearOrderBy().select(sql`1`.as('one'))
  const all = most === undefined ? every : every.limit(sql.lit(most))
  const { rows } = await sql<Listed<Row>>`
    with listed as materialized (${listed})
    select listed.*, counted._total
    from (
      select case when shown.rows < ${first} and (shown.rows > 0 or ${skipped} = 0)
        then ${skipped} + shown.rows
        else ${counted ?? sql`(select count(*) from (${all}) as every)`} end as _total
      from (select count(*) as rows from listed) as shown
    ) as counted left join listed on true`.execute(db)
  return pageOf(rows)
}

async function recentPage<Row>(
  db: Db,
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  query: SelectQueryBuilder<any, any, Row>,
  counted: RawBuilder<number>,
): Promise<Numbered<Row>> {
  const { rows } = await sql<Listed<Row>>`
    select listed.*, whole.rows as _total from (select ${counted} as rows) as whole
    left join (${query.where(RECENT).select(sql`true`.as('_listed'))}) as listed on true`.execute(db)
  return pageOf(rows)
}

/**
 * Reads the page's ids first, from an index alone and from the nearer end of the list, and then their rows. Skipping over
 * the rows themselves would read every one of them.
 */
async function deepPage<Row>(
  db: Db,
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  query: SelectQueryBuilder<any, any, Row>,
  offset: number,
  limit: RawBuilder<number>,
  counted: RawBuilder<number>,
): Promise<Numbered<Row>> {
  const skipped = sql<number>`${offset}::bigint`
  const total = sql<number>`(select rows from whole)`
  const ids = query.clearSelect().clearOrderBy().select('id')
  const fromStart = ids
    .where(sql<boolean>`${skipped} * 2 <= ${total}`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(skipped)
    .limit(limit)
  const fromEnd = ids
    .where(sql<boolean>`${skipped} * 2 > ${total}`)
    .orderBy('created_at')
    .orderBy('id')
    .offset(sql<number>`greatest(${total} - ${skipped} - ${limit}, 0)`)
    .limit(sql<number>`greatest(least(${limit}, ${total} - ${skipped}), 0)`)
  const listed = query.where('id', 'in', sql`(select id from shown)`).select(sql`true`.as('_listed'))
  const { rows } = await sql<Listed<Row>>`
    with whole as materialized (select ${counted} as rows),
    shown as materialized ((${fromStart}) union all (${fromEnd})),
    listed as materialized (${listed})
    select listed.*, whole.rows as _total from whole left join listed on true`.execute(db)
  return pageOf(rows)
}

type Listed<Row> = Row & { _listed: true | null; _total: number }

/** A page without rows is one row that carries the total alone. */
function pageOf<Row>(rows: Listed<Row>[]): Numbered<Row> {
  return { rows: rows[0]!._listed ? rows : [], total: rows[0]!._total }
}
