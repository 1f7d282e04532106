import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { holdSlow, openProbe } from '#test/kit/probe.ts'
import { type Caller, openService } from '#test/kit/service.ts'

const api = await openProbe()
const ana = await api.tenant()

const make = (caller: Caller, key: string, body: object = { name: 'Algo' }, path = '/probe/things') =>
  caller.post(path, body, { headers: { 'idempotency-key': key } })
const total = async (caller: Caller) => (await caller.get('/probe/things')).data.pagination.total
const rows = () =>
  api.access.asSystem('a test looks', (db) => db.selectFrom('idempotency_keys').selectAll().execute())

test('the same key and body give the same answer, and the work is done once', async () => {
  const before = await total(ana)
  const first = await make(ana, 'pedido-1')
  const again = await make(ana, 'pedido-1')
  assert.deepEqual([first.status, again.status], [201, 201])
  assert.deepEqual(again.body, first.body)
  assert.equal(await total(ana), before + 1)
  const other = await make(ana, 'pedido-2')
  assert.notEqual(other.data.id, first.data.id)
})

test('the same key with another body, or for another path, is refused', async () => {
  await make(ana, 'pedido-3')
  for (const reply of [
    await make(ana, 'pedido-3', { name: 'Otra cosa' }),
    await make(ana, 'pedido-3', { name: 'Algo', count: 1 }),
    await make(ana, 'pedido-3', { name: 'Algo' }, '/probe/slow'),
    await make(ana, 'pedido-3', { name: 'Algo' }, '/probe/things?x=1'),
  ])
    assert.deepEqual([reply.status, reply.body.error.code], [422, 'VALIDATION_ERROR'])
})

test('a POST that only reads keeps its answer too', async () => {
  const office = await openService()
  const [person, key] = [await office.tenant(), 'cálculo-1']
  const ask = (dataVolume: string, by: Caller = person) =>
    by.post(
      '/rat/activities/preview/calculate-risk',
      { riskFactors: { dataVolume } },
      { headers: { 'idempotency-key': key } },
    )
  const first = await ask('high')
  assert.equal(first.status, 200)
  assert.deepEqual((await ask('high')).body, first.body)
  assert.deepEqual([(await ask('low')).status, (await ask('low', await office.tenant())).status], [422, 200])
  assert.deepEqual((await person.get('/settings/audit-log?entityType=activity')).data.items, [])
})

test('a key belongs to its caller: other callers are independent, in the tenant and outside', async () => {
  const [stranger, colleague] = [await api.tenant(), await ana.colleague('ANALYST')]
  const replies = [await make(ana, 'mía'), await make(stranger, 'mía'), await make(colleague, 'mía')]
  assert.deepEqual(
    replies.map(({ status }) => status),
    [201, 201, 201],
  )
  assert.equal(new Set(replies.map(({ data }) => data.id)).size, 3)
  assert.equal((await make(stranger, 'mía', { name: 'Distinto' })).status, 422)
})

test('public callers and portal sessions have keys of their own', async () => {
  const path = `/public/probe/${ana.tenantId}`
  const hers = await make(ana, 'pública')
  const publics = [
    await make(api.anyone, 'pública', undefined, path),
    await make(api.anyone, 'pública', undefined, path),
  ]
  assert.deepEqual(publics[0]!.body, publics[1]!.body)
  assert.notEqual(publics[0]!.data.id, hers.data.id)

  const portal = (token: string) =>
    make(api.with({ authorization: `Bearer ${token}` }), 'pública', undefined, `${path}/portal`)
  const [one, two, oneAgain] = [await portal('uno'), await portal('dos'), await portal('uno')]
  assert.notEqual(one.data.id, two.data.id)
  assert.equal(oneAgain.data.id, one.data.id)
})

test('while the first call runs, the second one is refused', async () => {
  const { arrived, release } = holdSlow()
  const first = make(ana, 'lenta', undefined, '/probe/slow')
  await arrived
  const second = await make(ana, 'lenta', undefined, '/probe/slow')
  assert.deepEqual([second.status, second.body.error.code], [409, 'CONFLICT'])
  assert.ok(second.headers['retry-after'])
  release()
  const done = await first
  assert.equal(done.status, 201)
  assert.deepEqual((await make(ana, 'lenta', undefined, '/probe/slow')).body, done.body)
})

test('only one of many concurrent calls is done', async () => {
  const before = await total(ana)
  const replies = await Promise.all(Array.from({ length: 8 }, () => make(ana, 'ráfaga')))
  const ids = replies.filter(({ status }) => status === 201).map(({ data }) => data.id)
  assert.ok(ids.length > 0)
  assert.equal(new Set(ids).size, 1)
  assert.ok(replies.every(({ status }) => status === 201 || status === 409))
  assert.equal(await total(ana), before + 1)
})

test('a key has 1 to 255 characters', async () => {
  assert.equal((await make(ana, 'x'.repeat(255))).status, 201)
  for (const key of ['x'.repeat(256), '', '   ']) {
    const reply = await make(ana, key)
    assert.deepEqual([reply.status, reply.body.error.code], [400, 'VALIDATION_ERROR'])
  }
})

