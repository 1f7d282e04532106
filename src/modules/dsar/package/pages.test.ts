import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService } from '#test/kit/service.ts'

/** The page in a browser without scripts. */
const api = await openService()
const ana = await api.tenant({ name: 'Tienda <Sur>' })
const { widgetKey } = (await ana.post('/dsar/widgets', { name: 'Formulario' })).data
const asked = { subjectName: 'Eva <Díaz>', subjectEmail: 'eva@correo.cl', rightType: 'ACCESS' }
const { id, folioNumber } = (await api.anyone.post(`/public/dsar/${widgetKey}`, asked)).data
await ana.post(`/dsar/requests/${id}/package`)
await api.drain()
await ana.post(`/dsar/requests/${id}/package/deliver`)
await api.drain()
const [here] = /\/respuesta\/[\w-]{43}/.exec(api.mailbox.to('eva@correo.cl').at(-1)!.text!)!

const open = (url: string, cookie = '') =>
  api.app.inject({ url, headers: { accept: 'text/html', ...(cookie && { cookie }) } })
const send = (url: string, fields: Record<string, string> = {}) =>
  api.app.inject({
    method: 'POST',
    url,
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

test('before the code the page shows the organisation and nothing of the person', async () => {
  const { statusCode, payload, headers } = await open(here)
  assert.equal(statusCode, 200)
  assert.match(payload, /Tienda &lt;Sur&gt;/)
  assert.doesNotMatch(payload, new RegExp(`${folioNumber}|Eva|eva@|indice`))
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.match(String(headers['content-security-policy']), /default-src 'none'/)
  const file = await open(`${here}/archivo`)
  assert.deepEqual([file.statusCode, file.headers.location], [303, `../..${here}`])
})

test('the code opens the page, and a wrong one is reported above the field', async () => {
  const asking = await send(`${here}/codigo`)
  assert.equal(asking.statusCode, 200)
  assert.match(asking.payload, /name="code"/)
  await api.drain()
  const [code = ''] = /^\d{6}/.exec(api.mailbox.to('eva@correo.cl').at(-1)!.subject!) ?? []
  for (const typed of ['', 'abc']) {
    const wrong = await send(here, { code: typed })
    assert.ok([400, 401].includes(wrong.statusCode), typed)
    assert.match(wrong.payload, /role="alert"/)
    assert.match(wrong.payload, /aria-invalid="true"/)
  }
  // With a blank, as people copy it from a letter.
  const opened = await send(here, { code: `${code.slice(0, 3)} ${code.slice(3)}` })
  assert.deepEqual([opened.statusCode, opened.headers.location], [303, `../${here.slice(1)}`])
  const cookie = String(opened.headers['set-cookie']).split(';')[0]!
  const { payload } = await open(here, cookie)
  assert.match(payload, new RegExp(folioNumber))
  assert.match(payload, /datos\.json/)
  const file = await open(`${here}/archivo`, cookie)
  assert.deepEqual([file.statusCode, file.headers['content-type']], [200, 'application/zip'])
  assert.match(String(file.headers['content-disposition']), /^attachment/)
  assert.equal((await ana.get(`/dsar/requests/${id}/package`)).data.delivery.downloads, 1)
})

test('an invalid link gives a page in words, the same for all', async () => {
  const unknown = await open(`/respuesta/${'x'.repeat(43)}`)
  assert.equal(unknown.statusCode, 404)
  assert.match(unknown.payload, /no existe, venció o se revocó/)
  await ana.delete(`/dsar/requests/${id}/package`)
  const revoked = await open(here)
  assert.deepEqual([revoked.statusCode, revoked.payload], [404, unknown.payload])
  for (const path of [`${here}/archivo`, `/respuesta/${encodeURIComponent('a\u0000b')}`])
    assert.equal((await open(path)).statusCode, 404, path)
  assert.equal((await send(`${here}/codigo`)).statusCode, 404)
})
