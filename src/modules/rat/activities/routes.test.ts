import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity, makeSystem, NOBODY, newActivity } from '#test/kit/activities.ts'
import { openService } from '#test/kit/service.ts'
import { MOVES, STATES, type State } from '../rules.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const stranger = await api.tenant()
const viewer = await ana.colleague('VIEWER')
const systemId = await makeSystem(ana)

async function inState(state: State): Promise<string> {
  const id = await makeActivity(ana, { systemId })
  if (state !== 'draft') await ana.patch(`/rat/activities/${id}/status`, { status: state })
  return id
}

// ── creating and reading ──

test('a new activity is a draft and its detail shows everything that was sent', async () => {
  const sent = newActivity(systemId, {
    recipients: ['Plataforma de envío'],
    internationalTransfer: { exists: true, country: 'US', mechanism: 'contractual_clauses' },
    securityMeasures: ['ENCRYPTION', 'Doble factor'],
    legalBasisArticle: '12',
    consentWithdrawal: 'Enlace de baja',
    tenantId: 'ignored',
  })
  const created = await ana.post('/rat/activities', sent)
  assert.equal(created.status, 201)
  assert.equal(created.data.status, 'draft')
  assert.equal(created.data.name, sent.name)
  assert.ok(created.data.createdAt.endsWith('Z'))
  const { data, status } = await ana.get(`/rat/activities/${created.data.id}`)
  assert.equal(status, 200)
  const { tenantId, ...kept } = sent as Record<string, unknown>
  for (const [field, value] of Object.entries(kept)) assert.deepEqual(data[field], value, field)
  assert.deepEqual([data.riskLevel, data.dpiaRequired, data.hasSensitiveData], [null, false, false])
  assert.deepEqual(data.system, { id: systemId, name: 'CRM de ventas' })
  assert.deepEqual([data.processors, data.systems, data.flows, data.domains], [[], [], [], []])
})

test('a missing required field is named', async () => {
  const reply = await ana.post('/rat/activities', {})
  assert.equal(reply.status, 400)
  assert.deepEqual(
    reply.body.error.details.map(({ path }: { path: string }) => path).sort(),
    [
      'dataCategories',
      'legalBasis',
      'name',
      'purpose',
      'retentionPeriod',
      'subjectCategories',
      'systemId',
    ].sort(),
  )
})

test('an invalid body is 400', async () => {
  for (const wrong of [
    { name: ' ' },
    { name: 'x'.repeat(201) },
    { purpose: 7 },
    { legalBasis: 'because' },
    { dataCategories: ['dna'] },
    { dataCategories: 'name' },
    { dataCategories: [] },
    { subjectCategories: [] },
    { subjectCategories: [''] },
    { retentionPeriod: 'forever' },
    { systemId: '' },
    { systemId: ' ' },
    { systemId: null },
    { recipients: 'all' },
    { internationalTransfer: true },
    { internationalTransfer: { country: 'US' } },
    { internationalTransfer: { exists: 'yes' } },
    { controllerRole: 'boss' },
  ]) {
    const reply = await ana.post('/rat/activities', newActivity(systemId, wrong))
    assert.equal(reply.status, 400, JSON.stringify(wrong))
    assert.equal(reply.body.error.code, 'VALIDATION_ERROR')
  }
})

test('a system that is missing, malformed or of another organisation is 422, on creation and update', async () => {
  const foreign = await makeSystem(stranger)
  const id = await makeActivity(ana, { systemId })
  for (const wrong of [foreign, 'nada', NOBODY]) {
    for (const reply of [
      await ana.post('/rat/activities', newActivity(wrong)),
      await ana.put(`/rat/activities/${id}`, { systemId: wrong }),
    ]) {
      assert.equal(reply.status, 422)
      assert.equal(reply.body.error.details[0].path, 'systemId')
    }
  }
})

for (const category of [
  'health',
  'biometric',
  'ethnic_origin',
  'political',
  'religious',
  'sexual_orientation',
]) {
  test(`an activity with ${category} has sensitive data`, async () => {
    const id = await makeActivity(ana, { systemId, dataCategories: ['name', category] })
    assert.equal((await ana.get(`/rat/activities/${id}`)).data.hasSensitiveData, true)
  })
}

for (const category of ['criminal', 'minor_data', 'financial', 'location']) {
  test(`an activity with ${category} has no sensitive data`, async () => {
    const id = await makeActivity(ana, { systemId, dataCategories: [category] })
    assert.equal((await ana.get(`/rat/activities/${id}`)).data.hasSensitiveData, false)
  })
}

