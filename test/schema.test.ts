import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { assertMigrated, migrate } from '#db/migrate.ts'
import type { Engine } from '#db/wire/engine.ts'
import { openPostgres } from '#db/wire/postgres.ts'
import { newId } from '#kernel/ids.ts'
import { readRelations } from './kit/catalogue.ts'
import { cloneDatabase, emptyDatabase } from './kit/database.ts'
import { plantRows } from './kit/other-tenant.ts'
import { dumpSchema } from './kit/schema-dump.ts'
import { tableTypes } from './kit/table-types.ts'

/** Tables above tenants. All others belong to a tenant, and the tests below check their protection. */
const ABOVE_TENANTS: Record<string, string> = {
  tenants: 'the tenants themselves; each sees its own row',
  users: 'a person may belong to several tenants',
  sessions: 'a sign-in of a user, before a tenant is chosen',
  refresh_tokens: 'part of a session',
  password_resets: 'part of a user',
  known_devices: 'part of a user',
  totp_factors: 'part of a user',
  totp_setups: 'part of a user',
  recovery_codes: 'part of a user',
  passkeys: 'part of a user',
  passkey_challenges: 'asked for before anyone knows who signs in',
  device_sign_ins: 'asked for before anyone knows who signs in',
  pending_sign_ins: 'a sign-in of a user that waits for the second factor',
  preferences: 'part of a user',
  login_failures: 'counted before anyone knows whether the account exists',
  idempotency_keys: 'the scope is a tenant, or the address of a caller without one',
  folios: 'tracking has only the folio, which leads to its tenant',
  folio_years: 'folios are counted over the installation',
  installation_keys: 'keys of the installation',
  evidence_keys: 'keys of the installation',
  erasures: 'certificates of organisations that are gone',
  archived_months: 'months of all organisations that are in a file; nothing of what they hold',
  schema_migrations: 'kept by the migrator; no role of the service may touch it',
}

/** Keys that find a tenant cannot contain it. */
const UNIQUE_ABOVE_TENANTS: Record<string, string> = {}

const MIGRATIONS = join(import.meta.dirname, '../migrations')

const database = await cloneDatabase()
const { engine } = database
after(async () => {
  await engine.close()
  await database.drop()
})

const rows = async (sql: string) => (await engine.asOwner(sql)).rows
const relations = await readRelations(engine)
const tables = relations.filter(({ isView }) => !isView)
const views = relations.filter(({ isView }) => isView)
const own = tables.filter(({ name }) => !(name in ABOVE_TENANTS))

/** The columns of every key and index, in order. `kind` is p, u, f, or i for an index without a constraint. */
const keys = (await rows(`
  select c.relname as table_name, k.conname as name, k.contype::text as kind, f.relname as target,
    (select json_agg(a.attname order by o.n) from unnest(k.conkey) with ordinality o(num, n)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = o.num) as columns,
    (select json_agg(a.attname order by o.n) from unnest(k.confkey) with ordinality o(num, n)
      join pg_attribute a on a.attrelid = k.confrelid and a.attnum = o.num) as target_columns
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid and c.relnamespace = 'public'::regnamespace
  left join pg_class f on f.oid = k.confrelid
  where k.contype in ('p', 'u', 'f') and k.conparentid = 0`)) as unknown as Key[]
const indexes = (await rows(`
  select c.relname as table_name, n.relname as name, i.indisunique as unique, i.indpred is not null as partial,
    (select json_agg(a.attname order by o.n) from unnest(i.indkey::int2[]) with ordinality o(num, n)
      left join pg_attribute a on a.attrelid = c.oid and a.attnum = o.num where o.n <= i.indnkeyatts) as columns
  from pg_index i
  join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
  join pg_class n on n.oid = i.indexrelid`)) as unknown as Index[]

interface Key {
  table_name: string
  name: string
  kind: 'p' | 'u' | 'f'
  columns: string[]
  target: string | null
  target_columns: string[] | null
}

interface Index {
  table_name: string
  name: string
  unique: boolean
  partial: boolean
  columns: string[]
}

const ofTenant = ({ table_name }: { table_name: string }) => own.some(({ name }) => name === table_name)
const namesOf = (list: { table_name: string; name: string }[]) =>
  list.map(({ table_name, name }) => `${table_name}: ${name}`)

test('the list of tables above tenants names only existing tables', () => {
  const names = tables.map(({ name }) => name)
  assert.deepEqual(
    Object.keys(ABOVE_TENANTS).filter((name) => !names.includes(name)),
    [],
  )
})

