import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS } from '#kernel/dates.ts'
import { makeActivity } from '#test/kit/activities.ts'
import { openService } from '#test/kit/service.ts'
import { findKeyHolder } from '../public.ts'

const api = await openService()
const ana = await api.tenant()
const stranger = await api.tenant()
const admin = await ana.colleague('ADMIN')
const dpo = await ana.colleague('DPO')
const valid = { name: 'CRM', scopes: ['consent:read'] }

const later = (ms: number) => new Date(Date.now() + ms).toISOString()
const holder = (key: string, now = new Date()) => findKeyHolder(api.access, key, now)

test('a key is shown once, at its creation; the database stores a digest', async () => {
  const created = await admin.post('/settings/api-keys', {
    ...valid,
    scopes: ['consent:read', 'consent:read'],
  })
  assert.equal(created.status, 201)
  const { key, ...shown } = created.data
  assert.match(key, /^rsg_[\w-]{43}$/)
  assert.ok(key.startsWith(shown.prefix) && shown.prefix.length < 16)
  assert.deepEqual(
    [shown.name, shown.scopes, shown.expiresAt, shown.lastUsedAt, shown.isActive],
    ['CRM', ['consent:read'], null, null, true],
  )
  const list = await ana.get('/settings/api-keys')
  assert.deepEqual(list.data.items[0], shown)
  const row = await api.access.asSystem('a test reads the row', (db) =>
    db.selectFrom('api_keys').selectAll().where('id', '=', shown.id).executeTakeFirstOrThrow(),
  )
  const log = await ana.get(`/settings/audit-log?entityId=${shown.id}`)
  assert.deepEqual(log.data.items[0].changes.key_hash, { old: null, new: '***' })
  assert.ok(!JSON.stringify([row, list.body, log.body]).includes(key))
})

test('a key opens its own tenant within its scopes, and records its last use', async () => {
  const { key, id } = (await ana.post('/settings/api-keys', valid)).data
  assert.deepEqual(await holder(key), {
    tenantId: ana.tenantId,
    keyId: id,
    name: 'CRM',
    scopes: ['consent:read'],
    role: 'ANALYST',
    allowedAddresses: [],
    allowedOrigins: [],
    requestsPerMinute: null,
    plan: 'ENTERPRISE',
  })
  assert.equal(await holder(`${key}x`), undefined)
  const [shown] = (await ana.get('/settings/api-keys')).data.items
  assert.equal(shown.id, id)
  assert.ok(Date.now() - Date.parse(shown.lastUsedAt) < HOUR_MS)
})

test('a key needs a name; its scopes must exist, and default to the usual ones', async () => {
  for (const body of [
    { scopes: valid.scopes },
    { ...valid, name: ' ' },
    { ...valid, name: 'x'.repeat(201) },
    { ...valid, scopes: [] },
    { ...valid, scopes: ['consent:admin'] },
    { ...valid, scopes: 'consent:read' },
    { ...valid, expiresAt: '2030-01-01' },
    { ...valid, expiresAt: 5 },
  ]) {
    assert.equal((await ana.post('/settings/api-keys', body)).status, 400, JSON.stringify(body))
  }
  const past = await ana.post('/settings/api-keys', { ...valid, expiresAt: later(-HOUR_MS) })
  assert.equal(past.status, 201)
  assert.equal(await holder(past.data.key), undefined)
  for (const expiresAt of [null, '']) {
    const made = await ana.post('/settings/api-keys', { ...valid, expiresAt })
    assert.deepEqual([made.status, made.data.expiresAt], [201, null])
  }
  const open = await ana.post('/settings/api-keys', { name: 'CRM' })
  assert.deepEqual([open.status, open.data.scopes], [201, ['consent:read', 'consent:write']])
})

test('an expired or inactive key is refused', async () => {
  const { key, id, expiresAt } = (
    await ana.post('/settings/api-keys', { ...valid, expiresAt: later(HOUR_MS) })
  ).data
  assert.ok(await holder(key))
  assert.equal(await holder(key, new Date(expiresAt)), undefined)

  assert.equal((await ana.put(`/settings/api-keys/${id}`, { expiresAt: null })).data.expiresAt, null)
  assert.ok(await holder(key, new Date(Date.now() + DAY_MS)))
  assert.equal((await ana.put(`/settings/api-keys/${id}`, { isActive: false })).data.isActive, false)
  assert.equal(await holder(key), undefined)
  await ana.put(`/settings/api-keys/${id}`, { isActive: true })
  assert.ok(await holder(key))
})

