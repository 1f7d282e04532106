import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { MONTHS_JOB } from '#jobs/months.ts'
import { newId } from '#kernel/ids.ts'
import { assertCounted } from '#test/kit/counts.ts'
import { hasServer } from '#test/kit/database.ts'
import { fillEvidence, seal } from '#test/kit/evidence.ts'
import { idAt, monthFrom, monthName } from '#test/kit/months.ts'
import { openService } from '#test/kit/service.ts'
import { eraseRows } from './erase.ts'
import type { Session } from './wire/engine.ts'

const api = await openService({ DEFAULT_PLAN: 'ENTERPRISE' })
const { access } = api
const { engine } = access.database
const { ana, records } = await fillEvidence(api)
const TABLES = ['audit_log', 'consent_form_records', 'consent_records']

const rows = async (statement: string) => (await engine.asOwner(statement)).rows
const partsOf = async (table: string) =>
  (await rows(`select part::text as part from parts_of('${table}') order by 1`)).map(({ part }) =>
    String(part),
  )
const makeMonths = (at: Date) =>
  access.asSystem('a test makes months', async (db) => {
    const { rows: made } = await sql<{ n: number }>`select make_months(${at}) as n`.execute(db)
    return made[0]!.n
  })

/** Runs the work in a transaction that is rolled back. */
async function attempt<T>(role: string, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await engine.acquire('read write')
  try {
    await session.query('begin')
    await session.query(`set local role ${role}`)
    await session.query(`select set_config('app.tenant_id', '${ana.tenantId}', true)`)
    return await work(session)
  } finally {
    await session.query('rollback')
    session.release()
  }
}

test('this month and the next three exist from the start', async () => {
  for (const table of TABLES)
    assert.deepEqual(
      await partsOf(table),
      [0, 1, 2, 3].map((n) => `${table}_${monthName(monthFrom(n))}`).concat(`${table}_other`),
    )
})

test('a row is in the month of its id', async () => {
  for (const table of TABLES) {
    const found = await rows(`select distinct tableoid::regclass::text as part from ${table}`)
    assert.deepEqual(found, [{ part: `${table}_${monthName(monthFrom(0))}` }])
  }
})

test('no role of the service can reach a partition except through its table', async () => {
  for (const table of TABLES)
    for (const part of await partsOf(table))
      for (const role of ['resguardo_app', 'resguardo_system'])
        for (const statement of [
          `select from ${part}`,
          `insert into ${part} select * from ${table}`,
          `update ${part} set tenant_id = tenant_id`,
          `delete from ${part}`,
          `truncate ${part}`,
        ])
          await assert.rejects(
            attempt(role, (session) => session.query(statement)),
            { code: '42501' },
            `${role}: ${statement}`,
          )
})

test('nobody changes, deletes or truncates a table or a partition, the owner included', async () => {
  for (const table of TABLES) {
    const month = `${table}_${monthName(monthFrom(0))}`
    for (const name of [table, month])
      for (const statement of [
        `update ${name} set id = id`,
        `delete from ${name}`,
        `truncate ${name} cascade`,
      ])
        await assert.rejects(
          engine.asOwner(statement),
          new RegExp(`table ${table} is append-only`),
          statement,
        )
    for (const part of await partsOf(table))
      await assert.rejects(engine.asOwner(`truncate ${part} cascade`), /append-only/, part)
  }
})

test('partitions are made once, also by concurrent calls, and the job makes them', async () => {
  const later = monthFrom(6)
  const made = await Promise.all(Array.from({ length: hasServer() ? 4 : 2 }, () => makeMonths(later)))
  assert.deepEqual(made.sort(), [...made.slice(1).map(() => 0), 4 * TABLES.length])
  assert.equal(await makeMonths(later), 0)
  for (const table of TABLES)
    assert.ok((await partsOf(table)).includes(`${table}_${monthName(monthFrom(9))}`))
  await MONTHS_JOB.run(api.service.jobEnv, {}, { jobId: newId(), attempt: 1 })
  for (const table of TABLES) assert.equal((await partsOf(table)).length, 9)
})

if (hasServer())
  test('without missing months nobody waits, whatever is in «other»', async () => {
    await access.asSystem('a test writes a row of no month', (db) =>
      sql`insert into audit_log select (jsonb_populate_record(r, ${JSON.stringify({ id: randomUUID() })}::jsonb)).*
        from audit_log r where r.id = ${records['audit_log']!}`.execute(db),
    )
    await attempt('resguardo_app', async (reader) => {
      await reader.query('select count(*) from audit_log')
      assert.equal(await makeMonths(new Date()), 0)
    })
  })

