import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { DAY_MS, MINUTE_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { digest } from '#kernel/secrets.ts'
import { openService } from '#test/kit/service.ts'
import { CLEANUP_JOB } from './jobs.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur' })

const login = async (email = ana.email) =>
  (await api.anyone.post('/auth/login', { email, password: 'una-frase-larga' })).data
const bearer = (token: string) => api.with({ authorization: `Bearer ${token}` })
const refresh = (token: string) => api.anyone.post('/auth/refresh', { refresh_token: token })
const isDead = async (accessToken: string) => {
  const replies = await Promise.all(
    ['/auth/me', '/org/workspaces'].map((path) => bearer(accessToken).get(path)),
  )
  const statuses = replies.map(({ status }) => status)
  assert.ok(statuses.every((status) => status === statuses[0]))
  return statuses[0] === 401
}

// ── access tokens ──

test('an access token is valid for fifteen minutes', async () => {
  api.clock.set('2026-12-01T12:00:00Z')
  const { access_token } = await login()
  api.clock.advance(15 * MINUTE_MS - 1)
  assert.equal(await isDead(access_token), false)
  api.clock.advance(1)
  const reply = await bearer(access_token).get('/org/workspaces')
  assert.deepEqual([reply.status, reply.body.error.code], [401, 'UNAUTHORIZED'])
  api.clock.release()
})

