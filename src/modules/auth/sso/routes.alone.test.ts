import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { createDns, proveDomain, Visitor } from '#test/kit/company.ts'
import { openIdentityProvider } from '#test/kit/identity-provider.ts'
import { openService, type Person, type Reply } from '#test/kit/service.ts'

const { records, network } = createDns()
const api = await openService({}, { network })
const provider = await openIdentityProvider('https://resguardo.test/api/v1/auth/sso/callback')
const { issuer, clientId, clientSecret } = provider

let counter = 0
/** An organisation with a sign-in of its own, saved by its owner. */
async function company(settings: object = {}): Promise<Person & { domain: string }> {
  const number = ++counter
  const owner = await api.tenant({ name: `Compañía ${number}` })
  const domain = `compania-${number}.cl`
  await proveDomain(owner, records, domain)
  const body = { enabled: true, issuer, clientId, clientSecret, allowedDomains: [domain], ...settings }
  const saved = await owner.put('/settings/sso', body)
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  return Object.assign(owner, { domain })
}

/** Completes a sign-in as this person of the provider. */
async function enter(slug: string, sub: string, { query = '?client=api', visitor = new Visitor(api) } = {}) {
  const address = await provider.visit(await visitor.start(slug, query), sub)
  return visitor.back(address)
}

async function newPerson(domain: string, claims: object = {}) {
  const sub = `persona-${++counter}`
  const email = `${sub}@${domain}`
  await provider.add(sub, { email, email_verified: true, name: `Persona ${counter}`, ...claims })
  return { sub, email }
}

const holding = (reply: Reply) => api.with({ authorization: `Bearer ${reply.data.access_token}` })
const ruleOf = ({ status, body }: Reply) => [status, body.error?.details?.[0]?.rule]
const rowsOf = async (owner: Person, action: string) =>
  (await owner.get('/settings/audit-log?limit=100')).data.items.filter(
    (row: { action: string }) => row.action === action,
  )

const shared = await company()

// ── the way in ──

test('a new person of a proven domain joins with the default role, and the log records it', async () => {
  const owner = await company({ defaultRole: 'ANALYST' })
  const { sub, email } = await newPerson(owner.domain)
  const reply = await enter(owner.slug, sub)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  assert.deepEqual(
    [reply.data.user.email, reply.data.tenant.id, reply.data.tenant.role],
    [email, owner.tenantId, 'ANALYST'],
  )
  assert.equal((await holding(reply).get('/org/entities')).status, 200)
  const [join] = await rowsOf(owner, 'join')
  assert.deepEqual(
    [join.actorId, join.entityType, join.changes.role.new],
    [reply.data.user.id, 'member', 'ANALYST'],
  )
  assert.equal((await rowsOf(owner, 'sign_in'))[0].changes.method.new, 'sso')
  // The second sign-in finds the same person and creates no membership.
  const again = await enter(owner.slug, sub)
  assert.equal(again.data.user.id, reply.data.user.id)
  assert.equal((await rowsOf(owner, 'join')).length, 1)
})

test('a browser gets a cookie, no tokens, and the page it came from', async () => {
  const owner = await company()
  const { sub } = await newPerson(owner.domain)
  const visitor = new Visitor(api)
  const reply = await enter(owner.slug, sub, { query: '?returnTo=/organizacion/x?a=1', visitor })
  assert.deepEqual([reply.status, reply.headers['location']], [303, '/organizacion/x?a=1'])
  const session = visitor.cookie('__Host-resguardo')!
  assert.ok(session)
  assert.equal(visitor.cookie('refresh_token'), undefined)
  const cookies = [reply.headers['set-cookie']].flat().map(String)
  const line = cookies.find((one) => one.startsWith('__Host-resguardo='))!
  assert.match(line, /HttpOnly/)
  assert.match(line, /Secure/)
  assert.match(line, /SameSite=Strict/)
  const page = api.with({
    cookie: `__Host-resguardo=${encodeURIComponent(session)}`,
    'sec-fetch-site': 'same-origin',
  })
  assert.equal((await page.get('/auth/me')).data.tenant.id, owner.tenantId)
})

