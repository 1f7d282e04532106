import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant()

const stages = [
  { id: 'revision', name: 'Revisión', order: 1, requiredRole: 'DPO', slaDays: 5, slaWarningDays: 2 },
  {
    id: 'firma',
    name: 'Firma',
    order: 2,
    actions: [{ id: 'ok', type: 'APPROVE', label: 'Firmar' }],
    fields: [{ id: 'f', name: 'fecha', label: 'Fecha', type: 'DATE', required: true }],
    conditions: [{ field: 'monto', operator: 'gt', value: 10 }],
    parallelStages: [{ id: 'ti', name: 'TI', requiredRole: 'ANALYST' }],
    autoAdvance: true,
  },
]
const valid = { name: 'Aprobación', entityType: 'CUSTOM', stages }
const webhook = {
  url: 'https://integraciones.ejemplo.cl/flujos',
  events: ['workflow.started', 'stage.approve'],
  secret: 'un-secreto-compartido',
  enabled: true,
}

const create = async (body: object = {}, person = ana) =>
  (await person.post('/workflows', { ...valid, ...body })).data

test('a definition is created with version 1 and stores the sent fields', async () => {
  const reply = await ana.post('/workflows', { ...valid, description: 'Dos etapas', webhooks: [webhook] })
  assert.equal(reply.status, 201)
  const { data } = reply
  assert.deepEqual(
    [data.name, data.description, data.entityType, data.version, data.isActive, data.isSystem],
    ['Aprobación', 'Dos etapas', 'CUSTOM', 1, true, false],
  )
  assert.deepEqual([data.createdBy, data.stageCount, data.createdAt], [ana.userId, 2, data.updatedAt])
  assert.deepEqual(
    data.stages.map((stage: { id: string }) => stage.id),
    ['revision', 'firma'],
  )
  const [revision, firma] = data.stages
  assert.equal(revision.actions.length, 4, 'no actions: all four')
  assert.deepEqual([revision.requiredRole, revision.slaDays, revision.slaWarningDays], ['DPO', 5, 2])
  assert.deepEqual(firma.actions, [{ id: 'ok', type: 'APPROVE', label: 'Firmar' }])
  assert.deepEqual(firma.fields, [
    { id: 'f', name: 'fecha', label: 'Fecha', type: 'DATE', required: true, options: [] },
  ])
  assert.deepEqual(firma.conditions, [{ field: 'monto', operator: 'gt', value: 10 }])
  assert.deepEqual(firma.parallelStages, [{ id: 'ti', name: 'TI', requiredRole: 'ANALYST' }])
  assert.deepEqual([firma.requiredRole, firma.autoAdvance], ['ANALYST', true])
  const { id, ...shown } = data.webhooks[0]
  assert.ok(id)
  assert.deepEqual(shown, webhook)
  assert.deepEqual((await ana.get(`/workflows/${data.id}`)).data, data)
})

