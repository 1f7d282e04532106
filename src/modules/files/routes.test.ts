import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { AwsV4Signer } from 'aws4fetch'
import { openService, type Person } from '#test/kit/service.ts'
import { attachment, LARGEST_BYTES, tidyName, typeOf } from './rules.ts'

const api = await openService()
const ana = await api.tenant()
const PDF = Buffer.from('%PDF-1.7\nevidencia')

function upload(person: Person, bytes: Buffer, name = 'aviso.pdf', field = 'file') {
  const frame = 'marco-de-prueba'
  const head = `--${frame}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: text/html\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${frame}--\r\n`)])
  return person.post('/files', undefined, {
    payload,
    headers: { 'content-type': `multipart/form-data; boundary=${frame}` },
  })
}

test('what is uploaded comes back byte by byte, as an attachment of the type its bytes have', async () => {
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
  assert.match(String(got.headers['content-disposition']), /^attachment; filename="Aviso/)
  assert.equal(got.headers['x-content-type-options'], 'nosniff')
})

test('markup is served as text, and what is no known format is refused', async () => {
  const html = await upload(ana, Buffer.from('<script>alert(1)</script>'), 'pagina.html')
  assert.equal(html.data.contentType, 'text/plain')
  const refused = await upload(ana, Buffer.from([0, 1, 2, 3, 4]), 'programa.pdf')
  assert.deepEqual([refused.status, refused.body.error.details[0].path], [422, 'file'])
  assert.equal((await upload(ana, Buffer.alloc(0))).status, 422)
  assert.equal((await ana.post('/files', { file: 'x' })).status, 400)
})

test('twenty mebibytes fit, and one byte more does not', async () => {
  const bytes = Buffer.alloc(LARGEST_BYTES, 'a')
  assert.equal((await upload(ana, bytes, 'grande.txt')).status, 201)
  const refused = await upload(ana, Buffer.concat([bytes, Buffer.from('a')]), 'mas.txt')
  assert.deepEqual([refused.status, refused.body.error.code], [413, 'PAYLOAD_TOO_LARGE'])
})

test('a file is its tenant’s alone', async () => {
  const { key } = (await upload(ana, PDF)).data
  const stranger = await api.tenant()
  assert.equal((await stranger.get(`/files/${key}`)).status, 404)
  assert.equal((await stranger.delete(`/files/${key}`)).status, 404)
  const viewer = await ana.colleague('VIEWER')
  assert.equal((await viewer.get(`/files/${key}`)).status, 200)
  assert.equal((await upload(viewer, PDF)).status, 403)
  assert.equal((await viewer.delete(`/files/${key}`)).status, 403)
})

test('a file that backs a breach stays; any other can go', async () => {
  const { key } = (await upload(ana, PDF)).data
  const { id } = (
    await ana.post('/breaches', {
      title: 'Fuga',
      detectedAt: '2026-03-10T09:00:00Z',
      detectionSource: 'manual',
    })
  ).data
  await ana.post(`/breaches/${id}/notify-apdp`, {
    notifiedAt: '2026-03-10T10:00:00Z',
    notificationFileKey: key,
  })
  assert.equal((await ana.delete(`/files/${key}`)).status, 409)
  const other = (await upload(ana, PDF)).data.key
  assert.deepEqual((await ana.delete(`/files/${other}`)).body, { success: true })
  assert.equal((await ana.get(`/files/${other}`)).status, 404)
})

test('types are told by bytes, names are made safe', () => {
  for (const [bytes, name, type] of [
    [
      Buffer.from('PK\u0003\u0004', 'latin1'),
      'informe.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    [Buffer.from('PK\u0003\u0004', 'latin1'), 'cosa.exe', 'application/zip'],
    [Buffer.from('a;b\n1;2'), 'datos.csv', 'text/csv'],
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'foto.png', 'image/jpeg'],
    [Buffer.from([0xff, 0xfe, 0x41]), 'x.txt', undefined],
  ] as const) {
    assert.equal(typeOf(bytes, name), type, name)
  }
  assert.equal(tidyName('../../etc/passwd'), 'passwd')
  assert.equal(tidyName('C:\\Users\\a\r\n.pdf'), 'a.pdf')
  assert.equal(tidyName('  '), 'archivo')
  assert.ok(!/[\r\n]/.test(attachment('a\r\nSet-Cookie: x')))
  assert.match(attachment('ñandú.pdf'), /filename="nandu.pdf"; filename\*=UTF-8''%C3%B1and%C3%BA.pdf/)
})

/** A bucket in a few lines, which believes only calls that are signed rightly. */
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
