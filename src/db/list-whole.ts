import { toInstant } from '#kernel/dates.ts'
import { type List, type ListQuery, orderOf, type Page, pagination, USUAL_LIMIT } from '#kernel/paging.ts'
import { foldWords, hasWords, wordsIn } from '#kernel/words.ts'
import type { ReadCtx } from './context.ts'
import { readCursor, writeCursor } from './cursor.ts'

/**
 * Sorts and pages a short list that was read whole. Without a page or a cursor in the query it answers all rows, numbered
 * as one page. The list's columns are fields of its rows.
 */
export function listWhole<Row extends object>(
  ctx: ReadCtx,
  list: List,
  all: readonly Row[],
  query: ListQuery,
): Page<Row> {
  const { field, descending } = orderOf(list, query.sort)
  const keyed = all
    .filter((row) => isAsked(list, row, query))
    .map((row) => ({ row, key: foldWords(textOf(row, list.sorts[field]!)), id: textOf(row, list.id) }))
  const way = descending ? -1 : 1
  const compare = (a: Keyed, b: Keyed) => way * (order(a.key, b.key) || order(a.id, b.id))
  const sorted = keyed.sort(compare)
  const place = readCursor(ctx, list, query)
  const walks = query.cursor !== undefined
  const limit = query.limit ?? (walks ? USUAL_LIMIT : Math.max(sorted.length, USUAL_LIMIT))
  const page = place?.page ?? (walks ? 1 : (query.page ?? 1))
  const total = place?.total ?? sorted.length
  const start = place ? startOf(sorted, place, compare) : (page - 1) * limit
  const shown = sorted.slice(start, start + limit)
  const last = shown.at(-1)
  const next = last && start + limit < sorted.length && { key: last.key, id: last.id, page: page + 1, total }
  return {
    rows: shown.map(({ row }) => row),
    pagination: pagination({ page, limit }, total),
    ...(next && { nextCursor: writeCursor(ctx, list, query, next) }),
  }
}

interface Keyed {
  key: string
  id: string
}

/** The first row after the place, even if the row of the place itself is gone. */
function startOf(sorted: readonly Keyed[], place: Keyed, compare: (a: Keyed, b: Keyed) => number): number {
  const found = sorted.findIndex((one) => compare(one, place) > 0)
  return found < 0 ? sorted.length : found
}

function isAsked(list: List, row: object, { q, updatedSince }: ListQuery): boolean {
  if (updatedSince !== undefined && textOf(row, list.changed) < toInstant(updatedSince).toISOString())
    return false
  if (!q?.trim()) return true
  const words = wordsIn(q)
  if (!('columns' in list.search)) throw new Error(`the list ${list.name} names no columns to search`)
  return (
    words.length > 0 && hasWords(list.search.columns.map((column) => textOf(row, column)).join(' '), words)
  )
}

function textOf(row: object, column: string): string {
  const value = (row as Record<string, unknown>)[column]
  if (value instanceof Date) return value.toISOString()
  return value == null ? '' : String(value)
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
