import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#kernel/dates.ts'
import { PLAN_NAMES } from '#kernel/plans.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService({ SIGNUP_PLANS: 'STARTER,PROFESSIONAL', DEFAULT_PLAN: 'BUSINESS' })

const ANA = {
  email: 'ana@tiendasur.cl',
  password: 'una-frase-larga',
  name: 'Ana Rojas',
  organizationName: 'Tienda Ñandú & Cía. SpA',
}
const register = (body: object = {}) => api.anyone.post('/auth/register', { ...ANA, ...body })
const login = (email: string, password: string) => api.anyone.post('/auth/login', { email, password })

const first = await register()

// ── registration ──

test('registering creates an account, its organisation and a session', async () => {
  assert.equal(first.status, 201)
  const { access_token, refresh_token, token_type, expires_in, user, tenant, ...rest } = first.data
  assert.deepEqual([token_type, expires_in, rest], ['Bearer', 900, {}])
  assert.match(access_token, /^[\w-]+\.[\w-]+\.[\w-]+$/)
  assert.match(refresh_token, /^[\w-]{43}$/)
  assert.deepEqual(user, { id: user.id, email: ANA.email, name: ANA.name })
  assert.deepEqual(tenant, {
    id: tenant.id,
    name: ANA.organizationName,
    slug: 'tienda-nandu-cia-spa',
    plan: 'BUSINESS',
    role: 'OWNER',
  })
  const claims = JSON.parse(Buffer.from(access_token.split('.')[1], 'base64url').toString())
  assert.deepEqual([claims.sub, claims.tid, claims.role], [user.id, tenant.id, 'OWNER'])
  assert.equal(claims.exp - claims.iat, 900)
  const me = await api.with({ authorization: `Bearer ${access_token}` }).get('/auth/me')
  const now = { refusal: null, waiting: { requests: 0, breaches: 0, approvals: 0 } }
  const mine = { ...tenant, ...now }
  assert.deepEqual(me.data, { user, tenant: mine, tenants: [mine] })
})

test('the refresh token is also a cookie that scripts and other sites cannot use', () => {
  const [refresh] = first.headers['set-cookie'] as unknown as string[]
  assert.equal(
    refresh,
    `refresh_token=${first.data.refresh_token}; Max-Age=2592000; Path=/api/v1/auth; HttpOnly; Secure; SameSite=Strict`,
  )
})

test('a registration can choose a plan if the operator opens it to self-service', async () => {
  const open = await register({ email: 'plan@ejemplo.cl', plan: 'STARTER' })
  assert.deepEqual([open.status, open.data.tenant.plan], [201, 'STARTER'])
  const none = await register({ email: 'sin-plan@ejemplo.cl', plan: null })
  assert.deepEqual([none.status, none.data.tenant.plan], [201, 'BUSINESS'])
  for (const plan of PLAN_NAMES.filter((name) => name === 'BUSINESS' || name === 'ENTERPRISE')) {
    const closed = await register({ email: 'otro@ejemplo.cl', plan })
    assert.deepEqual([closed.status, closed.body.error.code], [422, 'VALIDATION_ERROR'])
    assert.equal(closed.body.error.details[0].path, 'plan')
  }
  assert.equal((await register({ email: 'otro@ejemplo.cl', plan: 'GRATIS' })).status, 400)
})

test('an email is taken once, in any letter case and with spaces around it', async () => {
  for (const email of [ANA.email, 'ANA@TiendaSur.CL', '  ana@tiendasur.cl ']) {
    const reply = await register({ email })
    assert.deepEqual([reply.status, reply.body.error.code], [409, 'CONFLICT'], email)
  }
  const mixed = await register({ email: 'Pedro.Soto@Ejemplo.CL' })
  assert.equal(mixed.data.user.email, 'pedro.soto@ejemplo.cl')
})

test('of two simultaneous registrations of one email, one wins', async () => {
  const replies = await Promise.all([1, 2].map(() => register({ email: 'carrera@ejemplo.cl' })))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409])
})