test('the way to the provider carries PKCE, state and nonce, and a cookie ties it to the browser', async () => {
  const owner = await company()
  const visitor = new Visitor(api)
  const reply = await visitor.call(`/auth/sso/${owner.slug}/start`)
  const { searchParams, origin } = new URL(String(reply.headers['location']))
  assert.equal(origin, issuer)
  assert.deepEqual(
    ['response_type', 'code_challenge_method', 'redirect_uri', 'client_id', 'scope'].map((name) =>
      searchParams.get(name),
    ),
    ['code', 'S256', 'https://resguardo.test/api/v1/auth/sso/callback', clientId, 'openid email profile'],
  )
  for (const name of ['state', 'nonce', 'code_challenge'])
    assert.ok(searchParams.get(name)!.length >= 43, name)
  const cookie = String(reply.headers['set-cookie'])
  assert.match(
    cookie,
    /^sso=[\w-]{43}; Max-Age=600; Path=\/api\/v1\/auth\/sso; HttpOnly; Secure; SameSite=Lax$/,
  )
  const [attempt] = await api.access.lookUp('a test looks', (db) =>
    db.selectFrom('sso_attempts').selectAll().where('tenant_id', '=', owner.tenantId).execute(),
  )
  assert.ok(!JSON.stringify(attempt).includes(searchParams.get('state')!))
  assert.ok(!JSON.stringify(attempt).includes(visitor.cookie('sso')!))
})

for (const returnTo of [
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/%0d%0aSet-Cookie:x',
  '/a\tb',
  `/${'x'.repeat(600)}`,
])
  test(`a return to «${returnTo.slice(0, 40)}» stays on the site`, async () => {
    const owner = shared
    const { sub } = await newPerson(owner.domain)
    const reply = await enter(owner.slug, sub, { query: `?returnTo=${encodeURIComponent(returnTo)}` })
    const expected = returnTo.startsWith('/%') ? returnTo : '/'
    assert.deepEqual([reply.status, reply.headers['location']], [303, expected])
  })

test('two tabs of one browser do not disturb each other', async () => {
  const owner = await company()
  const { sub } = await newPerson(owner.domain)
  const visitor = new Visitor(api)
  const urls = [
    await visitor.start(owner.slug, '?client=api'),
    await visitor.start(owner.slug, '?client=api'),
  ]
  for (const url of urls) assert.equal((await visitor.back(await provider.visit(url, sub))).status, 200)
})

// ── who a person is ──

test('a member with a password is the same person by either sign-in', async () => {
  const owner = await company()
  const email = `mixta@${owner.domain}`
  const invited = await owner.post('/settings/members', { email, name: 'Marta Mixta', role: 'DPO' })
  const token = new URL(invited.data.invitationUrl).searchParams.get('token')!
  const password = 'una-frase-larga-y-propia'
  const joined = await api.anyone.post('/auth/invitations/accept', { token, name: 'Marta Mixta', password })
  await provider.add('mixta', { email: email.toUpperCase(), email_verified: true })
  const reply = await enter(owner.slug, 'mixta')
  assert.deepEqual([reply.data.user.id, reply.data.tenant.role], [joined.data.user.id, 'DPO'])
})

test("an invited person joins through the company with the invitation's role, and the link stops working", async () => {
  const owner = await company()
  const { sub, email } = await newPerson(owner.domain)
  const invited = await owner.post('/settings/members', { email, name: 'Ivo', role: 'APPROVER' })
  const reply = await enter(owner.slug, sub)
  assert.deepEqual([reply.data.user.id, reply.data.tenant.role], [invited.data.userId, 'APPROVER'])
  const token = new URL(invited.data.invitationUrl).searchParams.get('token')!
  const late = await api.anyone.post('/auth/invitations/accept', {
    token,
    name: 'Otro',
    password: 'una-frase-larga-y-propia',
  })
  assert.equal(late.status, 422)
})

test('neither registering nor a foreign invitation takes over an account that the company created', async () => {
  const owner = await company()
  const { sub, email } = await newPerson(owner.domain)
  const { user } = (await enter(owner.slug, sub)).data
  const password = 'la-frase-del-atacante'
  const registered = await api.anyone.post('/auth/register', {
    email,
    password,
    name: 'X',
    organizationName: 'X',
  })
  assert.equal(registered.status, 409)
  const other = await api.tenant()
  const { invitationUrl } = (await other.post('/settings/members', { email, name: 'X', role: 'VIEWER' })).data
  const token = new URL(invitationUrl).searchParams.get('token')!
  const accepted = await api.anyone.post('/auth/invitations/accept', { token, name: 'X', password })
  assert.equal(accepted.status, 422)
  assert.match(accepted.body.error.message, /enlace para crearla/)
  assert.equal((await api.anyone.post('/auth/login', { email, password })).status, 401)
  assert.equal((await enter(owner.slug, sub)).data.user.id, user.id)
})

