import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, chileanDay } from '#kernel/dates.ts'
import { openService } from '#test/kit/service.ts'

/** The page in a browser without a script. */
const api = await openService()
const ana = await api.tenant({ name: 'Tienda <Sur>' })
const SECTIONS = [
  {
    title: 'Cámaras',
    questions: [
      { key: 'has', type: 'yes_no', label: '¿Hay <cámaras>?', required: true },
      {
        key: 'where',
        type: 'choices',
        label: '¿Dónde?',
        required: true,
        options: [
          { value: 'hall', label: 'Pasillo' },
          { value: 'room', label: 'Sala' },
        ],
        showIf: [{ question: 'has', operator: 'is', value: 'yes' }],
      },
      { key: 'sign', type: 'file', label: 'Letrero' },
    ],
  },
]
const { id } = (await ana.post('/questionnaires', { name: 'Cámaras & co', sections: SECTIONS })).data
let people = 0
const invite = async () => {
  people += 1
  const { data } = await ana.post(`/questionnaires/${id}/send`, {
    recipients: [{ email: `p${people}@sur.cl`, name: 'Luis <Pérez>' }],
    dueOn: addDays(chileanDay(api.clock.now()), 5),
  })
  return { page: new URL(data.items[0].pageUrl).pathname, answerId: data.items[0].id as string }
}
const open = (url: string) => api.app.inject({ url, headers: { accept: 'text/html' } })
const send = async (url: string, fields: [string, string | Blob][]) => {
  const form = new FormData()
  for (const [name, value] of fields)
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, 'letrero.pdf')
  const sent = new Response(form)
  return api.app.inject({
    method: 'POST',
    url,
    headers: { accept: 'text/html', 'content-type': sent.headers.get('content-type')! },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
}
const PDF = new Blob(['%PDF-1.7\nun letrero'])

test('the page shows the questions, the sender and the date, escaped, and says for whom a question is', async () => {
  const { page } = await invite()
  const { statusCode, payload } = await open(page)
  assert.equal(statusCode, 200)
  assert.match(payload, /<h1 tabindex="-1">Cámaras &amp; co<\/h1>/)
  assert.match(payload, /Luis &lt;Pérez&gt;/)
  assert.match(payload, /Solo si respondió «Sí» a «¿Hay &lt;cámaras&gt;\?»/)
  assert.match(payload, /enctype="multipart\/form-data"/)
})

test('an API address leads a browser to the page', async () => {
  const { page } = await invite()
  const key = page.split('/').at(-1)!
  const { statusCode, headers } = await open(`/api/v1/public/questionnaires/${key}`)
  assert.deepEqual([statusCode, headers.location], [303, `../../../../cuestionarios/${key}`])
})

test('without a script, answers are saved, sent with files, or refused in words', async () => {
  const { page, answerId } = await invite()
  const saved = await send(page, [
    ['q_has', 'yes'],
    ['f_sign', PDF],
    ['had', 'sign'],
    ['act', 'save'],
  ])
  assert.deepEqual([saved.statusCode, saved.headers.location], [303, `../${page.slice(1)}?guardado=1`])
  const again = (await open(`${page}?guardado=1`)).payload
  assert.match(again, /Guardamos lo que escribió/)
  assert.match(again, /value="yes" checked/)
  assert.match(again, /letrero\.pdf/)
  const [, kept] = /name="k_sign" value="([^"]+)" checked/.exec(again)!
  const refused = await send(page, [
    ['q_has', 'yes'],
    ['k_sign', kept!],
    ['had', 'sign'],
    ['act', 'send'],
  ])
  assert.equal(refused.statusCode, 422)
  assert.match(refused.payload, /<a href="#q_where">Falta responder «¿Dónde\?»/)
  assert.match(refused.payload, /letrero\.pdf/)
  const sent = await send(page, [
    ['q_has', 'yes'],
    ['q_where', 'hall'],
    ['q_where', 'room'],
    ['k_sign', kept!],
    ['had', 'sign'],
    ['act', 'send'],
  ])
  assert.equal(sent.statusCode, 303)
  assert.match((await open(page)).payload, /Gracias: su respuesta llegó/)
  const { answers, files, status } = (await ana.get(`/questionnaires/answers/${answerId}`)).data
  assert.deepEqual(
    [status, answers.has, answers.where, answers.sign],
    ['submitted', 'yes', ['hall', 'room'], [kept]],
  )
  assert.equal(files.length, 1)
  const late = await send(page, [
    ['q_has', 'no'],
    ['act', 'send'],
  ])
  assert.equal(late.statusCode, 303)
  assert.equal((await ana.get(`/questionnaires/answers/${answerId}`)).data.answers.has, 'yes')
})

test('a file whose box is unchecked is removed; an invalid one is refused and the rest kept', async () => {
  const { page, answerId } = await invite()
  await send(page, [
    ['f_sign', PDF],
    ['had', 'sign'],
    ['act', 'save'],
  ])
  const files = async () => (await ana.get(`/questionnaires/answers/${answerId}`)).data.files
  assert.equal((await files()).length, 1)
  await send(page, [
    ['q_has', 'no'],
    ['had', 'sign'],
    ['act', 'save'],
  ])
  assert.deepEqual(await files(), [])
  const refused = await send(page, [
    ['q_has', 'yes'],
    ['f_sign', new Blob(['nada'])],
    ['had', 'sign'],
    ['act', 'save'],
  ])
  assert.equal(refused.statusCode, 422)
  assert.match(refused.payload, /q_has" name="q_has" value="yes" checked/)
})

test('an invalid link says so in words', async () => {
  const { page, answerId } = await invite()
  await ana.delete(`/questionnaires/invitations/${answerId}`)
  for (const url of [page, '/cuestionarios/nada']) {
    const { statusCode, headers, payload } = await open(url)
    assert.deepEqual([statusCode, headers['content-type']], [404, 'text/html; charset=utf-8'])
    assert.match(payload, /no existe, venció o se revocó/)
    assert.doesNotMatch(payload, /Tienda|Cámaras/)
  }
})
