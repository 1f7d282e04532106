import type { Engine } from '#db/wire/engine.ts'
import { type Column, ofTenants, readTables, type Table } from './catalogue.ts'

/** In every text of a planted row: an answer to somebody else that contains it has leaked. */
export const MARK = 'ajeno'

/**
 * Gives a tenant one row in every table it has, all of them with the same id and pointing at each other, so that any
 * path with that id names something real of theirs. Made from the database's own description: a new table is in.
 */
export async function plantRows(engine: Engine, tenantId: string, id: string): Promise<void> {
  for (const table of ofTenants(await readTables(engine))) await plant(engine, table, tenantId, id)
  // Without triggers nothing counts the planted rows, so the counts that views show are planted as well.
  await asReplica(
    engine,
    `insert into list_counts (tenant_id, list, key, slot, amount)
      select '${tenantId}', relname, '{"fact": "${MARK} ${id}"}', 0, 1
      from pg_class where relkind = 'v' and relname like '%\\_facts'`,
  )
}

/** Replicas check no foreign keys, so the order of the tables does not matter. */
async function asReplica(engine: Engine, statement: string): Promise<void> {
  await engine.asOwner(`set session_replication_role = replica;
    ${statement};
    reset session_replication_role`)
}

async function plant(engine: Engine, table: Table, tenantId: string, id: string): Promise<void> {
  try {
    await asReplica(engine, insertion(table, tenantId, id))
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code !== '23514') throw error
    // A rule no generator can guess. The database is a clone of this test alone: it can do without.
    await engine.asOwner(`alter table "${table.name}" drop constraint "${constraint}"`)
    await plant(engine, table, tenantId, id)
  }
}

/** A row with everything the table requires, all its ids the same. */
export function insertion(table: Table, tenantId: string, id: string): string {
  const wanted = table.columns.filter(
    ({ required, hasDefault, generated, type }) =>
      !generated && ((required && !hasDefault) || type === 'uuid'),
  )
  const names = wanted.map(({ name }) => `"${name}"`).join(', ')
  const values = wanted.map((column) => literal(guess(column, tenantId, id))).join(', ')
  return `insert into "${table.name}" (${names}) values (${values})`
}

function guess({ name, type, values }: Column, tenantId: string, id: string): string {
  if (name === 'tenant_id') return tenantId
  // What is official is what others could see.
  const value = values.find((one) => /^(published|approved|signed)$/i.test(one)) ?? values[0]
  if (value !== undefined) return type.endsWith('[]') ? `{${value}}` : value
  if (type.endsWith('[]')) return '{}'
  if (type === 'uuid') return id
  if (/^(int|bigint|smallint|numeric|double|real)/.test(type)) return '1'
  if (type === 'boolean') return 'true'
  if (type === 'date') return '2026-01-31'
  if (type.startsWith('timestamp')) return '2026-01-31T12:00:00Z'
  if (type === 'jsonb') return '{}'
  // Some names are unique over all tenants.
  return `${MARK} ${id}`
}

function literal(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

/** Everything a tenant has, to compare before and after. */
export async function snapshot(engine: Engine, tenantId: string): Promise<Record<string, unknown[]>> {
  const held: Record<string, unknown[]> = {}
  for (const { name } of ofTenants(await readTables(engine))) {
    const { rows } = await engine.asOwner(
      `select to_jsonb(t) as row from "${name}" t where tenant_id = '${tenantId}' order by to_jsonb(t)::text`,
    )
    held[name] = rows.map(({ row }) => row)
  }
  const { rows } = await engine.asOwner(`select to_jsonb(t) as row from tenants t where id = '${tenantId}'`)
  return { ...held, tenants: rows.map(({ row }) => row) }
}