test('every other table belongs to a tenant', () => {
  const missing = own.filter(
    ({ columns }) =>
      !columns.some(({ name, type, required }) => name === 'tenant_id' && type === 'uuid' && required),
  )
  assert.deepEqual(
    missing.map(({ name }) => name),
    [],
  )
})

test('every table has row-level security, which binds its owner too', async () => {
  const open =
    await rows(`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    and relname <> 'schema_migrations' and not (relrowsecurity and relforcerowsecurity)`)
  assert.deepEqual(open, [])
})

test('a tenant’s table shows the service only the current tenant, and the system everything', async () => {
  const policies = await rows(`select c.relname as table_name, p.polname as name, p.polcmd as command,
      p.polpermissive as permissive, array_to_string(p.polroles::regrole[], ',') as roles,
      pg_get_expr(p.polqual, p.polrelid) as sees, pg_get_expr(p.polwithcheck, p.polrelid) as writes
    from pg_policy p join pg_class c on c.oid = p.polrelid`)
  const wall = '(tenant_id = ( SELECT current_tenant() AS current_tenant))'
  for (const { name } of own) {
    const found = policies.filter((policy) => policy['table_name'] === name)
    assert.deepEqual(
      found
        .map(({ name, command, permissive, roles, sees, writes }) => [
          name,
          command,
          permissive,
          roles,
          sees,
          writes,
        ])
        .sort(),
      [
        ['above', '*', true, 'resguardo_system', 'true', 'true'],
        ['tenant', '*', true, 'resguardo_app', wall, wall],
      ],
      name,
    )
  }
})

test('only the service’s two roles have rights on a table, and only the necessary ones', async () => {
  const grants =
    await rows(`select c.relname as name, coalesce(r.rolname, 'public') as role, x.privilege_type as right
    from pg_class c cross join aclexplode(c.relacl) x left join pg_roles r on r.oid = x.grantee
    where c.relnamespace = 'public'::regnamespace and x.grantee <> c.relowner`)
  const allowed = ['SELECT', 'INSERT', 'UPDATE', 'DELETE']
  assert.deepEqual(
    grants.filter(
      ({ role, right, name }) =>
        !['resguardo_app', 'resguardo_system'].includes(String(role)) ||
        !allowed.includes(String(right)) ||
        name === 'schema_migrations',
    ),
    [],
  )
})

test('a view has the tenant column and a comment, runs as its caller, and is read-only', async () => {
  const found =
    await rows(`select c.relname as name, c.reloptions::text as options, obj_description(c.oid) as comment,
      array(select distinct r.rolname || ' ' || x.privilege_type from aclexplode(c.relacl) x
        join pg_roles r on r.oid = x.grantee where x.grantee <> c.relowner order by 1)::text as rights
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm') order by 1`)
  assert.deepEqual(
    found.map(({ name }) => name),
    views.map(({ name }) => name),
  )
  for (const { name, options, comment, rights } of found) {
    assert.equal(options, '{security_invoker=true}', String(name))
    assert.match(String(comment), /^[A-Z].+\.$/, String(name))
    assert.equal(rights, '{"resguardo_app SELECT","resguardo_system SELECT"}', String(name))
  }
  const loose = views.filter(
    ({ columns }) => !columns.some((one) => one.name === 'tenant_id' && one.required),
  )
  assert.deepEqual(loose, [])
})

test('a view’s column that the types call required is never null, even where the tables’ columns are', async () => {
  const filled = await cloneDatabase()
  try {
    await plantRows(filled.engine, newId(), newId())
    // A comment may rely on a check, but this test drops checks to plant rows.
    const said = await rows(`select c.relname || '.' || a.attname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid where c.relkind = 'v' and col_description(c.oid, a.attnum) = 'not null'`)
    const claimed = new Set(said.map(({ name }) => name))
    for (const { name, columns } of views) {
      const required = columns.filter((one) => one.required && !claimed.has(`${name}.${one.name}`))
      const empty = required.map((one) => `count(*) filter (where "${one.name}" is null) as "${one.name}"`)
      const [found] = (
        await filled.engine.asOwner(`select count(*) as n, ${empty.join(', ')} from "${name}"`)
      ).rows
      const { n, ...nulls } = found!
      assert.ok(Number(n) > 0, name)
      assert.deepEqual(nulls, Object.fromEntries(required.map((one) => [one.name, 0])), name)
    }
  } finally {
    await filled.engine.close()
    await filled.drop()
  }
})

