import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { sendRequest } from '#test/kit/requests.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { STATES, type State } from '../rules.ts'

const NOW = '2026-12-01T12:00:00.000Z'
const DEADLINE = '2026-12-31T12:00:00.000Z'
const EXTENDED = '2027-01-30T12:00:00.000Z'

const api = await openService()
api.clock.set(NOW)
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const analyst = await ana.colleague('ANALYST', 'Luis Soto')
const viewer = await ana.colleague('VIEWER')
const stranger = await api.tenant()
const widgets = new Map<Person, string>()

async function newRequest(fields: object = {}, person: Person = ana): Promise<string> {
  if (!widgets.has(person)) {
    widgets.set(person, (await person.post('/dsar/widgets', { name: 'Formulario' })).data.widgetKey)
  }
  return sendRequest(api, widgets.get(person)!, fields)
}

const url = (id: string, action = '') => `/dsar/requests/${id}${action && `/${action}`}`
const detail = async (id: string) => (await ana.get(url(id))).data
const move = (id: string, status: State, person: Person = ana) => person.patch(url(id), { status })
const extend = (id: string, person: Person = ana) =>
  person.post(url(id, 'extend'), { reason: 'Faltan datos' })
const respond = (id: string, body: object = { responseType: 'FULFILLED' }, person: Person = ana) =>
  person.post(url(id, 'respond'), body)
const assign = (id: string, assignedTo: string, person: Person = ana) =>
  person.post(url(id, 'assign'), { assignedTo })
const changes = (request: { timeline: { from: string; to: string }[] }) =>
  request.timeline.map(({ from, to }) => `${from} → ${to}`)
const typesOf = (request: { events: { type: string }[] }) => request.events.map(({ type }) => type)
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
]

async function requestIn(state: State): Promise<string> {
  const id = await newRequest()
  if (state === 'EXTENDED') await extend(id)
  else if (state !== 'RECEIVED') assert.equal((await move(id, state)).status, 200)
  return id
}

// ── list ──

test('the list shows each request with the fields of the contract, newest first', async () => {
  const person = await api.tenant()
  const first = await newRequest({ rightType: 'DELETION' }, person)
  api.clock.advance(1000)
  const second = await newRequest({}, person)
  api.clock.set(NOW)
  const { data } = await person.get('/dsar/requests')
  assert.deepEqual(
    data.items.map(({ id }: { id: string }) => id),
    [second, first],
  )
  const { folioNumber, ...item } = data.items[1]
  assert.match(folioNumber, /^ARCO-2026-\d{5}$/)
  assert.deepEqual(item, {
    id: first,
    rightType: 'DELETION',
    subjectName: 'María Pérez',
    subjectEmail: 'maria@correo.cl',
    status: 'RECEIVED',
    deadlineAt: DEADLINE,
    extendedDeadlineAt: null,
    isOverdue: false,
    assignedTo: null,
    createdAt: NOW,
    legalEntityId: (await person.get('/org/entities')).data.entities[0].id,
    legalDueOn: '2026-12-31',
    tasks: { total: 0, done: 0 },
  })
  assert.deepEqual(data.pagination, { page: 1, limit: 20, total: 2, totalPages: 1 })
})

