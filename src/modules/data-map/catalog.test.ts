import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()

async function system(fields: object, person: Person) {
  const reply = await person.post('/data-map/systems', { name: 'CRM de ventas', type: 'CRM', ...fields })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.data
}

async function flow(source: string, target: string, fields: object, person: Person) {
  const body = { sourceSystemId: source, targetSystemId: target, ...fields }
  const reply = await person.post('/data-map/flows', body)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.data
}

test('the catalogue of an empty map is all zeros, with the suggested values', async () => {
  const { status, data } = await (await api.tenant()).get('/data-map/catalog')
  assert.equal(status, 200)
  const { vocabulary, ...numbers } = data
  assert.deepEqual(numbers, {
    totalSystems: 0,
    totalFlows: 0,
    totalDataCategories: 0,
    internationalFlows: 0,
    systemsWithSensitiveData: 0,
    systemsByType: [],
    dataCategories: [],
  })
  assert.deepEqual(
    vocabulary.securityMeasures.map(({ value }: { value: string }) => value),
    [
      'ENCRYPTION',
      'ANONYMIZATION',
      'PSEUDONYMIZATION',
      'ACCESS_CONTROL',
      'LOGGING',
      'BACKUP',
      'NETWORK_SECURITY',
      'VULNERABILITY_MANAGEMENT',
    ],
  )
  assert.equal(vocabulary.dataCategories.length, 17)
  const values = (list: string) => vocabulary[list].map(({ value }: { value: string }) => value)
  assert.deepEqual(values('dataVolumes'), ['low', 'medium', 'high', 'massive'])
  for (const type of ['TEXTAREA', 'DATE', 'SELECT']) assert.ok(values('workflowFieldTypes').includes(type))
  for (const [list, terms] of Object.entries(vocabulary) as [string, { value: string; label: string }[]][]) {
    assert.ok(terms.length > 0, list)
    assert.equal(new Set(terms.map(({ value }) => value)).size, terms.length, list)
    for (const { label } of terms) assert.ok(label.length > 0, list)
  }
})

test('the catalogue counts systems, flows and categories of this organisation only', async () => {
  const person = await api.tenant()
  const a = await system({ dataCategories: ['name', 'health', 'name'] }, person)
  const b = await system({ dataCategories: ['name'] }, person)
  const c = await system({ type: 'ERP', hasSensitiveData: true }, person)
  await flow(a.id, b.id, { dataCategories: ['name', 'email'], isInternational: true }, person)
  await flow(b.id, c.id, { dataCategories: ['email'] }, person)
  await system({ dataCategories: ['rut'] }, await api.tenant())
  const { vocabulary: _, ...numbers } = (await person.get('/data-map/catalog')).data
  assert.deepEqual(numbers, {
    totalSystems: 3,
    totalFlows: 2,
    totalDataCategories: 3,
    internationalFlows: 1,
    systemsWithSensitiveData: 2,
    systemsByType: [
      { type: 'CRM', count: 2 },
      { type: 'ERP', count: 1 },
    ],
    dataCategories: [
      { category: 'name', systems: 2, flows: 1 },
      { category: 'health', systems: 1, flows: 0 },
      { category: 'email', systems: 0, flows: 2 },
    ],
  })
})
