import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { listSummaries } from './public.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Clínica del Sur SpA' })

const RISK = { description: 'Acceso no autorizado a las fichas', likelihood: 'medium', impact: 'critical' }

async function newAssessment(body: object = {}, person: Person = ana) {
  const reply = await person.post('/dpia/assessments', { title: 'Ficha clínica', ...body })
  assert.equal(reply.status, 201)
  return reply.data
}

async function newActivity(body: object = {}, person: Person = ana) {
  const system = await person.post('/data-map/systems', { name: `Sistema ${newId()}`, type: 'CLINICAL' })
  const reply = await person.post('/rat/activities', {
    name: 'Ficha clínica',
    purpose: 'Registrar la atención de los pacientes',
    legalBasis: 'legal_obligation',
    dataCategories: ['name', 'rut', 'health'],
    subjectCategories: ['patients'],
    retentionPeriod: 'legal_minimum',
    systemId: system.data.id,
    ...body,
  })
  assert.equal(reply.status, 201)
  return reply.data
}

const detail = async (id: string, person: Person = ana) => (await person.get(`/dpia/assessments/${id}`)).data

async function act(id: string, actionType: string, body: object = {}, person: Person = ana) {
  const { data: instance } = await person.get(`/workflow-instances/entity/DPIA/${id}`)
  return person.post(`/workflow-instances/${instance.id}/action`, {
    stageId: instance.currentStageId,
    actionType,
    ...body,
  })
}

/** An organisation whose assessments pass two stages. */
async function withTwoStages(): Promise<Person> {
  const owner = await api.tenant()
  const definition = await owner.post('/workflows', {
    name: 'Revisión y aprobación',
    entityType: 'DPIA',
    stages: [
      { id: 'revision', name: 'Revisión', order: 1, requiredRole: 'ANALYST' },
      { id: 'aprobacion', name: 'Aprobación', order: 2, requiredRole: 'DPO' },
    ],
  })
  assert.equal(definition.status, 201)
  return owner
}

// ── creating and reading ──

test('a new assessment is a draft, and its approval starts with it', async () => {
  const created = await newAssessment({
    description: 'Nuevo sistema',
    scope: 'Tres sedes',
    necessity: 'Necesario',
    proportionality: 'Proporcional',
    tenantId: 'ignored',
  })
  assert.equal(created.title, 'Ficha clínica')
  assert.equal(created.status, 'draft')
  assert.equal(typeof created.createdAt, 'string')
  const { data: instance } = await ana.get(`/workflow-instances/entity/DPIA/${created.id}`)
  assert.equal(instance.status, 'ACTIVE')
  assert.equal(created.workflowInstanceId, instance.id)
  assert.deepEqual(await detail(created.id), created)
  assert.deepEqual(
    {
      description: created.description,
      scope: created.scope,
      necessity: created.necessity,
      proportionality: created.proportionality,
      activityId: created.activityId,
      approverName: created.approverName,
      approverRole: created.approverRole,
      approvedAt: created.approvedAt,
      risks: created.risks,
      proposedRisks: created.proposedRisks,
      version: created.version,
    },
    {
      description: 'Nuevo sistema',
      scope: 'Tres sedes',
      necessity: 'Necesario',
      proportionality: 'Proporcional',
      activityId: null,
      approverName: null,
      approverRole: null,
      approvedAt: null,
      risks: [],
      proposedRisks: [],
      version: 1,
    },
  )
})

test('a title is required, and every text is bounded', async () => {
  for (const [path, body] of [
    ['title', {}],
    ['title', { title: '  ' }],
    ['title', { title: 5 }],
    ['title', { title: 'x'.repeat(201) }],
    ['scope', { title: 'x', scope: 'x'.repeat(10_001) }],
    ['necessity', { title: 'x', necessity: ['no'] }],
  ] as const) {
    const reply = await ana.post('/dpia/assessments', body)
    assert.equal(reply.status, 400)
    assert.equal(reply.body.error.code, 'VALIDATION_ERROR')
    assert.equal(reply.body.error.details[0].path, path)
  }
})

test('a blank text counts as missing', async () => {
  const blanks = { description: '', scope: ' ', necessity: '', proportionality: '\n' }
  const textsOf = (of: Record<string, unknown>) => Object.keys(blanks).map((name) => of[name])
  const made = await newAssessment(blanks)
  assert.deepEqual(textsOf(made), [null, null, null, null])
  await ana.put(`/dpia/assessments/${made.id}`, { description: 'a', scope: 'b', necessity: 'c' })
  const { data } = await ana.put(`/dpia/assessments/${made.id}`, blanks)
  assert.deepEqual(textsOf(data), [null, null, null, null])
})

