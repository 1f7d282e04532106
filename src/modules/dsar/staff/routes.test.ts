import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { pdfPages, pdfText } from '#test/kit/pdf.ts'
import { openService, type Person } from '#test/kit/service.ts'

/** Requests by phone and on paper, and how the asker's identity is checked. */
const NOW = '2026-12-10T15:00:00.000Z'
const api = await openService()
api.clock.set(NOW)
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const stranger = await api.tenant()
const viewer = await ana.colleague('VIEWER')

const PAPER = {
  channel: 'post',
  receivedAt: '2026-12-01',
  subjectName: 'María Pérez',
  subjectAddress: 'Los Aromos 123, Temuco',
  rightType: 'ACCESS',
} as const
const take = (fields: object = {}, person: Person = ana) =>
  person.post('/dsar/requests', { ...PAPER, ...fields })
const made = async (fields: object = {}, person: Person = ana) => {
  const { status, data, body } = await take(fields, person)
  assert.equal(status, 201, JSON.stringify(body))
  return data
}
const faultOf = ({
  status,
  body,
}: {
  status: number
  body: { error: { code: string; details?: { path: string }[] } }
}) => [status, body.error.details?.[0]?.path]
const mailsOf = (id: string) =>
  api.access.asSystem('a test counts mails', (db) =>
    db
      .selectFrom('mails as m')
      .innerJoin('dsar_letters as l', 'l.id', 'm.id')
      .select('m.recipient')
      .where('l.request_id', '=', id)
      .execute(),
  )