// ── listing ──

test('the list is paged, newest first, and each filter narrows it', async () => {
  const rosa = await api.tenant()
  const system = await makeSystem(rosa)
  const plain = await makeActivity(rosa, { systemId: system, name: 'Uno' })
  const clinical = await makeActivity(rosa, {
    systemId: system,
    name: 'Dos',
    legalBasis: 'legal_obligation',
    dataCategories: ['health'],
  })
  const risky = await makeActivity(rosa, { systemId: system, name: 'Tres' })
  await rosa.patch(`/rat/activities/${plain}/status`, { status: 'published' })
  await rosa.post(`/rat/activities/${risky}/calculate-risk`, {
    riskFactors: {
      dataVolume: 'massive',
      sensitiveData: false,
      internationalTransfer: true,
      automatedDecision: false,
    },
  })

  const ids = async (query: string) => {
    const reply = await rosa.get(`/rat/activities${query}`)
    assert.equal(reply.status, 200, query)
    return reply.data.items.map(({ id }: { id: string }) => id)
  }
  assert.deepEqual(await ids(''), [risky, clinical, plain])
  assert.deepEqual(await ids('?limit=1&page=2'), [clinical])
  assert.deepEqual((await rosa.get('/rat/activities?limit=2')).data.pagination, {
    page: 1,
    limit: 2,
    total: 3,
    totalPages: 2,
  })
  assert.deepEqual(await ids('?page=9'), [])
  assert.deepEqual(await ids('?status=published'), [plain])
  assert.deepEqual(await ids('?legalBasis=legal_obligation'), [clinical])
  assert.deepEqual(await ids('?hasSensitiveData=true'), [clinical])
  assert.deepEqual(await ids('?hasSensitiveData=false&status=draft'), [risky])
  assert.deepEqual(await ids('?riskLevel=high'), [risky])
  assert.deepEqual(await ids('?riskLevel=low'), [])
  assert.deepEqual(await ids('?riskLevel=&status=published'), [plain])
  assert.deepEqual(await ids('?dpiaRequired=true'), [risky, clinical])
  assert.deepEqual(await ids('?dpiaRequired=false'), [plain])
  const [item] = (await rosa.get('/rat/activities?status=published')).data.items
  for (const field of 'id name purpose legalBasis dataCategories subjectCategories retentionPeriod status systemId createdAt updatedAt'.split(
    ' ',
  )) {
    assert.ok(item[field] !== undefined && item[field] !== null, field)
  }
})

test('the list filters by day of review and by area, and shows the area', async () => {
  const owner = await api.tenant()
  const own = await makeSystem(owner)
  const make = (name: string, fields: object) => makeActivity(owner, { name, systemId: own, ...fields })
  await make('Pronto', { reviewAt: '2027-01-31', responsibleArea: 'Ventas' })
  await make('Después', { reviewAt: '2027-06-30', responsibleArea: 'Ventas' })
  await make('Nunca', {})
  const gone = await make('Archivada', { reviewAt: '2027-01-31' })
  await owner.patch(`/rat/activities/${gone}/status`, { status: 'archived' })
  const names = async (query: string) =>
    (await owner.get(`/rat/activities?sort=name&${query}`)).data.items.map(
      ({ name }: { name: string }) => name,
    )
  assert.deepEqual(await names('reviewUntil=2027-01-31'), ['Pronto'])
  assert.deepEqual(await names('reviewUntil=2027-12-31'), ['Después', 'Pronto'])
  assert.deepEqual(await names('responsibleArea=Ventas&reviewUntil=2027-02-01'), ['Pronto'])
  assert.deepEqual(await names('reviewUntil=2027-12-31&status=archived'), [], 'it waits for no review')
  assert.deepEqual(await names('status=archived'), ['Archivada'])
  const { items, pagination } = (await owner.get('/rat/activities?responsibleArea=Ventas')).data
  assert.deepEqual([items[0].responsibleArea, pagination.total], ['Ventas', 2])
  assert.equal((await owner.get('/rat/activities?reviewUntil=pronto')).status, 400)
  const file = (await owner.get('/governance/export/rat?q=pronto&responsibleArea=Ventas')).raw.toString()
  assert.ok(file.includes('Pronto') && !file.includes('Después') && !file.includes('Nunca'))
  assert.equal((await owner.get('/governance/export/rat?status=otro')).status, 400)
})

