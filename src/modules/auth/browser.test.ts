import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/dates.ts'
import { Browser } from '#test/kit/browser.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur' })
const NAME = '__Host-resguardo'

async function signedIn(email = ana.email): Promise<Browser> {
  const browser = new Browser(api)
  assert.equal((await browser.login(email)).status, 200)
  return browser
}

/** Sends a browser's cookie with the headers that a browser would add. */
const withCookie = (browser: Browser, headers: Record<string, string>) =>
  api.with({ cookie: browser.cookie, ...headers })

test('a browser gets a cookie that scripts cannot read, and no tokens', async () => {
  const browser = new Browser(api)
  const reply = await browser.login(ana.email)
  assert.deepEqual(Object.keys(reply.data).sort(), ['tenant', 'user'])
  const cookies = [reply.headers['set-cookie']].flat().map(String)
  const [session] = cookies.filter((line) => line.startsWith(`${NAME}=`))
  assert.match(session!, /; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  assert.ok(!cookies.some((line) => line.startsWith('refresh_token=')))
  const value = browser.cookies.get(NAME)!
  const shown = Buffer.from(value.split('.').at(-1)!, 'base64url').toString('latin1')
  for (const secret of [ana.userId, ana.tenantId, ana.email]) assert.ok(!shown.includes(secret))
  assert.equal((await browser.get('/auth/me')).data.user.email, ana.email)
  assert.equal((await browser.post('/org/workspaces', { name: 'Desde el navegador' })).status, 201)
})

test('registering and joining in a browser return no tokens either', async () => {
  const browser = new Browser(api)
  const reply = await browser.post('/auth/register', {
    email: 'nueva@ejemplo.cl',
    password: 'una-frase-larga',
    name: 'Nueva',
    organizationName: 'Nueva SpA',
  })
  assert.deepEqual([reply.status, Object.keys(reply.data).sort()], [201, ['tenant', 'user']])
  const invited = await browser.post('/settings/members', {
    email: 'rosa@ejemplo.cl',
    name: 'Rosa',
    role: 'VIEWER',
  })
  const token = new URL(invited.data.invitationUrl).searchParams.get('token')
  const rosa = new Browser(api)
  const joined = await rosa.post('/auth/invitations/accept', {
    token,
    name: 'Rosa',
    password: 'una-frase-larga',
  })
  assert.deepEqual([joined.status, 'access_token' in joined.data], [200, false])
  assert.equal((await rosa.get('/org/workspaces')).status, 200)
})

test('over plain http the cookie has neither prefix nor Secure', async () => {
  const plain = await openService({ PUBLIC_URL: 'http://localhost:3000' })
  const owner = await plain.tenant()
  const browser = new Browser(plain)
  const reply = await browser.login(owner.email)
  const [session] = [reply.headers['set-cookie']].flat().filter((line) => /^resguardo=/.test(String(line)))
  assert.match(String(session), /; Path=\/; HttpOnly; SameSite=Strict$/)
  assert.equal((await browser.get('/auth/me')).status, 200)
})

// ── requests from other sites ──

const OURS = 'https://resguardo.test'

test('the cookie is accepted only from pages of ours', async () => {
  const browser = await signedIn()
  const client = { 'x-resguardo-client': 'console' }
  for (const [headers, status] of [
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ origin: OURS }, 200],
    [{ 'sec-fetch-site': 'same-origin', origin: OURS }, 200],
    [{}, 401],
    [client, 401],
    [{ 'sec-fetch-site': 'cross-site' }, 401],
    [{ 'sec-fetch-site': 'same-site' }, 401],
    [{ 'sec-fetch-site': 'none' }, 401],
    [{ 'sec-fetch-site': 'cross-site', origin: OURS, ...client }, 401],
    [{ origin: 'https://evil.example' }, 401],
    [{ origin: `${OURS}.evil.example` }, 401],
    [{ origin: 'null' }, 401],
    [{ referer: `${OURS}/` }, 401],
  ] as [Record<string, string>, number][])
    assert.equal(
      (await withCookie(browser, headers).get('/org/workspaces')).status,
      status,
      JSON.stringify(headers),
    )
})

test("a change needs the header that other sites' pages cannot send", async () => {
  const browser = await signedIn()
  const body = { name: 'Por otra página' }
  const same = { 'sec-fetch-site': 'same-origin' }
  for (const [headers, status] of [
    [{ ...same, 'x-resguardo-client': 'console' }, 201],
    [same, 401],
    [{ origin: OURS }, 401],
    [{ 'sec-fetch-site': 'cross-site', 'x-resguardo-client': 'console' }, 401],
    [{ origin: 'null', 'x-resguardo-client': 'console' }, 401],
    [{ 'x-resguardo-client': 'console' }, 401],
  ] as [Record<string, string>, number][])
    assert.equal(
      (await withCookie(browser, headers).post('/org/workspaces', body)).status,
      status,
      JSON.stringify(headers),
    )
  for (const method of ['put', 'delete'] as const) {
    const reply = await withCookie(browser, same)[method]('/auth/preferences')
    assert.ok([401, 404].includes(reply.status), method)
  }
})

