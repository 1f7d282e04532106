import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant()

const TWO = [
  { id: 'a', name: 'Revisión' },
  { id: 'b', name: 'Firma' },
]

async function define(stages: object[] = TWO, body: object = {}, person: Person = ana) {
  const reply = await person.post('/workflows', { name: 'Flujo', entityType: 'CUSTOM', stages, ...body })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.data
}

async function start(stages: object[] = TWO, person: Person = ana) {
  const { id } = await define(stages, {}, person)
  const reply = await person.post(`/workflows/${id}/start`, { entityType: 'CUSTOM', entityId: newId() })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.data
}

const act = (id: string, body: object, person: Person = ana) =>
  person.post(`/workflow-instances/${id}/action`, body)

const refusal = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
]

// ── starting ──

test('an instance starts ACTIVE at the first stage with the version of its definition', async () => {
  const definition = await define()
  const entityId = newId()
  const reply = await ana.post(`/workflows/${definition.id}/start`, { entityType: 'CUSTOM', entityId })
  assert.equal(reply.status, 201)
  const { id, startedAt, ...rest } = reply.data
  assert.ok(id && startedAt)
  assert.deepEqual(rest, {
    definitionId: definition.id,
    definitionVersion: 1,
    entityType: 'CUSTOM',
    entityId,
    currentStageId: 'a',
    status: 'ACTIVE',
    assignedTo: null,
    startedBy: ana.userId,
    completedAt: null,
  })
})

test('the entity may be kept elsewhere: any id is accepted, within its limit', async () => {
  const { id } = await define()
  const go = (entityId: unknown) => ana.post(`/workflows/${id}/start`, { entityType: 'CUSTOM', entityId })
  for (const right of [`FACTURA 2026/17 ñ ${newId()}`, newId() + 'x'.repeat(164)])
    assert.equal((await go(right)).status, 201)
  for (const wrong of [undefined, '', '  ', 5, null, 'x'.repeat(201)])
    assert.equal((await go(wrong)).status, 400)
})

test('an unknown entity type is 400, and one other than the definition’s is 422', async () => {
  const { id } = await define()
  const go = (entityType: unknown) => ana.post(`/workflows/${id}/start`, { entityType, entityId: newId() })
  assert.deepEqual(refusal(await go('FACTURA')), [400, 'VALIDATION_ERROR'])
  assert.deepEqual(refusal(await go(undefined)), [400, 'VALIDATION_ERROR'])
  assert.deepEqual(refusal(await go('DSAR')), [422, 'VALIDATION_ERROR'])
})

test('an entity has one active instance at a time, over all definitions', async () => {
  const [one, two] = [await define([{ id: 'a', name: 'A' }]), await define()]
  const body = { entityType: 'CUSTOM', entityId: newId() }
  const { data: first } = await ana.post(`/workflows/${one.id}/start`, body)
  for (const { id } of [one, two])
    assert.deepEqual(refusal(await ana.post(`/workflows/${id}/start`, body)), [409, 'CONFLICT'])
  await act(first.id, { stageId: 'a', actionType: 'APPROVE' })
  assert.equal((await ana.post(`/workflows/${two.id}/start`, body)).status, 201)
})

test('the letter case of an id does not matter', async () => {
  const { id } = await define()
  const entityId = newId()
  const go = (text: string) => ana.post(`/workflows/${id}/start`, { entityType: 'CUSTOM', entityId: text })
  const { data } = await go(entityId.toUpperCase())
  assert.equal(data.entityId, entityId)
  for (const text of [entityId, entityId.toUpperCase()]) {
    assert.deepEqual(refusal(await go(text)), [409, 'CONFLICT'])
    const latest = await ana.get(`/workflow-instances/entity/CUSTOM/${text}`)
    assert.equal(latest.data.id, data.id)
  }
  const reassignTo = ana.userId.toUpperCase()
  await act(data.id, { stageId: 'a', actionType: 'REASSIGN', reassignTo })
  const { events } = (await ana.get(`/workflow-instances/${data.id.toUpperCase()}`)).data
  assert.equal(events.at(-1).assignedTo, ana.userId)
})

test('of several concurrent starts, one succeeds', async () => {
  const { id } = await define()
  const body = { entityType: 'CUSTOM', entityId: newId() }
  const replies = await Promise.all([1, 2, 3, 4].map(() => ana.post(`/workflows/${id}/start`, body)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409, 409, 409])
})

test('people can start built-in definitions by hand', async () => {
  const { workflows } = (await ana.get('/workflows?entityType=DPIA')).data
  const reply = await ana.post(`/workflows/${workflows[0].id}/start`, { entityType: 'DPIA', entityId: 'x' })
  assert.deepEqual([reply.status, reply.data.currentStageId], [201, 'aprobacion'])
})

