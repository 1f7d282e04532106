import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { after, test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { PLANS, type Plan } from '#kernel/plans.ts'
import { digest } from '#kernel/secrets.ts'
import { openProbe, probeOver } from '#test/kit/probe.ts'
import { type Caller, openService, type Person, type Reply, type TestService } from '#test/kit/service.ts'

const api = await openProbe({ PUBLIC_RATE_LIMIT: '9' })

const setPlan = (person: Person, plan: Plan) =>
  api.access.asSystem('a test changes a plan', (db) =>
    db.updateTable('tenants').set({ plan }).where('id', '=', person.tenantId).execute(),
  )
const spend = async (caller: Caller, times: number) => {
  let last: Reply | undefined
  for (let count = 0; count < times; count += 1) last = await caller.get('/probe/things')
  return last!
}
/** Calls from a fresh address. */
let addresses = 0
function from(address = `10.1.0.${++addresses}`, service: TestService = api) {
  return async (method: 'GET' | 'POST', url: string, body?: object) => {
    const reply = await service.app.inject({
      method,
      url,
      remoteAddress: address,
      ...(body && { payload: body }),
    })
    return { status: reply.statusCode, headers: reply.headers, body: JSON.parse(reply.payload) }
  }
}
const budget = ({ headers }: { headers: Record<string, unknown> }) => [
  Number(headers['x-ratelimit-limit']),
  Number(headers['x-ratelimit-remaining']),
]
/** New tenants register without using up the public budget. */
const tenant = async (plan: Plan) => {
  const person = await registrar.tenant({ plan })
  return Object.assign(person, { service: api }) as Person
}
const registrar = await probeOver(api)

test('a tenant has the requests of its plan every minute', async () => {
  const ana = await tenant('STARTER')
  const first = await ana.get('/probe/things')
  assert.deepEqual(budget(first), [100, 99])
  const seconds = Number(first.headers['x-ratelimit-reset'])
  assert.ok(seconds > 0 && seconds <= 60)
  const last = await spend(ana, 99)
  assert.deepEqual([last.status, ...budget(last)], [200, 100, 0])

  const refused = await ana.get('/probe/things')
  assert.deepEqual(
    [refused.status, refused.body.error.code, ...budget(refused)],
    [429, 'RATE_LIMIT_EXCEEDED', 100, 0],
  )
  const wait = Number(refused.headers['retry-after'])
  assert.ok(wait > 0 && wait <= 60)
  assert.match(refused.body.error.message, /límite de 100 solicitudes por minuto/)
  for (const path of ['/probe/things/x', '/auth/me', '/org/workspaces'])
    assert.equal((await ana.get(path)).status, 429, path)
  const colleague = await ana.colleague('VIEWER')
  assert.equal((await colleague.get('/probe/things')).status, 429, 'colleagues share the budget')
  assert.equal((await (await tenant('STARTER')).get('/probe/things')).status, 200, 'other tenants do not')
})

test('the limit of each plan matches the contract', async () => {
  for (const [plan, limit] of [
    ['STARTER', 100],
    ['PROFESSIONAL', 500],
    ['BUSINESS', 1000],
    ['ENTERPRISE', 2000],
  ] as const) {
    assert.equal(PLANS[plan].requestsPerMinute, limit)
    assert.deepEqual(budget(await (await tenant(plan)).get('/probe/things')), [limit, limit - 1])
  }
})

test('every refusal carries the budget', async () => {
  const ana = await tenant('STARTER')
  const replies = [
    await ana.post('/probe/things', {}),
    await ana.get('/probe/things/x'),
    await (await ana.colleague('VIEWER')).post('/probe/things', { name: 'Algo' }),
    await ana.post('/probe/things', { name: 'Algo' }),
  ]
  assert.deepEqual(
    replies.map((reply) => [reply.status, ...budget(reply)]),
    [
      [400, 100, 99],
      [404, 100, 98],
      [403, 100, 97],
      [201, 100, 96],
    ],
  )
  const call = from()
  for (const [url, status, left] of [
    ['/api/v1/probe/things', 401, 8],
    ['/api/v1/nada', 404, 7],
    ['/nada', 404, 6],
    ['/api/v1/org/entities/%E0%A4%A', 404, 5],
    ['/api/v1/probe/crash', 500, 4],
  ] as const) {
    const reply = await call('GET', url)
    assert.deepEqual([reply.status, ...budget(reply)], [status, 9, left], url)
  }
})

test('a raised or lowered plan counts from the next request on', async () => {
  const ana = await tenant('STARTER')
  await spend(ana, 100)
  assert.equal((await ana.get('/probe/things')).status, 429)
  await setPlan(ana, 'PROFESSIONAL')
  const raised = await ana.get('/probe/things')
  assert.deepEqual([raised.status, ...budget(raised)], [200, 500, 398])
  await setPlan(ana, 'STARTER')
  assert.deepEqual(budget(await ana.get('/probe/things')), [100, 0])
  assert.equal((await ana.get('/probe/things')).status, 429)
})

async function makeKey(person: Person): Promise<string> {
  const [key, now] = [`rsg_${newId()}`, new Date()]
  await api.access.asSystem('a test makes a key', (db) =>
    db
      .insertInto('api_keys')
      .values({
        tenant_id: person.tenantId,
        id: newId(),
        name: 'Integración',
        prefix: key.slice(0, 8),
        key_hash: digest(key),
        scopes: ['probe:read'],
        is_active: true,
        created_at: now,
        updated_at: now,
      })
      .execute(),
  )
  return key
}

test('an API key spends the budget of its tenant', async () => {
  const ana = await tenant('STARTER')
  const caller = api.with({ 'x-api-key': await makeKey(ana) })
  assert.deepEqual(budget(await ana.get('/probe/things')), [100, 99])
  assert.deepEqual(budget(await caller.get('/external/probe')), [100, 98])
  await setPlan(ana, 'BUSINESS')
  assert.deepEqual(budget(await caller.get('/external/probe')), [1000, 997])
  const wrong = await api.with({ 'x-api-key': 'x' }).get('/external/probe')
  assert.deepEqual([wrong.status, budget(wrong)[0]], [401, 9])
})

test('invented keys are counted by address before their lookup, and valid keys are not refused', async (t) => {
  const key = await makeKey(await tenant('STARTER'))
  const opened = t.mock.method(api.access, 'lookUp').mock
  const lookups = () => opened.calls.filter(({ arguments: [reason] }) => reason.includes('API key')).length
  const call = (sent: string, remoteAddress = '10.5.5.5') => {
    const headers = { 'x-api-key': sent }
    return api.app.inject({ method: 'GET', url: '/api/v1/external/probe', remoteAddress, headers })
  }
  assert.deepEqual([(await call(key)).statusCode, lookups()], [200, 1])
  const answers = new Map<number, number>()
  for (let index = 0; index < 30; index += 1) {
    const { statusCode } = await call(`rsg_${index}`)
    answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1)
  }
  assert.deepEqual([answers.get(401), answers.get(429), lookups()], [8, 22, 9])
  assert.equal((await call(key)).statusCode, 200, 'it has worked before')
  assert.equal((await call('rsg_otra', '10.5.5.6')).statusCode, 401, 'another address')
  assert.equal((await from('10.5.5.5')('GET', '/api/v1/public/probe/x')).status, 200, 'counted apart')
})