test('an activity that is missing, malformed or of another organisation is 422', async () => {
  const stranger = await api.tenant()
  const foreign = await newActivity({}, stranger)
  for (const activityId of [foreign.id, newId(), 'nada']) {
    const reply = await ana.post('/dpia/assessments', { title: 'x', activityId })
    assert.equal(reply.status, 422)
    assert.equal(reply.body.error.details[0].path, 'activityId')
    const { id } = await newAssessment()
    assert.equal((await ana.put(`/dpia/assessments/${id}`, { activityId })).status, 422)
  }
})

test('a blank activity counts as missing', async () => {
  const { status, data } = await ana.post('/dpia/assessments', { title: 'Sin actividad', activityId: '' })
  assert.deepEqual([status, data.activityId], [201, null])
  assert.equal((await ana.put(`/dpia/assessments/${data.id}`, { activityId: ' ' })).data.activityId, null)
})

test("the list has the contract's fields, counts risks, filters and pages", async () => {
  const owner = await api.tenant()
  const activity = await newActivity({}, owner)
  const first = await newAssessment({ title: 'Primera' }, owner)
  const second = await newAssessment({ title: 'Segunda', activityId: activity.id }, owner)
  for (let count = 0; count < 3; count += 1) await owner.post(`/dpia/assessments/${first.id}/risks`, RISK)
  await act(second.id, 'REJECT', {}, owner)

  const all = await owner.get('/dpia/assessments')
  assert.deepEqual(
    all.data.items.map(({ title, riskCount, status }: Record<string, unknown>) => [title, riskCount, status]),
    [
      ['Segunda', 0, 'rejected'],
      ['Primera', 3, 'draft'],
    ],
  )
  assert.deepEqual(all.data.pagination, { page: 1, limit: 20, total: 2, totalPages: 1 })
  for (const field of [
    'id',
    'title',
    'description',
    'status',
    'activityId',
    'riskCount',
    'createdAt',
    'updatedAt',
  ])
    assert.ok(field in all.data.items[0], field)
  const titles = async (query: string) =>
    (await owner.get(`/dpia/assessments?${query}`)).data.items.map(({ title }: { title: string }) => title)
  assert.deepEqual(await titles('status=rejected'), ['Segunda'])
  assert.deepEqual(await titles('status=approved'), [])
  assert.deepEqual(await titles(`activityId=${activity.id}`), ['Segunda'])
  assert.deepEqual(await titles('activityId=nada'), [])
  assert.deepEqual(await titles('limit=1&page=2'), ['Primera'])
  assert.deepEqual(await titles('page=9'), [])
  for (const query of ['status=DRAFT', 'limit=101', 'page=0'])
    assert.equal((await owner.get(`/dpia/assessments?${query}`)).status, 400, query)
})

test("an activity's assessment starts with its scope and proposed risks, without adding any", async () => {
  const activity = await newActivity({ internationalTransfer: { exists: true, country: 'US' } })
  const { id, scope, activityId, risks, proposedRisks } = await newAssessment({ activityId: activity.id })
  assert.equal(activityId, activity.id)
  assert.match(scope, /«Ficha clínica»[\s\S]*Finalidad: Registrar la atención de los pacientes\.\n/)
  assert.match(scope, /Datos tratados: Nombre; RUT; Salud y perfil biológico\.\nTitulares: Pacientes\./)
  assert.deepEqual(risks, [])
  const keys = proposedRisks.map(({ key }: { key: string }) => key)
  assert.ok(keys.includes('health_disclosure') && keys.includes('transfer_without_guarantees'))
  assert.ok(!keys.includes('biometric_compromise'))

  const taken = proposedRisks.find(({ key }: { key: string }) => key === 'health_disclosure')
  assert.equal((await ana.post(`/dpia/assessments/${id}/risks`, taken)).status, 201)
  const after = (await detail(id)).proposedRisks.map(({ key }: { key: string }) => key)
  assert.ok(!after.includes('health_disclosure'))

  assert.equal((await newAssessment({ activityId: activity.id, scope: 'Mío' })).scope, 'Mío')
  assert.equal((await newAssessment({ activityId: activity.id, scope: null })).scope, null)
})

test('an assessment outlives its activity', async () => {
  const activity = await newActivity()
  const { id, scope } = await newAssessment({ activityId: activity.id })
  assert.equal((await ana.delete(`/rat/activities/${activity.id}`)).status, 200)
  const kept = await detail(id)
  assert.equal(kept.activityId, null)
  assert.equal(kept.scope, scope)
  assert.deepEqual(kept.proposedRisks, [])
})

// ── editing ──

