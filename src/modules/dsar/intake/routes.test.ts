import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { pageAt } from '#test/kit/hosted.ts'
import { openService, type Person, type Reply } from '#test/kit/service.ts'
import { folioNumber, formatFolio } from '../folio.ts'
import { createRequest } from '../public.ts'

const NOW = '2026-12-04T15:30:00.123Z'
const api = await openService()
api.clock.set(NOW)
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const key = await newWidget(ana)

async function newWidget(person: Person, config: object = {}): Promise<string> {
  const { status, data, body } = await person.post('/dsar/widgets', { name: 'Formulario', config })
  assert.equal(status, 201, JSON.stringify(body))
  return data.widgetKey
}

const minimal = { subjectName: 'María Pérez', subjectEmail: 'maria@correo.cl', rightType: 'ACCESS' }
const send = (fields: object = {}, widgetKey = key, headers: Record<string, string> = {}) =>
  api.anyone.post(`/public/dsar/${widgetKey}`, { ...minimal, ...fields }, { headers })
const detail = async (id: string, person: Person = ana) => (await person.get(`/dsar/requests/${id}`)).data
const total = async (person: Person = ana) =>
  (await person.get('/dsar/requests?limit=1')).data.pagination.total
const issued = (year: number) =>
  api.access.asSystem('a test counts', (db) =>
    db.selectFrom('folio_years').select('issued').where('year', '=', year).executeTakeFirst(),
  )

// ── intake ──

test('a request needs a name, an email and a right, and is answered with its folio and deadline', async () => {
  const reply = await send()
  assert.equal(reply.status, 201)
  assert.deepEqual(Object.keys(reply.data).sort(), ['folioNumber', 'id', 'legalDueOn', 'responseDeadline'])
  assert.match(reply.data.folioNumber, /^ARCO-2026-\d{5}$/)
  assert.equal(reply.data.responseDeadline, new Date(new Date(NOW).getTime() + 30 * DAY_MS).toISOString())
  const request = await detail(reply.data.id)
  assert.equal(request.status, 'RECEIVED')
  assert.equal(request.deadlineAt, reply.data.responseDeadline)
  assert.equal(request.responseDeadline, reply.data.responseDeadline)
  assert.equal(request.createdAt, NOW)
  assert.equal(request.source, 'widget')
  assert.deepEqual(request.timeline, [])
  const { id: _, ...created } = request.events[0]
  assert.deepEqual(created, {
    type: 'created',
    from: null,
    to: 'RECEIVED',
    notes: null,
    actorId: null,
    actorName: 'Formulario público',
    createdAt: NOW,
  })
})

const everything = {
  subjectPhone: '+56 9 1234 5678',
  description: 'Quiero mis datos.',
  documentType: 'pasaporte',
  documentNumber: 'P-1',
  organizationRelation: 'cliente',
  isRepresentative: true,
  representativeName: 'Juan Pérez',
  representativeRelation: 'hijo',
  representativeDocUrl: 'https://ejemplo.cl/poder.pdf',
  subtype: 'copia',
  subtypeDetail: 'de mis compras',
  specificData: { sistema: 'CRM', años: [2024, 2025] },
  portabilityTarget: 'Otra Tienda',
  portabilityFormat: 'csv',
  portabilityDirectTransfer: true,
  declarationTruthful: true,
  declarationDataProcessing: true,
  declarationPhoneContact: true,
}

test('everything that is sent is kept', async () => {
  const { data } = await send(everything)
  const request = await detail(data.id)
  assert.deepEqual({ ...request, ...everything }, request)
})

