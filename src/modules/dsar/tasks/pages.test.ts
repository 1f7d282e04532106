import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity, makeSystem } from '#test/kit/activities.ts'
import { openService } from '#test/kit/service.ts'

/** The page in a browser without scripts. */
const api = await openService()
const ana = await api.tenant({ name: 'Tienda <Sur>' })
const systemId = await makeSystem(ana, { name: 'CRM <ventas>', owner: 'Rosa', ownerEmail: 'rosa@sur.cl' })
const activity = await makeActivity(ana, { systemId })
await ana.patch(`/rat/activities/${activity}/status`, { status: 'published' })
const { widgetKey } = (await ana.post('/dsar/widgets', { name: 'Formulario' })).data

async function ask(fields: object = {}) {
  const { id } = (
    await api.anyone.post(`/public/dsar/${widgetKey}`, {
      subjectName: 'María <Pérez>',
      subjectEmail: 'maria@correo.cl',
      subjectPhone: '+56 9 8765 4321',
      rightType: 'DELETION',
      ...fields,
    })
  ).data
  await ana.post(`/dsar/requests/${id}/tasks/send`, {})
  await api.drain()
  const [page] = /\/tareas\/[\w-]{43}/.exec(api.mailbox.to('rosa@sur.cl').at(-1)!.text!)!
  return { id, page, task: async () => (await ana.get(`/dsar/requests/${id}/tasks`)).data.items[0] }
}
const open = (url: string) => api.app.inject({ url, headers: { accept: 'text/html' } })
const send = async (url: string, fields: [string, string | Blob][]) => {
  const form = new FormData()
  for (const [name, value] of fields)
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, 'datos.csv')
  const sent = new Response(form)
  return api.app.inject({
    method: 'POST',
    url,
    headers: { accept: 'text/html', 'content-type': sent.headers.get('content-type')! },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
}

test('the page shows whom to look for and what to do, escaped, and nothing more', async () => {
  const { page } = await ask()
  const { statusCode, payload } = await open(page)
  assert.equal(statusCode, 200)
  assert.match(payload, /<h1 tabindex="-1">Buscar en «CRM &lt;ventas&gt;»<\/h1>/)
  assert.match(payload, /María &lt;Pérez&gt;/)
  assert.match(payload, /elimine los datos que se indican; si no se indica cuáles, todos los suyos/)
  assert.match(payload, /Una ley obliga a guardarlos/)
  assert.doesNotMatch(payload, /8765|ARCO-/)
})

test('an address of the API sends a browser to the page', async () => {
  const { page } = await ask()
  const key = page.split('/').at(-1)!
  const { statusCode, headers } = await open(`/api/v1/public/tasks/${key}`)
  assert.deepEqual([statusCode, headers.location], [303, `../../../../tareas/${key}`])
})

test('a refusal is in words and keeps what was written; the answer brings a file and is taken once', async () => {
  const { page, task } = await ask()
  const empty = await send(page, [['notes', 'Busqué <todo>']])
  assert.equal(empty.statusCode, 422)
  assert.match(empty.payload, /<a href="#outcome">Elija qué encontró/)
  assert.match(empty.payload, /Busqué &lt;todo&gt;/)
  const kept = await send(page, [['outcome', 'kept']])
  assert.equal(kept.statusCode, 422)
  assert.match(kept.payload, /<a href="#article">Indique por qué quedan como están/)
  assert.match(kept.payload, /value="kept" required checked/)
  const wrong = await send(page, [
    ['outcome', 'found'],
    ['files', new Blob([Uint8Array.of(0, 1, 2, 3)])],
  ])
  assert.equal(wrong.statusCode, 422)
  assert.match(wrong.payload, /<a href="#files">El tipo del archivo no se acepta/)
  assert.equal((await task()).status, 'sent')
  const done = await send(page, [
    ['outcome', 'found'],
    ['notes', 'Una ficha'],
    ['name', 'Rosa Díaz'],
    ['files', new Blob(['a;b\n1;2\n'])],
    ['files', new Blob(['c;d\n3;4\n'])],
  ])
  assert.deepEqual([done.statusCode, done.headers.location], [303, `..${page}`])
  const { status, notes, answeredBy, files } = await task()
  assert.deepEqual([status, notes, answeredBy, files.length], ['done', 'Una ficha', 'Rosa Díaz', 2])
  const receipt = (await open(page)).payload
  assert.match(receipt, /Gracias: la respuesta llegó/)
  assert.doesNotMatch(receipt, /María|maria@/)
  const late = await send(page, [['outcome', 'nothing_found']])
  assert.equal(late.statusCode, 303)
  assert.equal((await task()).outcome, 'found')
})

test('the answer stores the reason from the list, or the one that was typed', async () => {
  const listed = await ask()
  const [, value] = /name="article" value="([^"]+obliga[^"]+)"/.exec((await open(listed.page)).payload)!
  await send(listed.page, [
    ['outcome', 'kept'],
    ['article', value!],
  ])
  assert.equal(
    (await listed.task()).article,
    'art. 7, Ley 19.628 (mod. Ley 21.719): Una ley obliga a guardarlos',
  )
  const written = await ask()
  await send(written.page, [
    ['outcome', 'kept'],
    ['article', 'other'],
    ['otherArticle', 'art. 17 del Código Tributario'],
  ])
  assert.equal((await written.task()).article, 'art. 17 del Código Tributario')
})

test('an invalid link gives a page in words', async () => {
  const { page, id, task } = await ask()
  await ana.patch(`/dsar/requests/${id}/tasks/${(await task()).id}`, { status: 'cancelled' })
  for (const url of [page, '/tareas/nada']) {
    const { statusCode, headers, payload } = await open(url)
    assert.deepEqual([statusCode, headers['content-type']], [404, 'text/html; charset=utf-8'])
    assert.match(payload, /no existe, venció o ya no se necesita/)
    assert.doesNotMatch(payload, /Tienda|CRM|María/)
  }
})