test('the service’s roles own nothing, cannot sign in, cannot bypass a policy, and borrow one right of the owner', async () => {
  const roles = await rows(`select rolname, rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb
    from pg_roles where rolname in ('resguardo_app', 'resguardo_system') order by rolname`)
  assert.deepEqual(
    roles.map((role) => Object.values(role)),
    ['resguardo_app', 'resguardo_system'].map((name) => [name, false, false, false, false, false]),
  )
  assert.deepEqual(
    await rows(
      `select relname from pg_class where relowner::regrole::text in ('resguardo_app', 'resguardo_system')`,
    ),
    [],
  )
  const lent = await rows(`select proname, array_to_string(proconfig, '; ') as set, array(
      select r.rolname from aclexplode(proacl) x join pg_roles r on r.oid = x.grantee
      where x.grantee <> proowner)::text as callers, exists (select from aclexplode(proacl) x where x.grantee = 0) as open
    from pg_proc where prosecdef and pronamespace = 2200`)
  assert.deepEqual(lent, [
    {
      proname: 'make_months',
      set: 'search_path=public, pg_temp; lock_timeout=500ms',
      callers: '{resguardo_system}',
      open: false,
    },
  ])
})

test('every primary key of a tenant’s table begins with the tenant', () => {
  const primary = keys.filter((key) => key.kind === 'p' && ofTenant(key))
  assert.deepEqual(primary.map(({ table_name }) => table_name).sort(), own.map(({ name }) => name).sort())
  assert.deepEqual(namesOf(primary.filter(({ columns }) => columns[0] !== 'tenant_id')), [])
})

test('every unique key of a tenant’s table contains the tenant', () => {
  const loose = indexes.filter(
    (index) =>
      index.unique &&
      ofTenant(index) &&
      !index.columns.includes('tenant_id') &&
      !(index.name in UNIQUE_ABOVE_TENANTS),
  )
  assert.deepEqual(namesOf(loose), [])
  const names = indexes.map(({ name }) => name)
  assert.deepEqual(
    Object.keys(UNIQUE_ABOVE_TENANTS).filter((name) => !names.includes(name)),
    [],
  )
})

test('every foreign key of a tenant’s table contains the tenant, so a link across tenants cannot be stored', () => {
  const crossing = keys.filter((key) => {
    if (key.kind !== 'f' || !ofTenant(key)) return false
    const place = key.columns.indexOf('tenant_id')
    if (key.target === 'tenants') return key.columns.join() !== 'tenant_id'
    return place < 0 || key.target_columns![place] !== 'tenant_id'
  })
  assert.deepEqual(namesOf(crossing), [])
})

test('no other constraint links rows: none excludes others, and no table above tenants refers to a tenant’s row', async () => {
  const exclusions = await rows(`select conname from pg_constraint where contype = 'x'`)
  assert.deepEqual(exclusions, [])
  const downwards = keys.filter(
    (key) => key.kind === 'f' && !ofTenant(key) && own.some(({ name }) => name === key.target),
  )
  assert.deepEqual(namesOf(downwards), [])
})

test('every foreign key has an index, because deleting its target would otherwise scan the table', () => {
  const bare = keys.filter(
    (key) =>
      key.kind === 'f' &&
      !indexes.some(
        (index) =>
          index.table_name === key.table_name &&
          !index.partial &&
          index.columns.slice(0, key.columns.length).toSorted().join() === key.columns.toSorted().join(),
      ),
  )
  assert.deepEqual(namesOf(bare), [])
})

test('constraints have explicit names, because code reads them', async () => {
  const generated = await rows(`select conname from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = 'public'::regnamespace and contype in ('c', 'u', 'f') and conparentid = 0
      and conname ~ '_(check|key1|fkey1|key2|check1)$'`)
  assert.deepEqual(generated, [])
})

test('schema.sql matches the database', async () => {
  const written = readFileSync(join(MIGRATIONS, 'schema.sql'), 'utf8').split('\n')
  const real = (await dumpSchema(engine)).split('\n')
  const differing = [
    ...real.filter((line) => !written.includes(line)).map((line) => `+ ${line}`),
    ...written.filter((line) => !real.includes(line)).map((line) => `- ${line}`),
  ]
  assert.deepEqual(differing.slice(0, 20), [], 'npm run check schema rewrites migrations/schema.sql')
  assert.ok(written.join() === real.join(), 'the lines of migrations/schema.sql are in another order')
})

test('the types of the tables match the database', async () => {
  const stale = [...(await tableTypes(engine))].filter(
    ([name, text]) => readFileSync(join(MIGRATIONS, '..', name), 'utf8') !== text,
  )
  assert.deepEqual(
    stale.map(([name]) => name),
    [],
    'npm run check schema rewrites them',
  )
})