test('the list filters by status, right, assignee and lateness, alone and together', async () => {
  const person = await api.tenant()
  const colleague = await person.colleague('ANALYST')
  const [open, assigned, extended, done] = [
    await newRequest({}, person),
    await newRequest({ rightType: 'DELETION' }, person),
    await newRequest({}, person),
    await newRequest({}, person),
  ]
  await assign(assigned!, colleague.userId, person)
  await extend(extended!, person)
  await respond(done!, undefined, person)
  const ids = async (query: string) => {
    const { status, data } = await person.get(`/dsar/requests?${query}`)
    assert.equal(status, 200, query)
    assert.equal(data.pagination.total, data.items.length)
    return data.items.map(({ id }: { id: string }) => id).sort()
  }
  assert.deepEqual(await ids('status=RECEIVED'), [open])
  assert.deepEqual(await ids('rightType=DELETION'), [assigned])
  assert.deepEqual(await ids(`assignedTo=${colleague.userId}`), [assigned])
  assert.deepEqual(await ids(`assignedTo=${newId()}`), [])
  assert.deepEqual(await ids('assignedTo=nadie'), [])
  assert.deepEqual(await ids('overdue=true'), [])
  assert.equal((await ids('overdue=false')).length, 4)

  // Art. 11: the term lasts until the end of the day in Chile, whatever the hour of receipt.
  api.clock.set('2027-01-01T02:59:59.999Z')
  const punctual = await person.colleague('VIEWER')
  assert.deepEqual((await punctual.get('/dsar/requests?overdue=true')).data.items, [])
  api.clock.set('2027-01-01T03:00:00.000Z')
  const again = await person.colleague('VIEWER')
  const overdue = async (query: string) =>
    (await again.get(`/dsar/requests?${query}`)).data.items.map(({ id }: { id: string }) => id).sort()
  assert.deepEqual(await overdue('overdue=true'), [open, assigned].sort())
  assert.deepEqual(await overdue('overdue=false'), [extended, done].sort())
  assert.deepEqual(await overdue('overdue=true&status=IN_PROGRESS'), [assigned])
  const items = (await again.get('/dsar/requests')).data.items
  assert.deepEqual(items.filter(({ isOverdue }: { isOverdue: boolean }) => isOverdue).length, 2)
  api.clock.set(NOW)
})

test('a filter with an unknown value is 400', async () => {
  for (const query of [
    'status=CLOSED',
    'rightType=forget',
    'overdue=maybe',
    'limit=0',
    'limit=101',
    'page=0',
  ]) {
    assert.deepEqual(codeOf(await ana.get(`/dsar/requests?${query}`)), [400, 'VALIDATION_ERROR'], query)
  }
})

// ── moves ──

test('a change of status takes notes, and every change is in the timeline', async () => {
  const id = await newRequest()
  const reply = await analyst.patch(url(id), { status: 'VERIFYING', notes: 'Falta la cédula' })
  assert.equal(reply.status, 200)
  assert.equal(reply.data.status, 'VERIFYING')
  await move(id, 'IN_PROGRESS')
  const request = await detail(id)
  assert.deepEqual(changes(request), ['RECEIVED → VERIFYING', 'VERIFYING → IN_PROGRESS'])
  const { id: _, ...entry } = request.timeline[0]
  assert.deepEqual(entry, {
    type: 'status_change',
    from: 'RECEIVED',
    to: 'VERIFYING',
    notes: 'Falta la cédula',
    actorId: analyst.userId,
    actorName: 'Luis Soto',
    createdAt: NOW,
  })
  const { items, pagination } = (await viewer.get(url(id, 'timeline'))).data
  assert.deepEqual(items, request.events)
  assert.deepEqual(pagination, { page: 1, limit: 20, total: 3, totalPages: 1 })
  const second = (await viewer.get(`${url(id, 'timeline')}?limit=1&page=2`)).data.items
  assert.deepEqual(second, [request.events[1]])
  assert.deepEqual(typesOf(request), ['created', 'status_change', 'status_change'])
})

for (const from of STATES)
  for (const to of STATES) {
    const final = from === 'COMPLETED' || from === 'REJECTED'
    const allowed = !final && from !== to && to !== 'EXTENDED'
    test(`PATCH ${from} → ${to} is ${allowed ? 'done' : 'refused'}`, async () => {
      const id = await requestIn(from)
      const before = await detail(id)
      const reply = await move(id, to)
      assert.deepEqual(codeOf(reply), allowed ? [200, undefined] : [409, 'CONFLICT'])
      const after = await detail(id)
      if (!allowed) assert.deepEqual(after, before)
      else assert.equal(after.completedAt, to === 'COMPLETED' || to === 'REJECTED' ? NOW : null)
    })
  }

test('an extended request may leave EXTENDED and return; without an extension the refusal names the extend call', async () => {
  const id = await requestIn('EXTENDED')
  assert.equal((await move(id, 'IN_PROGRESS')).data.extendedDeadlineAt, EXTENDED)
  assert.equal((await move(id, 'EXTENDED')).status, 200)
  const refused = await move(await newRequest(), 'EXTENDED')
  assert.match(refused.body.error.message, /\/extend/)
})

