import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SYSTEM } from '#db/context.ts'
import { addDays, chileanDay, chileanHour } from '#kernel/dates.ts'
import { PLANS } from '#kernel/plans.ts'
import { makeActivity, makeSystem } from '#test/kit/activities.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { completeByConnector } from '../public.ts'
import { TASKS_JOB } from './jobs.ts'

const TODAY = '2026-12-01'
const api = await openService()
const at = (day: string) => api.clock.set(chileanHour(day, 10))
at(TODAY)

interface Desk {
  person: Person
  widgetKey: string
}

let desks = 0

/**
 * An organisation with three systems: a CRM that Rosa runs (her address begins with a capital), a newsletter that a
 * processor operates, and payroll without an owner.
 */
async function openDesk(
  plan: 'STARTER' | 'ENTERPRISE' = 'ENTERPRISE',
): Promise<Desk & { rosa: string; luis: string }> {
  desks += 1
  const [rosa, luis] = [`Rosa${desks}@sur.cl`, `luis${desks}@nube.cl`]
  const person = await api.tenant({ name: `Tienda ${desks}`, plan })
  const crm = await makeSystem(person, { name: 'CRM', owner: 'Rosa Díaz', ownerEmail: rosa })
  const mail = await makeSystem(person, { name: 'Boletín', vendor: 'Nube SpA' })
  const payroll = await makeSystem(person, { name: 'Remuneraciones', owner: 'Personas' })
  const { processorId } = (await person.get(`/data-map/systems/${mail}`)).data
  const contact = { contactName: 'Luis Nube', contactEmail: luis }
  assert.equal((await person.put(`/processors/${processorId}`, contact)).status, 200)
  const publish = async (systemId: string, subjectCategories: string[]) => {
    const id = await makeActivity(person, { systemId, subjectCategories, name: `De ${systemId}` })
    const { status, body } = await person.patch(`/rat/activities/${id}/status`, { status: 'published' })
    assert.equal(status, 200, JSON.stringify(body))
  }
  await publish(crm, ['customers'])
  await publish(mail, ['customers', 'subscribers'])
  await publish(payroll, ['employees'])
  const draft = await makeSystem(person, { name: 'Borrador', ownerEmail: 'nadie@sur.cl' })
  await makeActivity(person, { systemId: draft, name: 'Un borrador' })
  const { widgetKey } = (await person.post('/dsar/widgets', { name: 'Formulario' })).data
  return { person, widgetKey, rosa, luis }
}

const desk = await openDesk()
const { person: ana } = desk
const viewer = await ana.colleague('VIEWER')
const stranger = await api.tenant()

async function ask(fields: object = {}, { widgetKey }: Desk = desk): Promise<string> {
  const { status, data, body } = await api.anyone.post(`/public/dsar/${widgetKey}`, {
    subjectName: 'María Pérez',
    subjectEmail: 'maria@correo.cl',
    subjectRut: '12.345.678-5',
    subjectPhone: '+56 9 8765 4321',
    rightType: 'DELETION',
    subtype: 'art. 7 a: ya no son necesarios',
    description: 'Vivo en Los Olmos 12',
    organizationRelation: 'cliente',
    ...fields,
  })
  assert.equal(status, 201, JSON.stringify(body))
  return data.id
}

const url = (id: string, rest = '') => `/dsar/requests/${id}/tasks${rest}`
const tasksOf = async (id: string, person: Person = ana) => (await person.get(url(id))).data
const namesOf = ({ items }: { items: { systemName: string }[] }) => items.map(({ systemName }) => systemName)
const start = (id: string, person: Person = ana) =>
  person.post(`/dsar/requests/${id}/assign`, { assignedTo: person.userId })
const lettersTo = async (address: string) => {
  await api.drain()
  return api.mailbox.to(address)
}
async function keyOf(address: string): Promise<string> {
  const letter = (await lettersTo(address)).at(-1)
  return /https:\/\/resguardo\.test\/tareas\/([\w-]{43})/.exec(letter!.text!)![1]!
}
/** A request in progress, its tasks by the name of their system, and Rosa's key. */
async function sent(fields: object = {}) {
  const id = await ask(fields)
  assert.equal((await start(id)).status, 200)
  const { items } = await tasksOf(id)
  const task = (name: string) => items.find(({ systemName }: { systemName: string }) => systemName === name)
  return { id, task, key: await keyOf(desk.rosa) }
}
const runJob = () => TASKS_JOB.run(api.service.jobEnv, {}, { jobId: 'x', attempt: 1 })

