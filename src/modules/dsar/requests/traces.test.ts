import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { DAY_MS } from '#kernel/dates.ts'
import { sendRequest } from '#test/kit/requests.ts'
import { openService, type Person } from '#test/kit/service.ts'

/** What each act on a request leaves behind, and the filters and orders of the list. */
const NOW = '2026-12-01T12:00:00.000Z'
const api = await openService()
api.clock.set(NOW)
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const luis = await ana.colleague('ANALYST', 'Luis Soto')
const { widgetKey } = (await ana.post('/dsar/widgets', { name: 'Formulario' })).data

afterEach(() => {
  api.clock.set(NOW)
})

async function newRequest(fields: object = {}, key = widgetKey): Promise<string> {
  return sendRequest(api, key, fields)
}

const url = (id: string, action = '') => `/dsar/requests/${id}${action && `/${action}`}`
const detail = async (id: string, person: Person = ana) => (await person.get(url(id))).data
const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status).sort()
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)

/** The announcements of a request, in order. */
async function announced(id: string) {
  const rows = await api.access.lookUp('a test reads events', (db) =>
    db.selectFrom('events').selectAll().where('entity_id', '=', id).orderBy('id').execute(),
  )
  return rows.filter(({ type }) => type.startsWith('dsar.'))
}
async function logged(id: string) {
  const rows = await api.access.asSystem('a test reads the audit log', (db) =>
    db.selectFrom('audit_log').selectAll().where('entity_id', '=', id).orderBy('id').execute(),
  )
  return rows.filter(({ action }) => action !== 'read')
}
const typesOf = async (id: string) => (await announced(id)).map(({ type }) => type)
const actionsOf = async (id: string) => (await logged(id)).map(({ action }) => action)

// ── events and log ──

for (const [what, act, type, action, status] of [
  ['a move', (id) => luis.patch(url(id), { status: 'VERIFYING' }), undefined, 'move', 'VERIFYING'],
  [
    'an assignment',
    (id) => luis.post(url(id, 'assign'), { assignedTo: luis.userId }),
    'dsar.assigned',
    'assign',
    'IN_PROGRESS',
  ],
  [
    'an extension',
    (id) => luis.post(url(id, 'extend'), { reason: 'Cintas' }),
    'dsar.extended',
    'extend',
    'EXTENDED',
  ],
  [
    'an answer of EXTENDED',
    (id) => luis.post(url(id, 'respond'), { responseType: 'EXTENDED', responseNotes: 'Cintas' }),
    'dsar.extended',
    'extend',
    'EXTENDED',
  ],
  [
    'an answer',
    (id) => luis.post(url(id, 'respond'), { responseType: 'FULFILLED', responseNotes: 'Va' }),
    'dsar.completed',
    'respond',
    'COMPLETED',
  ],
  [
    'an answer in part',
    (id) => luis.post(url(id, 'respond'), { responseType: 'PARTIALLY_FULFILLED', responseNotes: 'Va' }),
    'dsar.completed',
    'respond',
    'COMPLETED',
  ],
  [
    'a refusal',
    (id) => luis.post(url(id, 'respond'), { responseType: 'REJECTED_LEGAL', denialReason: 'Ley' }),
    'dsar.rejected',
    'respond',
    'REJECTED',
  ],
  [
    'a completion by status',
    (id) => luis.patch(url(id), { status: 'COMPLETED' }),
    'dsar.completed',
    'move',
    'COMPLETED',
  ],
  [
    'a refusal by status',
    (id) => luis.patch(url(id), { status: 'REJECTED', notes: 'Ley' }),
    'dsar.rejected',
    'move',
    'REJECTED',
  ],
] as const satisfies readonly (readonly [
  string,
  (id: string) => Promise<{ status: number }>,
  string | undefined,
  string,
  string,
])[]) {
  test(`${what} is logged once with its author, and ${type ? `announced as ${type}` : 'announced to nobody'}`, async () => {
    const id = await newRequest()
    assert.deepEqual(await typesOf(id), ['dsar.received'])
    assert.equal((await act(id)).status, 200)
    const [, event, ...others] = await announced(id)
    assert.deepEqual([event?.type, others], [type, []])
    if (event) {
      const { folioNumber, legalDueOn } = await detail(id)
      assert.deepEqual(event.data, {
        folioNumber,
        rightType: 'ACCESS',
        status,
        source: 'widget',
        legalDueOn,
      })
      assert.equal(event.title, folioNumber)
    }
    const [created, row, ...more] = await logged(id)
    assert.deepEqual([created?.action, created?.actor_type, more], ['create', 'public', []])
    assert.deepEqual([row?.action, row?.actor_id, row?.actor_name], [action, luis.userId, 'Luis Soto'])
    assert.deepEqual((row!.changes as Record<string, unknown>)['status'], { old: 'RECEIVED', new: status })
    assert.doesNotMatch(JSON.stringify(row!.changes), /Cintas|"Va"|Ley/, 'not what was written of the person')
  })
}