test('what is not sent, null or blank is empty', async () => {
  const nothing = Object.fromEntries(Object.keys(everything).map((name) => [name, null]))
  const blanks = Object.entries(everything).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, ' ']] : [],
  )
  for (const fields of [
    {},
    { ...nothing, subjectRut: null, representativeRut: null },
    { ...Object.fromEntries(blanks), subjectRut: '', representativeRut: ' ' },
  ]) {
    const { status, data } = await send(fields)
    assert.equal(status, 201)
    const request = await detail(data.id)
    const flags = Object.entries(everything).filter(([, value]) => value === true)
    for (const [name] of flags) assert.equal(request[name], false, name)
    const texts = Object.keys(everything).filter((name) => !flags.some(([flag]) => flag === name))
    for (const name of [...texts, 'subjectRut', 'representativeRut']) assert.equal(request[name], null, name)
  }
})

test('a RUT is kept in one form, for the subject and for the representative', async () => {
  const { data } = await send({ subjectRut: ' 12.345.678-5 ', representativeRut: '10000013-k' })
  const { subjectRut, representativeRut } = await detail(data.id)
  assert.deepEqual([subjectRut, representativeRut], ['12345678-5', '10000013-K'])
})

test('a RUT that fails its check digit is INVALID_RUT, and nothing is kept', async () => {
  const before = await total()
  for (const field of ['subjectRut', 'representativeRut']) {
    for (const rut of ['12.345.678-4', '12.345.678-K', 'no es un rut en absoluto', '12,345,678-5']) {
      const { status, body } = await send({ [field]: rut })
      assert.deepEqual([status, body.error.code], [422, 'INVALID_RUT'], `${field} ${rut}`)
      assert.equal(body.error.details[0].path, field)
    }
  }
  assert.equal(await total(), before)
})

test('what is missing or malformed is 400 and named', async () => {
  for (const [path, fields] of [
    ['subjectName', { subjectName: undefined }],
    ['subjectName', { subjectName: '  ' }],
    ['subjectName', { subjectName: 'x'.repeat(201) }],
    ['subjectEmail', { subjectEmail: undefined }],
    ['subjectEmail', { subjectEmail: 'maria' }],
    ['rightType', { rightType: undefined }],
    ['rightType', { rightType: 'access' }],
    ['rightType', { rightType: 'FORGET' }],
    ['isRepresentative', { isRepresentative: 'true' }],
    ['specificData', { specificData: 'todo' }],
    ['specificData.a.b', { specificData: { a: { b: 'x'.repeat(10_001) } } }],
    ['specificData', { specificData: { lista: Array(60_000).fill(1) } }],
    ['description', { description: 'x'.repeat(10_001) }],
    ['subjectRut', { subjectRut: 12345678 }],
  ] as const) {
    const { status, body } = await send(fields)
    assert.equal(status, 400, path)
    assert.equal(body.error.code, 'VALIDATION_ERROR')
    assert.equal(body.error.details[0].path, path)
  }
})

test('all seven rights are received, and only blocking has a term of its own', async () => {
  for (const rightType of [
    'ACCESS',
    'RECTIFICATION',
    'DELETION',
    'OPPOSITION',
    'PORTABILITY',
    'BLOCKING',
    'AUTO_DECISION',
  ]) {
    const { status, data } = await send({ rightType })
    assert.equal(status, 201)
    const { blockingDeadlineAt } = await detail(data.id)
    // Received on Friday 4 December; Tuesday 8 is a holiday: until the end of Wednesday 9, Chilean time.
    assert.equal(blockingDeadlineAt, rightType === 'BLOCKING' ? '2026-12-10T02:59:59.999Z' : null)
  }
})

test('a tenant, an id, a folio or a status sent along have no effect', async () => {
  const other = await api.tenant()
  const { data } = await send({
    tenantId: other.tenantId,
    id: 'x',
    folioNumber: 'ARCO-2026-00001',
    status: 'COMPLETED',
    createdAt: '2020-01-01T00:00:00Z',
  })
  const request = await detail(data.id)
  assert.deepEqual([request.status, request.createdAt], ['RECEIVED', NOW])
  assert.equal(await total(other), 0)
})

