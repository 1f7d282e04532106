import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTenantAccess } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import { createDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { newId } from '#kernel/ids.ts'
import { createVault } from '#kernel/secrets.ts'
import { listKeys, verifyChain } from '#modules/evidence/public.ts'
import { sealAll } from '#modules/evidence/sealing.ts'
import { emptyDatabase, hasServer } from '#test/kit/database.ts'
import { migratedUntil, migrateUntil } from '#test/kit/migrated.ts'
import { idAt, monthFrom, monthName } from '#test/kit/months.ts'

/** On the embedded database the owner is one whom row-level security binds as any other. */
async function older() {
  if (!hasServer()) return migratedUntil('0108')
  const database = await emptyDatabase()
  after(() => database.drop())
  await migrateUntil(database.engine, '0108')
  return database.engine
}

const engine = await older()
after(() => engine.close())
const rows = async (statement: string) => {
  const session = await engine.acquire('read write')
  try {
    await session.query('begin')
    await session.query('set local role resguardo_system')
    const { rows: found } = await session.query(statement)
    await session.query('commit')
    return found
  } catch (error) {
    await session.query('rollback')
    throw error
  } finally {
    session.release()
  }
}

const AT = '2026-10-05T12:00:00Z'
const [tenant, notice, template] = Array.from({ length: 3 }, newId) as [string, string, string]
const old = idAt('2024-03-10T12:00:00Z')
const ofToday = newId()
const stray = 'f3b5c1d2-0000-4000-8000-000000000001'
const early = idAt(monthFrom(1))
const record = (id: string, key: string | null) =>
  `('${tenant}', '${id}', '${notice}', 1, 'h', 'eva', '{}', 'accept_all', true, 'banner', 'x', 'r-${id}', '${AT}', ${key ? `'${key}'` : 'null'})`
const form = (id: string) =>
  `('${tenant}', '${id}', '${template}', 1, 'h', 'eva', true, 'form', '{}', 'r-${id}', '${AT}', '${AT}')`
const trace = (id: string) => `('${tenant}', '${id}', 'user', 'update', 'tenant', 'x', '{}', '${AT}')`

async function fill() {
  const ids = [old, ofToday, stray, early]
  for (const statement of [
    `insert into tenants (id, name, slug, plan, siem_secret_sealed, created_at, updated_at)
      values ('${tenant}', 'Grupo', 'grupo', 'STARTER', 'x', '${AT}', '${AT}')`,
    `insert into consent_notices (tenant_id, id, name, title, language, purposes, config, status, version, content_hash, created_at, updated_at)
      values ('${tenant}', '${notice}', 'n', 't', 'es', '[]', '{}', 'DRAFT', 1, 'h', '${AT}', '${AT}')`,
    `insert into consent_templates (tenant_id, id, name, purpose_text, fields, require_age, sensitive, form_key, is_active, version, content_hash, created_at, updated_at)
      values ('${tenant}', '${template}', 'f', 'p', '[]', false, false, 'k', true, 1, 'h', '${AT}', '${AT}')`,
    `insert into audit_log (tenant_id, id, actor_type, action, entity_type, entity_id, changes, created_at) values ${ids.map(trace)}`,
    `insert into consent_records (tenant_id, id, notice_id, notice_version, content_hash, subject_ref, decisions, action, granted, source, ip_hash, receipt, created_at, client_key)
      values ${ids.map((id, at) => record(id, at < 3 ? `key-${at}` : null))}`,
    `insert into consent_form_records (tenant_id, id, template_id, template_version, content_hash, subject_ref, granted, source, "values", receipt, occurred_at, created_at)
      values ${ids.map(form)}`,
    `insert into consent_confirmations (tenant_id, id, notice_record_id, key_hash, expires_at, created_at)
      values ('${tenant}', '${newId()}', '${stray}', 'h1', '${AT}', '${AT}'), ('${tenant}', '${newId()}', '${old}', 'h2', '${AT}', '${AT}')`,
    `insert into consent_confirmations (tenant_id, id, record_id, key_hash, expires_at, created_at)
      values ('${tenant}', '${newId()}', '${early}', 'h3', '${AT}', '${AT}')`,
  ])
    await rows(statement)
}

const TABLES = ['audit_log', 'consent_records', 'consent_form_records'] as const
/** What must be the same before and after. */
const state = async () => ({
  rows: await Promise.all(
    TABLES.map((table) => rows(`select to_jsonb(t) as row from ${table} t order by t.id`)),
  ),
  counts: await rows('select list, key::text, sum(amount)::int8 as amount from list_counts group by 1, 2'),
  waiting: await rows('select source, row_id, imported from evidence_waiting order by source, row_id'),
  letters: await rows('select * from consent_confirmations order by key_hash'),
})
const filesOf = (names: string[]) =>
  engine
    .asOwner(
      `select relname, relfilenode::int8 as file from pg_class where relname in ('${names.join("', '")}')`,
    )
    .then(({ rows: found }) => new Map(found.map(({ relname, file }) => [String(relname), Number(file)])))

await fill()
const tools = { vault: createVault('x'.repeat(40)), now: () => new Date() } as Tools
const access = createTenantAccess(createDatabase(engine), tools)
const before = await state()
const files = await filesOf(['consent_records', 'consent_records_pkey', 'consent_records_newest'])
await migrate(engine)

const partOf = async (table: string, id: string) =>
  String(
    (await rows(`select tableoid::regclass::text as part from ${table} where id = '${id}'`))[0]?.['part'],
  )

test('every row is there as it was, counted and waiting for its seal as before', async () => {
  assert.equal(before.rows[0]!.length, 4)
  assert.equal(before.waiting.length, 12)
  assert.deepEqual(await state(), before)
})

test('what a table held is its first part as it was, and ids of no month lie apart', async () => {
  const until = `consent_records_until_${monthName(monthFrom(0))}`
  for (const table of TABLES) {
    const first = `${table}_until_${monthName(monthFrom(0))}`
    assert.equal(await partOf(table, old), first)
    assert.equal(await partOf(table, ofToday), first)
    assert.equal(await partOf(table, stray), `${table}_other`)
    assert.equal(await partOf(table, early), `${table}_${monthName(monthFrom(1))}`)
  }
  const found = await filesOf([until, `${until}_pkey`, `${until}_newest`])
  assert.deepEqual([...found.values()].sort(), [...files.values()].sort())
})

test('its indexes are those of the table, and none was made a second time', async () => {
  const { rows: found } = await engine.asOwner(`select count(*)::int8 as indexes,
      count(*) filter (where exists (select from pg_inherits h where h.inhrelid = i.indexrelid))::int8 as attached
    from pg_index i where i.indrelid = 'consent_records_until_${monthName(monthFrom(0))}'::regclass`)
  assert.deepEqual(found, [{ indexes: 4, attached: 4 }])
})

test('a key that was sent before leads to its record, and is refused a second time', async () => {
  const keys = await rows('select client_key, record_id from consent_record_keys order by client_key')
  assert.deepEqual(
    keys.map(({ record_id }) => record_id),
    [old, ofToday, stray],
  )
  const again = `insert into consent_records (tenant_id, id, notice_id, notice_version, content_hash, subject_ref, decisions, action, granted, source, ip_hash, receipt, created_at, client_key)
    values ${record(newId(), 'key-0')}`
  await assert.rejects(rows(again), { code: '23505', constraint: 'consent_records_once' })
})

test('a letter still needs its record', async () => {
  const letter = (
    id: string,
  ) => `insert into consent_confirmations (tenant_id, id, notice_record_id, key_hash, expires_at, created_at)
    values ('${tenant}', '${newId()}', '${id}', 'h', '${AT}', '${AT}')`
  await rows(letter(stray))
  await assert.rejects(rows(letter(newId())), { code: '23503' })
})

test('the chain takes the rows in as what they are, and is whole', async () => {
  assert.equal(await sealAll({ access, tools }), 12)
  const keys = await listKeys(access, tools)
  const read = <T>(work: Parameters<typeof access.lookUp<T>>[1]) => access.lookUp('a test verifies', work)
  const verdict = await verifyChain({ read, tenantId: tenant, keys, vault: tools.vault })
  assert.deepEqual([verdict.valid, verdict.firstBroken], [true, null])
})