test('a foreign or altered token is refused', async () => {
  const { access_token } = await login()
  const [header, payload, signature] = access_token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = (head: object, body: object, secret: string) => {
    const text = `${encode(head)}.${encode(body)}`
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  const HS256 = { alg: 'HS256', typ: 'JWT' }
  for (const token of [
    `${header}.${encode({ ...claims, role: 'OWNER', tid: newId() })}.${signature}`,
    `${header}.${payload}.${signature.slice(0, -2)}`,
    `${header}.${payload}.`,
    `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    `${encode({ alg: 'none' })}.${payload}.${signature}`,
    signed(HS256, claims, 'another secret, as long as the real one is'),
    signed(HS256, claims, ''),
    signed({ alg: 'HS512', typ: 'JWT' }, claims, 'a secret of more than thirty-two characters, for tests'),
    'x.y.z',
    'null',
    access_token.toUpperCase(),
    'a'.repeat(5000),
  ]) {
    const reply = await bearer(token).get('/org/workspaces')
    assert.deepEqual([reply.status, reply.body.error.code], [401, 'UNAUTHORIZED'], token)
  }
  for (const authorization of [
    '',
    'Bearer',
    `Basic ${access_token}`,
    access_token,
    `Bearer ${access_token} x`,
  ])
    assert.equal((await api.with({ authorization }).get('/auth/me')).status, 401, authorization)
  assert.equal((await api.with({ authorization: `bearer ${access_token}` }).get('/auth/me')).status, 200)
})

test('a token of a missing session or person is refused', async () => {
  const claims = { userId: ana.userId, tenantId: ana.tenantId, role: 'OWNER' as const, sessionId: newId() }
  const made = (more: object) => api.tokens.sign({ ...claims, ...more }, api.clock.now())
  assert.ok(await isDead(made({})))
  assert.ok(await isDead(made({ userId: newId() })))
})

test('a change of role counts from the next request on', async () => {
  const pedro = await ana.colleague('ADMIN')
  assert.equal((await pedro.post('/org/workspaces', { name: 'Norte' })).status, 201)
  await api.access.asSystem('a test lowers a role', (db) =>
    db.updateTable('memberships').set({ role: 'VIEWER' }).where('user_id', '=', pedro.userId).execute(),
  )
  assert.equal((await pedro.post('/org/workspaces', { name: 'Sur' })).status, 403)
})

// ── refresh ──

test('a refresh token is used once and replaced, sent in the body or in the cookie', async () => {
  const signedIn = await login()
  const byBody = await refresh(signedIn.refresh_token)
  assert.equal(byBody.status, 200)
  assert.deepEqual(Object.keys(byBody.data).sort(), [
    'access_token',
    'expires_in',
    'refresh_token',
    'token_type',
  ])
  assert.notEqual(byBody.data.refresh_token, signedIn.refresh_token)

  const cookie = `refresh_token=${byBody.data.refresh_token}`
  const byCookie = await api.with({ cookie }).post('/auth/refresh')
  assert.equal(byCookie.status, 200)
  assert.match(
    String(byCookie.headers['set-cookie']),
    /^refresh_token=[\w-]{43}; Max-Age=2592000; Path=\/api\/v1\/auth; HttpOnly; Secure; SameSite=Strict$/,
  )
  assert.ok(String(byCookie.headers['set-cookie']).includes(byCookie.data.refresh_token))
  assert.equal(await isDead(byCookie.data.access_token), false)
  assert.equal(await isDead(signedIn.access_token), false, 'the earlier access token runs out by itself')
})

test('the body wins over the cookie, and null means that it was not sent', async () => {
  const [one, two] = [await login(), await login()]
  const cookie = `refresh_token=${two.refresh_token}`
  assert.equal(
    (await api.with({ cookie }).post('/auth/refresh', { refresh_token: one.refresh_token })).status,
    200,
  )
  assert.equal((await api.with({ cookie }).post('/auth/refresh', { refresh_token: null })).status, 200)
  const three = `refresh_token=${(await login()).refresh_token}`
  assert.equal((await api.with({ cookie: three }).post('/auth/refresh', { refresh_token: ' ' })).status, 200)
  assert.equal((await api.anyone.post('/auth/refresh', { refresh_token: '' })).status, 401)
})

test('using a spent token ends its whole family, and no other', async () => {
  const [stolen, other] = [await login(), await login()]
  const next = (await refresh(stolen.refresh_token)).data
  const last = (await refresh(next.refresh_token)).data
  const again = await refresh(stolen.refresh_token)
  assert.deepEqual([again.status, again.body.error.code], [401, 'UNAUTHORIZED'])
  for (const { access_token } of [stolen, next, last]) assert.ok(await isDead(access_token))
  assert.equal((await refresh(last.refresh_token)).status, 401)
  assert.equal(await isDead(other.access_token), false)
  assert.equal((await refresh(other.refresh_token)).status, 200)
})

test('twenty simultaneous refreshes with one token get the same pair, which works once', async () => {
  const { refresh_token } = await login()
  const replies = await Promise.all(Array.from({ length: 20 }, () => refresh(refresh_token)))
  for (const reply of replies) {
    assert.equal(reply.status, 200)
    assert.deepEqual(reply.body, replies[0]!.body)
    assert.ok(String(reply.headers['set-cookie']).includes(reply.data.refresh_token))
  }
  const { data } = replies[0]!
  assert.equal(await isDead(data.access_token), false)
  const next = await refresh(data.refresh_token)
  assert.equal(next.status, 200)
  assert.notEqual(next.data.refresh_token, data.refresh_token)
})

test('the last used token returns the same pair for ten seconds and ends its family afterwards', async () => {
  api.clock.set(new Date())
  const first = await login()
  const pair = (await refresh(first.refresh_token)).body
  for (const ms of [0, 1, 9998]) {
    api.clock.advance(ms)
    const again = await refresh(first.refresh_token)
    assert.deepEqual([again.status, again.body], [200, pair])
  }
  assert.equal(await isDead(pair.data.access_token), false)
  api.clock.advance(1)
  const late = await refresh(first.refresh_token)
  assert.deepEqual([late.status, late.body.error.code], [401, 'UNAUTHORIZED'])
  assert.ok(await isDead(pair.data.access_token))
  assert.equal((await refresh(pair.data.refresh_token)).status, 401)
  api.clock.release()
})

test('an older token ends its family even within the ten seconds', async () => {
  const first = await login()
  const second = (await refresh(first.refresh_token)).data
  const third = (await refresh(second.refresh_token)).data
  assert.deepEqual((await refresh(second.refresh_token)).data, third)
  assert.equal((await refresh(first.refresh_token)).status, 401)
  assert.ok(await isDead(third.access_token))
  assert.equal((await refresh(second.refresh_token)).status, 401, 'what has ended answers no pair again')
})

test('after logging out the last used token returns nothing', async () => {
  const first = await login()
  const second = (await refresh(first.refresh_token)).data
  await bearer(second.access_token).post('/auth/logout')
  assert.equal((await refresh(first.refresh_token)).status, 401)
})

test('the pair of the last used token is stored sealed, and only while it is useful', async () => {
  const first = await login()
  const read = () =>
    api.access.asSystem('a test reads the tokens of a session', (db) =>
      db
        .selectFrom('refresh_tokens')
        .selectAll()
        .where('session_id', '=', (eb) =>
          eb
            .selectFrom('refresh_tokens')
            .select('session_id')
            .where('token_hash', '=', digest(first.refresh_token)),
        )
        .execute(),
    )
  const second = (await refresh(first.refresh_token)).data
  const third = (await refresh(second.refresh_token)).data
  const rows = await read()
  for (const secret of [first, second, third].flatMap((pair) => [pair.refresh_token, pair.access_token]))
    assert.ok(!JSON.stringify(rows).includes(secret))
  const holders = (tokens: typeof rows) =>
    tokens.filter(({ pair_sealed }) => pair_sealed !== null).map(({ token_hash }) => token_hash)
  assert.deepEqual(holders(rows), [digest(second.refresh_token)])

  const cleanUp = () => CLEANUP_JOB.run(api.service.jobEnv, {}, { jobId: newId(), attempt: 1 })
  await cleanUp()
  assert.equal(holders(await read()).length, 1)
  api.clock.advance(10_000)
  await cleanUp()
  assert.equal(holders(await read()).length, 0)
  api.clock.release()
})

test('a refresh token is valid for thirty days, counted from each renewal', async () => {
  api.clock.set('2026-12-01T12:00:00Z')
  const unused = await login()
  let { refresh_token } = await login()
  for (let month = 0; month < 3; month += 1) {
    api.clock.advance(30 * DAY_MS - 1)
    const reply = await refresh(refresh_token)
    assert.equal(reply.status, 200)
    refresh_token = reply.data.refresh_token
  }
  assert.equal((await refresh(unused.refresh_token)).status, 401)
  api.clock.advance(30 * DAY_MS)
  assert.equal((await refresh(refresh_token)).status, 401)
  api.clock.release()
})

test('a malformed refresh token is refused', async () => {
  for (const body of [{}, null, { refresh_token: 'x' }, { refresh_token: ana.userId }])
    assert.equal((await api.anyone.post('/auth/refresh', body)).status, 401, JSON.stringify(body))
  assert.equal((await api.anyone.post('/auth/refresh')).status, 401)
  for (const body of [{ refresh_token: 5 }, { refresh_token: 'x'.repeat(501) }, []])
    assert.equal((await api.anyone.post('/auth/refresh', body)).status, 400, JSON.stringify(body))
  assert.equal((await api.with({ cookie: 'refresh_token=%00%zz' }).post('/auth/refresh')).status, 401)
})

test('only hashes of refresh tokens are stored', async () => {
  const { refresh_token } = await login()
  const rows = await api.access.asSystem('a test looks', (db) =>
    db.selectFrom('refresh_tokens').selectAll().execute(),
  )
  assert.ok(rows.length > 0)
  assert.ok(!JSON.stringify(rows).includes(refresh_token))
})

// ── organisations ──

test('choosing an organisation gives tokens for it, and the next sign-in resumes there', async () => {
  const [carla, owner] = [await api.tenant({ name: 'La Propia' }), await api.tenant({ name: 'Otra Empresa' })]
  const now = api.clock.now()
  await api.access.asSystem('a test adds a member', (db) =>
    db
      .insertInto('memberships')
      .values({
        tenant_id: owner.tenantId,
        user_id: carla.userId,
        role: 'DPO',
        status: 'ACTIVE',
        created_at: now,
        updated_at: now,
      })
      .execute(),
  )
  const me = await carla.get('/auth/me')
  assert.deepEqual(
    me.data.tenants.map(({ name, role }: { name: string; role: string }) => [name, role]).sort(),
    [
      ['La Propia', 'OWNER'],
      ['Otra Empresa', 'DPO'],
    ],
  )
  const chosen = await carla.post('/auth/select-tenant', { tenantId: owner.tenantId })
  assert.equal(chosen.status, 200)
  assert.deepEqual(chosen.data.tenant, {
    id: owner.tenantId,
    name: 'Otra Empresa',
    slug: owner.slug,
    plan: 'ENTERPRISE',
    role: 'DPO',
  })
  assert.ok(String(chosen.headers['set-cookie']).includes(chosen.data.refresh_token))
  const there = bearer(chosen.data.access_token)
  assert.equal((await there.get('/auth/me')).data.tenant.id, owner.tenantId)
  assert.deepEqual((await there.get('/org/entities')).data, (await owner.get('/org/entities')).data)
  assert.equal(
    (await carla.get('/auth/me')).data.tenant.id,
    carla.tenantId,
    'the other session stays where it was',
  )

  const renewed = (await refresh(chosen.data.refresh_token)).data
  assert.equal((await bearer(renewed.access_token).get('/auth/me')).data.tenant.id, owner.tenantId)
  assert.equal((await login(carla.email)).tenant.id, owner.tenantId)
})

test('a foreign organisation cannot be chosen', async () => {
  const stranger = await api.tenant()
  for (const tenantId of [stranger.tenantId, newId(), 'no-es-un-id', `${ana.tenantId}'--`]) {
    const reply = await ana.post('/auth/select-tenant', { tenantId })
    assert.deepEqual([reply.status, reply.body.error.code], [403, 'FORBIDDEN'], tenantId)
  }
  for (const body of [{}, { tenantId: 5 }, { tenantId: '' }, { tenantId: 'x'.repeat(101) }])
    assert.equal((await ana.post('/auth/select-tenant', body)).status, 400)
  assert.equal((await api.anyone.post('/auth/select-tenant', { tenantId: ana.tenantId })).status, 401)
})

test('the tokens of a stored answer go to their caller alone', async () => {
  const pedro = await ana.colleague('VIEWER')
  const headers = { 'idempotency-key': 'elegir' }
  const body = { tenantId: ana.tenantId }
  const hers = await ana.post('/auth/select-tenant', body, { headers })
  const his = await pedro.post('/auth/select-tenant', body, { headers })
  assert.deepEqual([hers.status, his.status], [200, 200])
  assert.notEqual(his.data.access_token, hers.data.access_token)
  assert.equal((await bearer(his.data.access_token).get('/auth/me')).data.user.id, pedro.userId)
  assert.deepEqual((await ana.post('/auth/select-tenant', body, { headers })).body, hers.body)
})

// ── logout ──

test('logging out ends the session at once and clears the cookie', async () => {
  const [here, there] = [await login(), await login()]
  const renewed = (await refresh(here.refresh_token)).data
  const reply = await bearer(renewed.access_token).post('/auth/logout')
  assert.deepEqual([reply.status, reply.body], [200, { success: true }])
  assert.match(
    String(reply.headers['set-cookie']),
    /^refresh_token=; Max-Age=0; Path=\/api\/v1\/auth; .*HttpOnly; Secure; SameSite=Strict$/,
  )
  for (const { access_token } of [here, renewed]) assert.ok(await isDead(access_token))
  assert.equal((await refresh(renewed.refresh_token)).status, 401)
  assert.equal((await bearer(renewed.access_token).post('/auth/logout')).status, 401)
  assert.equal(
    (await bearer(renewed.access_token).post('/auth/select-tenant', { tenantId: ana.tenantId })).status,
    401,
  )
  assert.equal(await isDead(there.access_token), false)
  assert.equal((await api.anyone.post('/auth/logout')).status, 401)
})

test('a person changes their own name, and the log of each of their organisations keeps both', async () => {
  const ana = await api.tenant()
  const second = bearer((await ana.post('/auth/tenants', { organizationName: 'Filial' })).data.access_token)
  const { name: before } = (await ana.get('/auth/me')).data.user
  const renamed = await ana.patch('/auth/me', { name: '  Ana Rojas Soto ' })
  assert.deepEqual([renamed.status, renamed.data.user.name], [200, 'Ana Rojas Soto'])
  assert.equal((await second.get('/auth/me')).data.user.name, 'Ana Rojas Soto')
  // The same name again writes nothing.
  assert.equal((await ana.patch('/auth/me', { name: 'Ana Rojas Soto' })).status, 200)
  for (const one of [ana, second]) {
    const { items } = (await one.get('/settings/audit-log?entityType=account&action=name_changed')).data
    assert.deepEqual(
      items.map(({ actorName, changes }: { actorName: string; changes: unknown }) => [actorName, changes]),
      [['Ana Rojas Soto', { name: { old: before, new: 'Ana Rojas Soto' } }]],
    )
  }
})

test('a name is one line of text, and people change only their own', async () => {
  const ana = await api.tenant()
  for (const name of ['', '   ', 'Ana\nRojas', 'a'.repeat(201), 7, undefined])
    assert.equal((await ana.patch('/auth/me', { name })).status, 400, JSON.stringify(name))
  assert.equal((await api.anyone.patch('/auth/me', { name: 'Nadie' })).status, 401)
  assert.notEqual((await ana.get('/auth/me')).data.user.name, 'Nadie')
})
