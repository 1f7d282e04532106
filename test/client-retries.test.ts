import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Resguardo, type Settings } from '../clients/typescript/src/index.ts'
import { mayRepeat, waitBefore } from '../clients/typescript/src/retry.ts'

type Answer = [status: number, retryAfter?: string]

/** A service that gives these answers in order, then 200. */
function scripted(answers: Answer[], settings: Partial<Settings> = {}) {
  const keys: (string | null)[] = []
  const fetch = async (_: unknown, init?: RequestInit) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'))
    const [status, retryAfter] = answers.shift() ?? [200]
    const body =
      status === 200 ? { success: true, data: { id: 'x' } } : { success: false, error: { code: 'C' } }
    return Response.json(body, { status, ...(retryAfter && { headers: { 'retry-after': retryAfter } }) })
  }
  return { api: new Resguardo({ baseUrl: 'https://ejemplo.cl', fetch, ...settings }), keys }
}

test('only calls that cannot do their work twice are repeated', () => {
  assert.ok(mayRepeat(429, 'POST', false))
  assert.ok(mayRepeat(503, 'GET', false))
  assert.ok(mayRepeat(503, 'POST', true))
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) assert.ok(!mayRepeat(503, method, false))
  for (const status of [400, 401, 409, 500, 502, 504]) assert.ok(!mayRepeat(status, 'GET', true))
})

test('waits grow, differ, and are never shorter than asked', () => {
  const retrying = { retries: 4, longestWaitSeconds: 60 }
  const after = (retryAfter?: string) =>
    new Response('', { status: 429, ...(retryAfter && { headers: { 'retry-after': retryAfter } }) })
  const bounds = [0, 1, 2, 3, 4].map((retry) =>
    [0, 1].map((chance) => waitBefore(retry, after(), retrying, chance)),
  )
  assert.deepEqual(bounds, [
    [250, 500],
    [500, 1000],
    [1000, 2000],
    [2000, 4000],
    [undefined, undefined],
  ])
  assert.equal(waitBefore(0, after('7'), retrying, 0), 7250)
  assert.equal(waitBefore(0, after('60'), retrying, 1), 60_500)
  assert.equal(waitBefore(0, after('61'), retrying, 0), undefined)
  assert.equal(waitBefore(0, after('-5'), retrying, 0), 250)
  const date = new Date(Date.now() + 10_000).toUTCString()
  const wait = waitBefore(0, after(date), retrying, 0)!
  assert.ok(wait > 8000 && wait <= 10_250, String(wait))
  assert.equal(waitBefore(0, after('pronto'), retrying, 0), 250)
})

test('a busy service is retried until it answers, with one key for all tries', async () => {
  const { api, keys } = scripted([[429, '0'], [503]])
  await api.post('/org/workspaces', { idempotencyKey: true, body: { name: 'Uno' } })
  assert.equal(keys.length, 3)
  assert.equal(new Set(keys).size, 1)
  assert.match(keys[0]!, /^[0-9a-f-]{36}$/)
})

test('a change without a key is not repeated after a 503, because it may be done', async () => {
  const { api, keys } = scripted([[503]])
  await assert.rejects(api.post('/org/workspaces', { body: { name: 'Uno' } }), { status: 503 })
  assert.equal(keys.length, 1)
})

test('the number of tries is limited and may be zero', async () => {
  const many = Array.from({ length: 9 }, (): Answer => [503])
  const two = scripted([...many], { retries: 1 })
  await assert.rejects(two.api.get('/auth/me'), { status: 503 })
  assert.equal(two.keys.length, 2)
  const none = scripted([...many], { retries: 0 })
  await assert.rejects(none.api.get('/auth/me'), { status: 503 })
  assert.equal(none.keys.length, 1)
})

test('a wait that is too long is left to the caller', async () => {
  const { api, keys } = scripted([[429, '900']])
  await assert.rejects(api.get('/auth/me'), { status: 429, retryAfter: 900 })
  assert.equal(keys.length, 1)
})

test('the caller can abort during a wait', async () => {
  const { api, keys } = scripted([[429, '30']])
  await assert.rejects(api.get('/auth/me', { signal: AbortSignal.timeout(50) }), { name: 'TimeoutError' })
  assert.equal(keys.length, 1)
})
