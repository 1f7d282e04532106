import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { LAW } from '#kernel/law/law.ts'
import { makeActivity } from '#test/kit/activities.ts'
import { pageAt } from '#test/kit/hosted.ts'
import { pdfText } from '#test/kit/pdf.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { REMINDERS_JOB } from './jobs.ts'
import { legalTerm } from './rules.ts'

/** What arts. 5 to 11 ask of a request, from its receipt to the proof of its answer. */
const NOW = '2026-12-01T15:00:00.000Z'
const api = await openService()
api.clock.set(NOW)
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const stranger = await api.tenant()

const forms = new Map<string, string>()
let serial = 0

async function newRequest(fields: object = {}, person: Person = ana) {
  if (!forms.has(person.tenantId)) {
    forms.set(person.tenantId, (await person.post('/dsar/widgets', { name: 'x' })).data.widgetKey)
  }
  serial += 1
  const subjectEmail = `persona${serial}@correo.cl`
  const { status, data, body } = await api.anyone.post(`/public/dsar/${forms.get(person.tenantId)}`, {
    subjectName: 'María Pérez',
    subjectEmail,
    rightType: 'ACCESS',
    ...fields,
  })
  assert.equal(status, 201, JSON.stringify(body))
  // Two letters that wait at the same time may leave in either order.
  await api.drain()
  return { id: data.id as string, folio: data.folioNumber as string, email: subjectEmail, data }
}

const url = (id: string, action = '') => `/dsar/requests/${id}${action && `/${action}`}`
const detail = async (id: string, person: Person = ana) => (await person.get(url(id))).data
const refusal = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
]
const keysOf = (reply: { data: { warnings: { key: string }[] } }) => reply.data.warnings.map(({ key }) => key)
const mails = async (email: string) => {
  await api.drain()
  return api.mailbox.to(email)
}

/** Sets the clock and signs in again, because sessions have ended meanwhile. */
async function later(at: string | Date, person: Person = ana): Promise<Person> {
  api.clock.set(at)
  return person.colleague('DPO')
}

afterEach(() => {
  api.clock.set(NOW)
})

// ── terms ──

test('art. 11: the legal day is the Chilean day of entry plus 30, over both changes of clocks, everywhere', async () => {
  const person = await api.tenant()
  for (const [at, dueOn, said, contractDay] of [
    ['2027-08-21T03:40:00.000Z', '2027-09-19', '19 de septiembre de 2027', '2027-09-20T03:40:00.000Z'],
    ['2027-03-20T03:20:00.000Z', '2027-04-19', '19 de abril de 2027', '2027-04-19T03:20:00.000Z'],
  ] as const) {
    const dpo = await later(at, person)
    const { id, email, folio, data } = await newRequest({}, dpo)
    assert.deepEqual([data.responseDeadline, data.legalDueOn], [contractDay, dueOn])
    assert.ok((await mails(email))[0]!.text!.includes(`a más tardar el ${said}`))
    const page = await pageAt(api.app, `/seguimiento/${folio}`)
    assert.ok(page.body.includes(`Plazo para responder <strong>${said}</strong>`))
    const end = legalTerm('ACCESS', new Date(at), LAW)
    for (const [instant, overdue] of [
      [end, false],
      [new Date(end.getTime() + 1), true],
    ] as const) {
      const reader = await later(instant, person)
      const { data: list } = await reader.get('/dsar/requests?overdue=true&limit=100')
      const isThere = list.items.some((item: { id: string }) => item.id === id)
      assert.equal(isThere, overdue, `${at} at ${instant.toISOString()}`)
      assert.equal(list.pagination.total, list.items.length)
      const shown = await detail(id, reader)
      assert.deepEqual([shown.isOverdue, shown.legalDueOn], [overdue, dueOn])
      assert.equal(shown.deadlineAt, contractDay, 'the contract counts hours')
      assert.equal((await reader.get('/dsar/stats')).data.overdue, list.pagination.total)
    }
  }
})

test('art. 26, Ley 19.880: neither call extends a lapsed term; both extend it until midnight in Chile', async () => {
  const person = await api.tenant()
  const [inTime, late] = [await newRequest({}, person), await newRequest({}, person)]
  const punctual = await later('2027-01-01T02:59:59.999Z', person)
  assert.equal((await punctual.post(url(inTime.id, 'extend'), { reason: 'Faltan datos' })).status, 200)
  assert.equal((await detail(inTime.id, punctual)).legalDueOn, '2027-01-30')
  const tardy = await later('2027-01-01T03:00:00.000Z', person)
  for (const reply of [
    await tardy.post(url(late.id, 'extend'), { reason: 'Faltan datos' }),
    await tardy.post(url(late.id, 'respond'), { responseType: 'EXTENDED', responseNotes: 'Faltan datos' }),
  ]) {
    assert.deepEqual(refusal(reply), [409, 'CONFLICT'])
    assert.match(
      reply.body.error.message,
      /venció el 31 de diciembre de 2026 y un plazo vencido no se amplía/,
    )
  }
  assert.equal((await mails(late.email)).length, 1, 'and no letter promises another day')
  const again = await tardy.post(url(inTime.id, 'extend'), { reason: 'x' })
  assert.deepEqual(refusal(again), [409, 'ALREADY_EXTENDED'])
  assert.match(again.body.error.message, /hasta el 30 de enero de 2027\./)
})

