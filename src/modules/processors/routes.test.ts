import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor } from '#db/context.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { ensureProcessor, findProcessor, setDpaStatus } from './public.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const NOBODY = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'
const NOBODY_ACTS: Actor = { type: 'system', id: undefined, name: undefined, role: undefined }

let counter = 0

async function processor(fields: object = {}, person: Person = ana) {
  counter += 1
  const reply = await person.post('/processors', { name: `Encargado ${counter}`, ...fields })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.data
}

async function system(vendor: string, person: Person = ana, name = 'CRM') {
  const reply = await person.post('/data-map/systems', { name, type: 'CRM', vendor })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.data
}

const FULL = {
  name: 'Nube Andina SpA',
  taxId: '76.543.210-3',
  country: 'Chile',
  contactName: 'Ana Rojas',
  contactEmail: 'privacidad@nubeandina.cl',
  services: 'Alojamiento y respaldo',
  dpaStatus: 'PENDING',
}

test('a processor stores the sent fields; its detail lists its systems', async () => {
  const person = await api.tenant()
  const created = await processor({ ...FULL, source: 'system', tenantId: NOBODY }, person)
  const { id, createdAt, updatedAt, risk, ...fields } = created
  assert.deepEqual([risk.level, risk.points], ['medium', 4])
  assert.deepEqual(fields, { ...FULL, source: 'manual', reviewAt: null, systems: [] })
  assert.equal(createdAt, updatedAt)
  const [first, second] = [
    await system('nube andina spa', person, 'CRM'),
    await system('NUBE ANDINA SPA', person, 'ERP'),
  ]
  const detail = await person.get(`/processors/${id}`)
  assert.equal(detail.status, 200)
  assert.deepEqual(detail.data, {
    ...created,
    systems: [
      { id: second.id, name: 'ERP' },
      { id: first.id, name: 'CRM' },
    ],
  })
  const { systems: _, ...item } = created
  assert.deepEqual((await person.get('/processors')).data, {
    items: [item],
    pagination: { page: 1, limit: 20, total: 1, totalPages: 1 },
  })
})

test('a name is enough; everything else is then unknown and no contract signed', async () => {
  const {
    id: _1,
    name: _2,
    createdAt: _3,
    updatedAt: _4,
    risk: _5,
    ...rest
  } = await processor({ taxId: null })
  assert.deepEqual(rest, {
    taxId: null,
    country: null,
    contactName: null,
    contactEmail: null,
    services: null,
    dpaStatus: 'NONE',
    source: 'manual',
    reviewAt: null,
    systems: [],
  })
})

test('an invalid body is 400, on creation and on update', async () => {
  const { id } = await processor()
  for (const wrong of [
    { name: '' },
    { name: null },
    { name: 'x'.repeat(201) },
    { taxId: 'x'.repeat(51) },
    { contactEmail: 'no es correo' },
    { dpaStatus: 'signed' },
    { country: 56 },
    { services: 'x'.repeat(10_001) },
  ]) {
    for (const reply of [
      await ana.post('/processors', { name: 'Correcto', ...wrong }),
      await ana.put(`/processors/${id}`, wrong),
    ]) {
      assert.equal(reply.status, 400, JSON.stringify(wrong))
      assert.equal(reply.body.error.code, 'VALIDATION_ERROR')
    }
  }
  assert.equal((await ana.post('/processors', {})).status, 400)
})

test('an update changes sent fields, clears null ones and leaves the others', async () => {
  const before = await processor({ ...FULL, name: 'Por cambiar' })
  const reply = await ana.put(`/processors/${before.id}`, {
    name: 'POR CAMBIAR',
    services: null,
    dpaStatus: 'SIGNED',
  })
  assert.equal(reply.status, 200)
  assert.deepEqual(reply.data, {
    ...before,
    name: 'POR CAMBIAR',
    services: null,
    dpaStatus: 'SIGNED',
    risk: reply.data.risk,
    updatedAt: reply.data.updatedAt,
  })
  assert.deepEqual((await ana.get(`/processors/${before.id}`)).data, reply.data)
  assert.equal((await ana.put(`/processors/${before.id}`, { dpaStatus: null })).data.dpaStatus, 'NONE')
})

