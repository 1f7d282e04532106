import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { unzipSync } from 'fflate'
import { DAY_MS, MINUTE_MS } from '#kernel/dates.ts'
import { makeActivity, makeSystem } from '#test/kit/activities.ts'
import { giveFile, makeTask, rowsOf } from '#test/kit/answers.ts'
import { keepFile } from '#test/kit/files.ts'
import { pdfText } from '#test/kit/pdf.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { PACKAGE_JOB, SWEEP_JOB } from './jobs.ts'
import { COVERED } from './rules.ts'

const api = await openService()
api.clock.set('2027-03-01T15:00:00.000Z')
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const analyst = await ana.colleague('ANALYST', 'Luis Soto')
const viewer = await ana.colleague('VIEWER')
const stranger = await api.tenant()
const widgets = new Map<Person, string>()
let people = 0

async function newRequest(fields: object = {}, person: Person = ana) {
  if (!widgets.has(person))
    widgets.set(person, (await person.post('/dsar/widgets', { name: 'Formulario' })).data.widgetKey)
  people += 1
  const email = `maria${people}@correo.cl`
  const { status, data, body } = await api.anyone.post(`/public/dsar/${widgets.get(person)}`, {
    subjectName: 'María Pérez',
    subjectEmail: email,
    subjectRut: '12.345.678-5',
    rightType: 'ACCESS',
    ...fields,
  })
  assert.equal(status, 201, JSON.stringify(body))
  return { id: data.id as string, email, folio: data.folioNumber as string }
}

const url = (id: string, rest = '') => `/dsar/requests/${id}/package${rest}`
const sweep = () => SWEEP_JOB.run(api.service.jobEnv, {}, { jobId: 'x', attempt: 1 })
const bytesOf = (person: Person, id: string) =>
  readdirSync(join(api.dataDir, 'files', person.tenantId)).filter((name) => name.startsWith(id))

async function build(id: string, body: object = {}, person: Person = analyst) {
  const asked = await person.post(url(id), body)
  assert.equal(asked.status, 202, JSON.stringify(asked.body))
  assert.equal(asked.data.status, 'pending')
  await api.drain()
  return (await person.get(url(id))).data
}

async function unpack(id: string) {
  const file = await analyst.get(url(id, '/file'))
  assert.equal(file.status, 200)
  const files = unzipSync(file.raw)
  const text = (name: string) => {
    assert.ok(files[name], `${name} of ${Object.keys(files).join(', ')}`)
    return Buffer.from(files[name]).toString('utf8')
  }
  return { file, files, names: Object.keys(files).sort(), text }
}

/** The link in the newest mail to an address. */
function linkOf(email: string): string {
  const letters = api.mailbox.to(email).filter(({ subject }) => /Su respuesta está lista/.test(subject ?? ''))
  const [, key] = /\/respuesta\/([\w-]{43})\b/.exec(letters.at(-1)?.text ?? '') ?? []
  assert.ok(key, 'a letter with a link')
  return key
}

async function codeOf(key: string, email: string): Promise<string> {
  const asked = await api.anyone.post(`/public/answers/${key}/code`)
  assert.equal(asked.status, 200, JSON.stringify(asked.body))
  await api.drain()
  const codes = api.mailbox
    .to(email)
    .flatMap(({ subject }) => /^(\d{6}) es su código/.exec(subject ?? '')?.[1] ?? [])
  return codes.at(-1)!
}

async function delivered(fields: object = {}) {
  const request = await newRequest(fields)
  const task = await makeTask(api, ana, request.id, { systemName: 'CRM' })
  await giveFile(ana, task, 'ficha.pdf', '%PDF-1.7\nficha')
  await build(request.id)
  const sent = await analyst.post(url(request.id, '/deliver'))
  assert.equal(sent.status, 201, JSON.stringify(sent.body))
  await api.drain()
  return { ...request, sent: sent.data, key: linkOf(request.email) }
}

const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String([headers['set-cookie']].flat()[0]).split(';')[0]!

