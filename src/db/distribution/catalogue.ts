import type { Engine } from '../wire/engine.ts'

/** The parts of an installed schema that the distribution rules check. */
export interface Schema {
  tables: SchemaTable[]
}

export interface SchemaTable {
  name: string
  /** Its rows are in partitions, which are distributed with it. */
  partitioned: boolean
  /** Tables it inherits from. Being a partition does not count. */
  inherits: string[]
  columns: Column[]
  keys: Key[]
  references: Reference[]
  triggers: Trigger[]
}

interface Column {
  name: string
  type: string
  required: boolean
  /** The database numbers its rows: as an identity, or by a default that asks a sequence. */
  numbered: boolean
}

/** A primary key, a unique index (also partial, or over expressions) or an exclusion constraint. */
export interface Key {
  name: string
  kind: 'primary' | 'unique' | 'exclusion'
  /** In order; null stands for an expression. */
  columns: (string | null)[]
  /** The operator of each column, for an exclusion constraint. */
  operators: string[] | null
}

export interface Reference {
  name: string
  columns: string[]
  target: string
  targetColumns: string[]
  onDelete: Action
  onUpdate: Action
  /** The columns that SET NULL and SET DEFAULT change when a row is deleted. */
  sets: string[]
}

type Action = 'none' | 'restrict' | 'cascade' | 'set null' | 'set default'

export interface Trigger {
  name: string
  function: string
  body: string
}

/** Partitions are left out: they follow the rules of their table. */
const TABLES = `
  select c.relname as name, c.relkind = 'p' as partitioned,
    coalesce((select json_agg(i.inhparent::regclass::text) from pg_inherits i where i.inhrelid = c.oid), '[]') as inherits,
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'required', a.attnotnull,
        'numbered', a.attidentity <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid) ~ 'nextval\\(', false))
        order by a.attnum)
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    coalesce((select json_agg(json_build_object('name', n.relname,
        'kind', case when i.indisprimary then 'primary' when i.indisunique then 'unique' else 'exclusion' end,
        'columns', (select json_agg(a.attname order by o.n) from unnest(i.indkey::int2[]) with ordinality o (num, n)
          left join pg_attribute a on a.attrelid = c.oid and a.attnum = o.num where o.n <= i.indnkeyatts),
        'operators', (select json_agg(p.oprname order by o.n) from unnest(k.conexclop) with ordinality o (op, n)
          join pg_operator p on p.oid = o.op)) order by n.relname)
      from pg_index i join pg_class n on n.oid = i.indexrelid
      left join pg_constraint k on k.conindid = i.indexrelid and k.contype = 'x'
      where i.indrelid = c.oid and (i.indisunique or i.indisexclusion)), '[]') as keys,
    coalesce((select json_agg(json_build_object('name', k.conname, 'target', t.relname,
        'columns', (select json_agg(a.attname order by o.n) from unnest(k.conkey) with ordinality o (num, n)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = o.num),
        'targetColumns', (select json_agg(a.attname order by o.n) from unnest(k.confkey) with ordinality o (num, n)
          join pg_attribute a on a.attrelid = k.confrelid and a.attnum = o.num),
        'onDelete', k.confdeltype, 'onUpdate', k.confupdtype,
        'sets', coalesce((select json_agg(a.attname) from unnest(coalesce(k.confdelsetcols, k.conkey)) s (num)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = s.num), '[]')) order by k.conname)
      from pg_constraint k join pg_class t on t.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and not t.relispartition), '[]') as "references",
    coalesce((select json_agg(json_build_object('name', t.tgname, 'function', p.proname, 'body', p.prosrc)
        order by t.tgname)
      from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = c.oid and not t.tgisinternal), '[]') as triggers
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname collate "C"`

const ACTIONS: Readonly<Record<string, Action>> = {
  a: 'none',
  r: 'restrict',
  c: 'cascade',
  n: 'set null',
  d: 'set default',
}

export async function readSchema(engine: Pick<Engine, 'asOwner'>): Promise<Schema> {
  const { rows } = await engine.asOwner(TABLES)
  const tables = rows as unknown as SchemaTable[]
  for (const table of tables)
    for (const reference of table.references) {
      reference.onDelete = ACTIONS[reference.onDelete]!
      reference.onUpdate = ACTIONS[reference.onUpdate]!
      if (!reference.onDelete.startsWith('set')) reference.sets = []
    }
  return { tables }
}
