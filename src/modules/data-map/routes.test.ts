import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const NOBODY = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'

async function system(fields: object = {}, person: Person = ana) {
  const reply = await person.post('/data-map/systems', { name: 'CRM de ventas', type: 'CRM', ...fields })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.data
}

async function flow(source: string, target: string, fields: object = {}, person: Person = ana) {
  const body = { sourceSystemId: source, targetSystemId: target, ...fields }
  const reply = await person.post('/data-map/flows', body)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.data
}

const FULL = {
  name: 'Ficha clínica',
  type: 'CLINICAL',
  description: 'Pacientes de la red',
  owner: 'Dirección médica',
  ownerEmail: 'medica@red.cl',
  hostingType: 'CLOUD',
  hostingCountry: 'Brasil',
  vendor: 'Salud en Línea Ltda.',
  dataCategories: ['rut', 'health', 'historial de vacunas'],
  hasSensitiveData: true,
  securityMeasures: ['ENCRYPTION', 'Sala con llave'],
  contractStatus: 'ACTIVE',
  contractExpiry: '2028-02-29',
  hasDpaClause: true,
}

// ── systems ──

test('a system stores every field as sent, and its detail and its list item show them all', async () => {
  const person = await api.tenant()
  const created = await system({ ...FULL, tenantId: NOBODY, id: 'mine' }, person)
  const { id, processorId, createdAt, updatedAt, ...fields } = created
  assert.deepEqual(fields, FULL)
  assert.notEqual(id, 'mine')
  assert.equal(createdAt, updatedAt)
  const detail = await person.get(`/data-map/systems/${id}`)
  assert.equal(detail.status, 200)
  assert.deepEqual(detail.data, created)
  const list = await person.get('/data-map/systems')
  assert.deepEqual(list.data, {
    items: [created],
    pagination: { page: 1, limit: 20, total: 1, totalPages: 1 },
  })
  assert.equal((await person.get(`/processors/${processorId}`)).data.name, FULL.vendor)
})

test('name and type are enough; other fields are empty, and null equals missing', async () => {
  const bare = await system()
  assert.deepEqual(
    [bare.description, bare.owner, bare.hostingType, bare.hostingCountry, bare.vendor, bare.processorId],
    [null, null, null, null, null, null],
  )
  assert.deepEqual([bare.dataCategories, bare.securityMeasures], [[], []])
  assert.deepEqual([bare.hasSensitiveData, bare.hasDpaClause], [false, false])
  assert.deepEqual([bare.contractStatus, bare.contractExpiry], [null, null])
  const nulls = Object.fromEntries(Object.keys(FULL).map((key) => [key, null]))
  const blank = await system({ ...nulls, name: 'CRM de ventas', type: 'CRM' })
  const { id: _1, createdAt: _2, updatedAt: _3, ...first } = bare
  const { id: _4, createdAt: _5, updatedAt: _6, ...second } = blank
  assert.deepEqual(first, second)
})

test('a body that violates the schema is 400 and names the field', async () => {
  for (const [wrong, path] of [
    [{ name: undefined }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: null }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ type: undefined }, 'type'],
    [{ type: '' }, 'type'],
    [{ type: 5 }, 'type'],
    [{ description: 'x'.repeat(10_001) }, 'description'],
    [{ owner: 'x'.repeat(201) }, 'owner'],
    [{ ownerEmail: 'a@x.cl, b@y.cl' }, 'ownerEmail'],
    [{ hostingType: 'x'.repeat(201) }, 'hostingType'],
    [{ vendor: ['x'] }, 'vendor'],
    [{ vendor: 'x'.repeat(201) }, 'vendor'],
    [{ dataCategories: 'health' }, 'dataCategories'],
    [{ dataCategories: [''] }, 'dataCategories[0]'],
    [{ dataCategories: [1] }, 'dataCategories[0]'],
    [{ dataCategories: Array(201).fill('x') }, 'dataCategories'],
    [{ hasSensitiveData: 'true' }, 'hasSensitiveData'],
    [{ securityMeasures: ['x'.repeat(501)] }, 'securityMeasures[0]'],
    [{ contractStatus: 5 }, 'contractStatus'],
    [{ contractExpiry: '2026-02-30' }, 'contractExpiry'],
    [{ contractExpiry: '2026-02-28T00:00:00Z' }, 'contractExpiry'],
    [{ hasDpaClause: 1 }, 'hasDpaClause'],
    [{ vendor: 'Nube\u0000' }, 'vendor'],
  ] as const) {
    const reply = await ana.post('/data-map/systems', { name: 'CRM', type: 'CRM', ...wrong })
    assert.equal(reply.status, 400, path)
    assert.equal(reply.body.error.code, 'VALIDATION_ERROR')
    assert.equal(reply.body.error.details[0].path, path)
  }
})