test('an update changes the sent fields, null clears, and the answer is complete', async () => {
  const activity = await newActivity()
  const { id } = await newAssessment({ description: 'Antes', necessity: 'Sí' })
  const reply = await ana.put(`/dpia/assessments/${id}`, { description: null, activityId: activity.id })
  assert.equal(reply.status, 200)
  assert.equal(reply.data.description, null)
  assert.equal(reply.data.necessity, 'Sí')
  assert.equal(reply.data.activityId, activity.id)
  assert.equal(reply.data.title, 'Ficha clínica')
  assert.deepEqual(await detail(id), reply.data)
  assert.equal((await ana.put(`/dpia/assessments/${id}`, { activityId: null })).data.activityId, null)
  assert.equal((await ana.put(`/dpia/assessments/${id}`, { title: null })).status, 400)
  assert.equal((await ana.put(`/dpia/assessments/${id}`, { title: ' ' })).status, 400)
})

test("a risk's level is computed, and its state follows from the mitigation", async () => {
  const { id } = await newAssessment()
  const plain = await ana.post(`/dpia/assessments/${id}/risks`, { ...RISK, riskLevel: 'low' })
  assert.equal(plain.status, 201)
  assert.equal(plain.data.riskLevel, 'high')
  assert.equal(plain.data.status, 'identified')
  assert.equal(plain.data.mitigation, null)
  assert.equal(plain.data.residualRisk, null)
  const mitigated = await ana.post(`/dpia/assessments/${id}/risks`, {
    ...RISK,
    mitigation: 'Doble factor',
    residualRisk: 'low',
  })
  assert.equal(mitigated.data.status, 'mitigated')
  assert.equal(mitigated.data.residualRisk, 'low')
  const blank = await ana.post(`/dpia/assessments/${id}/risks`, { ...RISK, mitigation: '  ' })
  assert.equal(blank.data.status, 'identified')
  assert.equal(blank.data.mitigation, null)
  const accepted = await ana.post(`/dpia/assessments/${id}/risks`, { ...RISK, status: 'accepted' })
  assert.equal(accepted.data.status, 'accepted')
  const { risks } = await detail(id)
  assert.deepEqual(risks, [plain.data, mitigated.data, blank.data, accepted.data])
})

test('a risk needs a description, and a likelihood and an impact of the list', async () => {
  const { id } = await newAssessment()
  for (const [path, body] of [
    ['description', { likelihood: 'low', impact: 'low' }],
    ['description', { ...RISK, description: ' ' }],
    ['likelihood', { ...RISK, likelihood: undefined }],
    ['likelihood', { ...RISK, likelihood: 'very_high' }],
    ['impact', { ...RISK, impact: 'HIGH' }],
    ['impact', { ...RISK, impact: 4 }],
    ['residualRisk', { ...RISK, residualRisk: 'none' }],
    ['status', { ...RISK, status: 'open' }],
    ['mitigation', { ...RISK, mitigation: 'x'.repeat(10_001) }],
  ] as const) {
    const reply = await ana.post(`/dpia/assessments/${id}/risks`, body)
    assert.equal(reply.status, 400, path)
    assert.equal(reply.body.error.details[0].path, path)
  }
})

test('a risk is changed field by field', async () => {
  const { id } = await newAssessment()
  const { data: risk } = await ana.post(`/dpia/assessments/${id}/risks`, RISK)
  const change = async (patch: object) => {
    const reply = await ana.put(`/dpia/assessments/${id}/risks/${risk.id}`, patch)
    assert.equal(reply.status, 200)
    return reply.data
  }
  const mitigated = await change({ mitigation: 'Cifrado', residualRisk: 'medium' })
  assert.equal(mitigated.status, 'mitigated')
  assert.equal(mitigated.description, RISK.description)
  assert.equal((await change({ likelihood: 'critical' })).riskLevel, 'critical')
  const cleared = await change({ mitigation: null, residualRisk: null })
  assert.equal(cleared.status, 'identified')
  assert.equal(cleared.residualRisk, null)
  assert.equal((await change({ status: 'accepted' })).status, 'accepted')
  assert.equal((await change({ mitigation: 'Otra' })).status, 'accepted')
  assert.equal((await change({ mitigation: null })).status, 'accepted')
  assert.equal((await change({ mitigation: 'Otra', status: 'mitigated' })).status, 'mitigated')
  const last = await change({ impact: 'low', likelihood: 'low', description: 'Otro' })
  assert.equal(last.riskLevel, 'low')
  assert.deepEqual((await detail(id)).risks, [last])
  for (const wrong of [{ likelihood: null }, { description: '' }, { status: 'x' }])
    assert.equal((await ana.put(`/dpia/assessments/${id}/risks/${risk.id}`, wrong)).status, 400)
})