test('assigning again to the same person is not announced; assigning to another is; both are logged', async () => {
  const id = await newRequest()
  const assign = (assignedTo: string) => ana.post(url(id, 'assign'), { assignedTo })
  for (const to of [luis.userId, luis.userId, ana.userId]) assert.equal((await assign(to)).status, 200)
  assert.deepEqual(await typesOf(id), ['dsar.received', 'dsar.assigned', 'dsar.assigned'])
  assert.deepEqual(
    (await announced(id)).slice(1).map(({ assigned_to }) => assigned_to),
    [luis.userId, ana.userId],
  )
  assert.deepEqual(await actionsOf(id), ['create', 'assign', 'assign', 'assign'])
})

test('the log records that an answer was written, without its text; the history has the text', async () => {
  const id = await newRequest()
  await luis.post(url(id, 'extend'), { reason: 'Espera a su hermana Rosa' })
  await luis.post(url(id, 'respond'), { responseType: 'REJECTED_LEGAL', denialReason: 'Debe a Rosa' })
  const rows = await logged(id)
  assert.doesNotMatch(JSON.stringify(rows), /Rosa/)
  const written = { old: null, new: '***' }
  const [, extended, answered] = rows.map(({ changes }) => changes as Record<string, unknown>)
  assert.deepEqual([extended?.['extension_reason'], answered?.['denial_reason']], [written, written])
  assert.match(JSON.stringify(await detail(id)), /Debe a Rosa/)
})

test('a refused act leaves no event, no log line, no letter and no change', async () => {
  const id = await newRequest()
  await ana.post(url(id, 'extend'), { reason: 'Cintas' })
  const before = [await detail(id), await typesOf(id), await actionsOf(id)]
  for (const reply of [
    await ana.post(url(id, 'extend'), { reason: 'Otra vez' }),
    await ana.post(url(id, 'respond'), { responseType: 'REJECTED_LEGAL' }),
    await ana.patch(url(id), { status: 'EXTENDED' }),
    await ana.post(url(id, 'assign'), { assignedTo: 'nadie' }),
    await ana.post(url(id, 'notify-thirds'), {}),
    await ana.post(url(id, 'respond'), { responseType: 'FULFILLED', responseNotes: 'x'.repeat(10_001) }),
  ])
    assert.ok(reply.status >= 400, String(reply.status))
  assert.deepEqual([await detail(id), await typesOf(id), await actionsOf(id)], before)
})

test('a notice to third parties is logged and moves the time of the last change', async () => {
  const id = await newRequest({ rightType: 'DELETION' })
  api.clock.advance(60_000)
  const at = api.clock.now().toISOString()
  const { data } = await luis.post(url(id, 'notify-thirds'), { notes: '' })
  assert.deepEqual([data.thirdsNotifiedAt, data.updatedAt, data.createdAt], [at, at, NOW])
  assert.equal(data.events.at(-1).notes, null, 'what is empty is nothing')
  const row = (await logged(id)).at(-1)!
  assert.deepEqual(
    [row.action, Object.keys(row.changes as object)],
    ['notify_thirds', ['thirds_notified_at']],
  )
  assert.deepEqual(await typesOf(id), ['dsar.received'])
})

test('an answer stores its file key, and blank texts as null', async () => {
  const id = await newRequest()
  const { data } = await ana.post(url(id, 'respond'), {
    responseType: 'FULFILLED',
    responseNotes: '  ',
    responseFileKey: ' ',
    denialReason: '',
  })
  assert.deepEqual([data.responseNotes, data.responseFileKey, data.denialReason], [null, null, null])
  const responded = data.events.find(({ type }: { type: string }) => type === 'responded')
  assert.equal(responded.notes, 'FULFILLED', 'no colon without a word behind it')
})

