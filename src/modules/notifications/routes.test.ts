import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SYSTEM } from '#db/context.ts'
import { openService } from '#test/kit/service.ts'
import { wantingNow } from './public.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const dpo = await ana.colleague('DPO', 'Diego Pinto')
const analyst = await ana.colleague('ANALYST', 'Laura Soto')
const other = await api.tenant({ name: 'Otra' })
const widget = (await ana.post('/dsar/widgets', { name: 'Formulario' })).data
const entity = (await ana.get('/org/entities')).data.entities[0]
await ana.patch(`/org/entities/${entity.id}`, { dpoName: 'Diego Pinto', dpoEmail: dpo.email })
const request = { subjectName: 'María Pérez', subjectEmail: 'maria@correo.cl', rightType: 'DELETION' }
const ask = () => api.anyone.post(`/public/dsar/${widget.widgetKey}`, request)
const breach = (title: string) => ({
  title,
  detectedAt: api.clock.now().toISOString(),
  detectionSource: 'manual',
})
const notices = async (person = dpo) => (await person.get('/notifications?limit=100')).data

test('a new request is in the DPO’s list and mailbox, with its term, its page and the address for answers', async () => {
  const { data: asked } = await ask()
  await api.drain()
  const { items, unread, pagination } = await notices()
  assert.equal(unread, 1)
  assert.equal(pagination.total, 1)
  const [notice] = items
  assert.equal(notice.type, 'dsar.received')
  assert.equal(notice.urgent, true)
  assert.equal(notice.title, asked.folioNumber)
  assert.match(notice.text, /de supresión\. El plazo para responderla vence el/)
  assert.equal(notice.url, `/organizacion/${ana.slug}/solicitudes/${asked.id}`)
  const [letter] = api.mailbox.to(dpo.email)
  assert.equal(letter!.subject, `Llegó una solicitud de derechos: ${asked.folioNumber}`)
  assert.equal(letter!.replyTo?.text, dpo.email)
  assert.match(letter!.text!, /art\. 11/)
  assert.match(letter!.text!, new RegExp(`https://resguardo.test${notice.url}`))
  assert.doesNotMatch(letter!.text! + notice.text, /María|maria@/)
  assert.deepEqual((await notices(analyst)).items, [])
  assert.equal(api.mailbox.to(analyst.email).length, 0)
})

test('a person gets no notice of their own acts; the others do', async () => {
  await dpo.post('/breaches', breach('Correo a otra persona'))
  await api.drain()
  assert.equal(
    (await notices()).items.filter(({ type }: { type: string }) => type === 'breach.created').length,
    0,
  )
  const [notice] = (await notices(ana)).items
  assert.equal(notice.type, 'breach.created')
  assert.match(
    api.mailbox.to(ana.email).at(-1)!.subject!,
    /Se registró una brecha de seguridad: Correo a otra/,
  )
})

test('read marks are personal: another member or organisation cannot set them', async () => {
  await ask()
  await ask()
  await api.drain()
  const before = await notices()
  const ids = before.items.map(({ id }: { id: string }) => id)
  for (const stranger of [ana, analyst, other]) {
    assert.equal((await stranger.post('/notifications/read', { ids })).status, 200)
    assert.equal((await notices()).unread, before.unread)
  }
  assert.deepEqual((await notices(other)).items, [])
  assert.equal(
    (await dpo.post('/notifications/read', { ids: ids.slice(0, 1) })).data.unread,
    before.unread - 1,
  )
  assert.equal((await dpo.get('/notifications?unread=true')).data.items.length, before.unread - 1)
  assert.equal((await dpo.post('/notifications/read', { all: true })).data.unread, 0)
  const empty = await dpo.post('/notifications/read', {})
  assert.equal(empty.status, 400)
})