test('a risk is deleted once', async () => {
  const { id } = await newAssessment()
  const { data: risk } = await ana.post(`/dpia/assessments/${id}/risks`, RISK)
  const deleted = await ana.delete(`/dpia/assessments/${id}/risks/${risk.id}`)
  assert.equal(deleted.status, 200)
  assert.deepEqual(deleted.body, { success: true })
  assert.equal((await ana.delete(`/dpia/assessments/${id}/risks/${risk.id}`)).status, 404)
  assert.equal((await ana.put(`/dpia/assessments/${id}/risks/${risk.id}`, {})).status, 404)
  assert.deepEqual((await detail(id)).risks, [])
})

test('a risk is found under its own assessment only', async () => {
  const [one, other] = [await newAssessment(), await newAssessment()]
  const { data: risk } = await ana.post(`/dpia/assessments/${one.id}/risks`, RISK)
  assert.equal(
    (await ana.put(`/dpia/assessments/${other.id}/risks/${risk.id}`, { impact: 'low' })).status,
    404,
  )
  assert.equal((await ana.delete(`/dpia/assessments/${other.id}/risks/${risk.id}`)).status, 404)
  assert.equal((await detail(one.id)).risks.length, 1)
})

// ── approval ──

test('the built-in approval has one stage: its approval approves the assessment', async () => {
  const { id } = await newAssessment()
  const pedro = await ana.colleague('DPO', 'Pedro Soto')
  assert.equal((await act(id, 'APPROVE', {}, pedro)).status, 200)
  const approved = await detail(id)
  assert.equal(approved.status, 'approved')
  assert.equal(approved.approverName, 'Pedro Soto')
  assert.equal(approved.approverRole, 'DPO')
  assert.equal(typeof approved.approvedAt, 'string')
  const { data: instance } = await ana.get(`/workflow-instances/${approved.workflowInstanceId}`)
  assert.equal(instance.status, 'COMPLETED')
})

test('in two stages: draft, in review, approved; editing is closed on the way', async () => {
  const owner = await withTwoStages()
  const { id } = await newAssessment({}, owner)
  const { data: risk } = await owner.post(`/dpia/assessments/${id}/risks`, RISK)
  const edits = () =>
    Promise.all([
      owner.put(`/dpia/assessments/${id}`, { title: 'Otro' }),
      owner.post(`/dpia/assessments/${id}/risks`, RISK),
      owner.put(`/dpia/assessments/${id}/risks/${risk.id}`, { impact: 'low' }),
      owner.delete(`/dpia/assessments/${id}/risks/${risk.id}`),
    ])
  assert.equal((await act(id, 'APPROVE', {}, owner)).data.currentStageId, 'aprobacion')
  for (const status of ['in_review', 'approved']) {
    const before = await detail(id, owner)
    assert.equal(before.status, status)
    for (const reply of await edits()) {
      assert.equal(reply.status, 409)
      assert.equal(reply.body.error.code, 'CONFLICT')
    }
    assert.deepEqual(await detail(id, owner), before)
    if (status === 'in_review') assert.equal((await act(id, 'APPROVE', {}, owner)).status, 200)
  }
})

test('a request for information makes it a draft again, and the approval stays at its stage', async () => {
  const owner = await withTwoStages()
  const { id, workflowInstanceId } = await newAssessment({}, owner)
  await act(id, 'APPROVE', {}, owner)
  assert.equal((await act(id, 'REQUEST_INFO', { notes: 'Falta el plazo' }, owner)).status, 200)
  const back = await detail(id, owner)
  assert.equal(back.status, 'draft')
  assert.equal(back.version, 1)
  assert.equal(back.workflowInstanceId, workflowInstanceId)
  assert.equal((await owner.put(`/dpia/assessments/${id}`, { scope: 'Con plazo' })).status, 200)
  assert.equal((await act(id, 'APPROVE', {}, owner)).data.status, 'COMPLETED')
  assert.equal((await detail(id, owner)).status, 'approved')
})

test('a request for information on a draft leaves it a draft', async () => {
  const { id } = await newAssessment()
  assert.equal((await act(id, 'REQUEST_INFO')).status, 200)
  assert.equal((await detail(id)).status, 'draft')
})

for (const [how, edit] of [
  ['the assessment', (id: string) => ana.put(`/dpia/assessments/${id}`, { title: 'Corregida' })],
  ['its risks', (id: string) => ana.post(`/dpia/assessments/${id}/risks`, RISK)],
] as const)
  test(`a rejected assessment is reopened by editing ${how}, with a fresh approval`, async () => {
    const { id, workflowInstanceId } = await newAssessment()
    await act(id, 'REJECT', { notes: 'Incompleta' })
    const rejected = await detail(id)
    assert.equal(rejected.status, 'rejected')
    assert.equal(rejected.workflowInstanceId, workflowInstanceId)
    assert.ok((await edit(id)).status < 300)
    const reopened = await detail(id)
    assert.equal(reopened.status, 'draft')
    assert.equal(reopened.version, 2)
    assert.notEqual(reopened.workflowInstanceId, workflowInstanceId)
    await act(id, 'APPROVE')
    assert.equal((await detail(id)).status, 'approved')
  })