test('a change of status needs one of the six states', async () => {
  const id = await newRequest()
  for (const body of [{}, { status: 'CLOSED' }, { status: null }, { status: 'VERIFYING', notes: 7 }]) {
    assert.deepEqual(codeOf(await ana.patch(url(id), body)), [400, 'VALIDATION_ERROR'])
  }
})

// ── assignment ──

test('assigning a request that nobody worked on starts the work', async () => {
  for (const from of ['RECEIVED', 'VERIFYING'] as const) {
    const id = await requestIn(from)
    const { status, data } = await assign(id, analyst.userId)
    assert.equal(status, 200)
    assert.deepEqual([data.status, data.assignedTo], ['IN_PROGRESS', analyst.userId])
    assert.equal(changes(data).at(-1), `${from} → IN_PROGRESS`)
    assert.ok(data.events.some(({ notes }: { notes: string }) => notes === 'Asignada a Luis Soto'))
  }
})

test('a later assignment changes only the assignee', async () => {
  for (const from of ['IN_PROGRESS', 'EXTENDED'] as const) {
    const id = await requestIn(from)
    const before = (await detail(id)).timeline
    const { data } = await assign(id, analyst.userId)
    assert.deepEqual([data.status, data.assignedTo, data.timeline], [from, analyst.userId, before])
    assert.equal((await assign(id, ana.userId)).data.assignedTo, ana.userId)
  }
})

test('the assignee must be a member, and a final request takes no other', async () => {
  const id = await newRequest()
  for (const nobody of [stranger.userId, newId(), 'nadie']) {
    assert.deepEqual(codeOf(await assign(id, nobody)), [422, 'VALIDATION_ERROR'])
  }
  assert.deepEqual(codeOf(await ana.post(url(id, 'assign'), {})), [400, 'VALIDATION_ERROR'])
  assert.equal((await detail(id)).status, 'RECEIVED')
  for (const final of ['COMPLETED', 'REJECTED'] as const) {
    assert.deepEqual(codeOf(await assign(await requestIn(final), ana.userId)), [409, 'CONFLICT'])
  }
})

test('a request whose assignee leaves the organisation becomes unassigned', async () => {
  const leaving = await ana.colleague('ANALYST')
  const id = await newRequest()
  await assign(id, leaving.userId)
  assert.equal((await ana.delete(`/settings/members/${leaving.userId}`)).status, 200)
  const { assignedTo, status } = await detail(id)
  assert.deepEqual([assignedTo, status], [null, 'IN_PROGRESS'])
})

// ── extension ──

test('an extension adds 30 days, once', async () => {
  const id = await newRequest()
  api.clock.advance(600_000)
  const at = api.clock.now().toISOString()
  const reply = await extend(id, analyst)
  api.clock.set(NOW)
  assert.equal(reply.status, 200)
  assert.deepEqual(reply.data, {
    id,
    extendedDeadlineAt: EXTENDED,
    extensionReason: 'Faltan datos',
    extensionNotifiedAt: at,
    status: 'EXTENDED',
  })
  const request = await detail(id)
  assert.deepEqual(
    [request.deadlineAt, request.responseDeadline, request.extendedDeadlineAt, request.status],
    [DEADLINE, DEADLINE, EXTENDED, 'EXTENDED'],
  )
  assert.deepEqual(codeOf(await extend(id)), [409, 'ALREADY_EXTENDED'])
  await move(id, 'IN_PROGRESS')
  assert.deepEqual(codeOf(await extend(id)), [409, 'ALREADY_EXTENDED'])
})

test('an extension needs a reason and an open request', async () => {
  const id = await newRequest()
  for (const body of [{}, { reason: ' ' }, { reason: null }, { reason: 7 }, { reason: 'x'.repeat(10_001) }]) {
    assert.deepEqual(codeOf(await ana.post(url(id, 'extend'), body)), [400, 'VALIDATION_ERROR'])
  }
  assert.deepEqual(codeOf(await extend(await requestIn('COMPLETED'))), [409, 'CONFLICT'])
})

test('two extensions at once: one succeeds', async () => {
  const id = await newRequest()
  const replies = await Promise.all([extend(id, ana), extend(id, analyst)])
  assert.deepEqual(replies.map(codeOf).sort(), [
    [200, undefined],
    [409, 'ALREADY_EXTENDED'],
  ])
  const request = await detail(id)
  assert.equal(request.extendedDeadlineAt, EXTENDED)
  assert.deepEqual(typesOf(request), ['created', 'extended', 'status_change'])
})

