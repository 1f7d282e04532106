import assert from 'node:assert/strict'
import { test } from 'node:test'
import { translateError } from '#db/errors.ts'
import { after, MINUTE_MS } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { makeActivity, makeSystem } from '#test/kit/activities.ts'
import {
  CALM,
  eventTypes,
  MINIMAL,
  makeBreach,
  moveBreach,
  NOW,
  readBreach,
  reportBreach,
} from '#test/kit/breaches.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { replaceActivities, replaceSystems } from './repo.ts'

const SYSTEM = { type: 'system', id: undefined, name: undefined, role: undefined } as const
const api = await openService()
api.clock.set(NOW)
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const analyst = await ana.colleague('ANALYST')
const stranger = await api.tenant()

// ── registration ──

test('a new breach is in state detected and answers with the fields of the contract', async () => {
  const reply = await analyst.post('/breaches', {
    ...MINIMAL,
    tenantId: stranger.tenantId,
    status: 'resolved',
  })
  assert.equal(reply.status, 201)
  assert.deepEqual(Object.keys(reply.data).sort(), ['createdAt', 'detectedAt', 'id', 'status', 'title'])
  const { title, status, detectedAt, createdAt } = reply.data
  assert.deepEqual(
    [title, status, detectedAt, createdAt],
    ['Acceso indebido', 'detected', MINIMAL.detectedAt, NOW],
  )
})

test('the detail shows every field; fields that were not sent are empty', async () => {
  const breach = await readBreach(ana, await makeBreach(ana))
  const { id: _, events, legalEntityId, clocks, ...rest } = breach
  assert.deepEqual(legalEntityId, (await ana.get('/org/entities')).data.entities[0].id)
  assert.deepEqual(
    clocks.map(({ key }: { key: string }) => key),
    ['apdp', 'internal_72h'],
  )
  assert.deepEqual(rest, {
    title: 'Acceso indebido',
    description: null,
    status: 'detected',
    detectedAt: '2026-03-10T09:00:00.000Z',
    detectionSource: 'manual',
    attackVector: null,
    dataCategories: [],
    hasSensitiveData: false,
    estimatedRecords: null,
    containmentActions: [],
    requiresNotification: false,
    requiresSubjectNotification: false,
    decision: null,
    notificationDeadlineAt: '2026-03-13T09:00:00.000Z',
    notifiedApdpAt: null,
    notificationFileKey: null,
    severity: null,
    alert: null,
    activityIds: [],
    systemIds: [],
    proposedDataCategories: [],
    nature: [],
    occurredAt: null,
    effects: null,
    prevention: null,
    riskRationale: null,
    subjectsNotifiedAt: null,
    subjectsMedium: null,
    massMediaNotice: null,
    noNoticeReason: null,
    actsAs: 'controller',
    controllerName: null,
    controllerNotifiedAt: null,
    overrides: [],
    createdAt: NOW,
    updatedAt: NOW,
  })
  assert.deepEqual(events, [
    { type: 'created', from: null, to: null, notes: null, actorId: ana.userId, createdAt: NOW },
  ])
})

test('every field that is sent is stored', async () => {
  const sent = {
    description: 'Alguien entró.',
    attackVector: 'phishing',
    dataCategories: ['email', 'otra cosa'],
    hasSensitiveData: true,
    estimatedRecords: 0,
    containmentActions: ['Cuenta bloqueada'],
  }
  const breach = await readBreach(
    ana,
    await makeBreach(ana, { ...sent, detectedAt: '2026-03-10T06:00:00-03:00' }),
  )
  assert.deepEqual({ ...breach, ...sent }, breach)
  assert.equal(breach.detectedAt, '2026-03-10T09:00:00.000Z')
})

test('a blank text counts as missing', async () => {
  const id = await makeBreach(ana, { description: ' ', attackVector: '' })
  await ana.patch(`/breaches/${id}/status`, { status: 'investigating', notes: '' })
  const breach = await readBreach(ana, id)
  assert.deepEqual([breach.description, breach.attackVector, breach.events.at(-1).notes], [null, null, null])
  await ana.put(`/breaches/${id}`, { description: 'Algo', attackVector: 'Otro' })
  const { data } = await ana.put(`/breaches/${id}`, { description: '', attackVector: ' ' })
  assert.deepEqual([data.description, data.attackVector], [null, null])
})

