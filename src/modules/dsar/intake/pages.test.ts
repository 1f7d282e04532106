import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newToken } from '#kernel/secrets.ts'
import { BROWSER, filesOf } from '#test/kit/hosted.ts'
import { act } from '#test/kit/policies.ts'
import { openService } from '#test/kit/service.ts'
import { RIGHT_TYPES } from '../rules.ts'
import { answerLabel, QUESTIONS } from './questions.ts'
import { Intake } from './schemas.ts'

/** What the pages answer; how they look and work in a browser is test/web/rights.browser.test.ts. */
const api = await openService()
api.clock.set('2026-12-01T12:00:00Z')
const ana = await api.tenant({ name: 'Sur & <b>Norte</b>' })

async function newForm(config: object = {}): Promise<string> {
  return `/derechos/${(await ana.post('/dsar/widgets', { name: 'Sitio', config })).data.widgetKey}`
}

const open = (url: string, headers: object = {}) =>
  api.app.inject({ url, headers: { ...BROWSER, ...headers } })

function send(url: string, fields: Record<string, string>, headers: object = {}) {
  return api.app.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
}

const PERSON = {
  rightType: 'DELETION',
  subtype: 'art. 7 a: ya no son necesarios',
  subjectName: 'María Pérez',
  subjectEmail: 'maria@correo.cl',
  declarationTruthful: 'true',
}

async function total(): Promise<number> {
  return (await ana.get('/dsar/requests')).data.pagination.total
}