const { data: org } = await ana.get('/org/entities')
await ana.patch(`/org/entities/${org.entities[0].id}`, {
  dpoName: 'Pedro Soto',
  dpoEmail: 'dpo@tiendasur.cl',
})
const crm = await makeSystem(ana, { name: 'CRM de ventas' })
const activity = await makeActivity(ana, {
  name: 'Boletín de ofertas',
  systemId: crm,
  recipients: ['Palomar Mail SpA'],
  dataSource: 'La propia persona, al suscribirse',
  internationalTransfer: { exists: true, country: 'US', mechanism: 'contractual_clauses' },
})
await ana.post(`/rat/activities/${activity}/publish`)
await ana.patch(`/rat/activities/${activity}/status`, { status: 'published' })

test('files and rows become one archive with an index that answers art. 5', async () => {
  const request = await newRequest()
  const task = await makeTask(api, ana, request.id, { systemName: 'CRM de ventas', systemId: crm })
  await makeTask(api, ana, request.id, {
    systemName: 'Facturas',
    outcome: 'kept',
    article: 'art. 17, Código Tributario',
  })
  await makeTask(api, ana, request.id, { systemName: 'Cámaras', isOpen: true })
  const rows = [
    ['María Pérez', '=cmd|calc', 'Jorge Rivas', 3],
    ['María Pérez', '+56 9 1', null, 4],
  ]
  const set = await giveFile(
    ana,
    task,
    'crm.json',
    rowsOf('CRM de ventas', ['nombre', 'fono', 'vendedor', 'compras'], rows),
  )
  const contract = await giveFile(ana, task, 'contrato.pdf', '%PDF-1.7\ncontrato')
  const other = await giveFile(ana, task, 'chat de otra.txt', 'Hola, soy Jorge')
  const page = await giveFile(ana, task, '../correo.html', '<script>alert(1)</script>')
  const clean = (
    await keepFile(ana, {
      entityType: 'dsar_request',
      entityId: request.id,
      name: 'contrato cubierto.pdf',
      bytes: Buffer.from('%PDF-1.7\ncubierto'),
    })
  ).key
  const reason = 'Son datos de otra persona (art. 5)'
  const made = await build(request.id, {
    note: 'Los datos de 2019 ya no están.',
    redactions: [
      { fileId: set, field: 'vendedor', what: 'Nombre del vendedor', reason },
      { fileId: other, what: 'Una conversación entre otras personas', reason },
      { fileId: contract, replacementFileId: clean, what: 'Firma de un tercero', reason },
    ],
  })
  assert.equal(made.status, 'ready', JSON.stringify(made))
  assert.equal(made.progress, 100)
  assert.equal(made.builtBy, 'Luis Soto')
  assert.equal(made.redactions[0].byName, 'Luis Soto')
  const { file, files, names, text } = await unpack(request.id)
  assert.deepEqual(names, [
    'archivos/crm-de-ventas/contrato cubierto.pdf',
    'archivos/crm-de-ventas/correo.html.txt',
    'datos.json',
    'datos/01-crm-de-ventas.csv',
    'indice.html',
    'indice.pdf',
  ])
  assert.equal(createHash('sha256').update(file.raw).digest('hex'), made.sha256)
  assert.equal(file.raw.length, made.size)
  assert.match(String(file.headers['content-disposition']), /^attachment; filename="respuesta-/)
  assert.equal(file.headers['x-content-type-options'], 'nosniff')
  assert.match(String(file.headers['content-security-policy']), /sandbox/)
  for (const { name, sha256, size } of made.contents) {
    assert.equal(createHash('sha256').update(files[name]!).digest('hex'), sha256, name)
    assert.equal(files[name]!.length, size, name)
  }
  assert.equal(
    text('datos/01-crm-de-ventas.csv'),
    `\ufeffnombre;fono;vendedor;compras\r\nMaría Pérez;'=cmd|calc;${COVERED};3\r\nMaría Pérez;'+56 9 1;;4\r\n`,
  )
  const data = JSON.parse(text('datos.json'))
  assert.deepEqual([data.schemaVersion, data.folio, data.solicitud.nombre], [1, request.folio, 'María Pérez'])
  assert.deepEqual(data.conjuntos, [
    {
      sistema: 'CRM de ventas',
      tabla: 'datos/01-crm-de-ventas.csv',
      columnas: ['nombre', 'fono', 'vendedor', 'compras'],
      filas: [
        { nombre: 'María Pérez', fono: '=cmd|calc', vendedor: COVERED, compras: 3 },
        { nombre: 'María Pérez', fono: '+56 9 1', vendedor: null, compras: 4 },
      ],
    },
  ])
  const everything = Object.values(files).map((bytes) => Buffer.from(bytes).toString('utf8'))
  assert.doesNotMatch(everything.join(), /Jorge|chat de otra/)
  for (const index of [text('indice.html'), await pdfText(Buffer.from(files['indice.pdf']!))]) {
    const words = index.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
    for (const expected of [
      request.folio,
      'María Pérez, RUT 12.345.678-5',
      'Los datos de 2019 ya no están.',
      'Boletín de ofertas',
      'Enviar ofertas por correo a quienes se suscribieron',
      'Consentimiento del titular (art. 12)',
      'Palomar Mail SpA',
      'La propia persona, al suscribirse',
      'Hasta que la persona se dé de baja',
      'Estados Unidos, con cláusulas contractuales',
      'Hay datos suyos que no se entregan, según art. 17, Código Tributario',
      'Sin respuesta todavía',
      'Nombre del vendedor',
      'Luis Soto, 1 de marzo de 2027',
      'Pedro Soto',
      'Puede reclamar ante la Agencia de Protección de Datos Personales',
      page && 'art. 41',
    ])
      assert.ok(words.includes(expected), `${expected}\n${words}`)
  }
  assert.doesNotMatch(text('indice.html'), /<script/)
  const preview = await viewer.get(url(request.id, '/preview'))
  assert.equal(preview.status, 200)
  assert.match(preview.body, /Boletín de ofertas/)
  const { events } = (await ana.get(`/dsar/requests/${request.id}`)).data
  assert.ok(events.some(({ type }: { type: string }) => type === 'package_built'))
  const log = (await ana.get(`/settings/audit-log?entityType=dsar_request&entityId=${request.id}`)).data.items
  assert.ok(log.some(({ action }: { action: string }) => action === 'download'))
})

test('for a right without a copy the index says what was done in each system', async () => {
  const request = await newRequest({ rightType: 'DELETION' })
  await makeTask(api, ana, request.id, { systemName: 'CRM', notes: 'Se borró la ficha 1182.' })
  const made = await build(request.id)
  assert.equal(made.status, 'ready', JSON.stringify(made))
  const { text, names } = await unpack(request.id)
  assert.deepEqual(names, ['datos.json', 'indice.html', 'indice.pdf'])
  assert.match(text('indice.html'), /Qué se hizo en cada sistema/)
  assert.match(text('indice.html'), /Se borró la ficha 1182\./)
  assert.doesNotMatch(text('indice.html'), /Para qué se usan los datos/)
})

test('the list of sources gives the columns of each set', async () => {
  const request = await newRequest()
  assert.equal((await viewer.get(url(request.id))).status, 404)
  const task = await makeTask(api, ana, request.id, { systemName: 'CRM' })
  const set = await giveFile(ana, task, 'crm.json', rowsOf('CRM', ['a', 'b'], []))
  const plain = await giveFile(ana, task, 'otro.json', '{"a":1}')
  const { data } = await viewer.get(url(request.id, '/sources'))
  assert.deepEqual([data.hasPackage, data.files], [false, []])
  // The register opened tasks of its own too.
  const given = data.tasks.find(({ id }: { id: string }) => id === task)
  assert.deepEqual(
    given.files.map(({ id, columns }: { id: string; columns: string[] | null }) => [id, columns]),
    [
      [set, ['a', 'b']],
      [plain, null],
    ],
  )
})

test('only the selected files are packed', async () => {
  const request = await newRequest()
  const [one, two] = [
    await makeTask(api, ana, request.id, { systemName: 'CRM' }),
    await makeTask(api, ana, request.id, { systemName: 'TPV' }),
  ]
  const [a, b] = [await giveFile(ana, one, 'a.txt', 'a'), await giveFile(ana, two, 'b.txt', 'b')]
  const own = (await keepFile(ana, { entityType: 'dsar_request', entityId: request.id, name: 'poder.pdf' }))
    .key
  const namesFor = async (include: object) => {
    const { contents } = await build(request.id, { include })
    return contents
      .filter(({ kind }: { kind: string }) => kind === 'file')
      .map(({ name }: { name: string }) => name)
  }
  assert.deepEqual(await namesFor({}), ['archivos/crm/a.txt', 'archivos/tpv/b.txt'])
  assert.deepEqual(await namesFor({ taskIds: [two] }), ['archivos/tpv/b.txt'])
  assert.deepEqual(await namesFor({ fileIds: [a, own] }), [
    'archivos/crm/a.txt',
    'archivos/solicitud/poder.pdf',
  ])
  // The bytes of replaced packages are gone.
  assert.equal((await ana.get(url(request.id))).data.status, 'ready')
  const open = await makeTask(api, ana, request.id, { systemName: 'Cámaras', isOpen: true })
  const elsewhere = await newRequest()
  const foreign = (await keepFile(ana, { entityType: 'dsar_request', entityId: elsewhere.id })).key
  const refused: [object, string][] = [
    [{ include: { taskIds: [open] } }, 'include.taskIds[0]'],
    [{ include: { fileIds: [b, foreign] } }, 'include.fileIds[1]'],
    [{ redactions: [{ what: 'x', reason: 'y' }] }, 'redactions[0].fileId'],
    [{ redactions: [{ fileId: foreign, what: 'x', reason: 'y' }] }, 'redactions[0].fileId'],
    [{ redactions: [{ fileId: own, what: 'x', reason: 'y' }] }, 'redactions[0].fileId'],
    [
      { redactions: [{ fileId: a, replacementFileId: b, what: 'x', reason: 'y' }] },
      'redactions[0].replacementFileId',
    ],
    [
      { redactions: [{ field: 'x', replacementFileId: own, what: 'x', reason: 'y' }] },
      'redactions[0].replacementFileId',
    ],
  ]
  for (const [body, path] of refused) {
    const { status, body: answer } = await analyst.post(url(request.id), body)
    assert.deepEqual([status, answer.error.details[0].path], [422, path], JSON.stringify(body))
  }
})

test('an unknown column makes the package fail: no data leave uncovered', async () => {
  const request = await newRequest()
  const task = await makeTask(api, ana, request.id, { systemName: 'CRM' })
  await giveFile(ana, task, 'crm.json', rowsOf('CRM', ['nombre'], [['Eva']]))
  const made = await build(request.id, { redactions: [{ field: 'Nombre', what: 'x', reason: 'y' }] })
  assert.equal(made.status, 'failed')
  assert.match(made.error, /«Nombre» no está en los datos/)
  assert.deepEqual(bytesOf(ana, made.id), [])
  assert.equal((await analyst.post(url(request.id, '/deliver'))).status, 409)
})

test('one package at a time, also when asked twice at once', async () => {
  const request = await newRequest()
  const answers = await Promise.all([analyst.post(url(request.id)), ana.post(url(request.id))])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [202, 409])
  assert.equal((await analyst.post(url(request.id, '/deliver'))).status, 409)
  assert.equal((await analyst.get(url(request.id, '/file'))).status, 409)
  assert.equal((await analyst.get(url(request.id, '/preview'))).status, 404)
  await api.drain()
})

