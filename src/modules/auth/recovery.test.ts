import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBrowserSessions } from '#http/browser-session.ts'
import { HOUR_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { openService } from '#test/kit/service.ts'
import { checkCredentials } from './credentials.ts'
import { CLEANUP_JOB } from './jobs.ts'
import * as service from './service.ts'
import { signIn } from './sign-in.ts'

const api = await openService()
const PASSWORD = 'una-frase-larga'
const NEW = 'otra-frase-distinta'

const login = (email: string, password = PASSWORD) => api.anyone.post('/auth/login', { email, password })
const forgot = (email: string) => api.anyone.post('/auth/password/forgot', { email })
const reset = (token: string, password = NEW) => api.anyone.post('/auth/password/reset', { token, password })

/** The links mailed to an address, oldest first. */
async function links(email: string): Promise<URL[]> {
  await api.drain()
  return api.mailbox.to(email).map(({ text }) => new URL(/https:\S+/.exec(text!)![0]))
}

async function lastToken(email: string): Promise<string> {
  return (await links(email)).at(-1)!.searchParams.get('token')!
}

// ── a forgotten password ──

test('the link to a new password comes by mail, works once and ends every session', async () => {
  const ana = await api.tenant()
  const other = (await login(ana.email)).data
  const asked = await forgot(ana.email.toUpperCase())
  assert.deepEqual([asked.status, asked.body], [200, { success: true }])
  const [link] = await links(ana.email)
  assert.equal(`${link!.origin}${link!.pathname}`, 'https://resguardo.test/restablecer')
  const token = link!.searchParams.get('token')!

  assert.equal((await ana.get('/org/workspaces')).status, 200)
  const done = await reset(token)
  assert.deepEqual([done.status, done.body], [200, { success: true }])
  assert.equal((await ana.get('/org/workspaces')).status, 401)
  assert.equal((await ana.get('/auth/me')).status, 401)
  assert.equal((await api.anyone.post('/auth/refresh', { refresh_token: other.refresh_token })).status, 401)
  assert.equal((await login(ana.email)).status, 401)
  assert.equal((await login(ana.email, NEW)).status, 200)

  const again = await reset(token)
  assert.deepEqual([again.status, again.body.error.code], [422, 'VALIDATION_ERROR'])
})

test('an unknown email gets the same answer and no mail', async () => {
  const known = await api.tenant()
  const [first, second] = [await forgot(known.email), await forgot('nadie@ejemplo.cl')]
  assert.deepEqual(first.body, second.body)
  assert.equal((await links('nadie@ejemplo.cl')).length, 0)
  assert.equal((await forgot('no-es-un-correo')).status, 400)
})

test('a link is valid for one hour, and a new password ends the other links', async () => {
  api.clock.set('2026-12-01T12:00:00Z')
  const ana = await api.tenant()
  await forgot(ana.email)
  const late = await lastToken(ana.email)
  api.clock.advance(HOUR_MS)
  assert.equal((await reset(late)).status, 422)

  await forgot(ana.email)
  const early = await lastToken(ana.email)
  await forgot(ana.email)
  const used = await lastToken(ana.email)
  api.clock.advance(HOUR_MS - 1)
  assert.equal((await reset(used)).status, 200)
  assert.equal((await reset(early)).status, 422)
  api.clock.release()
})

test('of two simultaneous uses of one link, one changes the password', async () => {
  const ana = await api.tenant()
  await forgot(ana.email)
  const token = await lastToken(ana.email)
  const replies = await Promise.all([reset(token, 'primera-frase'), reset(token, 'segunda-frase')])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422])
})

test('strangers cannot fill a mailbox: five live links at most', async () => {
  const ana = await api.tenant()
  for (let round = 0; round < 8; round += 1) assert.equal((await forgot(ana.email)).status, 200)
  assert.equal((await links(ana.email)).length, 5)
})

test('malformed links and passwords are refused', async () => {
  assert.equal((await reset(newToken())).status, 422)
  assert.equal((await reset('')).status, 400)
  assert.equal((await reset(newToken(), 'corta')).status, 400)
  assert.equal((await reset(newToken(), ' '.repeat(9))).status, 400)
})

test('a session opened with the old password during the change does not survive', async () => {
  const ana = await api.tenant()
  const person = await checkCredentials(api.access, api.app.tools, { email: ana.email, password: PASSWORD })
  await api.access.asSystem('a test changes a password', (db) =>
    service.setPassword(db, ana.userId, 'a hash', new Date()),
  )
  const browsers = createBrowserSessions(api.app.tools.vault, api.app.tools.publicUrl)
  const issuer = { tokens: api.tokens, browsers, tools: api.app.tools }
  const caller = {
    requestId: newId(),
    addressPrefix: '203.0.113.0',
    device: 'una prueba',
    deviceToken: undefined,
    browser: false,
  }
  const proof = { method: 'password', strong: false } as const
  const late = api.access.asSystem('a test signs in late', (db, enter) =>
    signIn(issuer, db, enter, person, proof, caller),
  )
  await assert.rejects(late, { code: 'UNAUTHORIZED' })
})

