import type { Engine } from '#db/wire/engine.ts'

/** A table or view, as the database describes it. */
export interface Relation {
  name: string
  isView: boolean
  /** The comment of a view. */
  comment: string | null
  columns: Column[]
}

export type Table = Relation

export interface Column {
  name: string
  type: string
  /** Never null. For columns of views see `VIEW_COLUMNS`. */
  required: boolean
  hasDefault: boolean
  generated: boolean
  /** The list of values, if a check has one. */
  values: string[]
}

const COLUMNS = `
  select c.relname as relation, c.relkind = 'v' as is_view, obj_description(c.oid) as comment, a.attname as name,
    format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required, a.atthasdef as has_default,
    a.attgenerated <> '' or a.attidentity <> '' as generated, col_description(c.oid, a.attnum) as about
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
  order by c.relname, a.attnum`

const CHECKS = `
  select c.relname as relation, a.attname as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
  where c.relnamespace = 'public'::regnamespace and k.contype = 'c' and cardinality(k.conkey) = 1
    and not c.relispartition`

/**
 * The columns that each view reads. The database does not say which columns of a view may be null. A column named like one
 * that the view reads has the same nullability and list of values. Any other column, computed or renamed, is not null. A
 * comment on the column, «nullable» or «not null», overrides both. A view that reads another one comes after it.
 */
const VIEW_COLUMNS = `
  select distinct v.oid::int as oid, v.relname as view, s.relname as relation, a.attname as name
  from pg_class v
  join pg_rewrite r on r.ev_class = v.oid
  join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
    and d.refobjid <> v.oid and d.refobjsubid > 0
  join pg_class s on s.oid = d.refobjid
  join pg_attribute a on a.attrelid = s.oid and a.attnum = d.refobjsubid
  where v.relnamespace = 'public'::regnamespace and v.relkind = 'v'
  order by 1, 3, 4`

/** Tables and views. */
export async function readRelations(engine: Engine): Promise<Relation[]> {
  const [columns, checks, sources] = await Promise.all(
    [COLUMNS, CHECKS, VIEW_COLUMNS].map((sql) => rowsOf(engine, sql)),
  )
  const lists = new Map(
    checks!
      .map((check) => [`${check['relation']}.${check['name']}`, listed(check['definition']!)] as const)
      .filter(([, values]) => values.length > 0),
  )
  const relations = new Map<string, Relation>()
  for (const row of columns!) {
    const name = row['relation']!
    const relation = relations.get(name) ?? {
      name,
      isView: Boolean(row['is_view']),
      comment: row['comment']!,
      columns: [],
    }
    relations.set(name, relation)
    relation.columns.push({
      name: row['name']!,
      type: row['type']!,
      required: relation.isView || Boolean(row['required']),
      hasDefault: Boolean(row['has_default']),
      generated: Boolean(row['generated']),
      values: lists.get(`${name}.${row['name']}`) ?? [],
    })
  }
  const said = new Map(columns!.map((row) => [`${row['relation']}.${row['name']}`, row['about']]))
  for (const [view, read] of Map.groupBy(sources!, ({ view }) => view!))
    for (const column of relations.get(view)!.columns) {
      const same = read.filter(({ name }) => name === column.name)
      const origins = same.map(
        ({ relation }) => relations.get(relation!)!.columns.find(({ name }) => name === column.name)!,
      )
      const about = said.get(`${view}.${column.name}`)
      column.required = about ? about === 'not null' : origins.every(({ required }) => required)
      if (
        origins[0]?.type === column.type &&
        origins.every(({ values }) => values.join() === origins[0]!.values.join())
      )
        column.values = origins[0].values
    }
  return [...relations.values()]
}

export async function readTables(engine: Engine): Promise<Table[]> {
  return (await readRelations(engine)).filter(({ isView }) => !isView)
}

/** `in (…)` and `<@ array[…]`. */
function listed(definition: string): string[] {
  const list = /(?:= ANY \(|<@ )ARRAY\[(.*?)\]/.exec(definition)?.[1]
  return [...(list ?? '').matchAll(/'((?:[^']|'')*)'/g)].map(([, value]) => value!.replaceAll("''", "'"))
}

export function ofTenants<T extends Relation>(relations: readonly T[]): T[] {
  return relations.filter(({ columns }) =>
    columns.some(({ name, required }) => name === 'tenant_id' && required),
  )
}

async function rowsOf(engine: Engine, sql: string): Promise<Record<string, string>[]> {
  return (await engine.asOwner(sql)).rows as Record<string, string>[]
}
