import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity } from '#test/kit/activities.ts'
import { requestRow } from '#test/kit/dsar-rows.ts'
import { sendRequest } from '#test/kit/requests.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { whose } from '../asking.ts'
import { granted, grounds, noneHeld } from '../proposals.ts'
import { RIGHT_TYPES } from '../rules.ts'

const SELF = whose(requestRow())
const [GRANTED, GROUNDS, NONE_HELD] = [granted(SELF), grounds(SELF), noneHeld(SELF)]

const api = await openService()
api.clock.set('2026-12-01T12:00:00.000Z')
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const analyst = await ana.colleague('ANALYST', 'Luis Soto')
const viewer = await ana.colleague('VIEWER')
const stranger = await api.tenant()
const { widgetKey } = (await ana.post('/dsar/widgets', { name: 'Formulario' })).data

async function newRequest(fields: object = {}): Promise<string> {
  return sendRequest(api, widgetKey, fields)
}

const at = (id: string, part: string) => `/dsar/requests/${id}/${part}`
const preview = (id: string, body: object, person: Person = analyst) =>
  person.post(at(id, 'respond/preview'), body)

test('the preview is the letter that is sent later, and it changes nothing', async () => {
  const id = await newRequest()
  const answer = {
    responseType: 'PARTIALLY_FULFILLED',
    responseNotes: 'Va la copia.',
    denialReason: 'Ley X.',
  }
  const before = (await ana.get(`/dsar/requests/${id}`)).data
  const drafted = await preview(id, answer)
  assert.equal(drafted.status, 200)
  assert.deepEqual((await ana.get(`/dsar/requests/${id}`)).data, before)
  await api.drain()
  assert.equal(
    api.mailbox.to('maria@correo.cl').filter(({ subject }) => subject?.startsWith('Respuesta')).length,
    0,
  )
  await ana.post(at(id, 'respond'), answer)
  const sent = (await ana.get(`/dsar/requests/${id}`)).data.letters.at(-1)
  assert.deepEqual(
    [drafted.data.to, drafted.data.subject, drafted.data.text],
    [sent.to, sent.subject, sent.text],
  )
  assert.match(drafted.data.text, /Va la copia[\s\S]*Ley X/)
})

test('a draft shows what the law still requires, even under a gate that would refuse it', async () => {
  const id = await newRequest()
  const keys = async (body: object) =>
    (await preview(id, body)).data.warnings.map(({ key }: { key: string }) => key)
  assert.deepEqual(await keys({ responseType: 'FULFILLED' }), ['dsar.access_content'])
  assert.deepEqual(await keys({ responseType: 'FULFILLED', responseNotes: 'Sus datos son estos.' }), [])
  await ana.put('/settings/tenant', { legalGate: 'enforce' })
  assert.deepEqual(await keys({ responseType: 'FULFILLED' }), ['dsar.access_content'])
  await ana.put('/settings/tenant', { legalGate: 'warn' })
})

test('the preview of an extension gives its new day, and is refused when the extension would be', async () => {
  const id = await newRequest()
  const { data } = await preview(id, { responseType: 'EXTENDED', responseNotes: 'Faltan archivos.' })
  assert.match(data.text, /Motivo: Faltan archivos\.[\s\S]*30 de enero de 2027/)
  assert.equal((await preview(id, { responseType: 'EXTENDED' })).status, 400)
  const block = await newRequest({ rightType: 'BLOCKING' })
  assert.equal((await preview(block, { responseType: 'EXTENDED', responseNotes: 'Más' })).status, 422)
})

test('a draft is refused like an answer: without a ground, for a closed request, from outside, by a viewer', async () => {
  const id = await newRequest()
  assert.equal((await preview(id, { responseType: 'REJECTED_LEGAL' })).status, 400)
  assert.equal((await preview(id, { responseType: 'FULFILLED' }, viewer)).status, 403)
  assert.equal((await preview(id, { responseType: 'FULFILLED' }, stranger)).status, 404)
  assert.equal((await stranger.get(at(id, 'answer-proposals'))).status, 404)
  await ana.post(at(id, 'respond'), { responseType: 'FULFILLED' })
  assert.equal((await preview(id, { responseType: 'FULFILLED' })).status, 409)
  assert.equal((await ana.get(at(id, 'answer-proposals'))).status, 409)
})

