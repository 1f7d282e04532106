import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import http, { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { AwsV4Signer } from 'aws4fetch'
import { makeActivity, NOBODY } from '#test/kit/activities.ts'
import { makeBreach } from '#test/kit/breaches.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { attachment, LARGEST_BYTES, tidyName, typeOf } from './rules.ts'

const api = await openService()
const ana = await api.tenant()
const PDF = Buffer.from('%PDF-1.7\nevidencia')

const FRAME = 'marco-de-prueba'
const headers = { 'content-type': `multipart/form-data; boundary=${FRAME}` }
const END = Buffer.from(`--${FRAME}--\r\n`)

function part(bytes: Buffer, name: string, field = 'file'): Buffer {
  const head = `--${FRAME}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: text/html\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')])
}

const upload = (person: Person, bytes: Buffer, name = 'aviso.pdf') =>
  person.post('/files', undefined, { payload: Buffer.concat([part(bytes, name), END]), headers })

test('an upload comes back byte by byte, as an attachment of the type that its bytes show', async () => {
  const made = await upload(ana, PDF, 'Aviso «ñ».pdf')
  assert.equal(made.status, 201)
  assert.deepEqual(
    [made.data.contentType, made.data.size, made.data.sha256],
    ['application/pdf', PDF.length, createHash('sha256').update(PDF).digest('hex')],
  )
  const got = await ana.get(`/files/${made.data.key}`)
  assert.equal(got.status, 200)
  assert.deepEqual(got.raw, PDF)
  assert.equal(got.headers['content-type'], 'application/pdf')
  assert.equal(made.data.name, 'Aviso «ñ».pdf')
  assert.equal(got.headers['content-disposition'], attachment('Aviso «ñ».pdf'))
  assert.equal(got.headers['x-content-type-options'], 'nosniff')
})

test('markup is served as text, and unknown formats are refused', async () => {
  const html = await upload(ana, Buffer.from('<script>alert(1)</script>'), 'pagina.html')
  assert.equal(html.data.contentType, 'text/plain')
  const refused = await upload(ana, Buffer.from([0, 1, 2, 3, 4]), 'programa.pdf')
  assert.deepEqual([refused.status, refused.body.error.details[0].path], [422, 'file'])
  assert.equal((await upload(ana, Buffer.alloc(0))).status, 422)
  assert.equal((await ana.post('/files', { file: 'x' })).status, 400)
  const bare = await ana.post('/files', undefined, {
    payload: PDF,
    headers: { 'content-type': 'application/pdf' },
  })
  assert.equal(bare.status, 415)
  assert.match(bare.body.error.message, /multipart/)
})

test('a repeated upload under one Idempotency-Key returns the first file; other bytes under it are refused', async () => {
  const again = (bytes: Buffer) =>
    ana.post('/files', undefined, {
      payload: Buffer.concat([part(bytes, 'aviso.pdf'), END]),
      headers: { ...headers, 'idempotency-key': 'subida' },
    })
  const first = await again(PDF)
  assert.equal(first.status, 201)
  assert.deepEqual((await again(PDF)).data, first.data)
  const other = await again(Buffer.from('%PDF-1.7\notra'))
  assert.equal(other.status, 422)
  assert.match(other.body.error.message, /Idempotency-Key/)
})

const named = (fields: Record<string, string>) =>
  Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${FRAME}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
const evidence = (person: Person, fields: Record<string, string>, more: Record<string, string> = {}) =>
  person.post('/files', undefined, {
    payload: Buffer.concat([...named(fields), part(PDF, 'acta.pdf'), END]),
    headers: { ...headers, ...more },
  })

test('a file sent with a record is its evidence, is listed with it, and stays as long as the record', async () => {
  const entityId = await makeBreach(ana)
  const made = await evidence(ana, { entityType: 'breach', entityId: entityId.toUpperCase() })
  assert.equal(made.status, 201)
  const of = `/files?entityType=breach&entityId=${entityId}`
  const { items } = (await ana.get(of)).data
  assert.deepEqual([items.length, items[0].key, items[0].kind], [1, made.data.key, null])
  const refused = await ana.delete(`/files/${made.data.key}`)
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT'])
  const activity = await makeActivity(ana)
  const draft = await evidence(ana, { entityType: 'activity', entityId: activity })
  assert.equal((await ana.delete(`/files/${draft.data.key}`)).status, 409)
  assert.equal((await ana.delete(`/rat/activities/${activity}`)).status, 200)
  assert.equal((await ana.delete(`/files/${draft.data.key}`)).status, 200)
})

test('a file cannot belong to a record that is missing, of another organisation, or of a kind without files', async () => {
  const stranger = await api.tenant()
  const theirs = await makeBreach(stranger)
  const kept = () => readdirSync(join(api.dataDir, 'files', ana.tenantId)).length
  const before = kept()
  for (const entityId of [theirs, NOBODY, 'nada']) {
    const { status, body } = await evidence(ana, { entityType: 'breach', entityId })
    assert.deepEqual([status, body.error.details[0].path], [422, 'entityId'], entityId)
  }
  for (const [fields, path] of [
    [{ entityType: 'user', entityId: ana.userId }, 'entityType'],
    [{ entityType: 'breach' }, 'entityId'],
    [{ entityId: theirs }, 'entityType'],
  ] as const) {
    const { status, body } = await evidence(ana, fields)
    assert.deepEqual([status, body.error.details[0].path], [422, path])
  }
  assert.equal(kept(), before)
  assert.equal((await stranger.get(`/files?entityType=breach&entityId=${theirs}`)).data.items.length, 0)
})

test('an upload repeated under its key for another record is refused', async () => {
  const [first, second] = [await makeBreach(ana), await makeBreach(ana)]
  const key = { 'idempotency-key': 'evidencia' }
  const made = await evidence(ana, { entityType: 'breach', entityId: first }, key)
  assert.deepEqual((await evidence(ana, { entityType: 'breach', entityId: first }, key)).data, made.data)
  assert.equal((await evidence(ana, { entityType: 'breach', entityId: second }, key)).status, 422)
})

test('twenty mebibytes fit, and one byte more does not', async () => {
  const bytes = Buffer.alloc(LARGEST_BYTES, 'a')
  assert.equal((await upload(ana, bytes, 'grande.txt')).status, 201)
  const refused = await upload(ana, Buffer.concat([bytes, Buffer.from('a')]), 'mas.txt')
  assert.deepEqual([refused.status, refused.body.error.code], [413, 'PAYLOAD_TOO_LARGE'])
})

test('a call uploads exactly one complete file, with or without other fields', async () => {
  const field = Buffer.from(`--${FRAME}\r\nContent-Disposition: form-data; name="nota"\r\n\r\nhola\r\n`)
  const send = (...parts: Buffer[]) =>
    ana.post('/files', undefined, { payload: Buffer.concat(parts), headers })
  for (const parts of [
    [field, part(PDF, 'a.pdf', 'otro'), END],
    [part(PDF, 'a.pdf'), field, END],
  ])
    assert.equal((await send(...parts)).status, 201)
  const kept = () => readdirSync(join(api.dataDir, 'files', ana.tenantId)).length
  const before = kept()
  for (const [parts, message] of [
    [[part(PDF, 'a.pdf'), part(PDF, 'b.pdf'), END], /un solo archivo/],
    [[part(PDF, 'a.pdf')], /incompleto/],
    [[field, END], /multipart/],
    [[Buffer.from('nada')], /incompleto/],
  ] as const) {
    const { status, body } = await send(...parts)
    assert.deepEqual([status, body.error.code], [400, 'VALIDATION_ERROR'])
    assert.match(body.error.message, message)
  }
  assert.equal(kept(), before)
  assert.deepEqual(readdirSync(join(api.dataDir, 'files', 'arriving')), [])
})

test('the refusal of a far too large upload arrives after the client has sent everything', async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.app.server.address() as AddressInfo
  for (const declared of [true, false]) {
    const body = Buffer.concat([part(Buffer.alloc(2 * LARGEST_BYTES, 'a'), 'grande.txt'), END])
    const request = http.request({
      port,
      path: '/api/v1/files',
      method: 'POST',
      headers: { ...ana.headers, ...headers, ...(declared && { 'content-length': body.length }) },
    })
    const answered = once(request, 'response') as Promise<[IncomingMessage]>
    // Like many clients: send everything before reading anything.
    await new Promise<void>((resolve, reject) => request.once('error', reject).end(body, resolve))
    const [reply] = await answered
    assert.equal(reply.statusCode, 413)
    reply.resume()
  }
})

test('a disk that fails is not the caller’s mistake', async () => {
  const { key } = (await upload(ana, PDF)).data
  rmSync(join(api.dataDir, 'files', ana.tenantId, key))
  const other = await openService()
  const eva = await other.tenant()
  writeFileSync(join(other.dataDir, 'files'), 'no es un directorio')
  for (const { status, body } of [await ana.get(`/files/${key}`), await upload(eva, PDF)]) {
    assert.deepEqual([status, body.error.code], [503, 'SERVICE_UNAVAILABLE'])
    assert.match(body.error.message, /almacenamiento de archivos/)
  }
})

test('only its own organisation can read a file', async () => {
  const { key } = (await upload(ana, PDF)).data
  const stranger = await api.tenant()
  assert.equal((await stranger.get(`/files/${key}`)).status, 404)
  assert.equal((await stranger.delete(`/files/${key}`)).status, 404)
  const viewer = await ana.colleague('VIEWER')
  assert.equal((await viewer.get(`/files/${key}`)).status, 200)
  assert.equal((await upload(viewer, PDF)).status, 403)
  assert.equal((await viewer.delete(`/files/${key}`)).status, 403)
})

async function newBreach(): Promise<string> {
  const body = { title: 'Fuga', detectedAt: '2026-03-10T09:00:00Z', detectionSource: 'manual' }
  return (await ana.post('/breaches', body)).data.id
}

const report = (breachId: string, notificationFileKey: string) =>
  ana.post(`/breaches/${breachId}/notify-apdp`, { notifiedAt: '2026-03-10T10:00:00Z', notificationFileKey })

test('a file named as evidence stays, in any letter case; any other can be deleted', async () => {
  const keys: string[] = []
  for (let n = 0; n < 5; n += 1) keys.push((await upload(ana, PDF)).data.key)
  const breach = await newBreach()
  // A complementary report. The first one is still evidence.
  for (const key of [keys[0]!, keys[1]!.toUpperCase()]) assert.equal((await report(breach, key)).status, 200)
  const widget = (await ana.post('/dsar/widgets', { name: 'Derechos' })).data
  const { folio } = (
    await api.anyone.post(`/public/dsar/${widget.widgetKey}`, {
      rightType: 'ACCESS',
      subjectName: 'Camila Soto',
      subjectEmail: 'camila@correo.cl',
      subjectRut: '12.345.678-5',
      description: 'Quiero saber qué datos tienen de mí.',
    })
  ).data
  const { items } = (await ana.get('/dsar/requests')).data
  const { id } = items.find((request: { folio: string }) => request.folio === folio)
  const answer = { responseType: 'FULFILLED', responseNotes: 'Va adjunto.', responseFileKey: keys[2] }
  assert.equal((await ana.post(`/dsar/requests/${id}/respond`, answer)).status, 200)
  const form = (await ana.post('/consent/templates', { name: 'Boletín', purposeText: 'Autorizo.' })).data
  for (const evidence of [`Audio ${keys[3]}`, { grabacion: { archivo: keys[4] } }]) {
    const manual = { subjectRef: 'a@b.cl', granted: true, channel: 'phone', evidence }
    assert.equal((await ana.post(`/consent/templates/${form.id}/manual`, manual)).status, 201)
  }
  for (const key of keys) {
    assert.equal((await ana.delete(`/files/${key}`)).status, 409)
    assert.equal((await ana.delete(`/files/${key.toUpperCase()}`)).status, 409)
  }
  const other = (await upload(ana, PDF)).data.key
  assert.deepEqual((await ana.delete(`/files/${other}`)).body, { success: true })
  assert.equal((await ana.get(`/files/${other}`)).status, 404)
  const third = (await upload(ana, PDF)).data.key
  assert.equal((await ana.delete(`/files/${third.toUpperCase()}`)).status, 200)
  assert.ok(!readdirSync(join(api.dataDir, 'files', ana.tenantId)).includes(third), 'its bytes are gone')
})

test('if several people delete one file at once, one succeeds', async () => {
  const { key } = (await upload(ana, PDF)).data
  const replies = await Promise.all([1, 2, 3].map(() => ana.delete(`/files/${key}`)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 404, 404])
})

test('types come from the bytes, names are made safe', () => {
  for (const [bytes, name, type] of [
    [
      Buffer.from('PK\u0003\u0004', 'latin1'),
      'informe.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    [Buffer.from('PK\u0003\u0004', 'latin1'), 'cosa.exe', 'application/zip'],
    [Buffer.from('a;b\n1;2'), 'datos.csv', 'text/csv'],
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'foto.png', 'image/jpeg'],
    [Buffer.from('a;b\n1;2'), 'datos.constructor', 'text/plain'],
    [Buffer.from('año;niño\r\n', 'latin1'), 'planilla.csv', 'text/csv'],
    [Buffer.from('\ufeffhola', 'utf16le'), 'nota.txt', 'text/plain'],
    [Buffer.from('D0CF11E0A1B11AE100', 'hex'), 'correo.msg', 'application/vnd.ms-outlook'],
    [Buffer.from('D0CF11E0A1B11AE100', 'hex'), 'cosa', 'application/x-ole-storage'],
    [Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1'), 'llamada.wav', 'audio/wav'],
    [Buffer.from('OggS\0', 'latin1'), 'nota.opus', 'audio/ogg'],
    [Buffer.from('\0\0\0\x18ftypheic', 'latin1'), 'foto.heic', 'image/heic'],
    [Buffer.from('\0\0\0\x18ftypisom', 'latin1'), 'video.mp4', 'video/mp4'],
    [Buffer.from([0xff, 0x01, 0x41]), 'x.txt', undefined],
    [Buffer.from('MZ\x90\0\x03', 'latin1'), 'x.txt', undefined],
  ] as const) {
    assert.equal(typeOf(bytes, name), type, name)
  }
  assert.equal(tidyName('../../etc/passwd'), 'passwd')
  assert.equal(tidyName('C:\\Users\\a\r\n.pdf'), 'a.pdf')
  assert.equal(tidyName('  '), 'archivo')
  assert.equal(tidyName('cod\u202excod.exe'), 'codxcod.exe')
  assert.equal(tidyName('😀'.repeat(300)), '😀'.repeat(200))
  assert.ok(!/[\r\n]/.test(attachment('a\r\nSet-Cookie: x')))
  assert.match(attachment('ñandú.pdf'), /filename="nandu.pdf"; filename\*=UTF-8''%C3%B1and%C3%BA.pdf/)
})

/** A bucket in a few lines. It accepts only correctly signed calls. */
async function openBucket() {
  const objects = new Map<string, Buffer>()
  const server = createServer(async (req, res) => {
    const body = Buffer.concat(await Array.fromAsync(req as AsyncIterable<Buffer>))
    const signer = new AwsV4Signer({
      method: req.method!,
      url: `http://${req.headers.host}${req.url}`,
      headers: req.headers['content-type'] ? { 'content-type': req.headers['content-type'] } : {},
      body: body.length > 0 ? new Uint8Array(body) : undefined,
      accessKeyId: 'clave',
      secretAccessKey: 'sec/reto',
      region: 'sa-east-1',
      service: 's3',
      datetime: String(req.headers['x-amz-date']),
    })
    const { headers } = await signer.sign()
    if (headers.get('authorization') !== req.headers.authorization) return res.writeHead(403).end()
    const path = req.url!
    if (req.method === 'PUT') objects.set(path, body)
    if (req.method === 'DELETE') objects.delete(path)
    const found = objects.get(path)
    if (req.method === 'GET' && !found) return res.writeHead(404).end()
    return res.writeHead(200).end(req.method === 'GET' ? found : undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return { objects, port: (server.address() as AddressInfo).port }
}

test('with a bucket configured the bytes go there, signed', async () => {
  const { objects, port } = await openBucket()
  const other = await openService({
    S3_URL: `http://clave:sec%2Freto@127.0.0.1:${port}/evidencias?region=sa-east-1`,
  })
  const eva = await other.tenant()
  const { key } = (await upload(eva, PDF)).data
  assert.deepEqual([...objects.keys()], [`/evidencias/${eva.tenantId}/${key}`])
  assert.deepEqual((await eva.get(`/files/${key}`)).raw, PDF)
  await eva.delete(`/files/${key}`)
  assert.equal(objects.size, 0)
})