test('an unknown or inactive widget is not found', async () => {
  const person = await api.tenant()
  const { id, widgetKey } = (await person.post('/dsar/widgets', { name: 'x' })).data
  await person.patch(`/dsar/widgets/${id}`, { isActive: false })
  for (const unknown of [widgetKey, 'no-existe', 'track', id, '%00', 'x'.repeat(3000)]) {
    const { status, body } = await send({}, unknown)
    assert.deepEqual([status, body.error.code], [404, 'RESOURCE_NOT_FOUND'])
    assert.equal(
      (await api.anyone.get(`/public/dsar/${unknown}/config`)).status,
      unknown === 'track' ? 400 : 404,
    )
  }
  await person.patch(`/dsar/widgets/${id}`, { isActive: true })
  assert.equal((await send({}, widgetKey)).status, 201)
})

test('a widget that offers some rights refuses the others', async () => {
  const narrow = await newWidget(ana, { rightTypes: ['DELETION', 'ACCESS'] })
  assert.equal((await send({}, narrow)).status, 201)
  const { status, body } = await send({ rightType: 'BLOCKING' }, narrow)
  assert.deepEqual([status, body.error.code], [422, 'VALIDATION_ERROR'])
  assert.equal(body.error.details[0].path, 'rightType')
  assert.equal((await send({ rightType: 'BLOCKING' }, await newWidget(ana, { rightTypes: [] }))).status, 201)
})

test('a machine that fills in the hidden field is thanked, and nothing is kept', async () => {
  const [before, count] = [await total(), await issued(2026)]
  const { status, data } = await send({ website: 'https://compre.ya', subjectRut: 'malo' })
  assert.equal(status, 201)
  assert.deepEqual(Object.keys(data).sort(), ['folioNumber', 'id', 'legalDueOn', 'responseDeadline'])
  assert.match(data.folioNumber, /^ARCO-2026-\d{5}$/)
  assert.equal(await total(), before)
  assert.deepEqual(await issued(2026), count)
  assert.equal((await send({ website: '' })).status, 201)
  assert.equal(await total(), before + 1)
})

test('the same Idempotency-Key makes one request', async () => {
  const before = await total()
  const [first, again] = [
    await send({}, key, { 'idempotency-key': 'una-vez' }),
    await send({}, key, { 'idempotency-key': 'una-vez' }),
  ]
  assert.deepEqual(again.data, first.data)
  assert.equal(await total(), before + 1)
})

test('the audit log keeps the fact and not the person', async () => {
  const { data } = await send({ subjectRut: '12.345.678-5' })
  const log = (await ana.get(`/settings/audit-log?entityId=${data.id}`)).data
  const text = JSON.stringify(log)
  assert.ok(text.includes(data.folioNumber))
  for (const personal of ['María', 'maria@', '12345678']) assert.ok(!text.includes(personal), personal)
})

// ── folios ──

test('a hundred people at once get a hundred folios, of any organisation', async () => {
  const person = await api.tenant()
  const keys = [key, await newWidget(person)]
  /** A machine that has other things to do may ask some of them to come again. */
  const persist = async (index: number): Promise<Reply> => {
    const reply = await send({ subjectName: `Persona ${index}` }, keys[index % 2])
    return reply.status === 503 ? persist(index) : reply
  }
  const replies = await Promise.all(Array.from({ length: 100 }, (_, index) => persist(index)))
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [201])
  const folios = replies.map(({ data }) => data.folioNumber)
  assert.equal(new Set(folios).size, 100)
  assert.ok(folios.every((folio) => /^ARCO-2026-\d{5}$/.test(folio)))
  assert.equal(await total(person), 50)
})

test('a request that fails on its way leaves nothing under its folio', async () => {
  const actor = { type: 'portal', id: undefined, name: 'Portal', role: undefined } as const
  const folio = 'ARCO-2026-00000'
  await assert.rejects(
    api.access.actFor(ana.tenantId, actor, {}, async (ctx) => {
      const body = { ...minimal, rightType: 'ACCESS' as const }
      await createRequest(ctx, body, { source: 'portal', folio })
      throw new Error('the power goes out')
    }),
    /the power goes out/,
  )
  assert.equal((await api.anyone.get(`/public/dsar/track/${folio}`)).status, 404)
})

