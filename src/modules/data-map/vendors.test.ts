import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })

async function system(fields: object = {}, person: Person = ana) {
  const reply = await person.post('/data-map/systems', { name: 'CRM de ventas', type: 'CRM', ...fields })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.data
}

test('systems of one vendor share a processor, however it is spelled', async () => {
  const first = await system({ vendor: 'Café  Ñandú S.A.' })
  for (const vendor of ['cafe nandu s.a.', '  CAFÉ ÑANDÚ S.A. ']) {
    const other = await system({ vendor })
    assert.equal(other.vendor, vendor)
    assert.equal(other.processorId, first.processorId)
  }
  const { data } = await ana.get(`/processors/${first.processorId}`)
  assert.deepEqual(
    [data.name, data.source, data.dpaStatus, data.systems.length],
    ['Café  Ñandú S.A.', 'system', 'NONE', 3],
  )
  assert.equal((await system({ vendor: '   ' })).processorId, null)
})

test('systems created at once with a new vendor yield one processor', async () => {
  const person = await api.tenant()
  const made = await Promise.all(['Nube', 'NUBE', 'nube', 'Nubé'].map((vendor) => system({ vendor }, person)))
  assert.equal(new Set(made.map(({ processorId }) => processorId)).size, 1)
  assert.equal((await person.get('/processors')).data.pagination.total, 1)
})

test('the country of a processor comes from the first system that says one', async () => {
  const person = await api.tenant()
  const { processorId, id } = await system({ vendor: 'Nube' }, person)
  const country = async () => (await person.get(`/processors/${processorId}`)).data.country
  assert.equal(await country(), null)
  await person.put(`/data-map/systems/${id}`, { hostingCountry: 'Brasil' })
  assert.equal(await country(), 'Brasil')
  await system({ vendor: 'nube', hostingCountry: 'US' }, person)
  await person.put(`/data-map/systems/${id}`, { hostingCountry: 'AR' })
  assert.equal(await country(), 'Brasil')
  const late = await system({ vendor: 'Otra' }, person)
  const same = await system({ vendor: 'Otra', hostingCountry: 'PE' }, person)
  assert.equal(same.processorId, late.processorId)
  assert.equal((await person.get(`/processors/${late.processorId}`)).data.country, 'PE')
})

test('a system changes processor with its vendor, and the processor it had stays', async () => {
  const person = await api.tenant()
  const { id, processorId } = await system({ vendor: 'Nube' }, person)
  const put = async (patch: object) => (await person.put(`/data-map/systems/${id}`, patch)).data
  assert.equal((await put({ vendor: 'NUBE', name: 'Otro nombre' })).processorId, processorId)
  const moved = await put({ vendor: 'Otra', hostingCountry: 'CL' })
  assert.notEqual(moved.processorId, processorId)
  assert.equal((await person.get(`/processors/${moved.processorId}`)).data.country, 'CL')
  assert.equal((await put({ vendor: null })).processorId, null)
  assert.equal((await person.get('/processors')).data.pagination.total, 2)
  assert.equal((await put({ vendor: 'nube' })).processorId, processorId)
})

test('a processor whose name was corrected stays with the systems that have it', async () => {
  const person = await api.tenant()
  const { id, processorId } = await system({ vendor: 'Nuve' }, person)
  await person.put(`/processors/${processorId}`, { name: 'Nube Andina SpA' })
  for (const patch of [{ owner: 'TI' }, { vendor: 'Nuve' }, { hostingCountry: 'CL' }])
    assert.equal((await person.put(`/data-map/systems/${id}`, patch)).data.processorId, processorId)
  assert.equal((await person.get('/processors')).data.pagination.total, 1)
})

test('a vendor of the same name in another organisation is another processor', async () => {
  const vendor = 'Proveedor de todos'
  const mine = await system({ vendor })
  const theirs = await system({ vendor }, await api.tenant())
  assert.notEqual(mine.processorId, theirs.processorId)
})