test('choices: the defaults are shown, a choice counts, and urgent events cannot be turned off', async () => {
  const { data: usual } = await analyst.get('/settings/notifications')
  assert.equal(usual['dsar.received'], 'now')
  assert.equal(usual['activity.updated'], 'digest')
  const { data: events } = await analyst.get('/notifications/events')
  assert.deepEqual(events.items.map(({ type }: { type: string }) => type).sort(), Object.keys(usual).sort())
  const refused = await dpo.put('/settings/notifications', {
    'breach.created': 'off',
    'dsar.extended': 'off',
  })
  assert.equal(refused.status, 422)
  assert.equal(refused.body.error.details[0].path, 'breach.created')
  assert.match(refused.body.error.details[0].message, /no se puede apagar/)
  assert.equal((await dpo.get('/settings/notifications')).data['dsar.extended'], 'digest')
  assert.equal((await dpo.put('/settings/notifications', { 'no.such': 'now' })).status, 400)
  assert.equal((await dpo.put('/settings/notifications', { 'dsar.extended': 'loud' })).status, 400)
  const kept = await dpo.put('/settings/notifications', { 'processor.created': 'now', 'dpia.created': 'off' })
  assert.equal(kept.data['processor.created'], 'now')
  assert.equal((await analyst.get('/settings/notifications')).data['processor.created'], 'digest')

  const mails = api.mailbox.to(dpo.email).length
  await ana.post('/processors', { name: 'Nube Andina SpA' })
  await ana.post('/dpia/assessments', { title: 'Cámaras' })
  await api.drain()
  const types = (await notices()).items.map(({ type }: { type: string }) => type)
  assert.ok(types.includes('processor.created'))
  assert.ok(!types.includes('dpia.created'))
  const sent = api.mailbox
    .to(dpo.email)
    .slice(mails)
    .map(({ subject }) => subject)
  assert.deepEqual(sent.filter((subject) => /encargado/.test(subject!)).length, 1)
})

test('an event whose job runs twice gives one notice and one letter', async () => {
  const { data: asked } = await ask()
  const { engine } = api.access.database
  await engine.asOwner(
    `insert into pgboss.job (name, data) select name, data from pgboss.job where name = 'events.hand_out' and state = 'created'`,
  )
  await api.drain()
  const about = ({ title }: { title: string }) => title === asked.folioNumber
  assert.equal((await notices()).items.filter(about).length, 1)
  const letters = api.mailbox.to(dpo.email).filter(({ subject }) => subject!.endsWith(asked.folioNumber))
  assert.equal(letters.length, 1)
})

test('former members and closed accounts get nothing; a DPO outside gets the letter', async () => {
  const org = await api.tenant({ name: 'Chica' })
  const [gone, closed] = [await org.colleague('DPO'), await org.colleague('DPO')]
  const form = (await org.post('/dsar/widgets', { name: 'Formulario' })).data
  const main = (await org.get('/org/entities')).data.entities[0]
  await org.patch(`/org/entities/${main.id}`, { dpoName: 'Estudio', dpoEmail: 'dpo@estudio.cl' })
  await org.delete(`/settings/members/${gone.userId}`)
  await api.access.asSystem('a test closes an account', (db) =>
    db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', closed.userId).execute(),
  )
  await api.anyone.post(`/public/dsar/${form.widgetKey}`, request)
  await api.drain()
  assert.equal(api.mailbox.to(gone.email).length, 0)
  assert.equal(api.mailbox.to(closed.email).length, 0)
  assert.equal((await notices(org)).items[0].type, 'dsar.received')
  const [outside] = api.mailbox.to('dpo@estudio.cl')
  assert.match(outside!.subject!, /Llegó una solicitud/)
  assert.doesNotMatch(outside!.text!, /organizacion\/|Ajustes/)
  assert.match(
    outside!.text!.replace(/\s+/g, ' '),
    /delegada de protección de datos de Chica\. Si ya no lo es, avísele\./,
  )
})

test('a storm of alerts fills the list, not the mailbox', async () => {
  const org = await api.tenant({ name: 'Con SIEM' })
  for (let n = 0; n < 33; n += 1) await org.post('/breaches', breach(`Alerta ${n}`))
  const admin = await org.colleague('ADMIN')
  for (let n = 0; n < 33; n += 1) await org.post('/breaches', breach(`Otra ${n}`))
  await api.drain()
  assert.equal((await notices(admin)).pagination.total, 66)
  assert.equal(api.mailbox.to(admin.email).length, 30)
})

