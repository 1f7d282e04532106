import { Failure } from '#kernel/failure.ts'
import type { List, ListQuery } from '#kernel/paging.ts'
import type { ReadCtx } from './context.ts'

/** Where the next page of a walk starts. `total` was counted where the walk began. */
export interface Place {
  /** The sort field of the last row shown, as text, and its id. */
  key: string
  id: string
  page: number
  total: number
}

/** No filters: they may differ from page to page. The order is bound by itself: the usual one is the same when it is named. */
const NOT_BOUND = new Set(['page', 'limit', 'cursor', 'sort'])

/** What a cursor is bound to: moved to another list, another order or other filters it does not open. */
function scopeOf({ tenantId }: ReadCtx, list: List, query: ListQuery): string {
  const asked = Object.entries(query).filter(([name, value]) => !NOT_BOUND.has(name) && value !== undefined)
  return JSON.stringify([tenantId, list.name, query.sort ?? list.first, asked.sort()])
}

const PURPOSE = 'list.cursor'

/** Sealed: a cursor stands in addresses, and a sort field may be somebody's name. */
export function writeCursor(ctx: ReadCtx, list: List, query: ListQuery, place: Place): string {
  const { key, id, page, total } = place
  return ctx.tools.vault.seal(JSON.stringify([key, id, page, total]), PURPOSE, scopeOf(ctx, list, query))
}

/** Undefined where a walk starts. */
export function readCursor(ctx: ReadCtx, list: List, query: ListQuery): Place | undefined {
  if (!query.cursor) return undefined
  const opened = ctx.tools.vault.tryOpen(query.cursor, PURPOSE, scopeOf(ctx, list, query))
  if (opened === null) {
    const message =
      'El cursor no es de esta lista con este orden y estos filtros, o dejó de valer. Empiece de nuevo con «cursor» vacío.'
    throw new Failure('malformed', message, { details: [{ path: 'cursor', message }] })
  }
  const [key, id, page, total] = JSON.parse(opened) as [string, string, number, number]
  return { key, id, page, total }
}