test('organisations of the same name get slugs of their own, also at once', async () => {
  const emails = ['a', 'b', 'c', 'd'].map((letter) => `gemelos-${letter}@ejemplo.cl`)
  const replies = await Promise.all(emails.map((email) => register({ email, organizationName: 'Gemelos' })))
  assert.deepEqual(
    replies.map(({ status }) => status),
    [201, 201, 201, 201],
  )
  const slugs = replies.map(({ data }) => data.tenant.slug)
  assert.equal(new Set(slugs).size, 4)
  for (const slug of slugs) assert.match(slug, /^gemelos(-[0-9a-f]{8})?$/)
})

test('a name without a letter for the slug still gets one', async () => {
  const reply = await register({ email: 'signos@ejemplo.cl', organizationName: '株式会社' })
  assert.match(reply.data.tenant.slug, /^[a-z0-9-]+$/)
})

test('bounds of a registration: password 8 to 128, no blank fields, a valid email', async () => {
  for (const wrong of [
    { password: '1234567' },
    { password: 'x'.repeat(129) },
    { password: ' '.repeat(12) },
    { password: 12345678 },
    { email: 'ana' },
    { email: 'ana@localhost' },
    { email: `${'a'.repeat(65)}@ejemplo.cl` },
    { email: `a@${'b'.repeat(250)}.cl` },
    { email: 'ana@ejemplo.cl\u0000' },
    { name: '  ' },
    { name: 'x'.repeat(201) },
    { organizationName: '' },
    { organizationName: undefined },
  ]) {
    const reply = await register({ email: 'nadie@ejemplo.cl', ...wrong })
    assert.deepEqual([reply.status, reply.body.error.code], [400, 'VALIDATION_ERROR'], JSON.stringify(wrong))
    assert.equal(reply.body.error.details[0].path, Object.keys(wrong)[0])
  }
  assert.equal((await register({ email: 'ocho@ejemplo.cl', password: 'ñandúes!' })).status, 201)
  assert.equal((await register({ email: 'largo@ejemplo.cl', password: '😀🙂'.repeat(64) })).status, 201)
})

test('an email in any alphabet is compared as the database folds it', async () => {
  for (const local of ['ÑANDÚ', 'İstanbul', 'ΣΊΣΥΦΟΣ', 'ǅungla', 'ẞtraße', 'ᎠᎡᎢ']) {
    const reply = await register({ email: `${local}@ejemplo.cl` })
    assert.equal(reply.status, 201, local)
    assert.equal((await login(reply.data.user.email, ANA.password)).status, 200, local)
  }
})

// ── sign-in ──

test('signing in answers like registering, in any letter case of the email', async () => {
  const reply = await login(' ANA@tiendasur.cl', ANA.password)
  assert.equal(reply.status, 200)
  assert.deepEqual(reply.data.user, first.data.user)
  assert.deepEqual(reply.data.tenant, first.data.tenant)
  assert.notEqual(reply.data.refresh_token, first.data.refresh_token)
})

test('«ñ» typed as one character or as two is the same password', async () => {
  await register({ email: 'teclado@ejemplo.cl', password: 'contrase\u00f1a' })
  assert.equal((await login('teclado@ejemplo.cl', 'contrasen\u0303a')).status, 200)
})

test('a wrong password and an unknown email get the same answer', async () => {
  const wrong = await login(ANA.email, 'otra-frase-larga')
  const unknown = await login('nadie-la-conoce@ejemplo.cl', 'otra-frase-larga')
  assert.deepEqual([wrong.status, wrong.body.error.code], [401, 'UNAUTHORIZED'])
  assert.deepEqual(unknown.body, wrong.body)
  assert.equal((await api.anyone.post('/auth/login', { email: ANA.email })).status, 400)
})

test('the answer takes about as long for an unknown email as for a wrong password', async () => {
  const took = async (email: string) => {
    const started = performance.now()
    await login(email, 'otra-frase-larga')
    return performance.now() - started
  }
  await register({ email: 'reloj@ejemplo.cl' })
  // Alternates the two, and compares the fastest of each, so that other load on the machine does not count.
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let round = 0; round < 7; round += 1) {
    known.push(await took('reloj@ejemplo.cl'))
    unknown.push(await took(`reloj-${round}@ejemplo.cl`))
  }
  const [one, other] = [Math.min(...known), Math.min(...unknown)]
  assert.ok(other > one / 3 && other < one * 3, `${one} ms and ${other} ms`)
})

