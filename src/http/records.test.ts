import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { makeBreach } from '#test/kit/breaches.ts'
import { type Caller, openService, type Reply } from '#test/kit/service.ts'
import { readIfMatch } from './records.ts'

const api = await openService()
const ana = await api.tenant()
const pedro = await ana.colleague('DPO', 'Pedro Soto')

const etagOf = ({ headers }: Reply) => headers['etag'] as string
const knowing = (etag: string, more: Record<string, string> = {}) => ({
  headers: { 'if-match': etag, ...more },
})
const shown = async (id: string, by: Caller = ana) => etagOf(await by.get(`/breaches/${id}`))
const rename = (id: string, title: string, etag: string, by: Caller = ana) =>
  by.put(`/breaches/${id}`, { title }, knowing(etag))

test('a record has a version, the same for everybody until it changes', async () => {
  const id = await makeBreach(ana)
  const etag = await shown(id)
  assert.match(etag, /^"[0-9a-f]{32}"$/)
  assert.equal(await shown(id, pedro), etag)
  assert.equal(await shown(id.toUpperCase()), etag)
  assert.notEqual(await shown(await makeBreach(ana)), etag)
  await pedro.put(`/breaches/${id}`, { title: 'Otro título' })
  assert.notEqual(await shown(id), etag)
})

test('lists, pages of another kind and refusals have no version', async () => {
  assert.equal(etagOf(await ana.get('/breaches')), undefined)
  assert.equal(etagOf(await ana.get('/breaches/019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f')), undefined)
  const id = await makeBreach(ana)
  assert.equal(etagOf(await ana.put(`/breaches/${id}`, { title: '' })), undefined)
})

test('the second to save learns who was first and when, and nothing is overwritten', async () => {
  const id = await makeBreach(ana, { title: 'Uno' })
  const etag = await shown(id)
  const at = new Date()
  api.clock.set(at)
  assert.equal((await pedro.put(`/breaches/${id}`, { title: 'De Pedro' })).status, 200)
  api.clock.release()
  const refused = await rename(id, 'De Ana', etag)
  assert.equal(refused.status, 412)
  const { code, message, details } = refused.body.error
  assert.equal(code, 'CONFLICT')
  assert.match(message, /«Pedro Soto» lo cambió el \d\d-\d\d-\d{4} a las \d\d:\d\d, hora de Chile/)
  assert.deepEqual(details, [
    { path: '', message, rule: 'if-match', changedBy: 'Pedro Soto', changedAt: at.toISOString() },
  ])
  assert.equal((await ana.get(`/breaches/${id}`)).data.title, 'De Pedro')
  assert.equal((await rename(id, 'De Ana', await shown(id))).status, 200)
})

test('a refusal tells oneself, a key and a public form apart', async () => {
  const id = await makeBreach(ana)
  const etag = await shown(id)
  await ana.put(`/breaches/${id}`, { title: 'En otra ventana' })
  assert.match(
    (await rename(id, 'x', etag)).body.error.message,
    /usted lo cambió el .*, quizás en otra ventana/,
  )

  const { key } = (await ana.post('/settings/api-keys', { name: 'CRM', scopes: ['breaches:write'] })).data
  await api.with({ 'x-api-key': key }).put(`/breaches/${id}`, { title: 'Del CRM' })
  assert.match((await rename(id, 'x', etag)).body.error.message, /la clave de API «CRM» lo cambió/)

  const { widgetKey } = (await ana.post('/dsar/widgets', { name: 'Derechos' })).data
  const asked = { rightType: 'ACCESS', subjectName: 'Camila', subjectEmail: 'camila@correo.cl' }
  const request = (await api.anyone.post(`/public/dsar/${widgetKey}`, asked)).data.id
  // A view writes an audit row but changes nothing.
  await pedro.get(`/dsar/requests/${request}`)
  const { error } = (await ana.patch(`/dsar/requests/${request}`, { status: 'VERIFYING' }, knowing('"x"')))
    .body
  assert.match(error.message, /«Formulario público» lo cambió/)
})

test('the answer to a write has the next version: an editor saves twice without reading between', async () => {
  const body = { title: 'Uno', detectedAt: new Date().toISOString(), detectionSource: 'manual' }
  const made = await ana.post('/breaches', body)
  const first = await rename(made.data.id, 'Dos', etagOf(made))
  const second = await rename(made.data.id, 'Tres', etagOf(first))
  assert.deepEqual([made.status, first.status, second.status], [201, 200, 200])
  assert.equal(etagOf(second), await shown(made.data.id))
  assert.equal((await rename(made.data.id, 'Cuatro', etagOf(first))).status, 412)
})

test('acts on a record and writes of its parts check the version too, and change it', async () => {
  const { id } = (await ana.post('/dpia/assessments', { title: 'Evaluación' })).data
  const path = `/dpia/assessments/${id}`
  const risk = { description: 'Fuga', likelihood: 'low', impact: 'high' }
  const before = etagOf(await ana.get(path))
  const added = await pedro.post(`${path}/risks`, risk, knowing(before))
  assert.equal(added.status, 201)
  assert.notEqual(etagOf(added), before)
  const refused = await ana.delete(`${path}/risks/${added.data.id}`, knowing(before))
  // The audit row of a risk names the risk.
  assert.deepEqual([refused.status, refused.body.error.details[0].changedBy], [412, 'Pedro Soto'])
  const gone = await ana.delete(`${path}/risks/${added.data.id}`, knowing(etagOf(added)))
  assert.deepEqual([gone.status, etagOf(gone)], [200, etagOf(await ana.get(path))])
  const late = await pedro.put(path, { title: 'x' }, knowing(etagOf(added)))
  assert.deepEqual([late.status, late.body.error.details[0].changedBy], [412, 'Ana Rojas'])
})

