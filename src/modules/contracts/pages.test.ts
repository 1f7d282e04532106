import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draft, ground } from '#test/kit/contracts.ts'
import { BROWSER } from '#test/kit/hosted.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()
const g = await ground(api, { name: 'Sur & <b>Norte</b>', vendor: 'Nube "Andina"' })

/** Sends a contract to its signer. Returns its id and the address of the page in the letter. */
async function sendContract(signerEmail: string, content = '<h3>Encargo</h3><p>Texto.</p>') {
  const id = await draft(g)
  assert.equal((await g.ana.put(`/contracts/${id}`, { content })).status, 200)
  const reply = await g.ana.post(`/contracts/${id}/send`, { signerName: 'Carla "Díaz"', signerEmail })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  await api.drain()
  const [, path] = /https:\/\/resguardo\.test(\/firma\/[\w-]{40,})/.exec(
    api.mailbox.to(signerEmail)[0]!.text!,
  )!
  return { id, path: path! }
}

const open = (url: string) => api.app.inject({ url, headers: BROWSER })
const post = (url: string, fields: Record<string, string>) =>
  api.app.inject({
    method: 'POST',
    url,
    headers: { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

async function codeFor(path: string, address: string): Promise<string> {
  const page = await post(`${path}/codigo`, {})
  assert.equal(page.statusCode, 200, page.payload)
  await api.drain()
  const letters = api.mailbox.to(address).map(({ subject }) => /^(\d{6}) es su código/.exec(subject!)?.[1])
  return letters.findLast((code) => code !== undefined)!
}

const CARLA = { name: 'Carla Díaz', rut: '12.345.678-5', declaresAuthority: 'true', sentTo: '1' }
const contract = async (id: string) => (await g.ana.get(`/contracts/${id}`)).data

test('the page shows the contract in a frame without scripts, and none of its markup is in the page itself', async () => {
  const { path } = await sendContract(
    'pagina@nube.cl',
    '<h3>Encargo</h3><script src="/docs/x.js"></script><p class="apart" onclick="x()">Texto.</p>',
  )
  const page = await open(path)
  assert.deepEqual([page.statusCode, page.headers['content-type']], [200, 'text/html; charset=utf-8'])
  for (const words of [
    'Sur &amp; &lt;b&gt;Norte&lt;/b&gt; le envía un contrato para su firma',
    '<iframe class="text" sandbox="allow-same-origin" title="Texto del contrato"',
    'value="Carla &quot;Díaz&quot;"',
    'Enviar un código a p•••@nube.cl',
    'No quiero firmar',
  ]) {
    assert.ok(page.payload.includes(words), words)
  }
  assert.doesNotMatch(page.payload, /<h3>Encargo|onclick|<script/)
  assert.match(String(page.headers['content-security-policy']), /frame-src 'self';.*form-action 'self'/)
  const text = await open(`${path}/texto`)
  assert.match(text.payload, /<main><h3>Encargo<\/h3><p>Texto\.<\/p><\/main>/)
  assert.equal(
    text.headers['content-security-policy'],
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  )
  assert.equal(text.headers['x-frame-options'], 'SAMEORIGIN')
})

test("a browser at the API's address is redirected to the page, a program gets data", async () => {
  const { path } = await sendContract('programa@nube.cl')
  const token = path.split('/').at(-1)!
  const browser = await open(`/api/v1/public/contracts/${token}`)
  assert.deepEqual([browser.statusCode, browser.headers['location']], [303, `../../../../firma/${token}`])
  const { data } = await api.anyone.get(`/public/contracts/${token}`)
  assert.equal(data.content, '<h3>Encargo</h3><p>Texto.</p>')
})

test('a signer who enters the mailed code signs, and the proof says that the mailbox was confirmed', async () => {
  const { id, path } = await sendContract('firma@nube.cl')
  const code = await codeFor(path, 'firma@nube.cl')
  const wrong = await post(path, { ...CARLA, rut: '12.345.678-4', code })
  assert.equal(wrong.statusCode, 422)
  assert.match(wrong.payload, /no es un RUT válido/)
  assert.ok(wrong.payload.includes('value="12.345.678-4"'), 'what was typed is still there')
  const done = await post(path, { ...CARLA, code })
  assert.deepEqual([done.statusCode, /su firma quedó registrada/.test(done.payload)], [200, true])
  const { status, signature } = await contract(id)
  assert.deepEqual([status, signature.mailboxProven, signature.declaredAuthority], ['SIGNED', true, true])
  const gone = await open(path)
  assert.deepEqual([gone.statusCode, gone.headers['content-type']], [404, 'text/html; charset=utf-8'])
})

test('without a code, without the declaration, or with a wrong code there is no signature', async () => {
  const { id, path } = await sendContract('sin@nube.cl')
  const { declaresAuthority: _, ...undeclared } = CARLA
  const code = await codeFor(path, 'sin@nube.cl')
  const other = code === '000000' ? '000001' : '000000'
  for (const [fields, words] of [
    [CARLA, /Escriba el código/],
    [{ ...undeclared, code }, /declare que tiene facultades/],
    [{ ...CARLA, code: other }, /El código no es correcto/],
    [{ ...CARLA, name: '', code }, /nombre|name/i],
  ] as const) {
    const page = await post(path, fields)
    assert.ok([400, 422].includes(page.statusCode), String(page.statusCode))
    assert.match(page.payload, words)
  }
  assert.equal((await contract(id)).status, 'SENT')
})

test('five wrong tries use up a code, also when they are simultaneous', async () => {
  const { id, path } = await sendContract('cinco@nube.cl')
  const code = await codeFor(path, 'cinco@nube.cl')
  const other = code === '000000' ? '000001' : '000000'
  await Promise.all(Array.from({ length: 6 }, () => post(path, { ...CARLA, code: other })))
  assert.equal((await post(path, { ...CARLA, code })).statusCode, 422)
  assert.equal((await contract(id)).status, 'SENT')
})

test('a mailbox gets at most five codes in a quarter of an hour', async () => {
  const { path } = await sendContract('lleno@nube.cl')
  for (let nth = 0; nth < 5; nth += 1) assert.equal((await post(`${path}/codigo`, {})).statusCode, 200)
  const more = await post(`${path}/codigo`, { name: 'Carla' })
  assert.deepEqual([more.statusCode, /Ya enviamos varios códigos/.test(more.payload)], [429, true])
  const token = path.split('/').at(-1)!
  const { status, body } = await api.anyone.post(`/public/contracts/${token}/code`)
  assert.deepEqual([status, body.error.code], [429, 'RATE_LIMIT_EXCEEDED'])
})

test('a refusal gives its reason, and the contract is a draft again that can be sent once more', async () => {
  const { id, path } = await sendContract('no@nube.cl')
  const blank = await post(`${path}/rechazar`, { name: 'Carla Díaz', reason: ' ' })
  assert.equal(blank.statusCode, 400)
  const reason = 'Falta el anexo <de> seguridad.'
  const page = await post(`${path}/rechazar`, { name: 'Carla Díaz', reason })
  assert.match(page.payload, /El contrato no se firmó/)
  const { status, refusal, organizationSignature } = await contract(id)
  assert.deepEqual(
    [status, refusal.reason, refusal.name, organizationSignature],
    ['DRAFT', reason, 'Carla Díaz', null],
  )
  assert.equal((await open(path)).statusCode, 404)
  const again = await g.ana.post(`/contracts/${id}/send`, { signerName: 'Carla', signerEmail: 'no@nube.cl' })
  assert.deepEqual([again.status, again.data.status], [200, 'SENT'])
  assert.equal((await contract(id)).refusal, null)
})

test('an invalid link gives a page that says so', async () => {
  for (const path of ['/firma/x', `/firma/${'a'.repeat(43)}`, `/firma/${'a'.repeat(43)}/texto`]) {
    const page = await open(path)
    assert.deepEqual([page.statusCode, page.headers['content-type']], [404, 'text/html; charset=utf-8'])
  }
})