test('the ground of a refusal by status comes from its own field first; notes of a completion stay internal', async () => {
  const refused = await newRequest()
  const both = { status: 'REJECTED', notes: 'Ver con Luis', denialReason: 'Contrato vigente 📄' }
  assert.equal((await ana.patch(url(refused), both)).data.denialReason, 'Contrato vigente 📄')
  const done = await newRequest()
  const { data } = await ana.patch(url(done), { status: 'COMPLETED', notes: 'Ver con Luis' })
  assert.deepEqual([data.denialReason, data.timeline.at(-1).notes], [null, 'Ver con Luis'])
  assert.ok(!JSON.stringify(data.letters).includes('Ver con Luis'))
})

// ── at once ──

test('acts at once stay consistent: one ends the request, the others find it ended or came before', async () => {
  const id = await newRequest()
  const replies = await Promise.all([
    ana.patch(url(id), { status: 'REJECTED', notes: 'Ley' }),
    luis.post(url(id, 'respond'), { responseType: 'FULFILLED', responseNotes: 'Va' }),
    ana.patch(url(id), { status: 'COMPLETED' }),
  ])
  assert.deepEqual(statuses(replies), [200, 409, 409])
  const request = await detail(id)
  assert.equal(request.timeline.length, 1)
  const kinds = request.letters.map(({ kind }: { kind: string }) => kind)
  assert.equal(kinds.length, 2, 'the receipt and one answer')
  assert.equal((await typesOf(id)).length, 2)
})

test('two assignments at once start the work once, and the last one counts', async () => {
  const id = await newRequest()
  const take = (assignedTo: string, person: Person) => person.post(url(id, 'assign'), { assignedTo })
  assert.deepEqual(statuses(await Promise.all([take(luis.userId, luis), take(ana.userId, ana)])), [200, 200])
  const request = await detail(id)
  assert.equal(request.timeline.length, 1)
  const assigned = request.events.filter(({ type }: { type: string }) => type === 'assigned')
  assert.deepEqual(assigned.map(({ notes }: { notes: string }) => notes).sort(), [
    'Asignada a Ana Rojas',
    'Asignada a Luis Soto',
  ])
  assert.equal(
    assigned.at(-1).notes.endsWith(request.assignedTo === luis.userId ? 'Luis Soto' : 'Ana Rojas'),
    true,
  )
})

test('an extension and an answer at once: extended and answered, or answered and not extended', async () => {
  const id = await newRequest()
  const [extended, answered] = await Promise.all([
    luis.post(url(id, 'extend'), { reason: 'Cintas' }),
    ana.post(url(id, 'respond'), { responseType: 'FULFILLED', responseNotes: 'Va' }),
  ])
  const request = await detail(id)
  assert.deepEqual([answered.status, request.status, request.responseType], [200, 'COMPLETED', 'FULFILLED'])
  assert.equal(request.extendedDeadlineAt !== null, extended.status === 200)
  assert.ok([200, 409].includes(extended.status))
})

// ── order and filters ──

test('requests are sorted by legal day, folio or last change, in both directions, page by page', async () => {
  const person = await api.tenant()
  const key = (await person.post('/dsar/widgets', { name: 'x' })).data.widgetKey
  const made: string[] = []
  for (const rightType of ['ACCESS', 'BLOCKING', 'DELETION', 'ACCESS'])
    made.push(await newRequest({ rightType }, key))
  const [first, block, deletion, last] = made as [string, string, string, string]
  await person.post(url(first, 'extend'), { reason: 'Cintas' })
  const ids = async (query: string) => idsOf((await person.get(`/dsar/requests?${query}`)).data.items)
  const byDay = await ids('sort=legalDueOn')
  assert.deepEqual([byDay[0], byDay[3]], [block, first], 'the block in two days, the extended one last')
  assert.deepEqual(await ids('sort=-legalDueOn'), byDay.toReversed(), 'ties turn round with the rest')
  const paged = [...(await ids('sort=legalDueOn&limit=2')), ...(await ids('sort=legalDueOn&limit=2&page=2'))]
  assert.deepEqual(paged, byDay, 'nothing twice and nothing left out where two have the same day')
  const folios = (await person.get('/dsar/requests?sort=folioNumber')).data.items.map(
    ({ folioNumber }: { folioNumber: string }) => folioNumber,
  )
  assert.deepEqual(folios, folios.toSorted())
  assert.deepEqual(
    await ids('limit=100'),
    [last, deletion, block, first],
    'newest first, at the same instant too',
  )
  api.clock.advance(1000)
  await person.patch(url(deletion), { status: 'VERIFYING' })
  assert.equal((await ids('sort=-updatedAt'))[0], deletion)
  assert.equal((await person.get('/dsar/requests?sort=subjectName')).status, 400)
  const beyond = (await person.get('/dsar/requests?limit=3&page=9')).data
  assert.deepEqual([beyond.items, beyond.pagination.total, beyond.pagination.totalPages], [[], 4, 2])
})

