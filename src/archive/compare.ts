import { createHash } from 'node:crypto'
import type { TenantAccess } from '#db/access.ts'
import type { SealedColumn } from '#db/sealed.ts'
import { NO_TIMEOUTS, SAME_TEXT } from '#db/text-rows.ts'
import type { Storage } from '#storage/storage.ts'
import type { Manifest } from './format.ts'
import { type People, withPeople } from './people.ts'
import { plainName, Sum, whereOf } from './rows.ts'
import { type ArchiveTable, isOfPeople, pagesOf, type Query, type Row } from './tables.ts'

/** Compares the rows of one organisation in two databases, table by table, by sums that ignore the order of rows. */

export interface TableSum {
  table: string
  rows: number
  sum: string
}

/** Columns that differ between the two sides although nothing is missing, each with its reason. */
export const UNLIKE: Readonly<Record<string, string>> = {
  'tenants.moving_until': 'the move itself',
  'tenants.moved_at': 'the move itself',
  'tenants.moved_to': 'the move itself',
  'api_keys.last_used_at': 'noted by reads, which go on during a move',
  'scim_tokens.last_used_at': 'noted by reads, which go on during a move',
}

/** Sealed columns are left out as well: each installation seals with its own key. */
function compared(table: ArchiveTable, seals: readonly SealedColumn[]) {
  const isLeftOut = (column: string) =>
    `${table.plain}.${column}` in UNLIKE ||
    seals.some((one) => one.table === table.plain && one.column === column)
  return { plain: table.plain, columns: table.columns.filter(({ name }) => !isLeftOut(plainName(name))) }
}

interface Side {
  query: Query
  tables: readonly ArchiveTable[]
  seals: readonly SealedColumn[]
  tenantId: string
  /** Accounts that existed at the target: an account's rows are compared only if they came with the archive. */
  people: People
}

/** Sums at the origin. Rows are read as the target would write them, with the target's ids of the accounts. */
export async function sumsAtOrigin(access: TenantAccess, side: Omit<Side, 'query'>): Promise<TableSum[]> {
  const session = await access.database.engine.acquire('read only')
  const query: Query = (sql, parameters = []) => session.query(sql, parameters)
  try {
    await session.query('begin isolation level repeatable read read only')
    await session.query(SAME_TEXT)
    await session.query(NO_TIMEOUTS)
    await session.query(`select set_config('role', 'resguardo_system', true)`)
    return await sums({ ...side, query }, (table, row) => withPeople(table, row, side.people))
  } finally {
    await session.query('rollback').catch(() => undefined)
    session.release()
  }
}

/** Sums at the target, inside the transaction that wrote the rows. */
export function sumsAtTarget(side: Side): Promise<TableSum[]> {
  return sums(side, (_, row) => row)
}

/** Tables of people come last: only their rows can be changed meanwhile by somebody outside the organisation. */
async function sums(side: Side, shown: (table: ArchiveTable, row: Row) => Row): Promise<TableSum[]> {
  const { query, tables, seals, tenantId, people } = side
  const found: TableSum[] = []
  const last = (table: ArchiveTable) => Number(isOfPeople(table.plain))
  for (const table of tables.toSorted((a, b) => last(a) - last(b))) {
    const sum = new Sum()
    const chosen = compared(table, seals)
    for await (const page of pagesOf(query, table, whereOf(table, tenantId, people)))
      for (const row of page) sum.add(chosen, shown(table, row))
    found.push({ table: table.plain, rows: sum.rows, sum: `${sum}` })
  }
  return found
}

/** The tables that differ, in words for the operator. */
export function differences(here: readonly TableSum[], there: readonly TableSum[]): string[] {
  const names = new Set([...here, ...there].map(({ table }) => table))
  return [...names].flatMap((name) => {
    const [a, b] = [here, there].map((side) => side.find(({ table }) => table === name))
    if (a?.sum === b?.sum) return []
    return [`${name}: ${a?.rows ?? 0} filas en el origen y ${b?.rows ?? 0} en el destino, que no son iguales`]
  })
}

/** Reads the files at the target. Returns the names of files that differ from the export. */
export async function differingFiles(
  storage: Storage,
  tenantId: string,
  { entries }: Pick<Manifest, 'entries'>,
): Promise<string[]> {
  const differing: string[] = []
  for (const { name, sha256 } of entries) {
    if (!name.startsWith('files/')) continue
    const hash = createHash('sha256')
    try {
      for await (const chunk of await storage.get(`${tenantId}/${name.slice('files/'.length)}`))
        hash.update(chunk)
    } catch {
      differing.push(name)
      continue
    }
    if (hash.digest('hex') !== sha256) differing.push(name)
  }
  return differing
}