// ── invitations ──

async function invite(tenantId: string, email: string, token = newToken()): Promise<string> {
  const now = api.clock.now()
  const stamps = { created_at: now, updated_at: now }
  await api.access.asSystem('a test invites a person', async (db) => {
    const known = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
    const userId = known?.id ?? newId()
    if (!known)
      await db
        .insertInto('users')
        .values({ id: userId, email, name: 'Invitada', password_hash: null, ...stamps })
        .execute()
    await db
      .insertInto('memberships')
      .values({
        tenant_id: tenantId,
        user_id: userId,
        role: 'ANALYST',
        status: 'INVITED',
        invitation_hash: digest(token),
        invitation_expires_at: new Date(now.getTime() + 7 * 24 * HOUR_MS),
        ...stamps,
      })
      .execute()
  })
  return token
}
const accept = (token: string, password = PASSWORD, name = ' Pedro Soto ') =>
  api.anyone.post('/auth/invitations/accept', { token, name, password })

test('an invitation makes an account and works once', async () => {
  const ana = await api.tenant({ name: 'Tienda Sur' })
  const token = await invite(ana.tenantId, 'pedro@ejemplo.cl')
  assert.equal((await login('pedro@ejemplo.cl')).status, 401, 'who has not accepted has no password')
  const joined = await accept(token)
  assert.equal(joined.status, 200)
  assert.equal(joined.data.user.name, 'Pedro Soto')
  assert.deepEqual(
    [joined.data.tenant.id, joined.data.tenant.role, joined.data.tenant.name],
    [ana.tenantId, 'ANALYST', 'Tienda Sur'],
  )
  assert.match(String(joined.headers['set-cookie']), /^refresh_token=/)
  const pedro = api.with({ authorization: `Bearer ${joined.data.access_token}` })
  assert.equal((await pedro.get('/org/workspaces')).status, 200)
  assert.equal((await accept(token)).status, 422)
  assert.equal((await login('pedro@ejemplo.cl')).status, 200)
})

test('of two simultaneous acceptances of one invitation, one joins', async () => {
  const ana = await api.tenant()
  const token = await invite(ana.tenantId, 'doble@ejemplo.cl')
  const replies = await Promise.all([accept(token, 'primera-frase'), accept(token, 'segunda-frase')])
  const statuses = replies.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses))
})

test('a person with an account joins with its password', async () => {
  const [ana, berta] = [await api.tenant(), await api.tenant()]
  const token = await invite(ana.tenantId, berta.email)
  assert.equal((await accept(token, 'no-es-la-suya')).status, 401)
  const joined = await accept(token, PASSWORD, 'Otro Nombre')
  assert.equal(joined.status, 200)
  assert.deepEqual(joined.data.user, { id: berta.userId, email: berta.email, name: 'Ana Rojas' })
  assert.equal((await berta.get('/auth/me')).data.tenants.length, 2)
})

test('an invitation gives no extra tries for passwords', async () => {
  const [ana, victim] = [await api.tenant(), await api.tenant()]
  const token = await invite(ana.tenantId, victim.email)
  for (let round = 0; round < 10; round += 1)
    assert.equal((await accept(token, `intento-${round}`)).status, 401)
  const closed = await accept(token)
  assert.equal(closed.status, 429)
  assert.ok(closed.headers['retry-after'])
  assert.equal((await login(victim.email)).status, 429)
})

test('an invitation ends after a week, and an unknown one is refused', async () => {
  api.clock.set('2026-12-01T12:00:00Z')
  const ana = await api.tenant()
  const token = await invite(ana.tenantId, 'tarde@ejemplo.cl')
  api.clock.advance(7 * 24 * HOUR_MS)
  assert.equal((await accept(token)).status, 422)
  api.clock.release()
  assert.equal((await accept(newToken())).status, 422)
  assert.equal((await accept(token, 'corta')).status, 400)
  assert.equal((await accept(token, PASSWORD, '  ')).status, 400)
})

test('a stranger who registers an invited email gets no account, and the invitation keeps its token', async () => {
  const ana = await api.tenant()
  const email = 'invitada@ejemplo.cl'
  const token = await invite(ana.tenantId, email)
  const stranger = { email, password: 'la-frase-del-intruso', name: 'Intruso', organizationName: 'Trampa' }
  const refused = await api.anyone.post('/auth/register', stranger)
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT'])
  assert.match(refused.body.error.message, /invitación pendiente/)
  const login = await api.anyone.post('/auth/login', { email, password: stranger.password })
  assert.equal(login.status, 401, 'nothing of the refused registration stays')
  const joined = await accept(token)
  assert.deepEqual([joined.status, joined.data.tenant.id], [200, ana.tenantId])
  await forgot(email)
  assert.equal((await reset(await lastToken(email), 'otra-frase-de-ella')).status, 200)
  const again = await api.anyone.post('/auth/login', { email, password: 'otra-frase-de-ella' })
  assert.equal(again.data.tenant.id, ana.tenantId)
  const { tenants } = (await api.with({ authorization: `Bearer ${again.data.access_token}` }).get('/auth/me'))
    .data
  assert.deepEqual(
    tenants.map(({ id }: { id: string }) => id),
    [ana.tenantId],
  )
})

