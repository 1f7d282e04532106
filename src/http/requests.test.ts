import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { newId } from '#kernel/ids.ts'
import { digest } from '#kernel/secrets.ts'
import { openProbe } from '#test/kit/probe.ts'
import { requireIdentity } from './identity.ts'

const api = await openProbe()
const ana = await api.tenant()

async function apiKey(scopes: string[], more: object = {}) {
  const [key, now] = [`rsg_${newId()}`, new Date()]
  await api.access.asSystem('a test makes a key', (db) =>
    db
      .insertInto('api_keys')
      .values({
        tenant_id: ana.tenantId,
        id: newId(),
        name: 'Integración',
        prefix: key.slice(0, 8),
        key_hash: digest(key),
        scopes,
        is_active: true,
        created_at: now,
        updated_at: now,
        ...more,
      })
      .execute(),
  )
  return api.with({ 'x-api-key': key })
}

test('a change without an audit row is a 500 and is rolled back', async () => {
  const mails = () =>
    api.access.asSystem('a test counts', (db) =>
      db.selectFrom('mails').select('id').where('tenant_id', '=', ana.tenantId).execute(),
    )
  const before = (await mails()).length
  const reply = await ana.post('/probe/unaudited')
  assert.deepEqual([reply.status, reply.body.error.code], [500, 'INTERNAL_ERROR'])
  assert.equal((await mails()).length, before)
})

test('a route without an access rule keeps the app from starting', () => {
  for (const config of [undefined, {}, { role: 'NOBODY' as never }]) {
    const app = fastify()
    requireIdentity(app)
    assert.throws(
      () => app.get('/x', { ...(config && { config }) }, async () => ''),
      /GET \/x does not say who/,
    )
  }
})

test('a missing credential, a wrong one and one of the wrong kind are 401', async () => {
  for (const caller of [
    api.anyone,
    api.with({ authorization: 'Bearer x' }),
    api.with({ 'x-api-key': 'x' }),
  ]) {
    for (const path of ['/probe/things', '/external/probe']) {
      const reply = await caller.get(path)
      assert.deepEqual([reply.status, reply.body.error.code], [401, 'UNAUTHORIZED'], path)
    }
  }
  assert.equal((await ana.get('/external/probe')).status, 401, 'a session is no API key')
  // A valid key on a route it cannot reach.
  assert.equal((await (await apiKey(['probe:read'])).get('/probe/things')).status, 403, 'a key is no session')
})

test('an API key reads within its scopes, while it is active and unexpired', async () => {
  assert.equal((await (await apiKey(['probe:read'])).get('/external/probe')).status, 200)
  const other = await (await apiKey(['otra:cosa'])).get('/external/probe')
  assert.deepEqual([other.status, other.body.error.code], [403, 'FORBIDDEN'])
  for (const ended of [{ is_active: false }, { expires_at: new Date(Date.now() - 1000) }])
    assert.equal((await (await apiKey(['probe:read'], ended)).get('/external/probe')).status, 401)
})

test('HEAD requires the same credential as GET and answers without a body', async () => {
  const head = (path: string, headers: Record<string, string> = {}) =>
    api.app.inject({ method: 'HEAD', url: `/api/v1${path}`, headers })
  assert.equal((await head('/probe/things')).statusCode, 401)
  assert.equal((await head('/external/probe', (await apiKey(['otra:cosa'])).headers)).statusCode, 403)
  for (const path of ['/probe/things', `/probe/things/${newId()}`]) {
    const reply = await head(path, ana.headers)
    assert.deepEqual([reply.statusCode, reply.payload], [200, ''], path)
  }
})

test('too low a role is 403, with the required role', async () => {
  const viewer = await ana.colleague('VIEWER')
  const reply = await viewer.post('/probe/things', { name: 'Algo' })
  assert.deepEqual([reply.status, reply.body.error.code], [403, 'FORBIDDEN'])
  assert.match(reply.body.error.message, /ANALYST/)
  assert.equal((await viewer.get('/probe/things')).status, 200)
})

test('a reading route that needs the role runs as an act, and leaves no audit row', async () => {
  assert.deepEqual((await ana.get(`/probe/things/${newId()}`)).data, { role: 'OWNER' })
})

test('a GET that writes without a declared reason fails', async () => {
  assert.equal((await ana.get('/probe/sneaky')).status, 500)
})

test('nothing of an unexpected error reaches the caller', async () => {
  const reply = await api.anyone.get('/probe/crash')
  assert.equal(reply.status, 500)
  assert.deepEqual(Object.keys(reply.body), ['success', 'error'])
  assert.deepEqual(reply.body.error.code, 'INTERNAL_ERROR')
  assert.ok(!JSON.stringify(reply.body).includes('something broke'))
})
