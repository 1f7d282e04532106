import type { Engine } from '#db/engine.ts'

/** A table of ours as the database itself describes it. */
export interface Table {
  name: string
  columns: Column[]
}

export interface Column {
  name: string
  type: string
  required: boolean
  hasDefault: boolean
  generated: boolean
  /** The closed list of values, when a check names one. */
  values: string[]
}

const COLUMNS = `
  select c.relname as table_name, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull as required, a.atthasdef as has_default, a.attgenerated <> '' or a.attidentity <> '' as generated
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  order by c.relname, a.attnum`

const CHECKS = `
  select c.relname as table_name, a.attname as column_name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
  where c.relnamespace = 'public'::regnamespace and k.contype = 'c' and cardinality(k.conkey) = 1`

export async function readTables(engine: Engine): Promise<Table[]> {
  const columns = await rowsOf(engine, COLUMNS)
  const lists = new Map<string, string[]>()
  for (const check of await rowsOf(engine, CHECKS)) {
    const list = /= ANY \(ARRAY\[(.*?)\]/.exec(check['definition']!)?.[1]
    const values = [...(list ?? '').matchAll(/'((?:[^']|'')*)'/g)].map(([, value]) =>
      value!.replaceAll("''", "'"),
    )
    if (values.length > 0) lists.set(`${check['table_name']}.${check['column_name']}`, values)
  }
  const tables = new Map<string, Table>()
  for (const row of columns) {
    const name = row['table_name']!
    if (!tables.has(name)) tables.set(name, { name, columns: [] })
    tables.get(name)!.columns.push({
      name: row['name']!,
      type: row['type']!,
      required: Boolean(row['required']),
      hasDefault: Boolean(row['has_default']),
      generated: Boolean(row['generated']),
      values: lists.get(`${name}.${row['name']}`) ?? [],
    })
  }
  return [...tables.values()]
}

export function ofTenants(tables: readonly Table[]): Table[] {
  return tables.filter(({ columns }) =>
    columns.some(({ name, required }) => name === 'tenant_id' && required),
  )
}

async function rowsOf(engine: Engine, sql: string): Promise<Record<string, string>[]> {
  return (await engine.asOwner(sql)).rows as Record<string, string>[]
}