test('the public is counted by address, sign-in with a third of that budget', async () => {
  const call = from()
  for (let left = 8; left >= 0; left -= 1)
    assert.deepEqual(budget(await call('GET', '/api/v1/public/probe/x')), [9, left])
  const refused = await call('GET', '/api/v1/public/probe/x')
  assert.deepEqual([refused.status, refused.body.error.code], [429, 'RATE_LIMIT_EXCEEDED'])
  assert.ok(Number(refused.headers['retry-after']) > 0)
  assert.equal((await from()('GET', '/api/v1/public/probe/x')).status, 200)

  const body = { email: 'nadie@ejemplo.cl', password: 'una-frase-larga' }
  for (const [url, payload, status, left] of [
    ['/api/v1/auth/login', body, 401, 2],
    ['/api/v1/auth/refresh', { refresh_token: 'x' }, 401, 1],
    ['/api/v1/auth/login', {}, 400, 0],
    ['/api/v1/auth/login', body, 429, 0],
    ['/api/v1/auth/refresh', {}, 429, 0],
  ] as const) {
    const reply = await call('POST', url, payload)
    assert.deepEqual([reply.status, ...budget(reply)], [status, 3, left], url)
  }
})

test('a whole IPv6 /64 counts as one address, and a mapped IPv4 as itself', async () => {
  await from('2001:db8:1:2::1')('GET', '/api/v1/public/probe/x')
  assert.deepEqual(budget(await from('2001:db8:1:2:ffff::9')('GET', '/api/v1/public/probe/x')), [9, 7])
  assert.deepEqual(budget(await from('2001:db8:1:3::1')('GET', '/api/v1/public/probe/x')), [9, 8])
  await from('10.9.9.9')('GET', '/api/v1/public/probe/x')
  assert.deepEqual(budget(await from('::ffff:10.9.9.9')('GET', '/api/v1/public/probe/x')), [9, 7])
})