// ── response ──

for (const [responseType, outcome] of [
  ['FULFILLED', 'COMPLETED'],
  ['PARTIALLY_FULFILLED', 'COMPLETED'],
  ['REJECTED_IDENTITY', 'REJECTED'],
  ['REJECTED_LEGAL', 'REJECTED'],
] as const) {
  test(`a response of ${responseType} ends the request as ${outcome}, from every open state`, async () => {
    for (const from of ['RECEIVED', 'VERIFYING', 'IN_PROGRESS', 'EXTENDED'] as const) {
      const id = await requestIn(from)
      const sent = {
        responseType,
        responseNotes: 'Aquí está.',
        responseFileKey: 'respuestas/1.pdf',
        denialReason: outcome === 'REJECTED' ? 'Contrato vigente' : null,
      }
      const { status, data } = await respond(id, sent, analyst)
      assert.equal(status, 200)
      assert.deepEqual({ ...data, ...sent }, data)
      assert.deepEqual([data.status, data.completedAt], [outcome, NOW])
      assert.equal(changes(data).at(-1), `${from} → ${outcome}`)
      assert.ok(typesOf(data).includes('responded'))
    }
  })
}

test('a rejection needs its ground, in one of two fields', async () => {
  const id = await newRequest()
  for (const responseType of ['REJECTED_IDENTITY', 'REJECTED_LEGAL']) {
    for (const fields of [{}, { denialReason: ' ' }, { denialReason: null, responseNotes: '' }]) {
      const reply = await respond(id, { responseType, ...fields })
      assert.deepEqual(codeOf(reply), [400, 'VALIDATION_ERROR'])
      assert.equal(reply.body.error.details[0].path, 'denialReason')
    }
  }
  assert.equal((await detail(id)).status, 'RECEIVED')
  assert.equal((await respond(id, { responseType: 'REJECTED_LEGAL', responseNotes: 'Ley' })).status, 200)
})

test('an unknown response type is 400', async () => {
  const id = await newRequest()
  for (const body of [{}, { responseType: 'DONE' }, { responseType: 'FULFILLED', responseNotes: 7 }]) {
    assert.deepEqual(codeOf(await respond(id, body)), [400, 'VALIDATION_ERROR'])
  }
})

test('a response of EXTENDED is an extension with its reason in the notes', async () => {
  const id = await newRequest()
  for (const responseNotes of [undefined, null, '', '  ']) {
    const reply = await respond(id, { responseType: 'EXTENDED', responseNotes })
    assert.deepEqual(codeOf(reply), [400, 'VALIDATION_ERROR'])
    assert.equal(reply.body.error.details[0].path, 'responseNotes')
  }
  const { status, data } = await respond(id, { responseType: 'EXTENDED', responseNotes: 'Cintas' })
  assert.equal(status, 200)
  assert.deepEqual(
    [data.status, data.extendedDeadlineAt, data.extensionReason, data.extensionNotifiedAt, data.completedAt],
    ['EXTENDED', EXTENDED, 'Cintas', NOW, null],
  )
  const again = await respond(id, { responseType: 'EXTENDED', responseNotes: 'Cintas' })
  assert.deepEqual(codeOf(again), [409, 'ALREADY_EXTENDED'])
  assert.deepEqual(codeOf(await extend(id)), [409, 'ALREADY_EXTENDED'])
  assert.equal((await respond(id)).data.responseType, 'FULFILLED')
})

test('a closed request shows only its closing response, not an earlier extension', async () => {
  const extended = async () => {
    const id = await newRequest()
    await respond(id, { responseType: 'EXTENDED', responseNotes: 'Faltan datos' })
    return id
  }
  for (const status of ['COMPLETED', 'REJECTED'] as const) {
    const { data } = await move(await extended(), status)
    assert.deepEqual([data.status, data.responseType, data.responseNotes], [status, null, null])
    assert.deepEqual([data.extensionReason, data.extendedDeadlineAt], ['Faltan datos', EXTENDED])
  }
  const { data } = await respond(await extended())
  assert.deepEqual([data.responseType, data.responseNotes], ['FULFILLED', null])
})