test('an invalid body is 400 with the path of each fault', async () => {
  const stage = { name: 'A' }
  for (const [body, path] of [
    [{ name: undefined }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ entityType: 'INVOICE' }, 'entityType'],
    [{ entityType: undefined }, 'entityType'],
    [{ stages: undefined }, 'stages'],
    [{ stages: [] }, 'stages'],
    [{ stages: {} }, 'stages'],
    [{ stages: [{}] }, 'stages[0].name'],
    [{ stages: [{ ...stage, order: '1' }] }, 'stages[0].order'],
    [{ stages: [{ ...stage, requiredRole: 'JEFE' }] }, 'stages[0].requiredRole'],
    [{ stages: [{ ...stage, actions: [{ type: 'SIGN' }] }] }, 'stages[0].actions[0].type'],
    [{ stages: [{ ...stage, slaDays: -1 }] }, 'stages[0].slaDays'],
    [{ stages: [{ ...stage, autoAdvance: 'yes' }] }, 'stages[0].autoAdvance'],
    [{ stages: [stage, { ...stage, fields: [{ type: 'DATE' }] }] }, 'stages[1].fields[0].name'],
    [{ stages: [{ ...stage, parallelStages: [{ name: '' }] }] }, 'stages[0].parallelStages[0].name'],
    [
      { stages: [{ ...stage, conditions: [{ field: 'x', operator: 'like', value: 1 }] }] },
      'stages[0].conditions[0].operator',
    ],
    [
      { stages: [{ ...stage, parallelStages: [{ name: 'S', requiredRole: 'X' }] }] },
      'stages[0].parallelStages[0].requiredRole',
    ],
    [{ webhooks: [{ ...webhook, url: 'ftp://ejemplo.cl' }] }, 'webhooks[0].url'],
    [{ webhooks: [{ ...webhook, url: 'ejemplo' }] }, 'webhooks[0].url'],
    [{ webhooks: [{ ...webhook, url: undefined }] }, 'webhooks[0].url'],
    [{ webhooks: [{ ...webhook, events: ['stage.skipped'] }] }, 'webhooks[0].events[0]'],
    [{ webhooks: [{ ...webhook, events: undefined }] }, 'webhooks[0].events'],
    [{ webhooks: [{ ...webhook, enabled: 'si' }] }, 'webhooks[0].enabled'],
  ] as [object, string][]) {
    const reply = await ana.post('/workflows', { ...valid, ...body })
    assert.deepEqual([reply.status, reply.body.error?.code], [400, 'VALIDATION_ERROR'], JSON.stringify(body))
    assert.ok(
      reply.body.error.details.some((detail: { path: string }) => detail.path === path),
      `${path}: ${JSON.stringify(reply.body.error.details)}`,
    )
  }
})

test('a blank optional field counts as not sent', async () => {
  const made = await create({
    description: '',
    stages: [
      {
        id: '',
        name: 'A',
        description: '',
        actions: [{ id: ' ', type: 'APPROVE', label: '' }],
        fields: [{ id: '', name: 'x', label: '', type: '', options: [{ value: 'y', label: '' }] }],
        parallelStages: [{ id: '', name: 'S', label: '' }],
      },
    ],
    webhooks: [{ ...webhook, id: '', secret: '' }],
  })
  const [stage] = made.stages
  assert.deepEqual([made.description, stage.description], [null, null])
  assert.deepEqual(
    [stage.actions[0].label, stage.fields[0].label, stage.fields[0].type, stage.fields[0].options[0].label],
    ['Aprobar', 'x', 'TEXT', 'y'],
  )
  for (const { id } of [stage, stage.actions[0], stage.fields[0], stage.parallelStages[0], made.webhooks[0]])
    assert.ok(id.trim())
  const [{ secret }] = made.webhooks
  assert.ok(secret.length >= 32)
  const again = await ana.put(`/workflows/${made.id}`, { webhooks: [{ ...webhook, secret: ' ' }] })
  assert.equal(again.data.webhooks[0].secret, secret)
})

test('repeated stage ids are 422', async () => {
  const reply = await ana.post('/workflows', {
    ...valid,
    stages: [
      { id: 'a', name: 'A' },
      { id: 'a', name: 'B' },
    ],
  })
  assert.deepEqual([reply.status, reply.body.error.code], [422, 'VALIDATION_ERROR'])
  assert.equal(reply.body.error.details[0].path, 'stages[1].id')
})

test('field types are an open list, and options have two forms', async () => {
  const fields = [
    { name: 'a', type: 'SIGNATURE' },
    { name: 'b', type: 'SELECT', options: ['x', { value: 'y', label: 'Y' }] },
  ]
  const made = await create({ stages: [{ name: 'A', fields }] })
  assert.equal(made.stages[0].fields[0].type, 'SIGNATURE')
  assert.deepEqual(made.stages[0].fields[1].options, ['x', { value: 'y', label: 'Y' }])
})