// ── opening ──

test('a request opens one task for each system of the register with this kind of people', async () => {
  const { items, progress, suggestedSystems } = await tasksOf(await ask())
  assert.deepEqual(
    items.map(({ systemName, processorName, ownerName, ownerEmail, status, dueOn, overdue }: never) => [
      systemName,
      processorName,
      ownerName,
      ownerEmail,
      status,
      dueOn,
      overdue,
    ]),
    [
      ['Boletín', 'Nube SpA', 'Luis Nube', desk.luis, 'open', '2026-12-21', false],
      ['CRM', null, 'Rosa Díaz', desk.rosa, 'open', '2026-12-21', false],
    ],
  )
  assert.deepEqual(progress, { total: 2, done: 0, sent: 0, open: 2, withoutOwner: 0, overdue: 0 })
  assert.deepEqual(
    suggestedSystems.map(({ systemName }: { systemName: string }) => systemName),
    ['Remuneraciones'],
  )
})

test('in doubt all systems are searched; a block is due in one business day; automated decisions open no task', async () => {
  const all = await tasksOf(await ask({ organizationRelation: '' }))
  assert.deepEqual(namesOf(all), ['Boletín', 'CRM', 'Remuneraciones'])
  assert.equal(all.progress.withoutOwner, 1)
  const block = await tasksOf(await ask({ rightType: 'BLOCKING', subtypeDetail: 'Están mal' }))
  assert.deepEqual([...new Set(block.items.map(({ dueOn }: { dueOn: string }) => dueOn))], ['2026-12-02'])
  const none = await tasksOf(await ask({ rightType: 'AUTO_DECISION' }))
  assert.deepEqual([none.items, none.suggestedSystems], [[], []])
})

test('the list of requests shows the progress of each', async () => {
  const id = await ask()
  const item = async () =>
    (await ana.get('/dsar/requests?limit=100')).data.items.find((one: { id: string }) => one.id === id)
  assert.deepEqual((await item()).tasks, { total: 2, done: 0 })
  const [task] = (await tasksOf(id)).items
  await ana.patch(url(id, `/${task.id}`), { outcome: 'nothing_found' })
  assert.deepEqual((await item()).tasks, { total: 2, done: 1 })
  assert.deepEqual((await ana.get(`/dsar/requests/${id}`)).data.tasks, { total: 2, done: 1 })
})

// ── letters ──

test('letters leave when work begins, do not name the person, and tasks without an address wait', async () => {
  const before = (await lettersTo(desk.rosa)).length
  const id = await ask({ organizationRelation: '' })
  assert.equal((await lettersTo(desk.rosa)).length, before)
  assert.equal((await start(id)).status, 200)
  const letters = await lettersTo(desk.rosa)
  assert.equal(letters.length, before + 1)
  const { subject, text } = letters.at(-1)!
  assert.match(subject!, /le pide buscar en «CRM»/)
  assert.match(text!, /Hola, Rosa Díaz:.*pidió eliminar sus datos.*hasta el 21 de diciembre de 2026/s)
  assert.doesNotMatch(`${subject} ${text}`, /María|maria@|12\.345|Olmos|ARCO-/)
  const { items, progress } = await tasksOf(id)
  assert.deepEqual(
    items.map(({ systemName, status }: { systemName: string; status: string }) => [systemName, status]),
    [
      ['Boletín', 'sent'],
      ['CRM', 'sent'],
      ['Remuneraciones', 'open'],
    ],
  )
  assert.deepEqual([progress.withoutOwner, progress.sent], [1, 2])
  const { events } = (await ana.get(`/dsar/requests/${id}`)).data
  assert.equal(events.find(({ type }: { type: string }) => type === 'task_sent').notes, 'Boletín, CRM')
})

test('letters can be sent at once, and a second call sends nothing', async () => {
  const id = await ask()
  const once = await ana.post(url(id, '/send'), {})
  assert.deepEqual([once.status, once.data], [200, { sent: 2, withoutOwner: 0 }])
  assert.equal((await ana.post(url(id, '/send'), {})).status, 409)
})