test('a process that dies in the middle leaves no half file', async () => {
  const request = await newRequest()
  const { data } = await analyst.post(url(request.id))
  const { storage } = api.service.jobEnv
  let puts = 0
  const dying = {
    ...storage,
    put: async (...args: Parameters<typeof storage.put>) => {
      puts += 1
      await storage.put(...args)
      throw new Error('the process is gone')
    },
  }
  const job = { tenantId: ana.tenantId, packageId: data.id }
  await assert.rejects(
    PACKAGE_JOB.run({ ...api.service.jobEnv, storage: dying }, job, { jobId: 'x', attempt: 1 }),
  )
  assert.equal(puts, 1)
  assert.deepEqual(bytesOf(ana, data.id), [])
  assert.equal((await ana.get(url(request.id))).data.status, 'pending')
  await api.drain()
  assert.equal((await ana.get(url(request.id))).data.status, 'ready')
})

test('a package is delivered behind a link and a code, and every step is on record', async () => {
  const one = await delivered()
  assert.equal(one.sent.delivery.to, one.email)
  assert.equal(one.sent.delivery.expiresAt, '2027-03-16T15:00:00.000Z')
  assert.deepEqual(
    one.sent.warnings.map(({ key }: { key: string }) => key),
    ['dsar.delivery_identity', 'dsar.delivery_systems'],
  )
  const { letters } = (await ana.get(`/dsar/requests/${one.id}`)).data
  const kept = letters.find(({ kind }: { kind: string }) => kind === 'PACKAGE')
  assert.match(kept.text, /Puede descargarla/)
  assert.ok(!kept.text.includes(one.key))
  const key = `/public/answers/${one.key}`
  assert.equal((await api.anyone.get(`${key}/file`)).status, 401)
  const code = await codeOf(one.key, one.email)
  const wrong = await api.anyone.post(key, { code: code === '000000' ? '000001' : '000000' })
  assert.deepEqual([wrong.status, wrong.headers['set-cookie']], [401, undefined])
  const opened = await api.anyone.post(key, { code }, { from: '203.0.113.77' })
  assert.equal(opened.status, 200, JSON.stringify(opened.body))
  assert.match(String(opened.headers['set-cookie']), /HttpOnly; Secure; SameSite=Strict/)
  assert.equal(opened.data.folioNumber, one.folio)
  // A code works once.
  assert.equal((await api.anyone.post(key, { code })).status, 401)
  const pass = { headers: { cookie: cookieOf(opened) }, from: '203.0.113.77' }
  for (let turn = 0; turn < 2; turn += 1) {
    const file = await api.anyone.get(`${key}/file`, pass)
    assert.equal(file.status, 200)
    assert.equal(createHash('sha256').update(file.raw).digest('hex'), opened.data.sha256)
  }
  const { delivery } = (await ana.get(url(one.id))).data
  assert.deepEqual([delivery.downloads, delivery.openedAt], [2, '2027-03-01T15:00:00.000Z'])
  const { events } = (await ana.get(`/dsar/requests/${one.id}`)).data
  const of = (type: string) => events.filter((event: { type: string }) => event.type === type)
  assert.equal(of('answer_delivered').length, 1)
  assert.equal(of('answer_opened')[0].notes, 'Desde la red 203.0.113.0')
  assert.equal(of('answer_downloaded').length, 2)
  assert.doesNotMatch(JSON.stringify(events), /203\.0\.113\.77/)
  // The pass expires, and is valid for this link alone.
  const other = await delivered()
  assert.equal((await api.anyone.get(`/public/answers/${other.key}/file`, pass)).status, 401)
  api.clock.advance(31 * MINUTE_MS)
  assert.equal((await api.anyone.get(`${key}/file`, pass)).status, 401)
  api.clock.advance(-31 * MINUTE_MS)
})