// ── acting ──

test('APPROVE goes through the stages; the last one completes', async () => {
  const { id, definitionId, entityId } = await start()
  const first = await act(id, { stageId: 'a', actionType: 'APPROVE', notes: 'Conforme' })
  assert.equal(first.status, 200)
  assert.deepEqual(
    [first.data.currentStageId, first.data.status, first.data.completedAt],
    ['b', 'ACTIVE', null],
  )
  const last = await act(id, { stageId: 'b', actionType: 'APPROVE' })
  assert.equal(last.status, 200)
  assert.equal(last.data.status, 'COMPLETED')
  assert.ok(last.data.completedAt)
  assert.deepEqual(
    [last.data.id, last.data.definitionId, last.data.entityType, last.data.entityId],
    [id, definitionId, 'CUSTOM', entityId],
  )
  assert.deepEqual(refusal(await act(id, { stageId: 'b', actionType: 'APPROVE' })), [400, 'WORKFLOW_ERROR'])
})

test('the other spelling of the action works the same', async () => {
  const { id } = await start()
  const reply = await ana.post(`/workflows/${id}/action`, { stageId: 'a', actionType: 'APPROVE' })
  assert.deepEqual([reply.status, reply.data.currentStageId], [200, 'b'])
  const rejected = await ana.post(`/workflows/${id}/action`, { stageId: 'b', actionType: 'REJECT' })
  assert.deepEqual([rejected.data.status, rejected.data.currentStageId], ['REJECTED', 'b'])
  assert.ok(rejected.data.completedAt)
})

test('REQUEST_INFO and REASSIGN keep stage and state; the assignee must be a member', async () => {
  const { id } = await start()
  const pedro = await ana.colleague('DPO')
  const asked = await act(id, { stageId: 'a', actionType: 'REQUEST_INFO', notes: 'Falta el anexo' })
  assert.deepEqual([asked.status, asked.data.status, asked.data.currentStageId], [200, 'ACTIVE', 'a'])
  const given = await act(id, { stageId: 'a', actionType: 'REASSIGN', reassignTo: pedro.userId })
  assert.deepEqual([given.data.assignedTo, given.data.currentStageId], [pedro.userId, 'a'])
  const stranger = await api.tenant()
  for (const reassignTo of [stranger.userId, newId(), 'nadie'])
    assert.deepEqual(refusal(await act(id, { stageId: 'a', actionType: 'REASSIGN', reassignTo })), [
      422,
      'VALIDATION_ERROR',
    ])
  assert.deepEqual(refusal(await act(id, { stageId: 'a', actionType: 'REASSIGN' })), [
    400,
    'VALIDATION_ERROR',
  ])
  const moved = await act(id, { stageId: 'a', actionType: 'APPROVE', reassignTo: 'nadie' })
  assert.deepEqual([moved.status, moved.data.assignedTo], [200, null])
})

test('an invalid form of an action is 400 with details', async () => {
  const { id } = await start()
  for (const [body, path] of [
    [{ actionType: 'APPROVE' }, 'stageId'],
    [{ stageId: 'a' }, 'actionType'],
    [{ stageId: 'a', actionType: 'SIGN' }, 'actionType'],
    [{ stageId: 'a', actionType: 'APPROVE', notes: 'x'.repeat(2001) }, 'notes'],
    [{ stageId: 'a', actionType: 'APPROVE', notes: 5 }, 'notes'],
    [{ stageId: 'a', actionType: 'APPROVE', fieldValues: [] }, 'fieldValues'],
    [{ stageId: 5, actionType: 'APPROVE' }, 'stageId'],
  ] as [object, string][]) {
    const reply = await act(id, body)
    assert.deepEqual(refusal(reply), [400, 'VALIDATION_ERROR'])
    assert.equal(reply.body.error.details[0].path, path)
  }
  const longest = { stageId: 'a', actionType: 'APPROVE', notes: 'x'.repeat(2000), subStageId: null }
  assert.equal((await act(id, longest)).status, 200)
})

test('a blank optional field counts as not sent', async () => {
  const { id } = await start()
  const blank = { stageId: 'a', subStageId: '', reassignTo: ' ', notes: '', fieldValues: null }
  assert.deepEqual(refusal(await act(id, { ...blank, actionType: 'REASSIGN' })), [400, 'VALIDATION_ERROR'])
  const { status, data } = await act(id, { ...blank, actionType: 'APPROVE' })
  assert.deepEqual([status, data.currentStageId], [200, 'b'])
  const { subStageCompletions, events } = (await ana.get(`/workflow-instances/${id}`)).data
  assert.deepEqual([subStageCompletions, events.at(-1).subStageId, events.at(-1).notes], [[], null, null])
})

