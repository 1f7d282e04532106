import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity, makeDomain } from '#test/kit/activities.ts'
import { openService } from '#test/kit/service.ts'
import { columnsBeyond, storedRow } from '#test/kit/whitelist.ts'
import { DomainPatch, NewDomain } from './schemas.ts'

const api = await openService()
const ana = await api.tenant()
const legalEntityId = (await ana.get('/org/entities')).data.entities[0].id
const patch = (id: string, body: object) => ana.patch(`/domains/${id}`, body)
const traceOf = async (id: string) => (await ana.get(`/settings/audit-log?entityId=${id}`)).data.items

test('a new domain takes no column from the body: it is active, unverified, and its token is our own', async () => {
  const beyond = await columnsBeyond(api, 'domains', NewDomain)
  const secret = ['isVerified', 'verified_at', 'verification_token', 'urlKey', 'isActive', 'tenant_id']
  for (const name of secret) assert.ok(name in beyond, name)
  const body = { url: 'https://una.cl', name: 'Una', legalEntityId: legalEntityId.toUpperCase() }
  const { data, status } = await ana.post('/domains', { ...beyond, ...body })
  assert.equal(status, 201)
  const { verification_token, ...row } = await storedRow(api, 'domains', data.id)
  assert.notEqual(verification_token, beyond['verification_token'])
  assert.deepEqual(row, {
    tenant_id: ana.tenantId,
    url: 'https://una.cl',
    url_key: 'una.cl',
    name: 'Una',
    legal_entity_id: legalEntityId,
    description: null,
    environment: 'PRODUCTION',
    is_active: true,
    is_verified: false,
    verified_at: null,
  })
})

test('an update takes no column from the body that its schema does not list', async () => {
  const id = await makeDomain(ana, 'https://dos.cl')
  const before = await storedRow(api, 'domains', id)
  const beyond = await columnsBeyond(api, 'domains', DomainPatch)
  const reply = await patch(id, { ...beyond, description: 'Ventas', environment: null, isActive: null })
  assert.deepEqual([reply.status, reply.data], [200, { id }])
  assert.deepEqual(await storedRow(api, 'domains', id), { ...before, description: 'Ventas' })
})

test('the audit log names the changed fields; the same entity in capitals is no change', async () => {
  const id = await makeDomain(ana, 'https://tres.cl')
  await patch(id, { name: 'Tres', legalEntityId: legalEntityId.toUpperCase(), description: '  ' })
  const [entry] = await traceOf(id)
  assert.deepEqual(entry.changes, { name: { old: 'https://tres.cl', new: 'Tres' } })
})

test("an unknown entity is refused before a taken address, and that before the plan's limit", async () => {
  const rosa = await api.tenant({ plan: 'STARTER' })
  const entity = (await rosa.get('/org/entities')).data.entities[0].id
  const post = (url: string, id = entity) => rosa.post('/domains', { url, name: url, legalEntityId: id })
  const statuses: number[] = []
  for (let n = 0; !statuses.includes(402) && n < 20; n++) statuses.push((await post(`sitio-${n}.cl`)).status)
  assert.deepEqual([statuses[0], statuses.at(-1)], [201, 402])
  assert.equal((await post('sitio-0.cl')).status, 409)
  assert.equal((await post('sitio-0.cl', legalEntityId)).status, 422)
})

test("of two simultaneous requests for the plan's last place exactly one wins", async () => {
  const rosa = await api.tenant({ plan: 'STARTER' })
  const entity = (await rosa.get('/org/entities')).data.entities[0].id
  const post = (url: string) => rosa.post('/domains', { url, name: url, legalEntityId: entity })
  const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => post(`sitio-${n}.cl`)))
  const created = replies.filter(({ status }) => status === 201).length
  assert.equal(replies.filter(({ status }) => status === 402).length, 8 - created)
  assert.equal((await rosa.get('/domains')).data.pagination.total, created)
  assert.equal((await post('otro.cl')).status, 402)
})

test('two simultaneous updates of different fields both persist', async () => {
  const id = await makeDomain(ana, 'https://cuatro.cl')
  await Promise.all([patch(id, { name: 'Cuatro' }), patch(id, { environment: 'STAGING' })])
  const { data } = await ana.get(`/domains/${id}`)
  assert.deepEqual([data.name, data.environment], ['Cuatro', 'STAGING'])
})

test('a link made from the activity while the domain is deleted never outlives the domain', async () => {
  for (let round = 0; round < 3; round++) {
    const [activityId, id] = [await makeActivity(ana), await makeDomain(ana, `https://fugaz-${round}.cl`)]
    const [linked, deleted] = await Promise.all([
      ana.post(`/rat/activities/${activityId}/domains`, { domainId: id, role: 'STORAGE' }),
      ana.delete(`/domains/${id}`),
    ])
    assert.ok([201, 422].includes(linked.status), String(linked.status))
    assert.equal(deleted.status, 200)
    assert.deepEqual((await ana.get(`/rat/activities/${activityId}`)).data.domains, [])
  }
})
