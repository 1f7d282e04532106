interface Reader {
  query(sql: string, parameters: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

/** A table whose rows are read and written as text, so that no driver changes a value on the way. */
export interface Table {
  /** Quoted, with its schema. */
  name: string
  /** Behind row-level security: only the system role reads and writes all of its rows. */
  secured: boolean
  columns: { name: string; type: string; generated: boolean }[]
}

/** The size of one page: this many rows, or fewer when they are long. */
const MOST_ROWS = 2000
const MOST_BYTES = 4 * 1024 * 1024

/** Every value is copied and compared as text, so both sides must print it alike. */
export const SAME_TEXT = `select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO', true),
  set_config('intervalstyle', 'postgres', true), set_config('bytea_output', 'hex', true),
  set_config('extra_float_digits', '1', true)`

/** Disables the timeouts, because a copy may take long. */
export const NO_TIMEOUTS = `select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
  set_config('idle_in_transaction_session_timeout', '0', true)`

/** Partitions are written and read through the table they are part of. */
export async function tablesOf(session: Reader, schemas: string[]): Promise<Table[]> {
  const { rows } = await session.query(
    `select format('%I.%I', n.nspname, c.relname) as name, c.relrowsecurity as secured,
      (select json_agg(json_build_object('name', quote_ident(a.attname), 'generated', a.attgenerated <> '',
          'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any ($1::text[]) and c.relkind in ('r', 'p') and not c.relispartition
    order by n.nspname <> 'public', c.relname collate "C"`,
    [schemas],
  )
  return rows as unknown as Table[]
}

export function pageOf(longest: number): number {
  return Math.max(1, Math.min(MOST_ROWS, Math.floor(MOST_BYTES / Math.max(1, longest))))
}

/** The columns that are written, and the statement that takes one list of texts for each of them. */
export function insertOf(table: Table): { columns: Table['columns']; insert: string } {
  const columns = table.columns.filter(({ generated }) => !generated)
  const insert = `insert into ${table.name} (${columns.map(({ name }) => name).join(', ')})
    overriding system value
    select ${columns.map(({ type }, at) => `c${at}::${type}`).join(', ')}
    from unnest(${columns.map((_, at) => `$${at + 1}::text[]`).join(', ')}) as r (${columns.map((_, at) => `c${at}`).join(', ')})`
  return { columns, insert }
}