const upload = async (person: Person = ana) => {
  const form = new FormData()
  form.append('file', new Blob(['%PDF-1.7\nuna carta']), 'carta.pdf')
  const sent = new Response(form)
  const { data } = await person.post('/files', undefined, {
    headers: { 'content-type': sent.headers.get('content-type')! },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  return data.key as string
}

test('every term runs from the day of receipt, and the history names the channel and the member', async () => {
  const data = await made()
  assert.deepEqual(
    [data.source, data.channel, data.status, data.legalDueOn, data.receivedAt.slice(0, 10)],
    ['staff', 'post', 'RECEIVED', '2026-12-31', '2026-12-01'],
  )
  const received = Date.parse(data.receivedAt)
  assert.equal(Date.parse(data.deadlineAt) - received, 30 * 86_400_000)
  assert.equal(data.createdAt, data.receivedAt)
  assert.match(data.folioNumber, /^ARCO-2026-\d{5}$/)
  const [event] = data.events
  assert.deepEqual(
    [event.type, event.createdAt, event.notes],
    ['created', NOW, 'Llegó por carta el 1 de diciembre de 2026'],
  )
  assert.equal((await api.anyone.get(`/public/dsar/track/${data.folioNumber}`)).data.legalDueOn, '2026-12-31')
  const block = await made({ rightType: 'BLOCKING', receivedAt: '2026-12-04' })
  assert.equal(block.legalDueOn, '2026-12-09')
})

test('the future, more than 60 days back, a wrong RUT, an unknown channel and a role below are refused', async () => {
  assert.deepEqual(faultOf(await take({ receivedAt: '2026-12-11' })), [422, 'receivedAt'])
  assert.deepEqual(faultOf(await take({ receivedAt: '2026-12-10T16:00:00Z' })), [422, 'receivedAt'])
  assert.deepEqual(faultOf(await take({ receivedAt: '2026-10-01' })), [422, 'receivedAt'])
  assert.deepEqual(faultOf(await take({ receivedAt: 'ayer' })), [400, 'receivedAt'])
  assert.deepEqual(faultOf(await take({ channel: 'fax' })), [400, 'channel'])
  assert.deepEqual(faultOf(await take({ channel: undefined })), [400, 'channel'])
  assert.deepEqual(faultOf(await take({ subjectRut: '12.345.678-9' })), [422, 'subjectRut'])
  assert.deepEqual(faultOf(await take({ legalEntityId: newId() })), [422, 'legalEntityId'])
  assert.deepEqual(faultOf(await take({ deceased: { isHeir: true, heirName: 'Luis' } })), [
    400,
    'deceased.relation',
  ])
  assert.equal((await take({}, viewer)).status, 403)
})

test('with an address the receipt is mailed; without one no mail is written, and every letter is stored to print', async () => {
  const mailed = await made({ subjectEmail: ' maria@correo.cl ' })
  await api.drain()
  assert.equal(api.mailbox.to('maria@correo.cl').length, 1)
  assert.equal(mailed.letters[0].onPaper, false)
  const { id } = await made({ rightType: 'DELETION' })
  await ana.post(`/dsar/requests/${id}/extend`, { reason: 'Está archivado.' })
  const preview = await ana.post(`/dsar/requests/${id}/respond/preview`, { responseType: 'FULFILLED' })
  assert.deepEqual([preview.data.to, preview.data.onPaper], ['María Pérez, Los Aromos 123, Temuco', true])
  const closed = await ana.post(`/dsar/requests/${id}/respond`, { responseType: 'FULFILLED' })
  assert.equal(closed.status, 200, JSON.stringify(closed.body))
  await api.drain()
  assert.deepEqual(await mailsOf(id), [])
  const { letters, subjectEmail } = (await ana.get(`/dsar/requests/${id}`)).data
  assert.equal(subjectEmail, null)
  assert.deepEqual(
    letters.map(({ kind, sentAt, onPaper }: Record<string, unknown>) => [kind, sentAt, onPaper]),
    ['RECEIPT', 'EXTENSION', 'ANSWER'].map((kind) => [kind, null, true]),
  )
  const pdf = await ana.get(`/dsar/requests/${id}/letters/${letters[2].id}?format=pdf`)
  const text = pdfText(pdf.raw)
  assert.match(text, /María Pérez\s+Los Aromos 123, Temuco/)
  assert.match(text, /Se entrega impresa/)
})

test('lists, exports, the Agency folder and reminders include people without a mailbox', async () => {
  const { id, folioNumber } = await made({ rightType: 'BLOCKING', subjectRut: '7.654.321-6' })
  const { items } = (await ana.get('/dsar/requests?limit=100')).data
  assert.equal(items.find((one: { id: string }) => one.id === id).subjectEmail, null)
  const sheet = await ana.get('/governance/export/requests?format=csv')
  assert.equal(sheet.status, 200)
  await ana.post(`/dsar/requests/${id}/respond`, {
    responseType: 'REJECTED_LEGAL',
    denialReason: 'No procede.',
  })
  const notice = (await ana.get(`/dsar/requests/${id}/agency-notice`)).data
  assert.match(notice.text, /Contacto del titular: Los Aromos 123, Temuco/)
  const found = (await ana.get(`/search?q=${folioNumber}`)).data
  assert.ok(JSON.stringify(found).includes(id))
})

test('an heir asks for a person who died: letters greet the heir, and the request shows it', async () => {
  const data = await made({
    subjectEmail: 'luis@correo.cl',
    deceased: { isHeir: true, heirName: 'Luis Pérez', relation: 'hijo' },
  })
  assert.deepEqual(data.deceased, { isHeir: true, heirName: 'Luis Pérez', relation: 'hijo' })
  assert.match(data.letters[0].text, /^Hola, Luis Pérez:/)
  const paper = await made({ deceased: { isHeir: true, heirName: 'Ana Soto', relation: 'hija' } })
  assert.equal(paper.letters[0].to, 'Ana Soto, Los Aromos 123, Temuco')
  assert.equal((await made()).deceased, null)
})

test('a block on paper accompanies an open request of the same person, by RUT, and of nobody else', async () => {
  const main = await made({ rightType: 'DELETION', subjectRut: '12.345.678-5' })
  const block = { rightType: 'BLOCKING', parentRequestId: main.id }
  const data = await made({ ...block, subjectRut: '12345678-5' })
  assert.equal(data.parentRequestId, main.id)
  assert.equal((await ana.get(`/dsar/requests/${main.id}`)).data.blockings[0].id, data.id)
  for (const fields of [
    { ...block },
    { ...block, subjectRut: '7.654.321-6' },
    { ...block, rightType: 'ACCESS', subjectRut: '12345678-5' },
  ])
    assert.deepEqual(faultOf(await take(fields)), [422, 'parentRequestId'])
})

test('the scanned letter and the mandate stay with the request; files of other records are refused', async () => {
  const [scan, mandate, foreign] = [await upload(), await upload(), await upload(stranger)]
  const data = await made({
    scanFileIds: [scan],
    mandateFileId: mandate,
    isRepresentative: true,
    representativeName: 'Juan',
  })
  assert.equal(data.mandateFileId, mandate)
  assert.deepEqual(
    data.attachments.map(({ key, kind }: Record<string, string>) => [key, kind]).sort(),
    [
      [scan, 'scan'],
      [mandate, 'mandate'],
    ].sort(),
  )
  assert.equal((await ana.delete(`/files/${scan}`)).status, 409)
  assert.deepEqual(faultOf(await take({ scanFileIds: [scan] })), [422, 'scanFileIds[0]'])
  assert.deepEqual(faultOf(await take({ mandateFileId: foreign })), [422, 'mandateFileId'])
  const other = (await stranger.get(`/files?entityType=dsar_request&entityId=${data.id}`)).data
  assert.deepEqual(other.items, [])
})

test('open requests of the same person are found by RUT or mailbox, within the organisation', async () => {
  const person = await api.tenant()
  const same = async (body: object, who: Person = person) =>
    (await who.post('/dsar/requests/same-person', body)).data.items.map(({ id }: { id: string }) => id)
  const first = await made({ subjectRut: '12.345.678-5', subjectEmail: 'Maria@correo.cl' }, person)
  const second = await made({ subjectEmail: 'maria@correo.cl' }, person)
  await made({ subjectRut: '7.654.321-6', subjectEmail: 'maria@correo.cl' }, person)
  assert.deepEqual(await same({ subjectRut: '12345678-5' }), [first.id])
  assert.deepEqual(
    (await same({ subjectRut: '12.345.678-5', subjectEmail: 'maria@correo.cl' })).sort(),
    [first.id, second.id].sort(),
  )
  assert.equal((await same({ subjectEmail: 'MARIA@correo.cl' })).length, 3)
  for (const nobody of [{}, { subjectRut: 'x' }, { subjectEmail: 'm' }])
    assert.deepEqual(await same(nobody), [])
  assert.deepEqual(await same({ subjectRut: '12345678-5' }, stranger), [])
  await person.post(`/dsar/requests/${first.id}/respond`, { responseType: 'FULFILLED' })
  assert.deepEqual(await same({ subjectRut: '12345678-5' }), [])
})

test('art. 10: the first access of a quarter is free; a second one says so, and rejected ones do not count', async () => {
  const person = await api.tenant()
  const fields = { subjectRut: '12.345.678-5', subjectEmail: 'x@correo.cl' }
  const first = await made({ ...fields, receivedAt: '2026-11-01' }, person)
  assert.deepEqual(first.freeAccess, {
    usedInQuarter: 0,
    isFree: true,
    article: 'art. 10, Ley 19.628 (mod. Ley 21.719)',
  })
  const second = await made({ subjectRut: '12.345.678-5' }, person)
  assert.deepEqual([second.freeAccess.usedInQuarter, second.freeAccess.isFree], [1, false])
  const byMail = await made({ subjectEmail: 'X@correo.cl' }, person)
  assert.equal(byMail.freeAccess.isFree, false)
  const relative = await made({ subjectRut: '7.654.321-6', subjectEmail: 'x@correo.cl' }, person)
  assert.equal(relative.freeAccess.usedInQuarter, 1, 'of the one without a RUT, and not of another RUT')
  assert.equal((await made({ ...fields, rightType: 'DELETION' }, person)).freeAccess, null)
  assert.equal((await made({ ...fields, rightType: 'PORTABILITY' }, person)).freeAccess.isFree, true)
  await person.post(`/dsar/requests/${first.id}/respond`, {
    responseType: 'REJECTED_IDENTITY',
    denialReason: 'Sin identidad.',
  })
  assert.equal((await person.get(`/dsar/requests/${second.id}`)).data.freeAccess.isFree, true)
  api.clock.set('2027-01-02T15:00:00.000Z')
  try {
    const dpo = await person.colleague('DPO')
    assert.equal((await made({ ...fields, receivedAt: '2027-01-02' }, dpo)).freeAccess.isFree, true)
  } finally {
    api.clock.set(NOW)
  }
})

test('of many open requests the ten newest are shown, by the day they came, not the day they were entered', async () => {
  const person = await api.tenant()
  const subjectRut = '12.345.678-5'
  const days = ['05', '02', '09', '01', '07', '03', '08', '04', '06']
  for (const day of days) await made({ subjectRut, receivedAt: `2026-12-${day}` }, person)
  for (const day of ['28', '29', '30']) await made({ subjectRut, receivedAt: `2026-11-${day}` }, person)
  const { items } = (await person.post('/dsar/requests/same-person', { subjectRut })).data
  assert.deepEqual(
    items.map(({ createdAt }: { createdAt: string }) => createdAt.slice(5, 10)),
    ['12-09', '12-08', '12-07', '12-06', '12-05', '12-04', '12-03', '12-02', '12-01', '11-30'],
  )
  assert.equal((await viewer.post('/dsar/requests/same-person', { subjectRut })).status, 403)
})

test('art. 10: the quarter begins at midnight in Chile, and a request does not count later ones', async () => {
  const person = await api.tenant()
  const subjectRut = '12.345.678-5'
  const used = async (receivedAt: string, who = person) =>
    (await made({ subjectRut, receivedAt }, who)).freeAccess.usedInQuarter
  api.clock.set('2027-01-20T15:00:00.000Z')
  try {
    const dpo = await person.colleague('DPO')
    assert.equal(await used('2027-01-01T02:59:59.999Z', dpo), 0)
    assert.equal(await used('2027-01-01T03:00:00.000Z', dpo), 0, 'the one before came in another quarter')
    assert.equal(await used('2027-01-10', dpo), 1, 'the very first instant of the quarter counts')
    assert.equal(await used('2027-01-05', dpo), 1, 'typed later, and yet before the tenth')
    assert.equal(await used('2027-01-20', dpo), 3)
  } finally {
    api.clock.set(NOW)
  }
})

test('texts entered by staff are trimmed, and the last change is when they were entered', async () => {
  const data = await made({
    subjectName: '  María Ñúñez  ',
    subjectEmail: ' maria@correo.cl ',
    subjectAddress: '  Los Aromos 123 ',
    deceased: { isHeir: true, heirName: ' Luis Pérez ', relation: ' hijo ' },
  })
  assert.deepEqual(
    [data.subjectName, data.subjectEmail, data.subjectAddress],
    ['María Ñúñez', 'maria@correo.cl', 'Los Aromos 123'],
  )
  assert.deepEqual(data.deceased, { isHeir: true, heirName: 'Luis Pérez', relation: 'hijo' })
  assert.deepEqual([data.createdAt.slice(0, 10), data.updatedAt], ['2026-12-01', NOW])
  for (const [fields, path] of [
    [{ channel: undefined }, 'channel'],
    [{ channel: 'fax' }, 'channel'],
    [{ subjectName: ' ' }, 'subjectName'],
    [{ subjectEmail: 'maria' }, 'subjectEmail'],
    [{ deceased: { isHeir: false, heirName: 'Luis', relation: 'hijo' } }, 'deceased.isHeir'],
    [{ deceased: { isHeir: true, heirName: ' ', relation: 'hijo' } }, 'deceased.heirName'],
    [{ deceased: { isHeir: true, heirName: 'Luis' } }, 'deceased.relation'],
    [{ scanFileIds: Array(11).fill('x') }, 'scanFileIds'],
    [{ receivedAt: '2026-02-30' }, 'receivedAt'],
    [{ receivedAt: '2026-12-01T09:30:00' }, 'receivedAt'],
    [{ subjectAddress: 'x'.repeat(501) }, 'subjectAddress'],
  ] as const)
    assert.deepEqual(faultOf(await take(fields)), [400, path], JSON.stringify(fields).slice(0, 80))
  for (const [fields, path] of [
    [{ legalEntityId: newId() }, 'legalEntityId'],
    [{ legalEntityId: (await stranger.get('/org/entities')).data.entities[0].id }, 'legalEntityId'],
    [{ parentRequestId: data.id }, 'parentRequestId'],
    [{ rightType: 'BLOCKING', parentRequestId: newId() }, 'parentRequestId'],
    [{ mandateFileId: newId() }, 'mandateFileId'],
  ] as const)
    assert.deepEqual(faultOf(await take(fields)), [422, path], JSON.stringify(fields))
})

test('art. 10: requests from before the law binds are free, however many there are', async () => {
  const person = await api.tenant()
  const of = async (receivedAt: string) =>
    (await made({ subjectRut: '12.345.678-5', receivedAt }, person)).freeAccess
  await of('2026-11-01')
  const { usedInQuarter, isFree } = await of('2026-11-05')
  assert.deepEqual([usedInQuarter, isFree], [1, true])
  assert.equal((await of('2026-12-02')).isFree, false)
})

test('the printed receipt is one page with folio, last day, who answers, how to follow and how to complain', async () => {
  const { id, folioNumber } = await made({ description: 'Quiere copia. '.repeat(200) })
  const { status, raw, headers } = await ana.get(`/dsar/requests/${id}/receipt`)
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'application/pdf')
  const text = pdfText(raw)
  for (const said of [
    folioNumber,
    '1 de diciembre de 2026, por carta',
    '31 de diciembre de 2026 (arts. 5 y 11',
    'puede reclamar ante la Agencia',
    'se le entrega por escrito',
  ])
    assert.ok(text.includes(said), said)
  assert.ok(text.replace(/\s/g, '').includes('/seguimiento,conelfolio'))
  assert.equal(pdfPages(raw).length, 1)
  assert.equal((await ana.get(`/dsar/requests/${id}/receipt?format=docx`)).status, 200)
  assert.equal((await stranger.get(`/dsar/requests/${id}/receipt`)).status, 404)
})

// ── who asks ──

const check = (id: string, body: object, person: Person = ana) =>
  person.post(`/dsar/requests/${id}/identity`, body)

test('art. 11: a check proves the stated facts, a wrong one is withdrawn and stays on record', async () => {
  const { id } = await made({
    subjectRut: '12.345.678-5',
    subjectEmail: 'maria@correo.cl',
    isRepresentative: true,
    representativeName: 'Juan',
  })
  const file = await upload()
  const seen = await check(id, {
    method: 'document_seen',
    proves: ['rut'],
    notes: 'Cédula vigente.',
    fileId: file,
  })
  assert.equal(seen.status, 201, JSON.stringify(seen.body))
  const { identity, status, events, attachments } = seen.data
  assert.deepEqual(
    [identity.email, identity.rut, identity.representation, identity.method, status],
    ['claimed', 'proven', 'claimed', 'document_seen', 'RECEIVED'],
  )
  assert.deepEqual(
    [identity.checks[0].checkedBy !== null, identity.checks[0].fileId, attachments[0].kind],
    [true, file, 'identity'],
  )
  assert.deepEqual([events.at(-1).type, events.at(-1).notes], ['identity_checked', 'Documento a la vista'])
  await check(id, { method: 'mandate', proves: ['representation'] })
  const path = `/dsar/requests/${id}/identity/${identity.checks[0].id}/withdraw`
  assert.equal((await stranger.post(path, { reason: 'x' })).status, 404)
  assert.equal((await ana.post(path, {})).status, 400)
  const back = (await ana.post(path, { reason: 'Era de otra persona.' })).data.identity
  assert.deepEqual([back.rut, back.representation, back.method], ['claimed', 'proven', 'mandate'])
  assert.deepEqual(
    [back.checks.length, back.checks[0].isWithdrawn, back.checks[0].withdrawnBecause],
    [2, true, 'Era de otra persona.'],
  )
  assert.equal((await ana.post(path, { reason: 'x' })).status, 409)
  const rows = await api.access.asSystem('a test reads the audit log', (db) =>
    db
      .selectFrom('audit_log')
      .selectAll()
      .where('entity_id', '=', id)
      .where('action', 'like', '%identity%')
      .execute(),
  )
  assert.equal(rows.length, 3)
  assert.doesNotMatch(JSON.stringify(rows), /Cédula|otra persona/)
})

test('a check is refused beyond its method or request, when closed, from outside and for lower roles', async () => {
  const { id } = await made({ subjectRut: '12.345.678-5' })
  for (const [body, fault] of [
    [{ method: 'code_mail', proves: ['rut'] }, [422, 'proves[0]']],
    [{ method: 'other', proves: ['rut', 'email'] }, [422, 'proves[1]']],
    [{ method: 'mandate', proves: ['representation'] }, [422, 'proves[0]']],
    [{ method: 'other', proves: [] }, [422, 'proves']],
    [{ method: 'other', proves: ['rut'], fileId: newId() }, [422, 'fileId']],
    [{ method: 'horoscope', proves: ['rut'] }, [400, 'method']],
  ] as const)
    assert.deepEqual(faultOf(await check(id, body)), fault)
  const good = { method: 'clave_unica', proves: ['rut'] }
  assert.equal((await check(id, good, stranger)).status, 404)
  assert.equal((await check(id, good, viewer)).status, 403)
  await ana.post(`/dsar/requests/${id}/respond`, { responseType: 'FULFILLED' })
  assert.equal((await check(id, good)).status, 409)
  assert.equal((await stranger.get(`/dsar/requests/${id}`)).status, 404)
})