test('an update changes only sent fields, under the same rules', async () => {
  const { id, key: _, ...before } = (await ana.post('/settings/api-keys', valid)).data
  const expiresAt = later(DAY_MS)
  const scopes = ['consent:write']
  const updated = await ana.put(`/settings/api-keys/${id}`, {
    name: 'ERP',
    scopes,
    expiresAt,
    prefix: 'x',
    key: 'x',
  })
  assert.equal(updated.status, 200)
  const { updatedAt: __, ...shown } = updated.data
  const { updatedAt: ___, ...old } = before
  assert.deepEqual(shown, { ...old, id, name: 'ERP', scopes, expiresAt })

  for (const body of [{ scopes: [] }, { name: null }, { name: '' }, { isActive: 'false' }])
    assert.equal((await ana.put(`/settings/api-keys/${id}`, body)).status, 400, JSON.stringify(body))
})

test('a revoked key is refused at the next call and disappears from the list', async () => {
  const { key, id } = (await ana.post('/settings/api-keys', valid)).data
  const replies = await Promise.all([1, 2].map(() => ana.delete(`/settings/api-keys/${id}`)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 404])
  assert.deepEqual(replies.find(({ status }) => status === 200)?.body, { success: true })
  assert.equal(await holder(key), undefined)
  const ids = (await ana.get('/settings/api-keys?limit=100')).data.items.map(
    (item: { id: string }) => item.id,
  )
  assert.ok(!ids.includes(id))
  assert.equal((await ana.put(`/settings/api-keys/${id}`, { isActive: true })).status, 404)
})

test('the list has pages, the newest key first', async () => {
  const owner = await api.tenant()
  for (const name of ['a', 'b', 'c']) await owner.post('/settings/api-keys', { ...valid, name })
  const names = async (query: string) => {
    const { data } = await owner.get(`/settings/api-keys${query}`)
    return [data.items.map((item: { name: string }) => item.name), data.pagination]
  }
  assert.deepEqual(await names('?limit=2'), [['c', 'b'], { page: 1, limit: 2, total: 3, totalPages: 2 }])
  assert.deepEqual(await names('?limit=2&page=2'), [['a'], { page: 2, limit: 2, total: 3, totalPages: 2 }])
  assert.deepEqual(await names('?page=9'), [[], { page: 9, limit: 20, total: 3, totalPages: 1 }])
  for (const query of ['?limit=0', '?limit=101', '?page=0', '?page=x'])
    assert.equal((await owner.get(`/settings/api-keys${query}`)).status, 400, query)
})

test('only ADMIN and above read and manage keys, and only of their own tenant', async () => {
  const { id } = (await ana.post('/settings/api-keys', valid)).data
  assert.equal((await dpo.get('/settings/api-keys')).status, 403)
  assert.equal((await dpo.post('/settings/api-keys', valid)).status, 403)
  assert.equal((await dpo.put(`/settings/api-keys/${id}`, { name: 'x' })).status, 403)
  assert.equal((await dpo.delete(`/settings/api-keys/${id}`)).status, 403)
  assert.equal((await api.anyone.get('/settings/api-keys')).status, 401)
  for (const foreign of [id, 'nada', '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f']) {
    for (const reply of [
      await stranger.put(`/settings/api-keys/${foreign}`, { name: 'x' }),
      await stranger.delete(`/settings/api-keys/${foreign}`),
    ])
      assert.deepEqual([reply.status, reply.body.error.code], [404, 'RESOURCE_NOT_FOUND'])
  }
  assert.equal((await stranger.get('/settings/api-keys')).data.pagination.total, 0)
})

// ── access of a key ──

const withKey = (key: string, more: Record<string, string> = {}) => api.with({ 'x-api-key': key, ...more })
const made = async (fields: object) =>
  (await ana.post('/settings/api-keys', { name: 'Integración', ...fields })).data