test('every right has proposed words and a ground of its own article, with marks for the gaps', async () => {
  for (const rightType of RIGHT_TYPES) {
    const id = await newRequest({ rightType })
    const { data } = await viewer.get(at(id, 'answer-proposals'))
    const of = (type: string) =>
      data.answers.find(({ responseType }: { responseType: string }) => responseType === type)
    assert.equal(of('FULFILLED').responseNotes, GRANTED[rightType])
    assert.equal(of('FULFILLED').denialReason, null)
    assert.ok(of('PARTIALLY_FULFILLED').responseNotes.startsWith(GRANTED[rightType]))
    assert.equal(of('REJECTED_LEGAL').denialReason, GROUNDS[rightType][0])
    assert.match(of('REJECTED_IDENTITY').denialReason, /\[COMPLETAR: /)
    assert.equal(data.grounds.length, GROUNDS[rightType].length + 1)
    for (const { article } of data.grounds) assert.match(article, /^art\. \d+.*Ley 19\.628/)
  }
})

test('«nothing held» can be the answer, and the letter says it', async () => {
  for (const rightType of RIGHT_TYPES) {
    const id = await newRequest({ rightType })
    const { alternatives } = (await viewer.get(at(id, 'answer-proposals'))).data
    const words = NONE_HELD[rightType]
    assert.deepEqual(
      alternatives,
      words
        ? [
            {
              name: 'No tratamos datos suyos',
              responseType: 'FULFILLED',
              responseNotes: words,
              denialReason: null,
              nothingHeld: true,
            },
          ]
        : [],
      rightType,
    )
  }
  assert.deepEqual(Object.keys(NONE_HELD), ['ACCESS', 'DELETION', 'OPPOSITION'])
  const id = await newRequest()
  const responseNotes = NONE_HELD.ACCESS!.replaceAll(/\[COMPLETAR: [^\]]+\]/g, 'el registro de clientes')
  const { data } = await preview(id, { responseType: 'FULFILLED', responseNotes, nothingHeld: true })
  assert.deepEqual(data.warnings, [])
  assert.match(
    data.text,
    /Aparte de esta solicitud, no tratamos datos personales suyos\. Buscamos en el registro de clientes/,
  )
  assert.doesNotMatch(data.text, /fue acogida/)
})