test('texts at their bounds are accepted, in any script', async () => {
  const created = await system({
    name: 'ñ'.repeat(200),
    type: '한'.repeat(200),
    description: '🦙'.repeat(10_000),
    vendor: '한'.repeat(200),
    contractStatus: '한'.repeat(200),
    dataCategories: Array(200).fill('x'.repeat(500)),
  })
  assert.equal(created.vendor, '한'.repeat(200))
  const found = await ana.get(`/data-map/systems?type=${encodeURIComponent('한'.repeat(200))}`)
  assert.equal(found.data.pagination.total, 1)
})

test('a sent flag for sensitive data counts; without one the data categories decide', async () => {
  for (const [fields, expected] of [
    [{ dataCategories: ['name', 'health'] }, true],
    [{ dataCategories: ['sexual_orientation'] }, true],
    [{ dataCategories: ['criminal', 'minor_data', 'financial'] }, false],
    [{ dataCategories: ['health'], hasSensitiveData: false }, false],
    [{ dataCategories: ['name'], hasSensitiveData: true }, true],
    [{ dataCategories: ['biometric'], hasSensitiveData: null }, true],
  ] as const) {
    assert.equal((await system(fields)).hasSensitiveData, expected, JSON.stringify(fields))
  }
  const { id } = await system({ dataCategories: ['name'] })
  const change = async (patch: object) =>
    (await ana.put(`/data-map/systems/${id}`, patch)).data.hasSensitiveData
  assert.equal(await change({ dataCategories: ['health'] }), true)
  assert.equal(await change({ name: 'Otro' }), true)
  assert.equal(await change({ dataCategories: null }), false)
  assert.equal(await change({ hasSensitiveData: true }), true)
  assert.equal(await change({ dataCategories: ['email'] }), true)
  assert.equal(await change({ hasSensitiveData: null }), false)
})

test('an update changes the sent fields, clears those sent as null and keeps the others', async () => {
  const before = await system(FULL)
  const reply = await ana.put(`/data-map/systems/${before.id}`, {
    name: 'Ficha nueva',
    contractExpiry: null,
    securityMeasures: null,
    hasDpaClause: null,
    contractStatus: 'EXPIRED',
  })
  assert.equal(reply.status, 200)
  assert.deepEqual(reply.data, {
    ...before,
    name: 'Ficha nueva',
    contractExpiry: null,
    securityMeasures: [],
    hasDpaClause: false,
    contractStatus: 'EXPIRED',
    updatedAt: reply.data.updatedAt,
  })
  assert.ok(reply.data.updatedAt > before.updatedAt)
  assert.deepEqual((await ana.get(`/data-map/systems/${before.id}`)).data, reply.data)
  assert.equal((await ana.put(`/data-map/systems/${before.id}`, {})).status, 200)
  for (const wrong of [{ name: null }, { name: '' }, { type: null }, { contractExpiry: 'mañana' }])
    assert.equal((await ana.put(`/data-map/systems/${before.id}`, wrong)).status, 400, JSON.stringify(wrong))
})

test('systems are listed newest first, in pages, filtered by type and contract status', async () => {
  const person = await api.tenant()
  for (const [name, type, contractStatus] of [
    ['uno', 'CRM', 'ACTIVE'],
    ['dos', 'ERP', 'ACTIVE'],
    ['tres', 'CRM', 'EXPIRED'],
    ['cuatro', 'CRM', undefined],
  ])
    await system({ name, type, contractStatus }, person)
  const names = async (query: string) =>
    (await person.get(`/data-map/systems${query}`)).data.items.map(({ name }: { name: string }) => name)
  assert.deepEqual(await names(''), ['cuatro', 'tres', 'dos', 'uno'])
  assert.deepEqual(await names('?type=CRM'), ['cuatro', 'tres', 'uno'])
  assert.deepEqual(await names('?contractStatus=ACTIVE'), ['dos', 'uno'])
  assert.deepEqual(await names('?type=CRM&contractStatus=ACTIVE'), ['uno'])
  assert.deepEqual(await names('?type=crm'), [])
  assert.deepEqual(await names('?type=CRM&contractStatus='), ['cuatro', 'tres', 'uno'])
  assert.deepEqual(await names('?page=2&limit=3'), ['uno'])
  const past = (await person.get('/data-map/systems?page=9&limit=3')).data
  assert.deepEqual(past, { items: [], pagination: { page: 9, limit: 3, total: 4, totalPages: 2 } })
  for (const query of ['limit=101', 'limit=0', 'page=0', 'page=x', 'type=%00', 'type=a&type=b'])
    assert.equal((await person.get(`/data-map/systems?${query}`)).status, 400, query)
})

