import { type RawBuilder, sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { END, idsWith } from '#db/list.ts'
import type { Kind } from './kinds.ts'

/** Limits for each kind: rows found and counted, rows shown. */
export const MOST_FOUND = 25
export const MOST_SHOWN = 20

export interface FoundRow {
  id: string
  title: string
  subtitle: string | null
  state: string | null
  updated_at: Date
  total: number
}

/** The addresses of the console contain the slug. */
export async function findSlug({ db, tenantId }: ReadCtx): Promise<string> {
  const { slug } = await db
    .selectFrom('tenants')
    .select('slug')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return slug
}

/**
 * A rarer word is walked row by row, newest first. Common words usually meet within this many rows; otherwise all rows are
 * compared. Counting stops here, as it does not matter how common a word is.
 */
const FEW = 1000

/** How many of several common words are walked before all rows are compared. */
const MOST_LED = 2

/** A kind that may have rows with all words. `words` starts with the rarest. */
export interface Led {
  readonly kind: Kind
  readonly words: readonly string[]
  readonly isFew: boolean
}

/**
 * For each kind, whether it has each word at all, and the rarest word. Most kinds have no match, and this one short
 * statement saves querying them.
 */
export async function findKinds(
  { db, tenantId }: ReadCtx,
  kinds: readonly Kind[],
  words: readonly string[],
): Promise<Led[]> {
  // A single word needs no comparison: one row is enough to know that it occurs.
  const most = words.length > 1 ? FEW + 1 : 1
  const lists = [...new Set(kinds.flatMap(({ words: list, also }) => (also ? [list, also.words] : [list])))]
  const { rows } = await sql<{ list: string; word: string; n: number }>`
    select l.list, w.word, (
      select count(*) from (
        select from search_words s where s.tenant_id = ${tenantId} and s.list = l.list
          and s.word >= w.word and s.word < w.beyond limit ${sql.lit(most)}
      ) known)::int as n
    from unnest(${lists}::text[]) l (list)
    cross join unnest(${[...words]}::text[], ${words.map((word) => word + END)}::text[]) w (word, beyond)`.execute(
    db,
  )
  const known = new Map(rows.map(({ list, word, n }) => [`${list} ${word}`, n]))
  const countOf = (list: string, word: string) => known.get(`${list} ${word}`) ?? 0
  return kinds.flatMap((kind) => {
    const counts = new Map(
      words.map((word) => [
        word,
        countOf(kind.words, word) + (kind.also ? countOf(kind.also.words, word) : 0),
      ]),
    )
    const rarestFirst = words.toSorted((a, b) => counts.get(a)! - counts.get(b)! || b.length - a.length)
    const fewest = counts.get(rarestFirst[0]!)!
    return fewest === 0 ? [] : [{ kind, words: rarestFirst, isFew: fewest <= FEW }]
  })
}

/** Rows with all words, last changed first. Each row carries the total count. */
export async function findRows(ctx: ReadCtx, led: Led, limit: number): Promise<FoundRow[]> {
  const { kind, words, isFew } = led
  if (kind.also) return rowsOf(ctx, kind, inEither(ctx, kind, words), limit)
  if (isFew || words.length === 1) return rowsOf(ctx, kind, oneByOne(ctx, kind, words), limit)
  for (const word of words.slice(0, MOST_LED)) {
    const others = words.filter((other) => other !== word)
    const rows = await rowsOf(ctx, kind, oneByOne(ctx, kind, [word, ...others]), limit)
    if (rows[0]?.total === MOST_FOUND) return rows
  }
  return rowsOf(ctx, kind, compared(ctx, kind, words), limit)
}

/** A record occurs once for each matching word. If duplicates leave too few records, reads more. */
async function rowsOf(
  ctx: ReadCtx,
  kind: Kind,
  found: RawBuilder<unknown>,
  limit: number,
): Promise<FoundRow[]> {
  const first = await rowsAmong(ctx, kind, found, limit, MOST_FOUND)
  return first.isWhole ? first.rows : (await rowsAmong(ctx, kind, found, limit, FEW)).rows
}

/** Looks up the few rows one by one: with a join, a cached plan would read the whole table. */
async function rowsAmong(
  { db, tenantId }: ReadCtx,
  { view }: Kind,
  found: RawBuilder<unknown>,
  limit: number,
  most: number,
): Promise<{ rows: FoundRow[]; isWhole: boolean }> {
  const { rows } = await sql<FoundRow & { read: number }>`
    with found as materialized (${found} limit ${sql.lit(most)}),
    shown as (
      select v.id, v.title, v.subtitle, v.state, v.updated_at
      from (
        select id from (select id, row_number() over () as place from found) f
        group by id order by min(place) limit ${sql.lit(MOST_FOUND)}
      ) f
      cross join lateral (select * from ${view} s where s.tenant_id = ${tenantId} and s.id = f.id limit 1) v
    )
    select s.*, (count(s.id) over ())::int as total, c.read
    from (select count(*)::int as read from found) c left join shown s on true
    order by s.updated_at desc, s.id desc limit ${limit}::bigint`.execute(db)
  const { read, total } = rows[0]!
  return { rows: total === 0 ? [] : rows, isWhole: read < most || total === MOST_FOUND }
}

const NEWEST_FIRST = sql`order by w.word desc, w.entity_id desc`

/** The newest rows of one word that also have the others. One plan serves all words. */
function oneByOne(
  ctx: ReadCtx,
  { words: list }: Kind,
  [rarest = '', ...others]: readonly string[],
): RawBuilder<unknown> {
  const isKept = true
  const rest = others.map(
    (word) => sql`exists (${idsWith(ctx, list, word, { isKept })} and entity_id = w.entity_id offset 0)`,
  )
  return sql`select w.entity_id as id
    from (${idsWith(ctx, list, rarest, { word: true, isKept })}
      order by word desc, entity_id desc limit ${sql.lit(FEW)}) w
    ${where(rest)} ${NEWEST_FIRST}`
}

function compared(
  ctx: ReadCtx,
  { words: list }: Kind,
  [rarest = '', ...others]: readonly string[],
): RawBuilder<unknown> {
  const rest = others.map((word) => sql`w.entity_id in (${idsWith(ctx, list, word)})`)
  return sql`select w.entity_id as id from (${idsWith(ctx, list, rarest, { word: true })}) w
    ${where(rest)} ${NEWEST_FIRST}`
}

/** For kinds that are also found by the words of a related record. */
function inEither(
  ctx: ReadCtx,
  { view, words: list, also }: Kind,
  words: readonly string[],
): RawBuilder<unknown> {
  const found = words.map(
    (word) => sql`(v.id in (${idsWith(ctx, list, word)})
      or v.${sql.ref(also!.column)} in (${idsWith(ctx, also!.words, word)}))`,
  )
  return sql`select v.id from ${view} v ${where([sql`v.tenant_id = ${ctx.tenantId}`, ...found])}`
}

function where(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
}