test('a plan limits letters per day: assigning still works, and sending says why not', async () => {
  const other = await openDesk('STARTER')
  await api.access.asSystem('a test uses up the letters of the day', async (db) => {
    const { id } = await db
      .selectFrom('tenants')
      .select('id')
      .where('id', '=', other.person.tenantId)
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: PLANS.STARTER.lettersPerDay }, () => ({
      tenant_id: id,
      id: crypto.randomUUID(),
      recipient: 'x@x.cl',
      subject: 's',
      body_text: 't',
      body_html: 'h',
      reply_to: null,
      is_ours: true,
      caused_by: 'member' as const,
      is_to_stranger: false,
      turn_key: '',
      created_at: api.clock.now(),
      sent_at: api.clock.now(),
    }))
    await db.insertInto('mails').values(rows).execute()
  })
  const id = await ask({}, other)
  assert.equal((await start(id, other.person)).status, 200)
  assert.deepEqual((await tasksOf(id, other.person)).progress.open, 2)
  assert.equal((await other.person.post(url(id, '/send'), {})).status, 402)
})

// ── the owner ──

test('the link shows what is needed to find the person and nothing more', async () => {
  const { key } = await sent()
  const { status, data } = await api.anyone.get(`/public/tasks/${key}`)
  assert.equal(status, 200)
  assert.deepEqual(data.person, { name: 'María Pérez', rut: '12.345.678-5', email: 'maria@correo.cl' })
  assert.deepEqual(
    [data.right, data.systemName, data.dueOn, data.status],
    ['Supresión', 'CRM', '2026-12-21', 'sent'],
  )
  assert.deepEqual(
    data.outcomes.map(({ value }: { value: string }) => value),
    ['found', 'nothing_found', 'kept'],
  )
  assert.equal(data.grounds.length, 7)
  assert.doesNotMatch(JSON.stringify(data), /Olmos|8765|ARCO-|cliente|ya no son/)
})

test('for an access the link shows what was ticked, chosen and written', async () => {
  const { key } = await sent({
    rightType: 'ACCESS',
    specificData: { destinatarios: true, canales: ['correo', 'teléfono'], otro: ' ', desde: null },
  })
  const { change } = (await api.anyone.get(`/public/tasks/${key}`)).data
  assert.deepEqual(
    change.map(({ text }: { text: string }) => text),
    ['Sí', 'correo; teléfono'],
  )
  assert.equal(change[0].label, 'Pide la identidad de cada destinatario')
})

test('for a rectification the link shows the change; for an opposition to marketing it offers no ground', async () => {
  const change = await sent({
    rightType: 'RECTIFICATION',
    specificData: { datoEquivocado: 'Los Olmos 12', datoCorrecto: 'Los Olmos 21' },
    description: 'Es el 21',
  })
  assert.deepEqual((await api.anyone.get(`/public/tasks/${change.key}`)).data.change, [
    { label: 'Dato equivocado', text: 'Los Olmos 12' },
    { label: 'Dato correcto', text: 'Los Olmos 21' },
    { label: 'Lo que escribió', text: 'Es el 21' },
  ])
  const marketing = await sent({ rightType: 'OPPOSITION', subtype: 'art. 8 b: mercadotecnia directa' })
  const { data } = await api.anyone.get(`/public/tasks/${marketing.key}`)
  assert.deepEqual([data.grounds, data.outcomes.length], [[], 2])
  const kept = await api.anyone.post(`/public/tasks/${marketing.key}`, {
    outcome: 'kept',
    article: 'art. 8: porque sí',
  })
  assert.equal(kept.status, 422)
})