test('a wrong stage, an action that is not offered and an unknown sub-stage are WORKFLOW_ERROR', async () => {
  const { id } = await start([{ id: 'a', name: 'A', actions: [{ type: 'APPROVE' }] }])
  for (const body of [
    { stageId: 'b', actionType: 'APPROVE' },
    { stageId: 'a', actionType: 'REJECT' },
    { stageId: 'a', actionType: 'APPROVE', subStageId: 'x' },
  ])
    assert.deepEqual(refusal(await act(id, body)), [400, 'WORKFLOW_ERROR'], JSON.stringify(body))
})

test('fields of the stage: required, DATE, SELECT; faults are reported together', async () => {
  const { id } = await start([
    {
      id: 'a',
      name: 'A',
      fields: [
        { name: 'motivo', label: 'Motivo', type: 'TEXTAREA', required: true },
        { name: 'fecha', label: 'Fecha', type: 'DATE', required: false },
        { name: 'nivel', label: 'Nivel', type: 'SELECT', required: false, options: ['alto', 'bajo'] },
      ],
    },
  ])
  const missing = await act(id, { stageId: 'a', actionType: 'APPROVE' })
  assert.deepEqual(refusal(missing), [400, 'VALIDATION_ERROR'])
  assert.deepEqual(missing.body.error.details, [
    { path: 'fieldValues.motivo', message: '«Motivo» es obligatorio.' },
  ])
  const wrong = await act(id, {
    stageId: 'a',
    actionType: 'REQUEST_INFO',
    fieldValues: { fecha: '31-12-2026', nivel: 'medio' },
  })
  assert.deepEqual(
    wrong.body.error.details.map((detail: { path: string }) => detail.path),
    ['fieldValues.fecha', 'fieldValues.nivel'],
  )
  const fieldValues = { motivo: 'Cumple', fecha: '2026-12-31', nivel: 'alto', otro: 'x' }
  const done = await act(id, { stageId: 'a', actionType: 'APPROVE', fieldValues })
  assert.deepEqual([done.status, done.data.status], [200, 'COMPLETED'])
  const detail = (await ana.get(`/workflow-instances/${id}`)).data
  assert.deepEqual(detail.fieldValues, { motivo: 'Cumple', fecha: '2026-12-31', nivel: 'alto' })
})

test('parallel sub-stages: the main APPROVE requires all of them', async () => {
  const { id } = await start([
    {
      id: 'a',
      name: 'A',
      requiredRole: 'ADMIN',
      parallelStages: [
        { id: 'legal', name: 'Legal' },
        { id: 'ti', name: 'TI', requiredRole: 'ANALYST' },
      ],
    },
  ])
  const main = { stageId: 'a', actionType: 'APPROVE' }
  const analyst = await ana.colleague('ANALYST', 'Eva Ríos')
  assert.deepEqual(refusal(await act(id, main)), [400, 'WORKFLOW_ERROR'])
  assert.deepEqual(refusal(await act(id, { ...main, subStageId: 'legal' }, analyst)), [403, 'FORBIDDEN'])
  const done = await act(id, { ...main, subStageId: 'ti', notes: 'Bien' }, analyst)
  assert.deepEqual([done.status, done.data.currentStageId], [200, 'a'])
  assert.deepEqual(refusal(await act(id, { ...main, subStageId: 'ti' })), [400, 'WORKFLOW_ERROR'])
  assert.deepEqual(refusal(await act(id, main)), [400, 'WORKFLOW_ERROR'])
  assert.equal((await act(id, { ...main, subStageId: 'legal' })).status, 200)
  const { subStageCompletions } = (await ana.get(`/workflow-instances/${id}`)).data
  const { completedAt, ...first } = subStageCompletions[0]
  assert.ok(completedAt)
  assert.deepEqual(first, {
    stageId: 'a',
    subStageId: 'ti',
    completedBy: analyst.userId,
    completedByName: 'Eva Ríos',
    notes: 'Bien',
  })
  assert.equal(subStageCompletions.length, 2)
  assert.equal((await act(id, main)).data.status, 'COMPLETED')
})

test('two reviewers can complete different sub-stages at once', async () => {
  const parts = ['1', '2', '3', '4'].map((id) => ({ id, name: id }))
  const { id } = await start([{ id: 'a', name: 'A', autoAdvance: true, parallelStages: parts }])
  const replies = await Promise.all(
    parts.map((part) => act(id, { stageId: 'a', actionType: 'APPROVE', subStageId: part.id })),
  )
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  assert.equal((await ana.get(`/workflow-instances/${id}`)).data.status, 'COMPLETED')
})

