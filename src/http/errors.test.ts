import assert from 'node:assert/strict'
import net from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { holdSlow, openProbe, probeOver } from '#test/kit/probe.ts'

const api = await openProbe()
await api.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = api.app.server.address() as net.AddressInfo

/** The reply to these bytes, until the connection is closed. */
async function say(...parts: (string | Buffer)[]) {
  const socket = net.connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  for (const part of parts) socket.write(part)
  const reply = await text(socket)
  const [head = '', ...rest] = reply.split('\r\n\r\n')
  const [status = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ', 2)))
  return { status: Number(status.split(' ')[1]), headers, payload: rest.join('\r\n\r\n') }
}

const END = 'Connection: close\r\n\r\n'

test('unknown routes are not found, whatever the method, body and type', async () => {
  for (const [method, path, headers, payload] of [
    ['GET', '/api/v1/nada', {}, undefined],
    ['GET', '/', {}, undefined],
    ['GET', '/api/v1/org/workspaces/', {}, undefined],
    ['GET', '/API/V1/org/entities', {}, undefined],
    ['POST', '/api/v1/nada', { 'content-type': 'text/plain' }, 'x'],
    ['POST', '/api/v1/nada', { 'content-type': 'application/json' }, '{'],
    ['PUT', '/api/v1/auth/login', { 'content-type': 'application/json' }, '{}'],
    ['DELETE', '/api/v1/auth/me', {}, undefined],
    ['PATCH', '/api/v1/nada', { 'content-type': 'application/json' }, 'x'.repeat(2 ** 20 + 1)],
    ['POST', '/api/v1/dpia/assessments/x/submit-review', {}, undefined],
  ] as const) {
    const reply = await api.app.inject({ method, url: path, headers, ...(payload && { payload }) })
    assert.equal(reply.statusCode, 404, `${method} ${path}`)
    assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
    assert.deepEqual(reply.json(), {
      success: false,
      error: { code: 'RESOURCE_NOT_FOUND', message: `La ruta ${method} ${path} no existe.` },
    })
    assert.ok(reply.headers['x-request-id'])
  }
})

test('an undecodable url is not found, like any other', async () => {
  for (const path of ['/api/v1/org/entities/%E0%A4%A', '/%', '/%zz', '/api/v1/public/probe/%C3%28']) {
    const reply = await api.app.inject({ method: 'GET', url: path })
    assert.deepEqual([reply.statusCode, reply.json().error.code], [404, 'RESOURCE_NOT_FOUND'], path)
    assert.ok(reply.headers['x-request-id'] && reply.headers['x-ratelimit-limit'])
  }
})

test('every reply has a request id and security headers', async () => {
  const paths = [
    '/api/v1/auth/me',
    '/api/v1/nada',
    '/api/v1/probe/crash',
    '/health/live',
    '/docs',
    '/%',
    '/invitacion',
  ]
  const ids = new Set<unknown>()
  for (const url of paths) {
    const { headers } = await api.app.inject({ method: 'GET', url })
    ids.add(headers['x-request-id'])
    assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/, url)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.match(String(headers['strict-transport-security']), /max-age=\d{7,}/)
    assert.match(
      String(headers['content-security-policy']),
      /default-src '(none|self)'.*frame-ancestors 'none'/,
    )
    assert.equal(headers['x-powered-by'], undefined)
    assert.equal(headers['cache-control'], 'no-store')
  }
  assert.equal(ids.size, paths.length)
})

test('a request id from the caller is ignored', async () => {
  const reply = await api.app.inject({
    url: '/health/live',
    headers: { 'x-request-id': 'elegida', 'request-id': 'x' },
  })
  assert.notEqual(reply.headers['x-request-id'], 'elegida')
})

// ── bytes on the wire ──

test('non-HTTP bytes are answered in the envelope', async () => {
  for (const bytes of [
    'hola\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    Buffer.from([0, 1, 2, 3, 13, 10, 13, 10]),
    Buffer.from('160301020001000001fc0303', 'hex'),
    'INVENTADO / HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nmal encabezado\r\n\r\n',
    'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n',
  ]) {
    const { status, headers, payload } = await say(bytes)
    assert.equal(status, 400, String(bytes))
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.ok(headers['x-request-id'])
    const { success, error } = JSON.parse(payload)
    assert.deepEqual([success, error.code], [false, 'VALIDATION_ERROR'])
    assert.equal(typeof error.message, 'string')
  }
})

test('headers that are too large are answered in the envelope', async () => {
  const { status, payload } = await say(
    `GET / HTTP/1.1\r\nHost: x\r\nX-Grande: ${'x'.repeat(20_000)}\r\n\r\n`,
  )
  assert.equal(status, 431)
  assert.match(JSON.parse(payload).error.message, /encabezados/)
})

test('a missing or impossible Host is refused in the envelope; HTTP/1.0 has none', async () => {
  for (const host of ['', 'Host: a b\r\n', 'Host: [\r\n', 'Host:\r\n']) {
    const { status, payload } = await say(`GET /docs HTTP/1.1\r\n${host}${END}`)
    assert.deepEqual([status, JSON.parse(payload).error.code], [400, 'VALIDATION_ERROR'], host)
  }
  assert.equal((await say('GET /health/live HTTP/1.0\r\n\r\n')).status, 200)
})

test('a url of the greatest length is not found, and does no harm', async () => {
  const { status, payload } = await say(`GET /api/v1/org/${'x'.repeat(15_000)} HTTP/1.1\r\nHost: x\r\n${END}`)
  assert.deepEqual([status, JSON.parse(payload).error.code], [404, 'RESOURCE_NOT_FOUND'])
})

test('a body shorter than announced is cut off and harms nobody', async () => {
  const socket = net.connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  const head =
    'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{'
  socket.write(head)
  await new Promise((resolve) => setTimeout(resolve, 50))
  socket.destroy()
  assert.equal((await say(`GET /health/live HTTP/1.1\r\nHost: x\r\n${END}`)).status, 200)
})

test('a client that never finishes its headers is disconnected', async () => {
  const { headersTimeout, requestTimeout } = api.app.server
  assert.ok(headersTimeout > 0 && headersTimeout <= 30_000)
  assert.ok(requestTimeout > 0 && requestTimeout <= 60_000)
  api.app.server.headersTimeout = 200
  const { status, payload } = await say('GET /health/live HTTP/1.1\r\nHost: x\r\nX-Lento: ')
  api.app.server.headersTimeout = headersTimeout
  assert.equal(status, 408)
  assert.match(JSON.parse(payload).error.message, /tardó demasiado/)
})

test('a stopping process finishes its requests', async () => {
  const ana = await api.tenant()
  const leaving = await probeOver(api)
  await leaving.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = leaving.app.server.address() as net.AddressInfo
  const { arrived, release } = holdSlow()
  const socket = net.connect(port, '127.0.0.1')
  const body = '{"name":"Algo"}'
  const auth = `Host: x\r\nAuthorization: ${ana.headers['authorization']}\r\n`
  socket.write(
    `POST /api/v1/probe/slow HTTP/1.1\r\n${auth}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  await arrived
  const closed = leaving.app.close()
  setTimeout(release, 100)
  assert.match(await text(socket), /^HTTP\/1\.1 201 Created\r\n[\s\S]*"success":true/)
  await closed
})
