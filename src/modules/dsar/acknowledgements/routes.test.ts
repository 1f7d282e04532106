import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { digest } from '#kernel/secrets.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { ACKNOWLEDGEMENTS_JOB } from './jobs.ts'

/** The recipient of a letter says what it did, without an account. */
const NOW = '2026-12-01T15:00:00.000Z'
const api = await openService()
api.clock.set(NOW)
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const stranger = await api.tenant()
const { widgetKey } = (await ana.post('/dsar/widgets', { name: 'x' })).data

let serial = 0
const url = (id: string, action: string) => `/dsar/requests/${id}/${action}`

/** A granted deletion with one third party that got a letter. */
async function told(person: Person = ana) {
  serial += 1
  const key = person === ana ? widgetKey : (await person.post('/dsar/widgets', { name: 'x' })).data.widgetKey
  const asked = await api.anyone.post(`/public/dsar/${key}`, {
    subjectName: 'María <Pérez>',
    subjectEmail: `persona${serial}@correo.cl`,
    subjectRut: '12.345.678-5',
    rightType: 'DELETION',
    description: 'Secreto',
  })
  const id = asked.data.id as string
  await person.post(url(id, 'respond'), { responseType: 'FULFILLED' })
  const email = `tercero${serial}@palomar.cl`
  const { status, data, body } = await person.post(url(id, 'recipients'), {
    recipients: [{ name: 'Palomar Mail', email }],
  })
  assert.equal(status, 201, JSON.stringify(body))
  await api.drain()
  const page = new URL(data.items[0].pageUrl).pathname
  return {
    id,
    folio: asked.data.folioNumber as string,
    recipientId: data.items[0].id as string,
    email,
    page,
    key: page.split('/').at(-1)!,
  }
}
const itemOf = async (id: string, person: Person = ana) =>
  (await person.get(url(id, 'recipients'))).data.items[0]