test('an address in a header of the caller is ignored', async () => {
  const call = (forwarded: string) =>
    api.app.inject({
      method: 'GET',
      url: '/api/v1/public/probe/x',
      remoteAddress: '10.8.8.8',
      headers: { 'x-forwarded-for': forwarded },
    })
  assert.deepEqual(budget(await call('1.1.1.1')), [9, 8])
  assert.deepEqual(budget(await call('2.2.2.2')), [9, 7])

  const behind = await probeOver(api, { PUBLIC_RATE_LIMIT: '9', TRUST_PROXY: '1' })
  const through = (forwarded: string) =>
    behind.app.inject({
      method: 'GET',
      url: '/api/v1/public/probe/x',
      remoteAddress: '10.8.8.8',
      headers: { 'x-forwarded-for': forwarded },
    })
  assert.deepEqual(budget(await through('9.9.9.9, 1.1.1.1')), [9, 8])
  assert.deepEqual(budget(await through('8.8.8.8, 1.1.1.1')), [9, 7])
  assert.deepEqual(budget(await through('1.1.1.1, 2.2.2.2')), [9, 8])
})

test('people without an organisation have separate budgets', async () => {
  const lonely = async (address: string) => {
    const person = await tenant('STARTER')
    const token = api.tokens.sign(
      { userId: person.userId, tenantId: null, role: null, sessionId: newId() },
      new Date(),
    )
    const headers = { authorization: `Bearer ${token}` }
    return api.app.inject({ method: 'GET', url: '/api/v1/auth/me', remoteAddress: address, headers })
  }
  assert.deepEqual(budget(await lonely('10.7.7.1')), [9, 8])
  assert.deepEqual(budget(await lonely('10.7.7.2')), [9, 8])
})

test('the budget is restored after a minute', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  const call = from()
  for (let count = 0; count < 10; count += 1) await call('GET', '/api/v1/public/probe/x')
  t.mock.timers.tick(59_000)
  const last = await call('GET', '/api/v1/public/probe/x')
  assert.deepEqual([last.status, last.headers['retry-after']], [429, '1'])
  t.mock.timers.tick(1000)
  assert.deepEqual(budget(await call('GET', '/api/v1/public/probe/x')), [9, 8])
})

test('health checks, metrics and preflights are not counted', async () => {
  const preflight = { origin: 'https://www.ejemplo.cl', 'access-control-request-method': 'POST' }
  const url = '/api/v1/public/probe/x'
  for (let count = 0; count < 12; count += 1)
    assert.equal((await api.app.inject({ method: 'OPTIONS', url, headers: preflight })).statusCode, 204)
  for (const url of ['/health/live', '/health/ready', '/metrics']) {
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => api.app.inject({ method: 'GET', url })),
    )
    assert.ok(replies.every(({ statusCode, headers }) => statusCode === 200 && !headers['x-ratelimit-limit']))
  }
})

// ── shared over Redis ──

