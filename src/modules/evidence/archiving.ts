import { type Selectable, sql } from 'kysely'
import type { TenantAccess } from '#db/access.ts'
import type { Db } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'
import { hashOfPayload } from '#kernel/evidence/entry.ts'
import { hmac, sameSecret, type Vault } from '#kernel/secrets.ts'
import { listLawful } from './erasing.ts'
import { findRows, keyText, type RowKey } from './rows.ts'

/** A month whose rows were moved from the database to a file. */
export type ArchivedMonth = Selectable<Tables['archived_months']>
type Marked = Omit<ArchivedMonth, 'mark' | 'archived_at'>

/** Only the service can make this mark. An owner of the database who drops a month cannot claim that it was archived. */
export function archiveMark(vault: Vault, { table_name, month, since, until, rows, sha256 }: Marked): string {
  const said = JSON.stringify([table_name, month, since, until, rows, sha256])
  return hmac(vault.lasting('evidence.archive'), said)
}

/** The archived months whose mark the service made. */
export async function listArchived(db: Db, vault: Vault): Promise<ArchivedMonth[]> {
  const months = await db.selectFrom('archived_months').selectAll().execute()
  return months.filter((month) => sameSecret(month.mark, archiveMark(vault, month)))
}

/** A range of ids of one table. It excludes `until`. */
export interface Range {
  table: string
  since: string | null
  until: string
}

export interface RangeFault {
  tenantId: string
  rowId: string
  reason: 'changed' | 'deleted'
}

const PAGE = 500
const LOWEST = '00000000-0000-0000-0000-000000000000'

/**
 * Compares the rows of a range with the entries in the chains of all organisations. Returns how many rows are unchanged, or
 * the first changed or deleted one. Ignores rows that are in no chain.
 */
export async function checkRange(
  db: Db,
  vault: Vault,
  range: Range,
  onRows: (count: number) => void = () => undefined,
): Promise<{ rows: number } | { fault: RangeFault }> {
  let rows = 0
  for (const { id: tenantId } of await db.selectFrom('tenants').select('id').orderBy('id').execute()) {
    for (let after: string | undefined; ; ) {
      const entries = await listRange(db, tenantId, range, after)
      const checked = await checkEntries(db, vault, tenantId, entries)
      if (typeof checked !== 'number') return { fault: checked }
      rows += checked
      onRows(rows)
      if (entries.length < PAGE) break
      after = entries.at(-1)!.row_id
    }
  }
  return { rows }
}

type EntryOfRow = RowKey & { seq: number; payload_hash: string }

/** The newest entry of each row. */
async function listRange(
  db: Db,
  tenantId: string,
  { table, since, until }: Range,
  after: string | undefined,
): Promise<EntryOfRow[]> {
  const behind = after === undefined ? sql`` : sql`and row_id > ${after}::uuid`
  const { rows } = await sql<EntryOfRow>`
    select distinct on (row_id) source, row_id::text, row_version, seq, payload_hash from evidence_entries
    where tenant_id = ${tenantId} and source = ${table} and row_id >= ${since ?? LOWEST}::uuid
      and row_id < ${until}::uuid ${behind}
    order by row_id, seq desc limit ${PAGE}`.execute(db)
  return rows
}

async function checkEntries(
  db: Db,
  vault: Vault,
  tenantId: string,
  entries: readonly EntryOfRow[],
): Promise<number | RangeFault> {
  if (entries.length === 0) return 0
  const rows = await findRows(db, tenantId, entries)
  const salts = await db
    .selectFrom('evidence_salts')
    .select(['seq', 'salt'])
    .where('tenant_id', '=', tenantId)
    .where(
      'seq',
      'in',
      entries.map(({ seq }) => seq),
    )
    .execute()
  const saltOf = new Map(salts.map(({ seq, salt }) => [seq, salt]))
  const gone = entries.filter((entry) => !rows.has(keyText(entry)))
  const lawful = (await listLawful(db, vault, tenantId, gone)).map(keyText)
  for (const entry of entries) {
    const [row, salt] = [rows.get(keyText(entry)), saltOf.get(entry.seq)]
    const at = { tenantId, rowId: entry.row_id }
    if (!row && !lawful.includes(keyText(entry))) return { ...at, reason: 'deleted' }
    if (row && (salt === undefined || (await hashOfPayload({ salt, row })) !== entry.payload_hash))
      return { ...at, reason: 'changed' }
  }
  return rows.size
}

/** Of these rows, those that are in a chain and that the table lacks (`absent`) or has (`present`). As «tenant id». */
export async function findChained(
  db: Db,
  table: string,
  keys: readonly { tenantId: string; id: string }[],
  state: 'absent' | 'present',
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select distinct k.tenant_id || ' ' || k.row_id as key
    from unnest(${keys.map(({ tenantId }) => tenantId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]) as k (tenant_id, row_id)
    join evidence_entries e on e.tenant_id = k.tenant_id and e.source = ${table} and e.row_id = k.row_id
    where exists (select from ${sql.table(table)} r where r.tenant_id = k.tenant_id and r.id = k.row_id)
      = ${state === 'present'}`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** The archived months that held rows of an organisation. Its chain still has the keys of those rows. */
export function listArchivedOf(
  access: TenantAccess,
  tenantId: string,
): Promise<{ table: string; month: string }[]> {
  return access.lookUp('find the archived months of an organisation', async (db) => {
    const { rows } = await sql<{ table: string; month: string }>`
      select m.table_name as "table", m.month from archived_months m
      where exists (select from evidence_entries e where e.tenant_id = ${tenantId} and e.source = m.table_name
        and (m.since is null or e.row_id >= m.since) and e.row_id < m.until)
      order by 1, 2`.execute(db)
    return rows
  })
}