test("a form on another site's page can do nothing", async () => {
  const browser = await signedIn()
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
    const reply = await withCookie(browser, {
      'sec-fetch-site': 'cross-site',
      origin: 'https://evil.example',
      'content-type': type,
    }).post('/auth/logout', undefined, { payload: 'a=b' })
    assert.ok([401, 415].includes(reply.status), `${type}: ${reply.status}`)
  }
  assert.equal((await browser.get('/auth/me')).status, 200)
})

test('with an Authorization header the cookie is not read', async () => {
  const browser = await signedIn()
  const reply = await browser.get('/auth/me', { headers: { authorization: 'Bearer no' } })
  assert.equal(reply.status, 401)
})

test('a foreign or altered cookie is no session', async () => {
  const browser = await signedIn()
  const real = browser.cookies.get(NAME)!
  const { vault } = api.app.tools
  for (const value of [
    '',
    'x',
    real.slice(0, -2),
    `${real.slice(0, -8)}AAAAAAAA`,
    'v1.AAAA',
    'x'.repeat(5000),
    vault.seal([ana.userId, ana.userId, ana.tenantId].join(' '), 'siem', ''),
    vault.seal('nothing', 'browser-session', ''),
  ]) {
    browser.cookies.set(NAME, value)
    assert.equal((await browser.get('/auth/me')).status, 401, value.slice(0, 20))
    assert.equal((await browser.get('/org/workspaces')).status, 401, value.slice(0, 20))
  }
})

// ── how long it lasts ──