test('a failed change does not reopen a rejected assessment', async () => {
  const { id } = await newAssessment()
  await act(id, 'REJECT')
  assert.equal((await ana.put(`/dpia/assessments/${id}`, { activityId: newId() })).status, 422)
  assert.equal((await ana.delete(`/dpia/assessments/${id}/risks/${newId()}`)).status, 404)
  const still = await detail(id)
  assert.equal(still.status, 'rejected')
  assert.equal(still.version, 1)
})

test('an approval started by hand on a finished assessment changes nothing', async () => {
  const owner = await api.tenant()
  const { id } = await newAssessment({}, owner)
  await act(id, 'APPROVE', {}, owner)
  const approved = await detail(id, owner)
  const { data } = await owner.get('/workflows?entityType=DPIA')
  for (const actionType of ['REJECT', 'APPROVE']) {
    const started = await owner.post(`/workflows/${data.workflows[0].id}/start`, {
      entityType: 'DPIA',
      entityId: id,
    })
    assert.equal(started.status, 201)
    assert.equal((await act(id, actionType, {}, owner)).status, 200)
    const { workflowInstanceId: _, ...after } = await detail(id, owner)
    const { workflowInstanceId: __, ...before } = approved
    assert.deepEqual(after, before)
  }
  const { data: instance } = await owner.get(`/workflow-instances/entity/DPIA/${id}`)
  assert.ok(instance.events.some(({ type }: { type: string }) => type === 'entity.refused'))
})

test("stages can depend on the assessment's risks and activity", async () => {
  const owner = await api.tenant()
  await owner.post('/workflows', {
    name: 'Solo lo sensible va al directorio',
    entityType: 'DPIA',
    stages: [
      { id: 'dpo', name: 'DPO', order: 1 },
      {
        id: 'directorio',
        name: 'Directorio',
        order: 2,
        conditions: [
          { field: 'highestRisk', operator: 'in', value: ['high', 'critical'] },
          { field: 'hasSensitiveData', operator: 'eq', value: true },
          { field: 'riskCount', operator: 'gt', value: 0 },
        ],
      },
    ],
  })
  const activity = await newActivity({}, owner)
  const [light, grave] = [
    await newAssessment({}, owner),
    await newAssessment({ activityId: activity.id }, owner),
  ]
  await owner.post(`/dpia/assessments/${grave.id}/risks`, RISK)
  assert.equal((await act(light.id, 'APPROVE', {}, owner)).data.status, 'COMPLETED')
  assert.equal((await act(grave.id, 'APPROVE', {}, owner)).data.currentStageId, 'directorio')
  assert.equal((await detail(grave.id, owner)).status, 'in_review')
})

test('a workflow without approvers approves at once', async () => {
  const owner = await api.tenant()
  await owner.post('/workflows', {
    name: 'Sin personas',
    entityType: 'DPIA',
    stages: [{ name: 'Automática', order: 1, autoAdvance: true }],
  })
  const { status, approverName } = await newAssessment({}, owner)
  assert.equal(status, 'approved')
  assert.equal(approverName, 'Ana Rojas')
})

test('the removed endpoints are gone', async () => {
  const { id } = await newAssessment()
  for (const path of ['submit-review', 'approve', 'reject']) {
    const reply = await ana.post(`/dpia/assessments/${id}/${path}`, {})
    assert.equal(reply.status, 404)
    assert.equal(reply.body.error.code, 'RESOURCE_NOT_FOUND')
  }
})

// ── at the same time ──

test('an edit and an approval at once: the edit comes first or is refused', async () => {
  const { id } = await newAssessment()
  const [edit, approval] = await Promise.all([
    ana.put(`/dpia/assessments/${id}`, { title: 'A última hora' }),
    act(id, 'APPROVE'),
  ])
  assert.equal(approval.status, 200)
  const { status, title } = await detail(id)
  assert.equal(status, 'approved')
  assert.equal(title, edit.status === 200 ? 'A última hora' : 'Ficha clínica')
  assert.ok([200, 409].includes(edit.status))
})

test('two simultaneous edits of a rejected assessment reopen it once', async () => {
  const { id } = await newAssessment()
  await act(id, 'REJECT')
  const replies = await Promise.all([
    ana.put(`/dpia/assessments/${id}`, { title: 'Una' }),
    ana.post(`/dpia/assessments/${id}/risks`, RISK),
  ])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 201])
  assert.equal((await detail(id)).version, 2)
})

