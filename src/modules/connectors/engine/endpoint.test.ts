import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { ConnectorFault } from './bounds.ts'
import { answerIn, callEndpoint, type EndpointCall, type EndpointResult } from './endpoint.ts'
import { admitting, createReach } from './reach.ts'

/** A company's system that answers as the test says and remembers its requests. */
let answer: (res: ServerResponse) => void = (res) => res.end()
const asked: { headers: IncomingHttpHeaders; body: string }[] = []
const server = createServer(async (req, res) => {
  let body = ''
  for await (const piece of req) body += piece
  asked.push({ headers: req.headers, body })
  answer(res)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())

const REACH = createReach(['127.0.0.1'])
const SECRET = 'un secreto de la empresa'
const CALL: EndpointCall = {
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/resguardo`,
  secret: SECRET,
  id: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f',
  type: 'dsar.task',
  right: 'ACCESS',
  person: { name: 'Eva Díaz', email: 'eva@correo.cl', rut: null, folio: 'ARCO-2026-00042' },
  callbackUrl: 'https://resguardo.test/api/v1/public/connectors/callback/abc',
  bounds: { ms: 5000, rows: 3, bytes: 1000 },
  now: new Date('2026-11-18T15:00:00.900Z'),
}

function call(
  status: number,
  body: string | Buffer = '',
  headers: Record<string, string> = {},
  change: Partial<EndpointCall> = {},
) {
  answer = (res) => res.writeHead(status, { connection: 'close', ...headers }).end(body)
  return callEndpoint(REACH, { ...CALL, ...change })
}
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const json = (value: unknown, change?: Partial<EndpointCall>) =>
  call(200, JSON.stringify(value), JSON_TYPE, change)

async function faultOf(result: Promise<EndpointResult>): Promise<ConnectorFault> {
  const error = await result.then(
    () => undefined,
    (reason) => reason,
  )
  assert.ok(error instanceof ConnectorFault, String(error))
  return error
}

// ── questions ──

test('a call says who asks for what and where to answer later, and nothing else', async () => {
  await json({ outcome: 'nothing_found' })
  assert.deepEqual(JSON.parse(asked.at(-1)!.body), {
    id: CALL.id,
    type: 'dsar.task',
    right: 'ACCESS',
    folio: 'ARCO-2026-00042',
    person: { name: 'Eva Díaz', email: 'eva@correo.cl', rut: null },
    callbackUrl: CALL.callbackUrl,
  })
})

test('a call is signed over its exact bytes, in both forms, and includes its time', async () => {
  await json({ outcome: 'nothing_found' })
  const { headers, body } = asked.at(-1)!
  const signed = (text: string, as: 'hex' | 'base64') => createHmac('sha256', SECRET).update(text).digest(as)
  assert.equal(headers['x-resguardo-signature'], `sha256=${signed(body, 'hex')}`)
  assert.equal(headers['webhook-timestamp'], '1795014000')
  assert.equal(headers['webhook-signature'], `v1,${signed(`${CALL.id}.1795014000.${body}`, 'base64')}`)
  assert.deepEqual([headers['webhook-id'], headers['x-resguardo-delivery']], [CALL.id, CALL.id])
  assert.doesNotMatch(JSON.stringify(headers), new RegExp(SECRET))
})

// ── what it answers ──

test('an answer may come at once or later', async () => {
  assert.deepEqual(await json({ outcome: 'found', rows: [{ pedido: 1 }] }), {
    kind: 'answer',
    answer: { outcome: 'found', notes: null, article: null, rows: [{ pedido: 1 }] },
    bytes: Buffer.byteLength('{"outcome":"found","rows":[{"pedido":1}]}'),
  })
  assert.deepEqual(await call(202), { kind: 'later' })
  assert.deepEqual(await call(202, '{"outcome":"found"}', JSON_TYPE), { kind: 'later' })
})

const NAMES: [disposition: string | undefined, name: string][] = [
  [undefined, 'respuesta'],
  ['attachment', 'respuesta'],
  ['attachment; filename="datos.zip"', 'datos.zip'],
  ['attachment; filename=datos.zip', 'datos.zip'],
  ['attachment; filename="plano.zip"; filename*=UTF-8\'\'%C3%B1and%C3%BA.zip', 'ñandú.zip'],
  ['attachment; filename*=UTF-8\'\'%E0%A4%A; filename="plano.zip"', 'plano.zip'],
]
for (const [disposition, name] of NAMES)
  test(`a file offered as ${disposition ?? 'nothing'} is called «${name}»`, async () => {
    const headers = {
      'content-type': 'application/zip',
      ...(disposition && { 'content-disposition': disposition }),
    }
    assert.deepEqual(await call(200, 'PK', headers), { kind: 'file', name, body: Buffer.from('PK') })
  })

test('content without a type is a file, and no content is nothing found', async () => {
  assert.equal((await call(200, 'hola')).kind, 'file')
  assert.match((await faultOf(call(200))).message, /respondió sin contenido/)
})

const STATUSES: [status: number, again: boolean, message: RegExp][] = [
  [201, false, /respondió 201\./],
  [204, false, /respondió 204\./],
  [301, false, /301: una redirección, que no se sigue/],
  [307, false, /redirección/],
  [400, false, /respondió 400\./],
  [401, false, /respondió 401\./],
  [404, false, /respondió 404\./],
  [408, true, /respondió 408\./],
  [429, true, /respondió 429\./],
  [500, true, /respondió 500\./],
  [503, true, /respondió 503\./],
]
for (const [status, again, message] of STATUSES)
  test(`an answer of ${status} is ${again ? 'tried again' : 'the end'}`, async () => {
    const fault = await faultOf(call(status, '', { location: 'http://127.0.0.1:1/' }))
    assert.match(fault.message, message)
    assert.equal(fault.again, again)
  })

test('invalid JSON, and JSON that is no answer, have a message of their own', async () => {
  assert.match((await faultOf(call(200, '{', JSON_TYPE))).message, /dice ser JSON y no se puede leer/)
  assert.match((await faultOf(json([]))).message, /no es un objeto JSON/)
  assert.match((await faultOf(json({ outcome: 'kept' }))).message, /la norma que lo permite/)
})

test('an answer at the bound of rows and bytes is accepted, and one more is not', async () => {
  const rows = (count: number) => ({ outcome: 'found', rows: Array(count).fill(1) })
  assert.equal((await json(rows(3))).kind, 'answer')
  assert.match((await faultOf(json(rows(4)))).message, /más de 3 filas/)
  const text = { 'content-type': 'text/plain' }
  assert.equal((await call(200, 'x'.repeat(1000), text)).kind, 'file')
  const fault = await faultOf(call(200, 'x'.repeat(1001), text))
  assert.match(fault.message, /más grande, y no se guardó/)
  assert.equal(fault.again, false, 'it would be as large the next time')
})

test('a fault reveals nothing about the person', async () => {
  const body = JSON.stringify({ outcome: 'x', rows: [{ email: 'eva@correo.cl' }] })
  for (const result of [call(200, body, JSON_TYPE), call(500, body), call(200, `${body}{`, JSON_TYPE)])
    assert.doesNotMatch(JSON.stringify({ ...(await faultOf(result)) }), /eva@correo/)
})

test('an answer by callback is read by the same rule', () => {
  const bounds = { ms: 1, rows: 1, bytes: 1 }
  assert.equal(answerIn(Buffer.from('{"outcome":"nothing_found"}'), bounds).outcome, 'nothing_found')
  assert.throws(() => answerIn(Buffer.from('{"outcome":"found","rows":[1,2]}'), bounds), ConnectorFault)
})

// ── where a connector may go ──

test('an address of the machine itself is refused unless the operator named its network', async () => {
  const before = asked.length
  const fault = await faultOf(callEndpoint(createReach([]), CALL))
  assert.equal(fault.again, false)
  assert.equal(before, asked.length, 'and nothing was asked there')
})

const ADMITTED: [networks: string[], address: string, plain: boolean, isAdmitted: boolean][] = [
  [[], '8.8.8.8', false, true],
  [[], '8.8.8.8', true, false],
  [[], '10.0.0.7', false, false],
  [[], '127.0.0.1', false, false],
  [[], '169.254.169.254', false, false],
  [[], '192.168.1.1', false, false],
  [[], '::1', false, false],
  [[], 'fd00::1', false, false],
  [[], '2001:4860:4860::8888', false, true],
  [['10.0.0.0/8'], '10.255.0.1', true, true],
  [['10.0.0.0/8'], '10.255.0.1', false, true],
  [['10.0.0.0/8'], '11.0.0.1', true, false],
  [['10.0.0.0/8'], '192.168.1.1', false, false],
  [['10.0.0.7'], '10.0.0.7', false, true],
  [['10.0.0.7'], '10.0.0.8', false, false],
  [['fd00::/8'], 'fd12::1', true, true],
  [['fd00::1'], 'fd00::2', false, false],
  [['fe80::/10'], 'fe80::1%eth0', false, true],
]
for (const [networks, address, plain, isAdmitted] of ADMITTED)
  test(`with ${networks.join() || 'no network'} named, ${address} is ${isAdmitted ? 'reached' : 'refused'} ${plain ? 'in the clear' : 'encrypted'}`, () =>
    assert.equal(admitting(networks)(address, plain), isAdmitted))
