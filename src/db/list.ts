import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { toInstant } from '#kernel/dates.ts'
import {
  type List,
  type ListQuery,
  type Order,
  orderOf,
  type Page,
  pagination,
  type Search,
  TITLE,
  USUAL_LIMIT,
} from '#kernel/paging.ts'
import { foldWords, wordsIn } from '#kernel/words.ts'
import type { ReadCtx } from './context.ts'
import { type Place, readCursor, writeCursor } from './cursor.ts'
import { limitTo, page } from './sql.ts'
import { PLANNED_EACH_TIME } from './wire/prepared-statements.ts'

// biome-ignore lint/suspicious/noExplicitAny: a list of any tables; only its rows matter here.
type Rows<Row> = SelectQueryBuilder<any, any, Row>
type Keyed = { _key: string; _id: string }

/** A search by words counts at most this many rows: a larger total helps nobody and slows the search. */
export const MOST_FOUND = 10_000

/**
 * Answers a page of a list as the query asks for it: search, `updatedSince`, order, and page number or cursor. `rows` has
 * the list's own filters and columns and no order. `counted` is the total from the counts that the table keeps, for a
 * list that neither `q` nor `updatedSince` narrows.
 */
export async function listPage<Row>(
  ctx: ReadCtx,
  list: List,
  rows: Rows<Row>,
  query: ListQuery,
  counted?: RawBuilder<number>,
): Promise<Page<Row>> {
  const limit = query.limit ?? USUAL_LIMIT
  const order = orderOf(list, query.sort)
  const narrowed = searched(ctx, list, since(list, rows, query), query)
  const place = readCursor(ctx, list, query)
  if (place) return behind(ctx, list, narrowed, query, order, place)
  const number = query.cursor === undefined ? (query.page ?? 1) : 1
  const isFound = Boolean(query.q?.trim())
  const isNarrowed = isFound || query.updatedSince !== undefined
  const sorted = inOrder(ctx, list, narrowed, order, { isFound })
  const { rows: shown, total } = await page(
    ctx.db,
    sorted,
    { page: number, limit },
    {
      ...(!isNarrowed && { counted }),
      ...(isFound && { most: MOST_FOUND + 1 }),
      isNewestFirst: order.descending && list.sorts[order.field] === 'created_at',
      isInMonths: list.isInMonths ?? false,
    },
  )
  const last = shown.at(-1)
  const known = isFound ? Math.min(total, MOST_FOUND) : total
  const isMore = last !== undefined && number * limit < total
  const next = isMore && placeOf(last, number + 1, known)
  return {
    rows: shown,
    pagination: pagination({ page: number, limit }, known),
    ...(next && { nextCursor: writeCursor(ctx, list, query, next) }),
  }
}

/** The rows after a place in the order. Concurrent writes do not shift the page. */
async function behind<Row>(
  ctx: ReadCtx,
  list: List,
  rows: Rows<Row>,
  query: ListQuery,
  order: Order,
  place: Place,
): Promise<Page<Row>> {
  const limit = query.limit ?? USUAL_LIMIT
  const found = await inOrder(ctx, list, rows, order, { isFound: Boolean(query.q?.trim()), place })
    .limit(limitTo(limit + 1))
    .execute()
  const shown = found.slice(0, limit)
  const next = found.length > limit && placeOf(shown.at(-1)!, place.page + 1, place.total)
  return {
    rows: shown,
    pagination: pagination({ page: place.page, limit }, place.total),
    ...(next && { nextCursor: writeCursor(ctx, list, query, next) }),
  }
}

function placeOf({ _key, _id }: Keyed, page: number, total: number): Place {
  return { key: _key, id: _id, page, total }
}

function since<Row>(list: List, rows: Rows<Row>, { updatedSince }: ListQuery): Rows<Row> {
  return updatedSince === undefined ? rows : rows.where(list.changed, '>=', toInstant(updatedSince))
}

// ── the order ──

