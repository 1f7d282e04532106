import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { SYSTEM } from '#db/context.ts'
import { sendMail } from '#jobs/mail.ts'
import { DAY_MS, MINUTE_MS } from '#kernel/dates.ts'
import { makeActivity } from '#test/kit/activities.ts'
import { Browser } from '#test/kit/browser.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { SWEEP_JOB } from './jobs.ts'

const api = await openService()
const URL = '/settings/tenant/exports'

const kept = (person: Person, id: string) => {
  try {
    return readdirSync(join(api.dataDir, 'files', person.tenantId)).filter((name) => name.startsWith(id))
  } catch {
    return []
  }
}

async function exported(person: Person): Promise<string> {
  const { status, data, body } = await person.post(URL)
  assert.equal(status, 201, JSON.stringify(body))
  assert.equal(data.status, 'PENDING')
  await api.drain()
  return data.id
}

test('the whole organisation comes as one file, with its size and checksum', async () => {
  const ana = await api.tenant({ name: 'Tienda Sur SpA' })
  const other = await api.tenant({ name: 'Ajena SpA' })
  await makeActivity(ana, { name: 'Boletín de ofertas' })
  await makeActivity(other, { name: 'Secreto ajeno' })
  await ana.put('/auth/preferences', { preferences: { 'ajena/vista': 'de otra organización' } })
  await api.access.actFor(ana.tenantId, SYSTEM, {}, (ctx) =>
    sendMail(ctx, { to: 'eva@ejemplo.cl', subject: 'Código secreto 123456', paragraphs: ['Es 123456.'] }),
  )
  const id = await exported(ana)
  const { data } = await ana.get(`${URL}/${id}`)
  assert.equal(data.status, 'READY', JSON.stringify(data))
  assert.ok(data.rowCount > 10)
  assert.equal(data.requestedByName, 'Ana Rojas')
  const file = await ana.get(`${URL}/${id}/download`)
  assert.equal(file.status, 200)
  assert.match(String(file.headers['content-disposition']), /tienda-sur-spa-\d{4}-\d\d-\d\d\.tar\.gz/)
  assert.equal(createHash('sha256').update(file.raw).digest('hex'), data.sha256)
  assert.equal(file.raw.length, data.sizeBytes)
  const text = gunzipSync(file.raw).toString('utf8')
  assert.match(text, /Boletín de ofertas/)
  assert.doesNotMatch(text, /Secreto ajeno|Ajena SpA/)
  // Neither credentials nor the list of exports itself.
  assert.doesNotMatch(text, /argon2|rows\/tenant_exports/)
  // Nor codes and links in mails to other people, nor people's data across their organisations.
  assert.doesNotMatch(text, /Código secreto 123456|de otra organización/)
  assert.match(text, /El texto de esta carta no se incluye/)
  const log = (await ana.get('/settings/audit-log?entityType=tenant_export')).data.items
  assert.deepEqual(
    log.map(({ action }: { action: string }) => action),
    ['download', 'export'],
  )
})

test('one export at a time; deleting it deletes its bytes', async () => {
  const ana = await api.tenant()
  const first = (await ana.post(URL)).data
  const second = await ana.post(URL)
  assert.equal(second.status, 409)
  assert.match(second.body.error.message, /Ya se está preparando/)
  assert.equal((await ana.get(`${URL}/${first.id}/download`)).status, 409)
  await api.drain()
  assert.equal(kept(ana, first.id).length, 1)
  assert.equal((await ana.get(URL)).data.items.length, 1)
  assert.equal((await ana.delete(`${URL}/${first.id}`)).status, 200)
  await api.drain()
  assert.deepEqual(kept(ana, first.id), [])
  assert.equal((await ana.get(`${URL}/${first.id}`)).status, 404)
})

test('an export expires after its days', async () => {
  const ana = await api.tenant()
  const id = await exported(ana)
  api.clock.advance(7 * DAY_MS + MINUTE_MS)
  await SWEEP_JOB.run(api.service.jobEnv, {}, { jobId: 'x', attempt: 1 })
  api.clock.release()
  assert.equal((await ana.get(`${URL}/${id}`)).status, 404)
  assert.deepEqual(kept(ana, id), [])
})

test('only an OWNER can export, and in a browser only after authenticating again', async () => {
  const ana = await api.tenant()
  const admin = await ana.colleague('ADMIN')
  assert.equal((await admin.post(URL)).status, 403)
  assert.equal((await admin.get(URL)).status, 403)
  const id = await exported(ana)
  assert.equal((await admin.get(`${URL}/${id}/download`)).status, 403)
  const stranger = await api.tenant()
  for (const path of [`${URL}/${id}`, `${URL}/${id}/download`])
    assert.equal((await stranger.get(path)).status, 404)
  const browser = new Browser(api)
  await browser.login(ana.email)
  api.clock.advance(11 * MINUTE_MS)
  const replies = [await browser.post(URL), await browser.get(`${URL}/${id}/download`)]
  api.clock.release()
  for (const asked of replies)
    assert.deepEqual([asked.status, asked.body.error.details[0].rule], [403, 'sudo'])
})