test("a company's session cannot change the account beyond the company; a password comes by mail", async () => {
  const owner = await company()
  const { sub, email } = await newPerson(owner.domain)
  const session = holding(await enter(owner.slug, sub))
  for (const reply of [
    await session.post('/auth/mfa/totp', {}),
    await session.post('/auth/passkeys/register/options', {}),
    await session.delete('/auth/mfa'),
  ])
    assert.deepEqual(ruleOf(reply), [403, 'sso_session'])
  await api.anyone.post('/auth/password/forgot', { email })
  await api.drain()
  const letters = api.mailbox.to(email).map(({ text }) => text ?? '')
  const link = /restablecer\?token=([\w-]+)/.exec(letters.join('\n'))!
  const password = 'una-frase-larga-y-propia'
  assert.equal((await api.anyone.post('/auth/password/reset', { token: link[1], password })).status, 200)
  const login = await api.anyone.post('/auth/login', { email, password })
  assert.deepEqual([login.status, login.data.tenant.id], [200, owner.tenantId])
})

test("a company's session reaches that company alone", async () => {
  const [owner, other] = [await company(), await api.tenant()]
  const { sub, email } = await newPerson(owner.domain)
  const first = await enter(owner.slug, sub)
  await api.access.asSystem('a test joins a person to another tenant', (db) =>
    db
      .insertInto('memberships')
      .values({
        tenant_id: other.tenantId,
        user_id: first.data.user.id,
        role: 'OWNER',
        status: 'ACTIVE',
        created_at: new Date(),
        updated_at: new Date(),
      })
      .execute(),
  )
  assert.equal(email, first.data.user.email)
  const there = await holding(first).get('/settings/tenant', {
    headers: { 'x-resguardo-tenant': other.slug },
  })
  assert.deepEqual(ruleOf(there), [403, 'sso_elsewhere'])
  const selected = await holding(first).post('/auth/select-tenant', { tenantId: other.tenantId })
  const moved = selected.status === 200 ? await holding(selected).get('/settings/tenant') : selected
  assert.equal(moved.status, 403)
  // The company does not learn its people's other organisations.
  const stranger = await api.tenant()
  const tried = async ({ slug }: Person, path = '/settings/tenant') =>
    (await holding(first).get(path, { headers: { 'x-resguardo-tenant': slug } })).body
  for (const path of ['/settings/tenant', '/auth/me'])
    assert.deepEqual(await tried(other, path), await tried(stranger, path), path)
  await api.access.asSystem('a test suspends an organisation', (db) =>
    db.updateTable('tenants').set({ suspended_at: new Date() }).where('id', '=', other.tenantId).execute(),
  )
  assert.deepEqual(await tried(other), await tried(stranger), 'nor whether it is suspended')
  await api.access.asSystem('a test goes on', (db) =>
    db.updateTable('tenants').set({ suspended_at: null }).where('id', '=', other.tenantId).execute(),
  )
  const copy = async (from: Person) =>
    (
      await holding(first).post('/portfolio/copy', {
        from: from.tenantId,
        to: owner.tenantId,
        items: [{ kind: 'contract_template', id: owner.tenantId }],
      })
    ).body
  assert.deepEqual(await copy(other), await copy(stranger))
  for (const path of ['/auth/me', '/tasks?scope=all', '/governance/overview?scope=all']) {
    const shown = await holding(first).get(path)
    assert.equal(shown.status, 200, path)
    assert.ok(![other.tenantId, other.slug].some((name) => shown.raw.includes(name)), path)
  }
})

test('a removed person keeps no session that the company opened, not even in another organisation', async () => {
  const [owner, other] = [await company(), await api.tenant()]
  const { sub } = await newPerson(owner.domain)
  const { user, refresh_token } = (await enter(owner.slug, sub)).data
  const now = new Date()
  const stamps = { created_at: now, updated_at: now }
  await api.access.asSystem('a test joins a person to another tenant', (db) =>
    db
      .insertInto('memberships')
      .values({ tenant_id: other.tenantId, user_id: user.id, role: 'OWNER', status: 'ACTIVE', ...stamps })
      .execute(),
  )
  assert.equal((await owner.delete(`/settings/members/${user.id}`)).status, 200)
  const renewed = await api.anyone.post('/auth/refresh', { refresh_token })
  assert.deepEqual([renewed.status, renewed.data], [401, undefined])
})