test('the list is newest first, with pages, filtered by entity type', async () => {
  const eva = await api.tenant()
  const first = await create({ entityType: 'DSAR', name: 'Uno' }, eva)
  const second = await create({ entityType: 'DSAR', name: 'Dos' }, eva)
  const all = await eva.get('/workflows')
  assert.equal(all.status, 200)
  assert.deepEqual(
    all.data.workflows.slice(0, 2).map((row: { id: string }) => row.id),
    [second.id, first.id],
  )
  assert.deepEqual(all.data.pagination, { page: 1, limit: 20, total: 4, totalPages: 1 })
  assert.equal(all.data.workflows[0].stageCount, 2)
  const page = await eva.get('/workflows?entityType=DSAR&page=2&limit=1')
  assert.deepEqual(
    [page.data.workflows.length, page.data.workflows[0].id, page.data.pagination.total],
    [1, first.id, 2],
  )
  assert.equal((await eva.get('/workflows?entityType=NADA')).status, 400)
  assert.equal((await eva.get('/workflows?limit=101')).status, 400)
  await eva.delete(`/workflows/${first.id}`)
  assert.equal((await eva.get('/workflows?isActive=false')).data.workflows[0].id, first.id)
})

test('every tenant has built-in approvals for DPIA and privacy policy that nobody can change', async () => {
  const eva = await api.tenant()
  const { workflows } = (await eva.get('/workflows')).data
  assert.deepEqual(workflows.map((row: { entityType: string }) => row.entityType).sort(), [
    'DPIA',
    'PRIVACY_POLICY',
  ])
  for (const row of workflows) {
    assert.deepEqual([row.isSystem, row.isActive, row.version, row.stageCount], [true, true, 1, 1])
    assert.equal(row.stages[0].requiredRole, 'DPO')
    for (const reply of [
      await eva.put(`/workflows/${row.id}`, { name: 'Otro' }),
      await eva.delete(`/workflows/${row.id}`),
    ])
      assert.deepEqual([reply.status, reply.body.error.code], [409, 'CONFLICT'])
  }
})

test('an update changes sent fields; different stages raise the version, equal ones do not', async () => {
  const made = await create({ description: 'x', webhooks: [webhook] })
  const put = async (body: object) => (await ana.put(`/workflows/${made.id}`, body)).data
  const renamed = await put({ name: 'Otro nombre', description: null })
  assert.deepEqual([renamed.name, renamed.description, renamed.version], ['Otro nombre', null, 1])
  assert.deepEqual(renamed.stages, made.stages)
  assert.equal((await put({ stages })).version, 1, 'as they were sent')
  assert.equal((await put({ stages: made.stages })).version, 1, 'as they were shown')
  const changed = await put({ stages: [...made.stages, { name: 'Tercera', order: 3 }] })
  assert.deepEqual([changed.version, changed.stageCount], [2, 3])
  assert.equal((await put({ stages: changed.stages })).version, 2)
  assert.equal((await ana.put(`/workflows/${made.id}`, { stages: [] })).status, 400)
  assert.equal((await ana.put(`/workflows/${made.id}`, { entityType: 'X' })).status, 400)
})

test('missing ids are generated, and sending the same body back keeps them', async () => {
  const bare = [{ name: 'A', fields: [{ name: 'x' }] }, { name: 'B' }]
  const made = await create({ stages: bare })
  const again = (await ana.put(`/workflows/${made.id}`, { stages: bare })).data
  assert.deepEqual([again.version, again.stages], [1, made.stages])
})

test('deleting is soft, repeatable and reversible', async () => {
  const made = await create()
  const reply = await ana.delete(`/workflows/${made.id}`)
  assert.deepEqual([reply.status, reply.body], [200, { success: true }])
  assert.equal((await ana.get(`/workflows/${made.id}`)).data.isActive, false)
  assert.equal((await ana.delete(`/workflows/${made.id}`)).status, 200)
  const start = await ana.post(`/workflows/${made.id}/start`, { entityType: 'CUSTOM', entityId: newId() })
  assert.deepEqual([start.status, start.body.error.code], [400, 'WORKFLOW_ERROR'])
  assert.equal((await ana.put(`/workflows/${made.id}`, { isActive: true })).data.isActive, true)
})