test('final states never change', async () => {
  for (const final of ['COMPLETED', 'REJECTED'] as const) {
    const id = await requestIn(final)
    const before = await detail(id)
    for (const reply of [
      await respond(id),
      await respond(id, { responseType: 'EXTENDED', responseNotes: 'x' }),
      await extend(id),
      await assign(id, ana.userId),
      await move(id, 'RECEIVED'),
    ]) {
      assert.deepEqual(codeOf(reply), [409, 'CONFLICT'])
    }
    assert.deepEqual(await detail(id), before)
  }
})

test('two responses at once: one succeeds', async () => {
  const id = await newRequest()
  const replies = await Promise.all([
    respond(id),
    respond(id, { responseType: 'REJECTED_LEGAL', denialReason: 'x' }, analyst),
  ])
  assert.deepEqual(replies.map(codeOf).sort(), [
    [200, undefined],
    [409, 'CONFLICT'],
  ])
  assert.equal((await detail(id)).timeline.length, 1)
})

// ── third parties ──

const notify = (id: string, body?: object) => ana.post(url(id, 'notify-thirds'), body)

test('third parties are notified of a rectification or a deletion once, even after the request is completed', async () => {
  for (const rightType of ['RECTIFICATION', 'DELETION']) {
    const id = await newRequest({ rightType })
    await respond(id)
    const { status, data } = await notify(id, { notes: 'Correo al encargado' })
    assert.equal(status, 200)
    assert.deepEqual([data.id, data.thirdsNotifiedAt, data.status], [id, NOW, 'COMPLETED'])
    assert.deepEqual(
      [data.events.at(-1).type, data.events.at(-1).notes],
      ['thirds_notified', 'Correo al encargado'],
    )
    assert.deepEqual(codeOf(await notify(id, { notes: 'otra vez' })), [409, 'ALREADY_NOTIFIED'])
  }
})

test('third parties are not notified of other rights', async () => {
  for (const rightType of ['ACCESS', 'OPPOSITION', 'PORTABILITY', 'BLOCKING', 'AUTO_DECISION']) {
    const id = await newRequest({ rightType })
    assert.deepEqual(codeOf(await notify(id, { notes: 'x' })), [422, 'INVALID_RIGHT_TYPE'])
    assert.equal((await detail(id)).thirdsNotifiedAt, null)
  }
})

test('the notes are optional, and of two calls at once one is recorded', async () => {
  const id = await newRequest({ rightType: 'DELETION' })
  const replies = await Promise.all([notify(id), notify(id, {})])
  assert.deepEqual(replies.map(codeOf).sort(), [
    [200, undefined],
    [409, 'ALREADY_NOTIFIED'],
  ])
  assert.deepEqual(codeOf(await notify(id, { notes: 7 })), [400, 'VALIDATION_ERROR'])
})

