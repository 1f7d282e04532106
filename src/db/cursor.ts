import { Failure } from '#kernel/failure.ts'
import type { List, ListQuery } from '#kernel/paging.ts'
import type { ReadCtx } from './context.ts'

/** Where the next page starts. `total` was counted with the first page. */
export interface Place {
  /** The sort field of the last row shown, as text, and its id. */
  key: string
  id: string
  page: number
  total: number
}

/** Parameters that are no filters and may change between pages. `sort` is bound apart: naming the default changes nothing */
const NOT_BOUND = new Set(['page', 'limit', 'cursor', 'sort'])

/** The scope a cursor is sealed for: it does not open for another list, order or set of filters. */
function scopeOf({ tenantId }: ReadCtx, list: List, query: ListQuery): string {
  const asked = Object.entries(query).filter(([name, value]) => !NOT_BOUND.has(name) && value !== undefined)
  return JSON.stringify([tenantId, list.name, query.sort ?? list.first, asked.sort()])
}

const PURPOSE = 'list.cursor'

/** Sealed, because a cursor appears in urls and a sort field may be a person's name. */
export function writeCursor(ctx: ReadCtx, list: List, query: ListQuery, place: Place): string {
  const { key, id, page, total } = place
  return ctx.tools.vault.seal(JSON.stringify([key, id, page, total]), PURPOSE, scopeOf(ctx, list, query))
}

/** Undefined for the first page. */
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