test("a company's session neither reads nor replaces the preferences that a person has elsewhere", async () => {
  const owner = await company()
  const { sub, email } = await newPerson(owner.domain)
  const first = await enter(owner.slug, sub)
  const own = await api.access.asSystem('a test opens a session of the person', async (db) => {
    const session = { id: newId(), user_id: first.data.user.id, created_at: new Date() }
    await db
      .insertInto('sessions')
      .values({ ...session, expires_at: new Date(Date.now() + 3_600_000) })
      .execute()
    return {
      userId: session.user_id,
      tenantId: owner.tenantId,
      role: 'OWNER' as const,
      sessionId: session.id,
    }
  })
  const person = api.with({ authorization: `Bearer ${api.tokens.sign(own, api.clock.now())}` })
  const preferences = { views: { 'otra-empresa/dsar': [{ name: 'Caso', search: { q: 'Juana Pérez' } }] } }
  assert.equal((await person.put('/auth/preferences', { preferences })).status, 200)
  assert.deepEqual((await holding(first).get('/auth/preferences')).data, { preferences: {} })
  const ofCompany = { views: { 'compañía/dsar': [] } }
  assert.equal((await holding(first).put('/auth/preferences', { preferences: ofCompany })).status, 200)
  assert.deepEqual((await person.get('/auth/preferences')).data, { preferences })
  const again = await enter(owner.slug, sub)
  assert.deepEqual((await holding(again).get('/auth/preferences')).data, { preferences: ofCompany })
  const { userId } = (await owner.get('/settings/members')).data.members.find(
    (one: { email: string }) => one.email === email,
  )
  assert.equal((await owner.delete(`/settings/members/${userId}`)).status, 200)
  const kept = await api.access.asSystem('a test looks', (db) =>
    db.selectFrom('company_preferences').select('user_id').where('user_id', '=', userId).execute(),
  )
  assert.deepEqual(kept, [], 'it goes with the membership')
})

test('another subject with the same address is refused and logged; after the person is removed it may enter', async () => {
  const owner = await company()
  const { sub, email } = await newPerson(owner.domain)
  const { user } = (await enter(owner.slug, sub)).data
  await provider.add('impostor', { email, email_verified: true, name: 'Impostor' })
  assert.deepEqual(ruleOf(await enter(owner.slug, 'impostor')), [403, 'otherSubject'])
  const [row] = await rowsOf(owner, 'refuse_sign_in')
  assert.deepEqual(
    [row.changes.reason.new, row.changes.subject.new, row.changes.email.new],
    ['otherSubject', 'impostor', email],
  )
  await owner.delete(`/settings/members/${user.id}`)
  assert.equal((await enter(owner.slug, 'impostor')).status, 200)
})

test('a subject whose address changed stays the same person', async () => {
  const owner = await company()
  const { sub } = await newPerson(owner.domain)
  const { user } = (await enter(owner.slug, sub)).data
  await provider.add(sub, { email: `casada-${sub}@${owner.domain}`, email_verified: true })
  assert.equal((await enter(owner.slug, sub)).data.user.id, user.id)
})

test('simultaneous first sign-ins of one person create one member', async () => {
  const owner = await company()
  const { sub } = await newPerson(owner.domain)
  const replies = await Promise.all([1, 2, 3].map(() => enter(owner.slug, sub)))
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.equal(new Set(replies.map(({ data }) => data.user.id)).size, 1)
  assert.equal((await owner.get('/settings/members')).data.members.length, 2)
})

// ── roles ──

test('the claim sets the role at every sign-in: the highest mapped one, else the default', async () => {
  const owner = await company({
    roleClaim: 'groups',
    roleMap: { privacidad: 'DPO', ti: 'ANALYST' },
    defaultRole: 'VIEWER',
  })
  const { sub, email } = await newPerson(owner.domain, { groups: ['ti', 'privacidad', 'otra'] })
  const roleNow = async () => (await enter(owner.slug, sub)).data.tenant.role
  assert.equal(await roleNow(), 'DPO')
  await provider.add(sub, { email, email_verified: true, groups: 'ti' })
  assert.equal(await roleNow(), 'ANALYST')
  await provider.add(sub, { email, email_verified: true, groups: ['constructor', '__proto__'] })
  assert.equal(await roleNow(), 'VIEWER')
  const changes = await rowsOf(owner, 'change_role')
  assert.deepEqual(
    changes.map((row: { changes: { role: object } }) => row.changes.role),
    [
      { old: 'ANALYST', new: 'VIEWER' },
      { old: 'DPO', new: 'ANALYST' },
    ],
  )
})

