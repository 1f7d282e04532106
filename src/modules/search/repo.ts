import { type RawBuilder, sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { END, idsWith } from '#db/list.ts'
import type { Kind } from './kinds.ts'

/** Of each kind: found and counted at most, and shown at most. */
export const MOST_FOUND = 200
export const MOST_SHOWN = 20

export interface FoundRow {
  id: string
  title: string
  subtitle: string | null
  state: string | null
  updated_at: Date
  total: number
}

/** The slug stands in the addresses of the console. */
export async function findSlug({ db, tenantId }: ReadCtx): Promise<string> {
  const { slug } = await db
    .selectFrom('tenants')
    .select('slug')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return slug
}

/** Words of fewer rows than this lead to them one by one; of two commoner ones all rows are compared. */
const FEW = 2000

/** A kind that may have rows with all of the words, and the words with the rarest first. */
export interface Led {
  readonly kind: Kind
  readonly words: readonly string[]
  readonly isFew: boolean
}

/**
 * Which kinds have each of the words at all, and which word is the rarest there. Most kinds have none of a search, and
 * one short statement spares all of theirs.
 */
export async function findKinds(
  { db, tenantId }: ReadCtx,
  kinds: readonly Kind[],
  words: readonly string[],
): Promise<Led[]> {
  const lists = [...new Set(kinds.flatMap(({ words: list, also }) => (also ? [list, also.words] : [list])))]
  const { rows } = await sql<{ list: string; word: string; n: number }>`
    select l.list, w.word, (
      select count(*) from (
        select from search_words s where s.tenant_id = ${tenantId} and s.list = l.list
          and s.word >= w.word and s.word < w.beyond limit ${sql.lit(FEW + 1)}
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

/**
 * The rows with all of the words, those changed last first. Each row carries the number of all that were found.
 * They are few and looked up one by one: joined, a plan that is kept would read the whole table for them.
 */
export async function findRows(
  ctx: ReadCtx,
  { kind: { view, words: table, also }, words, isFew }: Led,
  limit: number,
): Promise<FoundRow[]> {
  const found = also
    ? sql`select v.id from ${view} v where v.tenant_id = ${ctx.tenantId} and ${every(
        words.map(
          (word) => sql`(v.id in (${idsWith(ctx, table, word)})
            or v.${sql.ref(also.column)} in (${idsWith(ctx, also.words, word)}))`,
        ),
      )} limit ${sql.lit(MOST_FOUND)}`
    : rarestFirst(ctx, table, words, isFew)
  const { rows } = await sql<FoundRow>`
    with found as materialized (${found})
    select v.id, v.title, v.subtitle, v.state, v.updated_at, (count(*) over ())::int as total
    from (select distinct id from found) f
    cross join lateral (select * from ${view} s where s.tenant_id = ${ctx.tenantId} and s.id = f.id limit 1) v
    order by v.updated_at desc, v.id desc limit ${limit}::bigint`.execute(ctx.db)
  return rows
}

/**
 * The other words are looked up for the rows of the rarest one: one by one where these are few, which one plan fits, and
 * together where they are many. The newest rows of a word come first.
 */
function rarestFirst(
  ctx: ReadCtx,
  table: string,
  [rarest = '', ...others]: readonly string[],
  isFew: boolean,
): RawBuilder<unknown> {
  const isKept = isFew || others.length === 0
  const rest = others.map((word) =>
    isFew
      ? sql`exists (${idsWith(ctx, table, word, { isKept })} and entity_id = w.entity_id offset 0)`
      : sql`w.entity_id in (${idsWith(ctx, table, word)})`,
  )
  return sql`select w.entity_id as id from (${idsWith(ctx, table, rarest, { word: true, isKept })}) w
    ${rest.length > 0 ? sql`where ${every(rest)}` : sql``}
    order by w.word desc, w.entity_id desc limit ${sql.lit(MOST_FOUND)}`
}

function every(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` and `)
}