test('a letter of «nothing held» names the Agency, and no other full answer does', async () => {
  const activity = await makeActivity(ana, { recipients: ['Palomar Mail SpA'] })
  await ana.patch(`/rat/activities/${activity}/status`, { status: 'published' })
  await ana.put('/settings/tenant', { legalGate: 'enforce' })
  const words = { responseType: 'FULFILLED', responseNotes: 'Aparte de esta solicitud, no hay datos suyos.' }
  for (const rightType of ['ACCESS', 'DELETION', 'OPPOSITION']) {
    const id = await newRequest({ rightType })
    if (rightType !== 'ACCESS')
      assert.equal((await ana.post(at(id, 'respond'), words)).status, 422, rightType)
    const { status, data } = await ana.post(at(id, 'respond'), { ...words, nothingHeld: true })
    assert.deepEqual([status, data.nothingHeld], [200, true])
    const { text } = data.letters.at(-1)
    assert.match(text, /: no tratamos datos personales suyos, aparte de los de esta solicitud\./)
    assert.match(text, /puede reclamar ante la Agencia.*\(art\. 41/)
    assert.doesNotMatch(text, /quienes recibieron sus datos/)
    const page = await api.app.inject({
      url: `/seguimiento/${data.folioNumber}`,
      headers: { accept: 'text/html' },
    })
    assert.match(page.payload, /fue respondida.*Si no está conforme, puede reclamar/s)
    if (rightType === 'ACCESS') continue
    const { noneBecause } = (await ana.get(at(id, 'recipients'))).data
    assert.match(noneBecause, /No hay datos de esta persona/)
  }
  await ana.put('/settings/tenant', { legalGate: 'warn' })
})

test('«nothing held» cannot answer a rectification, a refusal or a person whose data went to somebody', async () => {
  const refused = async (id: string, body: object) => {
    const { status, body: reply } = await ana.post(at(id, 'respond'), { nothingHeld: true, ...body })
    assert.deepEqual([status, reply.error.details[0].path], [422, 'nothingHeld'])
  }
  const notes = { responseType: 'FULFILLED', responseNotes: 'No hay datos suyos.' }
  await refused(await newRequest({ rightType: 'RECTIFICATION' }), notes)
  await refused(await newRequest(), { responseType: 'REJECTED_LEGAL', denialReason: 'No hay.' })
  const told = await newRequest({ rightType: 'DELETION' })
  await ana.post(at(told, 'recipients'), { recipients: [{ name: 'Palomar SpA' }] })
  await refused(told, notes)
})

test('for an opposition to direct marketing the only ground offered is an unproven identity (art. 8 b)', async () => {
  const subtype = 'art. 8 b: mercadotecnia directa'
  const id = await newRequest({ rightType: 'OPPOSITION', subtype })
  const { answers, grounds } = (await viewer.get(at(id, 'answer-proposals'))).data
  assert.deepEqual(
    answers.map(({ responseType }: { responseType: string }) => responseType),
    ['FULFILLED', 'REJECTED_IDENTITY'],
  )
  assert.match(answers[0].responseNotes, /mercadotecnia directa/)
  assert.deepEqual(
    grounds.map(({ article }: { article: string }) => article.split(',')[0]),
    ['art. 11'],
  )
  const other = await newRequest({ rightType: 'OPPOSITION', subtype: 'art. 8 a: interés legítimo' })
  assert.equal((await viewer.get(at(other, 'answer-proposals'))).data.answers.length, 4)
})

test('the queue filters open, closed and unassigned requests', async () => {
  const person = await api.tenant()
  const key = (await person.post('/dsar/widgets', { name: 'Formulario' })).data.widgetKey
  const make = async () =>
    (
      await api.anyone.post(`/public/dsar/${key}`, {
        subjectName: 'Pedro Soto',
        subjectEmail: 'pedro@correo.cl',
        rightType: 'ACCESS',
      })
    ).data.id as string
  const [mine, free, closed] = [await make(), await make(), await make()]
  await person.post(at(mine, 'assign'), { assignedTo: person.userId })
  await person.post(at(closed, 'respond'), { responseType: 'FULFILLED', responseNotes: 'Va la copia.' })
  const ids = async (query: string) => {
    const { data } = await person.get(`/dsar/requests?sort=legalDueOn&${query}`)
    assert.equal(data.pagination.total, data.items.length, query)
    return data.items.map(({ id }: { id: string }) => id).sort()
  }
  assert.deepEqual(await ids('open=true'), [mine, free].sort())
  assert.deepEqual(await ids('open=false'), [closed])
  assert.deepEqual(await ids('assignedTo=none'), [free, closed].sort())
  assert.deepEqual(await ids('open=true&assignedTo=none'), [free])
  assert.deepEqual(await ids(`open=true&assignedTo=${person.userId}`), [mine])
})

test('a request lists the blocks that accompany it', async () => {
  const id = await newRequest({ rightType: 'DELETION', subjectRut: '12.345.678-5' })
  const block = await newRequest({
    rightType: 'BLOCKING',
    subjectRut: '12.345.678-5',
    parentRequestId: id,
    subtypeDetail: 'Me llaman a diario.',
  })
  const { blockings } = (await ana.get(`/dsar/requests/${id}`)).data
  const { folioNumber } = (await ana.get(`/dsar/requests/${block}`)).data
  assert.deepEqual(blockings, [
    { id: block, folioNumber, status: 'RECEIVED', legalDueOn: '2026-12-03', completedAt: null },
  ])
})
