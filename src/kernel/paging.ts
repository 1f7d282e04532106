/** One page of a list: its query, and the fields that the contract shows beside the items. */
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
  pagination: Pagination
  /** Leads to the next rows; absent on the last page. */
  nextCursor?: string
}

export function pagination({ page, limit }: PageQuery, total: number): Pagination {
  return { page, limit, total, totalPages: Math.ceil(total / limit) }
}

/** The default limit of a list. */
export const USUAL_LIMIT = 20

/** Short lists come whole unless the query asks for a page. They are then numbered as one page. */
export function pageOrAll<T>(
  all: readonly T[],
  { page = 1, limit = Math.max(all.length, USUAL_LIMIT) }: { page?: number; limit?: number },
): { shown: T[]; pagination: Pagination } {
  const start = (page - 1) * limit
  return { shown: all.slice(start, start + limit), pagination: pagination({ page, limit }, all.length) }
}

/** The parameters of every list besides its own filters. */
export interface ListQuery {
  page?: number
  limit?: number
  /** Words to find, each by its beginning. */
  q?: string
  /** A field of the list, or `-` and the field. */
  sort?: string
  updatedSince?: string
  /** Empty on the first page; then the `nextCursor` of the page before. */
  cursor?: string
  /** The list's own filters, and its owner: cursors are bound to them. */
  readonly [filter: string]: unknown
}

/**
 * A list: its sort fields and its search. A sort field is a column that is never empty, with an index that ends with the
 * id. `TITLE` is the folded title among the words of the list.
 */
export interface List<Field extends string = string> {
  /** Unique among lists, because cursors are bound to it. */
  readonly name: string
  readonly sorts: Readonly<Record<Field, string>>
  /** The default order. */
  readonly first: Field | `-${Field}`
  /** The column with the time of the last change, or of writing for rows that never change. */
  readonly changed: string
  /** Unique within the tenant or the owner: it ends every order. */
  readonly id: string
  readonly search: Search
  /** Its table has monthly partitions, by id. */
  readonly isInMonths?: true
}

export const TITLE = '(title)'

export type Search =
  /** The words that the database indexes for this table, and for rows it refers to. */
  | { words: string; also?: readonly { words: string; id: string }[] }
  /** The words of these columns, read row by row: for lists that are short, or short per owner. */
  | { columns: readonly string[] }
  /** The beginning of one of these columns. `as` converts the query into their notation. */
  | { starts: readonly string[]; as?: (q: string) => string }

export interface Order<Field extends string = string> {
  field: Field
  descending: boolean
}

/** The order of a query. The schema has already checked the field. */
export function orderOf<Field extends string>(list: List<Field>, sort: string = list.first): Order<Field> {
  const descending = sort.startsWith('-')
  return { field: (descending ? sort.slice(1) : sort) as Field, descending }
}

interface Newest {
  /** The alias of the table in the list's statement. */
  as?: string
  search?: Search
}

/** The usual list: newest first, also sortable by the last change and the given fields. */
export function newestFirst<const More extends Readonly<Record<string, string>>>(
  name: string,
  more: More,
  { as, search = { words: name } }: Newest = {},
): List<'createdAt' | 'updatedAt' | (keyof More & string)> {
  const column = (plain: string) => (as === undefined || plain === TITLE ? plain : `${as}.${plain}`)
  const sorts = { createdAt: 'created_at', updatedAt: 'updated_at', ...more }
  return {
    name,
    sorts: Object.fromEntries(
      Object.entries<string>(sorts).map(([field, plain]) => [field, column(plain)]),
    ) as Record<'createdAt' | 'updatedAt' | (keyof More & string), string>,
    first: '-createdAt',
    changed: column('updated_at'),
    id: column('id'),
    search,
  }
}

/** A list of rows that never change: newest first, with the time of writing as the last change. */
export function newestWritten(
  name: string,
  search: Search,
  { id = 'id', at = 'created_at' } = {},
): List<'createdAt'> {
  return { name, sorts: { createdAt: at }, first: '-createdAt', changed: at, id, search }
}

/** For a filter that matches no record. */
export function emptyPage({ page = 1, limit = USUAL_LIMIT }: ListQuery): Page<never> {
  return { rows: [], pagination: pagination({ page, limit }, 0) }
}