test('conditions skip stages depending on the fields', async () => {
  const { id } = await start([
    { id: 'a', name: 'A', fields: [{ name: 'monto' }] },
    { id: 'b', name: 'B', conditions: [{ field: 'monto', operator: 'gt', value: 100 }] },
    { id: 'c', name: 'C' },
  ])
  const reply = await act(id, { stageId: 'a', actionType: 'APPROVE', fieldValues: { monto: 50 } })
  assert.equal(reply.data.currentStageId, 'c')
  const { events } = (await ana.get(`/workflow-instances/${id}`)).data
  assert.deepEqual(
    events.map((event: { type: string; stageId: string }) => `${event.type} ${event.stageId}`),
    ['workflow.started a', 'stage.approve a', 'stage.skipped b'],
  )
})

test('of several concurrent actions exactly one wins, and the others get WORKFLOW_ERROR', async () => {
  for (const actionType of ['APPROVE', 'REJECT']) {
    const { id } = await start()
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => act(id, { stageId: 'a', actionType })))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 400, 400, 400, 400])
    for (const { status, body } of replies)
      if (status === 400) assert.equal(body.error.code, 'WORKFLOW_ERROR')
    const { events } = (await ana.get(`/workflow-instances/${id}`)).data
    assert.equal(events.filter((event: { actionType: string }) => event.actionType !== null).length, 1)
  }
})

// ── roles ──

test('ANALYST and above start and act, within the role of the stage', async () => {
  const definition = await define([{ id: 'a', name: 'A', requiredRole: 'APPROVER' }])
  for (const [role, atEndpoint, atStage] of [
    ['ADMIN', true, true],
    ['DPO', true, true],
    ['APPROVER', true, true],
    ['ANALYST', true, false],
    ['VIEWER', false, false],
  ] as const) {
    const person = await ana.colleague(role)
    const body = { entityType: 'CUSTOM', entityId: newId() }
    const started = await person.post(`/workflows/${definition.id}/start`, body)
    assert.equal(started.status, atEndpoint ? 201 : 403, role)
    const id = atEndpoint
      ? started.data.id
      : (await ana.post(`/workflows/${definition.id}/start`, body)).data.id
    const acted = await act(id, { stageId: 'a', actionType: 'APPROVE' }, person)
    assert.equal(acted.status, atStage ? 200 : 403, role)
    if (!atStage) assert.equal(acted.body.error.code, 'FORBIDDEN')
    assert.equal((await person.get(`/workflow-instances/${id}`)).status, 200)
    assert.equal((await person.get(`/workflow-instances/entity/CUSTOM/${body.entityId}`)).status, 200)
    assert.equal((await person.get('/workflow-instances')).status, 200)
  }
})

test('a stage without a role accepts ANALYST', async () => {
  const { id } = await start()
  const analyst = await ana.colleague('ANALYST')
  assert.equal((await act(id, { stageId: 'a', actionType: 'APPROVE' }, analyst)).status, 200)
})

// ── reading ──

test('the detail has snapshot, term, sub-stages and all events with their authors', async () => {
  const pedro = await ana.colleague('DPO', 'Pedro Soto')
  const instance = await start([
    { id: 'a', name: 'A', slaDays: 5, slaWarningDays: 2 },
    { id: 'b', name: 'B' },
  ])
  await act(instance.id, { stageId: 'a', actionType: 'REASSIGN', reassignTo: ana.userId, notes: 'n' }, pedro)
  const { data } = await ana.get(`/workflow-instances/${instance.id}`)
  assert.deepEqual(
    [data.definitionSnapshot.version, data.definitionSnapshot.id, data.definitionSnapshot.stages.length],
    [1, instance.definitionId, 2],
  )
  const started = Date.parse(instance.startedAt)
  assert.deepEqual(data.sla, {
    dueAt: new Date(started + 5 * 86_400_000).toISOString(),
    warningAt: new Date(started + 3 * 86_400_000).toISOString(),
    state: 'on_time',
  })
  assert.deepEqual([data.subStageCompletions, data.entityRefusal], [[], null])
  const { id, createdAt, ...event } = data.events[1]
  assert.ok(id && createdAt)
  assert.deepEqual(event, {
    type: 'stage.reassign',
    stageId: 'a',
    subStageId: null,
    actionType: 'REASSIGN',
    newStageId: null,
    status: 'ACTIVE',
    notes: 'n',
    fieldValues: null,
    assignedTo: ana.userId,
    actorId: pedro.userId,
    actorName: 'Pedro Soto',
    actorRole: 'DPO',
  })
  await act(instance.id, { stageId: 'a', actionType: 'APPROVE' })
  const without = (await ana.get(`/workflow-instances/${instance.id}`)).data.sla
  assert.deepEqual(without, { dueAt: null, warningAt: null, state: 'on_time' })
})