// ── the temporary block ──

test('arts. 8 ter and 11: a block is due in two business days and is never extended', async () => {
  const person = await api.tenant()
  const { id, folio, email } = await newRequest({ rightType: 'BLOCKING' }, person)
  assert.equal((await detail(id, person)).legalDueOn, '2026-12-03')
  for (const reply of [
    await person.post(url(id, 'extend'), { reason: 'x' }),
    await person.post(url(id, 'respond'), { responseType: 'EXTENDED', responseNotes: 'x' }),
  ]) {
    assert.deepEqual(refusal(reply), [422, 'VALIDATION_ERROR'])
    assert.match(
      reply.body.error.message,
      /no se amplía.*arts\. 8 ter y 11, Ley 19\.628 \(mod\. Ley 21\.719\)/,
    )
  }
  const moved = await person.patch(url(id), { status: 'EXTENDED' })
  assert.deepEqual(refusal(moved), [409, 'CONFLICT'])
  assert.doesNotMatch(moved.body.error.message, /extend/)
  const page = await pageAt(api.app, `/seguimiento/${folio}`)
  assert.match(String(page.body), /3 de diciembre de 2026/)
  assert.match(
    String(page.body),
    /Mientras no le respondan, los datos solo pueden conservarse: no pueden usarse ni comunicarse/,
  )
  const reader = await later('2026-12-04T03:00:00.000Z', person)
  assert.equal((await detail(id, reader)).isOverdue, true)
  assert.equal((await reader.get('/dsar/requests?overdue=true')).data.pagination.total, 1)
  await reader.post(url(id, 'respond'), { responseType: 'FULFILLED' })
  for (const { text } of await mails(email)) {
    assert.doesNotMatch(text!, /31 de diciembre|30 días corridos|más tiempo|amplia|prórroga/)
  }
  assert.match((await mails(email)).at(-1)!.text!, /sus datos solo se conservan y no se tratan/)
})

test('the reminder of a late block speaks of the block and not of thirty days', async () => {
  const person = await api.tenant()
  await newRequest({ rightType: 'BLOCKING' }, person)
  for (const day of ['2026-12-02', '2026-12-04', '2026-12-24', '2027-01-02']) {
    api.clock.set(`${day}T11:00:00Z`)
    await REMINDERS_JOB.run(api.service.jobEnv, {}, { jobId: 'x', attempt: 1 })
    await api.drain()
  }
  api.clock.set(NOW)
  const subjects = (await mails(person.email))
    .map(({ subject }) => subject!.split(':')[0]!)
    .filter((subject) => /^(Quedan?|Vencida)\b/.test(subject))
  assert.deepEqual(subjects, ['Queda 1 día hábil', 'Vencida'])
})

test('art. 8 ter: a block accompanies an open rectification, deletion or opposition of the same person', async () => {
  const subjectEmail = 'maria@correo.cl'
  const subjectRut = '12.345.678-5'
  const main = await newRequest({ rightType: 'DELETION', subjectEmail, subjectRut })
  const block = await newRequest({
    rightType: 'BLOCKING',
    subjectEmail: 'MARIA@correo.cl',
    subjectRut,
    parentRequestId: main.id,
  })
  assert.equal((await detail(block.id)).parentRequestId, main.id)
  assert.equal((await detail(main.id)).parentRequestId, null)
  const access = await newRequest({ subjectEmail })
  const ended = await newRequest({ rightType: 'DELETION', subjectEmail })
  await ana.post(url(ended.id, 'respond'), { responseType: 'FULFILLED' })
  const foreign = await newRequest({ rightType: 'DELETION', subjectEmail }, stranger)
  const attempt = (fields: object) =>
    api.anyone.post(`/public/dsar/${forms.get(ana.tenantId)}`, {
      subjectName: 'María Pérez',
      subjectEmail,
      subjectRut,
      rightType: 'BLOCKING',
      parentRequestId: main.id,
      ...fields,
    })
  for (const [why, fields] of [
    ['another person', { subjectEmail: 'otra@correo.cl' }],
    ['another RUT', { subjectRut: '7.654.321-6' }],
    ['another right is no block', { rightType: 'ACCESS' }],
    ['an access is nothing to accompany', { parentRequestId: access.id }],
    ['one that ended', { parentRequestId: ended.id }],
    ['of another organisation', { parentRequestId: foreign.id }],
    ['nobody’s', { parentRequestId: newId() }],
    ['no id', { parentRequestId: 'x' }],
  ] as const) {
    const reply = await attempt(fields)
    assert.deepEqual([reply.status, reply.body.error?.details[0].path], [422, 'parentRequestId'], why)
  }
  const total = (await ana.get('/dsar/requests?rightType=BLOCKING')).data.pagination.total
  assert.equal((await attempt({ parentRequestId: null })).status, 201)
  assert.equal((await ana.get('/dsar/requests?rightType=BLOCKING')).data.pagination.total, total + 1)
})

