import { CompiledQuery } from 'kysely'
import type { TenantAccess } from '#db/access.ts'
import type { Db } from '#db/database.ts'
import { placesOf } from '#db/erase.ts'
import { pageOf, type Table, tablesOf } from '#db/text-rows.ts'
import { JOBS } from './format.ts'

export type Row = Record<string, string | null>
export type Query = (
  sql: string,
  parameters?: readonly unknown[],
) => Promise<{ rows: Record<string, unknown>[] }>

export interface ArchiveTable extends Table {
  /** The name without schema and quotes. */
  plain: string
  /** Sorts by the key, or by the row number that the database assigns. Such numbers are assigned again. */
  order: string
  /** Columns that refer to another row of the table. */
  own: string[]
  /** Append-only: its rows record the past. */
  evidence: boolean
  /** The rows of an organisation. */
  where(tenantId: string): string
}

/**
 * Tables with a tenant column whose rows stay behind: they belong to a browser or a moment, or are rebuilt. A chain of
 * evidence belongs to the installation whose key signs it, so the rows enter a new chain where they arrive.
 */
export const STAYING = [
  'consent_record_keys',
  'dsar_answer_codes',
  'evidence_chains',
  'evidence_entries',
  'evidence_heads',
  'evidence_salts',
  'evidence_stamps',
  'evidence_waiting',
  'list_counts',
  'pending_sign_ins',
  'portal_codes',
  'portal_sessions',
  'public_uploads',
  'refresh_tokens',
  'search_words',
  'sessions',
  'sso_attempts',
  'tenant_exports',
]

/** Factors that open an account: exported only under a passphrase. */
const FACTORS = ['totp_factors', 'passkeys', 'recovery_codes']
const OF_A_PERSON = [...FACTORS, 'preferences']

const members = (tenantId: string) => `(select user_id from memberships where tenant_id = '${tenantId}')`

/** Tables that belong to people instead of an organisation: the members' rows are exported. */
export function isOfPeople(table: string): boolean {
  return table === 'users' || OF_A_PERSON.includes(table)
}

/** The tables of an archive in an order in which their rows can be inserted. Future tables are included. */
export function archiveTables(
  access: TenantAccess,
  { withFactors }: { withFactors: boolean },
): Promise<ArchiveTable[]> {
  return access.lookUp('find the tables of a tenant', async (db) => {
    const query = queryOver(db)
    const places = await placesOf(db)
    const { rows: facts } = await query(FACTS)
    const known = new Map((await tablesOf({ query }, ['public'])).map((table) => [table.name, table]))
    const table = (plain: string, where: ArchiveTable['where'], own: string[] = []): ArchiveTable => {
      const found = known.get(`public.${plain}`)!
      const { key, numbered, evidence } = facts.find(({ name }) => name === found.name)!
      const columns = found.columns.filter(({ name, generated }) => !generated && name !== numbered)
      const order = String(numbered ?? key)
      return { ...found, columns, plain, order, own, evidence: evidence === true, where }
    }
    const people = OF_A_PERSON.filter((name) => withFactors || !FACTORS.includes(name))
    return [
      table('tenants', (id) => `id = '${id}'`),
      table('users', (id) => `id in ${members(id)}`),
      ...people.map((name) => table(name, (id) => `user_id in ${members(id)}`)),
      ...places
        .filter((place) => !STAYING.includes(place.table))
        .reverse()
        .map(({ table: name, column, own }) =>
          table(
            name,
            (id) => `${column} = '${id}'`,
            own.map(({ from }) => from),
          ),
        ),
    ]
  })
}

const FACTS = `select format('%I.%I', n.nspname, c.relname) as name,
    string_agg(format('%I.%I::text collate "C"', c.relname, a.attname), ', '
      order by array_position(k.conkey, a.attnum)) as key,
    (select quote_ident(i.attname) from pg_attribute i where i.attrelid = c.oid and i.attidentity <> '') as numbered,
    exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'append_only') as evidence
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
  where k.contype = 'p' and n.nspname = 'public' group by n.nspname, c.relname, c.oid`

/** Runs raw statements inside the transaction of the handle. */
export function queryOver(db: Db): Query {
  return async (sql, parameters = []) => {
    const { rows } = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql, [...parameters]))
    return { rows }
  }
}

/** Reads a table page by page, in the order of its keys, inside the caller's transaction. */
export async function* pagesOf(
  query: Query,
  { name, order, columns }: Pick<ArchiveTable, 'name' | 'order' | 'columns'>,
  where: string,
): AsyncGenerator<Row[]> {
  const { rows: measured } = await query(
    `select coalesce(max(octet_length(t::text)), 0)::int8 as longest from ${name} t where ${where}`,
  )
  const page = pageOf(Number(measured[0]!['longest']))
  // Cursor names differ by table: a statement prepared for one table does not fit the rows of another.
  const cursor = `reading_${name.replaceAll(/\W/g, '_')}`
  await query(`declare ${cursor} no scroll cursor for
    select ${columns.map((column) => `${column.name}::text`).join(', ')} from ${name}
    where ${where} order by ${order}`)
  for (;;) {
    const { rows } = await query(`fetch ${page} from ${cursor}`)
    if (rows.length > 0) yield rows as Row[]
    if (rows.length < page) break
  }
  await query(`close ${cursor}`)
}

/** The waiting and retrying jobs of an organisation. */
export const WAITING_JOBS = {
  name: JOBS,
  order: `name, data::text collate "C", start_after`,
  columns: ['name', 'data', 'priority', 'singleton_key', 'group_id', 'start_after'].map((name) => ({
    name,
    type: 'text',
    generated: false,
  })),
  where: (tenantId: string) =>
    `data ->> 'tenantId' = '${tenantId}' and state in ('created', 'retry', 'active')`,
}
