import type { Engine } from '#db/wire/engine.ts'
import { type Column, ofTenants, readTables, type Table } from './catalogue.ts'

/** In every text of a planted row. An answer to another tenant with this word is a leak. */
export const MARK = 'ajeno'

/**
 * Gives a tenant one row in every table. All rows have the same id and refer to each other, so a path with that id names a
 * real record of the tenant. The tables come from the database's own description, so new tables are included.
 */
export async function plantRows(engine: Engine, tenantId: string, id: string): Promise<void> {
  for (const table of ofTenants(await readTables(engine))) await plant(engine, table, tenantId, id)
  // With triggers off nothing counts the planted rows, so their counts are planted too.
  await asReplica(
    engine,
    `insert into list_counts (tenant_id, list, key, slot, amount)
      select '${tenantId}', relname, '{"fact": "${MARK} ${id}"}', 0, 1
      from pg_class where relkind = 'v' and relname like '%\\_facts'`,
  )
}

/** A replica checks no foreign keys, so the order of the tables does not matter. */
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
    // No generator can guess this rule. The database belongs to this test alone, so the rule can go.
    await engine.asOwner(`alter table "${table.name}" drop constraint "${constraint}"`)
    await plant(engine, table, tenantId, id)
  }
}

/** A row with all required columns and the same id everywhere. */
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
  // Prefers public states, because others could see such rows.
  const value = values.find((one) => /^(published|approved|signed)$/i.test(one)) ?? values[0]
  if (value !== undefined) return type.endsWith('[]') ? `{${value}}` : value
  if (type.endsWith('[]')) return '{}'
  if (type === 'uuid') return id
  if (/^(int|bigint|smallint|numeric|double|real)/.test(type)) return '1'
  if (type === 'boolean') return 'true'
  if (type === 'date') return '2026-01-31'
  if (type.startsWith('timestamp')) return '2026-01-31T12:00:00Z'
  if (type === 'jsonb') return '{}'
  // Some names must be unique across all tenants.
  return `${MARK} ${id}`
}

function literal(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

/** Everything that a tenant has, to compare before and after. */
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