test('a map gives OWNER only while an owner confirmed the provider; owners keep their role', async () => {
  const owner = await company({ roleClaim: 'groups', roleMap: { jefes: 'OWNER' } })
  const { sub } = await newPerson(owner.domain, { groups: ['jefes'] })
  const admin = await owner.colleague('ADMIN')
  await admin.put('/settings/sso', { clientSecret })
  assert.equal((await enter(owner.slug, sub)).data.tenant.role, 'ADMIN')
  await owner.put('/settings/sso', { clientSecret })
  assert.equal((await enter(owner.slug, sub)).data.tenant.role, 'OWNER')
  // An owner without the group stays one. Another owner changes that by hand.
  await owner.put('/settings/sso', { roleMap: { otros: 'DPO' } })
  assert.equal((await enter(owner.slug, sub)).data.tenant.role, 'OWNER')
  await admin.put('/settings/sso', { clientSecret })
  assert.deepEqual(ruleOf(await enter(owner.slug, sub)), [403, 'owner'])
})

// ── enforced ──

test('enforced: passwords work for owners only, and the operator can end it', async () => {
  const owner = await company()
  await provider.add('la-duena', { email: `duena@${owner.domain}`, email_verified: true })
  const entered = await enter(owner.slug, 'la-duena')
  await owner.patch(`/settings/members/${entered.data.user.id}`, { role: 'ADMIN' })
  const saved = await holding(entered).put('/settings/sso', { enforce: true })
  assert.deepEqual([saved.status, saved.data.enforce, saved.data.testedByMe], [200, true, true])
  const member = await owner.colleague('DPO')
  assert.deepEqual(ruleOf(await member.get('/org/entities')), [403, 'sso'])
  assert.equal((await owner.get('/org/entities')).status, 200)
  assert.equal((await holding(entered).get('/org/entities')).status, 200)
  // A new provider must be tried again first.
  const turned = await holding(entered).put('/settings/sso', { clientSecret: 'otro' })
  assert.equal(turned.status, 422)
  // Switched off, it restricts nobody.
  const off = await owner.put('/settings/sso', { enabled: false })
  assert.deepEqual([off.data.enabled, off.data.enforce], [false, false])
  assert.equal((await member.get('/org/entities')).status, 200)
})

// ── refusals ──

test('an unknown organisation and one without its own sign-in get the same answer, as data or as a page', async () => {
  const plain = await api.tenant()
  const [unknown, without] = [
    await api.anyone.get('/auth/sso/no-existe/start'),
    await api.anyone.get(`/auth/sso/${plain.slug}/start`),
  ]
  assert.deepEqual([unknown.status, unknown.body], [404, without.body])
  const page = await api.anyone.get('/auth/sso/no-existe/start', { headers: { accept: 'text/html' } })
  assert.equal(page.status, 404)
  assert.match(String(page.headers['content-type']), /^text\/html/)
  assert.match(page.body, /No pudimos iniciar su sesión/)
})

test('a stolen, foreign, replayed, invented or late state opens no session', async () => {
  const owner = await company()
  const { sub } = await newPerson(owner.domain)
  const victim = new Visitor(api)
  const back = async () => provider.visit(await victim.start(owner.slug, '?client=api'), sub)
  // Another browser, without a cookie or with one of its own. The attempt is then used up for everybody.
  const stolen = await back()
  assert.deepEqual(ruleOf(await new Visitor(api).back(stolen)), [401, 'expired'])
  assert.deepEqual(ruleOf(await victim.back(stolen)), [401, 'expired'])
  const thief = new Visitor(api)
  await thief.start(owner.slug)
  assert.deepEqual(ruleOf(await thief.back(await back())), [401, 'expired'])
  const used = await back()
  assert.equal((await victim.back(used)).status, 200)
  assert.deepEqual(ruleOf(await victim.back(used)), [401, 'expired'])
  for (const path of ['?code=x&state=inventado', '?code=x', ''])
    assert.deepEqual(ruleOf(await victim.back(`/auth/sso/callback${path}`)), [401, 'expired'])
  const late = await back()
  try {
    api.clock.advance(10 * MINUTE_MS)
    assert.deepEqual(ruleOf(await victim.back(late)), [401, 'expired'])
  } finally {
    api.clock.release()
  }
})