test("only the owner reaches the rows in «other», whatever the owner's name", async () => {
  const policies = await rows(`select polrelid::regclass::text as part, polroles::text as roles from pg_policy
    where polname = 'waiting' order by 1`)
  // The policy is for role 0, which is everybody, so a dump names no login.
  assert.deepEqual(
    policies,
    TABLES.map((table) => ({ part: `${table}_other`, roles: '{0}' })),
  )
  const seen = await engine.asOwner('select count(*)::int as n from audit_log_other')
  assert.equal(seen.rows.length, 1)
  for (const role of ['resguardo_app', 'resguardo_system'])
    await assert.rejects(
      attempt(role, (session) => session.query('select from audit_log_other')),
      /permission denied/,
    )
})

test('rows written before their partition move there: counted once, chained once, and their letter still valid', async () => {
  const id = idAt(monthFrom(-30))
  const ofRecord = records['consent_form_record']!
  const held = await rows(`select count(*)::int8 as n from evidence_waiting`)
  await access.asSystem('a test writes an old row', async (db) => {
    for (const [table, from] of [
      ['audit_log', records['audit_log']!],
      ['consent_form_records', ofRecord],
    ] as const)
      await sql`insert into ${sql.table(table)} select (jsonb_populate_record(r, ${JSON.stringify({ id })}::jsonb)).*
        from ${sql.table(table)} r where r.id = ${from}`.execute(db)
    await sql`insert into consent_confirmations (tenant_id, id, record_id, key_hash, expires_at, created_at)
      values (${ana.tenantId}, ${newId()}, ${id}, 'x', now(), now())`.execute(db)
  })
  const part = (table: string) =>
    rows(`select tableoid::regclass::text as part from ${table} where id = '${id}'`).then(
      ([row]) => row?.['part'],
    )
  assert.equal(await part('audit_log'), 'audit_log_other')
  const waiting = await rows('select * from evidence_waiting order by id')
  assert.equal(waiting.length, Number(held[0]!['n']) + 2)
  assert.equal(await makeMonths(new Date()), 2)
  for (const table of ['audit_log', 'consent_form_records'])
    assert.equal(await part(table), `${table}_${monthName(monthFrom(-30))}`)
  assert.deepEqual(await rows('select * from evidence_waiting order by id'), waiting)
  await assertCounted(engine)
  const letters = await rows(`select conname from pg_constraint where conparentid = 0 and contype = 'f'
    and conrelid = 'consent_confirmations'::regclass and convalidated order by 1`)
  assert.equal(letters.length, 4)
  await assert.rejects(
    attempt('resguardo_system', async (session) => {
      await session.query(`select set_config('app.erasure_reason', 'una orden de la Agencia', true)`)
      await session.query(`delete from consent_form_records where id = '${id}'`)
    }),
    { code: '23503' },
  )
  await seal(api)
  const verdict = (await ana.get('/settings/audit-log/verify')).data
  assert.deepEqual([verdict.valid, verdict.firstBroken], [true, null])
  assert.equal(
    (await rows(`select relforcerowsecurity as f from pg_class where relname = 'audit_log_other'`))[0]!['f'],
    true,
  )
})

test('a partition with moved rows is protected like the others', async () => {
  const month = `audit_log_${monthName(monthFrom(-30))}`
  for (const statement of [`update ${month} set id = id`, `delete from ${month}`, `truncate ${month}`])
    await assert.rejects(engine.asOwner(statement), /append-only/, statement)
  await assert.rejects(
    attempt('resguardo_system', (session) => session.query(`select from ${month}`)),
    { code: '42501' },
  )
})

test('deleting an organisation removes its rows from every partition, and nobody else’s with the same ctid', async () => {
  const [gone, stays] = [await api.tenant(), await api.tenant()]
  const write = (tenantId: string, ids: string[]) =>
    access.asSystem('a test writes', (db) =>
      db
        .insertInto('audit_log')
        .values(
          ids.map((id) => ({
            tenant_id: tenantId,
            id,
            actor_type: 'user',
            action: 'update',
            entity_type: 'tenant',
            entity_id: 'x',
            changes: {},
            created_at: new Date(),
          })),
        )
        .execute(),
    )
  // Each organisation has the first ctid in the partition of one of the two months.
  await write(gone.tenantId, [idAt(monthFrom(7))])
  await write(stays.tenantId, [idAt(monthFrom(8))])
  const places = await rows(
    `select distinct ctid::text as place from audit_log where id >= month_start('${monthFrom(7).toISOString().slice(0, 10)}')`,
  )
  assert.equal(places.length, 1)
  const countOf = async (tenantId: string) =>
    Number((await rows(`select count(*)::int8 as n from audit_log where tenant_id = '${tenantId}'`))[0]!['n'])
  const before = await countOf(stays.tenantId)
  await access.asSystem('a test begins a deletion', (db) =>
    sql`update tenants set deletion_due_at = now(), erasing_since = now() where id = ${gone.tenantId}`.execute(
      db,
    ),
  )
  await eraseRows(access, gone.tenantId, async () => undefined)
  assert.deepEqual([await countOf(gone.tenantId), await countOf(stays.tenantId)], [0, before])
})
