import { sql } from 'kysely'
import { pagesOf, queryOver } from '#archive/tables.ts'
import { type Db, withRole } from '#db/database.ts'
import { migrationFiles } from '#db/migrate.ts'
import { insertOf, type Table, tablesOf } from '#db/text-rows.ts'
import { findChained, type Range } from '#modules/evidence/public.ts'
import { type MonthHeader, MonthRefused, type MonthRow, readMonth } from './month-file.ts'

/** Moves the rows of a month to its file and back. */

/** Tables that refer to rows of a month: such rows leave and return with it. */
const REFERRING: Readonly<Record<string, { table: string; column: string }>> = {
  consent_records: { table: 'consent_confirmations', column: 'notice_record_id' },
  consent_form_records: { table: 'consent_confirmations', column: 'record_id' },
}

/** Blocks additions to the rows being read until the transaction ends. */
export async function lockReferring(db: Db, table: string): Promise<void> {
  const referring = REFERRING[table]
  if (referring) await withRole(db, 'none', `lock table ${referring.table} in share row exclusive mode`, [])
}

/** A letter may be deleted before its month returns. */
const MAIL = 'mail_id'

export function inRange({ since, until }: Range, column = 'id') {
  const from = since === null ? sql`` : sql`${sql.ref(column)} >= ${since}::uuid and`
  return sql<boolean>`${from} ${sql.ref(column)} < ${until}::uuid`
}

const plain = (name: string) => name.replaceAll('"', '')

export async function headerOf(
  db: Db,
  { table, since, until }: Range,
  month: string,
  now: Date,
): Promise<MonthHeader> {
  const names = [table, ...(REFERRING[table] ? [REFERRING[table]!.table] : [])]
  const known = await tablesOf({ query: queryOver(db) }, ['public'])
  const tables = names.map((name) => {
    const columns = known.find((one) => one.name === `public.${name}`)!.columns
    return { name, columns: columns.map((column) => plain(column.name)).filter((one) => one !== MAIL) }
  })
  return {
    format: 'resguardo-month',
    version: 1,
    schema: migrationFiles().at(-1)!.name,
    createdAt: now.toISOString(),
    table,
    month,
    since,
    until,
    tables,
  }
}

const textRange = ({ since, until }: Range, column: string) =>
  `${since === null ? '' : `${column} >= '${since}' and `}${column} < '${until}'`

export async function* rowsOf(db: Db, header: MonthHeader, range: Range): AsyncGenerator<MonthRow> {
  for (const [at, { name, columns }] of header.tables.entries()) {
    const column = at === 0 ? 'id' : REFERRING[header.table]!.column
    const pages = pagesOf(
      queryOver(db),
      {
        name: `public.${name}`,
        order: 'id',
        columns: columns.map((one) => ({ name: `"${one}"`, type: 'text', generated: false })),
      },
      textRange(range, column),
    )
    for await (const page of pages)
      for (const row of page) yield { table: at, values: columns.map((one) => row[one] ?? null) }
  }
}

export async function tablesIn(db: Db, header: MonthHeader): Promise<Table[]> {
  const known = await tablesOf({ query: queryOver(db) }, ['public'])
  return header.tables.map(({ name, columns }) => {
    const found = known.find((one) => one.name === `public.${name}`)
    const ours = found?.columns.map((column) => plain(column.name)).sort() ?? []
    if (!found || columns.some((column) => !ours.includes(column)))
      throw new MonthRefused(`Esta versión no conoce una columna de ${name}. Devuélvalo con una más nueva.`)
    return {
      ...found,
      columns: columns.map((name) => found.columns.find((one) => plain(one.name) === name)!),
    }
  })
}

const AT_ONCE = 1000

/** Rows of organisations that were deleted, or that came back with another chain, are skipped. */
export interface WrittenRows {
  /** By organisation. */
  rowsOf: ReadonlyMap<string, number>
  left: number
}

/** Reads the file a second time. `sha256` is that of the first, checked reading. */
export async function writeRows(
  db: Db,
  { table, tables }: { table: string; tables: readonly Table[] },
  path: string,
  sha256: string,
): Promise<WrittenRows> {
  const query = queryOver(db)
  const places = tables.map(({ columns }, at) => {
    const of = (wanted: string) => columns.findIndex(({ name }) => plain(name) === wanted)
    return { tenant: of('tenant_id'), row: of(at === 0 ? 'id' : REFERRING[table]!.column) }
  })
  const rowsOf = new Map<string, number>()
  let [left, at, read] = [0, 0, '']
  let held: MonthRow['values'][] = []
  const flush = async () => {
    if (held.length === 0) return
    const { tenant, row } = places[at]!
    const keys = held.map((values) => ({ tenantId: values[tenant]!, id: values[row]! }))
    const wanted = await findChained(db, table, keys, at === 0 ? 'absent' : 'present')
    const taken = held.filter(
      (values) => wanted.has(`${values[tenant]} ${values[row]}`) && (at === 0 || rowsOf.has(values[tenant]!)),
    )
    const { columns, insert } = insertOf(tables[at]!)
    if (taken.length > 0)
      await query(
        insert,
        columns.map((_, column) => taken.map((values) => values[column])),
      )
    if (at === 0) {
      left += held.length - taken.length
      for (const values of taken) rowsOf.set(values[tenant]!, (rowsOf.get(values[tenant]!) ?? 0) + 1)
    }
    held = []
  }
  for await (const line of readMonth(path)) {
    if ('trailer' in line) read = line.trailer.sha256
    if (!('row' in line)) continue
    const { table: of, values } = line.row
    if (of !== at || held.length === AT_ONCE) await flush()
    at = of
    held.push(values)
  }
  await flush()
  if (read !== sha256) throw new MonthRefused(`«${path}» cambió mientras se leía. Nada cambió en la base.`)
  return { rowsOf, left }
}
