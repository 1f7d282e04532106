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
  pagination: Pagination
  /** Leads to the rows behind these; absent behind the last one. */
  nextCursor?: string
}

export function pagination({ page, limit }: PageQuery, total: number): Pagination {
  return { page, limit, total, totalPages: Math.ceil(total / limit) }
}

/** The limit of a list that gives none. */
export const USUAL_LIMIT = 20

/** Short lists come whole unless a page is asked for; the numbers beside them are those of one page that holds all. */
export function pageOrAll<T>(
  all: readonly T[],
  { page = 1, limit = Math.max(all.length, USUAL_LIMIT) }: { page?: number; limit?: number },
): { shown: T[]; pagination: Pagination } {
  const start = (page - 1) * limit
  return { shown: all.slice(start, start + limit), pagination: pagination({ page, limit }, all.length) }
}

/** What every list takes beside its own filters. */
export interface ListQuery {
  page?: number
  limit?: number
  /** Words that the row has, each by its beginning. */
  q?: string
  /** A field of the list, or `-` and the field. */
  sort?: string
  updatedSince?: string
  /** Empty starts; then what the page before gave as `nextCursor`. */
  cursor?: string
  /** The list's own filters, and whose list it is: cursors are bound to them. */
  readonly [filter: string]: unknown
}

/**
 * A list: by what it is sorted and searched. A sort field is a column that is never empty, with an index that ends with
 * the id; `TITLE` is the folded title that the words of the list hold.
 */
export interface List<Field extends string = string> {
  /** The same for no two lists: cursors are bound to it. */
  readonly name: string
  readonly sorts: Readonly<Record<Field, string>>
  /** The order of a list that asks for none. */
  readonly first: Field | `-${Field}`
  /** The column with the time of the last change; of what never changes, the time it was written. */
  readonly changed: string
  /** Unique within the tenant or the owner: the end of every order. */
  readonly id: string
  readonly search: Search
  /** Its table is kept in monthly parts, by id. */
  readonly isInMonths?: true
}

export const TITLE = '(title)'

export type Search =
  /** The words that the database keeps of this table, and those of rows it refers to. */
  | { words: string; also?: readonly { words: string; id: string }[] }
  /** The words of these columns, read row by row: for lists that are short, or short within their owner. */
  | { columns: readonly string[] }
  /** The beginning of one of these columns. Their values are written in one way, which `as` gives. */
  | { starts: readonly string[]; as?: (q: string) => string }

export interface Order<Field extends string = string> {
  field: Field
  descending: boolean
}

/** The order that a query asks for. The schema has checked the field. */
export function orderOf<Field extends string>(list: List<Field>, sort: string = list.first): Order<Field> {
  const descending = sort.startsWith('-')
  return { field: (descending ? sort.slice(1) : sort) as Field, descending }
}

interface Newest {
  /** The alias of the table in the list's statement. */
  as?: string
  search?: Search
}

/** The usual list: newest first, also sorted by the last change and by what else it names. */
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

/** Of what is written once: newest first, and its time is that of its last change. */
export function newestWritten(
  name: string,
  search: Search,
  { id = 'id', at = 'created_at' } = {},
): List<'createdAt'> {
  return { name, sorts: { createdAt: at }, first: '-createdAt', changed: at, id, search }
}

/** For a filter that names nothing. */
export function emptyPage({ page = 1, limit = USUAL_LIMIT }: ListQuery): Page<never> {
  return { rows: [], pagination: pagination({ page, limit }, 0) }
}