test('a module’s own letter skips members who chose otherwise, except for urgent events silenced long ago', async () => {
  const org = await api.tenant({ name: 'Con cartas' })
  const [quiet, daily, plain] = [
    await org.colleague('DPO'),
    await org.colleague('DPO'),
    await org.colleague('DPO'),
  ]
  const choices = (['contract.expiring', 'dsar.overdue'] as const).flatMap((type) => [
    { tenant_id: org.tenantId, user_id: quiet.userId, type, choice: 'off' as const },
    { tenant_id: org.tenantId, user_id: daily.userId, type, choice: 'digest' as const },
  ])
  await api.access.asSystem('a test keeps choices of before', (db) =>
    db.insertInto('notification_choices').values(choices).execute(),
  )
  const people = [quiet.email.toUpperCase(), daily.email, plain.email, 'dpo@fuera.cl']
  const wanting = (tenantId: string, type: 'contract.expiring' | 'dsar.overdue') =>
    api.access.actFor(tenantId, SYSTEM, {}, (ctx) => wantingNow(ctx, type, people))
  assert.deepEqual(await wanting(org.tenantId, 'contract.expiring'), [plain.email, 'dpo@fuera.cl'])
  assert.deepEqual(await wanting(org.tenantId, 'dsar.overdue'), [people[0], plain.email, 'dpo@fuera.cl'])
  assert.deepEqual(await wanting(ana.tenantId, 'dsar.overdue'), people, 'choices are of one organisation')
})

test('notices come in pages, newest first, and the unread count covers all pages', async () => {
  const org = await api.tenant({ name: 'Con páginas' })
  const reader = await org.colleague('DPO')
  for (const name of ['Uno', 'Dos', 'Tres']) await org.post('/processors', { name })
  await api.drain()
  const page = async (query: string) => (await reader.get(`/notifications?${query}`)).data
  const first = await page('limit=2')
  assert.deepEqual(
    [first.unread, first.pagination.total, first.pagination.totalPages, first.items.length],
    [3, 3, 2, 2],
  )
  const titles = [...first.items, ...(await page('limit=2&page=2')).items].map(({ title }) => title)
  assert.deepEqual(titles.sort(), ['Dos', 'Tres', 'Uno'])
  const [one] = first.items
  await reader.post('/notifications/read', { ids: [one.id.toUpperCase(), one.id] })
  const { items, unread, pagination } = await page('unread=true&limit=1')
  assert.deepEqual([items.length, unread, pagination.total], [1, 2, 2])
  const [again] = (await page('limit=100')).items.filter(({ id }: { id: string }) => id === one.id)
  const readAt = again.readAt
  await reader.post('/notifications/read', { all: true })
  const after = (await page('limit=100')).items.find(({ id }: { id: string }) => id === one.id)
  assert.equal(after.readAt, readAt, 'what was read keeps its time')
  assert.equal((await reader.post('/notifications/read', { ids: ['x'] })).status, 422)
  for (const body of [{ ids: 'todos' }, { all: 'sí' }, { all: false }, { otra: 1 }])
    assert.equal((await reader.post('/notifications/read', body)).status, 400, JSON.stringify(body))
  assert.equal((await reader.post('/notifications/read', { ids: [] })).status, 200)
})

test('the log keeps a choice with its former value, and API keys have no notices', async () => {
  const org = await api.tenant({ name: 'Elige' })
  await org.put('/settings/notifications', { 'dpia.created': 'now' })
  const [entry] = (await org.get('/settings/audit-log?entityType=member')).data.items
  assert.deepEqual([entry.action, entry.entityId], ['choose_notices', org.userId])
  const changed = entry.changes.notices
  assert.deepEqual([changed.old['dpia.created'], changed.new['dpia.created']], ['digest', 'now'])
  const urgent = await org.put('/settings/notifications', { 'dsar.overdue': 'digest' })
  assert.deepEqual([urgent.status, urgent.data['dsar.overdue']], [200, 'digest'])
  const { key } = (await org.post('/settings/api-keys', { name: 'P', scopes: ['rat:*'] })).data
  const program = api.with({ 'x-api-key': key ?? '' })
  for (const path of ['/notifications', '/settings/notifications', '/notifications/events'])
    assert.ok([401, 403].includes((await program.get(path)).status), path)
})
