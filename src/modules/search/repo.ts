import { type RawBuilder, sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { idsWith } from '#db/list.ts'
import type { Kind } from './kinds.ts'

/** Of each kind: found and counted at most, and shown at most. */
export const MOST_FOUND = 1000
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

/**
 * The rows with all of the words, those changed last first. Each row carries the number of all that were found.
 * They are few and looked up one by one: joined, a plan that is kept would read the whole table for them.
 */
export async function findRows(
  ctx: ReadCtx,
  { view, words: table, also }: Kind,
  words: readonly string[],
  limit: number,
): Promise<FoundRow[]> {
  const found = also
    ? sql`select v.id from ${view} v where v.tenant_id = ${ctx.tenantId} and ${every(
        words.map(
          (word) => sql`(v.id in (${idsWith(ctx, table, word)})
            or v.${sql.ref(also.column)} in (${idsWith(ctx, also.words, word)}))`,
        ),
      )} limit ${sql.lit(MOST_FOUND)}`
    : wordsFirst(ctx, table, words)
  const { rows } = await sql<FoundRow>`
    with found as materialized (${found})
    select v.id, v.title, v.subtitle, v.state, v.updated_at, (count(*) over ())::int as total
    from (select distinct id from found) f
    cross join lateral (select * from ${view} s where s.tenant_id = ${ctx.tenantId} and s.id = f.id limit 1) v
    order by v.updated_at desc, v.id desc limit ${limit}::bigint`.execute(ctx.db)
  return rows
}

/** The longest word is seldom the commonest: the others are looked up for its rows. The newest rows of a word come first. */
function wordsFirst(ctx: ReadCtx, table: string, words: readonly string[]): RawBuilder<unknown> {
  const [longest = '', ...others] = words.toSorted((a, b) => b.length - a.length)
  const rest = others.map((word) => sql`w.entity_id in (${idsWith(ctx, table, word)})`)
  return sql`select w.entity_id as id from (${idsWith(ctx, table, longest, { word: true, isKept: others.length === 0 })}) w
    ${rest.length > 0 ? sql`where ${every(rest)}` : sql``}
    order by w.word desc, w.entity_id desc limit ${sql.lit(MOST_FOUND)}`
}

function every(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` and `)
}
