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

test('systems of one vendor share a processor, however its name is spelled', async () => {
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

test('systems created at once with a new vendor create one processor', async () => {
  const person = await api.tenant()
  const made = await Promise.all(['Nube', 'NUBE', 'nube', 'Nubé'].map((vendor) => system({ vendor }, person)))
  assert.equal(new Set(made.map(({ processorId }) => processorId)).size, 1)
  assert.equal((await person.get('/processors')).data.pagination.total, 1)
})

test("a processor's country comes from the first system that gives one, and follows it", async () => {
  const person = await api.tenant()
  const { processorId, id } = await system({ vendor: 'Nube' }, person)
  const country = async () => (await person.get(`/processors/${processorId}`)).data.country
  assert.equal(await country(), null)
  await person.put(`/data-map/systems/${id}`, { hostingCountry: 'Brasil' })
  assert.equal(await country(), 'Brasil')
  await system({ vendor: 'nube', hostingCountry: 'US' }, person)
  assert.equal(await country(), 'Brasil')
  await person.put(`/data-map/systems/${id}`, { hostingCountry: 'AR' })
  assert.equal(await country(), 'AR')
  await system({ vendor: 'nube', hostingCountry: 'AR' }, person)
  await person.put(`/data-map/systems/${id}`, { hostingCountry: 'PE' })
  assert.equal(await country(), 'AR', 'another system is still there')
  await person.put(`/processors/${processorId}`, { country: 'CL' })
  await person.put(`/data-map/systems/${id}`, { hostingCountry: 'UY' })
  assert.equal(await country(), 'CL', 'what was set by hand stays')
  const late = await system({ vendor: 'Otra' }, person)
  const same = await system({ vendor: 'Otra', hostingCountry: 'PE' }, person)
  assert.equal(same.processorId, late.processorId)
  assert.equal((await person.get(`/processors/${late.processorId}`)).data.country, 'PE')
})

test('a system changes its processor with its vendor, and the old processor stays', async () => {
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

test('a processor whose name was corrected keeps its systems', async () => {
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

test("a blank country counts as missing: the next system that gives one sets the processor's", async () => {
  const person = await api.tenant()
  const blank = await system({ vendor: 'Nube', hostingCountry: ' ' }, person)
  assert.equal(blank.hostingCountry, null)
  const country = async () => (await person.get(`/processors/${blank.processorId}`)).data.country
  assert.equal(await country(), null)
  await person.put(`/processors/${blank.processorId}`, { country: '' })
  assert.equal(await country(), null)
  // As older versions stored rows.
  await api.access.asSystem('a test keeps a blank', (db) =>
    db.updateTable('processors').set({ country: ' ' }).where('id', '=', blank.processorId).execute(),
  )
  await system({ vendor: 'nube', hostingCountry: ' US ' }, person)
  assert.equal(await country(), 'US')
})

test('a blank in any optional text of a system or a flow counts as missing', async () => {
  const texts = [
    'description',
    'owner',
    'hostingType',
    'hostingCountry',
    'vendor',
    'contractStatus',
    'contractExpiry',
  ]
  const blanks = Object.fromEntries(texts.map((field) => [field, ' ']))
  const nones = Object.fromEntries(texts.map((field) => [field, null]))
  const made = await system(blanks)
  assert.deepEqual({ ...made, ...nones }, made)
  const full = await system({
    ...Object.fromEntries(texts.map((field) => [field, 'algo'])),
    contractExpiry: '2027-12-31',
  })
  const cleared = await ana.put(`/data-map/systems/${full.id}`, blanks)
  assert.equal(cleared.status, 200)
  assert.deepEqual({ ...cleared.data, ...nones, processorId: null }, cleared.data)
  assert.equal((await ana.put(`/data-map/systems/${full.id}`, { contractExpiry: '31/12/2027' })).status, 400)
  const flow = await ana.post('/data-map/flows', {
    sourceSystemId: made.id,
    targetSystemId: full.id,
    description: '',
    safeguards: '  ',
  })
  assert.deepEqual([flow.status, flow.data.description, flow.data.safeguards], [201, null, null])
})