test('filters outside the closed lists are 400', async () => {
  for (const query of [
    'status=open',
    'legalBasis=x',
    'hasSensitiveData=si',
    'dpiaRequired=2',
    'limit=101',
    'page=0',
  ]) {
    assert.equal((await ana.get(`/rat/activities?${query}`)).status, 400, query)
  }
})

// ── updating ──

test('an update changes sent fields; null clears optional ones; sensitivity follows the categories', async () => {
  const id = await makeActivity(ana, {
    systemId,
    recipients: ['Uno'],
    retentionNote: 'Nota',
    internationalTransfer: { exists: true, country: 'BR', mechanism: 'bcr' },
  })
  const other = await makeSystem(ana, { name: 'ERP' })
  const first = await ana.put(`/rat/activities/${id}`, {
    dataCategories: ['health', 'health', 'name'],
    systemId: other,
  })
  assert.equal(first.status, 200)
  assert.deepEqual(first.data.dataCategories, ['health', 'name'])
  assert.equal(first.data.hasSensitiveData, true)
  assert.equal(first.data.system.name, 'ERP')
  assert.deepEqual(first.data.recipients, ['Uno'])
  const second = await ana.put(`/rat/activities/${id}`, {
    recipients: null,
    retentionNote: null,
    internationalTransfer: null,
    dataCategories: ['name'],
  })
  assert.deepEqual(second.data.recipients, [])
  assert.equal(second.data.retentionNote, null)
  assert.deepEqual(second.data.internationalTransfer, { exists: false, country: null, mechanism: null })
  assert.equal(second.data.hasSensitiveData, false)
  assert.equal(second.data.purpose, 'Enviar ofertas por correo a quienes se suscribieron')
  for (const field of ['name', 'purpose']) {
    assert.equal((await ana.put(`/rat/activities/${id}`, { [field]: null })).status, 400, field)
  }
})

// ── moves ──

const ALLOWED = new Set([
  'draft→published',
  'draft→archived',
  'published→draft',
  'published→archived',
  'archived→draft',
])

for (const from of STATES) {
  for (const to of STATES) {
    const open = ALLOWED.has(`${from}→${to}`)
    test(`${from} → ${to} is ${open ? 'allowed' : 'refused with 409'}`, async () => {
      assert.equal(MOVES[from].includes(to), open)
      const id = await inState(from)
      const reply = await ana.patch(`/rat/activities/${id}/status`, { status: to })
      assert.equal(reply.status, open ? 200 : 409)
      if (open) assert.equal(reply.data.status, to)
      else assert.equal(reply.body.error.code, 'CONFLICT')
      assert.equal((await ana.get(`/rat/activities/${id}`)).data.status, open ? to : from)
    })
  }
}

test('a state outside the contract is 400', async () => {
  const id = await makeActivity(ana, { systemId })
  for (const body of [{}, { status: 'done' }, { status: null }]) {
    assert.equal((await ana.patch(`/rat/activities/${id}/status`, body)).status, 400)
  }
})

test('publishing an incomplete activity is 422 with the missing fields; a complete one is published', async () => {
  const imported = await ana.post('/rat/bulk-import', {
    activities: [{ name: 'Importada', legalBasis: 'contract', purposes: 'Vender' }],
  })
  const { id } = imported.data.items[0]
  const refused = await ana.patch(`/rat/activities/${id}/status`, { status: 'published' })
  assert.equal(refused.status, 422)
  assert.deepEqual(
    refused.body.error.details.map(({ path }: { path: string }) => path),
    ['dataCategories', 'subjectCategories', 'retentionPeriod', 'systemId'],
  )
  await ana.put(`/rat/activities/${id}`, {
    dataCategories: ['name'],
    subjectCategories: ['customers'],
    retentionPeriod: '5_years',
    systemId,
  })
  const published = await ana.patch(`/rat/activities/${id}/status`, { status: 'published' })
  assert.equal(published.status, 200)
  assert.ok(published.data.publishedAt)
})

test('of two people who publish at once one wins and the other gets 409', async () => {
  const id = await makeActivity(ana, { systemId })
  const replies = await Promise.all(
    [1, 2].map(() => ana.patch(`/rat/activities/${id}/status`, { status: 'published' })),
  )
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
})

test('drafts and archived activities can be deleted; a published one cannot', async () => {
  for (const state of ['draft', 'archived'] as const) {
    const id = await inState(state)
    const reply = await ana.delete(`/rat/activities/${id}`)
    assert.deepEqual([reply.status, reply.body], [200, { success: true }])
    assert.equal((await ana.get(`/rat/activities/${id}`)).status, 404)
  }
  const id = await inState('published')
  const reply = await ana.delete(`/rat/activities/${id}`)
  assert.deepEqual([reply.status, reply.body.error.code], [409, 'CONFLICT'])
  assert.equal((await ana.get(`/rat/activities/${id}`)).status, 200)
})