test('of two simultaneous deletions of a risk one wins', async () => {
  const { id } = await newAssessment()
  const { data: risk } = await ana.post(`/dpia/assessments/${id}/risks`, RISK)
  const remove = () => ana.delete(`/dpia/assessments/${id}/risks/${risk.id}`)
  const replies = await Promise.all([remove(), remove()])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 404])
})

test('a repeated creation with the same key makes one assessment and one approval', async () => {
  const owner = await api.tenant()
  const create = () =>
    owner.post('/dpia/assessments', { title: 'Una' }, { headers: { 'idempotency-key': 'evaluacion-1' } })
  const [first, second] = [await create(), await create()]
  assert.equal(second.status, 201)
  assert.equal(first.data.id, second.data.id)
  assert.equal((await owner.get('/dpia/assessments')).data.pagination.total, 1)
})

// ── screening ──

test('a screening explains itself and stores its outcome on the activity', async () => {
  const activity = await newActivity()
  const reply = await ana.post(`/dpia/${activity.id}/screening`)
  assert.equal(reply.status, 200)
  const { activityId, requiresDpia, reasons, recommendation, legalReferences, details } = reply.data
  assert.equal(activityId, activity.id)
  assert.equal(requiresDpia, true)
  assert.match(reasons[0], /datos sensibles \(salud y perfil biológico\)/)
  assert.match(legalReferences[0], /15 ter letra d\)/)
  assert.match(recommendation, /gravísima/)
  assert.deepEqual(
    details.map(({ reason }: { reason: string }) => reason),
    reasons,
  )
  assert.equal((await ana.get(`/rat/activities/${activity.id}`)).data.dpiaRequired, true)
  assert.equal((await ana.post(`/dpia/${activity.id}/screening`, {})).status, 200)
})

test('a changed activity is screened again', async () => {
  const activity = await newActivity()
  await ana.post(`/dpia/${activity.id}/screening`)
  await ana.put(`/rat/activities/${activity.id}`, {
    purpose: 'Enviar novedades',
    dataCategories: ['name', 'email'],
    subjectCategories: ['customers'],
    legalBasis: 'consent',
    name: 'Boletín',
  })
  const { data } = await ana.post(`/dpia/${activity.id}/screening`)
  assert.equal(data.requiresDpia, false)
  assert.deepEqual(data.reasons, [])
  assert.equal((await ana.get(`/rat/activities/${activity.id}`)).data.dpiaRequired, false)
})

test('a scale calculated for an activity counts', async () => {
  const activity = await newActivity({
    name: 'Boletín',
    purpose: 'Enviar novedades',
    legalBasis: 'consent',
    dataCategories: ['email'],
    subjectCategories: ['customers'],
  })
  await ana.post(`/rat/activities/${activity.id}/calculate-risk`, { riskFactors: { dataVolume: 'masivo' } })
  const { data } = await ana.post(`/dpia/${activity.id}/screening`)
  assert.equal(data.requiresDpia, true)
  assert.match(data.details[0].legalReference, /letra b\)/)
})

test('a missing activity cannot be screened', async () => {
  const stranger = await api.tenant()
  const foreign = await newActivity({}, stranger)
  for (const id of [foreign.id, newId(), 'nada', 'assessments']) {
    const reply = await ana.post(`/dpia/${id}/screening`)
    assert.equal(reply.status, 404)
    assert.equal(reply.body.error.code, 'RESOURCE_NOT_FOUND')
  }
})

// ── roles ──

test('every role reads, analysts write', async () => {
  const { id } = await newAssessment()
  const { data: risk } = await ana.post(`/dpia/assessments/${id}/risks`, RISK)
  const activity = await newActivity()
  const viewer = await ana.colleague('VIEWER')
  const analyst = await ana.colleague('ANALYST')
  assert.equal((await viewer.get('/dpia/assessments')).status, 200)
  assert.equal((await viewer.get(`/dpia/assessments/${id}`)).status, 200)
  const writes = (person: Person) => [
    () => person.post('/dpia/assessments', { title: 'x' }),
    () => person.put(`/dpia/assessments/${id}`, { title: 'x' }),
    () => person.post(`/dpia/assessments/${id}/risks`, RISK),
    () => person.put(`/dpia/assessments/${id}/risks/${risk.id}`, { impact: 'low' }),
    () => person.post(`/dpia/${activity.id}/screening`),
    () => person.delete(`/dpia/assessments/${id}/risks/${risk.id}`),
  ]
  for (const write of writes(viewer)) assert.equal((await write()).status, 403)
  for (const write of writes(analyst)) assert.ok((await write()).status < 300)
})

