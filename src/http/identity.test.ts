import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import type { Failure } from '#kernel/failure.ts'
import { bearer, requireIdentity } from './identity.ts'
import type { KeyHolder, RouteAccess } from './types.ts'

const KEY: KeyHolder = {
  tenantId: 'a',
  keyId: 'k',
  name: 'Integración',
  scopes: ['rat:*'],
  role: 'ANALYST',
  allowedAddresses: [],
  allowedOrigins: [],
  requestsPerMinute: null,
  plan: 'STARTER',
}

type Caller = 'nobody' | 'person' | Partial<KeyHolder>

/** The answer of a route to a caller: 200, or the status and rule of the refusal. */
async function asked(
  route: { role: RouteAccess; scope?: string },
  caller: Caller,
  { from = '127.0.0.1', ...headers }: Record<string, string> = {},
) {
  const app = Fastify()
  app.decorateRequest('claims', undefined)
  app.decorateRequest('keyHolder', undefined)
  app.addHook('onRequest', async (request) => {
    if (caller === 'person') request.claims = { userId: 'u', tenantId: 'a', sessionId: 's' }
    else if (caller !== 'nobody') request.keyHolder = { ...KEY, ...caller }
  })
  requireIdentity(app)
  app.setErrorHandler((error: Failure, _request, reply) =>
    reply.code(error.status).send({ rule: error.details?.[0]?.rule, message: error.message }),
  )
  app.get('/x', { config: route as never }, async () => 'ok')
  const brings = typeof caller === 'object' && route.role !== 'SCIM' ? { 'x-api-key': 'rk_x' } : {}
  const reply = await app.inject({ url: '/x', remoteAddress: from, headers: { ...brings, ...headers } })
  return reply.statusCode === 200 ? 200 : [reply.statusCode, reply.json().rule]
}

const READ = { role: 'VIEWER', scope: 'rat:read' } as const

test('a route without an access rule keeps the app from starting', () => {
  for (const config of [undefined, {}, { role: 'ADMINISTRATOR' }, { role: '' }]) {
    const app = Fastify()
    requireIdentity(app)
    assert.throws(
      () => app.get('/x', { config: config as never }, async () => 'ok'),
      /GET.* \/x does not say who may call it/,
      JSON.stringify(config),
    )
  }
})

test('anonymous callers reach public routes only', async () => {
  for (const role of ['PUBLIC', 'PORTAL'] as const) assert.equal(await asked({ role }, 'nobody'), 200, role)
  for (const role of ['VIEWER', 'OWNER', 'SIGNED_IN', 'API_KEY', 'SCIM'] as const)
    assert.deepEqual(await asked({ role }, 'nobody'), [401, undefined], role)
})

test('a session passes on routes for members, not on those for programs', async () => {
  for (const role of ['VIEWER', 'OWNER', 'SIGNED_IN'] as const)
    assert.equal(await asked({ role }, 'person'), 200, role)
  for (const role of ['API_KEY', 'SCIM'] as const)
    assert.deepEqual(await asked({ role }, 'person'), [401, undefined], role)
})

test('a caller with both a session and a key acts as the person', async () => {
  assert.equal(await asked({ role: 'SIGNED_IN' }, 'person', { 'x-api-key': 'rk_x' }), 200)
  // An invalid session does not fall back to the key.
  assert.deepEqual(await asked(READ, 'nobody', { authorization: 'Bearer old', 'x-api-key': 'rk_x' }), [
    401,
    undefined,
  ])
})

test('a key needs the scope of the route, or a wildcard for its module', async () => {
  for (const [scopes, passes] of [
    [['rat:read'], true],
    [['rat:*'], true],
    [['dsar:read', 'rat:read'], true],
    [['rat:write'], false],
    [['dsar:*'], false],
    [[], false],
  ] as const)
    assert.deepEqual(await asked(READ, { scopes }), passes ? 200 : [403, 'scope'], scopes.join())
})