test('the migrations are numbered from 1 without gaps', () => {
  const numbers = readdirSync(MIGRATIONS).filter((name) => name !== 'schema.sql')
  assert.deepEqual(
    numbers.sort().map((name) => Number(name.slice(0, 4))),
    numbers.map((_, at) => at + 1),
  )
})

test('the migrations build everything from nothing, once, even if two processes start at the same time', async () => {
  const empty = await emptyDatabase()
  const second = empty.url ? openPostgres(empty.url, 2) : empty.engine
  try {
    const applied = await Promise.all([migrate(empty.engine), migrate(second)])
    const files = readdirSync(MIGRATIONS).filter((name) => /^\d/.test(name))
    assert.deepEqual(applied.flat().sort(), files.sort())
    assert.deepEqual(await migrate(empty.engine), [])
    assert.equal(await dumpSchema(empty.engine), await dumpSchema(engine))
  } finally {
    if (second !== empty.engine) await second.close()
    await empty.engine.close()
    await empty.drop()
  }
})

test('migrating leaves nothing in a session: behind a pooler each transaction may get another one', async () => {
  const empty = await emptyDatabase()
  // The embedded database has one session, so sessions cannot be mixed up.
  const sessions = await Promise.all(
    Array.from({ length: empty.url ? 3 : 1 }, () => empty.engine.acquire('read write')),
  )
  let turn = 0
  let inside = false
  const alone: string[] = []
  const pooled: Engine = {
    ...empty.engine,
    acquire: async () => ({
      send: () => assert.fail('not used here'),
      query(sql, parameters) {
        if (!inside) {
          turn += 1
          alone.push(sql)
        }
        if (sql === 'begin') inside = true
        if (sql === 'commit' || sql === 'rollback') inside = false
        return sessions[turn % sessions.length]!.query(sql, parameters)
      },
      release() {},
    }),
  }
  try {
    assert.ok((await migrate(pooled)).length > 0)
    assert.deepEqual(await migrate(pooled), [])
    const outside = alone.filter((sql) => sql !== 'begin')
    assert.deepEqual(
      outside.filter((sql) => !/^select (name|to_regclass)/.test(sql)),
      [],
    )
  } finally {
    for (const session of sessions) session.release(true)
    await empty.engine.close()
    await empty.drop()
  }
})

/** A copy of the migrations that tests can change. */
function copyOfMigrations(): string {
  const directory = mkdtempSync(join(tmpdir(), 'resguardo-migrations-'))
  cpSync(MIGRATIONS, directory, { recursive: true })
  after(() => rmSync(directory, { recursive: true }))
  return directory
}

test('a migration that changed after it was applied is refused by name', async () => {
  const directory = copyOfMigrations()
  writeFileSync(join(directory, '0004_org.sql'), '-- improved afterwards\n', { flag: 'a' })
  await assert.rejects(migrate(engine, directory), /La migración 0004_org\.sql cambió/)
  assert.deepEqual(await migrate(engine), [])
})

test('a database of a development version before 0.1 is refused, with what to do', async () => {
  const first = `select checksum from schema_migrations where name = '0001_foundation.sql'`
  const [{ checksum }] = (await rows(first)) as [{ checksum: string }]
  const set = (value: string) =>
    engine.asOwner(`update schema_migrations set checksum = '${value}' where name = '0001_foundation.sql'`)
  await set('a5541c95df864b4ef21fd62b031560f1919666bdcb9bb3e70ed8219a95453c29')
  const says =
    / es de una versión de desarrollo anterior a la 0\.1, .+ base de datos nueva\..+«tenants export».+«tenants import»/
  await assert.rejects(migrate(engine), says)
  await assert.rejects(assertMigrated(engine, 'El destino'), says)
  await set(checksum)
  assert.deepEqual(await migrate(engine), [])
})

test('a failed migration leaves nothing behind and can be repaired', async () => {
  const directory = copyOfMigrations()
  const file = join(directory, '9999_repairable.sql')
  writeFileSync(file, 'create table half (id int);\nselect 1 / 0;')
  await assert.rejects(
    migrate(engine, directory),
    /La migración 9999_repairable\.sql falló: division by zero/,
  )
  assert.deepEqual(await rows(`select to_regclass('half') as half`), [{ half: null }])
  writeFileSync(file, 'create table whole (id int);')
  assert.deepEqual(await migrate(engine, directory), ['9999_repairable.sql'])
  await engine.asOwner(`drop table whole; delete from schema_migrations where name = '9999_repairable.sql'`)
})