test('filters combine, and the total matches the rows shown', async () => {
  const person = await api.tenant()
  const [{ id: main, workspaceId }] = (await person.get('/org/entities')).data.entities
  const north = { workspaceId, name: 'Sucursal Norte', taxId: '76.086.428-5' }
  const branch = (await person.post('/org/entities', north)).data.id
  const form = async (legalEntityId: string) =>
    (await person.post('/dsar/widgets', { name: 'x', legalEntityId })).data.widgetKey
  const [here, there] = [await form(main), await form(branch)]
  const access = await newRequest({}, there)
  const deletion = await newRequest({ rightType: 'DELETION' }, there)
  const other = await newRequest({ rightType: 'DELETION' }, here)
  await person.post(url(deletion, 'assign'), { assignedTo: person.userId })
  const found = async (query: string, who: Person = person) => {
    const { status, data, body } = await who.get(`/dsar/requests?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(data.pagination.total, data.items.length, query)
    return idsOf(data.items).sort()
  }
  for (const [query, expected] of [
    [`legalEntityId=${branch}`, [access, deletion]],
    [`legalEntityId=${branch.toUpperCase()}`, [access, deletion]],
    [`legalEntityId=${branch}&rightType=DELETION`, [deletion]],
    [`legalEntityId=${branch}&status=RECEIVED`, [access]],
    [`legalEntityId=${branch}&assignedTo=none`, [access]],
    [`legalEntityId=${branch}&overdue=false`, [access, deletion]],
    [`legalEntityId=${main}&rightType=ACCESS`, []],
    [`rightType=DELETION&assignedTo=none`, [other]],
    [`rightType=DELETION&assignedTo=${person.userId.toUpperCase()}`, [deletion]],
    [`rightType=DELETION&status=IN_PROGRESS&open=true`, [deletion]],
    ['legalEntityId=ninguna', []],
    [`legalEntityId=${ana.tenantId}`, []],
  ] as const)
    assert.deepEqual(await found(query), expected.toSorted(), query)
  // One day after the end of the legal term.
  api.clock.set(new Date(Date.parse(NOW) + 32 * DAY_MS))
  const late = await person.colleague('VIEWER')
  assert.deepEqual(await found(`legalEntityId=${branch}&overdue=true`, late), [access, deletion].sort())
  assert.deepEqual(await found(`legalEntityId=${branch}&overdue=false`, late), [])
  assert.deepEqual(await found('overdue=true&assignedTo=none&rightType=DELETION', late), [other])
})

test('a request due in exactly seven days is near; an instant more or an overdue one is not', async () => {
  const person = await api.tenant()
  const key = (await person.post('/dsar/widgets', { name: 'x' })).data.widgetKey
  await newRequest({}, key)
  const end = Date.parse('2027-01-01T02:59:59.999Z')
  for (const [at, expected] of [
    [end - 7 * DAY_MS - 1, [0, 0]],
    [end - 7 * DAY_MS, [1, 0]],
    [end, [1, 0]],
    [end + 1, [0, 1]],
  ] as const) {
    api.clock.set(new Date(at))
    const { dueSoon, overdue } = (await (await person.colleague('VIEWER')).get('/dsar/stats')).data
    assert.deepEqual([dueSoon, overdue], expected, new Date(at).toISOString())
  }
})