test('a key acts as a member with its role would', async () => {
  for (const [role, wanted, passes] of [
    ['VIEWER', 'VIEWER', true],
    ['VIEWER', 'ANALYST', false],
    ['ANALYST', 'ANALYST', true],
    ['ANALYST', 'APPROVER', false],
    ['DPO', 'APPROVER', true],
    ['ADMIN', 'OWNER', false],
    ['OWNER', 'OWNER', true],
  ] as const)
    assert.deepEqual(
      await asked({ role: wanted, scope: 'rat:read' }, { role }),
      passes ? 200 : [403, 'role'],
      `${role} ${wanted}`,
    )
})

test('no key may do what requires a named person', async () => {
  for (const role of ['VIEWER', 'OWNER', 'SIGNED_IN'] as const)
    assert.deepEqual(await asked({ role }, { role: 'OWNER', scopes: ['rat:*'] }), [403, 'person'], role)
})

test('a route for keys alone requires no scope unless it names one', async () => {
  assert.equal(await asked({ role: 'API_KEY' }, { scopes: [] }), 200)
  assert.deepEqual(await asked({ role: 'API_KEY', scope: 'consent:write' }, { scopes: [] }), [403, 'scope'])
  assert.equal(await asked({ role: 'API_KEY', scope: 'consent:write' }, { scopes: ['consent:write'] }), 200)
})

test('a leaked key does not work from another network', async () => {
  for (const [allowed, from, passes] of [
    [[], '203.0.113.9', true],
    [['200.27.10.5'], '200.27.10.5', true],
    [['200.27.10.5'], '200.27.10.6', false],
    [['200.27.10.0/24'], '200.27.10.255', true],
    [['200.27.10.0/24'], '200.27.11.0', false],
    [['0.0.0.0/0'], '198.51.100.1', true],
    [['2001:db8::/32'], '2001:db8:1::5', true],
    [['2001:db8::/32'], '2001:db9::5', false],
    [['2001:db8::/32'], '200.27.10.5', false],
    [['200.27.10.0/24', '2001:db8::1'], '2001:db8::1', true],
    // A service that listens on IPv6 sees IPv4 callers like this.
    [['200.27.10.0/24'], '::ffff:200.27.10.7', true],
    [['200.27.10.0/24'], '::ffff:200.27.11.7', false],
  ] as const)
    assert.deepEqual(
      await asked(READ, { allowedAddresses: allowed }, { from }),
      passes ? 200 : [403, 'address'],
      `${allowed} ${from}`,
    )
})

test('a key in a page works from its own sites, and from programs without an origin', async () => {
  const allowedOrigins = ['https://tienda.cl']
  for (const [origin, passes] of [
    [undefined, true],
    ['https://tienda.cl', true],
    ['http://tienda.cl', false],
    ['https://tienda.cl.malo.cl', false],
    ['null', false],
  ] as const)
    assert.deepEqual(
      await asked(READ, { allowedOrigins }, origin ? { origin } : {}),
      passes ? 200 : [403, 'origin'],
      origin,
    )
  assert.equal(await asked(READ, {}, { origin: 'https://otra.cl' }), 200)
})

test('a SCIM token is not an API key, and the place of use is checked before the scope', async () => {
  assert.equal(await asked({ role: 'SCIM' }, { scopes: [] }), 200)
  assert.deepEqual(await asked(READ, { scopes: [], role: 'VIEWER', allowedAddresses: ['10.0.0.1'] }), [
    403,
    'address',
  ])
})

test('a bearer token is one word after its scheme, in any case', () => {
  for (const [header, token] of [
    ['Bearer abc.def', 'abc.def'],
    ['bearer abc', 'abc'],
    ['BEARER   abc  ', 'abc'],
    [undefined, undefined],
    ['', undefined],
    ['Bearer', undefined],
    ['Bearer ', undefined],
    ['Bearer a b', undefined],
    ['Basic abc', undefined],
    ['xBearer abc', undefined],
    ['Bearerabc', undefined],
  ] as const)
    assert.equal(bearer(header), token, header)
})