test('two simultaneous uses of one state open one session', async () => {
  const owner = await company()
  const { sub } = await newPerson(owner.domain)
  const visitor = new Visitor(api)
  const address = await provider.visit(await visitor.start(owner.slug, '?client=api'), sub)
  const replies = await Promise.all([visitor.back(address), visitor.back(address)])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 401])
})

test('a code of one organisation does not work in another', async () => {
  const [here, there] = [await company(), await company()]
  const { sub } = await newPerson(here.domain)
  const visitor = new Visitor(api)
  const ours = new URL(await provider.visit(await visitor.start(here.slug, '?client=api'), sub))
  const theirs = new URL(await provider.visit(await visitor.start(there.slug, '?client=api'), sub))
  theirs.searchParams.set('code', ours.searchParams.get('code')!)
  assert.deepEqual(ruleOf(await visitor.back(theirs.href)), [401, 'provider'])
})

for (const [name, claims, rule] of [
  ['an address that is not verified', { email_verified: false }, 'unverifiedEmail'],
  ['no address', { email: undefined }, 'noEmail'],
  ['an address of another domain', { email: 'alguien@gmail.com' }, 'domain'],
  ['an address under the domain', { email: 'alguien@sub.compania-1.cl' }, 'domain'],
] as const)
  test(`${name}: 403, no row is written, and the log says why`, async () => {
    const owner = shared
    const { sub } = await newPerson(owner.domain, claims)
    assert.deepEqual(ruleOf(await enter(owner.slug, sub)), [403, rule])
    assert.equal((await rowsOf(owner, 'refuse_sign_in'))[0].changes.reason.new, rule)
    assert.ok(!JSON.stringify((await owner.get('/settings/members?limit=100')).data).includes(`${sub}@`))
  })

test('a provider that never says whether addresses are verified is believed for proven domains', async () => {
  const owner = await company()
  const { sub } = await newPerson(owner.domain, { email_verified: undefined })
  assert.equal((await enter(owner.slug, sub)).status, 200)
})

test('a domain that is no longer proven admits nobody', async () => {
  const owner = await company()
  const { sub } = await newPerson(owner.domain)
  const [domain] = (await owner.get('/domains')).data.domains
  await owner.delete(`/domains/${domain.id}`)
  assert.deepEqual(ruleOf(await enter(owner.slug, sub)), [403, 'unproven'])
})

test('a refusal at the provider and a wrong secret are explained in plain words', async () => {
  const owner = await company()
  const { sub } = await newPerson(owner.domain)
  const visitor = new Visitor(api)
  const refused = await visitor.back(await provider.visit(await visitor.start(owner.slug)))
  assert.deepEqual(ruleOf(refused), [401, 'provider'])
  assert.match(refused.body.error.message, /no le dio acceso/)
  await owner.put('/settings/sso', { clientSecret: 'equivocado' })
  const wrong = await enter(owner.slug, sub)
  assert.match(wrong.body.error.message, /no reconoce el identificador o el secreto/)
})

test('a change of settings while a person is at the provider ends the attempt', async () => {
  const owner = await company()
  const { sub } = await newPerson(owner.domain)
  const visitor = new Visitor(api)
  const address = await provider.visit(await visitor.start(owner.slug), sub)
  await owner.put('/settings/sso', { enabled: false })
  assert.deepEqual(ruleOf(await visitor.back(address)), [401, 'changed'])
})

test('an account closed by the operator is refused like a wrong password', async () => {
  const owner = await company()
  const { sub, email } = await newPerson(owner.domain)
  await enter(owner.slug, sub)
  await api.access.asSystem('a test closes an account', (db) =>
    db.updateTable('users').set({ disabled_at: new Date() }).where('email', '=', email).execute(),
  )
  assert.equal((await enter(owner.slug, sub)).status, 401)
})

test('keys that the provider rotated between two sign-ins count at once', async () => {
  const owner = await company()
  const { sub } = await newPerson(owner.domain)
  assert.equal((await enter(owner.slug, sub)).status, 200)
  await provider.rotate()
  assert.equal((await enter(owner.slug, sub)).status, 200)
})