test('an answer is kept for a day', async () => {
  api.clock.set('2026-12-01T12:00:00Z')
  const person = await api.tenant()
  const first = await make(person, 'diaria')
  const renew = async () => {
    const token = api.tokens.sign({ ...claims, sessionId }, api.clock.now())
    return api.with({ authorization: `Bearer ${token}` })
  }
  const claims = { userId: person.userId, tenantId: person.tenantId, role: 'OWNER' as const }
  const sessionId = newId()
  await api.access.asSystem('a test opens a session', (db) =>
    db
      .insertInto('sessions')
      .values({
        id: sessionId,
        user_id: person.userId,
        tenant_id: person.tenantId,
        created_at: api.clock.now(),
        expires_at: new Date('2027-12-01'),
      })
      .execute(),
  )
  api.clock.advance(24 * HOUR_MS - 1)
  assert.equal((await make(await renew(), 'diaria')).data.id, first.data.id)
  api.clock.advance(1)
  const next = await make(await renew(), 'diaria', { name: 'Otro día' })
  assert.deepEqual([next.status, next.data.name], [201, 'Otro día'])
  assert.equal((await make(await renew(), 'diaria', { name: 'Otro día' })).data.id, next.data.id)
  api.clock.release()
})

test('a refused call keeps nothing: a corrected one runs under the same key', async () => {
  const before = (await rows()).length
  assert.equal((await make(ana, 'a medias', { name: '' })).status, 400)
  assert.equal((await make(await ana.colleague('VIEWER'), 'a medias')).status, 403)
  assert.equal((await make(ana, 'a medias', {}, '/probe/unaudited')).status, 500)
  assert.equal(
    (await api.anyone.post('/auth/refresh', { refresh_token: 'x' }, { headers: { 'idempotency-key': 'r' } }))
      .status,
    401,
  )
  assert.equal((await rows()).length, before)
  assert.equal((await make(ana, 'a medias')).status, 201)
})

test('registering twice under one key registers once', async () => {
  const body = {
    email: 'una-vez@ejemplo.cl',
    password: 'una-frase-larga',
    name: 'Ana',
    organizationName: 'Una Vez',
  }
  const register = (more: object = {}) => make(api.anyone, 'registro', { ...body, ...more }, '/auth/register')
  const [first, again] = [await register(), await register()]
  assert.deepEqual([first.status, again.status], [201, 201])
  assert.deepEqual(again.body, first.body)
  assert.deepEqual(again.headers['set-cookie'], first.headers['set-cookie'])
  assert.equal((await register({ name: 'Otra' })).status, 422)
  const me = await api.with({ authorization: `Bearer ${again.data.access_token}` }).get('/auth/me')
  assert.equal(me.data.tenants.length, 1)
})

test('a repeated refresh gives the same tokens; another token under the key is refused', async () => {
  const person = await api.tenant()
  const signIn = async () =>
    (await api.anyone.post('/auth/login', { email: person.email, password: 'una-frase-larga' })).data
  const [one, two] = [await signIn(), await signIn()]
  const renew = (token: string) => make(api.anyone, 'renovar', { refresh_token: token }, '/auth/refresh')
  const first = await renew(one.refresh_token)
  assert.deepEqual((await renew(one.refresh_token)).body, first.body)
  assert.equal((await renew(two.refresh_token)).status, 422)
  const byCookie = api.with({ cookie: `refresh_token=${one.refresh_token}`, 'idempotency-key': 'renovar' })
  assert.deepEqual((await byCookie.post('/auth/refresh')).body, first.body, 'however the token was sent')
  const other = api.with({ cookie: `refresh_token=${two.refresh_token}`, 'idempotency-key': 'renovar' })
  assert.equal((await other.post('/auth/refresh')).status, 422)
  const access = api.with({ authorization: `Bearer ${first.data.access_token}` })
  assert.equal((await access.get('/auth/me')).status, 200, 'a repetition is no second use')
})

test('a request that acts twice keeps two answers', async () => {
  const twice = () => make(ana, 'doble', {}, '/probe/twice')
  const first = await twice()
  assert.equal(first.data.second, first.data.first + 1)
  assert.deepEqual((await twice()).data, first.data)
})

test('reads are not answered from memory', async () => {
  const headers = { 'idempotency-key': 'lectura' }
  const before = (await ana.get('/probe/things', { headers })).data.pagination.total
  await ana.post('/probe/things', { name: 'Algo' })
  assert.equal((await ana.get('/probe/things', { headers })).data.pagination.total, before + 1)
  const me = (await ana.get('/auth/me', { headers })).data.user.id
  const pedro = await ana.colleague('VIEWER')
  assert.notEqual((await pedro.get('/auth/me', { headers })).data.user.id, me)
})

test('the table reveals nothing of a call', async () => {
  const body = { name: 'Rosa Díaz', email: 'rosa.diaz@ejemplo.cl' }
  await make(ana, 'clave-en-claro', body)
  await make(api.anyone, 'clave-en-claro', { email: 'rosa.diaz@ejemplo.cl' }, '/auth/password/forgot')
  const text = JSON.stringify(await rows())
  for (const secret of ['Rosa', 'rosa.diaz', 'clave-en-claro', '127.0.0.1', ana.userId, 'access_token'])
    assert.ok(!text.includes(secret), secret)
})