test('five tries for a code, and five codes in a quarter of an hour', async () => {
  const one = await delivered()
  const key = `/public/answers/${one.key}`
  const code = await codeOf(one.key, one.email)
  const wrong = code === '111111' ? '222222' : '111111'
  for (let turn = 0; turn < 5; turn += 1)
    assert.equal((await api.anyone.post(key, { code: wrong })).status, 401)
  assert.equal((await api.anyone.post(key, { code })).status, 401)
  for (let turn = 0; turn < 6; turn += 1)
    assert.equal(
      (await api.anyone.post(`${key}/code`, undefined, { from: `198.51.100.${turn}` })).status,
      200,
    )
  await api.drain()
  const codes = api.mailbox.to(one.email).filter(({ subject }) => /es su código/.test(subject ?? ''))
  assert.equal(codes.length, 5)
  const [, last = ''] = /^(\d{6})/.exec(codes.at(-1)!.subject!) ?? []
  api.clock.advance(11 * MINUTE_MS)
  assert.equal((await api.anyone.post(key, { code: last }, { from: '198.51.100.9' })).status, 401)
  api.clock.advance(-11 * MINUTE_MS)
  assert.equal((await api.anyone.post(key, { code: last }, { from: '198.51.100.9' })).status, 200)
})

test('unknown, expired, replaced and revoked links get the same answer', async () => {
  const one = await delivered()
  const again = await analyst.post(url(one.id, '/deliver'))
  assert.equal(again.status, 201)
  await api.drain()
  const newer = linkOf(one.email)
  assert.notEqual(newer, one.key)
  const asked = (key: string) =>
    api.anyone.post(`/public/answers/${key}/code`, undefined, { from: '192.0.2.8' })
  const unknown = await asked('x'.repeat(43))
  assert.equal(unknown.status, 404)
  assert.deepEqual((await asked(one.key)).body, unknown.body)
  assert.equal((await asked(newer)).status, 200)
  const locked = await analyst.post(url(one.id))
  assert.equal(locked.status, 409)
  assert.match(locked.body.error.message, /Revoque la entrega/)
  const { id } = (await ana.get(url(one.id))).data
  assert.equal(bytesOf(ana, id).length, 1)
  assert.equal((await analyst.delete(url(one.id))).status, 200)
  await api.drain()
  assert.deepEqual(bytesOf(ana, id), [])
  assert.deepEqual((await asked(newer)).body, unknown.body)
  const { status, delivery, contents, downloadUrl } = (await ana.get(url(one.id))).data
  assert.deepEqual(
    [status, delivery.revokedAt !== null, contents.length, downloadUrl],
    ['expired', true, 4, null],
  )
  assert.equal((await analyst.delete(url(one.id))).status, 409)
  const late = await delivered()
  api.clock.advance(15 * DAY_MS)
  assert.deepEqual((await asked(late.key)).body, unknown.body)
  api.clock.advance(-15 * DAY_MS)
})