test('of two people who delete at once one gets 404', async () => {
  const id = await makeActivity(ana, { systemId })
  const replies = await Promise.all([1, 2].map(() => ana.delete(`/rat/activities/${id}`)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 404])
})

test('deleting the system of an activity leaves the activity without it', async () => {
  const own = await makeSystem(ana)
  const id = await makeActivity(ana, { systemId: own })
  await ana.patch(`/rat/activities/${id}/status`, { status: 'published' })
  assert.equal((await ana.delete(`/data-map/systems/${own}`)).status, 200)
  const { data } = await ana.get(`/rat/activities/${id}`)
  assert.deepEqual([data.systemId, data.system, data.status], [null, null, 'published'])
})

test('publishing starts the organisation’s approval, and leaving the state ends it', async () => {
  const rosa = await api.tenant()
  const id = await makeActivity(rosa)
  const instance = async () => (await rosa.get(`/workflow-instances/entity/RAT/${id}`)).data
  const move = (status: State) => rosa.patch(`/rat/activities/${id}/status`, { status })
  await move('published')
  assert.equal(await instance(), null)
  await move('draft')
  const definition = await rosa.post('/workflows', {
    name: 'Visto bueno del registro',
    entityType: 'RAT',
    stages: [{ name: 'Revisión', order: 1, requiredRole: 'DPO', actions: [] }],
  })
  assert.equal(definition.status, 201)
  await move('published')
  const started = await instance()
  assert.deepEqual([started.status, started.entityId], ['ACTIVE', id])
  const approved = await rosa.post(`/workflow-instances/${started.id}/action`, {
    stageId: started.currentStageId,
    actionType: 'APPROVE',
  })
  assert.deepEqual([approved.status, approved.data.status], [200, 'COMPLETED'])
  assert.equal((await rosa.get(`/rat/activities/${id}`)).data.status, 'published')
  await move('draft')
  await move('published')
  assert.equal((await instance()).status, 'ACTIVE')
  await move('archived')
  assert.equal((await instance()).status, 'CANCELLED')
})

// ── rights ──

const FACTORS = {
  dataVolume: 'high',
  sensitiveData: true,
  internationalTransfer: true,
  automatedDecision: false,
}

test("another tenant's activity does not exist, nor does a malformed id", async () => {
  const id = await makeActivity(ana, { systemId })
  for (const path of [`/rat/activities/${id}`, '/rat/activities/nada', `/rat/activities/${NOBODY}`]) {
    const calls = [
      stranger.get(path),
      stranger.put(path, { name: 'Robada' }),
      stranger.patch(`${path}/status`, { status: 'archived' }),
      stranger.delete(path),
      stranger.get(`${path}/compliance-check`),
      stranger.post(`${path}/calculate-risk`, { riskFactors: FACTORS }),
    ]
    for (const reply of await Promise.all(calls)) {
      assert.deepEqual([reply.status, reply.body.error.code], [404, 'RESOURCE_NOT_FOUND'])
    }
  }
  assert.equal((await ana.get(`/rat/activities/${id}`)).data.name, 'Boletín mensual')
  assert.equal((await stranger.get('/rat/activities')).data.pagination.total, 0)
})

test('a VIEWER reads and previews, and changes nothing', async () => {
  const id = await makeActivity(ana, { systemId })
  const path = `/rat/activities/${id}`
  for (const reply of await Promise.all([
    viewer.get('/rat/activities'),
    viewer.get(path),
    viewer.get(`${path}/compliance-check`),
    viewer.post('/rat/activities/preview/calculate-risk', FACTORS),
  ])) {
    assert.equal(reply.status, 200)
  }
  for (const reply of await Promise.all([
    viewer.post('/rat/activities', newActivity(systemId)),
    viewer.put(path, { name: 'Otra' }),
    viewer.patch(`${path}/status`, { status: 'archived' }),
    viewer.post(`${path}/calculate-risk`, FACTORS),
    viewer.delete(path),
  ])) {
    assert.deepEqual([reply.status, reply.body.error.code], [403, 'FORBIDDEN'])
  }
  assert.equal((await api.anyone.get('/rat/activities')).status, 401)
  const analyst = await ana.colleague('ANALYST')
  assert.equal((await analyst.post('/rat/activities', newActivity(systemId))).status, 201)
})