test('a definition with active instances can be neither deleted nor deactivated', async () => {
  const made = await create({ stages: [{ id: 'a', name: 'A' }] })
  const { data: instance } = await ana.post(`/workflows/${made.id}/start`, {
    entityType: 'CUSTOM',
    entityId: newId(),
  })
  for (const reply of [
    await ana.delete(`/workflows/${made.id}`),
    await ana.put(`/workflows/${made.id}`, { isActive: false }),
  ])
    assert.deepEqual([reply.status, reply.body.error.code], [409, 'HAS_ACTIVE_INSTANCES'])
  await ana.post(`/workflow-instances/${instance.id}/action`, { stageId: 'a', actionType: 'REJECT' })
  assert.equal((await ana.delete(`/workflows/${made.id}`)).status, 200)
})

test('a concurrent start and delete leave no active instance on an inactive definition', async () => {
  for (let round = 0; round < 5; round += 1) {
    const made = await create({ stages: [{ id: 'a', name: 'A' }] })
    const [start, remove] = await Promise.all([
      ana.post(`/workflows/${made.id}/start`, { entityType: 'CUSTOM', entityId: newId() }),
      ana.delete(`/workflows/${made.id}`),
    ])
    assert.ok((start.status === 201) !== (remove.status === 200), `${start.status} ${remove.status}`)
  }
})

test('an unknown, malformed or foreign id is 404 NOT_FOUND', async () => {
  const stranger = await api.tenant()
  const foreign = await create({}, stranger)
  for (const id of [foreign.id, newId(), 'nada', '%20', `${foreign.id}x`]) {
    for (const reply of [
      await ana.get(`/workflows/${id}`),
      await ana.put(`/workflows/${id}`, { name: 'x' }),
      await ana.delete(`/workflows/${id}`),
      await ana.get(`/workflows/${id}/deliveries`),
      await ana.post(`/workflows/${id}/deliveries/${newId()}/redeliver`),
      await ana.post(`/workflows/${id}/start`, { entityType: 'CUSTOM', entityId: 'x' }),
    ])
      assert.deepEqual([reply.status, reply.body.error.code], [404, 'NOT_FOUND'], id)
  }
  const mine = await create()
  for (const deliveryId of [newId(), 'nada']) {
    const reply = await ana.post(`/workflows/${mine.id}/deliveries/${deliveryId}/redeliver`)
    assert.deepEqual([reply.status, reply.body.error.code], [404, 'RESOURCE_NOT_FOUND'])
  }
})

test('everyone reads, OWNER and ADMIN edit', async () => {
  const made = await create()
  for (const role of ['ADMIN', 'DPO', 'APPROVER', 'ANALYST', 'VIEWER'] as const) {
    const person = await ana.colleague(role)
    assert.equal((await person.get('/workflows')).status, 200)
    assert.equal((await person.get(`/workflows/${made.id}`)).status, 200)
    assert.equal((await person.get(`/workflows/${made.id}/deliveries`)).status, 200)
    const defines = role === 'ADMIN'
    assert.equal((await person.post('/workflows', valid)).status, defines ? 201 : 403, role)
    assert.equal((await person.put(`/workflows/${made.id}`, { name: 'x' })).status, defines ? 200 : 403)
    assert.equal((await person.delete(`/workflows/${made.id}`)).status, defines ? 200 : 403)
    const again = await person.post(`/workflows/${made.id}/deliveries/${newId()}/redeliver`)
    assert.equal(again.status, defines ? 404 : 403)
  }
  assert.equal((await api.anyone.get('/workflows')).status, 401)
})

// ── webhooks ──