test("other organisations' assessments are not found by any call", async () => {
  const stranger = await api.tenant()
  const { id } = await newAssessment()
  const { data: risk } = await ana.post(`/dpia/assessments/${id}/risks`, RISK)
  const before = await detail(id)
  for (const reply of [
    await stranger.get(`/dpia/assessments/${id}`),
    await stranger.get(`/dpia/assessments/${id}/export/pdf`),
    await stranger.put(`/dpia/assessments/${id}`, { title: 'x' }),
    await stranger.post(`/dpia/assessments/${id}/risks`, RISK),
    await stranger.put(`/dpia/assessments/${id}/risks/${risk.id}`, { impact: 'low' }),
    await stranger.delete(`/dpia/assessments/${id}/risks/${risk.id}`),
  ])
    assert.equal(reply.status, 404)
  assert.deepEqual(await detail(id), before)
  assert.equal((await stranger.get('/dpia/assessments')).data.pagination.total, 0)
})

// ── traces ──

test('every change writes an audit row', async () => {
  const owner = await api.tenant()
  const { id } = await newAssessment({}, owner)
  const { data: risk } = await owner.post(`/dpia/assessments/${id}/risks`, RISK)
  await owner.put(`/dpia/assessments/${id}/risks/${risk.id}`, { impact: 'low' })
  await owner.delete(`/dpia/assessments/${id}/risks/${risk.id}`)
  await owner.put(`/dpia/assessments/${id}`, { title: 'Otro' })
  await act(id, 'REJECT', {}, owner)
  await owner.put(`/dpia/assessments/${id}`, { title: 'Otro más' })
  const rows = await api.access.asSystem('a test reads the audit log', (db) =>
    db
      .selectFrom('audit_log')
      .select(['action', 'entity_type', 'changes'])
      .where('tenant_id', '=', owner.tenantId)
      .where('entity_type', 'like', 'dpia%')
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  )
  assert.deepEqual(
    rows.map(({ action, entity_type }) => `${action} ${entity_type}`),
    [
      'create dpia_assessment',
      'create dpia_risk',
      'update dpia_risk',
      'delete dpia_risk',
      'update dpia_assessment',
      'move dpia_assessment',
      'update dpia_assessment',
      'reopen dpia_assessment',
    ],
  )
  assert.deepEqual(rows.at(-1)!.changes['status'], { old: 'rejected', new: 'draft' })
})

test('a changed risk counts as a change of its assessment', async () => {
  const { id, updatedAt } = await newAssessment()
  api.clock.advance(5000)
  const { data: risk } = await ana.post(`/dpia/assessments/${id}/risks`, RISK)
  assert.equal((await detail(id)).updatedAt, risk.updatedAt)
  assert.ok(risk.updatedAt > updatedAt)
  api.clock.release()
})

// ── for other modules ──

test('an activity counts as assessed once its assessment is approved', async () => {
  const activity = await newActivity()
  await ana.post(`/dpia/${activity.id}/screening`)
  const assessed = async () => {
    const { data } = await ana.get(`/rat/activities/${activity.id}/compliance-check`)
    return data.checks.find(({ key }: { key: string }) => key === 'dpia_done').passed
  }
  const { id } = await newAssessment({ activityId: activity.id })
  assert.equal(await assessed(), false)
  await act(id, 'APPROVE')
  assert.equal(await assessed(), true)

  const system = { type: 'system', id: undefined, name: undefined, role: undefined } as const
  await api.access.actFor(ana.tenantId, system, {}, async (ctx) => {
    const summaries = await listSummaries(ctx)
    const summary = summaries.find((one) => one.id === id)!
    assert.equal(summary.activityName, 'Ficha clínica')
    assert.equal(summary.status, 'approved')
    assert.equal(summary.riskCount, 0)
    const weighed = summaries.find(({ riskCount }) => riskCount > 1)!
    assert.ok(weighed.highestRisk)
  })
})

// ── plan, opinions, what changed ──

