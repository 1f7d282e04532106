import assert from 'node:assert/strict'
import { test } from 'node:test'
import { etagOf, Resguardo, ResguardoError, SecondFactorDue, type Tokens } from '#client'

/** The requests that the client sends and how it reads the answers, over a fake network with listed answers. */

interface Sent {
  method: string
  url: string
  headers: Record<string, string>
  body: unknown
}

type Reply = Response | ((sent: Sent) => Response)

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
const ok = (data?: unknown, headers?: Record<string, string>) => json({ success: true, data }, 200, headers)
const no = (status: number, code: string, message = 'No.', headers?: Record<string, string>) =>
  json({ success: false, error: { code, message } }, status, headers)

function calling(
  replies: readonly Reply[],
  settings: Partial<ConstructorParameters<typeof Resguardo>[0]> = {},
) {
  const sent: Sent[] = []
  const left = [...replies]
  const client = new Resguardo({
    baseUrl: 'https://privacidad.sur.cl',
    retries: 0,
    ...settings,
    fetch: async (input, init = {}) => {
      const { method = 'GET', headers, body } = init
      const one: Sent = { method, url: String(input), headers: headers as Record<string, string>, body }
      sent.push(one)
      const reply = left.shift()
      assert.ok(reply, `nobody expected ${method} ${one.url}`)
      return typeof reply === 'function' ? reply(one) : reply
    },
  })
  return { client, sent }
}