test('a blank optional text counts as missing', async () => {
  const blanks = { taxId: ' ', country: '', contactName: ' ', contactEmail: '', services: ' ' }
  const nones = { taxId: null, country: null, contactName: null, contactEmail: null, services: null }
  const made = await processor(blanks)
  assert.deepEqual({ ...made, ...nones }, made)
  const full = await processor({ ...FULL, name: 'Con todo' })
  const { data, status } = await ana.put(`/processors/${full.id}`, blanks)
  assert.equal(status, 200)
  assert.deepEqual({ ...full, ...nones, updatedAt: data.updatedAt }, data)
})

test('a processor sent back unchanged keeps the end of its contract', async () => {
  const { id } = await processor()
  const end = new Date(Date.now() + 60_000)
  await api.access.actFor(ana.tenantId, NOBODY_ACTS, {}, (ctx) => setDpaStatus(ctx, id, 'SIGNED', end))
  const shown = (await ana.get(`/processors/${id}`)).data
  assert.equal((await ana.put(`/processors/${id}`, { ...shown, services: 'Más' })).data.dpaStatus, 'SIGNED')
  const state = async () => (await ana.get(`/processors/${id}`)).data.dpaStatus
  api.clock.set(end)
  const over = await state()
  assert.equal((await ana.put(`/processors/${id}`, { dpaStatus: 'SIGNED' })).data.dpaStatus, 'SIGNED')
  api.clock.advance(1)
  const byHand = await state()
  api.clock.release()
  assert.deepEqual([over, byHand], ['EXPIRED', 'SIGNED'])
})

test('two processors cannot share a name, ignoring case and accents', async () => {
  const person = await api.tenant()
  const first = await processor({ name: 'Café Ñandú' }, person)
  const second = await processor({ name: 'Otro' }, person)
  for (const reply of [
    await person.post('/processors', { name: 'CAFE   nandu' }),
    await person.put(`/processors/${second.id}`, { name: 'cafe ñandú' }),
  ]) {
    assert.equal(reply.status, 409)
    assert.equal(reply.body.error.code, 'CONFLICT')
  }
  assert.equal((await person.put(`/processors/${first.id}`, { name: 'café nandu' })).status, 200)
  await processor({ name: 'Café Ñandú' }, await api.tenant())
  const race = await Promise.all([1, 2].map(() => person.post('/processors', { name: 'A la vez' })))
  assert.deepEqual(race.map(({ status }) => status).sort(), [201, 409])
})

test('processors are listed newest first, in pages, by contract state and by words of the name', async () => {
  const person = await api.tenant()
  for (const [name, dpaStatus] of [
    ['Computación Andina', 'SIGNED'],
    ['100% Datos', 'SIGNED'],
    ['Correos_Sur', 'PENDING'],
  ])
    await processor({ name, dpaStatus }, person)
  const names = async (query: string) =>
    (await person.get(`/processors${query}`)).data.items.map(({ name }: { name: string }) => name)
  assert.deepEqual(await names(''), ['Correos_Sur', '100% Datos', 'Computación Andina'])
  assert.deepEqual(await names('?dpaStatus=SIGNED'), ['100% Datos', 'Computación Andina'])
  assert.deepEqual(await names('?dpaStatus=EXPIRED'), [])
  assert.deepEqual(await names('?q=COMPUTACION'), ['Computación Andina'])
  assert.deepEqual(await names(`?q=${encodeURIComponent('andi  computación')}`), ['Computación Andina'])
  assert.deepEqual(await names('?q=100%25'), ['100% Datos'])
  assert.deepEqual(await names('?q=_'), [])
  assert.deepEqual(await names('?q=sur'), ['Correos_Sur'])
  assert.deepEqual(await names('?q=%5C'), [])
  assert.deepEqual(await names('?q='), ['Correos_Sur', '100% Datos', 'Computación Andina'])
  assert.deepEqual(await names('?q=datos&dpaStatus=PENDING'), [])
  assert.deepEqual(await names('?page=2&limit=2'), ['Computación Andina'])
  for (const query of ['limit=101', 'limit=0', 'page=0', 'dpaStatus=OTRO', 'q=%00', `q=${'x'.repeat(201)}`])
    assert.equal((await person.get(`/processors?${query}`)).status, 400, query)
})

test('an unused processor can be deleted, once', async () => {
  const { id } = await processor()
  const replies = await Promise.all([ana.delete(`/processors/${id}`), ana.delete(`/processors/${id}`)])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 404])
  assert.equal((await ana.get(`/processors/${id}`)).status, 404)
})

