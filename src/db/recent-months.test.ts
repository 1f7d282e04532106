import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { chileanDay, DAY_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { pageRecords } from '#modules/consent/records.ts'
import { listEntries } from '#modules/settings/audit-log/repo.ts'
import { idAt, monthFrom, monthName } from '#test/kit/months.ts'
import { openService, type Person } from '#test/kit/service.ts'
import type { ReadCtx } from './context.ts'

const api = await openService({ DEFAULT_PLAN: 'ENTERPRISE' })
const { access } = api.service
const OLD = monthFrom(-25)
const DAYS = 700

/** An organisation with a notice, and this many old and recent rows in both tables. */
async function withRows(old: number, recent: number) {
  const person = await api.tenant()
  const { id: notice } = (await person.post('/consent/notices', { name: 'Sitio', title: 'Sus datos' })).data
  await access.asSystem('a test writes old rows', async (db) => {
    for (let number = 0; number < old + recent; number += 1) {
      const at = number < old ? new Date(OLD.getTime() + number * 1000) : new Date()
      const id = number < old ? idAt(at) : newId()
      await sql`insert into audit_log (tenant_id, id, actor_type, action, entity_type, entity_id, changes, created_at)
        values (${person.tenantId}, ${id}, 'system', 'update', 'tenant', ${String(number)}, '{}', ${at})`.execute(
        db,
      )
      await sql`insert into consent_records (tenant_id, id, notice_id, notice_version, content_hash, subject_ref, decisions,
          action, granted, source, ip_hash, receipt, created_at)
        values (${person.tenantId}, ${id}, ${notice}, 1, 'h', ${`p${number}`}, '{}', 'accept_all', true, 'banner', 'h',
          ${`r-${id}`}, ${at})`.execute(db)
      await sql`insert into consent_daily_counts as c (tenant_id, counted_id, day, slot, total, granted, withdrawn)
        values (${person.tenantId}, ${notice}, ${chileanDay(at)}, 0, 1, 1, 0)
        on conflict (tenant_id, counted_id, day, slot) do update set total = c.total + 1`.execute(db)
    }
    await sql`select make_months()`.execute(db)
  })
  return { person, notice }
}

/** The number of rows a page reads per table, in one transaction, because the server counts per connection. */
async function reading(
  person: Person,
  work: (ctx: ReadCtx) => Promise<unknown>,
): Promise<Map<string, number>> {
  return access.asSystem('a test reads', async (db, enter) => {
    const tenant = { id: person.tenantId, plan: 'ENTERPRISE' } as const
    const ctx = await enter(tenant, { type: 'system', id: undefined, name: 'x', role: undefined })
    const looks = async () => {
      const { rows } = await sql<{ name: string; scans: number; rows: number }>`
        select relname as name, (seq_scan + coalesce(idx_scan, 0))::int as scans,
          (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables`.execute(db)
      return new Map(rows.map((row) => [row.name, row]))
    }
    const before = await looks()
    await work(ctx)
    const after = [...(await looks()).values()].filter(
      ({ name, scans }) => scans > (before.get(name)?.scans ?? 0),
    )
    return new Map(after.map(({ name, rows }) => [name, rows - (before.get(name)?.rows ?? 0)]))
  })
}

const ids = async (person: Person, path: string): Promise<string[]> =>
  (await person.get(path)).data.items.map(({ id }: { id: string }) => id)

for (const [old, recent] of [
  [0, 0],
  [0, 3],
  [12, 0],
  [12, 3],
  [12, 12],
] as const)
  test(`${old} old rows and ${recent} of today come newest first, and all are counted`, async () => {
    const { person, notice } = await withRows(old, recent)
    for (const [path, table] of [
      ['/settings/audit-log', 'audit_log'],
      [`/consent/notices/${notice}/records`, 'consent_records'],
    ] as const) {
      const whole = await ids(person, `${path}?limit=100`)
      const { rows } = await access.database.engine.asOwner(
        `select id from ${table} where tenant_id = $1 order by created_at desc, id desc`,
        [person.tenantId],
      )
      assert.deepEqual(
        whole,
        rows.map(({ id }) => id),
      )
      const first = (await person.get(`${path}?limit=10`)).data
      assert.deepEqual(
        first.items.map(({ id }: { id: string }) => id),
        whole.slice(0, 10),
      )
      assert.equal(first.pagination.total, whole.length)
      assert.deepEqual(await ids(person, `${path}?limit=10&page=2`), whole.slice(10, 20))
    }
  })

test('a page filled by this month reads no older partition', async () => {
  const { person, notice } = await withRows(12, 12)
  const month = monthName(OLD)
  const query = { page: 1, limit: 10 }
  const log = await reading(person, (ctx) => listEntries(ctx, query))
  assert.ok(log.has(`audit_log_${monthName(monthFrom(0))}`))
  assert.ok(!log.has(`audit_log_${month}`))
  const all = await reading(person, (ctx) => listEntries(ctx, { page: 1, limit: 100 }))
  assert.ok(all.has(`audit_log_${month}`), 'the old month is there to be read')
  const records = await reading(person, (ctx) =>
    pageRecords(ctx, 'consent_records', 'notice_id', notice, query),
  )
  assert.ok(records.has(`consent_records_${monthName(monthFrom(0))}`))
  assert.ok(!records.has(`consent_records_${month}`))
})

test('a total reads the sums of the past and the recent days, not every day', async () => {
  const { person, notice } = await withRows(0, 12)
  const { tenantId } = person
  await access.asSystem('a test counts the past', async (db) => {
    await sql`insert into consent_daily_counts (tenant_id, counted_id, day, slot, total, granted, withdrawn)
      select ${tenantId}, ${notice}, ${chileanDay(new Date())}::date - n, 0, 1, 1, 0
      from generate_series(1, ${DAYS}::int) n`.execute(db)
    const before = chileanDay(new Date(Date.now() - DAY_MS))
    await sql`insert into consent_past_counts (tenant_id, counted_id, before, total, granted, withdrawn)
      values (${tenantId}, ${notice}, ${before}, ${DAYS - 1}, ${DAYS - 1}, 0)`.execute(db)
  })
  await access.database.engine.asOwner('analyze consent_daily_counts')
  const read = await reading(person, (ctx) =>
    pageRecords(ctx, 'consent_records', 'notice_id', notice, { page: 1, limit: 10 }),
  )
  const looked = read.get('consent_daily_counts')!
  assert.ok(looked <= 3, `${looked} rows`)
  const { total } = (await person.get(`/consent/notices/${notice}/stats`)).data
  assert.equal(total, DAYS + 12)
})