const open = (path: string) => api.app.inject({ url: path, headers: { accept: 'text/html' } })
const send = (path: string, fields: Record<string, string>) =>
  api.app.inject({
    method: 'POST',
    url: path,
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

test('the link has 256 bits, only its hash is stored, and no stored letter contains it', async () => {
  const { id, email, key, recipientId } = await told()
  assert.match(key, /^[\w-]{43}$/)
  assert.match(api.mailbox.to(email)[0]!.text!, new RegExp(`/acuse/${key}`))
  const item = await itemOf(id)
  assert.deepEqual([item.status, item.notifiedAt, item.letterId !== null], ['notified', NOW, true])
  const shown = JSON.stringify([item, (await ana.get(`/dsar/requests/${id}`)).data])
  assert.equal(shown.includes(key), false)
  const [row] = await api.access.asSystem('a test reads the hash', (db) =>
    db.selectFrom('dsar_recipients').selectAll().where('id', '=', recipientId).execute(),
  )
  assert.equal(row!.key_hash, digest(key))
  assert.equal(JSON.stringify(row).includes(key), false)
})

test('the page shows the content of the letter, takes one answer, and then shows no person', async () => {
  const { id, folio, key, page } = await told()
  const { data } = await api.anyone.get(`/public/acknowledgements/${key}`)
  assert.deepEqual(
    [data.organizationName, data.recipientName, data.folioNumber, data.rightType, data.subject.rut],
    ['Tienda Sur SpA', 'Palomar Mail', folio, 'DELETION', '12.345.678-5'],
  )
  assert.equal(JSON.stringify(data).includes('Secreto'), false)
  const answer = { name: 'Luis Soto, privacidad', done: true, notes: 'Suprimido hoy.' }
  const replies = await Promise.all(
    [answer, answer].map((body) => api.anyone.post(`/public/acknowledgements/${key}`, body)),
  )
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
  const after = (await api.anyone.get(`/public/acknowledgements/${key}`)).data
  assert.deepEqual([after.subject, after.asked, after.done, after.acknowledgedAt], [null, [], true, NOW])
  assert.doesNotMatch((await open(page)).payload, /Pérez|12\.345/)
  const item = await itemOf(id)
  assert.deepEqual(
    [item.status, item.acknowledgedAt, item.acknowledgedBy, item.acknowledgementNotes],
    ['acknowledged', NOW, answer.name, answer.notes],
  )
  const { events } = (await ana.get(`/dsar/requests/${id}`)).data
  assert.equal(events.at(-1).type, 'recipient_acknowledged')
  assert.match(events.at(-1).notes, /Palomar Mail confirma que lo hizo \(Luis Soto, privacidad\)/)
  const logged = await api.access.asSystem('a test reads the audit log', (db) =>
    db
      .selectFrom('audit_log')
      .selectAll()
      .where('entity_id', '=', id)
      .where('action', '=', 'acknowledge')
      .execute(),
  )
  assert.equal(logged.length, 1)
  assert.doesNotMatch(JSON.stringify(logged), /Luis|Suprimido|Pérez/)
})

test('a third party may say that it did not do it; missing or too long fields are refused', async () => {
  const { id, key } = await told()
  for (const body of [
    { done: true },
    { name: ' ', done: true },
    { name: 'x' },
    { name: 'x', done: true, notes: 'x'.repeat(2001) },
  ])
    assert.equal((await api.anyone.post(`/public/acknowledgements/${key}`, body)).status, 400)
  await api.anyone.post(`/public/acknowledgements/${key}`, {
    name: 'Luis',
    done: false,
    notes: 'La ley obliga a conservarlos.',
  })
  assert.equal((await itemOf(id)).status, 'declined')
})

test('an unknown key and an expired one get the same answer, as data and as a page', async () => {
  const { key, page } = await told()
  api.clock.set(new Date(Date.parse(NOW) + 90 * DAY_MS))
  try {
    const answers = []
    for (const one of [key, 'nada', 'x'.repeat(43)]) {
      const { status, body } = await api.anyone.get(`/public/acknowledgements/${one}`)
      const posted = await api.anyone.post(`/public/acknowledgements/${one}`, { name: 'x', done: true })
      answers.push([status, body.error.message, posted.status, posted.body.error.message])
    }
    assert.equal(new Set(answers.map((one) => JSON.stringify(one))).size, 1)
    assert.deepEqual([answers[0]![0], answers[0]![2]], [404, 404])
    const { statusCode, payload } = await open(page)
    assert.equal(statusCode, 404)
    assert.match(payload, /no existe o ya venció/)
    assert.doesNotMatch(payload, /Tienda|Palomar/)
  } finally {
    api.clock.set(NOW)
  }
})

test('the page works without a script: faults in words, one answer, a receipt', async () => {
  const { id, page } = await told()
  const shown = await open(page)
  assert.equal(shown.statusCode, 200)
  assert.match(shown.payload, /María &lt;Pérez&gt;/)
  assert.match(shown.payload, /Suprima los que recibió/)
  const redirected = await open(`/api/v1/public/acknowledgements/${page.split('/').at(-1)}`)
  assert.equal(redirected.statusCode, 303)
  const refused = await send(page, { name: '', notes: 'algo' })
  assert.equal(refused.statusCode, 422)
  assert.match(refused.payload, /Diga si hizo lo que se le pide/)
  assert.match(refused.payload, /algo<\/textarea>/)
  const sent = await send(page, { name: 'Luis  Soto', done: 'false', notes: 'No los tenemos.' })
  assert.deepEqual([sent.statusCode, sent.headers.location], [303, `..${page}`])
  assert.match((await open(page)).payload, /Recibimos su confirmación/)
  assert.equal((await send(page, { name: 'Otro', done: 'true' })).statusCode, 303)
  const item = await itemOf(id)
  assert.deepEqual([item.status, item.acknowledgedBy], ['declined', 'Luis Soto'])
})

test('a reminder by hand: once a day, same link, only before the answer, not for other organisations', async () => {
  const { id, recipientId, email, key } = await told()
  const path = url(id, `recipients/${recipientId}/remind`)
  assert.equal((await stranger.post(path)).status, 404)
  assert.equal((await ana.post(url(id, `recipients/${newId()}/remind`))).status, 404)
  const other = await told()
  assert.equal((await ana.post(url(other.id, `recipients/${recipientId}/remind`))).status, 404)
  const reminded = await ana.post(path)
  assert.equal(reminded.status, 200, JSON.stringify(reminded.body))
  assert.equal(reminded.data.items[0].remindedAt, NOW)
  assert.equal((await ana.post(path)).status, 409)
  await api.drain()
  const [, letter, ...more] = api.mailbox.to(email)
  assert.equal(more.length, 0)
  assert.match(letter!.subject!, /^Recordatorio: aviso sobre datos que recibió/)
  assert.ok(letter!.text!.includes(`/acuse/${key}`))
  await api.anyone.post(`/public/acknowledgements/${other.key}`, { name: 'x', done: true })
  const late = await ana.post(url(other.id, `recipients/${other.recipientId}/remind`))
  assert.deepEqual([late.status, /ya respondió/.test(late.body.error.message)], [409, true])
})

test('reminders by the job: 7 and 14 days after the letter, each once, only before the answer', async () => {
  const person = await api.tenant()
  const [silent, answered] = [await told(person), await told(person)]
  await api.anyone.post(`/public/acknowledgements/${answered.key}`, { name: 'x', done: true })
  const run = async (days: number) => {
    api.clock.set(new Date(Date.parse(NOW) + days * DAY_MS))
    for (let times = 0; times < 2; times += 1)
      await ACKNOWLEDGEMENTS_JOB.run(api.service.jobEnv, {}, undefined as never)
    await api.drain()
    return api.mailbox.to(silent.email).length
  }
  try {
    const counts = []
    for (const days of [6, 7, 10, 14, 15, 30]) counts.push(await run(days))
    assert.deepEqual(counts, [1, 2, 2, 3, 3, 3])
    assert.equal(api.mailbox.to(answered.email).length, 1)
    assert.equal((await api.anyone.get(`/public/acknowledgements/${silent.key}`)).status, 200)
  } finally {
    api.clock.set(NOW)
  }
})

test('one call adds all recipients of the register that have an address, once; the others stay suggested', async () => {
  const person = await api.tenant()
  const system = (
    await person.post('/data-map/systems', {
      name: 'CRM',
      type: 'saas',
      vendor: 'Nube Austral SpA',
      dataCategories: ['email'],
    })
  ).data
  const activity = (
    await person.post('/rat/activities', {
      name: 'Ventas',
      purpose: 'Vender',
      legalBasis: 'contract',
      dataCategories: ['email'],
      subjectCategories: ['clientes'],
      retentionPeriod: '5_years',
      systemId: system.id,
      recipients: ['Servicio de Impuestos Internos'],
    })
  ).data
  await person.patch(`/rat/activities/${activity.id}/status`, { status: 'published' })
  const { widgetKey: form } = (await person.post('/dsar/widgets', { name: 'x' })).data
  const asked = await api.anyone.post(`/public/dsar/${form}`, {
    subjectName: 'M',
    subjectEmail: 'm@correo.cl',
    rightType: 'DELETION',
  })
  const path = url(asked.data.id, 'recipients')
  const none = await person.post(path, { fromRegister: true })
  assert.deepEqual([none.status, none.body.error.details[0].path], [422, 'fromRegister'])
  const [processor] = (await person.get(path)).data.suggested.processors
  await person.put(`/processors/${processor.id}`, { contactEmail: 'privacidad@nube.cl' })
  const { status, data } = await person.post(path, { fromRegister: true })
  assert.equal(status, 201)
  assert.deepEqual(
    data.items.map(({ name, email, processorId, status: state, pageUrl }: Record<string, string>) => [
      name,
      email,
      processorId,
      state,
      pageUrl,
    ]),
    [['Nube Austral SpA', 'privacidad@nube.cl', processor.id, 'pending', null]],
  )
  assert.equal(data.suggested.recipients[0].name, 'Servicio de Impuestos Internos')
  assert.equal((await person.post(path, { fromRegister: true })).status, 422)
  const foreign = await person.post(path, { recipients: [{ name: 'x', processorId: newId() }] })
  assert.deepEqual([foreign.status, foreign.body.error.details[0].path], [422, 'recipients[0].processorId'])
})
