import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant()
const system = async (name: string, fields: object = {}) =>
  (await ana.post('/data-map/systems', { name, type: 'CRM', ...fields })).data.id as string

const crm = await system('CRM', { vendor: 'Nube Andina', hostingCountry: 'US' })
const mail = await system('Correos', { hostingCountry: 'CL', hasSensitiveData: true })
const store = await system('Bodega')
const flow = (
  await ana.post('/data-map/flows', {
    sourceSystemId: crm,
    targetSystemId: mail,
    dataCategories: ['name', 'email'],
    isInternational: true,
  })
).data.id as string

test('one call returns the whole map: systems, who runs them, where, and which activities the flows serve', async () => {
  const activity = await ana.post('/rat/activities', {
    name: 'Boletín',
    purpose: 'Enviar ofertas',
    legalBasis: 'consent',
    dataCategories: ['email'],
    subjectCategories: ['clientes'],
    retentionPeriod: '1_year',
    systemId: crm,
    internationalTransfer: { exists: true, country: 'US', mechanism: 'contractual_clauses' },
  })
  assert.equal((await ana.post(`/rat/activities/${activity.data.id}/flows`, { flowId: flow })).status, 201)
  const { data } = await (await ana.colleague('VIEWER')).get('/data-map/graph')
  assert.deepEqual(new Set(data.systems.map(({ id }: { id: string }) => id)), new Set([crm, mail, store]))
  const [processor] = data.processors
  assert.deepEqual([data.processors.length, processor.name, processor.country], [1, 'Nube Andina', 'US'])
  assert.equal(data.systems.find(({ id }: { id: string }) => id === crm).processorId, processor.id)
  assert.deepEqual(data.countries, ['CL', 'US'])
  const [{ etag }] = data.flows
  assert.match(etag, /^"[0-9a-f]{32}"$/)
  assert.deepEqual(data.flows, [
    {
      id: flow,
      source: crm,
      target: mail,
      description: null,
      dataCategories: ['name', 'email'],
      isInternational: true,
      safeguards: null,
      etag,
      activities: [{ id: activity.data.id, name: 'Boletín', transferMechanism: 'contractual_clauses' }],
    },
  ])
  assert.deepEqual(data.activities, [
    {
      id: activity.data.id,
      name: 'Boletín',
      subjectCategories: ['clientes'],
      systemIds: [crm],
      transferExists: true,
      transferCountry: 'US',
      transferMechanism: 'contractual_clauses',
    },
  ])
  assert.equal(data.isWhole, true)
  const empty = (await (await api.tenant()).get('/data-map/graph')).data
  assert.deepEqual(empty, {
    systems: [],
    processors: [],
    countries: [],
    flows: [],
    activities: [],
    isWhole: true,
  })
})

test('an activity appears at each of its systems once; an archived one at none', async () => {
  const made = await ana.post('/rat/activities', {
    name: 'Atención',
    purpose: 'Responder consultas',
    legalBasis: 'contract',
    dataCategories: ['email'],
    subjectCategories: ['clientes'],
    retentionPeriod: '1_year',
    systemId: crm,
  })
  const path = `/rat/activities/${made.data.id}`
  for (const systemId of [crm, store]) await ana.post(`${path}/systems`, { systemId, role: 'STORAGE' })
  const shown = async () =>
    (await ana.get('/data-map/graph')).data.activities.find(({ id }: { id: string }) => id === made.data.id)
  assert.deepEqual(new Set((await shown()).systemIds), new Set([crm, store]))
  assert.equal((await shown()).systemIds.length, 2)
  assert.equal((await shown()).transferExists, false)
  assert.equal((await ana.patch(`${path}/status`, { status: 'archived' })).status, 200)
  assert.equal(await shown(), undefined)
})

test('a flow changes its ends and its data, and never joins a system with itself', async () => {
  const put = (body: object, by = ana) => by.put(`/data-map/flows/${flow}`, body)
  const changed = (await put({ targetSystemId: store, dataCategories: null, safeguards: 'Cláusulas' })).data
  assert.deepEqual(
    [changed.sourceSystemId, changed.targetSystemId, changed.dataCategories, changed.safeguards],
    [crm, store, [], 'Cláusulas'],
  )
  assert.equal((await put({ description: 'Diaria' })).data.safeguards, 'Cláusulas')
  assert.equal((await put({ targetSystemId: crm })).status, 422)
  assert.equal((await put({ targetSystemId: flow })).body.error.details[0].path, 'targetSystemId')
  assert.equal((await put({ description: 'x' }, await api.tenant())).status, 404)
  assert.equal((await put({ description: 'x' }, await ana.colleague('VIEWER'))).status, 403)
})

test("a flow of the map gives its version: overwriting somebody else's change is refused", async () => {
  const shown = async () => {
    const { data } = await ana.get('/data-map/graph')
    return data.flows.find(({ id }: { id: string }) => id === flow).etag as string
  }
  const save = (description: string, etag: string) =>
    ana.put(`/data-map/flows/${flow}`, { description }, { headers: { 'if-match': etag } })
  const etag = await shown()
  const first = await save('Carga nocturna', etag)
  assert.deepEqual([first.status, first.headers['etag']], [200, await shown()])
  const second = await save('Carga semanal', etag)
  assert.deepEqual([second.status, second.body.error.details[0].rule], [412, 'if-match'])
  assert.equal((await save('Carga semanal', await shown())).status, 200)
})