test('a running instance keeps its stages when the definition changes', async () => {
  const { id, definitionId } = await start()
  await ana.put(`/workflows/${definitionId}`, { name: 'Nuevo', stages: [{ id: 'z', name: 'Z' }] })
  const { data } = await ana.get(`/workflow-instances/${id}`)
  assert.deepEqual([data.definitionVersion, data.definitionSnapshot.name], [1, 'Flujo'])
  assert.equal((await act(id, { stageId: 'a', actionType: 'APPROVE' })).data.currentStageId, 'b')
  const later = await ana.post(`/workflows/${definitionId}/start`, {
    entityType: 'CUSTOM',
    entityId: newId(),
  })
  assert.deepEqual([later.data.definitionVersion, later.data.currentStageId], [2, 'z'])
})

test('the latest instance of an entity, or null', async () => {
  const { id: definitionId } = await define([{ id: 'a', name: 'A' }])
  const entityId = 'FACTURA 17'
  const url = `/workflow-instances/entity/CUSTOM/${encodeURIComponent(entityId)}`
  const none = await ana.get(url)
  assert.deepEqual([none.status, none.body], [200, { success: true, data: null }])
  const begin = async () =>
    (await ana.post(`/workflows/${definitionId}/start`, { entityType: 'CUSTOM', entityId })).data.id
  const first = await begin()
  await act(first, { stageId: 'a', actionType: 'REJECT' })
  const second = await begin()
  const latest = (await ana.get(url)).data
  assert.deepEqual([latest.id, latest.status, latest.events.length], [second, 'ACTIVE', 1])
  const stranger = await api.tenant()
  assert.equal((await stranger.get(url)).data, null)
  assert.equal((await ana.get(`/workflow-instances/entity/DSAR/${encodeURIComponent(entityId)}`)).data, null)
  const wrong = await ana.get('/workflow-instances/entity/FACTURA/1')
  assert.deepEqual(refusal(wrong), [400, 'VALIDATION_ERROR'])
  assert.equal(wrong.body.error.details[0].path, 'entityType')
})

test('the list of instances has pages and filters', async () => {
  const eva = await api.tenant()
  const one = await start(TWO, eva)
  const two = await start(TWO, eva)
  await act(one.id, { stageId: 'a', actionType: 'REJECT' }, eva)
  const list = async (query: string) => (await eva.get(`/workflow-instances${query}`)).data
  assert.deepEqual(
    (await list('')).items.map((item: { id: string }) => item.id),
    [two.id, one.id],
  )
  assert.deepEqual((await list('?status=REJECTED')).items[0].id, one.id)
  assert.deepEqual((await list(`?definitionId=${two.definitionId}`)).pagination.total, 1)
  assert.deepEqual((await list('?definitionId=nada')).items, [])
  assert.deepEqual((await list('?definitionId=')).pagination.total, 2)
  assert.equal((await eva.get('/workflow-instances?status=DONE')).status, 400)
})

test('an unknown, malformed or foreign id is 404 NOT_FOUND', async () => {
  const stranger = await api.tenant()
  const foreign = await start(TWO, stranger)
  const body = { stageId: 'a', actionType: 'APPROVE' }
  for (const id of [foreign.id, newId(), 'nada', foreign.definitionId]) {
    for (const reply of [
      await ana.get(`/workflow-instances/${id}`),
      await act(id, body),
      await ana.post(`/workflows/${id}/action`, body),
    ])
      assert.deepEqual(refusal(reply), [404, 'NOT_FOUND'], id)
  }
  assert.equal((await stranger.get(`/workflow-instances/${foreign.id}`)).data.status, 'ACTIVE')
})

test('a repeated action under the same Idempotency-Key is done once', async () => {
  const { id } = await start()
  const body = { stageId: 'a', actionType: 'APPROVE' }
  const headers = { 'idempotency-key': newId() }
  const replies = [1, 2].map(() => ana.post(`/workflow-instances/${id}/action`, body, { headers }))
  for (const reply of await Promise.all(replies)) assert.ok([200, 409].includes(reply.status))
  const again = await ana.post(`/workflow-instances/${id}/action`, body, { headers })
  assert.deepEqual([again.status, again.data.currentStageId], [200, 'b'])
})