test('the year of a folio is the one in Chile', async () => {
  api.clock.set('2028-01-01T02:59:59.999Z')
  assert.match((await send()).data.folioNumber, /^ARCO-2027-/)
  api.clock.set('2028-01-01T03:00:00.000Z')
  assert.match((await send()).data.folioNumber, /^ARCO-2028-/)
  api.clock.set(NOW)
})

test('when the numbers of a year are used up, longer ones are issued and can be followed', async () => {
  api.clock.set('2029-06-01T12:00:00Z')
  await api.access.asSystem('a test uses the numbers up', (db) =>
    db.insertInto('folio_years').values({ year: 2029, issued: 99_998 }).execute(),
  )
  const last = (await send()).data.folioNumber
  const longer = (await send()).data.folioNumber
  api.clock.set(NOW)
  assert.match(last, /^ARCO-2029-\d{5}$/)
  assert.match(longer, /^ARCO-2029-[1-9]\d{5}$/)
  for (const folio of [last, longer]) {
    assert.equal((await api.anyone.get(`/public/dsar/track/${folio}`)).data.folio, folio)
  }
})

test('a folio that belongs to another request is passed over', async () => {
  api.clock.set('2030-06-01T12:00:00Z')
  const first = formatFolio(2030, folioNumber(api.app.tools.vault.lasting('dsar.folio'), 2030, 1))
  const owner = { tenant_id: ana.tenantId, request_id: newId() }
  await api.access.asSystem('a test takes the first folio', (db) =>
    db
      .insertInto('folios')
      .values({ folio: first, ...owner })
      .execute(),
  )
  const { status, data } = await send()
  api.clock.set(NOW)
  assert.equal(status, 201)
  assert.match(data.folioNumber, /^ARCO-2030-\d{5}$/)
  assert.notEqual(data.folioNumber, first)
})

// ── tracking ──

const track = (folio: string) => api.anyone.get(`/public/dsar/track/${folio}`)

test('tracking shows the contract’s fields, the legal day and the contact, and nothing of the person', async () => {
  const { data } = await send({ ...everything, subjectRut: '12.345.678-5' })
  const reply = await track(data.folioNumber)
  assert.equal(reply.status, 200)
  assert.deepEqual(reply.data, {
    folio: data.folioNumber,
    responsibleEntity: 'Tienda Sur SpA',
    rightType: 'Acceso',
    status: 'RECEIVED',
    statusLabel: 'Recibida',
    statusDescription: 'Recibimos su solicitud y la revisaremos pronto.',
    receivedAt: NOW,
    responseDeadline: data.responseDeadline,
    isExtended: false,
    extensionReason: null,
    responseType: null,
    completedAt: null,
    dpoName: null,
    dpoEmail: null,
    legalDueOn: '2027-01-03',
    nothingHeld: false,
    contactEmail: null,
  })
  for (const personal of ['María', 'maria@', '12345678', data.id, ana.tenantId]) {
    assert.ok(!reply.raw.includes(personal), personal)
  }
})

test('tracking follows the request: extended, then answered', async () => {
  const { data } = await send({ rightType: 'DELETION' })
  const url = `/dsar/requests/${data.id}`
  const extended = (await ana.post(`${url}/extend`, { reason: 'Respaldo en cinta' })).data
  const waiting = (await track(data.folioNumber)).data
  assert.deepEqual(
    [waiting.rightType, waiting.status, waiting.statusLabel, waiting.isExtended, waiting.extensionReason],
    ['Supresión', 'EXTENDED', 'Plazo ampliado', true, 'Respaldo en cinta'],
  )
  assert.equal(waiting.responseDeadline, extended.extendedDeadlineAt)
  await ana.post(`${url}/respond`, { responseType: 'REJECTED_LEGAL', denialReason: 'Contrato vigente' })
  const done = (await track(data.folioNumber)).data
  assert.deepEqual(
    [done.status, done.statusLabel, done.responseType, done.completedAt],
    ['REJECTED', 'Rechazada', 'REJECTED_LEGAL', NOW],
  )
})

