import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { probeOver } from '#test/kit/probe.ts'
import { openService } from '#test/kit/service.ts'

const lines: string[] = []
const whole = await openService()
const api = await probeOver(whole, {}, { write: (line) => void lines.push(line) })

const open = async (url: string, { app } = api) => {
  const { statusCode, headers, payload } = await app.inject({ url })
  return { status: statusCode, type: String(headers['content-type']), payload }
}

test('health shows whether the process lives and whether its database answers', async () => {
  assert.deepEqual(JSON.parse((await open('/health/live')).payload), { status: 'ok' })
  const ready = await open('/health/ready')
  assert.equal(ready.status, 200)
  assert.equal(JSON.parse(ready.payload).status, 'ok')
})

test('a stopping process tells its balancer, still answers, and keeps no connection', async () => {
  const { app } = await probeOver(whole)
  const get = (url: string) => app.inject({ url })
  assert.equal((await get('/health/ready')).statusCode, 200)
  await app.leaveBalancer(0)
  const ready = await get('/health/ready')
  assert.deepEqual([ready.statusCode, ready.headers['retry-after']], [503, '5'])
  assert.equal(ready.json().status, 'leaving')
  const live = await get('/health/live')
  assert.deepEqual([live.statusCode, live.headers.connection], [200, 'close'])
})

test('a process stays while its balancer sends requests; health checks do not count', async () => {
  const { app } = await probeOver(whole)
  let left = false
  const leaving = app.leaveBalancer(0.1).then(() => {
    left = true
  })
  for (let sent = 0; sent < 7; sent += 1) {
    await app.inject({ url: '/api/v1/public/probe/una-clave' })
    await wait(200)
  }
  assert.equal(left, false)
  const asking = setInterval(() => app.inject({ url: '/health/ready' }), 100)
  const late = wait(10_000, 'late', { ref: false })
  assert.notEqual(await Promise.race([leaving, late]), 'late')
  clearInterval(asking)
})

test('requests are counted by route, never by url', async () => {
  await open('/api/v1/public/probe/una-clave-secreta')
  await open('/api/v1/inventada/de-paso')
  const { status, type, payload } = await open('/metrics')
  assert.equal(status, 200)
  assert.match(type, /^text\/plain/)
  assert.match(
    payload,
    /http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/public\/probe\/:key",status="200"\} 1/,
  )
  assert.match(payload, /route="\(none\)",status="404"/)
  assert.ok(!/secreta|inventada/.test(payload))
})