function inOrder<Row>(
  ctx: ReadCtx,
  list: List,
  rows: Rows<Row>,
  order: Order,
  { isFound, place }: { isFound: boolean; place?: Place },
): Rows<Row & Keyed> {
  const column = list.sorts[order.field]!
  const [from, key, id] =
    column === TITLE
      ? [withTitles(ctx, list, rows, isFound), sql.ref('_title.word'), sql.ref('_title.entity_id')]
      : [rows, sql.ref(column), sql.ref(list.id)]
  const way = order.descending ? 'desc' : 'asc'
  const than = sql.raw(order.descending ? '<' : '>')
  const begun = place ? from.where(sql<boolean>`(${key}, ${id}) ${than} (${place.key}, ${place.id})`) : from
  return begun
    .select([sql<string>`${key}::text`.as('_key'), sql<string>`${id}::text`.as('_id')])
    .orderBy(key, way)
    .orderBy(id, way) as Rows<Row & Keyed>
}

/**
 * The words of a list include its titles, each after a space. Without a search the titles are read in their order, as far
 * as the page goes. With one, each found row looks up its title: a join would let the planner, which cannot tell how many
 * rows are found, scan all titles for each of them.
 */
function withTitles<Row>(
  { db, tenantId }: ReadCtx,
  list: List,
  rows: Rows<Row>,
  isFound: boolean,
): Rows<Row> {
  if (!('words' in list.search)) throw new Error(`the list ${list.name} keeps no titles`)
  const { words } = list.search
  const id = list.id.slice(list.id.indexOf('.') + 1)
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  const own = (db as Kysely<any>).selectFrom(rows.as('_rows'))
  if (isFound)
    return own
      .innerJoinLateral(
        sql<{ word: string; entity_id: string }>`(
          select word, entity_id from search_words
          where tenant_id = ${tenantId} and list = ${sql.lit(words)} and entity_id = ${sql.ref(`_rows.${id}`)}
            and word >= ' ' and word < '!'
          offset 0
        )`.as('_title'),
        (on) => on.onTrue(),
      )
      .selectAll('_rows') as unknown as Rows<Row>
  return own
    .innerJoin('search_words as _title', (on) =>
      on
        .onRef('_title.entity_id', '=', sql.ref(`_rows.${id}`))
        .on('_title.tenant_id', '=', tenantId)
        .on('_title.list', '=', sql.lit(words))
        .on('_title.word', '>=', sql.lit(' '))
        .on('_title.word', '<', sql.lit('!')),
    )
    .selectAll('_rows') as unknown as Rows<Row>
}

// ── the words ──

/** Appended to a prefix, it sorts after every text with that prefix. */
export const END = '\u{10ffff}'

function searched<Row>(ctx: ReadCtx, { id, search }: List, rows: Rows<Row>, { q }: ListQuery): Rows<Row> {
  if (!q?.trim()) return rows
  if ('starts' in search) {
    const start = (search.as ?? foldWords)(q.trim())
    return rows.where(
      anyOf(
        search.starts.map((column) => {
          const value = sql.raw(column)
          return sql<boolean>`(${value} ~>=~ ${start} and ${value} ~<~ ${start + END})`
        }),
      ),
    )
  }
  const words = wordsIn(q)
  if (words.length === 0) return rows.where(sql<boolean>`false`)
  return words.reduce((found, word) => found.where(hasWord(ctx, id, search, word)), rows)
}

function hasWord(ctx: ReadCtx, id: string, search: Search, word: string): RawBuilder<boolean> {
  if ('columns' in search) {
    // Expressions and names come from our code, never from a request.
    const text = sql.join(
      search.columns.map((column) => (column.includes(' ') ? sql.raw(column) : sql.ref(column))),
    )
    return sql`exists (select from words_of('', concat_ws(' ', ${text})) w (word) where starts_with(w.word, ${word}))`
  }
  if (!('words' in search)) throw new Error('this list has no words')
  const places = [{ words: search.words, id }, ...(search.also ?? [])]
  return anyOf(
    places.map((place) => sql<boolean>`${sql.ref(place.id)} in (${idsWith(ctx, place.words, word)})`),
  )
}

/** The ids of rows with a word that begins like this. Rare words and common ones need different plans. */
export function idsWith(
  { tenantId }: Pick<ReadCtx, 'tenantId'>,
  table: string,
  word: string,
  and: { word?: boolean; isKept?: boolean } = {},
): RawBuilder<string> {
  return sql`select entity_id${sql.raw(and.word ? ', word' : '')} from search_words ${sql.raw(and.isKept ? '' : PLANNED_EACH_TIME)}
    where tenant_id = ${tenantId} and list = ${sql.lit(table)} and word >= ${word} and word < ${word + END}`
}

function anyOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql`(${sql.join(conditions, sql` or `)})`
}