test('the owner answers with a file; the request shows it with author and time, the link no longer the person', async () => {
  const { id, key, task } = await sent()
  const upload = await api.anyone.post(`/public/tasks/${key}/uploads`, { name: 'datos.csv' })
  assert.equal(upload.status, 201)
  const { uploadKey, uploadUrl, types } = upload.data
  assert.ok(types.includes('text/csv'))
  const put = await api.app.inject({
    method: 'PUT',
    url: new URL(uploadUrl).pathname,
    headers: { 'content-type': 'application/octet-stream' },
    payload: 'nombre;correo\nMaría;maria@correo.cl\n',
  })
  assert.equal(put.statusCode, 200, put.payload)
  const answer = await api.anyone.post(`/public/tasks/${key}`, {
    outcome: 'found',
    notes: 'Una ficha',
    name: 'Rosa D.',
    files: [{ uploadKey }],
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  assert.deepEqual([answer.data.status, answer.data.files], ['done', 1])
  const { items, progress } = await tasksOf(id)
  const done = items.find(({ systemName }: { systemName: string }) => systemName === 'CRM')
  assert.deepEqual(
    [done.status, done.outcome, done.notes, done.answeredVia, done.answeredBy, done.article],
    ['done', 'found', 'Una ficha', 'link', 'Rosa D.', null],
  )
  assert.deepEqual([progress.done, progress.sent], [1, 1])
  const [file] = done.files
  assert.deepEqual([file.name, file.contentType], ['datos.csv', 'text/csv'])
  assert.equal((await ana.get(`/files?entityType=dsar_task&entityId=${task('CRM').id}`)).data.items.length, 1)
  const receipt = (await api.anyone.get(`/public/tasks/${key}`)).data
  assert.deepEqual([receipt.status, receipt.person, receipt.outcomes], ['done', null, []])
  assert.doesNotMatch(JSON.stringify(receipt), /María|maria@|12\.345/)
  const again = await api.anyone.post(`/public/tasks/${key}`, { outcome: 'nothing_found' })
  assert.equal(again.status, 409)
  const { events } = (await ana.get(`/dsar/requests/${id}`)).data
  assert.equal(events.at(-1).type, 'task_done')
  assert.equal(events.at(-1).notes, 'CRM: Había datos, y los eliminé')
})

test('of two answers at once one counts, and only its files are stored', async () => {
  const { id, key } = await sent()
  const outcomes = ['found', 'nothing_found'] as const
  const replies = await Promise.all(
    outcomes.map((outcome) => api.anyone.post(`/public/tasks/${key}`, { outcome })),
  )
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
  const winner = outcomes[replies.findIndex(({ status }) => status === 200)]
  const done = (await tasksOf(id)).items.find(({ status }: { status: string }) => status === 'done')
  assert.equal(done.outcome, winner)
  const { events } = (await ana.get(`/dsar/requests/${id}`)).data
  assert.equal(events.filter(({ type }: { type: string }) => type === 'task_done').length, 1)
})

test('keeping data requires a reason, and an invalid answer is refused', async () => {
  const { id, key } = await sent()
  assert.equal((await api.anyone.post(`/public/tasks/${key}`, { outcome: 'kept' })).status, 422)
  assert.equal((await api.anyone.post(`/public/tasks/${key}`, { outcome: 'kept', article: ' ' })).status, 422)
  assert.equal((await api.anyone.post(`/public/tasks/${key}`, { outcome: 'lost' })).status, 400)
  const missing = { outcome: 'found', files: [{ uploadKey: 'nada' }] }
  assert.equal((await api.anyone.post(`/public/tasks/${key}`, missing)).status, 422)
  const article = 'art. 7: una ley obliga a guardar las boletas'
  assert.equal((await api.anyone.post(`/public/tasks/${key}`, { outcome: 'kept', article })).status, 200)
  const done = (await tasksOf(id)).items.find(({ status }: { status: string }) => status === 'done')
  assert.deepEqual([done.outcome, done.article, done.answeredBy], ['kept', article, 'Rosa Díaz'])
})

test('keys of unknown, expired, cancelled, reassigned and closed tasks all get the same answer', async () => {
  const gone = async (key: string) => {
    const { status, body } = await api.anyone.get(`/public/tasks/${key}`)
    return [status, body.error?.message]
  }
  const unknown = await gone('q3Jx0b6m1m0vXo2pV0d9mQ8rT5yU7iO1aS3dF5gH7jK')
  assert.equal(unknown[0], 404)

  const cancelled = await sent()
  const { id: taskId } = cancelled.task('CRM')
  assert.equal((await ana.patch(url(cancelled.id, `/${taskId}`), { status: 'cancelled' })).status, 200)
  assert.deepEqual(await gone(cancelled.key), unknown)

  const moved = await sent()
  const other = { ownerName: 'Eva', ownerEmail: `eva${desks}@sur.cl` }
  const changed = await ana.patch(url(moved.id, `/${moved.task('CRM').id}`), other)
  assert.deepEqual([changed.data.status, changed.data.ownerName, changed.data.sentAt], ['open', 'Eva', null])
  assert.deepEqual(await gone(moved.key), unknown)
  await ana.post(url(moved.id, '/send'), {})
  const newKey = await keyOf(other.ownerEmail)
  assert.notEqual(newKey, moved.key)
  assert.equal((await api.anyone.get(`/public/tasks/${newKey}`)).status, 200)
  assert.deepEqual(await gone(moved.key), unknown)

  const answered = await sent()
  await api.anyone.post(`/public/tasks/${answered.key}`, { outcome: 'nothing_found' })
  const closed = { responseType: 'FULFILLED', responseNotes: 'Listo', acknowledgeWarnings: true }
  await ana.post(`/dsar/requests/${answered.id}/recipients`, { recipients: [], noneBecause: 'A nadie' })
  const { status, body } = await ana.post(`/dsar/requests/${answered.id}/respond`, closed)
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(await gone(answered.key), unknown)
  const { items } = await tasksOf(answered.id)
  assert.deepEqual(items.map((one: { status: string }) => one.status).sort(), ['cancelled', 'done'])

  const late = await sent()
  at(addDays('2026-12-21', 31))
  assert.deepEqual(await gone(late.key), unknown)
  at(TODAY)
})

test('a new date moves the end of the link; a late task can change owner and keep its date', async () => {
  const { id, task, key } = await sent()
  const path = url(id, `/${task('CRM').id}`)
  assert.equal((await ana.post(`/dsar/requests/${id}/extend`, { reason: 'Respaldos en cinta' })).status, 200)
  assert.equal((await ana.patch(path, { dueOn: '2027-01-29' })).data.dueOn, '2027-01-29')
  const shown = async () => (await api.anyone.get(`/public/tasks/${key}`)).status
  at(addDays('2026-12-21', 31))
  assert.equal(await shown(), 200, 'it was sent for the date before')
  at(addDays('2027-01-29', 30))
  assert.equal(await shown(), 200)
  at(addDays('2027-01-29', 31))
  assert.equal(await shown(), 404)

  const fresh = await ana.colleague('ANALYST')
  const other = { ownerName: 'Eva', ownerEmail: `eva.${id}@sur.cl`, dueOn: '2027-01-29' }
  const late = await fresh.patch(path, other)
  assert.deepEqual([late.status, late.data.ownerName, late.data.dueOn], [200, 'Eva', '2027-01-29'])
  assert.equal((await fresh.patch(path, { dueOn: '2027-01-28' })).status, 422, 'chosen, and over')
  at(TODAY)
})

test("another address is another person: the former owner's name and link stop counting", async () => {
  const { id, task } = await sent()
  const path = url(id, `/${task('CRM').id}`)
  for (const change of [
    { ownerEmail: ` ${desk.rosa.toUpperCase()}`.trim() },
    { ownerEmail: desk.rosa },
    { dueOn: '2026-12-22' },
  ]) {
    const same = await ana.patch(path, change)
    assert.deepEqual([same.data.status, same.data.ownerName], ['sent', 'Rosa Díaz'], 'the same mailbox')
  }
  const address = `turno.${id}@sur.cl`
  const moved = await ana.patch(path, { ownerEmail: address })
  assert.deepEqual([moved.data.status, moved.data.ownerName, moved.data.ownerEmail], ['open', null, address])
  assert.equal((await ana.post(url(id, '/send'), {})).status, 200)
  const letter = (await lettersTo(address)).at(-1)!
  assert.match(letter.text!, /Hola:/)
  assert.doesNotMatch(letter.text!, /Rosa/)
  await api.anyone.post(`/public/tasks/${await keyOf(address)}`, { outcome: 'nothing_found' })
  const { items } = await tasksOf(id)
  const done = items.find(({ status }: { status: string }) => status === 'done')
  assert.equal(done.answeredBy, address)
  const nobody = await ana.post(url(id), { systemName: 'Papel', ownerName: 'Eva', ownerEmail: 'eva@sur.cl' })
  const cleared = await ana.patch(url(id, `/${nobody.data.id}`), { ownerEmail: '' })
  assert.deepEqual([cleared.data.ownerName, cleared.data.ownerEmail], [null, null])
})

// ── staff ──

test('staff add a system of the map or another place, once while it waits', async () => {
  const id = await ask()
  const [{ systemId }] = (await tasksOf(id)).suggestedSystems
  const added = await ana.post(url(id), { systemId })
  assert.equal(added.status, 201)
  assert.deepEqual(
    [added.data.systemName, added.data.ownerName, added.data.ownerEmail],
    ['Remuneraciones', 'Personas', null],
  )
  assert.equal((await ana.post(url(id), { systemId })).status, 409)
  assert.deepEqual((await tasksOf(id)).suggestedSystems, [])
  const paper = {
    systemName: 'Archivo en papel',
    ownerName: 'Eva',
    ownerEmail: 'EVA@sur.cl',
    dueOn: '2026-12-10',
  }
  const place = await ana.post(url(id), paper)
  assert.deepEqual(
    [place.status, place.data.ownerEmail, place.data.dueOn, place.data.systemId],
    [201, 'eva@sur.cl', '2026-12-10', null],
  )
  assert.equal((await ana.post(url(id), {})).status, 400)
  assert.equal((await ana.post(url(id), { systemId: id })).status, 422)
  assert.equal((await ana.post(url(id), { systemName: 'Otro', dueOn: '2027-01-01' })).status, 422)
  assert.equal((await ana.post(url(id), { systemName: 'Otro', dueOn: '2026-11-30' })).status, 422)
  assert.equal(
    (await ana.post(url(await ask({ rightType: 'AUTO_DECISION' })), { systemName: 'X' })).status,
    422,
  )
  // After the answer the system can be asked again.
  await ana.patch(url(id, `/${added.data.id}`), { outcome: 'nothing_found' })
  assert.equal((await ana.post(url(id), { systemId })).status, 201)
})

test('staff enter an answer that reached them by other means, and nothing changes after an answer', async () => {
  const { id, task, key } = await sent()
  const path = url(id, `/${task('CRM').id}`)
  assert.equal((await ana.patch(path, { outcome: 'kept' })).status, 422)
  assert.equal((await ana.patch(path, { outcome: 'found', status: 'cancelled' })).status, 422)
  const { data } = await ana.patch(path, { outcome: 'found', notes: 'Por teléfono' })
  assert.deepEqual([data.status, data.answeredVia, data.answeredBy], ['done', 'staff', 'Ana Rojas'])
  for (const body of [{ outcome: 'found' }, { status: 'cancelled' }, { ownerEmail: 'a@b.cl' }])
    assert.equal((await ana.patch(path, body)).status, 409, JSON.stringify(body))
  assert.equal((await api.anyone.post(`/public/tasks/${key}`, { outcome: 'found' })).status, 409)
})

test('a patch without a changeable field is refused', async () => {
  const { id, task } = await sent()
  const path = url(id, `/${task('CRM').id}`)
  for (const body of [{}, { anything: 1 }, { notes: null }, { article: null, notes: null }])
    assert.equal((await ana.patch(path, body)).status, 400, JSON.stringify(body))
  const withoutOutcome = await ana.patch(path, { notes: 'Por teléfono' })
  assert.deepEqual([withoutOutcome.status, withoutOutcome.body.error.details[0].path], [422, 'outcome'])
})

test('an owner is reminded by hand once a day, with the same link', async () => {
  const { id, task, key } = await sent()
  const path = url(id, `/${task('CRM').id}/remind`)
  assert.equal((await ana.post(path, {})).status, 409)
  at(addDays(TODAY, 1))
  const fresh = await ana.colleague('ANALYST')
  assert.equal((await fresh.post(path, {})).status, 200)
  assert.equal((await fresh.post(path, {})).status, 409)
  assert.equal(await keyOf(desk.rosa), key)
  const open = (await fresh.post(url(id), { systemName: 'Papel' })).data
  assert.equal((await fresh.post(url(id, `/${open.id}/remind`), {})).status, 409)
  at(TODAY)
})

test('viewers may read, outsiders find nothing, and a task belongs to its own request', async () => {
  const [first, second] = [await sent(), await sent()]
  const taskId = first.task('CRM').id
  assert.equal((await viewer.get(url(first.id))).status, 200)
  assert.equal((await viewer.post(url(first.id), { systemName: 'X' })).status, 403)
  assert.equal((await viewer.post(url(first.id, '/send'), {})).status, 403)
  for (const [person, id] of [
    [stranger, first.id],
    [ana, second.id],
  ] as const)
    assert.equal((await person.patch(url(id, `/${taskId}`), { status: 'cancelled' })).status, 404)
  assert.equal((await stranger.get(url(first.id))).status, 404)
})

test("the log records what happened, without owners' names and words", async () => {
  const { task, key } = await sent()
  await api.anyone.post(`/public/tasks/${key}`, { outcome: 'found', notes: 'Compró zapatos' })
  const rows = await api.access.asSystem('a test reads the audit log', (db) =>
    db.selectFrom('audit_log').selectAll().where('entity_id', '=', task('CRM').id).execute(),
  )
  assert.deepEqual(rows.map(({ action }) => action).sort(), ['complete', 'send'])
  assert.doesNotMatch(JSON.stringify(rows), /rosa|Rosa|zapatos|María/)
})

// ── for other parts ──

test('a connector answers a task once', async () => {
  const { id, task } = await sent()
  const act = <T>(work: Parameters<typeof api.access.actFor<T>>[3]) =>
    api.access.actFor(ana.tenantId, SYSTEM, {}, work)
  await act((ctx) => completeByConnector(ctx, task('Boletín').id, { outcome: 'found', notes: 'Tres filas' }))
  await assert.rejects(
    act((ctx) => completeByConnector(ctx, task('Boletín').id, { outcome: 'found' })),
    /Ya se respondió/,
  )
  const { items } = (await ana.get(url(id))).data
  const answered = items.find((one: { systemName: string }) => one.systemName === 'Boletín')
  assert.deepEqual([answered.outcome, answered.answeredVia], ['found', 'connector'])
})

// ── the job ──

test('owners are reminded three days and one day before, by one letter whatever the number of workers', async () => {
  const own = await openDesk()
  const id = await ask({}, own)
  await start(id, own.person)
  const letters = async () => (await lettersTo(own.rosa)).length
  assert.equal(await letters(), 1)
  const seen: number[] = []
  for (const day of ['2026-12-17', '2026-12-18', '2026-12-19', '2026-12-20', '2026-12-21', '2026-12-22']) {
    at(day)
    await Promise.all([runJob(), runJob()])
    seen.push(await letters())
  }
  assert.deepEqual(seen, [1, 2, 2, 3, 3, 3])
  assert.match((await lettersTo(own.rosa)).at(-1)!.subject!, /^Recordatorio/)
  at(TODAY)
})

test('late tasks are reported to those in charge the day after and before the legal day, once per request', async () => {
  const own = await openDesk()
  const id = await ask({ organizationRelation: '' }, own)
  const clerk = await own.person.colleague('ANALYST')
  await own.person.post(`/dsar/requests/${id}/assign`, { assignedTo: clerk.userId })
  const told = async () =>
    (
      await api.access.lookUp('a test reads events', (db) =>
        db
          .selectFrom('events')
          .selectAll()
          .where('tenant_id', '=', own.person.tenantId)
          .where('type', '=', 'dsar.task_overdue')
          .orderBy('id')
          .execute(),
      )
    ).map(({ data }) => data)
  const seen: number[] = []
  for (const day of ['2026-12-21', '2026-12-22', '2026-12-23', '2026-12-28', '2026-12-29']) {
    at(day)
    await Promise.all([runJob(), runJob()])
    seen.push((await told()).length)
  }
  assert.deepEqual(seen, [0, 1, 1, 2, 2])
  const [first] = await told()
  assert.deepEqual(
    [first!['late'], first!['systems'], first!['withoutOwner']],
    [3, ['Boletín', 'CRM', 'Remuneraciones'], 1],
  )
  await api.drain()
  const notice = api.mailbox.to(clerk.email).at(-1)!
  assert.match(notice.text!, /Faltan respuestas de sistemas.*«Boletín», «CRM», «Remuneraciones»/s)
  assert.equal(chileanDay(api.clock.now()), '2026-12-29')
  assert.equal((await tasksOf(id, await own.person.colleague('VIEWER'))).progress.overdue, 3)
  at(TODAY)
})