test('the answer names the recipients and processors of the published activities', async () => {
  const person = await api.tenant()
  const system = (
    await person.post('/data-map/systems', {
      name: 'CRM',
      type: 'saas',
      vendor: 'Nube Austral SpA',
      dataCategories: ['email'],
    })
  ).data
  const activity = async (name: string, recipients: string[], published: boolean) => {
    const made = await person.post('/rat/activities', {
      name,
      purpose: 'Vender',
      legalBasis: 'contract',
      dataCategories: ['email'],
      subjectCategories: ['clientes'],
      retentionPeriod: '5_years',
      systemId: system.id,
      recipients,
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    if (!published) return
    const moved = await person.patch(`/rat/activities/${made.data.id}/status`, { status: 'published' })
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
  }
  await activity('Ventas', ['SII', 'Transportes Sur'], true)
  await activity('Cobranza', ['SII'], true)
  await activity('Borrador', ['Nadie'], false)
  const id = await newRequest({ rightType: 'DELETION' }, person)
  const { status, data } = await person.post(url(id, 'notify-thirds'), { notes: 'x' })
  assert.equal(status, 200)
  const named = (list: { name: string; activities: string[] }[]) =>
    Object.fromEntries(list.map(({ name, activities }) => [name, activities.sort()]))
  assert.deepEqual(named(data.recipients), { SII: ['Cobranza', 'Ventas'], 'Transportes Sur': ['Ventas'] })
  assert.deepEqual(named(data.processors), { 'Nube Austral SpA': ['Cobranza', 'Ventas'] })
})

// ── statistics ──

test('statistics start empty and then count the requests', async () => {
  const person = await api.tenant()
  const empty = (await person.get('/dsar/stats')).data
  assert.deepEqual([empty.total, empty.open, empty.overdue, empty.dueSoon], [0, 0, 0, 0])
  assert.deepEqual([empty.averageResponseDays, empty.onTimeRate], [null, null])
  assert.deepEqual(
    empty.byStatus.map(({ status }: { status: string }) => status),
    STATES,
  )

  const [, late, quick, extended] = [
    await newRequest({}, person),
    await newRequest({ rightType: 'DELETION' }, person),
    await newRequest({}, person),
    await newRequest({}, person),
  ]
  await extend(extended!, person)
  api.clock.advance(10 * DAY_MS)
  await respond(quick!, undefined, await person.colleague('ANALYST'))
  api.clock.set('2027-01-10T12:00:00Z')
  await respond(
    late!,
    { responseType: 'REJECTED_LEGAL', denialReason: 'x' },
    await person.colleague('ANALYST'),
  )
  await newRequest({ rightType: 'PORTABILITY' }, person)
  api.clock.set('2027-01-25T12:00:00Z')
  const stats = (await (await person.colleague('VIEWER')).get('/dsar/stats')).data
  api.clock.set(NOW)
  const counts = Object.fromEntries(
    stats.byStatus.map(({ status, count }: { status: string; count: number }) => [status, count]),
  )
  assert.deepEqual(counts, {
    RECEIVED: 2,
    VERIFYING: 0,
    IN_PROGRESS: 0,
    EXTENDED: 1,
    COMPLETED: 1,
    REJECTED: 1,
  })
  assert.equal(
    stats.byRightType.find(({ rightType }: { rightType: string }) => rightType === 'ACCESS').count,
    3,
  )
  assert.deepEqual([stats.total, stats.open, stats.overdue, stats.dueSoon], [5, 3, 1, 1])
  assert.deepEqual([stats.averageResponseDays, stats.onTimeRate], [25, 50])
})

// ── who ──

test('every role may read; ANALYST and above may act', async () => {
  const id = await newRequest({ rightType: 'DELETION' })
  for (const path of ['/dsar/requests', url(id), url(id, 'timeline'), '/dsar/stats']) {
    assert.equal((await viewer.get(path)).status, 200)
  }
  for (const reply of [
    await move(id, 'VERIFYING', viewer),
    await assign(id, ana.userId, viewer),
    await extend(id, viewer),
    await respond(id, { responseType: 'FULFILLED' }, viewer),
    await viewer.post(url(id, 'notify-thirds'), { notes: 'x' }),
  ]) {
    assert.deepEqual(codeOf(reply), [403, 'FORBIDDEN'])
  }
  assert.equal((await api.anyone.get(url(id))).status, 401)
})

test('another organisation finds nothing', async () => {
  const id = await newRequest({ rightType: 'DELETION' })
  const before = await detail(id)
  for (const reply of [
    await stranger.get(url(id)),
    await stranger.get(url(id, 'timeline')),
    await move(id, 'VERIFYING', stranger),
    await assign(id, stranger.userId, stranger),
    await extend(id, stranger),
    await respond(id, { responseType: 'FULFILLED' }, stranger),
    await stranger.post(url(id, 'notify-thirds'), { notes: 'x' }),
    await ana.get(url('no-es-un-id')),
    await ana.get(url(newId(), 'timeline')),
  ]) {
    assert.deepEqual(codeOf(reply), [404, 'RESOURCE_NOT_FOUND'])
  }
  assert.deepEqual(await detail(id), before)
  assert.equal((await stranger.get('/dsar/requests')).data.pagination.total, 0)
  assert.equal((await stranger.get('/dsar/stats')).data.total, 0)
})

test('events of the history cannot be changed, not even by the system', async () => {
  const id = await newRequest()
  await assert.rejects(
    api.access.asSystem('a test rewrites history', (db) =>
      db.updateTable('dsar_events').set({ notes: 'nada' }).where('request_id', '=', id).execute(),
    ),
  )
})