test('a measure has an owner and a date, and the residual level follows from both residual parts', async () => {
  const { id } = await newAssessment()
  const plan = { mitigation: 'Doble factor', ownerName: 'Paula Vera', dueOn: '2027-03-31' }
  const after = { residualLikelihood: 'low', residualImpact: 'critical', residualRisk: 'critical' }
  const risk = (await ana.post(`/dpia/assessments/${id}/risks`, { ...RISK, ...plan, ...after })).data
  assert.deepEqual(
    [risk.residualRisk, risk.residualLikelihood, risk.ownerName, risk.dueOn, risk.doneOn],
    ['medium', 'low', 'Paula Vera', '2027-03-31', null],
  )
  const path = `/dpia/assessments/${id}/risks/${risk.id}`
  const worse = (await ana.put(path, { residualLikelihood: 'critical', doneOn: '2027-03-01' })).data
  assert.deepEqual(
    [worse.residualRisk, worse.doneOn, worse.ownerName],
    ['critical', '2027-03-01', 'Paula Vera'],
  )
  const cleared = (
    await ana.put(path, { residualLikelihood: null, residualImpact: null, residualRisk: null })
  ).data
  assert.equal(cleared.residualRisk, null)
  assert.equal((await ana.put(path, { dueOn: 'mañana' })).status, 400)
})

test('the DPO gives an opinion, even during an approval; an analyst cannot', async () => {
  const owner = await withTwoStages()
  const [dpo, analyst] = [await owner.colleague('DPO', 'Pedro Soto'), await owner.colleague('ANALYST')]
  const { id } = await newAssessment({}, owner)
  const path = `/dpia/assessments/${id}`
  assert.equal((await analyst.put(path, { dpoOpinion: 'Favorable' })).status, 403)
  assert.equal((await analyst.put(path, { subjectsOpinion: 'Piden menos datos.' })).status, 200)
  await act(id, 'APPROVE', {}, owner)
  const told = (await dpo.put(path, { dpoOpinion: 'Favorable, con doble factor.' })).data
  assert.deepEqual([told.status, told.dpoOpinionBy], ['in_review', 'Pedro Soto'])
  assert.ok(told.dpoOpinionAt)
  assert.equal((await dpo.put(path, { necessity: 'Otra' })).status, 409)
  // An unchanged opinion keeps its author.
  const again = await analyst.put(path, { dpoOpinion: 'Favorable, con doble factor.', subjectsOpinion: 'x' })
  assert.deepEqual([again.status, again.data.dpoOpinionBy], [200, 'Pedro Soto'])
  const report = await owner.get(`${path}/document?format=docx`)
  assert.equal(report.status, 200)
})

test('the proposed risks give their reasons', async () => {
  const activity = await newActivity()
  const { id } = await newAssessment({ activityId: activity.id })
  const { proposedRisks } = await detail(id)
  const health = proposedRisks.find(({ key }: { key: string }) => key === 'health_disclosure')
  assert.match(health.reason, /salud/i)
  const fraud = proposedRisks.find(({ reason }: { reason: string }) => /rut/i.test(reason))
  assert.match(fraud.reason, /\bRUT\b/)
  assert.ok(proposedRisks.every(({ reason }: { reason: string }) => reason !== ''))
})

test('an approved assessment lists later changes of its activity, and somebody gets a task to review it', async () => {
  const owner = await api.tenant()
  const activity = await newActivity({}, owner)
  await owner.patch(`/rat/activities/${activity.id}/status`, { status: 'published' })
  const { id } = await newAssessment({ activityId: activity.id }, owner)
  await act(id, 'APPROVE', {}, owner)
  const tasks = async () =>
    (await owner.get('/tasks')).data.items.filter(({ entityId }: { entityId: string }) => entityId === id)
  await owner.put(`/rat/activities/${activity.id}`, { reviewAt: '2027-06-30' })
  assert.deepEqual([(await detail(id, owner)).activityChanges, await tasks()], [[], []])
  await owner.put(`/rat/activities/${activity.id}`, {
    dataCategories: ['name', 'rut', 'health', 'biometric'],
  })
  const { activityChanges, status } = await detail(id, owner)
  assert.equal(status, 'approved')
  assert.deepEqual(
    activityChanges.map(({ label }: { label: string }) => label),
    ['Datos tratados'],
  )
  const [task] = await tasks()
  assert.match(task.title, /cambió después de aprobarse/)

  const seenBy = async (scopes: string[]) => {
    const { key } = (await owner.post('/settings/api-keys', { name: scopes.join(), scopes })).data
    const options = { headers: { 'x-api-key': key } }
    const read = await api.anyone.get(`/dpia/assessments/${id}`, options)
    const written = await api.anyone.put(`/dpia/assessments/${id}`, { reviewAt: '2028-01-31' }, options)
    assert.deepEqual([read.status, written.status], [200, 200], JSON.stringify(written.body))
    return [read.data.activityChanges.length, written.data.activityChanges.length]
  }
  assert.deepEqual(await seenBy(['dpia:*']), [0, 0], 'a key without the register learns nothing of it')
  assert.deepEqual(await seenBy(['dpia:*', 'rat:read']), [1, 1])
  await newAssessment({ activityId: activity.id, title: 'Otra' }, owner)
  assert.deepEqual(await tasks(), [], 'a new assessment is on its way')
})