test('a key acts in its modules within its role, under its own name', async () => {
  const { key, id } = await made({ scopes: ['processors:*', 'rat:read'] })
  const caller = withKey(key)
  const created = await caller.post('/processors', { name: 'Hosting Andino' })
  assert.equal(created.status, 201)
  assert.equal((await caller.get(`/processors/${created.data.id}`)).status, 200)
  assert.equal((await caller.get('/rat/activities')).status, 200)
  const [entry] = (await ana.get(`/settings/audit-log?entityId=${created.data.id}`)).data.items
  assert.deepEqual([entry.actorType, entry.actorId, entry.actorName], ['api_key', id, 'Integración'])

  const refusals = [
    await caller.post('/rat/activities', { name: 'Nómina' }),
    await caller.get('/breaches'),
    await caller.get('/settings/members'),
    await caller.get('/auth/me'),
  ]
  assert.deepEqual(
    refusals.map(({ status, body }) => [status, body.error.details[0].rule]),
    [
      [403, 'scope'],
      [403, 'scope'],
      [403, 'person'],
      [403, 'person'],
    ],
  )
  assert.match(refusals[0]!.body.error.message, /rat:write/)
})

test('the role limits a key, and nobody gives a key more than their own role', async () => {
  const reader = withKey((await made({ scopes: ['processors:*'], role: 'VIEWER' })).key)
  const refused = await reader.post('/processors', { name: 'Otro' })
  assert.deepEqual([refused.status, refused.body.error.details[0].rule], [403, 'role'])
  for (const role of ['OWNER', 'ADMIN', 'JEFE'])
    assert.equal((await ana.post('/settings/api-keys', { ...valid, role })).status, 400, role)
})

test('a session takes precedence over a key, and a key shows nothing of another organisation', async () => {
  const { key } = await made({ scopes: ['processors:read'] })
  const { id } = (await stranger.post('/processors', { name: 'Ajeno' })).data
  assert.equal((await withKey(key).get(`/processors/${id}`)).status, 404)
  const both = await withKey(key, stranger.headers).get(`/processors/${id}`)
  assert.equal(both.status, 200)
  assert.equal((await withKey(key, { authorization: 'Bearer nada' }).get('/processors')).status, 401)
})

test('a key is refused outside its networks and pages', async () => {
  const { key, id } = await made({
    scopes: ['processors:read'],
    allowedAddresses: ['10.1.0.0/16', '2001:db8::/32'],
  })
  const outside = await withKey(key).get('/processors')
  assert.deepEqual([outside.status, outside.body.error.details[0].rule], [403, 'address'])
  const allowedAddresses = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
  const set = await ana.put(`/settings/api-keys/${id}`, {
    allowedAddresses,
    allowedOrigins: ['https://crm.tiendasur.cl/'],
  })
  assert.deepEqual(set.data.allowedOrigins, ['https://crm.tiendasur.cl'])
  assert.equal((await withKey(key).get('/processors')).status, 200)
  assert.equal((await withKey(key, { origin: 'https://crm.tiendasur.cl' }).get('/processors')).status, 200)
  const elsewhere = await withKey(key, { origin: 'https://otro.cl' }).get('/processors')
  assert.deepEqual([elsewhere.status, elsewhere.body.error.details[0].rule], [403, 'origin'])
  for (const wrong of [
    { allowedAddresses: ['10.0.0.0/33'] },
    { allowedAddresses: ['casa'] },
    { allowedAddresses: ['10.0.0.1/'] },
    { allowedOrigins: ['tiendasur.cl'] },
    { allowedOrigins: ['https://tiendasur.cl/ruta'] },
  ])
    assert.equal((await ana.put(`/settings/api-keys/${id}`, wrong)).status, 422, JSON.stringify(wrong))
  const second = await ana.put(`/settings/api-keys/${id}`, { allowedAddresses: ['10.0.0.1', 'casa'] })
  assert.equal(second.body.error.details[0].path, 'allowedAddresses[1]')
  const first = await ana.put(`/settings/api-keys/${id}`, { allowedOrigins: ['tiendasur.cl'] })
  assert.equal(first.body.error.details[0].path, 'allowedOrigins[0]')
})