test('a widget has a page of its own where nothing else runs, and what an organisation wrote stays text', async () => {
  const path = await newForm({
    title: 'Sus <i>derechos</i>',
    intro: 'Hola\n<script>x</script>',
    rightTypes: ['ACCESS', 'DELETION'],
    theme: { color: '#ffee00' },
  })
  const page = await open(path)
  assert.deepEqual([page.statusCode, page.headers['content-type']], [200, 'text/html; charset=utf-8'])
  for (const words of [
    '<h1 tabindex="-1">Sus &lt;i&gt;derechos&lt;/i&gt;</h1>',
    'Sur &amp; &lt;b&gt;Norte&lt;/b&gt;',
    'Hola<br>&lt;script&gt;x&lt;/script&gt;',
    'value="ACCESS" required',
    'value="DELETION"',
    '--accent:#ffee00;--on-accent:#000000',
  ])
    assert.ok(page.payload.includes(words), words)
  assert.ok(!page.payload.includes('value="BLOCKING"'))
  assert.doesNotMatch(page.payload, /\son\w+=|style="|<script>/)
  const files = await filesOf(api.app, path, page.payload)
  assert.deepEqual(Object.keys(files), ['page.css', 'rights-request.css', 'rights-request.js'])
  assert.match(String(page.headers['content-security-policy']), /form-action 'self'; frame-ancestors 'none'/)
  const known = await open(path, { 'if-none-match': page.headers.etag })
  assert.equal(known.statusCode, 304)
  assert.equal(known.headers['content-security-policy'], page.headers['content-security-policy'])
})

test('days in the wrong order are said at their field, and what was typed stays', async () => {
  const path = await newForm()
  const before = await total()
  const fields = { ...PERSON, rightType: 'ACCESS', desde: '2026-05-02', hasta: '2026-05-01' }
  const refused = await send(path, fields)
  assert.equal(refused.statusCode, 400)
  assert.match(refused.payload, /La fecha final es anterior a la inicial/)
  for (const day of ['2026-05-02', '2026-05-01']) assert.ok(refused.payload.includes(`value="${day}"`), day)
  assert.equal(await total(), before)
  assert.equal((await send(path, { ...fields, hasta: '2026-05-02' })).statusCode, 303)
})

test('a form that takes one right asks at once; a right that it does not take asks again', async () => {
  const one = await newForm({ rightTypes: ['PORTABILITY'] })
  assert.match((await open(one)).payload, /name="portabilityFormat"/)
  assert.match((await open(`${one}?derecho=ACCESS`)).payload, /name="portabilityFormat"/)
  const refused = await send(one, PERSON)
  assert.equal(refused.statusCode, 422)
  assert.match((await open(`${await newForm()}?derecho=NADA`)).payload, /¿Qué derecho quiere ejercer\?/)
})

test('every question leads to a field of the request, or to a key that people can read', () => {
  for (const right of RIGHT_TYPES)
    for (const { name, kind } of QUESTIONS[right]) {
      const isKnown = Object.hasOwn(Intake.properties, name) || answerLabel(name) !== name || kind === 'folio'
      assert.ok(isKnown, `${right} ${name}`)
    }
})

test('sending leads to the receipt, which names nobody; the same form again is the same request', async () => {
  const path = await newForm({ allowedOrigins: ['https://www.tiendasur.cl'] })
  const before = await total()
  const fields = { ...PERSON, sendKey: newToken() }
  const sent = await send(path, fields)
  assert.equal(sent.statusCode, 303, sent.payload)
  const [, folio] = /\/recibo\/(ARCO-2026-\d{5})$/.exec(String(sent.headers.location))!
  assert.equal((await send(path, fields)).headers.location, sent.headers.location)
  assert.equal(await total(), before + 1)
  const other = await send(path, { ...fields, description: 'Algo más' })
  assert.notEqual(other.headers.location, sent.headers.location)
  assert.equal(await total(), before + 2)
  const receipt = await open(`${path}/recibo/${folio}`)
  assert.match(receipt.payload, /31 de diciembre de 2026/)
  assert.doesNotMatch(receipt.payload, /María|maria@/)
  const stranger = await api.tenant()
  const { widgetKey } = (await stranger.post('/dsar/widgets', { name: 'Otra' })).data
  assert.equal((await open(`/derechos/${widgetKey}/recibo/${folio}`)).statusCode, 404)
})

test('several who press at once wait for the first, and get its folio', async () => {
  const path = await newForm()
  const before = await total()
  const fields = { ...PERSON, sendKey: newToken() }
  const replies = await Promise.all([1, 2, 3, 4].map(() => send(path, fields)))
  assert.deepEqual([...new Set(replies.map(({ statusCode }) => statusCode))], [303])
  assert.equal(new Set(replies.map(({ headers }) => headers.location)).size, 1)
  assert.equal(await total(), before + 1)
})

test('what is wrong is listed, with everything that was typed, and nothing is kept', async () => {
  const path = await newForm()
  const before = await total()
  const { payload, statusCode } = await send(path, {
    ...PERSON,
    subtype: 'otra causa',
    subjectName: '<María>',
    subjectEmail: 'no es correo',
    asksFor: 'representative',
    description: 'Lo que <b>escribí</b>',
  })
  assert.equal(statusCode, 400)
  for (const id of ['subtype', 'subjectEmail', 'representativeName', 'representativeRelation'])
    assert.ok(payload.includes(`<a href="#${id}">`), id)
  assert.ok(payload.includes('value="&lt;María&gt;"'))
  assert.ok(payload.includes('Lo que &lt;b&gt;escribí&lt;/b&gt;'))
  const hidden = await send(path, { ...PERSON, website: 'x' })
  assert.equal(hidden.statusCode, 422)
  assert.match(hidden.payload, /campo oculto/)
  assert.equal(await total(), before)
})

test('a block names the request that it accompanies by its folio, of this organisation and this person', async () => {
  const path = await newForm()
  const folioOf = async (fields: Record<string, string>, at = path) =>
    /ARCO-\d{4}-\d+/.exec(String((await send(at, fields)).headers.location))![0]
  const parent = await folioOf(PERSON)
  const block = {
    ...PERSON,
    rightType: 'BLOCKING',
    subtypeDetail: 'Discuto el dato.',
    parentFolio: parent.toLowerCase(),
  }
  const folio = await folioOf(block)
  const { items } = (await ana.get('/dsar/requests?limit=100')).data
  const idOf = (number: string) =>
    items.find(({ folioNumber }: { folioNumber: string }) => folioNumber === number).id
  const kept = (await ana.get(`/dsar/requests/${idOf(folio)}`)).data
  assert.equal(kept.parentRequestId, idOf(parent))
  const other = await send(path, { ...block, subjectEmail: 'otra@correo.cl' })
  assert.equal(other.statusCode, 422)
  assert.match(other.payload, /href="#parentFolio"/)
  const stranger = await api.tenant()
  const { widgetKey } = (await stranger.post('/dsar/widgets', { name: 'Otra' })).data
  const foreign = await folioOf(PERSON, `/derechos/${widgetKey}`)
  assert.equal((await send(path, { ...block, parentFolio: foreign })).statusCode, 422)
})

const PDF = Buffer.from('%PDF-1.7\nmandato')

/** As a browser sends a form with files. */
async function sendFiles(
  url: string,
  fields: Record<string, string>,
  files: Record<string, Blob | undefined>,
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [name, file] of Object.entries(files))
    form.append(name, file ?? new Blob([]), file ? 'poder «1».pdf' : '')
  const body = new Response(form)
  return api.app.inject({
    method: 'POST',
    url,
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { ...BROWSER, 'content-type': body.headers.get('content-type')! },
  })
}

