import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity, makeSystem } from '#test/kit/activities.ts'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()

const NONE = { yes: 0, no: 0 }
const counted = <K extends string>(rows: Record<K | 'count', unknown>[], key: K) =>
  Object.fromEntries(rows.map((row) => [row[key], row.count]))

test('an empty record has zero counts', async () => {
  const rosa = await api.tenant()
  const { status, data } = await rosa.get('/rat/stats')
  assert.equal(status, 200)
  assert.equal(data.total, 0)
  assert.deepEqual(counted(data.byStatus, 'status'), { draft: 0, published: 0, archived: 0 })
  assert.deepEqual([data.sensitiveData, data.internationalTransfers, data.dpiaRequired], [NONE, NONE, NONE])
  assert.deepEqual([data.byDataCategory, data.dpaStatus], [[], { signed: 0, pending: 0, notRequired: 0 }])
  assert.deepEqual((await rosa.get('/rat/geo-summary')).data, { markers: [] })
})

test('statistics count this tenant exactly', async () => {
  const rosa = await api.tenant()
  const noise = await api.tenant()
  await makeActivity(noise, { dataCategories: ['health'] })
  const systemId = await makeSystem(rosa)

  const published = await makeActivity(rosa, { systemId })
  await rosa.patch(`/rat/activities/${published}/status`, { status: 'published' })
  const archived = await makeActivity(rosa, {
    systemId,
    legalBasis: 'contract',
    dataCategories: ['health', 'name'],
  })
  await rosa.patch(`/rat/activities/${archived}/status`, { status: 'archived' })
  const abroad = await makeActivity(rosa, {
    systemId,
    internationalTransfer: { exists: true, country: 'US', mechanism: 'bcr' },
  })
  await rosa.post(`/rat/activities/${abroad}/calculate-risk`, { automatedDecision: true, dataVolume: 'low' })
  await rosa.post(`/rat/activities/${published}/calculate-risk`, { dataVolume: 'low' })
  await rosa.post('/rat/from-system', { systemId: await makeSystem(rosa, { name: 'SAP', type: 'X' }) })

  const { data } = await rosa.get('/rat/stats')
  assert.equal(data.total, 4)
  assert.deepEqual(counted(data.byStatus, 'status'), { draft: 2, published: 1, archived: 1 })
  assert.deepEqual(counted(data.byLegalBasis, 'legalBasis'), {
    consent: 2,
    contract: 1,
    legal_obligation: 0,
    vital_interest: 0,
    public_interest: 0,
    legitimate_interest: 0,
    unset: 1,
  })
  assert.deepEqual(counted(data.byRiskLevel, 'riskLevel'), { low: 1, medium: 1, high: 0, unassessed: 2 })
  assert.deepEqual(data.sensitiveData, { yes: 1, no: 3 })
  assert.deepEqual(data.internationalTransfers, { yes: 1, no: 3 })
  assert.deepEqual(data.dpiaRequired, { yes: 2, no: 2 })
  assert.deepEqual(data.byDataCategory, [
    { category: 'name', count: 3 },
    { category: 'email', count: 2 },
    { category: 'health', count: 1 },
  ])
  assert.deepEqual(data.dpaStatus, { signed: 0, pending: 0, notRequired: 4 })
})

async function processor(person: Person, name: string, dpaStatus: string): Promise<string> {
  return (await person.post('/processors', { name, dpaStatus })).data.id
}

test('an activity is signed if all its processors are, and pending if one is not', async () => {
  const rosa = await api.tenant()
  const signed = await processor(rosa, 'Firmado', 'SIGNED')
  const expired = await processor(rosa, 'Vencido', 'EXPIRED')
  const vendor = await makeSystem(rosa, { vendor: 'Firmado' })
  const plain = await makeSystem(rosa)

  await makeActivity(rosa, { systemId: plain })
  await makeActivity(rosa, { systemId: vendor })
  const mixed = await makeActivity(rosa, { systemId: vendor })
  await rosa.post(`/rat/activities/${mixed}/processors`, { processorId: expired })
  const byHand = await makeActivity(rosa, { systemId: plain })
  await rosa.post(`/rat/activities/${byHand}/processors`, { processorId: signed })
  const linked = await makeActivity(rosa, { systemId: plain })
  await rosa.post(`/rat/activities/${linked}/systems`, { systemId: vendor, role: 'STORAGE' })
  assert.deepEqual((await rosa.get('/rat/stats')).data.dpaStatus, { signed: 3, pending: 1, notRequired: 1 })

  await rosa.put(`/processors/${signed}`, { dpaStatus: 'PENDING' })
  assert.deepEqual((await rosa.get('/rat/stats')).data.dpaStatus, { signed: 0, pending: 4, notRequired: 1 })
})

test('the map shows processors, hosting and transfers, in every spelling of the country', async () => {
  const rosa = await api.tenant()
  const systemId = await makeSystem(rosa, { name: 'Nube', hostingCountry: 'EE.UU.', vendor: 'Andina' })
  const other = await makeSystem(rosa, { name: 'Local', hostingCountry: 'cl' })
  const id = await makeActivity(rosa, {
    systemId,
    internationalTransfer: { exists: true, country: 'Alemania', mechanism: 'contractual_clauses' },
  })
  await rosa.post(`/rat/activities/${id}/systems`, { systemId: other, role: 'STORAGE' })
  const manual = (await rosa.post('/processors', { name: 'Marciano', country: 'Marte' })).data.id
  await rosa.post(`/rat/activities/${id}/processors`, { processorId: manual })
  await makeActivity(rosa, { systemId: await makeSystem(rosa, { hostingCountry: '  ' }) })
  const gone = await makeActivity(rosa, { systemId })
  await rosa.patch(`/rat/activities/${gone}/status`, { status: 'archived' })

  const { status, data } = await rosa.get('/rat/geo-summary')
  assert.equal(status, 200)
  const named = { activityId: id, activityName: 'Boletín mensual' }
  assert.deepEqual(data.markers, [
    { ...named, country: 'CL', countryName: 'Chile', type: 'hosting', detail: 'Local' },
    { ...named, country: 'US', countryName: 'Estados Unidos', type: 'hosting', detail: 'Nube' },
    { ...named, country: 'US', countryName: 'Estados Unidos', type: 'processor', detail: 'Andina' },
    { ...named, country: 'Marte', countryName: 'Marte', type: 'processor', detail: 'Marciano' },
    { ...named, country: 'DE', countryName: 'Alemania', type: 'transfer', detail: 'contractual_clauses' },
  ])
  const viewer = await rosa.colleague('VIEWER')
  assert.equal((await viewer.get('/rat/geo-summary')).status, 200)
  assert.equal((await viewer.get('/rat/stats')).status, 200)
})