const refused = async (act: Promise<unknown>): Promise<ResguardoError> => {
  const error = await act.then(
    () => assert.fail('it was not refused'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ResguardoError, String(error))
  return error
}

// ── requests ──

test('an address is base, version and path, with each variable as one segment', async () => {
  for (const baseUrl of ['https://sur.cl', 'https://sur.cl/', 'https://sur.cl//']) {
    const { client, sent } = calling([ok({})], { baseUrl })
    await client.get('/breaches/{id}', { path: { id: 'a/b ñ' } })
    assert.equal(sent[0]!.url, 'https://sur.cl/api/v1/breaches/a%2Fb%20%C3%B1')
  }
  const { client, sent } = calling([ok({})], { baseUrl: 'https://sur.cl/privacidad' })
  await client.get('/breaches/{id}', { path: { id: '1' } })
  assert.equal(sent[0]!.url, 'https://sur.cl/privacidad/api/v1/breaches/1')
})

test('a query leaves out undefined and null, but not blank and false', async () => {
  const { client, sent } = calling([ok({}), ok({})])
  await client.call('GET', '/x', {
    query: { q: 'año & día', page: 2, open: false, none: null, left: undefined, blank: '' },
  })
  assert.equal(sent[0]!.url.split('?')[1], 'q=a%C3%B1o+%26+d%C3%ADa&page=2&open=false&blank=')
  await client.call('GET', '/x', { query: {} })
  assert.equal(sent[1]!.url.includes('?'), false)
})

test('a body is JSON, a form is sent as it is, and a call without a body sends no content type', async () => {
  const { client, sent } = calling([ok({}), ok({}), ok({})])
  await client.call('POST', '/x', { body: { a: [1, null] } })
  await client.upload(new Blob(['hola']), 'carta.pdf')
  await client.call('DELETE', '/x')
  assert.deepEqual([sent[0]!.body, sent[0]!.headers['content-type']], ['{"a":[1,null]}', 'application/json'])
  assert.ok(sent[1]!.body instanceof FormData)
  assert.equal(sent[1]!.headers['content-type'], undefined, 'only the runtime knows the boundary')
  assert.equal((sent[1]!.body.get('file') as File).name, 'carta.pdf')
  assert.deepEqual([sent[2]!.body, sent[2]!.headers['content-type']], [undefined, undefined])
})

test('extras of a call become headers, and the caller’s own headers win', async () => {
  const { client, sent } = calling([ok({}), ok({}), ok({})], {
    apiKey: 'rsg_1',
    tokens: { accessToken: 'token' },
  })
  await client.call('POST', '/x', { idempotencyKey: 'k1', ifMatch: '"7"', headers: { 'x-extra': '1' } })
  assert.deepEqual(sent[0]!.headers, {
    authorization: 'Bearer token',
    'x-api-key': 'rsg_1',
    'idempotency-key': 'k1',
    'if-match': '"7"',
    'x-extra': '1',
  })
  await client.call('POST', '/x', { idempotencyKey: true })
  assert.match(sent[1]!.headers['idempotency-key']!, /^[0-9a-f-]{36}$/)
  await client.call('GET', '/x', { headers: { authorization: 'Bearer other' } })
  assert.equal(sent[2]!.headers['authorization'], 'Bearer other')
})

// ── answers ──

test('an answer is the content of data, even if that is nothing', async () => {
  const { client } = calling([ok({ id: '1' }), json({ success: true }), ok(null), ok([1, 2])])
  assert.deepEqual(await client.call('GET', '/x'), { id: '1' })
  assert.equal(await client.call('DELETE', '/x'), undefined)
  assert.equal(await client.call('GET', '/x'), null)
  assert.deepEqual(await client.call('GET', '/x'), [1, 2])
})

test('a refusal has status, code, message, details and request id', async () => {
  const details = [{ path: 'name', message: 'Es obligatorio.' }]
  const body = { success: false, error: { code: 'VALIDATION_ERROR', message: 'Hay errores.', details } }
  const { client } = calling([json(body, 400, { 'x-request-id': 'r-1' })])
  const error = await refused(client.call('POST', '/x'))
  assert.deepEqual(
    [error.name, error.status, error.code, error.message, error.details, error.requestId, error.retryAfter],
    ['ResguardoError', 400, 'VALIDATION_ERROR', 'Hay errores.', details, 'r-1', undefined],
  )
})

test('answers from elsewhere are refused: a proxy’s page, an empty body, other JSON', async () => {
  for (const reply of [
    () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    () => new Response(null, { status: 404 }),
    () => new Response('<html>', { status: 200 }),
    () => json({ data: { id: '1' } }),
    () => json([]),
    () => json(null),
  ]) {
    const { client } = calling([reply])
    const error = await refused(client.call('GET', '/x'))
    assert.equal(error.code, 'UNREADABLE_ANSWER')
    assert.match(error.message, new RegExp(`${error.status} is not one of the service`))
    assert.deepEqual(error.details, [])
  }
})

test('the time to wait is in seconds or until a date, and anything else is ignored', async () => {
  const after = async (value: string) => {
    const { client } = calling([no(429, 'RATE_LIMIT_EXCEEDED', 'Espere.', { 'retry-after': value })])
    return (await refused(client.call('GET', '/x'))).retryAfter
  }
  assert.equal(await after('7'), 7)
  assert.equal(await after('-5'), 0)
  assert.equal(await after('pronto'), undefined)
  assert.equal(await after('Wed, 01 Jan 2020 00:00:00 GMT'), 0)
  const left = await after(new Date(Date.now() + 60_000).toUTCString())
  assert.ok(left !== undefined && left > 50 && left <= 60, String(left))
})

test('only the answer itself has a version, not its copy', async () => {
  const { client } = calling([ok({ id: '1' }, { etag: '"3"' }), ok({ id: '2' }), ok(null, { etag: '"4"' })])
  const first = await client.call<object>('GET', '/x')
  const second = await client.call<object>('GET', '/y')
  assert.deepEqual([etagOf(first), etagOf(second), etagOf({ ...first })], ['"3"', undefined, undefined])
  assert.equal(await client.call('GET', '/z'), null, 'nothing has no version, and is no fault')
})

// ── lists ──

const page = (items: readonly number[], at: number, of: number, nextCursor?: string) =>
  ok({ items, pagination: { page: at, totalPages: of }, ...(nextCursor !== undefined && { nextCursor }) })

async function all(client: Resguardo, query: object = {}): Promise<unknown[]> {
  const found: unknown[] = []
  for await (const one of client.each('/breaches', { query } as never)) found.push(one)
  return found
}

test('a list is read cursor by cursor, with the caller’s filters, to its end', async () => {
  const { client, sent } = calling([page([1, 2], 1, 3, 'c2'), page([3], 1, 3, 'c3'), page([4], 1, 3)])
  assert.deepEqual(await all(client, { status: 'detected' }), [1, 2, 3, 4])
  assert.deepEqual(
    sent.map(({ url }) => new URL(url).search),
    [
      '?limit=100&status=detected&cursor=',
      '?limit=100&status=detected&cursor=c2',
      '?limit=100&status=detected&cursor=c3',
    ],
  )
})

test('a short list without cursors is read page by page', async () => {
  const { client, sent } = calling([page([1], 1, 2), page([2], 2, 2)])
  assert.deepEqual(await all(client, { limit: 1 }), [1, 2])
  assert.deepEqual(
    sent.map(({ url }) => new URL(url).search),
    ['?limit=1&cursor=', '?limit=1&page=2'],
  )
})

test('a page is fetched when its first entry is needed, and an empty list takes one call', async () => {
  const { client, sent } = calling([page([1, 2], 1, 9, 'c2')])
  for await (const one of client.each('/breaches')) {
    if (one !== undefined) break
  }
  assert.equal(sent.length, 1)
  const { client: other, sent: asked } = calling([page([], 1, 0)])
  assert.deepEqual(await all(other), [])
  assert.equal(asked.length, 1)
})

// ── files ──

const file = (disposition: string | undefined) =>
  new Response('bytes', {
    headers: {
      'content-type': 'application/pdf',
      ...(disposition && { 'content-disposition': disposition }),
    },
  })

test('a file comes with its type and its name from the service', async () => {
  for (const [disposition, name] of [
    ['attachment; filename="informe.pdf"', 'informe.pdf'],
    [`attachment; filename="a_o.pdf"; filename*=UTF-8''a%C3%B1o%202026.pdf`, 'año 2026.pdf'],
    [`attachment; filename*=utf-8''carta.pdf`, 'carta.pdf'],
    ['attachment; filename=informe.pdf', 'informe.pdf'],
    [`attachment; filename="100.pdf"; filename*=UTF-8''100%.pdf`, '100.pdf'],
    ['inline', undefined],
    [undefined, undefined],
  ] as const) {
    const { client } = calling([file(disposition)])
    const found = await client.download('/governance/reports/{id}/download', { path: { id: '1' } })
    assert.equal(found.name, name, disposition)
    assert.deepEqual([found.type, await found.blob.text()], ['application/pdf', 'bytes'])
  }
})

test('a refused download throws the refusal', async () => {
  const { client } = calling([no(409, 'CONFLICT', 'Todavía se prepara.')])
  const error = await refused(client.download('/governance/reports/{id}/download', { path: { id: '1' } }))
  assert.deepEqual([error.status, error.message], [409, 'Todavía se prepara.'])
})

// ── sessions ──

const pair = (n: number) => ok({ access_token: `a${n}`, refresh_token: `r${n}` })

test('signing in stores and reports the tokens, and signing out forgets them', async () => {
  const told: (Tokens | undefined)[] = []
  const { client, sent } = calling([pair(1), ok({}), ok()], { onTokens: (tokens) => told.push(tokens) })
  await client.login({ email: 'ana@sur.cl', password: 'clave larga' })
  assert.deepEqual(client.tokens, { accessToken: 'a1', refreshToken: 'r1' })
  await client.get('/auth/me')
  assert.equal(sent[1]!.headers['authorization'], 'Bearer a1')
  await client.logout()
  assert.equal(client.tokens, undefined)
  assert.deepEqual(told, [{ accessToken: 'a1', refreshToken: 'r1' }, undefined])
})

test('a due second factor is not a session', async () => {
  const { client } = calling([ok({ mfa_required: true, mfa_token: 'm1', methods: ['totp'] })])
  const error = await client.login({ email: 'ana@sur.cl', password: 'x' }).catch((thrown: unknown) => thrown)
  assert.ok(error instanceof SecondFactorDue)
  assert.equal(error.due.mfa_token, 'm1')
  assert.equal(client.tokens, undefined)
})

const session = { tokens: { accessToken: 'a1', refreshToken: 'r1' } }

test('an expired session is renewed once, and the call repeated with the new token', async () => {
  const { client, sent } = calling([no(401, 'UNAUTHORIZED'), pair(2), ok({ id: '1' })], session)
  assert.deepEqual(await client.call('GET', '/breaches'), { id: '1' })
  assert.deepEqual(
    sent.map(({ url, headers }) => [new URL(url).pathname, headers['authorization']]),
    [
      ['/api/v1/breaches', 'Bearer a1'],
      ['/api/v1/auth/refresh', 'Bearer a1'],
      ['/api/v1/breaches', 'Bearer a2'],
    ],
  )
  assert.equal(sent[1]!.body, '{"refresh_token":"r1"}')
})

test('a session that cannot be renewed ends, but an unreachable service does not end it', async () => {
  const told: (Tokens | undefined)[] = []
  const over = calling([no(401, 'UNAUTHORIZED'), no(401, 'UNAUTHORIZED')], {
    ...session,
    onTokens: (tokens) => told.push(tokens),
  })
  assert.equal((await refused(over.client.call('GET', '/x'))).status, 401)
  assert.deepEqual([over.client.tokens, told], [undefined, [undefined]])
  const down = calling([no(401, 'UNAUTHORIZED'), no(503, 'INTERNAL_ERROR')], session)
  assert.equal((await refused(down.client.call('GET', '/x'))).status, 401)
  assert.deepEqual(down.client.tokens, session.tokens)
})

test('a call refused with the new token too is refused', async () => {
  const { client, sent } = calling([no(401, 'UNAUTHORIZED'), pair(2), no(401, 'UNAUTHORIZED')], session)
  assert.equal((await refused(client.call('GET', '/x'))).status, 401)
  assert.equal(sent.length, 3)
})

test('calls that expire together renew once, because a refresh token works once', async () => {
  const { client, sent } = calling(
    [
      no(401, 'UNAUTHORIZED'),
      no(401, 'UNAUTHORIZED'),
      pair(2),
      ({ headers }) => ok(headers['authorization']),
      ({ headers }) => ok(headers['authorization']),
    ],
    session,
  )
  assert.deepEqual(await Promise.all([client.call('GET', '/a'), client.call('GET', '/b')]), [
    'Bearer a2',
    'Bearer a2',
  ])
  assert.equal(sent.filter(({ url }) => url.endsWith('/auth/refresh')).length, 1)
})

test('a 401 without a session renews nothing: a wrong password, a key, a public form', async () => {
  for (const path of [
    '/auth/login',
    '/auth/refresh',
    '/auth/mfa/verify',
    '/auth/passkeys/login',
    '/auth/password/reset',
    '/auth/invitations/accept',
    '/public/dsar/k',
    '/external/consent/records',
    '/webhooks/siem/sur',
  ]) {
    const { client, sent } = calling([no(401, 'UNAUTHORIZED')], session)
    await refused(client.call('POST', path))
    assert.equal(sent.length, 1, path)
  }
  const { client, sent } = calling([no(401, 'UNAUTHORIZED')], { tokens: { accessToken: 'portal' } })
  await refused(client.call('GET', '/x'))
  assert.equal(sent.length, 1, 'without a refresh token there is nothing to renew with')
})