test('the responsible entity and its DPO are those of the widget, or the main ones', async () => {
  const person = await api.tenant({ name: 'Grupo Sur' })
  const { workspaces } = (await person.get('/org/workspaces')).data
  const entity = (
    await person.post('/org/entities', {
      workspaceId: workspaces[0].id,
      name: 'Sur Logística SpA',
      dpoName: 'Pedro Soto',
      dpoEmail: 'dpo@sur.cl',
    })
  ).data
  const shown = async (widgetKey: string) => {
    const { responsibleEntity, dpoName, dpoEmail } = (
      await track((await send({}, widgetKey)).data.folioNumber)
    ).data
    return [responsibleEntity, dpoName, dpoEmail]
  }
  const own = await newWidget(person, { legalEntityId: entity.id })
  assert.deepEqual(await shown(own), ['Sur Logística SpA', 'Pedro Soto', 'dpo@sur.cl'])
  assert.deepEqual(await shown(await newWidget(person)), ['Grupo Sur', null, null])
  for (const { id } of (await person.get('/org/entities')).data.entities)
    await person.delete(`/org/entities/${id}`)
  assert.deepEqual(await shown(own), ['Sur Logística SpA', 'Pedro Soto', 'dpo@sur.cl'])
  assert.deepEqual(await shown(await newWidget(person)), ['Grupo Sur', null, null])
})

test('a DPO whose name or email is blank is none', async () => {
  const person = await api.tenant({ name: 'Blancos SpA' })
  const { entities } = (await person.get('/org/entities')).data
  await person.patch(`/org/entities/${entities[0].id}`, { dpoName: '', dpoEmail: ' ' })
  const key = await newWidget(person)
  const { folioNumber } = (await api.anyone.post(`/public/dsar/${key}`, minimal)).data
  const { data } = await api.anyone.get(`/public/dsar/track/${folioNumber}`)
  assert.deepEqual([data.dpoName, data.dpoEmail], [null, null])
  const form = (await api.anyone.get(`/public/dsar/${key}/config`)).data
  assert.deepEqual([form.dpoName, form.dpoEmail], [null, null])
})

const browse = (folio: string) => pageAt(api.app, `/seguimiento/${folio}`)

test('a person who opens the link in a browser reads a page, with its own script alone', async () => {
  const person = await api.tenant({ name: 'Sur & <b>Norte</b>' })
  const { entities } = (await person.get('/org/entities')).data
  await person.patch(`/org/entities/${entities[0].id}`, { dpoName: 'Pedro Soto', dpoEmail: 'dpo@sur.cl' })
  const { data } = await send({ ...everything, rightType: 'DELETION' }, await newWidget(person))
  await person.post(`/dsar/requests/${data.id}/extend`, { reason: '<script>alert(1)</script>\nFin' })
  const page = await browse(data.folioNumber)
  assert.equal(page.status, 200)
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
  assert.equal(page.headers['cache-control'], 'private, no-cache')
  assert.match(String(page.headers['vary']), /accept/i)
  assert.match(
    String(page.headers['content-security-policy']),
    /^default-src 'none'; script-src 'self'; .*form-action 'none'; frame-ancestors 'none';/,
  )
  for (const words of [
    '<html lang="es">',
    `<h1>Solicitud <span class="whole">${data.folioNumber}</span></h1>`,
    '<dt>Responsable</dt><dd>Sur &amp; &lt;b&gt;Norte&lt;/b&gt;</dd>',
    '<dt>Derecho</dt><dd>Supresión</dd>',
    '<dt>Estado</dt><dd>Plazo ampliado</dd>',
    '<dt>Recibida</dt><dd>4 de diciembre de 2026</dd>',
    'Plazo ampliado para responder <strong>2 de febrero de 2027</strong>',
    '&lt;script&gt;alert(1)&lt;/script&gt;<br>Fin',
    '<a href="mailto:dpo@sur.cl">dpo@sur.cl</a>',
  ]) {
    assert.ok(page.body.includes(words), words)
  }
  assert.doesNotMatch(page.body, /<script>|María|maria@|reclamar/)
  for (const accept of ['*/*', 'application/json, text/html']) {
    const asProgram = await api.anyone.get(`/public/dsar/track/${data.folioNumber}`, { headers: { accept } })
    assert.equal(asProgram.data.folio, data.folioNumber)
  }
})