test('secrets are stored sealed and shown only to ADMIN and above', async () => {
  const made = await create({ webhooks: [webhook] })
  const [admin, dpo] = await Promise.all([ana.colleague('ADMIN'), ana.colleague('DPO')])
  assert.equal((await admin.get(`/workflows/${made.id}`)).data.webhooks[0].secret, webhook.secret)
  const seen = await dpo.get(`/workflows/${made.id}`)
  assert.deepEqual([seen.data.webhooks[0].url, seen.data.webhooks[0].secret], [webhook.url, null])
  assert.ok((await ana.get('/workflows')).raw.includes(webhook.secret))
  assert.ok(!(await dpo.get('/workflows')).raw.includes(webhook.secret))
  const stored = await api.access.asSystem('a test looks at the row', (db) =>
    db
      .selectFrom('workflow_definitions')
      .select('webhooks')
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow(),
  )
  assert.ok(!JSON.stringify(stored).includes(webhook.secret))
  const log = await api.access.asSystem('a test looks at the log', (db) =>
    db.selectFrom('audit_log').select('changes').where('entity_id', '=', made.id).execute(),
  )
  assert.ok(log.length > 0)
  assert.ok(!/secretSealed|un-secreto/.test(JSON.stringify(log)))
})

test('a webhook sent back without its secret keeps it; a new one gets one', async () => {
  const { id, webhooks } = await create({ webhooks: [webhook] })
  const [kept] = webhooks
  const put = async (sent: object[] | null) => (await ana.put(`/workflows/${id}`, { webhooks: sent })).data
  const masked = await put([{ ...kept, secret: null, enabled: false }])
  assert.deepEqual(masked.webhooks, [{ ...kept, enabled: false }])
  const byUrl = await put([{ url: webhook.url, events: ['workflow.completed'] }])
  assert.deepEqual(byUrl.webhooks, [{ ...kept, events: ['workflow.completed'], enabled: true }])
  const rotated = await put([{ ...kept, secret: 'otro' }])
  assert.deepEqual([rotated.webhooks[0].id, rotated.webhooks[0].secret], [kept.id, 'otro'])
  const fresh = await put([{ url: 'https://otra.ejemplo.cl', events: ['stage.reject', 'stage.reject'] }])
  assert.deepEqual(fresh.webhooks[0].events, ['stage.reject'])
  assert.ok(fresh.webhooks[0].secret.length >= 32)
  assert.equal(fresh.version, 1)
  assert.deepEqual((await put(null)).webhooks, [])
  const twice = await ana.put(`/workflows/${id}`, {
    webhooks: [
      { ...webhook, id: 'w' },
      { ...webhook, id: 'w' },
    ],
  })
  assert.equal(twice.status, 422)
})

// ── plans ──

test('STARTER may have two definitions: the third is 402 PLAN_REQUIRED until one is deleted', async () => {
  const eva = await api.tenant({ plan: 'STARTER' })
  const first = await create({}, eva)
  await create({}, eva)
  const third = await eva.post('/workflows', valid)
  assert.deepEqual([third.status, third.body.error.code], [402, 'PLAN_REQUIRED'])
  await eva.delete(`/workflows/${first.id}`)
  assert.equal((await eva.post('/workflows', valid)).status, 201)
  const revived = await eva.put(`/workflows/${first.id}`, { isActive: true })
  assert.deepEqual([revived.status, revived.body.error.code], [402, 'PLAN_REQUIRED'])
})

test('the limit holds for concurrent requests', async () => {
  const eva = await api.tenant({ plan: 'STARTER' })
  const replies = await Promise.all([1, 2, 3, 4, 5].map(() => eva.post('/workflows', valid)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 201, 402, 402, 402])
})

test('other plans have no limit', async () => {
  const eva = await api.tenant({ plan: 'PROFESSIONAL' })
  for (let count = 0; count < 4; count += 1) assert.equal((await eva.post('/workflows', valid)).status, 201)
})