test('missing and malformed fields are 400 and named', async () => {
  for (const [path, wrong] of [
    ['title', { title: undefined }],
    ['title', { title: '  ' }],
    ['title', { title: 'x'.repeat(201) }],
    ['detectedAt', { detectedAt: undefined }],
    ['detectedAt', { detectedAt: '2026-03-10' }],
    ['detectedAt', { detectedAt: '2026-02-30T10:00:00Z' }],
    ['detectionSource', { detectionSource: undefined }],
    ['detectionSource', { detectionSource: '' }],
    ['estimatedRecords', { estimatedRecords: -1 }],
    ['estimatedRecords', { estimatedRecords: 1.5 }],
    ['estimatedRecords', { estimatedRecords: '5' }],
    ['hasSensitiveData', { hasSensitiveData: 'true' }],
    ['dataCategories', { dataCategories: 'email' }],
    ['dataCategories[0]', { dataCategories: [''] }],
    ['containmentActions[0]', { containmentActions: [1] }],
  ] as const) {
    const reply = await ana.post('/breaches', { ...MINIMAL, ...wrong })
    assert.equal(reply.status, 400, JSON.stringify(wrong))
    assert.equal(reply.body.error.code, 'VALIDATION_ERROR')
    assert.equal(reply.body.error.details[0].path, path)
  }
})

test('a detection is at most ten minutes ahead of our clock, in a new breach and in an edited one', async (t) => {
  const now = api.clock.now()
  t.after(() => api.clock.set(now))
  const ahead = (ms: number) => after(now, 10 * MINUTE_MS + ms).toISOString()
  const [edge, past] = [ahead(0), ahead(1).replace('Z', '+00:00')]
  const made = await ana.post('/breaches', { ...MINIMAL, detectedAt: edge })
  assert.deepEqual([made.status, made.data.detectedAt], [201, edge])
  const path = `/breaches/${made.data.id}`
  for (const reply of [
    await ana.post('/breaches', { ...MINIMAL, detectedAt: past }),
    await ana.put(path, { detectedAt: past, title: 'Otro' }),
  ]) {
    assert.deepEqual([reply.status, reply.body.error.code], [422, 'VALIDATION_ERROR'])
    const [{ path: field, message }] = reply.body.error.details
    assert.equal(field, 'detectedAt')
    assert.match(message, /más de 10 minutos en el futuro/)
    assert.ok(message.includes(now.toISOString()))
  }
  const kept = (await ana.get(path)).data
  assert.deepEqual([kept.detectedAt, kept.title], [edge, MINIMAL.title])
  assert.equal((await ana.put(path, { detectedAt: edge, title: 'Otro' })).status, 200)
  // Later, a time that was ahead can be sent back unchanged.
  api.clock.advance(1)
  assert.equal((await ana.put(path, { detectedAt: past })).status, 200)
})

// ── list ──

test('the list is newest first, filters by state and by decision, and gives the true total', async () => {
  const person = await api.tenant()
  const first = await makeBreach(person, { title: 'Primera', estimatedRecords: 7 })
  const second = await makeBreach(person, { title: 'Segunda' })
  const third = await makeBreach(person, { title: 'Tercera' })
  await moveBreach(person, second, 'investigating')
  await person.post(`/breaches/${third}/decision-tree`, {
    riskToSubjects: 'high',
    hasSensitiveData: false,
    hasMinorData: false,
    hasFinancialData: false,
  })
  const ids = async (query: string) => {
    const { data } = await person.get(`/breaches${query}`)
    return data.items.map(({ id }: { id: string }) => id)
  }
  assert.deepEqual(await ids(''), [third, second, first])
  assert.deepEqual(await ids('?status=detected'), [third, first])
  assert.deepEqual(await ids('?requiresNotification=true'), [third])
  assert.deepEqual(await ids('?requiresNotification=false&status=investigating'), [second])
  assert.deepEqual(await ids('?status=notified'), [])

  const { data } = await person.get('/breaches?page=2&limit=2')
  assert.deepEqual(data.pagination, { page: 2, limit: 2, total: 3, totalPages: 2 })
  const { detectionSource, severity, legalEntityId: _, ...item } = data.items[0]
  assert.deepEqual([detectionSource, severity], ['manual', null])
  assert.deepEqual(item, {
    id: first,
    title: 'Primera',
    status: 'detected',
    detectedAt: MINIMAL.detectedAt,
    estimatedRecords: 7,
    notificationDeadlineAt: '2026-03-13T09:00:00.000Z',
    requiresNotification: false,
    isDecided: false,
    createdAt: NOW,
  })
  const all = (await person.get('/breaches')).data.items as { id: string; isDecided: boolean }[]
  assert.equal(all.find(({ id }) => id === third)!.isDecided, true)
  for (const query of ['?status=open', '?requiresNotification=quizás', '?limit=101', '?page=0']) {
    assert.equal((await person.get(`/breaches${query}`)).status, 400, query)
  }
})