test('of two concurrent saves of the same version exactly one wins', async () => {
  const id = await makeBreach(ana)
  for (let round = 0; round < 10; round += 1) {
    const etag = await shown(id)
    const people = [ana, pedro, ana, pedro]
    const replies = await Promise.all(people.map((by, at) => rename(id, `${round} ${at}`, etag, by)))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 412, 412, 412])
    const winner = replies.findIndex(({ status }) => status === 200)
    const { data, headers } = await ana.get(`/breaches/${id}`)
    assert.deepEqual([data.title, headers['etag']], [`${round} ${winner}`, etagOf(replies[winner]!)])
  }
})

test('of two concurrent writes to different parts of one version exactly one wins', async () => {
  const { id } = (await ana.post('/dpia/assessments', { title: 'Evaluación' })).data
  const risk = { description: 'Fuga', likelihood: 'low', impact: 'high' }
  for (let round = 1; round <= 5; round += 1) {
    const etag = etagOf(await ana.get(`/dpia/assessments/${id}`))
    const add = (by: Caller) => by.post(`/dpia/assessments/${id}/risks`, risk, knowing(etag))
    const replies = await Promise.all([add(ana), add(pedro), add(ana)])
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 412, 412])
    assert.equal((await ana.get(`/dpia/assessments/${id}`)).data.risks.length, round)
  }
})

test('without the header the last writer wins', async () => {
  const id = await makeBreach(ana)
  const replies = await Promise.all([ana, pedro].map((by) => by.put(`/breaches/${id}`, { title: 'x' })))
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200],
  )
})

test('a star matches any version, a list each of its versions, and a weak tag none', async () => {
  const id = await makeBreach(ana)
  assert.equal((await rename(id, 'x', '*')).status, 200)
  assert.equal((await rename(id, 'x', `"otra", ${await shown(id)}`)).status, 200)
  assert.equal((await rename(id, 'x', '"otra", "más"')).status, 412)
  assert.equal((await rename(id, 'x', `W/${await shown(id)}`)).status, 412)
  for (const wrong of ['', ' ', 'abc', '"a" "b"', '"a', '*, "a"', '"a",']) {
    const { status, body } = await rename(id, 'x', wrong)
    assert.deepEqual([wrong, status, body.error.code], [wrong, 400, 'VALIDATION_ERROR'])
  }
})

test('missing, foreign and forbidden records are refused as usual', async () => {
  const id = await makeBreach(ana)
  const stranger = await api.tenant()
  const viewer = await ana.colleague('VIEWER')
  for (const etag of ['*', '"x"', await shown(id)]) {
    assert.equal((await rename(id, 'x', etag, stranger)).status, 404)
    assert.equal((await rename(id, 'x', etag, viewer)).status, 403)
    assert.equal((await rename('019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f', 'x', etag)).status, 404)
    assert.equal((await rename(id, 'x', etag, api.anyone)).status, 401)
  }
})

test('a call repeated under its key gets the first answer with the version of that time', async () => {
  const id = await makeBreach(ana)
  const etag = await shown(id)
  const body = { notifiedAt: new Date().toISOString(), medium: 'correo' }
  const notify = () =>
    ana.post(`/breaches/${id}/notify-subjects`, body, knowing(etag, { 'idempotency-key': 'una-vez' }))
  const first = await notify()
  assert.equal(first.status, 200)
  await ana.put(`/breaches/${id}`, { title: 'Después' })
  const again = await notify()
  assert.deepEqual([again.status, etagOf(again)], [200, etagOf(first)])
  assert.equal((await rename(id, 'x', etagOf(again))).status, 412)
})

test('the tag of a compressed answer names its encoding, and still matches', async () => {
  const id = await makeBreach(ana, { description: 'larga '.repeat(500) })
  for (const encoding of ['gzip', 'br']) {
    const { headers, rawPayload } = await api.app.inject({
      url: `/api/v1/breaches/${id}`,
      headers: { ...ana.headers, 'accept-encoding': encoding },
    })
    assert.equal(headers['content-encoding'], encoding)
    if (encoding === 'gzip') assert.equal(JSON.parse(gunzipSync(rawPayload).toString()).data.id, id)
    assert.match(String(headers['etag']), new RegExp(`^"[0-9a-f]{32}-${encoding}"$`))
    assert.equal((await rename(id, `Por ${encoding}`, String(headers['etag']))).status, 200)
  }
})

test('the settings of the organisation are a record', async () => {
  const etag = etagOf(await ana.get('/settings/tenant'))
  const other = await ana.colleague('ADMIN', 'Inés Mora')
  assert.equal((await other.put('/settings/tenant', { taxId: '76.123.456-0' }, knowing(etag))).status, 200)
  const refused = await ana.put('/settings/tenant', { contactEmail: 'x@ejemplo.cl' }, knowing(etag))
  assert.deepEqual([refused.status, refused.body.error.details[0].changedBy], [412, 'Inés Mora'])
})

test('the header is parsed as in RFC 9110', () => {
  assert.equal(readIfMatch(undefined), undefined)
  assert.equal(readIfMatch(' * '), '*')
  assert.deepEqual(readIfMatch('"a"'), ['"a"'])
  assert.deepEqual(readIfMatch('"a-gzip","b-br" , W/"c"'), ['"a"', '"b"'])
  assert.deepEqual(readIfMatch('W/"c"'), [])
  assert.throws(() => readIfMatch(Array.from({ length: 21 }, () => '"a"').join()), {
    code: 'VALIDATION_ERROR',
  })
})
