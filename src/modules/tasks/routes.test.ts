import assert from 'node:assert/strict'
import { test } from 'node:test'
import { json } from '#db/sql.ts'
import { newId } from '#kernel/ids.ts'
import { DRIFT_JOB } from '#modules/privacy-policy/jobs.ts'
import { suspendTenant } from '#modules/settings/public.ts'
import { makeActivity } from '#test/kit/activities.ts'
import { makeBreach } from '#test/kit/breaches.ts'
import { ground, signed } from '#test/kit/contracts.ts'
import { act } from '#test/kit/policies.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { MOST_TASKS } from './rules.ts'

const api = await openService()

interface Task {
  kind: string
  entityType: string
  entityId: string
  title: string
  dueAt: string | null
  overdue: boolean
  state: string
  article: string | null
  tenantId: string
  tenantName: string
  url: string
}

const tasksOf = async (person: { get: Person['get'] }, query = '') => {
  const { status, data, body } = await person.get(`/tasks${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return data as { items: Task[]; total: number; skipped: object[] }
}
const ids = ({ items }: { items: Task[] }) => items.map(({ entityId }) => entityId)

const asked = {
  rightType: 'ACCESS',
  subjectName: 'Camila Soto',
  subjectEmail: 'camila@correo.cl',
  subjectRut: '12.345.678-5',
}

async function newRequest(person: Person, fields: object = {}): Promise<{ id: string; folioNumber: string }> {
  const { widgetKey } = (await person.post('/dsar/widgets', { name: 'Derechos' })).data
  return (await api.anyone.post(`/public/dsar/${widgetKey}`, { ...asked, ...fields })).data
}

test('all tasks come in one list, the nearest date first and those without a date last', async () => {
  const g = await ground(api, { plan: 'ENTERPRISE', name: 'Tienda Sur' })
  const { ana } = g
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()
  const request = await newRequest(ana)
  const late = await makeBreach(ana, { title: 'Fuga antigua', detectedAt: days(-10) })
  const recent = await makeBreach(ana, { title: 'Fuga reciente', detectedAt: days(-1) })
  const contract = await signed(g, days(12))
  await signed(g, days(200))
  const assessment = (await ana.post('/dpia/assessments', { title: 'Evaluación del CRM' })).data.id
  const { items, total, skipped } = await tasksOf(ana)
  assert.deepEqual(skipped, [])
  assert.equal(total, items.length)
  const approval = items.find(({ kind }) => kind === 'approval')!
  assert.deepEqual(
    items.map(({ kind, entityId, overdue }) => [kind, entityId, overdue]),
    [
      ['breach', late, true],
      ['breach', recent, false],
      ['contract', contract, false],
      ['request', request.id, false],
      ...[
        ['assessment', assessment, false],
        ['approval', approval.entityId, false],
      ].sort(([, a], [, b]) => (a! < b! ? -1 : 1)),
    ],
  )
  assert.match(approval.title, /: Evaluación del CRM$/)
  const of = (id: string) => items.find(({ entityId }) => entityId === id)!
  assert.deepEqual(
    [of(request.id).title, of(request.id).state, of(request.id).url],
    [`Acceso: ${request.folioNumber}`, 'RECEIVED', `/organizacion/${ana.slug}/solicitudes/${request.id}`],
  )
  assert.deepEqual(
    [of(contract).title, of(contract).state, of(contract).article],
    ['Contrato de encargo con Nube Andina', 'SIGNED', 'art. 15 bis, Ley 19.628 (mod. Ley 21.719)'],
  )
  assert.ok(
    items.every(({ tenantId, tenantName }) => tenantId === ana.tenantId && tenantName === 'Tienda Sur'),
  )
  assert.deepEqual(ids(await tasksOf(ana, '?kind=breach')), [late, recent])
  assert.equal((await ana.get('/tasks?kind=cosa')).status, 400)
})

test('tasks that are done or assigned to another person are not listed', async () => {
  const ana = await api.tenant()
  const [mine, theirs, free, done] = [
    await newRequest(ana),
    await newRequest(ana),
    await newRequest(ana),
    await newRequest(ana),
  ]
  const viewer = await ana.colleague('VIEWER')
  const analyst = await ana.colleague('ANALYST')
  await ana.post(`/dsar/requests/${mine.id}/assign`, { assignedTo: viewer.userId })
  await ana.post(`/dsar/requests/${theirs.id}/assign`, { assignedTo: ana.userId })
  const answer = { responseType: 'FULFILLED', responseNotes: 'Va adjunto.' }
  assert.equal((await ana.post(`/dsar/requests/${done.id}/respond`, answer)).status, 200)
  assert.deepEqual(ids(await tasksOf(viewer)), [mine.id], 'a VIEWER has what was given to them')
  assert.deepEqual(ids(await tasksOf(analyst)), [free.id])
  assert.deepEqual(ids(await tasksOf(ana)).sort(), [theirs.id, free.id].sort())
})

test('an approval is a task of the people who may give it', async () => {
  const ana = await api.tenant()
  const definition = await ana.post('/workflows', {
    name: 'Dos pasos',
    entityType: 'CUSTOM',
    stages: [
      {
        id: 'revision',
        name: 'Revisión',
        order: 1,
        requiredRole: 'DPO',
        slaDays: 2,
        parallelStages: [{ id: 'seguridad', name: 'Seguridad', requiredRole: 'ANALYST' }],
      },
      { id: 'firma', name: 'Firma', order: 2, requiredRole: 'OWNER' },
    ],
  })
  const start = async () =>
    (await ana.post(`/workflows/${definition.data.id}/start`, { entityType: 'CUSTOM', entityId: newId() }))
      .data
  const { id } = await start()
  const [analyst, dpo, viewer] = [
    await ana.colleague('ANALYST'),
    await ana.colleague('DPO'),
    await ana.colleague('VIEWER'),
  ]
  assert.deepEqual(ids(await tasksOf(analyst)), [id], 'a part of the stage asks for no more')
  assert.deepEqual(ids(await tasksOf(viewer)), [])
  const [task] = (await tasksOf(dpo)).items
  assert.deepEqual(
    [task!.kind, task!.title, task!.url, task!.dueAt !== null],
    ['approval', 'Revisión: Dos pasos', `/organizacion/${ana.slug}/aprobaciones/${id}`, true],
  )
  const act = (by: Person, body: object) => by.post(`/workflow-instances/${id}/action`, body)
  assert.equal(
    (await act(analyst, { stageId: 'revision', subStageId: 'seguridad', actionType: 'APPROVE' })).status,
    200,
  )
  assert.equal((await act(dpo, { stageId: 'revision', actionType: 'APPROVE' })).status, 200)
  assert.deepEqual(ids(await tasksOf(dpo)), [], 'the next stage asks for the owner')
  assert.deepEqual(ids(await tasksOf(ana)), [id])
  await act(ana, { stageId: 'firma', actionType: 'REASSIGN', reassignTo: viewer.userId })
  assert.deepEqual(ids(await tasksOf(ana)), [], 'it is in other hands')
  assert.deepEqual(ids(await tasksOf(viewer)), [id])
})

test('a published activity that requires an assessment is a task until one is begun', async () => {
  const { ana, activityId } = await ground(api, { plan: 'ENTERPRISE' })
  const risk = {
    dataVolume: 'massive',
    sensitiveData: true,
    internationalTransfer: true,
    automatedDecision: true,
  }
  await ana.post(`/rat/activities/${activityId}/calculate-risk`, { riskFactors: risk })
  await ana.patch(`/rat/activities/${activityId}/status`, { status: 'published' })
  const { items } = await tasksOf(ana, '?kind=assessment')
  assert.deepEqual(
    items.map(({ entityType, entityId, title }) => [entityType, entityId, title]),
    [['activity', activityId, 'Falta la evaluación de impacto de «Atención de clientes»']],
  )
  const { id } = (await ana.post('/dpia/assessments', { title: 'Del CRM', activityId })).data
  assert.deepEqual(ids(await tasksOf(ana, '?kind=assessment')), [id])
})

test('a policy behind the register is a task until another one is published', async () => {
  const ana = await api.tenant({ name: 'Tienda Sur' })
  const publish = async () => {
    const { id } = (await ana.post('/privacy-policy/generate', {})).data
    const { workflowInstanceId } = (await ana.post(`/privacy-policy/${id}/publish`, {})).data
    await act(ana, workflowInstanceId, 'APPROVE')
    return id
  }
  const policyId = await publish()
  const activityId = await makeActivity(ana)
  await ana.patch(`/rat/activities/${activityId}/status`, { status: 'published' })
  const waiting = async (person: Person = ana) => (await tasksOf(person, '?kind=policy')).items
  assert.deepEqual(await waiting(), [], 'nobody compared them yet')
  await DRIFT_JOB.run(api.service.jobEnv, {}, { jobId: 'x', attempt: 1 })
  const [task, ...others] = await waiting()
  assert.deepEqual(others, [])
  assert.deepEqual(
    [task!.entityType, task!.entityId, task!.dueAt, task!.article, task!.url],
    [
      'privacy_policy',
      policyId,
      null,
      'art. 14 ter, Ley 19.628 (mod. Ley 21.719)',
      `/organizacion/${ana.slug}/politicas/${policyId}`,
    ],
  )
  assert.deepEqual(await waiting(await ana.colleague('VIEWER')), [], 'who may not write one is not asked')
  await publish()
  assert.deepEqual(await waiting(), [])
})

test('a person sees the tasks of all their organisations, and those that refuse the session', async () => {
  const ana = await api.tenant({ name: 'Primera' })
  const stranger = await api.tenant({ name: 'Ajena' })
  await makeBreach(stranger, { title: 'De otros' })
  const here = await makeBreach(ana, {
    title: 'Aquí',
    detectedAt: new Date(Date.now() - 3_600_000).toISOString(),
  })
  const open = async (organizationName: string) => {
    const { tenant } = (await ana.post('/auth/tenants', { organizationName })).data
    const at = api.with({ ...ana.headers, 'x-resguardo-tenant': tenant.slug })
    const breach = {
      title: organizationName,
      detectedAt: new Date().toISOString(),
      detectionSource: 'manual',
    }
    return { tenant, at, breach: (await at.post('/breaches', breach)).data.id as string }
  }
  const [second, strict, stopped] = [await open('Segunda'), await open('Estricta'), await open('Detenida')]
  await api.access.asSystem('a test asks for a second factor', (db) =>
    db.updateTable('tenants').set({ require_mfa: true }).where('id', '=', strict.tenant.id).execute(),
  )
  await suspendTenant(api.access, stopped.tenant.slug, api.clock.now())
  const all = await tasksOf(ana, '?scope=all')
  assert.deepEqual(ids(all), [here, second.breach])
  assert.equal(all.total, 2)
  assert.deepEqual(
    all.items.map(({ tenantName, url }) => [tenantName, url]),
    [
      ['Primera', `/organizacion/${ana.slug}/brechas/${here}`],
      ['Segunda', `/organizacion/${second.tenant.slug}/brechas/${second.breach}`],
    ],
  )
  assert.deepEqual(
    all.skipped.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
    [
      { tenantId: strict.tenant.id, tenantName: 'Estricta', reason: 'mfa' },
      { tenantId: stopped.tenant.id, tenantName: 'Detenida', reason: 'suspended' },
    ].toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
  )
  assert.deepEqual(ids(await tasksOf(second.at)), [second.breach])
  // An organisation that refuses the session does not hide the others.
  assert.deepEqual(ids(await tasksOf(stopped.at, '?scope=all')), [here, second.breach])
  assert.equal((await stopped.at.get('/tasks')).status, 403)
})

test('an ended session sees nothing, and a key sees only its own organisation', async () => {
  const ana = await api.tenant()
  const breach = await makeBreach(ana)
  const key = async (fields: object) =>
    api.with({ 'x-api-key': (await ana.post('/settings/api-keys', { name: 'Panel', ...fields })).data.key })
  const reading = await key({ scopes: ['tasks:read', 'breaches:read'], role: 'ANALYST' })
  assert.deepEqual(ids(await tasksOf(reading)), [breach])
  const narrow = await key({ scopes: ['tasks:read', 'rat:read', 'breaches:write'], role: 'ANALYST' })
  for (const query of ['', '?kind=breach']) {
    const { items, total } = (await narrow.get(`/tasks${query}`)).data
    assert.deepEqual([items, total], [[], 0], 'what it may not read does not wait for it')
  }
  assert.equal((await reading.get('/search?q=a')).status, 403, 'a search is for people')
  const wide = await reading.get('/tasks?scope=all')
  assert.deepEqual([wide.status, wide.body.error.details[0].rule], [403, 'person'])
  assert.equal((await (await key({ scopes: ['rat:read'] })).get('/tasks')).status, 403)
  assert.equal((await api.anyone.get('/tasks?scope=all')).status, 401)
  assert.equal((await ana.post('/auth/logout')).status, 200)
  assert.equal((await ana.get('/tasks?scope=all')).status, 401)
})

test('beyond the limit the nearest are shown, and the total stays correct', async () => {
  const ana = await api.tenant()
  const nearest = await makeBreach(ana, { detectedAt: '2026-01-02T00:00:00Z' })
  const now = new Date()
  await api.access.asSystem('a test adds breaches', async (db) => {
    const { legal_entity_id } = await db
      .selectFrom('breaches')
      .select('legal_entity_id')
      .where('id', '=', nearest)
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: MOST_TASKS + 5 }, () => ({
      tenant_id: ana.tenantId,
      id: newId(),
      title: 'Otra',
      status: 'detected' as const,
      detected_at: now,
      detection_source: 'manual',
      data_categories: [],
      has_sensitive_data: false,
      containment_actions: [],
      requires_notification: false,
      requires_subject_notification: false,
      legal_entity_id,
      overrides: json([]),
      clocks_done: json({}),
      created_at: now,
      updated_at: now,
    }))
    await db.insertInto('breaches').values(rows).execute()
  })
  for (const scope of ['tenant', 'all']) {
    const { items, total } = await tasksOf(ana, `?scope=${scope}`)
    assert.deepEqual([items.length, items[0]!.entityId, total], [MOST_TASKS, nearest, MOST_TASKS + 6])
  }
})

test('a request is a task with its legal day and the article of the answer', async () => {
  const ana = await api.tenant()
  const access = await newRequest(ana)
  const block = await newRequest(ana, { rightType: 'BLOCKING' })
  const decision = await newRequest(ana, { rightType: 'AUTO_DECISION' })
  await ana.post(`/dsar/requests/${access.id}/extend`, { reason: 'Cintas' })
  const { items } = await tasksOf(ana, '?kind=request')
  assert.deepEqual(
    items.map(({ entityId, state, article }) => [entityId, state, article?.split(',')[0]]),
    [
      [block.id, 'RECEIVED', 'arts. 8 ter y 11'],
      [decision.id, 'RECEIVED', 'arts. 8 bis y 11'],
      [access.id, 'EXTENDED', 'arts. 5 y 11'],
    ],
  )
  assert.equal(items[0]!.title, `Bloqueo temporal: ${block.folioNumber}`)
})

test('a kind lists and counts only its own tasks; an unknown kind or scope is refused', async () => {
  const ana = await api.tenant()
  const request = await newRequest(ana)
  const breach = await makeBreach(ana)
  const all = await tasksOf(ana)
  assert.deepEqual([all.total, ids(all).sort()], [2, [request.id, breach].sort()])
  for (const [kind, expected] of [
    ['request', [request.id]],
    ['breach', [breach]],
    ['contract', []],
    ['answer', []],
  ] as const)
    for (const scope of ['tenant', 'all']) {
      const { items, total } = await tasksOf(ana, `?kind=${kind}&scope=${scope}`)
      assert.deepEqual([items.map(({ entityId }) => entityId), total], [expected, expected.length], kind)
    }
  for (const query of ['kind=requests', 'kind=', 'scope=mine', 'scope=', 'kind=request&kind=breach'])
    assert.equal((await ana.get(`/tasks?${query}`)).status, 400, query)
})

test('in each organisation a person sees the tasks of their role there', async () => {
  const ana = await api.tenant({ name: 'Propia' })
  const boss = await api.tenant({ name: 'Ajena' })
  const [mine, theirs, given] = [await makeBreach(ana), await makeBreach(boss), await newRequest(boss)]
  const join = (role: 'VIEWER' | 'ANALYST') =>
    api.access.asSystem('a test gives a role', async (db) => {
      const now = api.clock.now()
      const member = { tenant_id: boss.tenantId, user_id: ana.userId, role, status: 'ACTIVE' as const }
      await db
        .insertInto('memberships')
        .values({ ...member, created_at: now, updated_at: now })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet({ role }))
        .execute()
    })
  await join('VIEWER')
  assert.deepEqual(ids(await tasksOf(ana, '?scope=all')), [mine], 'the role at home counts at home')
  await boss.post(`/dsar/requests/${given.id}/assign`, { assignedTo: ana.userId })
  assert.deepEqual(ids(await tasksOf(ana, '?scope=all')).sort(), [mine, given.id].sort())
  await join('ANALYST')
  const all = await tasksOf(ana, '?scope=all')
  assert.deepEqual([ids(all).sort(), all.total], [[mine, theirs, given.id].sort(), 3])
  assert.deepEqual(
    all.items.filter(({ tenantName }) => tenantName === 'Ajena').map(({ tenantId }) => tenantId),
    [boss.tenantId, boss.tenantId],
  )
  assert.deepEqual(ids(await tasksOf(boss)), [theirs], 'what was given to another waits for that one')
})