test('ten failures lock an email for fifteen minutes, known or not, even for the right password', async () => {
  api.clock.set('2026-12-01T12:00:00Z')
  await register({ email: 'cerrada@ejemplo.cl' })
  for (const email of ['cerrada@ejemplo.cl', 'desconocida@ejemplo.cl']) {
    for (let round = 0; round < 10; round += 1)
      assert.equal((await login(email.toUpperCase(), `intento-${round}`)).status, 401)
    const closed = await login(email, ANA.password)
    assert.deepEqual([closed.status, closed.body.error.code], [429, 'RATE_LIMIT_EXCEEDED'])
    assert.equal(closed.headers['retry-after'], '900')
  }
  api.clock.advance(15 * MINUTE_MS - 1)
  assert.equal((await login('cerrada@ejemplo.cl', ANA.password)).headers['retry-after'], '1')
  api.clock.advance(1)
  assert.equal((await login('cerrada@ejemplo.cl', ANA.password)).status, 200)
  assert.equal((await login('desconocida@ejemplo.cl', ANA.password)).status, 401)
  api.clock.release()
})

test('thirty simultaneous guesses count as ten', async () => {
  await register({ email: 'enjambre@ejemplo.cl' })
  const guesses = Array.from({ length: 30 }, (_, round) => login('enjambre@ejemplo.cl', `intento-${round}`))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 401).length, 10)
  assert.equal(statuses.filter((status) => status === 429).length, 20)
})

test('many simultaneous right passwords do not count as guesses', async () => {
  await register({ email: 'equipo@ejemplo.cl' })
  const replies = await Promise.all(
    Array.from({ length: 15 }, () => login('equipo@ejemplo.cl', ANA.password)),
  )
  assert.ok(replies.every(({ status }) => status === 200))
  const left = await api.access.asSystem('a test looks', (db) =>
    db.selectFrom('login_failures').selectAll().where('failed_at', '>', new Date(0)).execute(),
  )
  assert.ok(!left.some(({ email_hash }) => email_hash.includes('@')), 'emails are kept as hashes')
})

test('a repeated sign-in under one Idempotency-Key does not count as a failure', async () => {
  await register({ email: 'repite@ejemplo.cl' })
  const body = { email: 'repite@ejemplo.cl', password: ANA.password }
  const headers = { 'idempotency-key': 'entrar-1' }
  const tokens = new Set<string>()
  for (let round = 0; round < 12; round += 1)
    tokens.add((await api.anyone.post('/auth/login', body, { headers })).data.refresh_token)
  assert.equal(tokens.size, 1)
  assert.equal((await login(body.email, body.password)).status, 200)
})

test('a person who was removed from their only organisation still signs in, without any', async () => {
  const ana = await register({ email: 'removida@ejemplo.cl' })
  const removed = api.with({ authorization: `Bearer ${ana.data.access_token}` })
  await api.access.asSystem('a test removes a member', (db) =>
    db.deleteFrom('memberships').where('user_id', '=', ana.data.user.id).execute(),
  )
  assert.equal((await removed.get('/org/workspaces')).status, 403)
  assert.deepEqual((await removed.get('/auth/me')).data.tenant, null)

  const again = await login('removida@ejemplo.cl', ANA.password)
  assert.deepEqual([again.status, again.data.tenant], [200, null])
  const caller = api.with({ authorization: `Bearer ${again.data.access_token}` })
  assert.deepEqual((await caller.get('/auth/me')).data, { user: ana.data.user, tenant: null, tenants: [] })
  assert.equal((await caller.get('/org/workspaces')).status, 403)
  const renewed = await api.anyone.post('/auth/refresh', { refresh_token: again.data.refresh_token })
  assert.equal(renewed.status, 200)
})
