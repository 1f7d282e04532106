import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService, type Person } from '#test/kit/service.ts'
import { findKeyHolder } from './public.ts'

const api = await openService()
const ana = await api.tenant()
const alba = await ana.colleague('ADMIN', 'Alba Díaz')

const shownAt = async (by: Person, path: string) => {
  const { status, headers } = await by.get(path)
  assert.equal(status, 200, path)
  assert.match(String(headers['etag']), /^"[0-9a-f]{32}"$/, path)
  return String(headers['etag'])
}
const knowing = (etag: string) => ({ headers: { 'if-match': etag } })

/** Two people read a record; the second to save is refused and learns of the first. */
async function secondIsRefused(path: string, method: 'put' | 'patch', first: object, second: object) {
  const seen = await shownAt(ana, path)
  const saved = await alba[method](path, first, knowing(seen))
  assert.deepEqual([saved.status, saved.headers['etag']], [200, await shownAt(ana, path)], path)
  const refused = await ana[method](path, second, knowing(seen))
  assert.deepEqual([refused.status, refused.body.error?.code], [412, 'CONFLICT'], path)
  assert.equal(refused.body.error.details[0].changedBy, 'Alba Díaz', path)
  assert.match(refused.body.error.message, /«Alba Díaz» lo cambió el /, path)
  const again = await ana[method](path, second, knowing(await shownAt(ana, path)))
  assert.equal(again.status, 200, JSON.stringify(again.body))
}

const hook = { url: 'https://crm.ejemplo.cl/avisos', events: ['*'] }

test('a member, an API key and a webhook have versions: the second to save is refused', async () => {
  const vera = await ana.colleague('VIEWER', 'Vera Ríos')
  await secondIsRefused(
    `/settings/members/${vera.userId}`,
    'patch',
    { role: 'ANALYST' },
    { role: 'APPROVER' },
  )
  const key = await ana.post('/settings/api-keys', { name: 'CRM', scopes: ['consent:read'] })
  assert.equal(key.headers['etag'], await shownAt(ana, `/settings/api-keys/${key.data.id}`))
  await secondIsRefused(`/settings/api-keys/${key.data.id}`, 'put', { name: 'Caja' }, { name: 'Tienda' })
  const { id } = (await ana.post('/settings/webhooks', hook)).data
  await secondIsRefused(
    `/settings/webhooks/${id}`,
    'patch',
    { description: 'Mesa de ayuda' },
    { description: 'CRM' },
  )
})

test('settings that nobody saved yet have a version too: of two first saves the second is refused', async () => {
  const issuer = { issuer: 'https://id.tiendasur.cl', clientId: 'resguardo' }
  await secondIsRefused('/settings/sso', 'put', issuer, { clientId: 'otro' })
  await secondIsRefused('/cookie-scans/settings', 'put', { monthly: false }, { monthly: true })
})

test('a refusal names who changed these settings, not who changed other settings of the organisation later', async () => {
  const seen = await shownAt(ana, '/settings/sso')
  await alba.put('/settings/sso', { clientId: 'de-alba' })
  await ana.put('/settings/tenant', { name: 'Tienda Sur SpA' })
  const refused = await ana.put('/settings/sso', { clientId: 'de-ana' }, knowing(seen))
  assert.equal(refused.body.error.details[0].changedBy, 'Alba Díaz')
})

test('the use of a key is no change of it', async () => {
  const { key, id } = (await ana.post('/settings/api-keys', { name: 'Web', scopes: ['consent:read'] })).data
  const path = `/settings/api-keys/${id}`
  const seen = await shownAt(ana, path)
  await findKeyHolder(api.access, key, new Date())
  assert.notEqual((await ana.get(path)).data.lastUsedAt, null)
  assert.equal((await ana.put(path, { name: 'Sitio web' }, knowing(seen))).status, 200)
  assert.equal((await ana.post(`${path}/rotate`, {}, knowing(seen))).status, 412)
  assert.equal((await ana.delete(path, knowing(seen))).status, 412)
  assert.equal((await ana.delete(path, knowing(await shownAt(ana, path)))).status, 200)
  assert.equal((await ana.get(path)).status, 404)
})

test('a save with a version and one without, at once, do not deadlock', async () => {
  const vera = await ana.colleague('VIEWER')
  const path = `/settings/members/${vera.userId}`
  for (let round = 0; round < 8; round++) {
    const seen = await shownAt(ana, path)
    const replies = await Promise.all([
      ana.patch(path, { role: 'ANALYST' }, knowing(seen)),
      alba.patch(path, { role: 'VIEWER' }),
    ])
    const [known, blind] = replies.map(({ status }) => status)
    assert.ok(known === 200 || known === 412, String(known))
    assert.equal(blind, 200)
  }
})

test('one record asks for the role of its list, and is of one organisation', async () => {
  const stranger = await api.tenant()
  const dpo = await ana.colleague('DPO')
  const { id } = (await ana.post('/settings/webhooks', hook)).data
  const key = (await ana.post('/settings/api-keys', { name: 'Otra', scopes: ['consent:read'] })).data
  for (const path of [`/settings/webhooks/${id}`, `/settings/api-keys/${key.id}`]) {
    assert.equal((await stranger.get(path)).status, 404, path)
    assert.equal((await dpo.get(path)).status, 403, path)
  }
  assert.equal((await stranger.get(`/settings/members/${alba.userId}`)).status, 404)
  const { data } = await dpo.get(`/settings/members/${alba.userId}`)
  assert.deepEqual([data.userId, data.role, data.name], [alba.userId, 'ADMIN', 'Alba Díaz'])
  const shown = (await ana.get(`/settings/api-keys/${key.id}`)).data
  assert.equal('key' in shown, false)
  assert.equal('secret' in (await ana.get(`/settings/webhooks/${id}`)).data, false)
})