test('a system that found data but sent no file is reported before the delivery', async () => {
  const request = await newRequest()
  await makeTask(api, ana, request.id, { systemName: 'CRM' })
  await build(request.id)
  const { warnings } = (await analyst.post(url(request.id, '/deliver'))).data
  const told = warnings.find(({ key }: { key: string }) => key === 'dsar.delivery_data')
  assert.match(told.message, /hay datos de la persona en «CRM», y el paquete no lleva ninguno de ahí/)
})

test('art. 5: delivery to a person who asked for each recipient by name requires a message about them', async () => {
  const request = await newRequest({ specificData: { destinatarios: true } })
  const keysAt = async (body: object) => {
    await build(request.id, body)
    const { warnings } = (await analyst.post(url(request.id, '/deliver'))).data
    await analyst.delete(url(request.id))
    return warnings.map(({ key }: { key: string }) => key)
  }
  assert.ok((await keysAt({})).includes('dsar.delivery_recipients'))
  assert.ok(!(await keysAt({ note: 'Solo a Correos de Chile.' })).includes('dsar.delivery_recipients'))
})

test('an organisation that enforces the law delivers to an unproven address only with a reason from its DPO', async () => {
  const request = await newRequest()
  await build(request.id)
  await ana.put('/settings/tenant', { legalGate: 'enforce' })
  const refused = await analyst.post(url(request.id, '/deliver'))
  assert.deepEqual([refused.status, refused.body.error.details[0].path], [422, 'dsar.delivery_identity'])
  const override = { reason: 'Mostró su cédula en la tienda.' }
  assert.equal((await analyst.post(url(request.id, '/deliver'), { override })).status, 403)
  assert.equal((await ana.post(url(request.id, '/deliver'), { override })).status, 201)
  await ana.put('/settings/tenant', { legalGate: 'warn' })
})

