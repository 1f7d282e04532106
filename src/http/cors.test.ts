import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openProbe, probeOver } from '#test/kit/probe.ts'

const APP = 'https://app.ejemplo.cl'
const OTHER = 'https://malo.ejemplo'
const api = await openProbe({ CORS_ORIGINS: `${APP},https://panel.ejemplo.cl` })

const call = (
  method: 'GET' | 'POST' | 'OPTIONS',
  path: string,
  origin: string,
  more: Record<string, string> = {},
) => api.app.inject({ method, url: `/api/v1${path}`, headers: { origin, ...more } })
const allowed = ({ headers }: { headers: Record<string, unknown> }) => headers['access-control-allow-origin']
const preflight = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,idempotency-key,if-match',
}

test('public routes are open to every origin, refusals included, and take no cookies', async () => {
  for (const path of [
    '/public/probe/x',
    '/public/nada',
    '/public/probe/%00',
    '/public/probe/%C3%28',
    '/openapi.json',
  ]) {
    const reply = await call('GET', path, OTHER)
    assert.equal(allowed(reply), '*', path)
    assert.equal(reply.headers['access-control-allow-credentials'], undefined)
    assert.equal(reply.headers['cross-origin-resource-policy'], 'cross-origin')
  }
  assert.equal(allowed(await call('POST', '/public/probe/x', OTHER)), '*')
  const asked = await call('OPTIONS', '/public/probe/x', OTHER, preflight)
  assert.deepEqual([asked.statusCode, allowed(asked), asked.payload], [204, '*', ''])
  assert.equal(asked.headers['access-control-allow-headers'], preflight['access-control-request-headers'])
})

test('all other routes are open to the configured origins alone', async () => {
  for (const path of ['/probe/things', '/auth/me', '/nada', '/publico', '/public']) {
    const ours = await call('GET', path, APP)
    assert.equal(allowed(ours), APP, path)
    assert.equal(ours.headers['access-control-allow-credentials'], 'true')
    assert.match(String(ours.headers['vary']), /origin/i)
    const exposed = String(ours.headers['access-control-expose-headers'])
    for (const name of ['x-ratelimit-remaining', 'retry-after', 'content-disposition', 'etag'])
      assert.ok(exposed.includes(name), name)
    assert.equal(allowed(await call('GET', path, OTHER)), undefined, path)
    assert.equal(allowed(await call('GET', path, 'null')), undefined)
    assert.equal(allowed(await call('GET', path, `${APP}.malo.cl`)), undefined)
  }
  const asked = await call('OPTIONS', '/probe/things', 'https://panel.ejemplo.cl', preflight)
  assert.deepEqual([asked.statusCode, allowed(asked)], [204, 'https://panel.ejemplo.cl'])
  assert.match(String(asked.headers['access-control-allow-methods']), /GET, POST, PUT, PATCH, DELETE/)
  assert.equal(allowed(await call('OPTIONS', '/probe/things', OTHER, preflight)), undefined)
})

test('OPTIONS without the headers of a preflight is answered without a body', async () => {
  const reply = await api.app.inject({ method: 'OPTIONS', url: '/api/v1/probe/things' })
  assert.deepEqual([reply.statusCode, reply.payload], [204, ''])
})

test('without configured origins only public routes are open', async () => {
  const closed = await probeOver(api)
  const ask = (url: string) => closed.app.inject({ url, headers: { origin: APP } })
  assert.equal(allowed(await ask('/api/v1/auth/me')), undefined)
  assert.equal(allowed(await ask('/api/v1/public/probe/x')), '*')
})
