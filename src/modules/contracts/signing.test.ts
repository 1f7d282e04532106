import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#kernel/dates.ts'
import { digest } from '#kernel/secrets.ts'
import { draft, ground, linkTo, sent, signed } from '#test/kit/contracts.ts'
import { pdfText } from '#test/kit/pdf.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()
const g = await ground(api, { name: 'Tienda <Sur> & Cía', vendor: 'Nube "Andina"' })

const RUT = '12.345.678-5'
const read = async (id: string) => (await g.ana.get(`/contracts/${id}`)).data

test('the holder of a link reads the text and what the signature will prove', async () => {
  const id = await sent(g, { signerEmail: 'lee@nube.cl' })
  const { status, data } = await api.anyone.get(await linkTo(api, 'lee@nube.cl'))
  const { content } = await read(id)
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(data).sort(), [
    'content',
    'contentHash',
    'linkExpiresAt',
    'organization',
    'processor',
    'signerName',
    'type',
  ])
  assert.deepEqual(
    [data.organization, data.processor, data.type, data.signerName, data.content, data.contentHash],
    ['Tienda <Sur> & Cía', 'Nube "Andina"', 'DPA', 'Carla Díaz', content, digest(content)],
  )
})

test('a link that never existed is not found', async () => {
  for (const token of ['x', 'a'.repeat(43), 'a'.repeat(100), 'a'.repeat(101)]) {
    for (const reply of [
      await api.anyone.get(`/public/contracts/${token}`),
      await api.anyone.post(`/public/contracts/${token}`, { name: 'Carla', rut: RUT }),
    ]) {
      assert.deepEqual([reply.status, reply.body.error.code], [404, 'RESOURCE_NOT_FOUND'])
    }
  }
})