test('an expired invitation blocks nobody, and a registration does not take a later one', async () => {
  const ana = await api.tenant()
  const email = 'despues@ejemplo.cl'
  await invite(ana.tenantId, email)
  api.clock.advance(8 * 24 * HOUR_MS)
  const body = { email, password: PASSWORD, name: 'Inés', organizationName: 'La Suya' }
  const registered = await api.anyone.post('/auth/register', body)
  assert.deepEqual([registered.status, registered.data.user.name], [201, 'Inés'])
  const her = api.with({ authorization: `Bearer ${registered.data.access_token}` })
  const owner = await api.anyone.post('/auth/login', { email: ana.email, password: PASSWORD })
  const renewed = await api
    .with({ authorization: `Bearer ${owner.data.access_token}` })
    .post('/settings/members', { email, name: 'Inés', role: 'VIEWER' })
  assert.equal((await her.get('/auth/me')).data.tenants.length, 1)
  const token = new URL(renewed.data.invitationUrl).searchParams.get('token')!
  assert.equal((await accept(token)).status, 200)
  assert.equal((await her.get('/auth/me')).data.tenants.length, 2)
  api.clock.release()
})

// ── cleaning up ──

const cleanUp = () => CLEANUP_JOB.run(api.service.jobEnv, {}, { jobId: newId(), attempt: 1 })

test('only people without membership and without an open invitation are forgotten', async () => {
  const [ana, other] = [await api.tenant(), await api.tenant()]
  const invited = async (email: string, by = ana) =>
    (await by.post('/settings/members', { email, name: 'Inés', role: 'VIEWER' })).data
  const [gone, waiting, twice, joined] = [
    await invited('retirada@ejemplo.cl'),
    await invited('pendiente@ejemplo.cl'),
    await invited('en-dos@ejemplo.cl'),
    await invited('con-cuenta@ejemplo.cl'),
  ]
  await invited(twice.email, other)
  assert.equal((await accept(new URL(joined.invitationUrl).searchParams.get('token')!)).status, 200)
  for (const { userId } of [gone, twice, joined]) await ana.delete(`/settings/members/${userId}`)
  const withdrawn = Array.from({ length: 4 }, (_, index) => `invitada-otra-vez-${index}@ejemplo.cl`)
  for (const email of withdrawn) await ana.delete(`/settings/members/${(await invited(email)).userId}`)

  const again = withdrawn.map((email) => invited(email, other))
  await cleanUp()
  await Promise.all(again)
  await cleanUp()
  const emails = await api.access.asSystem('a test reads', async (db) =>
    (await db.selectFrom('users').select('email').execute()).map(({ email }) => email),
  )
  assert.equal(emails.includes(gone.email), false)
  for (const { email } of [waiting, twice, joined, ana, other]) assert.ok(emails.includes(email), email)
  const members = (await other.get('/settings/members')).data.members
  for (const email of withdrawn)
    assert.ok(
      members.some((member: { email: string }) => member.email === email),
      email,
    )
  assert.equal((await login(joined.email)).status, 200)
})

test('only expired rows are forgotten every night', async () => {
  api.clock.set('2027-06-01T12:00:00Z')
  const ana = await api.tenant()
  const kept = (await login(ana.email)).data
  await login(ana.email, 'equivocada')
  await forgot(ana.email)
  await api.drain()
  await api.anyone.post(
    '/auth/login',
    { email: ana.email, password: PASSWORD },
    { headers: { 'idempotency-key': 'k' } },
  )
  const count = (
    table: 'login_failures' | 'password_resets' | 'sessions' | 'refresh_tokens' | 'idempotency_keys',
  ) =>
    api.access.asSystem(
      'a test counts',
      async (db) => (await db.selectFrom(table).selectAll().execute()).length,
    )
  await cleanUp()
  assert.equal((await api.anyone.post('/auth/refresh', { refresh_token: kept.refresh_token })).status, 200)
  for (const table of [
    'login_failures',
    'password_resets',
    'sessions',
    'refresh_tokens',
    'idempotency_keys',
  ] as const)
    assert.ok((await count(table)) > 0, table)
  api.clock.advance(32 * 24 * HOUR_MS)
  await cleanUp()
  for (const table of [
    'login_failures',
    'password_resets',
    'sessions',
    'refresh_tokens',
    'idempotency_keys',
  ] as const)
    assert.equal(await count(table), 0, table)
  api.clock.release()
})