const lastUse = async (userId: string) => {
  const rows = await api.access.lookUp('a test reads sessions', (db) =>
    db.selectFrom('sessions').selectAll().where('user_id', '=', userId).where('browser', '=', true).execute(),
  )
  return rows[0]!
}
/** The row is written after the answer. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  assert.fail('it was never written')
}

test('a session ends after twelve hours without use, and use keeps it alive up to thirty days', async () => {
  const owner = await api.tenant()
  api.clock.set('2026-12-01T12:00:00Z')
  const browser = await signedIn(owner.email)
  api.clock.advance(12 * HOUR_MS - MINUTE_MS)
  assert.equal((await browser.get('/org/workspaces')).status, 200)
  await until(async () => (await lastUse(owner.userId)).last_used_at?.getTime() === api.clock.now().getTime())
  api.clock.advance(12 * HOUR_MS - 1)
  assert.equal((await browser.get('/org/workspaces')).status, 200)
  await until(async () => (await lastUse(owner.userId)).last_used_at?.getTime() === api.clock.now().getTime())
  api.clock.advance(12 * HOUR_MS)
  assert.equal((await browser.get('/org/workspaces')).status, 401)
  assert.equal((await browser.get('/auth/me')).status, 401)

  const again = await signedIn(owner.email)
  const began = api.clock.now().getTime()
  const id = (await again.get('/auth/sessions')).data.items[0].id
  while (api.clock.now().getTime() < began + 30 * DAY_MS - 11 * HOUR_MS) {
    api.clock.advance(11 * HOUR_MS)
    const now = api.clock.now().getTime()
    assert.equal((await again.get('/org/workspaces')).status, 200)
    await until(async () => {
      const row = await api.access.lookUp('a test reads a session', (db) =>
        db.selectFrom('sessions').select('last_used_at').where('id', '=', id).executeTakeFirstOrThrow(),
      )
      return row.last_used_at?.getTime() === now
    })
  }
  api.clock.set(new Date(began + 30 * DAY_MS))
  assert.equal((await again.get('/org/workspaces')).status, 401)
  api.clock.release()
})

test('a tab that only listens for news does not keep a session alive', async () => {
  const owner = await api.tenant()
  api.clock.set('2026-12-01T12:00:00Z')
  const browser = await signedIn(owner.email)
  const began = (await lastUse(owner.userId)).expires_at
  for (let hour = 1; hour < 12; hour += 1) {
    api.clock.advance(HOUR_MS)
    assert.equal((await browser.get('/notifications/stream')).status, 200)
  }
  // Writes happen after the answer. A later call of another person is written after them.
  const other = await api.tenant()
  api.clock.advance(HOUR_MS - MINUTE_MS)
  const reader = await signedIn(other.email)
  api.clock.advance(10 * MINUTE_MS)
  assert.equal((await reader.get('/org/workspaces')).status, 200)
  await until(async () => (await lastUse(other.userId)).last_used_at?.getTime() === api.clock.now().getTime())
  assert.deepEqual((await lastUse(owner.userId)).expires_at, began)
  assert.equal((await browser.get('/notifications/stream')).status, 401)
  assert.equal((await browser.get('/org/workspaces')).status, 401)
  api.clock.release()
})

test('background requests of an untouched page do not keep a session alive', async () => {
  const owner = await api.tenant()
  api.clock.set('2026-12-01T12:00:00Z')
  const browser = await signedIn(owner.email)
  const began = (await lastUse(owner.userId)).expires_at
  api.clock.advance(11 * HOUR_MS)
  const alone = { headers: { 'x-resguardo-unattended': '1' } }
  for (const path of ['/notifications', '/tasks', '/auth/me'])
    assert.equal((await browser.get(path, alone)).status, 200)
  // Another person's call is written after anything that these calls would write.
  const other = await api.tenant()
  const reader = await signedIn(other.email)
  api.clock.advance(10 * MINUTE_MS)
  assert.equal((await reader.get('/org/workspaces')).status, 200)
  await until(async () => (await lastUse(other.userId)).last_used_at?.getTime() === api.clock.now().getTime())
  assert.deepEqual((await lastUse(owner.userId)).expires_at, began)
  assert.equal((await browser.get('/notifications')).status, 200)
  await until(async () => (await lastUse(owner.userId)).expires_at > began)
  api.clock.release()
})

test('the last use is written every few minutes, not with every call', async () => {
  const owner = await api.tenant()
  const browser = await signedIn(owner.email)
  const first = (await lastUse(owner.userId)).last_used_at
  for (let round = 0; round < 5; round += 1) await browser.get('/org/workspaces')
  assert.deepEqual((await lastUse(owner.userId)).last_used_at, first)
})

test('an organisation may shorten its sessions', async () => {
  const owner = await api.tenant()
  assert.equal((await owner.put('/settings/tenant', { sessionHours: 2 })).data.sessionHours, 2)
  api.clock.set('2026-12-01T12:00:00Z')
  const browser = await signedIn(owner.email)
  const tokens = (await api.anyone.post('/auth/login', { email: owner.email, password: 'una-frase-larga' }))
    .data
  api.clock.advance(2 * HOUR_MS - 1)
  assert.equal((await browser.get('/org/workspaces')).status, 200)
  api.clock.advance(1)
  const over = await browser.get('/org/workspaces')
  assert.equal(over.status, 401)
  assert.match(over.body.error.message, /máximo que permite esta organización/)
  const refreshed = await api.anyone.post('/auth/refresh', { refresh_token: tokens.refresh_token })
  assert.equal(refreshed.status, 401, 'nor does a refresh go around it')
  assert.equal((await browser.get('/auth/me')).data.tenants[0].refusal, 'expired')
  api.clock.release()
})

test('signing out ends the session at once and clears the cookie', async () => {
  const browser = await signedIn()
  const stolen = withCookie(browser, { 'sec-fetch-site': 'same-origin' })
  assert.equal((await stolen.get('/auth/me')).status, 200)
  const left = await browser.post('/auth/logout')
  assert.equal(left.status, 200)
  assert.equal(left.headers['clear-site-data'], '"cache", "storage"', 'nothing of it stays in the browser')
  assert.equal(browser.cookies.has(NAME), false)
  assert.equal((await stolen.get('/auth/me')).status, 401)
  assert.equal((await stolen.get('/org/workspaces')).status, 401)
})

// ── the organisation of a request ──

test('x-resguardo-tenant picks the organisation of one request, for cookies and tokens', async () => {
  const browser = await signedIn()
  const other = await browser.post('/auth/tenants', { organizationName: 'Filial Norte' })
  assert.equal(other.status, 201)
  const { slug } = other.data.tenant
  const name = async (headers: Record<string, string> = {}) =>
    (await browser.get('/settings/tenant', { headers })).data?.name
  assert.equal(await name(), 'Filial Norte')
  assert.equal(await name({ 'x-resguardo-tenant': ana.slug }), 'Tienda Sur')
  const me = await browser.get('/auth/me', { headers: { 'x-resguardo-tenant': ana.slug } })
  assert.equal(me.data.tenant.slug, ana.slug)
  const byToken = await ana.get('/settings/tenant', { headers: { 'x-resguardo-tenant': slug } })
  assert.equal(byToken.data.name, 'Filial Norte')
  const written = await ana.post(
    '/org/workspaces',
    { name: 'Solo norte' },
    { headers: { 'x-resguardo-tenant': slug } },
  )
  assert.equal(written.status, 201)
  const names = (await ana.get('/org/workspaces')).data.workspaces.map((one: { name: string }) => one.name)
  assert.ok(!names.includes('Solo norte'))
})

test('a foreign organisation and a missing one give the same 403', async () => {
  const stranger = await api.tenant()
  const browser = await signedIn()
  const replies = []
  for (const slug of [stranger.slug, 'no-existe', 'x'.repeat(3000)])
    for (const by of [browser, ana])
      replies.push(await by.get('/org/workspaces', { headers: { 'x-resguardo-tenant': slug } }))
  for (const slug of [stranger.slug, 'no-existe'])
    for (const by of [browser, ana])
      replies.push(await by.get('/auth/me', { headers: { 'x-resguardo-tenant': slug } }))
  for (const reply of replies)
    assert.deepEqual([reply.status, reply.body], [403, replies[0]!.body], 'in text too')
  const left = replies.map(({ headers }) => Number(headers['x-ratelimit-remaining']))
  const ofEach = [left.filter((_, at) => at % 2 === 0), left.filter((_, at) => at % 2 === 1)]
  for (const counts of ofEach) {
    assert.ok(counts[0]! > counts[1]! && counts[1]! > counts[2]!, `guesses are counted: ${counts}`)
  }
})