const redisUrl = process.env['TEST_REDIS_URL']
if (redisUrl) {
  /** A connection to Redis that can be cut or silenced. */
  async function openLine(target: URL) {
    const sockets = new Set<net.Socket>()
    let silent = false
    const server = net.createServer((near) => {
      const far = net.connect(Number(target.port), target.hostname)
      for (const socket of [near, far]) {
        sockets.add(socket)
        socket.on('error', () => socket.destroy())
        socket.on('close', () => sockets.delete(socket))
      }
      near.on('data', (bytes) => silent || far.write(bytes))
      far.on('data', (bytes) => silent || near.write(bytes))
      near.on('close', () => far.destroy())
      far.on('close', () => near.destroy())
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as net.AddressInfo
    const cut = () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    }
    after(cut)
    return {
      url: `redis://127.0.0.1:${port}`,
      cut,
      fallSilent: () => {
        silent = true
      },
    }
  }

  const overRedis = (url: string) => probeOver(api, { PUBLIC_RATE_LIMIT: '9', REDIS_URL: url })
  const on = (service: TestService, person: Person) => service.with(person.headers)

  test('two processes over one Redis share one count', async () => {
    const [one, two] = [await overRedis(redisUrl), await overRedis(redisUrl)]
    const ana = await tenant('STARTER')
    assert.deepEqual(budget(await on(one, ana).get('/probe/things')), [100, 99])
    assert.deepEqual(budget(await on(two, ana).get('/probe/things')), [100, 98])
    await Promise.all([spend(on(one, ana), 49), spend(on(two, ana), 49)])
    for (const service of [one, two]) {
      const refused = await on(service, ana).get('/probe/things')
      assert.deepEqual([refused.status, ...budget(refused)], [429, 100, 0])
      assert.ok(Number(refused.headers['retry-after']) > 0)
    }
    await setPlan(ana, 'BUSINESS')
    assert.deepEqual(budget(await on(one, ana).get('/probe/things')), [1000, 897])

    const address = `10.6.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`
    assert.deepEqual(budget(await from(address, one)('GET', '/api/v1/public/probe/x')), [9, 8])
    assert.deepEqual(budget(await from(address, two)('GET', '/api/v1/public/probe/x')), [9, 7])
  })

  for (const fault of ['cut', 'fallSilent'] as const) {
    test(`when Redis is gone (${fault}) requests are answered and counted by this process`, async () => {
      const line = await openLine(new URL(redisUrl))
      const service = await overRedis(line.url)
      const ana = await tenant('STARTER')
      assert.deepEqual(budget(await on(service, ana).get('/probe/things')), [100, 99])
      line[fault]()
      const started = performance.now()
      const next = await on(service, ana).get('/probe/things')
      assert.deepEqual([next.status, ...budget(next)], [200, 100, 99])
      assert.ok(performance.now() - started < 10_000)
      assert.deepEqual(budget(await on(service, ana).get('/probe/things')), [100, 98])
    })
  }

  test('a service starts without its Redis', async () => {
    const service = await overRedis('redis://127.0.0.1:1')
    const ana = await tenant('STARTER')
    assert.deepEqual(budget(await on(service, ana).get('/probe/things')), [100, 99])
  })
}

test('calls of every page of a site have a wide budget of their own', async () => {
  const site = await openService({ PUBLIC_RATE_LIMIT: '9' })
  const call = from('10.7.0.1', site)
  const notice = await call('GET', '/api/v1/public/consent/nadie/config')
  assert.deepEqual([notice.status, ...budget(notice)], [404, 1200, 1199])
  const sent = await call('POST', '/api/v1/public/consent/nadie/record', {
    subjectRef: 'x',
    action: 'accept_all',
  })
  assert.deepEqual([sent.status, ...budget(sent)], [404, 1200, 1198])
  const other = await call('GET', '/api/v1/public/privacy-portal/nadie/config')
  assert.deepEqual(budget(other), [9, 8], 'and the usual one is untouched')
  let last = other
  for (let count = 0; count < 1199; count += 1)
    last = await call('GET', '/api/v1/public/consent/nadie/config')
  assert.equal(last.status, 429)
  const { headers } = await site.app.inject({ url: '/robots.txt', remoteAddress: '10.7.0.1' })
  assert.equal(headers['x-ratelimit-limit'], undefined)
})

for (const env of [{}, ...(redisUrl ? [{ REDIS_URL: redisUrl }] : [])] as Record<string, string>[])
  test(`a script with a notice counts there too; beyond the budget it comes without the notice${env['REDIS_URL'] ? ', over Redis' : ''}`, async () => {
    const site = await openService({ PUBLIC_RATE_LIMIT: '9', ...env })
    const ana = await site.tenant()
    const made = await ana.post('/consent/notices', {
      name: 'Sitio',
      purposes: [{ key: 'necesarias', name: 'Necesarias', required: true }],
    })
    const { widgetKey } = (await ana.post(`/consent/notices/${made.data.id}/publish`)).data
    const load = (query: string) =>
      site.app.inject({ url: `/w/v1/banner.js${query}`, remoteAddress: '10.7.0.2' })
    const { headers, payload: alone } = await load('')
    assert.equal(headers['x-ratelimit-limit'], undefined, 'the script by itself is not counted')
    const first = await load(`?key=${widgetKey}`)
    assert.equal(first.headers['x-ratelimit-remaining'], '1199')
    assert.notEqual(first.payload, alone)
    for (let count = 0; count < 1199; count += 1) await load('?key=x')
    const last = await load(`?key=${widgetKey}`)
    assert.deepEqual([last.statusCode, last.payload === alone], [200, true])
    assert.equal((await load('')).payload, alone)
  })

test('an unconfigured proxy gives one warning', async () => {
  const warnings = async (env: Record<string, string>) => {
    const lines: string[] = []
    const { app } = await probeOver(api, env, { write: (line) => void lines.push(line) })
    await app.inject({ url: '/health/live' })
    assert.equal(lines.filter((line) => line.includes('X-Forwarded-For')).length, 0)
    for (const address of ['203.0.113.9', '203.0.113.10'])
      await app.inject({ url: '/api/v1/public/probe/x', headers: { 'x-forwarded-for': address } })
    const said = lines.filter((line) => line.includes('TRUST_PROXY'))
    assert.ok(said.every((line) => JSON.parse(line).level === 40 && !line.includes('203.0.113')))
    return said.length
  }
  assert.deepEqual([await warnings({}), await warnings({ TRUST_PROXY: '127.0.0.1' })], [1, 0])
})
