/** One page of a list: what came in, and what the contract shows beside the items. */
export interface PageQuery {
  page: number
  limit: number
}

export interface Pagination extends PageQuery {
  total: number
  totalPages: number
}

export interface Page<Row> {
  rows: Row[]
  total: number
}

export function pagination({ page, limit }: PageQuery, total: number): Pagination {
  return { page, limit, total, totalPages: Math.ceil(total / limit) }
}

const USUAL_LIMIT = 20

/** Short lists come whole unless a page is asked for; the numbers beside them are those of one page that holds all. */
export function pageOrAll<T>(
  all: readonly T[],
  { page = 1, limit = Math.max(all.length, USUAL_LIMIT) }: { page?: number; limit?: number },
): { shown: T[]; pagination: Pagination } {
  const start = (page - 1) * limit
  return { shown: all.slice(start, start + limit), pagination: pagination({ page, limit }, all.length) }
}
