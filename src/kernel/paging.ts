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