test('the database stores the hash of the link, not the link', async () => {
  const id = await sent(g, { signerEmail: 'hash@nube.cl' })
  const token = (await linkTo(api, 'hash@nube.cl')).split('/').at(-1)!
  const row = await api.access.asSystem('a test reads a contract', (db) =>
    db.selectFrom('contracts').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
  assert.equal(row.signing_token_hash, digest(token))
  assert.equal(JSON.stringify(row).includes(token), false)
  assert.equal(JSON.stringify((await g.ana.get(`/contracts/${id}`)).body).includes(digest(token)), false)
})

test('signing through the link needs a name; a RUT, if given, must be valid', async () => {
  const id = await sent(g, { signerEmail: 'mal@nube.cl' })
  const link = await linkTo(api, 'mal@nube.cl')
  for (const wrong of [{}, { rut: RUT }, { name: ' ', rut: RUT }, { name: 'C', rut: 5 }])
    assert.equal((await api.anyone.post(link, wrong)).status, 400, JSON.stringify(wrong))
  for (const rut of ['12.345.678-4', '1-1', 'abc']) {
    const reply = await api.anyone.post(link, { name: 'Carla', rut })
    assert.deepEqual([reply.status, reply.body.error.code], [422, 'INVALID_RUT'], rut)
    assert.equal(reply.body.error.details[0].path, 'rut')
  }
  assert.equal((await read(id)).status, 'SENT')
})

test("a signature through the link is the signer's own act, with proof", async () => {
  const id = await sent(g, { signerEmail: 'firma@nube.cl' })
  const reply = await api.anyone.post(await linkTo(api, 'firma@nube.cl'), { name: 'Carla Díaz', rut: RUT })
  const contract = await read(id)
  assert.deepEqual(reply.data, {
    status: 'SIGNED',
    signedAt: contract.signedAt,
    contentHash: digest(contract.content),
  })
  assert.deepEqual(contract.signature, {
    method: 'link',
    name: 'Carla Díaz',
    rut: '12345678-5',
    address: '127.0.0.0',
    contentHash: digest(contract.content),
  })
  const trace = await api.access.asSystem('a test reads the audit log', (db) =>
    db
      .selectFrom('audit_log')
      .select(['actor_type', 'actor_name'])
      .where('entity_id', '=', id)
      .where('action', '=', 'signed')
      .executeTakeFirstOrThrow(),
  )
  assert.deepEqual(trace, { actor_type: 'public', actor_name: 'Carla Díaz' })
  assert.equal((await g.ana.get(`/processors/${g.processorId}`)).data.dpaStatus, 'SIGNED')
})

test('a link ends when it is used, when the organisation records the signature, and after thirty days', async () => {
  const sign = { name: 'Carla', rut: RUT }
  const gone = async (link: string) => {
    assert.equal((await api.anyone.get(link)).status, 404)
    assert.equal((await api.anyone.post(link, sign)).status, 404)
  }
  await sent(g, { signerEmail: 'usado@nube.cl' })
  const used = await linkTo(api, 'usado@nube.cl')
  assert.equal((await api.anyone.post(used, sign)).status, 200)
  await gone(used)

  const id = await sent(g, { signerEmail: 'papel@nube.cl' })
  const onPaper = await linkTo(api, 'papel@nube.cl')
  await g.ana.post(`/contracts/${id}/sign`, { signerName: 'Carla' })
  await gone(onPaper)

  await sent(g, { signerEmail: 'tarde@nube.cl' })
  const late = await linkTo(api, 'tarde@nube.cl')
  const ends = new Date((await api.anyone.get(late)).data.linkExpiresAt)
  assert.ok(Math.abs(ends.getTime() - Date.now() - 30 * DAY_MS) < DAY_MS / 24)
  api.clock.set(new Date(ends.getTime() - 1))
  assert.equal((await api.anyone.get(late)).status, 200)
  api.clock.set(ends)
  await gone(late)
  api.clock.release()
})

test('a renewal has a link of its own; the first one stays used', async () => {
  const id = await sent(g, { signerEmail: 'renueva@nube.cl' })
  const first = await linkTo(api, 'renueva@nube.cl')
  await api.anyone.post(first, { name: 'Carla', rut: RUT })
  const renewed = (await g.ana.post(`/contracts/${id}/renew`)).data.id
  await g.ana.post(`/contracts/${renewed}/send`, { signerName: 'Carla', signerEmail: 'renueva@nube.cl' })
  const second = await linkTo(api, 'renueva@nube.cl')
  assert.notEqual(second, first)
  assert.equal((await api.anyone.get(first)).status, 404)
  assert.equal((await api.anyone.post(second, { name: 'Carla', rut: RUT })).status, 200)
})

test("a browser gets a page in which the organisation's text cannot run anything", async () => {
  await sent(g, { signerName: '"><script>alert(1)</script>', signerEmail: 'pagina@nube.cl' })
  const token = (await linkTo(api, 'pagina@nube.cl')).split('/').at(-1)
  const page = await api.app.inject({ url: `/firma/${token}`, headers: { accept: 'text/html' } })
  assert.equal(page.statusCode, 200)
  assert.match(page.payload, /Tienda &lt;Sur&gt; &amp; Cía/)
  assert.match(page.payload, /Nube &quot;Andina&quot;/)
  assert.doesNotMatch(page.payload, /"><script>alert/)
  const policy = String(page.headers['content-security-policy'])
  for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
    assert.ok(policy.includes(part), part)
  assert.doesNotMatch(policy, /unsafe-inline|\*|script-src/)
  assert.equal(page.headers['referrer-policy'], 'no-referrer')
})

// ── the file ──

const pdf = async (id: string) => {
  const reply = await g.ana.get(`/contracts/${id}/pdf`)
  assert.equal(reply.status, 200)
  assert.equal(reply.headers['content-type'], 'application/pdf')
  assert.equal(reply.headers['content-disposition'], `attachment; filename="contrato-${id}.pdf"`)
  return pdfText(reply.raw)
}

test('the PDF of a draft is the text with its markup drawn, without proof of a signature', async () => {
  const id = await draft(g)
  await g.ana.put(`/contracts/${id}`, {
    content:
      '<h1>Encargo</h1><h2>Objeto</h2><p>Entre A &amp; B, &lt;sin&gt; &quot;más&quot;.</p><ul><li>Primero</li><li>Segundo</li></ul>',
  })
  const text = await pdf(id)
  for (const part of [
    'Tienda <Sur> & Cía',
    'Nube "Andina"',
    'Borrador',
    'Encargo',
    'Objeto',
    'Entre A & B, <sin> "más".',
    'Primero',
    'Segundo',
  ]) {
    assert.ok(text.includes(part), part)
  }
  assert.doesNotMatch(text, /Constancia de firma|<p>|&amp;/)
})

test('the PDF of a signed contract has the proof', async () => {
  await sent(g, { signerEmail: 'prueba@nube.cl' })
  const link = await linkTo(api, 'prueba@nube.cl')
  const { contentHash } = (await api.anyone.get(link)).data
  await api.anyone.post(link, { name: 'Carla Díaz', rut: RUT })
  const [{ id }] = (await g.ana.get('/contracts?status=SIGNED&limit=1')).data.contracts
  const text = await pdf(id)
  for (const part of [
    'Firmado',
    'Constancia de firma',
    'Carla Díaz',
    '12.345.678-5',
    'Ley 19.799',
    'Enlace enviado por correo',
    'Sin confirmar el correo',
  ])
    assert.ok(text.includes(part), part)
  assert.ok(text.replaceAll(' ', '').includes(contentHash), 'the hash of the text')
})

test('the PDF of an expired contract says so, and whether the organisation recorded the signature', async () => {
  const text = await pdf(await signed(g, '2020-01-01'))
  assert.match(text, /Vencido/)
  assert.match(text, /Registrada por la organización/)
  assert.doesNotMatch(text, /confirmar el correo/)
})
