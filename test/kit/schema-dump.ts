import type { Engine } from '#db/wire/engine.ts'

const HEADER = `-- The schema that the migrations lead to, for reading and for review. Generated: npm run check schema.
`

const OURS = `relnamespace = 'public'::regnamespace`

const GRANTS = `(select json_agg(format('grant %s on %I to %s', g.rights, c.relname, g.rolname) order by g.rolname)
      from (select r.rolname, string_agg(lower(x.privilege_type), ', ' order by x.privilege_type) as rights
        from aclexplode(c.relacl) x join pg_roles r on r.oid = x.grantee
        where r.rolname in ('resguardo_app', 'resguardo_system') group by r.rolname) g)`

/**
 * Every column, constraint, index, policy, trigger and grant of a table, in the same words for both databases. Monthly
 * partitions are left out, because they depend on the date.
 */
const TABLES = `
  select c.oid::int as oid, c.relname as name, c.relrowsecurity as secured, c.relforcerowsecurity as forced,
    ' partition by ' || lower(pg_get_partkeydef(c.oid)) as divided,
    (select json_agg(format('%I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
        case when a.attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
          when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end,
        case when a.attnotnull then ' not null' else '' end) order by a.attnum)
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select json_agg(format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid)) order by k.contype = 'p' desc, k.conname)
      from pg_constraint k where k.conrelid = c.oid and k.conparentid = 0
        and k.contype in ('p', 'u', 'f', 'c', 'x')) as constraints,
    (select json_agg(pg_get_indexdef(i.indexrelid) order by pg_get_indexdef(i.indexrelid))
      from pg_index i where i.indrelid = c.oid
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))) as indexes,
    (select json_agg(pg_get_statisticsobjdef(s.oid) order by s.stxname)
      from pg_statistic_ext s where s.stxrelid = c.oid) as statistics,
    (select json_agg(format('create policy %I on %I%s to %s%s%s', p.polname, c.relname,
        case p.polcmd when 'r' then ' for select' when 'a' then ' for insert' when 'w' then ' for update'
          when 'd' then ' for delete' else '' end,
        (select string_agg(r.rolname, ', ' order by r.rolname) from pg_roles r where r.oid = any (p.polroles)),
        ' using (' || pg_get_expr(p.polqual, p.polrelid) || ')',
        ' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')') order by p.polname)
      from pg_policy p where p.polrelid = c.oid) as policies,
    (select json_agg(pg_get_triggerdef(t.oid) order by t.tgname)
      from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as triggers,
    ${GRANTS} as grants,
    (select json_agg(format('grant %s (%s) on %I to %s', g.rights, g.names, c.relname, g.rolname)
        order by g.rolname, g.rights)
      from (select r.rolname, lower(x.privilege_type) as rights, string_agg(a.attname, ', ' order by a.attname) as names
        from pg_attribute a cross join aclexplode(a.attacl) x join pg_roles r on r.oid = x.grantee
        where a.attrelid = c.oid and not a.attisdropped group by r.rolname, x.privilege_type) g) as column_grants
  from pg_class c where ${OURS} and c.relkind in ('r', 'p') and not c.relispartition order by c.relname`

const VIEWS = `
  select c.relname as name, coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '') as options,
    pg_get_viewdef(c.oid) as body, obj_description(c.oid) as comment,
    (select json_agg(format('comment on column %I.%I is %L', c.relname, a.attname, col_description(c.oid, a.attnum))
        order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and col_description(c.oid, a.attnum) is not null) as comments,
    ${GRANTS} as grants
  from pg_class c where ${OURS} and c.relkind in ('v', 'm') order by c.relname`

const FUNCTIONS = `select pg_get_functiondef(oid) as body from pg_proc where pronamespace = 'public'::regnamespace
  order by proname, pg_get_function_identity_arguments(oid)`

interface TableRow {
  name: string
  secured: boolean
  forced: boolean
  /** The partitioning of a table. */
  divided: string | null
  columns: string[]
  constraints: string[] | null
  indexes: string[] | null
  statistics: string[] | null
  policies: string[] | null
  triggers: string[] | null
  grants: string[] | null
  column_grants: string[] | null
}

interface ViewRow {
  name: string
  options: string
  body: string
  comment: string | null
  comments: string[] | null
  grants: string[] | null
}

/** The schema as text, equal for a PostgreSQL server and the embedded one. */
export async function dumpSchema(engine: Engine): Promise<string> {
  const [tables, views, functions] = await Promise.all(
    [TABLES, VIEWS, FUNCTIONS].map((sql) => engine.asOwner(sql)),
  )
  const parts = [
    HEADER,
    ...functions!.rows.map(({ body }) => `${String(body).trim()};\n`),
    ...(tables!.rows as unknown as TableRow[]).map(tableText),
    ...(views!.rows as unknown as ViewRow[]).map(viewText),
  ]
  return parts.join('\n')
}

function viewText({ name, options, body, comment, comments, grants }: ViewRow): string {
  const beside = [`comment on view ${name} is '${comment}'`, ...(comments ?? []), ...(grants ?? [])]
  return `create view ${name}${options} as\n${unqualified(body)}\n${beside.map((statement) => `${statement};\n`).join('')}`
}

function tableText(table: TableRow): string {
  const { name, columns, constraints, indexes, statistics, policies, triggers, grants, column_grants } = table
  const { secured, forced, divided } = table
  const inside = [...columns, ...(constraints ?? [])].map((line) => `  ${line}`).join(',\n')
  const beside = [
    ...(indexes ?? []),
    ...(statistics ?? []),
    ...(secured ? [`alter table ${name} enable row level security`] : []),
    ...(forced ? [`alter table ${name} force row level security`] : []),
    ...(policies ?? []),
    ...(triggers ?? []),
    ...(grants ?? []),
    ...(column_grants ?? []),
  ]
  return [`create table ${name} (\n${inside}\n)${divided ?? ''}`, ...beside]
    .map((statement) => `${plain(statement)};\n`)
    .join('')
}

/** A subquery on another table, where column names need their tables. */
const ASKED = /(EXISTS \((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\))/

/** Up to PostgreSQL 15, columns in a view carry the table name even if there is only one table. */
function unqualified(body: string): string {
  if (/\b(JOIN|UNION)\b/.test(body)) return body
  const parts = body.split(ASKED)
  return parts.map((part, at) => (at % 2 ? part : part.replaceAll(/\b[a-z_]+\.(?=[a-z_])/g, ''))).join('')
}

/** Removes details of the catalogue that people do not write. */
function plain(statement: string): string {
  return statement
    .replaceAll(/::text(?!\[)/g, '')
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll('public.', '')
    .replaceAll(' USING btree', '')
    .replace(/ ON ONLY /, ' ON ')
    .replaceAll('( SELECT current_tenant() AS current_tenant)', '(select current_tenant())')
}
