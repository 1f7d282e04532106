import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Payload } from '#kernel/evidence/entry.ts'
import { type Source, sourceOfTable } from './sources.ts'

/** The row of an entry. */
export interface RowKey {
  source: string
  row_id: string
  row_version: number
}

export type HashedRow = Payload['row']

export const keyText = ({ source, row_id, row_version }: RowKey) => `${source} ${row_id} ${row_version}`

/** The rows of these keys as they are hashed, by `keyText`. Rows that are gone are missing from the map. */
export async function findRows(
  db: Db,
  tenantId: string,
  keys: readonly RowKey[],
): Promise<Map<string, HashedRow>> {
  const found = new Map<string, HashedRow>()
  const groups = Map.groupBy(keys, ({ source }) => source)
  await Promise.all(
    [...groups].map(async ([table, wanted]) => {
      const source = sourceOfTable(table)
      if (!source) return
      const { rows } = await sql<Record<string, unknown>>`
        select ${keyOf(source)}, ${columnsOf(source)} from ${sql.table(table)} r
        join unnest(${wanted.map(({ row_id }) => row_id)}::uuid[], ${wanted.map(({ row_version }) => row_version)}::int[])
          as k (row_id, row_version) on r.${sql.ref(source.id)} = k.row_id and ${versionOf(source)} = k.row_version
        where r.tenant_id = ${tenantId}`.execute(db)
      for (const { _id, _version, ...row } of rows) {
        const key = { source: table, row_id: String(_id), row_version: Number(_version) }
        found.set(keyText(key), withoutNulls(row))
      }
    }),
  )
  return found
}

/** The keys of a source's rows after the given one, in order. `listed`: the row is in the chain or waits for it. */
export async function listUnlisted(
  db: Db,
  tenantId: string,
  source: Source,
  after: RowKey | undefined,
  limit: number,
): Promise<(RowKey & { listed: boolean })[]> {
  const when = source.when ? sql`and r.${sql.raw(source.when)}` : sql``
  const id = sql`r.${sql.ref(source.id)}`
  const order = source.version ? sql`${id}, ${versionOf(source)}` : id
  const last = source.version
    ? sql`${after?.row_id}::uuid, ${after?.row_version}::int`
    : sql`${after?.row_id}::uuid`
  const behind = after ? sql`and (${order}) > (${last})` : sql``
  const isSame = sql`o.tenant_id = r.tenant_id and o.source = ${source.table} and o.row_id = r.${sql.ref(source.id)}
    and o.row_version = ${versionOf(source)}`
  const { rows } = await sql<{ _id: string; _version: number; listed: boolean }>`
    select ${keyOf(source)}, exists (select from evidence_entries o where ${isSame})
      or exists (select from evidence_waiting o where ${isSame}) as listed
    from ${sql.table(source.table)} r
    where r.tenant_id = ${tenantId} ${when} ${behind}
    order by ${order} limit ${limit}`.execute(db)
  return rows.map(({ _id, _version, listed }) => ({
    source: source.table,
    row_id: _id,
    row_version: _version,
    listed,
  }))
}

function keyOf(source: Source) {
  return sql`r.${sql.ref(source.id)}::text as _id, ${versionOf(source)} as _version`
}

function versionOf({ version }: Source) {
  return version ? sql`r.${sql.ref(version)}` : sql`0`
}

function columnsOf({ columns }: Source) {
  return sql.join(
    Object.entries(columns).map(([name, form]) => {
      const column = sql`r.${sql.ref(name)}`
      if (form === 'text') return sql`${column}::text as ${sql.ref(name)}`
      if (form !== 'time') return sql`${column} as ${sql.ref(name)}`
      return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ${sql.ref(name)}`
    }),
  )
}

function withoutNulls(row: Record<string, unknown>): HashedRow {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as HashedRow
}