test('a processor that runs systems cannot be deleted, and the refusal names them', async () => {
  const person = await api.tenant()
  const { processorId, id } = await system('Nube', person, 'CRM de ventas')
  for (let n = 1; n <= 6; n++) await system('Nube', person, `Sistema ${n}`)
  const refused = await person.delete(`/processors/${processorId}`)
  assert.equal(refused.status, 409)
  assert.equal(refused.body.error.code, 'CONFLICT')
  assert.match(refused.body.error.message, /«Sistema 6».* y 2 más/)
  const { items } = (await person.get('/data-map/systems')).data
  for (const other of items) if (other.id !== id) await person.delete(`/data-map/systems/${other.id}`)
  assert.match(
    (await person.delete(`/processors/${processorId}`)).body.error.message,
    /proveedor de «CRM de ventas»\./,
  )
  await person.put(`/data-map/systems/${id}`, { vendor: null })
  assert.equal((await person.delete(`/processors/${processorId}`)).status, 200)
})

test('any other reference to a processor prevents its deletion with a 409', async () => {
  const { engine } = api.access.database
  for (const action of ['restrict', 'no action']) {
    const { id } = await processor()
    const table = `pointing_${action.replace(' ', '_')}`
    await engine.asOwner(`create table ${table} (tenant_id uuid, processor_id uuid,
      foreign key (tenant_id, processor_id) references processors on delete ${action})`)
    await engine.asOwner(`insert into ${table} values ('${ana.tenantId}', '${id}')`)
    const reply = await ana.delete(`/processors/${id}`)
    assert.equal(reply.status, 409, action)
    assert.equal(reply.body.error.code, 'CONFLICT')
    assert.equal((await ana.get(`/processors/${id}`)).status, 200)
    await engine.asOwner(`drop table ${table}`)
  }
})

test('a system created during the deletion of its processor ends with an existing processor', async () => {
  const person = await api.tenant()
  for (let round = 0; round < 5; round++) {
    const vendor = `Fugaz ${round}`
    const { id } = await processor({ name: vendor }, person)
    const [made, deleted] = await Promise.all([system(vendor, person), person.delete(`/processors/${id}`)])
    assert.ok([200, 409].includes(deleted.status), String(deleted.status))
    const found = (await person.get(`/data-map/systems/${made.id}`)).data.processorId
    assert.equal(found === id, deleted.status === 409)
    assert.equal((await person.get(`/processors/${found}`)).status, 200)
  }
})

test('another organisation’s processor or a malformed id is not found', async () => {
  const { id } = await processor()
  const stranger = await api.tenant()
  for (const path of [id, NOBODY, 'nada']) {
    for (const reply of [
      await stranger.get(`/processors/${path}`),
      await stranger.put(`/processors/${path}`, { name: 'Mío' }),
      await stranger.delete(`/processors/${path}`),
    ]) {
      assert.equal(reply.status, 404)
      assert.equal(reply.body.error.code, 'RESOURCE_NOT_FOUND')
    }
  }
  assert.equal((await stranger.get('/processors')).data.pagination.total, 0)
})

test('every role reads, ANALYST and above write, anonymous calls do neither', async () => {
  const { id } = await processor()
  const viewer = await ana.colleague('VIEWER')
  for (const path of ['/processors', `/processors/${id}`]) {
    assert.equal((await viewer.get(path)).status, 200)
    assert.equal((await api.anyone.get(path)).status, 401)
  }
  for (const reply of [
    await viewer.post('/processors', { name: 'Nuevo' }),
    await viewer.put(`/processors/${id}`, { name: 'Nuevo' }),
    await viewer.delete(`/processors/${id}`),
  ]) {
    assert.equal(reply.status, 403)
    assert.equal(reply.body.error.code, 'FORBIDDEN')
  }
  await processor({}, await ana.colleague('ANALYST'))
})

test('other modules find processors and set their contract state', async () => {
  const person = await api.tenant()
  const [a, b] = [await system('Nube', person), await system('nube', person)]
  assert.equal(a.processorId, b.processorId)
  await api.access.actFor(person.tenantId, NOBODY_ACTS, {}, async (ctx) => {
    await setDpaStatus(ctx, a.processorId, 'SIGNED')
    assert.equal((await findProcessor(ctx, a.processorId))?.dpa_status, 'SIGNED')
    assert.equal(await findProcessor(ctx, NOBODY), undefined)
    assert.equal((await ensureProcessor(ctx, 'NUBE', 'CL')).id, a.processorId)
  })
  const { data } = await person.get(`/processors/${a.processorId}`)
  assert.deepEqual([data.dpaStatus, data.country], ['SIGNED', 'CL'])
})
