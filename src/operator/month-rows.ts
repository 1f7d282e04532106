import { sql } from 'kysely'
import { pagesOf, queryOver } from '#archive/tables.ts'
import type { Db } from '#db/database.ts'
import { migrationFiles } from '#db/migrate.ts'
import { insertOf, type Table, tablesOf } from '#db/text-rows.ts'
import type { Range } from '#modules/evidence/public.ts'
import { type MonthHeader, MonthRefused, type MonthRow, readMonth } from './month-file.ts'

/** The rows of a month on their way to its file, and back. */

/** Rows that refer to those of a month: they leave and come with it. */
const REFERRING: Readonly<Record<string, { table: string; column: string }>> = {
  consent_records: { table: 'consent_confirmations', column: 'notice_record_id' },
  consent_form_records: { table: 'consent_confirmations', column: 'record_id' },
}

/** The letter itself may be gone before its month comes back. */
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

export async function writeRows(db: Db, tables: readonly Table[], path: string) {
  const query = queryOver(db)
  const { rows: known } = await sql<{ id: string }>`select id from tenants`.execute(db)
  const tenants = new Set(known.map(({ id }) => id))
  const places = tables.map(({ columns }) => columns.findIndex(({ name }) => name === 'tenant_id'))
  let [rows, left, at] = [0, 0, 0]
  let held: MonthRow['values'][] = []
  const flush = async () => {
    if (held.length === 0) return
    const { columns, insert } = insertOf(tables[at]!)
    await query(
      insert,
      columns.map((_, column) => held.map((values) => values[column])),
    )
    if (at === 0) rows += held.length
    held = []
  }
  for await (const line of readMonth(path)) {
    if (!('row' in line)) continue
    const { table, values } = line.row
    if (table !== at || held.length === AT_ONCE) await flush()
    at = table
    if (tenants.has(String(values[places[table]!]))) held.push(values)
    else if (table === 0) left += 1
  }
  await flush()
  return { rows, left }
}