test('art. 8 ter: a refused block gives the text for the Agency and the record of its sending', async () => {
  const person = await api.tenant({ name: 'Clínica Norte SpA' })
  const { id, folio, email } = await newRequest(
    { rightType: 'BLOCKING', subjectRut: '12.345.678-5', description: 'Están usando un dato falso' },
    person,
  )
  const notice = url(id, 'agency-notice')
  const draft = (await person.get(notice)).data
  assert.deepEqual([draft.isComplete, draft.sentAt, draft.letterId], [false, null, null])
  assert.doesNotMatch(draft.text, /\[/)
  for (const said of [
    'Agencia de Protección de Datos Personales',
    'Clínica Norte SpA',
    folio,
    'RUT 12.345.678-5',
    'Están usando un dato falso',
    'art. 8 ter, Ley 19.628 (mod. Ley 21.719)',
    '1 de diciembre de 2026',
  ]) {
    assert.ok(draft.text.includes(said), said)
  }
  for (const [path, body] of [
    ['ground', {}],
    ['ground', { ground: '  ' }],
    ['sentAt', { ground: 'x', sentAt: '2026-12-01T15:10:00.001Z' }],
    ['sentAt', { ground: 'x', sentAt: '2026-11-30T15:00:00Z' }],
  ] as const) {
    const reply = await person.post(notice, body)
    assert.deepEqual([reply.status, reply.body.error.details[0].path], [422, path])
  }
  await person.put('/settings/tenant', { legalGate: 'enforce' })
  const answer = { responseType: 'REJECTED_LEGAL', denialReason: 'El dato es correcto' }
  const refused = await person.post(url(id, 'respond'), answer)
  assert.deepEqual(refusal(refused), [422, 'VALIDATION_ERROR'])
  assert.equal(refused.body.error.details[0].path, 'dsar.blocking_agency')
  assert.match(refused.body.error.details[0].message, /aviso a la Agencia.*\(art\. 8 ter, Ley 19\.628/)
  const sent = await person.post(notice, { ground: 'El dato es correcto', notes: 'Ingreso 4821' })
  assert.deepEqual([sent.status, sent.data.sentAt], [201, NOW])
  assert.match(sent.data.text, /Fundamento de la negativa: El dato es correcto/)
  assert.deepEqual(refusal(await person.post(notice, { ground: 'x' })), [409, 'CONFLICT'])
  assert.equal((await person.get(notice)).data.letterId, sent.data.letterId)
  const closed = await person.post(url(id, 'respond'), answer)
  assert.deepEqual([closed.status, closed.data.status, keysOf(closed)], [200, 'REJECTED', []])
  const kept = closed.data.letters.find(({ kind }: { kind: string }) => kind === 'AGENCY')
  assert.deepEqual(
    [kept.to, kept.text, kept.sentAt],
    ['Agencia de Protección de Datos Personales', sent.data.text, NOW],
  )
  assert.ok(closed.data.events.some(({ type }: { type: string }) => type === 'agency_notified'))
  const { text } = (await mails(email)).at(-1)!
  assert.match(text!, /se informó también a la Agencia .* el 1 de diciembre de 2026/)
  assert.match(text!, /Fundamento de lo que no se acogió: El dato es correcto/)
})

test('art. 8 ter: the Agency also learns of a block that was granted in part', async () => {
  const { id, email } = await newRequest({ rightType: 'BLOCKING' })
  const answer = {
    responseType: 'PARTIALLY_FULFILLED',
    responseNotes: 'Bloqueamos su teléfono.',
    denialReason: 'El correo se usa para facturarle.',
  }
  const closed = await ana.post(url(id, 'respond'), answer)
  assert.deepEqual([closed.data.status, keysOf(closed)], ['COMPLETED', ['dsar.blocking_agency']])
  assert.match((await mails(email)).at(-1)!.text!, /informar esta negativa parcial también a la Agencia/)
  const draft = (await ana.get(url(id, 'agency-notice'))).data
  assert.match(draft.text, /negó en parte la solicitud .*Fundamento de la negativa: El correo se usa/s)
  assert.equal((await ana.post(url(id, 'agency-notice'), {})).status, 201)
})

test('only a refused block is reported to the Agency', async () => {
  const access = await newRequest()
  assert.deepEqual(refusal(await ana.get(url(access.id, 'agency-notice'))), [422, 'INVALID_RIGHT_TYPE'])
  const granted = await newRequest({ rightType: 'BLOCKING' })
  await ana.post(url(granted.id, 'respond'), { responseType: 'FULFILLED' })
  const record = await ana.post(url(granted.id, 'agency-notice'), { ground: 'x' })
  assert.deepEqual(refusal(record), [409, 'CONFLICT'])
  const { id } = await newRequest({ rightType: 'BLOCKING' })
  assert.equal((await stranger.get(url(id, 'agency-notice'))).status, 404)
  assert.equal((await stranger.post(url(id, 'agency-notice'), { ground: 'x' })).status, 404)
  const viewer = await ana.colleague('VIEWER')
  assert.equal((await viewer.post(url(id, 'agency-notice'), { ground: 'x' })).status, 403)
})

// ── letters ──

test('art. 11: every letter can be read later with its date, its recipient and its full text', async () => {
  const { id, email, folio } = await newRequest({ rightType: 'DELETION' })
  await ana.post(url(id, 'extend'), { reason: 'Los respaldos están en cinta' })
  assert.deepEqual(
    (await detail(id)).letters.map(({ sentAt }: { sentAt: string | null }) => sentAt),
    [NOW, null],
    'the second one still waits in the queue',
  )
  await api.drain()
  await ana.post(url(id, 'respond'), { responseType: 'PARTIALLY_FULFILLED', denialReason: 'Deuda vigente' })
  const sent = await mails(email)
  const { letters } = await detail(id)
  assert.deepEqual(
    letters.map(({ kind, to, sentAt }: Record<string, string>) => [kind, to, sentAt]),
    ['RECEIPT', 'EXTENSION', 'ANSWER'].map((kind) => [kind, email, NOW]),
  )
  for (const [index, letter] of letters.entries()) {
    assert.deepEqual([letter.subject, letter.text], [sent[index]!.subject, sent[index]!.text!.trim()])
    const one = await ana.get(url(id, `letters/${letter.id}`))
    assert.deepEqual([one.status, one.data], [200, letter])
  }
  assert.ok(letters[2].text.includes('Deuda vigente') && letters[2].text.includes(folio))
  const pdf = await ana.get(`${url(id, `letters/${letters[2].id}`)}?format=pdf`)
  assert.equal(pdf.headers['content-type'], 'application/pdf')
  assert.match(String(pdf.headers['content-disposition']), /filename="carta-arco-2026-\d+-respuesta\.pdf"/)
  const printed = pdfText(pdf.raw).replace(/\s+/g, ' ')
  for (const said of ['Deuda vigente', email, '01-12-2026 12:00', 'Tienda Sur SpA', folio]) {
    assert.ok(printed.includes(said), said)
  }
})

test('a letter belongs to its request and its organisation, and cannot be changed', async () => {
  const [first, second] = [await newRequest(), await newRequest()]
  const [letter] = (await detail(first.id)).letters
  for (const reply of [
    await stranger.get(url(first.id, `letters/${letter.id}`)),
    await ana.get(url(second.id, `letters/${letter.id}`)),
    await ana.get(url(first.id, `letters/${newId()}`)),
    await ana.get(url(first.id, 'letters/x')),
  ]) {
    assert.equal(reply.status, 404)
  }
  assert.equal((await ana.get(`${url(first.id, `letters/${letter.id}`)}?format=exe`)).status, 400)
  assert.equal((await api.anyone.get(url(first.id, `letters/${letter.id}`))).status, 401)
  await assert.rejects(
    api.access.asSystem('a test rewrites a letter', (db) =>
      db.updateTable('dsar_letters').set({ body_text: 'nada' }).where('id', '=', letter.id).execute(),
    ),
  )
})

// ── closing ──

test('art. 11: a rejection by PATCH sends its letter; the ground comes from denialReason, else from the notes', async () => {
  for (const [body, ground] of [
    [{ notes: 'Interno', denialReason: 'Contrato vigente' }, 'Contrato vigente'],
    [{ notes: 'No acreditó su identidad' }, 'No acreditó su identidad'],
  ] as const) {
    const { id, email } = await newRequest({ rightType: 'DELETION' })
    const reply = await ana.patch(url(id), { status: 'REJECTED', ...body })
    assert.deepEqual([reply.status, reply.data.denialReason, reply.data.responseType], [200, ground, null])
    assert.deepEqual(keysOf(reply), [])
    const letter = (await mails(email)).at(-1)!
    assert.ok(letter.text!.includes(`Fundamento de lo que no se acogió: ${ground}`))
    assert.match(letter.text!, /fue rechazada\./)
    assert.match(letter.text!, /dentro de 30 días hábiles, es decir, hasta el 15 de enero de 2027 \(art\. 41/)
    assert.doesNotMatch(letter.text!, /Interno/)
    assert.equal((await detail(id)).letters.at(-1).kind, 'REFUSAL')
  }
})

test('art. 11: under «warn» a rejection without a ground passes with a warning, and the letter admits it', async () => {
  const { id, email, folio } = await newRequest()
  const reply = await ana.patch(url(id), { status: 'REJECTED' })
  assert.equal(reply.status, 200)
  assert.deepEqual(keysOf(reply), ['dsar.ground'])
  assert.deepEqual(reply.body.warnings, reply.data.warnings)
  assert.match(reply.data.warnings[0].article, /^art\. 11, Ley 19\.628 \(mod\. Ley 21\.719\)$/)
  const { text } = (await mails(email)).at(-1)!
  assert.match(text!, /El registro de su solicitud no contiene un fundamento\. Pídalo a Tienda Sur SpA\./)
  assert.match(text!, /reclamar ante la Agencia .* hasta el 15 de enero de 2027/)
  assert.doesNotMatch(text!, /\[|undefined|null/)
  const page = await pageAt(api.app, `/seguimiento/${folio}`)
  assert.match(String(page.body), /Su solicitud fue rechazada\.[\s\S]*hasta el 15 de enero de 2027/)
})

test('art. 11: an answer that was left unfinished is warned of or refused, and no bracket reaches the person', async () => {
  const body = {
    responseType: 'PARTIALLY_FULFILLED',
    responseNotes: 'Suprimimos sus datos: [COMPLETAR: qué datos y de qué sistemas].',
    denialReason: '[COMPLETAR: el fundamento]',
  }
  const strict = await api.tenant()
  await strict.put('/settings/tenant', { legalGate: 'enforce' })
  const held = await newRequest({}, strict)
  const refused = await strict.post(`${url(held.id)}/respond`, body)
  assert.equal(refused.status, 422)
  const detailOf = (key: string) =>
    refused.body.error.details.find(({ path }: { path: string }) => path === key)
  assert.match(detailOf('dsar.unfinished').message, /\[COMPLETAR: el fundamento\]/)

  const { id, email } = await newRequest()
  const reply = await ana.post(`${url(id)}/respond`, body)
  assert.ok(keysOf(reply).includes('dsar.unfinished'))
  const { text } = (await mails(email)).at(-1)!
  assert.doesNotMatch(text!, /COMPLETAR|\[/)
  assert.match(text!, /Suprimimos sus datos: \(no se indica\)\./)
  assert.match(text!, /Fundamento de lo que no se acogió: No se indica/)
  const { responseNotes, denialReason } = reply.data
  assert.deepEqual([responseNotes, denialReason], [body.responseNotes, body.denialReason], 'kept as written')
})

test('art. 11: under «enforce» a rejection without a ground changes nothing, unless a DPO gives a reason', async () => {
  const person = await api.tenant()
  const analyst = await person.colleague('ANALYST')
  const dpo = await person.colleague('DPO')
  await person.put('/settings/tenant', { legalGate: 'enforce' })
  const { id, email } = await newRequest({}, person)
  const refused = await analyst.patch(url(id), { status: 'REJECTED' })
  assert.deepEqual(refusal(refused), [422, 'VALIDATION_ERROR'])
  assert.deepEqual(
    refused.body.error.details.map(({ path }: { path: string }) => path),
    ['dsar.ground'],
  )
  assert.match(refused.body.error.details[0].message, /\(art\. 11, Ley 19\.628 \(mod\. Ley 21\.719\)\)$/)
  const { status, letters, timeline } = await detail(id, person)
  assert.deepEqual([status, letters.length, timeline.length], ['RECEIVED', 1, 0])
  assert.equal((await mails(email)).length, 1)
  const override = { reason: 'El fundamento va en una carta certificada.' }
  const lower = await analyst.patch(url(id), { status: 'REJECTED', override })
  assert.deepEqual(refusal(lower), [403, 'FORBIDDEN'])
  const passed = await dpo.patch(url(id), { status: 'REJECTED', override })
  assert.deepEqual([passed.status, keysOf(passed)], [200, ['dsar.ground']])
  const log = (await person.get(`/settings/audit-log?entityId=${id}`)).data.items
  const entry = log.find(({ action }: { action: string }) => action === 'override_legal_gate')
  assert.equal(entry.changes.reason.new, override.reason)
  assert.equal((await mails(email)).length, 2)
})

test('art. 5: an access answer carries the data or says where they are', async () => {
  for (const [body, keys] of [
    [{ responseType: 'FULFILLED' }, ['dsar.access_content']],
    [{ responseType: 'FULFILLED', responseNotes: ' ' }, ['dsar.access_content']],
    [{ responseType: 'FULFILLED', responseNotes: 'Sus datos son: nombre y correo.' }, []],
    [{ responseType: 'FULFILLED', responseFileKey: 'respuestas/1.pdf' }, []],
    [{ responseType: 'REJECTED_LEGAL', denialReason: 'Secreto legal' }, []],
  ] as const) {
    const { id, email } = await newRequest()
    const reply = await ana.post(url(id, 'respond'), body)
    assert.deepEqual([reply.status, keysOf(reply)], [200, keys])
    const { text } = (await mails(email)).at(-1)!
    assert.equal(/no acompaña los datos que pidió/.test(text!), keys.length > 0)
    assert.equal(/reclamar ante la Agencia/.test(text!), keys.length > 0 || body.responseType !== 'FULFILLED')
  }
})

test('arts. 8 bis, 9 and 11: the gate names what other answers lack', async () => {
  for (const [rightType, body, keys] of [
    ['PORTABILITY', { responseType: 'FULFILLED' }, ['dsar.portability_copy']],
    ['AUTO_DECISION', { responseType: 'FULFILLED' }, ['dsar.automated_explanation']],
    ['AUTO_DECISION', { responseType: 'FULFILLED', responseNotes: 'La revisó Ana.' }, []],
    ['DELETION', { responseType: 'PARTIALLY_FULFILLED' }, ['dsar.ground']],
    ['DELETION', { responseType: 'FULFILLED' }, []],
    ['BLOCKING', { responseType: 'REJECTED_LEGAL', denialReason: 'x' }, ['dsar.blocking_agency']],
  ] as const) {
    const { id } = await newRequest({ rightType })
    assert.deepEqual(keysOf(await ana.post(url(id, 'respond'), body)), keys, rightType)
  }
  const { id } = await newRequest({ rightType: 'DELETION' })
  const closed = await ana.patch(url(id), { status: 'COMPLETED' })
  assert.deepEqual(keysOf(closed), ['dsar.outcome'])
  assert.equal(closed.data.warnings[0].severity, 'low')
})

test('art. 8 b: an opposition to direct marketing is granted whole, unless the asker is unidentified', async () => {
  const cause = { rightType: 'OPPOSITION', subtype: 'art. 8 b: mercadotecnia directa' }
  for (const [fields, body, keys] of [
    [cause, { responseType: 'REJECTED_LEGAL', denialReason: 'x' }, ['dsar.marketing']],
    [cause, { responseType: 'PARTIALLY_FULFILLED', denialReason: 'x' }, ['dsar.marketing']],
    [cause, { responseType: 'REJECTED_IDENTITY', denialReason: 'x' }, []],
    [cause, { responseType: 'FULFILLED' }, []],
    [
      { ...cause, subtype: 'Art. 8b' },
      { responseType: 'REJECTED_LEGAL', denialReason: 'x' },
      ['dsar.marketing'],
    ],
    [{ ...cause, subtype: 'art. 8 a' }, { responseType: 'REJECTED_LEGAL', denialReason: 'x' }, []],
    [{ ...cause, rightType: 'ACCESS' }, { responseType: 'REJECTED_LEGAL', denialReason: 'x' }, []],
  ] as const) {
    const { id } = await newRequest(fields)
    assert.deepEqual(keysOf(await ana.post(url(id, 'respond'), body)), keys, JSON.stringify([fields, body]))
  }
  const { id } = await newRequest(cause)
  assert.deepEqual(keysOf(await ana.patch(url(id), { status: 'REJECTED', notes: 'x' })), ['dsar.marketing'])
  const person = await api.tenant()
  await person.put('/settings/tenant', { legalGate: 'enforce' })
  const held = await newRequest(cause, person)
  const answer = { responseType: 'REJECTED_LEGAL', denialReason: 'No conviene' }
  const refused = await person.post(url(held.id, 'respond'), answer)
  assert.deepEqual(refusal(refused), [422, 'VALIDATION_ERROR'])
  assert.match(
    refused.body.error.details[0].message,
    /se acoge siempre.*\(arts\. 8 letra b y 34 ter letra e, Ley 19\.628/,
  )
})

test('art. 11: a request completed by an approval sends its letter and passes the legal gate', async () => {
  const person = await api.tenant({ plan: 'PROFESSIONAL' })
  const stage = { name: 'Revisión', order: 1, requiredRole: 'ANALYST' }
  await person.post('/workflows', { name: 'Solicitudes', entityType: 'DSAR', stages: [stage] })
  const approve = async (id: string, more: object = {}) => {
    await person.patch(url(id), { status: 'IN_PROGRESS' })
    const instance = (await person.get(`/workflow-instances/entity/DSAR/${id}`)).data
    return person.post(`/workflow-instances/${instance.id}/action`, {
      stageId: instance.currentStageId,
      actionType: 'APPROVE',
      notes: 'Nota interna',
      ...more,
    })
  }
  const { id, email } = await newRequest({ rightType: 'DELETION' }, person)
  assert.equal((await approve(id)).status, 200)
  const { text } = (await mails(email)).at(-1)!
  assert.match(text!, /resolvió su solicitud de supresión, folio ARCO-2026-\d+: quedó completada\./)
  assert.match(text!, /reclamar ante la Agencia/)
  assert.doesNotMatch(text!, /Nota interna/)
  assert.deepEqual(
    (await detail(id, person)).letters.map(({ kind }: { kind: string }) => kind),
    ['RECEIPT', 'ANSWER'],
  )
  const warned = await newRequest({}, person)
  const approved = await approve(warned.id)
  assert.deepEqual(keysOf(approved), ['dsar.access_content', 'dsar.outcome'])
  await person.put('/settings/tenant', { legalGate: 'enforce' })
  const access = await newRequest({}, person)
  const refused = await approve(access.id)
  assert.deepEqual([refused.status, refused.body.error.details[0].path], [422, 'dsar.access_content'])
  assert.equal((await detail(access.id, person)).status, 'IN_PROGRESS')
  assert.equal((await mails(access.email)).length, 1)
})

test('art. 8 bis: the form does not offer a request about automated decisions', async () => {
  const { email } = await newRequest({ rightType: 'AUTO_DECISION' })
  const { text } = (await mails(email))[0]!
  assert.match(text!, /recibió su solicitud sobre decisiones automatizadas que le afectan\./)
})

// ── recipients of the data ──

/** A stored letter is whole except for the personal link, which opens a page to anybody who has it. */
const LEFT_OUT = '(enlace personal de quien la recibe, que no se conserva)'

test('art. 11: those who received the data learn of a rectification, a deletion and an opposition', async () => {
  for (const [rightType, said] of [
    [
      'RECTIFICATION',
      /rectificó datos personales de esa persona\. Pídanos el dato correcto, corrija los que recibió/,
    ],
    ['DELETION', /suprimió datos personales de esa persona\. Suprima los que recibió/],
    ['OPPOSITION', /acogió la oposición de esa persona .*deje de usar para ese fin los que recibió/],
  ] as const) {
    const { id, folio } = await newRequest({ rightType, subjectRut: '12.345.678-5', description: 'Secreto' })
    const third = `tercero-${rightType.toLowerCase()}@palomar.cl`
    const made = await ana.post(url(id, 'recipients'), {
      recipients: [
        { name: 'Palomar Mail', email: third },
        { name: 'Correos', notifiedAt: '2026-12-01T12:00:00Z', notes: 'Por teléfono' },
        { name: 'Bodega', email: '' },
      ],
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    assert.equal((await mails(third)).length, 0, 'nobody learns of what is not decided')
    await ana.post(url(id, 'respond'), { responseType: 'FULFILLED' })
    const [letter, ...more] = await mails(third)
    assert.equal(more.length, 0)
    assert.match(letter!.text!, said)
    assert.ok(letter!.text!.includes('María Pérez, RUT 12.345.678-5') && letter!.text!.includes(folio))
    assert.match(letter!.text!, /art\. 11, Ley 19\.628 \(mod\. Ley 21\.719\)/)
    assert.doesNotMatch(letter!.text!, /Secreto|persona\d+@/)
    const { items, noneBecause } = (await ana.get(url(id, 'recipients'))).data
    assert.equal(noneBecause, null)
    assert.deepEqual(
      items.map(({ name, notifiedAt, letterId }: Record<string, string>) => [
        name,
        notifiedAt,
        letterId !== null,
      ]),
      [
        ['Palomar Mail', NOW, true],
        ['Correos', '2026-12-01T12:00:00.000Z', false],
        ['Bodega', null, false],
      ],
    )
    const kept = (await ana.get(url(id, `letters/${items[0].letterId}`))).data
    const shown = letter!.text!.trim().replace(/https:\S+\/acuse\/[\w-]{43}/, LEFT_OUT)
    assert.deepEqual([kept.kind, kept.to, kept.text], ['THIRD_PARTY', third, shown])
    const late = `segundo-${rightType.toLowerCase()}@palomar.cl`
    await ana.post(url(id, 'recipients'), { recipients: [{ name: 'Otro', email: late }] })
    assert.equal((await mails(late)).length, 1, 'once it is decided the letter leaves at once')
    assert.equal((await mails(third)).length, 1)
  }
})

test('art. 11: each address gets one letter per request, and a request has a bounded number of recipients', async () => {
  const { id } = await newRequest({ rightType: 'DELETION' })
  const send = (...emails: string[]) =>
    ana.post(url(id, 'recipients'), { recipients: emails.map((email) => ({ name: 'Palomar', email })) })
  assert.equal((await send('uno@palomar.cl', 'UNO@palomar.cl')).status, 422)
  assert.equal((await send('uno@palomar.cl')).status, 201)
  assert.equal((await send('Uno@palomar.cl')).status, 422)
  for (const from of [0, 200])
    assert.equal(
      (await send(...Array.from({ length: 200 }, (_, n) => `r${from + n}@palomar.cl`))).status,
      201,
    )
  assert.equal((await send(...Array.from({ length: 100 }, (_, n) => `s${n}@palomar.cl`))).status, 422)
})

test('recipients are refused for other rights, for rejected requests and from other organisations', async () => {
  const body = { recipients: [{ name: 'Palomar Mail', email: 'nadie@palomar.cl' }] }
  for (const rightType of ['ACCESS', 'PORTABILITY', 'BLOCKING', 'AUTO_DECISION']) {
    const { id } = await newRequest({ rightType })
    assert.deepEqual(refusal(await ana.post(url(id, 'recipients'), body)), [422, 'INVALID_RIGHT_TYPE'])
  }
  const { id } = await newRequest({ rightType: 'OPPOSITION' })
  for (const [status, path, wrong] of [
    [400, 'recipients', {}],
    [400, 'recipients[0].name', { recipients: [{ name: ' ' }] }],
    [400, 'recipients[0].email', { recipients: [{ name: 'x', email: 'x' }] }],
    [422, 'recipients', { recipients: [] }],
    [422, 'recipients[0].notifiedAt', { recipients: [{ name: 'x', notifiedAt: '2027-01-01T00:00:00Z' }] }],
    [422, 'noneBecause', { ...body, noneBecause: 'Ninguno' }],
  ] as const) {
    const reply = await ana.post(url(id, 'recipients'), wrong)
    assert.deepEqual([reply.status, reply.body.error.details[0].path], [status, path])
  }
  assert.deepEqual((await ana.get(url(id, 'recipients'))).data.items, [])
  assert.equal((await stranger.post(url(id, 'recipients'), body)).status, 404)
  assert.equal((await stranger.get(url(id, 'recipients'))).status, 404)
  await ana.patch(url(id), { status: 'REJECTED', notes: 'x' })
  assert.deepEqual(refusal(await ana.post(url(id, 'recipients'), body)), [409, 'CONFLICT'])
  assert.equal((await mails('nadie@palomar.cl')).length, 0)
})

test('art. 11: closing requires the recipients that the register names, or the reason why there are none', async () => {
  const person = await api.tenant()
  const close = async (prepare: (id: string) => Promise<unknown> = async () => undefined) => {
    const { id } = await newRequest({ rightType: 'OPPOSITION' }, person)
    await prepare(id)
    return { id, keys: keysOf(await person.post(url(id, 'respond'), { responseType: 'FULFILLED' })) }
  }
  assert.deepEqual((await close()).keys, [], 'nobody received anything')
  const activity = await makeActivity(person, { recipients: ['Palomar Mail'] })
  await person.patch(`/rat/activities/${activity}/status`, { status: 'published' })
  assert.deepEqual((await close()).keys, ['dsar.thirds'])
  const findings = async () => {
    const { areas } = (await person.get('/governance/compliance-score')).data
    return areas.flatMap((area: { findings: { message: string }[] }) =>
      area.findings.map(({ message }) => message),
    )
  }
  assert.ok((await findings()).some((message: string) => /acogidas? no se avis/.test(message)))
  const none = await close((id) =>
    person.post(url(id, 'recipients'), { recipients: [], noneBecause: 'No se enviaron' }),
  )
  assert.deepEqual(none.keys, [])
  assert.equal((await person.get(url(none.id, 'recipients'))).data.noneBecause, 'No se enviaron')
  const named = await close((id) => person.post(url(id, 'recipients'), { recipients: [{ name: 'Palomar' }] }))
  assert.deepEqual(named.keys, [])
})

// ── the legal entity ──

test('a request belongs to the entity of its form, and every letter and page gives its name and contact', async () => {
  const person = await api.tenant({ name: 'Grupo Sur SpA' })
  const { id: workspaceId } = (await person.get('/org/workspaces')).data.workspaces[0]
  const entity = (
    await person.post('/org/entities', {
      name: 'Tarjeta Sur SpA',
      workspaceId,
      arcoPublicEmail: 'derechos@tarjeta.cl',
    })
  ).data
  const { widgetKey } = (await person.post('/dsar/widgets', { name: 'x', legalEntityId: entity.id })).data
  const own = await newRequest({ rightType: 'DELETION' }, person)
  const subjectEmail = 'titular@correo.cl'
  const { data } = await api.anyone.post(`/public/dsar/${widgetKey}`, {
    subjectName: 'Juan Soto',
    subjectEmail,
    rightType: 'DELETION',
  })
  const shown = await detail(data.id, person)
  assert.equal(shown.legalEntityId, entity.id)
  await person.post(url(data.id, 'recipients'), {
    recipients: [{ name: 'Palomar', email: 'entidad@palomar.cl' }],
  })
  await person.post(url(data.id, 'extend'), { reason: 'x' })
  await person.post(url(data.id, 'respond'), { responseType: 'FULFILLED' })
  for (const letter of [...(await mails(subjectEmail)), ...(await mails('entidad@palomar.cl'))]) {
    assert.match(letter.text!, /Tarjeta Sur SpA/)
    assert.match(letter.text!, /derechos@tarjeta\.cl/)
    assert.doesNotMatch(letter.text!, /Grupo Sur/)
  }
  const tracked = (await api.anyone.get(`/public/dsar/track/${data.folioNumber}`)).data
  assert.deepEqual(
    [tracked.responsibleEntity, tracked.contactEmail],
    ['Tarjeta Sur SpA', 'derechos@tarjeta.cl'],
  )
  const form = await api.app.inject({ url: `/derechos/${widgetKey}`, headers: { accept: 'text/html' } })
  assert.match(form.payload, /Tarjeta Sur SpA/)
  assert.match(form.payload, /derechos@tarjeta\.cl/)

  const list = async (query: string) => {
    const { items, pagination } = (await person.get(`/dsar/requests?${query}`)).data
    assert.equal(pagination.total, items.length)
    return items.map((item: { id: string }) => item.id)
  }
  assert.deepEqual(await list(`legalEntityId=${entity.id}`), [data.id])
  assert.deepEqual(await list(`legalEntityId=${entity.id.toUpperCase()}&status=COMPLETED`), [data.id])
  assert.deepEqual(await list(`legalEntityId=${entity.id}&status=RECEIVED`), [])
  assert.deepEqual(await list(`legalEntityId=${shown.legalEntityId}&overdue=false`), [data.id])
  assert.deepEqual(await list(`legalEntityId=${newId()}`), [])
  assert.deepEqual(await list('legalEntityId=x'), [])
  assert.equal((await list('legalEntityId=')).length, 2)
  assert.equal((await detail(own.id, person)).legalEntityId === entity.id, false)
})

// ── words ──

test("a person who fills in a form reads no field name and no programmer's word", async () => {
  const { widgetKey } = (await ana.post('/dsar/widgets', { name: 'x', config: { rightTypes: ['ACCESS'] } }))
    .data
  const body = { subjectName: 'María', subjectEmail: 'maria@correo.cl', rightType: 'ACCESS' }
  for (const [path, said, fields] of [
    ['subjectEmail', /«Su correo electrónico» debe ser un correo electrónico/, { subjectEmail: 'x' }],
    [
      'subjectName',
      /«El nombre de la persona de quien son los datos» es obligatorio/,
      { subjectName: undefined },
    ],
    ['rightType', /Elija el derecho que quiere ejercer: Acceso, Rectificación/, { rightType: 'x' }],
    ['rightType', /no recibe solicitudes de supresión\. Recibe: acceso\./, { rightType: 'DELETION' }],
    ['isRepresentative', /«Si actúa .*» debe ser verdadero o falso\.$/, { isRepresentative: 'x' }],
    ['subjectRut', /«12\.345\.678-4» no es un RUT válido/, { subjectRut: '12.345.678-4' }],
  ] as const) {
    const { status, body: reply } = await api.anyone.post(`/public/dsar/${widgetKey}`, { ...body, ...fields })
    assert.ok(status === 400 || status === 422)
    assert.equal(reply.error.details[0].path, path, 'programs still find the field')
    assert.match(reply.error.message, said)
    assert.doesNotMatch(reply.error.message, /[a-z][A-Z]|ACCESS|true/)
  }
})