test('metrics are for this machine, or for callers with the token', async () => {
  const read = async (app: typeof api.app, remoteAddress: string, headers = {}) =>
    (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode
  assert.deepEqual(
    [
      await read(api.app, '127.0.0.1'),
      await read(api.app, '::1'),
      await read(api.app, '203.0.113.9'),
      await read(api.app, '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }),
    ],
    [200, 200, 401, 401],
  )
  const token = 'un-token-de-metricas'
  const { app } = await probeOver(whole, { METRICS_TOKEN: token })
  assert.deepEqual(
    [
      await read(app, '203.0.113.9', { authorization: `Bearer ${token}` }),
      await read(app, '127.0.0.1', { authorization: 'Bearer otro' }),
      await read(app, '127.0.0.1'),
    ],
    [200, 401, 401],
  )
})

test('metrics cover jobs, letters, webhooks and connections', async () => {
  const ana = await whole.tenant()
  await ana.post('/settings/members', { email: 'luis@ejemplo.cl', name: 'Luis', role: 'ANALYST' })
  const waiting = (await open('/metrics', whole)).payload
  assert.match(waiting, /resguardo_jobs\{job="mail\.send",state="waiting"\} [1-9]/)
  assert.match(waiting, /resguardo_jobs_oldest_due_seconds\{job="mail\.send"\} \d/)
  for (const state of ['used', 'idle', 'waiting'])
    assert.match(waiting, new RegExp(`resguardo_database_connections\\{state="${state}"\\} \\d`))
  await whole.drain()
  const after = (await open('/metrics', whole)).payload
  assert.match(after, /resguardo_work_total\{kind="mail",result="sent"\} [1-9]/)
  assert.match(after, /resguardo_work_total\{kind="job",result="done"\} [1-9]/)
  assert.match(after, /resguardo_jobs\{job="mail\.send",state="waiting"\} [1-9]/, 'counted once in a while')
})

test('the reference is a page of its own', async () => {
  for (const url of ['/docs', '/docs/']) {
    const { status, type, payload } = await open(url)
    assert.deepEqual([status, type], [200, 'text/html; charset=utf-8'])
    assert.match(payload, /<title>Resguardo/)
    assert.match(payload, /src="\/docs\/js\/scalar\.js"/)
    assert.doesNotMatch(payload, /https?:\/\/(?!resguardo\.test)[^\s"']*\.js/)
  }
  const script = await open('/docs/js/scalar.js')
  assert.deepEqual([script.status, script.type], [200, 'application/javascript; charset=utf-8'])
})

interface Media {
  example?: unknown
  examples?: unknown
  schema?: { examples?: unknown }
}
interface Operation {
  operationId?: string
  summary?: string
  tags?: string[]
  security?: unknown[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}

test('the description is OpenAPI 3.1, without the envelope, and complete', async () => {
  const { status, type, payload } = await open('/api/v1/openapi.json', whole)
  assert.deepEqual([status, type], [200, 'application/json; charset=utf-8'])
  const document = JSON.parse(payload)
  assert.equal(document.openapi, '3.1.0')
  const names = new Set<string>()
  const shows = (media: Media | undefined) =>
    media?.example !== undefined || media?.examples !== undefined || media?.schema?.examples !== undefined
  for (const [path, methods] of Object.entries<Record<string, Operation>>(document.paths)) {
    assert.match(path, /^\/api\/v1\//)
    for (const [method, operation] of Object.entries(methods)) {
      const where = `${method} ${path}`
      assert.ok(operation.operationId, where)
      assert.ok(!names.has(operation.operationId), `${where}: ${operation.operationId} twice`)
      names.add(operation.operationId)
      assert.ok(operation.summary, where)
      assert.equal(operation.tags?.length, 1, where)
      assert.ok(operation.security, where)
      // A file is sent as a form or as bytes, without an example.
      const { 'application/json': body, ...bytes } = operation.requestBody?.content ?? {}
      if (operation.requestBody) assert.ok(Object.keys(bytes).length > 0 || shows(body), where)
      const [success] = Object.entries(operation.responses).filter(([code]) => /^2|302/.test(code))
      const json = success?.[1].content?.['application/json']
      assert.ok(success && (!json || shows(json)), `${where} shows no answer`)
      for (const code of ['400', '429', '500']) assert.ok(operation.responses[code], `${where} ${code}`)
    }
  }
  assert.ok(names.size > 20)
  assert.ok(!payload.includes('Default Response'), 'every answer says what it means')
})

test('the log records each request without personal data', async () => {
  lines.length = 0
  const email = 'rosa.diaz@ejemplo.cl'
  const account = { email, password: 'una-frase-larga', name: 'Rosa Díaz', organizationName: 'Tienda' }
  const { data } = await api.anyone.post('/auth/register', account)
  const rosa = api.with({ authorization: `Bearer ${data.access_token}` })
  await api.anyone.post('/auth/login', { email, password: 'equivocada' })
  await api.anyone.post('/auth/password/forgot', { email })
  await api.anyone.post('/auth/refresh', { refresh_token: data.refresh_token })
  await rosa.get(`/probe/things?q=${encodeURIComponent(email)}&page=x`)
  await rosa.get(`/probe/things?q=${encodeURIComponent(email)}`)
  await rosa.post('/probe/things', { name: 'Rosa Díaz', email }, { headers: { 'idempotency-key': 'rosa-1' } })
  await rosa.post('/probe/unaudited')
  await api.anyone.get(`/public/probe/${email}`)
  await api.anyone.get(`/nada/${email}`)
  await api.anyone.get('/probe/crash')
  await api.app.inject({ url: `/restablecer?token=${data.refresh_token}`, remoteAddress: '203.0.113.7' })
  await api.app.inject({ url: `/invitacion/%zz?token=${data.refresh_token}` })

  const log = lines.join('')
  for (const secret of [
    email,
    'rosa',
    'Rosa',
    'una-frase-larga',
    'equivocada',
    data.access_token,
    data.refresh_token,
    '203.0.113.7',
    '127.0.0.1',
    '?',
  ])
    assert.ok(!log.includes(secret), `${secret} in ${lines.find((line) => line.includes(secret))}`)
  const entries = lines.map((line) => JSON.parse(line))
  const answered = entries.filter(({ msg }) => msg === 'answered')
  assert.equal(answered.length, 13, 'one line per request')
  assert.ok(
    answered.every(({ reqId, method, route, status, ms }) => reqId && method && route && status && ms >= 0),
  )
  assert.ok(answered.some(({ code, status }) => code === 'VALIDATION_ERROR' && status === 400))
  assert.ok(!entries.some(({ msg }) => msg === 'refused'), 'a refusal is one line too')
  const broken = entries.filter(({ msg }) => msg === 'unexpected error')
  assert.deepEqual(
    broken.map(({ err }) => err.message),
    ['POST /api/v1/probe/unaudited left no audit row', 'something broke'],
  )
})

test('health checks and metrics do not fill the log', async () => {
  lines.length = 0
  for (const url of ['/health/live', '/health/ready', '/metrics']) await open(url)
  assert.deepEqual(lines, [])
})

test('nobody holds a connection for ever: not by silence, by trickling, or by not reading the answer', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = whole.app.server
  assert.deepEqual(
    [headersTimeout, requestTimeout, keepAliveTimeout, timeout],
    [15_000, 30_000, 72_000, 75_000],
  )
})