test('after the retention of answers, bytes and copies are deleted and the proof stays', async () => {
  assert.equal((await ana.get('/settings/tenant')).data.answerRetentionDays, 30)
  for (const days of [14, 366])
    assert.equal((await ana.put('/settings/tenant', { answerRetentionDays: days })).status, 400)
  const set = await ana.put('/settings/tenant', { answerRetentionDays: 20 })
  assert.equal(set.data?.answerRetentionDays, 20, JSON.stringify(set.body))
  const request = await newRequest()
  const task = await makeTask(api, ana, request.id, { systemName: 'CRM' })
  const file = await giveFile(ana, task, 'ficha.pdf', '%PDF-1.7\nficha')
  const clean = (
    await keepFile(ana, { entityType: 'dsar_request', entityId: request.id, name: 'limpia.pdf' })
  ).key
  const idCard = (
    await keepFile(ana, { entityType: 'dsar_request', entityId: request.id, name: 'cedula.pdf' })
  ).key
  const made = await build(request.id, {
    redactions: [{ fileId: file, replacementFileId: clean, what: 'x', reason: 'y' }],
  })
  await analyst.post(url(request.id, '/deliver'))
  await ana.post(`/dsar/requests/${request.id}/respond`, { responseType: 'FULFILLED', responseNotes: 'Va.' })
  await api.drain()
  api.clock.advance(19 * DAY_MS)
  await sweep()
  await api.drain()
  const later = await ana.colleague('ANALYST')
  assert.equal((await later.get(url(request.id))).data.status, 'ready')
  assert.equal(bytesOf(ana, file).length, 1)
  api.clock.advance(DAY_MS + MINUTE_MS)
  await sweep()
  await api.drain()
  await sweep()
  const after = await ana.colleague('ANALYST')
  const left = (await after.get(url(request.id))).data
  assert.deepEqual(
    [left.status, left.sha256, left.contents.length],
    ['expired', made.sha256, made.contents.length],
  )
  for (const gone of [made.id, file, clean]) assert.deepEqual(bytesOf(ana, gone), [], gone)
  // The files that the person sent belong to the request and stay.
  assert.equal(bytesOf(ana, idCard).length, 1)
  assert.equal((await after.get(url(request.id, '/preview'))).status, 404)
  api.clock.set('2027-03-01T15:00:00.000Z')
  await ana.put('/settings/tenant', { answerRetentionDays: 30 })
})