test('files come with the form; what arrived is not asked for again, and the staff gets it', async () => {
  const path = await newForm()
  const mandate = { mandato: new Blob([PDF]), documento: undefined }
  const represented = {
    ...PERSON,
    sendKey: newToken(),
    asksFor: 'representative',
    representativeName: 'Luis Soto',
    representativeRelation: 'hijo',
  }
  const refused = await sendFiles(path, { ...represented, subjectEmail: 'x' }, mandate)
  assert.equal(refused.statusCode, 400, refused.payload)
  assert.match(refused.payload, /Ya recibimos «poder «1»\.pdf»/)
  const [, archivo] = /name="archivo" value="([^"]+)"/.exec(refused.payload)!
  const sent = await sendFiles(path, { ...represented, archivo: archivo! }, { mandato: undefined })
  assert.equal(sent.statusCode, 303, sent.payload)
  const folio = /ARCO-\d{4}-\d+/.exec(String(sent.headers.location))![0]
  const { items } = (await ana.get('/dsar/requests?limit=100')).data
  const { id } = items.find(({ folioNumber }: { folioNumber: string }) => folioNumber === folio)
  const [attached, ...others] = (await ana.get(`/dsar/requests/${id}`)).data.attachments
  assert.deepEqual([attached.kind, attached.name, others.length], ['mandate', 'poder «1».pdf', 0])
  assert.deepEqual((await ana.get(`/files/${attached.key}`)).raw, PDF)

  const spent = await sendFiles(path, { ...represented, sendKey: newToken(), archivo: archivo! }, {})
  assert.equal(spent.statusCode, 422)
  assert.doesNotMatch(spent.payload, /Ya recibimos/)
})

test('art. 4: an heir of a person who died asks by the form, and the letter is theirs', async () => {
  const path = await newForm()
  const heir = {
    ...PERSON,
    subjectEmail: 'luis.heredero@correo.cl',
    sendKey: newToken(),
    asksFor: 'heir',
    representativeName: 'Luis Soto',
    representativeRut: '7.654.321-6',
    representativeRelation: 'hijo',
  }
  const refused = await sendFiles(path, { ...heir, representativeName: '' }, {})
  assert.match(refused.payload, /Escriba su nombre: usted pide por otra persona\./)
  assert.match(refused.payload, /name="asksFor" value="heir" required checked/)
  const sent = await sendFiles(path, heir, { mandato: new Blob([PDF]), documento: undefined })
  assert.equal(sent.statusCode, 303, sent.payload)
  const folio = /ARCO-\d{4}-\d+/.exec(String(sent.headers.location))![0]
  const { items } = (await ana.get('/dsar/requests?limit=100')).data
  const { id } = items.find(({ folioNumber }: { folioNumber: string }) => folioNumber === folio)
  const request = (await ana.get(`/dsar/requests/${id}`)).data
  assert.deepEqual(
    [request.deceased, request.isRepresentative, request.representativeRut, request.identity.representation],
    [{ isHeir: true, heirName: 'Luis Soto', relation: 'hijo' }, false, '7654321-6', 'claimed'],
  )
  assert.ok(request.mandateFileId)
  await api.drain()
  const [letter] = api.mailbox.to('luis.heredero@correo.cl')
  assert.match(letter!.text ?? '', /^Hola, Luis Soto:/)
  assert.match(letter!.text ?? '', /presentada en calidad de heredero o heredera de /)
})

test('what no person sent leaves no file behind: the rest of the form is looked at first', async () => {
  const path = await newForm()
  const waiting = () =>
    api.access.lookUp('count what waits', (db) =>
      db.selectFrom('public_uploads').select('id').where('tenant_id', '=', ana.tenantId).execute(),
    )
  const before = (await waiting()).length
  const file = { documento: new Blob([PDF]) }
  const machine = await sendFiles(path, { ...PERSON, sendKey: newToken(), website: 'x' }, file)
  assert.equal(machine.statusCode, 422, machine.payload)
  assert.doesNotMatch(machine.payload, /Ya recibimos/)
  assert.equal((await sendFiles(path, { ...PERSON, rightType: 'NADA' }, file)).statusCode, 422)
  assert.equal((await waiting()).length, before)
  assert.equal((await sendFiles(path, { ...PERSON, sendKey: newToken() }, file)).statusCode, 303)
  assert.equal((await waiting()).length, before + 1, 'taken over, and counted for a day')
})

