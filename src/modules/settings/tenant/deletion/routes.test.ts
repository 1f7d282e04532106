import assert from 'node:assert/strict'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DAY_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { digest } from '#kernel/secrets.ts'
import { plantRows } from '#test/kit/other-tenant.ts'
import { type Caller, openService } from '#test/kit/service.ts'
import { eraseDue } from './service.ts'

const START = new Date('2026-12-01T12:00:00Z')
const api = await openService()
api.clock.set(START)
const { engine } = api.access.database
const [ana, eva] = [await api.tenant({ name: 'Se va' }), await api.tenant({ name: 'Se queda' })]
const [admin, both] = [await ana.colleague('ADMIN'), await ana.colleague('VIEWER')]
await api.access.asSystem('a test', (db) =>
  db
    .insertInto('memberships')
    .values({
      tenant_id: eva.tenantId,
      user_id: both.userId,
      role: 'VIEWER',
      status: 'ACTIVE',
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute(),
)
await ana.put('/settings/tenant', { contactEmail: 'contacto@seva.cl' })

const DELETION = '/settings/tenant/deletion'

/** Signs in at the present time of the clock. */
async function signedIn(email: string): Promise<Caller> {
  const { data } = await api.anyone.post('/auth/login', { email, password: 'una-frase-larga' })
  return api.with({ authorization: `Bearer ${data.access_token}` })
}

test('an owner requests the deletion by typing the organisation’s name, and can withdraw it', async () => {
  assert.deepEqual((await ana.get(DELETION)).data, { dueAt: null })
  assert.equal((await ana.delete(DELETION)).status, 409)
  const wrong = await ana.post(DELETION, { confirm: eva.slug })
  assert.deepEqual([wrong.status, wrong.body.error.details[0].path], [422, 'confirm'])
  for (const { status } of [await admin.post(DELETION, { confirm: ana.slug }), await admin.delete(DELETION)])
    assert.equal(status, 403)
  const due = new Date(START.getTime() + 30 * DAY_MS).toISOString()
  assert.deepEqual((await ana.post(DELETION, { confirm: ana.slug })).data, { dueAt: due })
  api.clock.advance(DAY_MS)
  const later = await signedIn(ana.email)
  assert.equal((await later.post(DELETION, { confirm: ana.slug })).status, 409)
  assert.deepEqual((await later.get(DELETION)).data, { dueAt: due })
  await api.drain()
  const letter = api.mailbox.to(ana.email).find(({ subject }) => subject?.includes('eliminará'))
  assert.match(letter!.subject!, /«Se va» se eliminará el 31-12-2026/)
  assert.equal((await later.delete(DELETION)).status, 200)
  api.clock.advance(40 * DAY_MS)
  await api.drain()
  assert.deepEqual((await (await signedIn(ana.email)).get(DELETION)).data, { dueAt: null })
})

/** The number of rows that mention this text, by table. */
async function mentions(text: string): Promise<Record<string, number>> {
  const { rows: tables } = await engine.asOwner(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  const found: Record<string, number> = {}
  for (const { name } of tables) {
    const counted = await countIn(String(name), text)
    if (counted > 0) found[String(name)] = counted
  }
  return found
}

async function countIn(name: string, text: string): Promise<number> {
  const session = await engine.acquire('read write')
  try {
    await session.query('begin')
    if (name.startsWith('public.') && name !== 'public.schema_migrations')
      await session.query(`set local role resguardo_system`)
    const { rows } = await session.query(
      `select count(*)::int as rows from ${name} t where t::text like '%' || $1 || '%'`,
      [text],
    )
    return Number(rows[0]!['rows'])
  } finally {
    await session.query('rollback')
    session.release()
  }
}

const system = (sql: string) =>
  api.access.database.write(
    {
      enforcedByDatabase: true,
      statement: () => ({ sql: `select set_config('role', 'resguardo_system', true)`, parameters: [] }),
      authorize: () => undefined,
    },
    [{ sql, parameters: [] }],
  )

test('evidence of an organisation that is not being deleted cannot be deleted, even by the system role', async () => {
  await assert.rejects(
    system(`delete from audit_log where tenant_id = '${eva.tenantId}'`),
    /append-only|permission/,
  )
  await assert.rejects(
    system(`update tenants set erasing_since = now() where id = '${eva.tenantId}'`),
    /tenants_erased_when_due|check/,
  )
})

test('after the term nothing is left, even after a kill in between; other organisations lose nothing', async () => {
  const owner = await signedIn(ana.email)
  const mark = newId()
  await plantRows(engine, ana.tenantId, mark)
  await plantRows(engine, eva.tenantId, newId())
  mkdirSync(join(api.dataDir, 'files', ana.tenantId), { recursive: true })
  writeFileSync(join(api.dataDir, 'files', ana.tenantId, 'stray'), 'x')
  const before = await mentions(eva.tenantId)
  const had = Object.keys(await mentions(ana.tenantId)).length
  assert.ok(had > 40, `${had} tables`)
  assert.equal((await owner.post(DELETION, { confirm: ana.slug })).status, 200)
  await api.drain()
  api.clock.advance(30 * DAY_MS + 1)

  const { jobEnv } = api.service
  let calls = 0
  const dying = {
    ...jobEnv.storage,
    removeAll: async (tenantId: string) => {
      calls += 1
      if (calls === 2) throw new Error('killed')
      await jobEnv.storage.removeAll(tenantId)
    },
  }
  await assert.rejects(eraseDue({ ...jobEnv, storage: dying }), /killed/)
  assert.equal((await api.anyone.get(`/public/privacy-portal/${ana.slug}/config`)).status, 404)
  assert.equal(await eraseDue(jobEnv), 1)
  assert.equal(await eraseDue(jobEnv), 0)
  assert.deepEqual(Object.keys(await mentions(ana.tenantId)), ['public.erasures'])
  for (const text of [ana.email, admin.userId, mark]) {
    const left = Object.keys(await mentions(text)).filter((name) => name !== 'public.erasures')
    assert.deepEqual(left, [], text)
  }
  assert.ok(!existsSync(join(api.dataDir, 'files', ana.tenantId)))
  assert.deepEqual(await mentions(eva.tenantId), before)
  assert.ok((await mentions(both.userId))['public.users'])
})

test('the certificate is mailed to the last owners and the contact, and their addresses are erased', async () => {
  await api.drain()
  for (const address of [ana.email, 'contacto@seva.cl']) {
    const letter = api.mailbox.to(address).at(-1)
    assert.match(letter!.subject!, /^Certificado de eliminación de «se-va/)
    const [pdf, json] = letter!.attachments
    assert.equal(pdf!.content.subarray(0, 5).toString(), '%PDF-')
    const { sha256, ...content } = JSON.parse(json!.content.toString())
    assert.equal(sha256, digest(JSON.stringify(content)))
    assert.deepEqual([content.organisation.slug, content.files], [ana.slug, 1])
    assert.ok(content.rows.audit_log > 3 && content.rows.users >= 2)
    assert.ok(!JSON.stringify(content).includes('@'))
  }
  const erasure = await api.access.lookUp('a test', (db) =>
    db.selectFrom('erasures').selectAll().executeTakeFirstOrThrow(),
  )
  assert.equal(erasure.recipients, null)
})
