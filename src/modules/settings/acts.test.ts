import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const UNKNOWN = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'

const latest = async (by: Person) => (await by.get('/settings/audit-log?limit=1')).data.items[0]

// ── the tenant ──

test('fields of the tenant outside the contract are ignored, even if they are columns', async () => {
  const before = (await ana.get('/settings/tenant')).data
  const smuggled = {
    id: UNKNOWN,
    plan: 'STARTER',
    slug: 'otra',
    siem_secret_sealed: 'x',
    siemPreviousSecretUntil: '2099-01-01T00:00:00Z',
    siem_previous_until: '2099-01-01T00:00:00Z',
    created_at: '2000-01-01T00:00:00Z',
    createdAt: '2000-01-01T00:00:00Z',
  }
  const { status, data } = await ana.put('/settings/tenant', { contactEmail: 'c@sur.cl', ...smuggled })
  assert.equal(status, 200)
  assert.deepEqual(data, { ...before, contactEmail: 'c@sur.cl', updatedAt: data.updatedAt })
  assert.deepEqual((await latest(ana)).changes, { contact_email: { old: null, new: 'c@sur.cl' } })
})

test('branding with its keys in another order is not a change', async () => {
  const owner = await api.tenant()
  const first = { primaryColor: '#0b5fff', logo: { url: 'https://sur.cl/l.svg', alt: 'Sur' }, a: [1, 2] }
  const same = { a: [1, 2], logo: { alt: 'Sur', url: 'https://sur.cl/l.svg' }, primaryColor: '#0b5fff' }
  await owner.put('/settings/tenant', { branding: first })
  assert.deepEqual((await latest(owner)).changes, { branding: { old: {}, new: first } })
  assert.deepEqual((await owner.put('/settings/tenant', { branding: same })).data.branding, first)
  assert.deepEqual((await latest(owner)).changes, {})
  await owner.put('/settings/tenant', { branding: { ...same, a: [2, 1] } })
  assert.deepEqual(Object.keys((await latest(owner)).changes), ['branding'])
  assert.deepEqual((await owner.put('/settings/tenant', { branding: null })).data.branding, {})
})

test('if two people change different settings at once, both changes stay', async () => {
  const owner = await api.tenant()
  for (let round = 0; round < 5; round += 1) {
    const replies = await Promise.all([
      owner.put('/settings/tenant', { taxId: `${round}-9` }),
      owner.put('/settings/tenant', { name: `Sur ${round}` }),
    ])
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200],
    )
    const { taxId, name } = (await owner.get('/settings/tenant')).data
    assert.deepEqual([taxId, name], [`${round}-9`, `Sur ${round}`])
  }
})

// ── API keys ──

test('fields of a key outside the contract are ignored, even if they are columns', async () => {
  const smuggled = {
    id: UNKNOWN,
    prefix: 'rsg_otra',
    key: 'rsg_otra',
    keyHash: 'x',
    key_hash: 'x',
    lastUsedAt: '2000-01-01T00:00:00Z',
    created_by: null,
  }
  const created = (await ana.post('/settings/api-keys', { name: 'CRM', isActive: false, ...smuggled })).data
  const { key, ...shown } = created
  assert.notEqual(shown.id, UNKNOWN)
  assert.deepEqual([shown.isActive, shown.lastUsedAt], [true, null])
  assert.ok(key.startsWith(shown.prefix) && shown.prefix !== 'rsg_otra')
  const updated = (await ana.put(`/settings/api-keys/${shown.id}`, { name: 'ERP', ...smuggled })).data
  assert.deepEqual(updated, { ...shown, name: 'ERP', updatedAt: updated.updatedAt })
  assert.deepEqual((await latest(ana)).changes, { name: { old: 'CRM', new: 'ERP' } })
  const call = api.with({ 'x-api-key': key })
  assert.equal((await call.get('/external/consent/templates')).status, 200)
})

test('the log of a key has the changes, and an update without changes leaves none', async () => {
  const { id } = (await ana.post('/settings/api-keys', { name: 'CRM', scopes: ['consent:read'] })).data
  const expiresAt = '2027-03-01T12:00:00.000Z'
  await ana.put(`/settings/api-keys/${id}`, { expiresAt, isActive: false, scopes: ['consent:write'] })
  const changes = {
    expires_at: { old: null, new: expiresAt },
    is_active: { old: true, new: false },
    scopes: { old: ['consent:read'], new: ['consent:write'] },
  }
  assert.deepEqual((await latest(ana)).changes, changes)
  await ana.put(`/settings/api-keys/${id}`, { expiresAt, isActive: null, scopes: null })
  assert.deepEqual((await latest(ana)).changes, {})
  assert.equal((await ana.put(`/settings/api-keys/${id}`, { expiresAt: ' ' })).data.expiresAt, null)
})

test('if two people revoke a key at once, one succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = (await ana.post('/settings/api-keys', { name: `Clave ${round}` })).data
    const revoke = () => ana.delete(`/settings/api-keys/${id}`)
    const statuses = (await Promise.all([revoke(), revoke()])).map(({ status }) => status)
    assert.deepEqual(statuses.sort(), [200, 404])
    const log = (await ana.get(`/settings/audit-log?entityId=${id}`)).data.items
    assert.deepEqual(
      log.map(({ action }: { action: string }) => action),
      ['delete', 'create'],
    )
  }
})

// ── members ──

test('a refused role changes neither member, mailbox nor log', async () => {
  const owner = await api.tenant()
  const admin = await owner.colleague('ADMIN')
  const { total } = (await owner.get('/settings/audit-log')).data.pagination
  const members = (await owner.get('/settings/members')).data
  const email = 'nunca@ejemplo.cl'
  const refused = [
    await admin.post('/settings/members', { email, name: 'Nunca', role: 'OWNER' }),
    await admin.patch(`/settings/members/${owner.userId}`, { role: 'VIEWER' }),
    await admin.delete(`/settings/members/${owner.userId}`),
  ]
  assert.deepEqual(
    refused.map(({ status }) => status),
    [403, 403, 403],
  )
  await api.drain()
  assert.equal(api.mailbox.to(email).length, 0)
  assert.deepEqual((await owner.get('/settings/members')).data, members)
  assert.equal((await owner.get('/settings/audit-log')).data.pagination.total, total)
})

test('a member has exactly the fields of the contract', async () => {
  const invited = (await ana.post('/settings/members', { email: 'f@ejemplo.cl', name: 'Fe', role: 'VIEWER' }))
    .data
  const shown = ['createdAt', 'email', 'name', 'role', 'status', 'userId']
  assert.deepEqual(Object.keys(invited).sort(), [...shown, 'invitationUrl'].sort())
  for (const member of (await ana.get('/settings/members')).data.members)
    assert.deepEqual(Object.keys(member).sort(), shown)
  const changed = (await ana.patch(`/settings/members/${invited.userId}`, { role: 'DPO' })).data
  assert.deepEqual(Object.keys(changed).sort(), shown)
})