test('the same form with the same file is one request; a file that is too large or no paper is a fault of its field', async () => {
  const path = await newForm()
  const before = await total()
  const fields = { ...PERSON, sendKey: newToken() }
  const first = await sendFiles(path, fields, { documento: new Blob([PDF]) })
  const again = await sendFiles(path, fields, { documento: new Blob([PDF]) })
  assert.deepEqual([first.statusCode, again.headers.location], [303, first.headers.location])
  assert.equal(await total(), before + 1)
  for (const [bytes, words] of [
    [Buffer.alloc(10 * 1024 * 1024 + 5, '%PDF-1.7 '), /máximo de 10 MiB/],
    [Buffer.from('MZ\x90\0\x03 no es un documento', 'latin1'), /tipo|formato/],
  ] as const) {
    const refused = await sendFiles(path, fields, { documento: new Blob([new Uint8Array(bytes)]) })
    assert.equal(refused.statusCode, 400, refused.payload)
    assert.match(refused.payload, /<a href="#documento">/)
    assert.match(refused.payload, words)
  }
  assert.equal(await total(), before + 1)
})

test('another site that sends the form is held to the list; its own page and old browsers are not', async () => {
  const path = await newForm({ allowedOrigins: ['https://www.tiendasur.cl'] })
  const from = (origin: string, site: string) => send(path, PERSON, { origin, 'sec-fetch-site': site })
  assert.equal((await from('https://otra.cl', 'cross-site')).statusCode, 403)
  assert.equal((await from('https://www.tiendasur.cl', 'cross-site')).statusCode, 303)
  assert.equal((await from('null', 'same-origin')).statusCode, 303)
  assert.equal((await send(path, PERSON, { origin: 'null' })).statusCode, 303)
})

test('the addresses of before lead a browser here, and serve programs as they did', async () => {
  const path = await newForm()
  const key = path.slice('/derechos/'.length)
  for (const [old, now] of [
    [`/api/v1/public/dsar/${key}`, path],
    ['/api/v1/public/dsar/track/ARCO-2026-00000', '/seguimiento/ARCO-2026-00000'],
  ] as const) {
    const { statusCode, headers } = await open(old)
    assert.equal(statusCode, 303)
    assert.equal(new URL(String(headers.location), `https://h.cl${old}`).pathname, now)
  }
  assert.deepEqual(
    (await api.anyone.get(`/public/dsar/${key}`)).data,
    (await api.anyone.get(`/public/dsar/${key}/config`)).data,
  )
  const behind = await api.anyone.get('/public/dsar/track/ARCO-2026-00000')
  assert.equal(behind.body.error.code, 'RESOURCE_NOT_FOUND')
})

test('a form that is not there, and a folio that leads nowhere, say so in a page', async () => {
  const form = await open('/derechos/nada')
  assert.deepEqual([form.statusCode, form.headers['content-type']], [404, 'text/html; charset=utf-8'])
  assert.match(form.payload, /No encontramos el formulario/)
  assert.equal((await open('/seguimiento/ARCO-2026-00000')).statusCode, 404)
  const wrong = await open('/seguimiento/%3Cb%3E')
  assert.equal(wrong.statusCode, 400)
  assert.ok(!wrong.payload.includes('<b>'))
  assert.equal((await send('/seguimiento', { folio: '' })).statusCode, 400)
})

test('an answer late is said with the way to complain; one that was given says what it was', async () => {
  const path = await newForm()
  const folio = /ARCO-\d{4}-\d+/.exec(String((await send(path, PERSON)).headers.location))![0]
  api.clock.set('2026-12-28T15:00:00Z')
  assert.match((await open(`/seguimiento/${folio}`)).payload, /class="clock warn"[\s\S]*Quedan 3 días/)
  api.clock.set('2027-01-02T15:00:00Z')
  const late = (await open(`/seguimiento/${folio}`)).payload
  assert.match(late, /class="clock danger"[\s\S]*Venció hace 2 días/)
  assert.match(late, /ya venció\. Si no quiere esperar más, puede reclamar/)
  api.clock.set('2026-12-01T12:00:00Z')
})

test('art. 14 ter: the form leads to the policy of who answers once one is in force, and not before', async () => {
  const path = await newForm()
  const ask = async () => (await open(`${path}?derecho=ACCESS`)).payload
  assert.match(await ask(), /se eliminan a los 30 días de entregarla\.<\/p>/)
  const { id } = (await ana.post('/privacy-policy/generate')).data
  const { workflowInstanceId } = (await ana.post(`/privacy-policy/${id}/publish`)).data
  await act(ana, workflowInstanceId, 'APPROVE')
  const [, href] = /su <a href="([^"]+)">política de privacidad<\/a> \(art\. 14 ter\)/.exec(await ask()) ?? []
  assert.match(href!, /^\.\.\/politica\/[\w-]+\?legalEntityId=/)
  assert.equal((await open(href!.replace('..', ''))).statusCode, 200)
})