// ── changes ──

test('an update changes the sent fields, null clears, and the event names the fields', async () => {
  const id = await makeBreach(ana, { description: 'Algo', dataCategories: ['email'], estimatedRecords: 3 })
  api.clock.advance(1000)
  const reply = await ana.put(`/breaches/${id}`, {
    title: 'Otro título',
    description: null,
    dataCategories: null,
    estimatedRecords: 3,
    detectedAt: '2026-03-09T09:00:00Z',
    status: 'resolved',
    requiresNotification: true,
  })
  assert.equal(reply.status, 200)
  assert.deepEqual(reply.data, await readBreach(ana, id))
  const { title, description, dataCategories, estimatedRecords, status, requiresNotification } = reply.data
  assert.deepEqual(
    [title, description, dataCategories, estimatedRecords, status, requiresNotification],
    ['Otro título', null, [], 3, 'detected', false],
  )
  assert.equal(reply.data.notificationDeadlineAt, '2026-03-12T09:00:00.000Z', 'recomputed from the detection')
  assert.ok(reply.data.updatedAt > reply.data.createdAt)
  assert.deepEqual(eventTypes(reply.data), ['created', 'updated'])
  assert.deepEqual(reply.data.events[1].details.fields.sort(), [
    'dataCategories',
    'description',
    'detectedAt',
    'title',
  ])
  api.clock.set(NOW)
})

test('an update without changes adds no event; an invalid one is refused', async () => {
  const id = await makeBreach(ana)
  assert.deepEqual(eventTypes((await ana.put(`/breaches/${id}`, {})).data), ['created'])
  assert.deepEqual(eventTypes((await ana.put(`/breaches/${id}`, { title: MINIMAL.title })).data), ['created'])
  for (const wrong of [{ title: null }, { title: '' }, { detectedAt: null }, { estimatedRecords: -1 }, []]) {
    assert.equal((await ana.put(`/breaches/${id}`, wrong)).status, 400, JSON.stringify(wrong))
  }
})

test('a detection cannot be moved after the report to the authority', async () => {
  const id = await makeBreach(ana)
  await reportBreach(ana, id, { notifiedAt: '2026-03-10T10:00:00Z' })
  assert.equal((await ana.put(`/breaches/${id}`, { detectedAt: '2026-03-10T10:00:01Z' })).status, 422)
  assert.equal((await ana.put(`/breaches/${id}`, { detectedAt: '2026-03-10T10:00:00Z' })).status, 200)
})

// ── affected data ──

test('linked activities and systems are shown, and their data are proposed', async () => {
  const activity = await makeActivity(ana, {
    name: 'Despacho a domicilio',
    dataCategories: ['name', 'address'],
  })
  const system = await makeSystem(ana, { name: 'CRM', dataCategories: ['name', 'email'] })
  const id = await makeBreach(ana, { activityIds: [activity, activity], systemIds: [system.toUpperCase()] })
  const breach = await readBreach(ana, id)
  assert.deepEqual([breach.activityIds, breach.systemIds], [[activity], [system]])
  assert.deepEqual(breach.proposedDataCategories, ['address', 'email', 'name'])
  assert.deepEqual(breach.dataCategories, [], 'a proposal is no statement')
  const { data } = await ana.get(`/breaches/${id}/notification-template`)
  assert.ok(data.template.includes('- Despacho a domicilio\n- CRM'))

  const unlinked = (await ana.put(`/breaches/${id}`, { activityIds: null })).data
  assert.deepEqual([unlinked.activityIds, unlinked.systemIds], [[], [system]])
  assert.deepEqual(unlinked.events.at(-1).details.fields, ['activityIds'])
  const same = (await ana.put(`/breaches/${id}`, { systemIds: [system] })).data
  assert.deepEqual(eventTypes(same), ['created', 'updated'])
})