// ── flows ──

test('a flow joins two systems and stores its fields; safeguards are only recommended', async () => {
  const person = await api.tenant()
  const [a, b] = [await system({}, person), await system({}, person)]
  const fields = {
    description: 'Carga nocturna',
    dataCategories: ['name', 'lo que sea'],
    isInternational: true,
    safeguards: 'Cláusulas contractuales',
  }
  const full = await flow(a.id, b.id, fields, person)
  const { id: _, createdAt: __, ...kept } = full
  assert.deepEqual(kept, { sourceSystemId: a.id, targetSystemId: b.id, ...fields })
  const bare = await flow(b.id, a.id.toUpperCase(), { isInternational: null }, person)
  assert.deepEqual(
    [bare.targetSystemId, bare.isInternational, bare.dataCategories, bare.safeguards],
    [a.id, false, [], null],
  )
  const abroad = await flow(a.id, b.id, { isInternational: true }, person)
  const list = (await person.get('/data-map/flows')).data
  assert.deepEqual(list.items, [abroad, bare, full])
  assert.deepEqual(list.pagination, { page: 1, limit: 20, total: 3, totalPages: 1 })
  assert.deepEqual((await person.get('/data-map/flows?page=2&limit=2')).data.items, [full])
  assert.equal((await person.get('/data-map/flows?limit=101')).status, 400)
})

test('a flow from a system to itself, or to a missing one, is 422', async () => {
  const { id } = await system()
  const foreign = await system({}, await api.tenant())
  const self = await ana.post('/data-map/flows', { sourceSystemId: id, targetSystemId: id.toUpperCase() })
  assert.equal(self.status, 422)
  assert.equal(self.body.error.code, 'VALIDATION_ERROR')
  for (const other of [foreign.id, NOBODY, 'nada']) {
    for (const [body, path] of [
      [{ sourceSystemId: id, targetSystemId: other }, 'targetSystemId'],
      [{ sourceSystemId: other, targetSystemId: id }, 'sourceSystemId'],
    ] as const) {
      const reply = await ana.post('/data-map/flows', body)
      assert.equal(reply.status, 422)
      assert.equal(reply.body.error.code, 'VALIDATION_ERROR')
      assert.deepEqual(
        reply.body.error.details.map((fault: { path: string }) => fault.path),
        [path],
      )
    }
  }
  const both = await ana.post('/data-map/flows', { sourceSystemId: 'nada', targetSystemId: NOBODY })
  assert.equal(both.body.error.details.length, 2)
})

test('a flow whose body violates the schema is 400', async () => {
  const [a, b] = [await system(), await system()]
  const valid = { sourceSystemId: a.id, targetSystemId: b.id }
  for (const wrong of [
    { sourceSystemId: undefined },
    { targetSystemId: undefined },
    { sourceSystemId: null },
    { targetSystemId: 7 },
    { isInternational: 'true' },
    { dataCategories: 'name' },
    { dataCategories: [' '] },
    { safeguards: 'x'.repeat(10_001) },
    { description: {} },
  ])
    assert.equal(
      (await ana.post('/data-map/flows', { ...valid, ...wrong })).status,
      400,
      JSON.stringify(wrong),
    )
})

test('a flow can be deleted only once', async () => {
  const { id } = await flow((await system()).id, (await system()).id)
  const replies = await Promise.all([
    ana.delete(`/data-map/flows/${id}`),
    ana.delete(`/data-map/flows/${id}`),
  ])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 404])
  assert.deepEqual(replies.find(({ status }) => status === 200)!.body, { success: true })
})

test('deleting a system deletes its flows only, and keeps its processor', async () => {
  const person = await api.tenant()
  const [a, b, c] = [
    await system({ vendor: 'Nube Andina' }, person),
    await system({}, person),
    await system({}, person),
  ]
  await flow(a.id, b.id, {}, person)
  await flow(c.id, a.id, {}, person)
  const other = await flow(b.id, c.id, {}, person)
  const reply = await person.delete(`/data-map/systems/${a.id}`)
  assert.deepEqual([reply.status, reply.body], [200, { success: true }])
  assert.deepEqual((await person.get('/data-map/flows')).data.items, [other])
  assert.equal((await person.get(`/data-map/systems/${a.id}`)).status, 404)
  assert.equal((await person.delete(`/data-map/systems/${a.id}`)).status, 404)
  assert.equal((await person.put(`/data-map/systems/${a.id}`, {})).status, 404)
  assert.deepEqual((await person.get(`/processors/${a.processorId}`)).data.systems, [])
})