test('the page says what came of the request, and until when the Agency can be asked', async () => {
  const { data } = await send()
  const request = `/dsar/requests/${data.id}`
  await ana.post(`${request}/respond`, { responseType: 'PARTIALLY_FULFILLED', denialReason: 'Secreto' })
  const { body } = await browse(data.folioNumber)
  assert.match(body, /Su solicitud fue acogida en parte\. La respuesta completa se envió a su correo\./)
  assert.match(body, /puede reclamar ante la Agencia .* hasta el 20 de enero de 2027 \(art\. 41/)
  assert.match(body, /<dt>Cerrada<\/dt><dd>4 de diciembre de 2026<\/dd>/)
  assert.doesNotMatch(body, /Secreto|Plazo para responder/)
  const late = (await send()).data.folioNumber
  assert.doesNotMatch((await browse(late)).body, /reclamar/)
  api.clock.set('2027-01-04T02:59:59.999Z')
  assert.doesNotMatch((await browse(late)).body, /reclamar/, 'the day ends at midnight in Chile (art. 11)')
  api.clock.advance(1)
  try {
    assert.match((await browse(late)).body, /El plazo para responderle ya venció\..*puede reclamar/)
  } finally {
    api.clock.set(NOW)
  }
})

test('a person with a browser reads in a page that a folio leads nowhere', async () => {
  for (const [folio, status] of [
    ['ARCO-2026-00000', 404],
    ['<i>x', 400],
  ] as const) {
    const page = await browse(encodeURIComponent(folio))
    assert.deepEqual([page.status, page.headers['content-type']], [status, 'text/html; charset=utf-8'])
    assert.match(page.body, /role="alert"[\s\S]*folio/)
    assert.ok(!page.body.includes('<i>'))
  }
})

test('a folio off the format is INVALID_FOLIO, one that nobody has is not found', async () => {
  for (const folio of [
    'ARCO-2026-1234',
    'arco-2026-12345',
    'ARCO-26-12345',
    'ARCO-2026-123456',
    'ARCO-2026-12345x',
    'X',
    'config',
    `${'9'.repeat(2000)}`,
    "ARCO-2026-1234'",
    '\0',
    'ARCO-2026-12345\0',
  ]) {
    const { status, body } = await track(encodeURIComponent(folio))
    assert.deepEqual([status, body.error.code], [400, 'INVALID_FOLIO'], folio)
  }
  for (const folio of ['ARCO-2020-12345', 'ARCO-2026-00000', 'ARCO-0000-99999']) {
    const { status, body } = await track(folio)
    assert.deepEqual([status, body.error.code], [404, 'RESOURCE_NOT_FOUND'], folio)
  }
})

// ── the form ──

test('the configuration of a form gives its texts, its rights and its organisation', async () => {
  const config = {
    title: 'Sus datos',
    intro: 'Hola',
    rightTypes: ['DELETION', 'ACCESS'],
    theme: { color: '#fff' },
    secretNote: 'solo para nosotros',
  }
  const widgetKey = await newWidget(ana, config)
  const reply = await api.anyone.get(`/public/dsar/${widgetKey}/config`)
  assert.equal(reply.status, 200)
  const { rightTypes, ...rest } = reply.data
  assert.deepEqual(rest, {
    widgetKey,
    organizationName: 'Tienda Sur SpA',
    title: 'Sus datos',
    intro: 'Hola',
    theme: { color: '#fff' },
    notice: null,
    dpoName: null,
    dpoEmail: null,
    contactEmail: null,
  })
  assert.deepEqual(
    rightTypes.map(({ value, label }: Record<string, string>) => [value, label]),
    [
      ['ACCESS', 'Acceso'],
      ['DELETION', 'Supresión'],
    ],
  )
  assert.ok(!reply.raw.includes('solo para nosotros'))
  const plain = (await api.anyone.get(`/public/dsar/${key}/config`)).data
  assert.equal(plain.rightTypes.length, 7)
  assert.ok(plain.title.length > 0)
})

// ── other pages ──

const cors = (headers: Record<string, unknown>) => headers['access-control-allow-origin']
const preflight = (widgetKey: string, origin: string) =>
  api.app.inject({
    method: 'OPTIONS',
    url: `/api/v1/public/dsar/${widgetKey}`,
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  })

test('any page may use a form that names none, and read its errors', async () => {
  const headers = { origin: 'https://cualquiera.cl' }
  assert.equal(cors((await send({}, key, headers)).headers), '*')
  assert.equal(cors((await send({ subjectName: '' }, key, headers)).headers), '*')
  assert.equal(cors((await send({ subjectRut: '1-1' }, key, headers)).headers), '*')
  assert.equal(cors((await send({}, 'no-existe', headers)).headers), '*')
  assert.equal(cors((await api.anyone.get('/public/dsar/track/x', { headers })).headers), '*')
  for (const widgetKey of [key, 'no-existe']) {
    const { statusCode, headers: answer } = await preflight(widgetKey, headers.origin)
    assert.equal(statusCode, 204)
    assert.equal(cors(answer), '*')
    assert.match(String(answer['access-control-allow-methods']), /POST/)
    assert.match(String(answer['access-control-allow-headers']), /content-type/)
  }
})

test('a form that names its pages refuses the others, and a call without a page passes', async () => {
  const narrow = await newWidget(ana, { allowedOrigins: ['https://www.tiendasur.cl/contacto'] })
  const own = { origin: 'https://www.tiendasur.cl' }
  const foreign = { origin: 'https://malo.cl' }
  const before = await total()

  const good = await send({}, narrow, own)
  assert.deepEqual([good.status, cors(good.headers)], [201, own.origin])
  assert.match(String(good.headers['vary']), /origin/i)
  const fault = await send({ subjectName: '' }, narrow, own)
  assert.deepEqual([fault.status, cors(fault.headers)], [400, own.origin])
  assert.equal((await send({}, narrow)).status, 201)
  assert.equal(await total(), before + 2)

  for (const fields of [{}, { subjectName: '' }]) {
    const bad = await send(fields, narrow, foreign)
    assert.deepEqual([bad.status, bad.body.error.code, cors(bad.headers)], [403, 'FORBIDDEN', undefined])
  }
  assert.equal(await total(), before + 2)
  const config = `/public/dsar/${narrow}/config`
  assert.equal((await api.anyone.get(config, { headers: foreign })).status, 403)
  assert.equal(cors((await api.anyone.get(config, { headers: own })).headers), own.origin)
  assert.equal(cors((await preflight(narrow, own.origin)).headers), own.origin)
  assert.equal(cors((await preflight(narrow, foreign.origin)).headers), undefined)
})

test('with a star the pages below a host may use the form', async () => {
  const key = await newWidget(ana, { allowedOrigins: ['https://*.tiendasur.cl'] })
  const from = async (origin: string) => {
    const asked = await api.anyone.get(`/public/dsar/${key}/config`, { headers: { origin } })
    return [asked.status, cors(asked.headers), cors((await preflight(key, origin)).headers)]
  }
  const below = 'https://ayuda.tiendasur.cl'
  assert.deepEqual(await from(below), [200, below, below])
  assert.deepEqual(await from('https://tiendasur.cl.malo.cl'), [403, undefined, undefined])
  const any = await newWidget(ana, { allowedOrigins: ['https://otra.cl', '*'] })
  assert.equal(cors((await preflight(any, below)).headers), '*')
})