test('a package left pending by a dead process fails, and can be requested again', async () => {
  const request = await newRequest()
  await analyst.post(url(request.id))
  api.clock.advance(DAY_MS)
  await sweep()
  const later = await ana.colleague('ANALYST')
  const { status, error } = (await later.get(url(request.id))).data
  assert.deepEqual([status, error], ['failed', 'La preparación se interrumpió.'])
  await api.drain()
  assert.equal((await build(request.id, {}, later)).status, 'ready')
  api.clock.set('2027-03-01T15:00:00.000Z')
})

test('lower roles and other organisations are refused', async () => {
  const request = await newRequest()
  await build(request.id)
  assert.equal((await viewer.post(url(request.id))).status, 403)
  assert.equal((await viewer.post(url(request.id, '/deliver'))).status, 403)
  assert.equal((await viewer.delete(url(request.id))).status, 403)
  assert.equal((await viewer.get(url(request.id, '/file'))).status, 403)
  for (const rest of ['', '/sources', '/file', '/preview'])
    assert.equal((await stranger.get(url(request.id, rest))).status, 404, rest)
  for (const rest of ['', '/deliver'])
    assert.equal((await stranger.post(url(request.id, rest))).status, 404, rest)
  assert.equal((await stranger.delete(url(request.id))).status, 404)
})