test('a key with its own rate limit stops there, and others continue', async () => {
  const { key } = await made({ scopes: ['processors:read'], requestsPerMinute: 2 })
  const statuses: number[] = []
  for (let call = 0; call < 3; call += 1) statuses.push((await withKey(key).get('/processors')).status)
  assert.deepEqual(statuses, [200, 200, 429])
  assert.equal((await ana.get('/processors')).status, 200)
})

test('after a rotation both keys work for a while; without overlap only the new one does', async () => {
  const { key, id } = await made({ scopes: ['processors:read'] })
  const turned = (await ana.post(`/settings/api-keys/${id}/rotate`, { overlapHours: 1 })).data
  assert.notEqual(turned.key, key)
  assert.ok((await holder(key)) && (await holder(turned.key)))
  assert.equal(await holder(key, new Date(Date.now() + 2 * HOUR_MS)), undefined)
  const again = (await ana.post(`/settings/api-keys/${id}/rotate`, { overlapHours: 0 })).data
  assert.deepEqual([await holder(key), await holder(turned.key)], [undefined, undefined])
  assert.ok(await holder(again.key))
  assert.equal((await ana.post(`/settings/api-keys/${id}/rotate`, { overlapHours: 73 })).status, 400)
})

test('a key works on after its maker leaves, is marked until renewed, and the administrators are notified', async () => {
  const [owner, other] = [await api.tenant(), await api.tenant()]
  const maker = await owner.colleague('ADMIN', 'Pedro Soto')
  const second = await owner.colleague('ADMIN')
  const make = async (by: typeof owner, name: string) =>
    (await by.post('/settings/api-keys', { ...valid, name })).data
  const [crm, stopped, own] = [
    await make(maker, 'CRM'),
    await make(maker, 'Vieja'),
    await make(owner, 'Propia'),
  ]
  await make(other, 'Ajena')
  assert.equal((await maker.put(`/settings/api-keys/${stopped.id}`, { isActive: false })).status, 200)
  assert.equal(crm.holderLeft, false)
  assert.equal((await owner.delete(`/settings/members/${maker.userId}`)).status, 200)
  assert.equal((await holder(crm.key))?.keyId, crm.id)
  const left = async () =>
    (await owner.get('/settings/api-keys')).data.items
      .filter((one: { holderLeft: boolean }) => one.holderLeft)
      .map(({ name }: { name: string }) => name)
      .toSorted()
  assert.deepEqual(await left(), ['CRM', 'Vieja'])
  await api.drain()
  const notices = async (person: typeof owner) =>
    (await person.get('/notifications')).data.items.filter(
      ({ type }: { type: string }) => type === 'api_key.holder_left',
    )
  const [heard, ...more] = await notices(second)
  assert.match(heard.text, /^Pedro Soto ya no es parte de la organización, y conoce claves .*: «CRM»\.$/)
  assert.match(heard.url, /\/ajustes\/claves$/)
  assert.deepEqual([more, await notices(other), await notices(await owner.colleague('DPO'))], [[], [], []])

  const renewed = await owner.post(`/settings/api-keys/${crm.id}/rotate`, { overlapHours: 0 })
  assert.deepEqual([renewed.data.holderLeft, await left()], [false, ['Vieja']])
  assert.equal((await owner.put(`/settings/api-keys/${own.id}`, { name: 'Sitio' })).data.holderLeft, false)
  // The person who only changed the key never saw it.
  assert.equal((await owner.delete(`/settings/members/${second.userId}`)).status, 200)
  await api.drain()
  assert.deepEqual(await notices(owner), [], 'what they did themselves')
})

test('a key never overrides the legal gate', async () => {
  const { key } = await made({ scopes: ['rat:*'], role: 'DPO' })
  const id = await makeActivity(ana)
  const status = await withKey(key).call('PATCH', `/rat/activities/${id}/status`, {
    status: 'published',
    override: { reason: 'porque sí' },
  })
  assert.equal(status.status, 403)
})

test('the scopes are listed with their access', async () => {
  const { items } = (await ana.get('/settings/api-keys/scopes')).data
  const shown = items.find((item: { scope: string }) => item.scope === 'breaches:read')
  assert.equal(shown.label, 'Brechas de seguridad: leer')
  assert.equal((await dpo.get('/settings/api-keys/scopes')).status, 403)
})