test('a flow created while its system is deleted either goes with it or is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b] = [await system(), await system()]
    const [drawn, deleted] = await Promise.all([
      ana.post('/data-map/flows', { sourceSystemId: a.id, targetSystemId: b.id }),
      ana.delete(`/data-map/systems/${a.id}`),
    ])
    assert.equal(deleted.status, 200)
    assert.ok([201, 422].includes(drawn.status), String(drawn.status))
    if (drawn.status === 201) assert.equal((await ana.delete(`/data-map/flows/${drawn.data.id}`)).status, 404)
  }
})

// ── roles ──

test('records of another organisation, and malformed ids, are not found', async () => {
  const [a, b] = [await system(), await system()]
  const drawn = await flow(a.id, b.id)
  const stranger = await api.tenant()
  for (const id of [a.id, NOBODY, 'nada']) {
    for (const reply of [
      await stranger.get(`/data-map/systems/${id}`),
      await stranger.put(`/data-map/systems/${id}`, { name: 'Mío' }),
      await stranger.delete(`/data-map/systems/${id}`),
    ]) {
      assert.equal(reply.status, 404)
      assert.equal(reply.body.error.code, 'RESOURCE_NOT_FOUND')
    }
  }
  for (const id of [drawn.id, NOBODY, 'nada'])
    assert.equal((await stranger.delete(`/data-map/flows/${id}`)).status, 404)
  assert.equal((await stranger.get('/data-map/systems')).data.pagination.total, 0)
  assert.equal((await stranger.get('/data-map/flows')).data.pagination.total, 0)
  assert.deepEqual((await ana.get(`/data-map/systems/${a.id}`)).data, a)
})

test('every role reads, ANALYST and above write, and both need a session', async () => {
  const [a, b] = [await system(), await system()]
  const drawn = await flow(a.id, b.id)
  const viewer = await ana.colleague('VIEWER')
  for (const path of [
    '/data-map/catalog',
    '/data-map/systems',
    `/data-map/systems/${a.id}`,
    '/data-map/flows',
  ]) {
    assert.equal((await viewer.get(path)).status, 200, path)
    assert.equal((await api.anyone.get(path)).status, 401, path)
  }
  for (const reply of [
    await viewer.post('/data-map/systems', { name: 'CRM', type: 'CRM' }),
    await viewer.put(`/data-map/systems/${a.id}`, { name: 'CRM' }),
    await viewer.delete(`/data-map/systems/${a.id}`),
    await viewer.post('/data-map/flows', { sourceSystemId: a.id, targetSystemId: b.id }),
    await viewer.delete(`/data-map/flows/${drawn.id}`),
  ]) {
    assert.equal(reply.status, 403)
    assert.equal(reply.body.error.code, 'FORBIDDEN')
  }
  const analyst = await ana.colleague('ANALYST')
  await flow((await system({}, analyst)).id, a.id, {}, analyst)
})

test('the audit log has every change, including the flows of a deleted system and new processors', async () => {
  const person = await api.tenant()
  const [a, b] = [await system({ vendor: 'Nube' }, person), await system({}, person)]
  const drawn = await flow(a.id, b.id, {}, person)
  await person.put(`/data-map/systems/${a.id}`, { hostingCountry: 'CL' })
  await person.delete(`/data-map/systems/${a.id}`)
  const rows = await api.access.asSystem('a test reads the log', (db) =>
    db
      .selectFrom('audit_log')
      .select(['action', 'entity_type', 'changes'])
      .where('tenant_id', '=', person.tenantId)
      .where('entity_type', 'in', ['system', 'data_flow', 'processor'])
      .orderBy('id')
      .execute(),
  )
  assert.deepEqual(
    rows.map(({ action, entity_type }) => `${action} ${entity_type}`),
    [
      'create processor',
      'create system',
      'create system',
      'create data_flow',
      'update processor',
      'update system',
      'delete system',
    ],
  )
  assert.deepEqual(rows.at(-2)!.changes, { hosting_country: { old: null, new: 'CL' } })
  assert.deepEqual(rows.at(-1)!.changes['flows'], { old: [drawn.id], new: null })
})
