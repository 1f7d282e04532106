import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeFlow, makeSystem } from '#test/kit/activities.ts'
import { openService } from '#test/kit/service.ts'
import { columnsBeyond, storedRow } from '#test/kit/whitelist.ts'
import { NewFlow, NewSystem, SystemPatch } from './schemas.ts'

const api = await openService()
const ana = await api.tenant()
const put = (id: string, body: object) => ana.put(`/data-map/systems/${id}`, body)
const traceOf = async (id: string) => (await ana.get(`/settings/audit-log?entityId=${id}`)).data.items

test('a system takes no column from the body that its schema does not list', async () => {
  const beyond = await columnsBeyond(api, 'systems', NewSystem)
  for (const name of ['id', 'tenant_id', 'tenantId', 'processorId', 'created_at', 'has_sensitive_data']) {
    assert.ok(name in beyond, name)
  }
  const [plain, sent] = [await makeSystem(ana), await makeSystem(ana, beyond)]
  assert.deepEqual(await storedRow(api, 'systems', sent), await storedRow(api, 'systems', plain))
  const reply = await put(sent, { ...(await columnsBeyond(api, 'systems', SystemPatch)), owner: 'TI' })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  assert.deepEqual(await storedRow(api, 'systems', sent), {
    ...(await storedRow(api, 'systems', plain)),
    owner: 'TI',
  })
})

test('a flow takes no column from the body that its schema does not list', async () => {
  const beyond = await columnsBeyond(api, 'data_flows', NewFlow)
  const id = await makeFlow(ana, { ...beyond, isInternational: true })
  const { source_system_id, target_system_id, ...row } = await storedRow(api, 'data_flows', id)
  const expected = { description: null, data_categories: [], is_international: true, safeguards: null }
  assert.deepEqual(row, { tenant_id: ana.tenantId, ...expected })
})

test('the audit log names the fields of an update and the flows removed by a deletion', async () => {
  const flowId = await makeFlow(ana)
  const { sourceSystemId: id } = (await ana.get('/data-map/flows')).data.items[0]
  await put(id, { dataCategories: ['health'], owner: ' ', name: 'CRM de ventas' })
  const [updated] = await traceOf(id)
  assert.deepEqual(updated.changes, {
    data_categories: { old: [], new: ['health'] },
    has_sensitive_data: { old: false, new: true },
  })
  await ana.delete(`/data-map/systems/${id}`)
  const [deleted] = await traceOf(id)
  assert.deepEqual([deleted.action, deleted.changes.flows.old], ['delete', [flowId]])
})

test('two simultaneous updates of different fields both persist', async () => {
  const id = await makeSystem(ana)
  await Promise.all([put(id, { owner: 'TI' }), put(id, { vendor: 'Nube Andina SpA' })])
  const { data } = await ana.get(`/data-map/systems/${id}`)
  assert.deepEqual([data.owner, data.vendor], ['TI', 'Nube Andina SpA'])
  assert.equal((await ana.get(`/processors/${data.processorId}`)).data.systems[0].id, id)
})

test('two systems created at once with the same new vendor share one processor', async () => {
  const ids = await Promise.all([1, 2].map(() => makeSystem(ana, { vendor: 'Proveedor Único' })))
  const processors = await Promise.all(
    ids.map(async (id) => (await ana.get(`/data-map/systems/${id}`)).data.processorId),
  )
  assert.ok(processors[0])
  assert.equal(processors[0], processors[1])
})

test('a flow created while one of its systems is deleted never outlives the system', async () => {
  for (let round = 0; round < 3; round++) {
    const [from, to] = [await makeSystem(ana), await makeSystem(ana)]
    const [drawn, deleted] = await Promise.all([
      ana.post('/data-map/flows', { sourceSystemId: from, targetSystemId: to }),
      ana.delete(`/data-map/systems/${to}`),
    ])
    assert.ok([201, 422].includes(drawn.status), String(drawn.status))
    assert.equal(deleted.status, 200)
    const { items } = (await ana.get('/data-map/flows?limit=100')).data
    assert.ok(!items.some(({ targetSystemId }: { targetSystemId: string }) => targetSystemId === to))
  }
})