test('an activity or a system of another tenant is 422', async () => {
  const foreign = await makeSystem(stranger)
  const id = await makeBreach(ana)
  for (const systemId of [foreign, newId(), 'nada']) {
    for (const reply of [
      await ana.post('/breaches', { ...MINIMAL, systemIds: [systemId] }),
      await ana.put(`/breaches/${id}`, { systemIds: [systemId] }),
      await ana.put(`/breaches/${id}`, { activityIds: [systemId] }),
    ]) {
      assert.equal(reply.status, 422)
      assert.equal(reply.body.error.code, 'VALIDATION_ERROR')
    }
  }
})

// ── walls ──

test('a link deleted at the same moment is refused like one that never existed', async () => {
  const id = await makeBreach(ana)
  const links = [
    ['activityIds', replaceActivities],
    ['systemIds', replaceSystems],
  ] as const
  for (const [path, replace] of links) {
    const fault = await api.access
      .actFor(ana.tenantId, SYSTEM, {}, (ctx) => replace(ctx, id, [newId()]))
      .then(() => assert.fail('it was linked'), translateError)
    assert.ok(fault instanceof Failure)
    assert.deepEqual([fault.status, fault.code, fault.details?.[0]?.path], [422, 'VALIDATION_ERROR', path])
  }
})

test('a breach of another tenant, a missing one and a malformed id are all 404', async () => {
  const mine = await makeBreach(ana)
  const calls: [string, (base: string) => ReturnType<Person['get']>][] = [
    ['get', (base) => stranger.get(base)],
    ['put', (base) => stranger.put(base, { title: 'x' })],
    ['status', (base) => stranger.patch(`${base}/status`, { status: 'investigating' })],
    ['decision', (base) => stranger.post(`${base}/decision-tree`, CALM)],
    [
      'notify',
      (base) =>
        stranger.post(`${base}/notify-apdp`, {
          notifiedAt: '2026-03-10T11:00:00Z',
          notificationFileKey: 'x',
        }),
    ],
    ['subjects', (base) => stranger.post(`${base}/notify-subjects`, { notifiedAt: NOW, medium: 'correo' })],
    ['controller', (base) => stranger.post(`${base}/notify-controller`, { notifiedAt: NOW })],
    ['clock', (base) => stranger.post(`${base}/clocks/internal_72h/done`)],
    ['template', (base) => stranger.get(`${base}/notification-template`)],
    ['register', (base) => stranger.get(`${base}/register`)],
  ]
  for (const id of [mine, newId(), 'nada', '123']) {
    for (const [name, call] of calls) {
      const reply = await call(`/breaches/${id}`)
      assert.equal(reply.status, 404, `${name} ${id}`)
      assert.equal(reply.body.error.code, 'RESOURCE_NOT_FOUND')
    }
  }
  assert.deepEqual(eventTypes(await readBreach(ana, mine)), ['created'])
})

test('a viewer reads but changes nothing; calls without a token are refused', async () => {
  const viewer = await ana.colleague('VIEWER')
  const id = await makeBreach(ana)
  assert.equal((await viewer.get('/breaches')).status, 200)
  assert.equal((await viewer.get(`/breaches/${id}`)).status, 200)
  assert.equal((await viewer.get(`/breaches/${id}/notification-template`)).status, 200)
  for (const reply of [
    await viewer.post('/breaches', MINIMAL),
    await viewer.put(`/breaches/${id}`, { title: 'x' }),
    await viewer.patch(`/breaches/${id}/status`, { status: 'investigating' }),
    await viewer.post(`/breaches/${id}/decision-tree`, CALM),
    await viewer.post(`/breaches/${id}/notify-apdp`, { notifiedAt: NOW, notificationFileKey: 'x' }),
    await viewer.post(`/breaches/${id}/notify-subjects`, { notifiedAt: NOW, medium: 'correo' }),
    await viewer.post(`/breaches/${id}/notify-controller`, { notifiedAt: NOW }),
    await viewer.post(`/breaches/${id}/clocks/internal_72h/done`, {}),
  ]) {
    assert.equal(reply.status, 403)
    assert.equal(reply.body.error.code, 'FORBIDDEN')
  }
  assert.equal((await api.anyone.get('/breaches')).status, 401)
})

test('the history cannot be rewritten, not even in the database', async () => {
  const id = await makeBreach(ana)
  for (const tamper of ['update breach_events set notes = null', 'delete from breach_events']) {
    await assert.rejects(api.access.database.engine.asOwner(`${tamper} where breach_id = $1`, [id]))
  }
})
