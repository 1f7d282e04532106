import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#kernel/dates.ts'
import { codeOf, nextCode, setUpPasskey, setUpTotp, signedIn } from '#test/kit/factors.ts'
import { type Caller, openService, type Person, type Reply } from '#test/kit/service.ts'

const api = await openService()
api.clock.set('2026-12-01T12:00:00Z')

const PASSWORD = 'una-frase-larga'
const login = (who: Person, by: Caller = api.anyone, options = {}) =>
  by.post('/auth/login', { email: who.email, password: PASSWORD }, options)
const verify = (due: Reply, proof: object, options = {}) =>
  api.anyone.post('/auth/mfa/verify', { mfa_token: due.data.mfa_token, ...proof }, options)
const withCode = (due: Reply, code: string) => verify(due, { method: 'totp', code })

async function auditOf(person: Person, action: string) {
  const { items } = (await person.get('/settings/audit-log?entityType=account&limit=100')).data
  return items.filter((entry: { action: string }) => entry.action === action)
}

async function subjectsTo({ email }: Person): Promise<string[]> {
  await api.drain()
  return api.mailbox.to(email).map(({ subject }) => subject ?? '')
}

async function resetPassword({ email }: Person, password: string): Promise<void> {
  await api.anyone.post('/auth/password/forgot', { email })
  await api.drain()
  const letters = api.mailbox.to(email).map(({ text }) => /restablecer\?token=([\w-]+)/.exec(text ?? '')?.[1])
  const reply = await api.anyone.post('/auth/password/reset', { token: letters.findLast(Boolean), password })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
}

test('an application is confirmed by its first code, and required from then on', async () => {
  const ana = await api.tenant()
  const setup = await ana.post('/auth/mfa/totp')
  assert.equal(setup.status, 200)
  assert.match(setup.data.otpauthUrl, /^otpauth:\/\/totp\/Resguardo/)
  assert.match(setup.data.qrSvg, /^<svg/)
  // The secret is shown but not confirmed, so sign-in does not ask for it yet.
  signedIn(api, await login(ana))
  assert.equal((await ana.get('/auth/mfa')).data.totp, null)

  const wrong = await ana.post('/auth/mfa/totp/confirm', { code: '000000' })
  assert.equal(wrong.status, 422)
  assert.equal(wrong.body.error.details[0].path, 'code')
  const code = codeOf(setup.data.secret, api.clock.now())
  const confirmed = await ana.post('/auth/mfa/totp/confirm', { code: `${code.slice(0, 3)} ${code.slice(3)}` })
  assert.equal(confirmed.status, 200)
  assert.equal(new Set(confirmed.data.recoveryCodes).size, 10)
  for (const one of confirmed.data.recoveryCodes) assert.match(one, /^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
  assert.equal((await ana.post('/auth/mfa/totp/confirm', { code })).status, 422)

  const { data } = await ana.get('/auth/mfa')
  assert.deepEqual(data.methods, ['totp', 'recovery'])
  assert.equal(data.recoveryCodesLeft, 10)
  assert.equal(data.strong, true)

  const due = await login(ana)
  assert.equal(due.status, 200)
  assert.deepEqual(Object.keys(due.data).sort(), ['methods', 'mfa_required', 'mfa_token'])
  assert.equal(due.headers['set-cookie'], undefined)
  const me = signedIn(api, await withCode(due, nextCode(setup.data.secret, api.clock)))
  assert.equal((await me.get('/auth/me')).data.user.email, ana.email)
  assert.ok((await subjectsTo(ana)).includes('Hay un segundo factor nuevo en su cuenta de Resguardo'))
  assert.equal((await auditOf(ana, 'mfa_enabled')).length, 1)
})

test('an unconfirmed setup expires', async () => {
  const ana = await api.tenant()
  const { secret } = (await ana.post('/auth/mfa/totp')).data
  api.clock.advance(14 * MINUTE_MS)
  const again = signedIn(api, await login(ana))
  api.clock.advance(2 * MINUTE_MS)
  const late = await again.post('/auth/mfa/totp/confirm', { code: codeOf(secret, api.clock.now()) })
  assert.equal(late.status, 422)
  assert.match(late.body.error.message, /venció/)
})

test("codes follow RFC 6238 at the service's own clock", async () => {
  const VECTORS = [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
  ] as const
  const before = api.clock.now()
  const ana = await api.tenant()
  await setUpTotp(ana)
  const { vault } = api.app.tools
  await api.access.asSystem('a test plants the secret of the RFC', (db) =>
    db
      .updateTable('totp_factors')
      .set({
        secret_sealed: vault.seal('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 'totp', ana.userId),
        last_step: 0,
      })
      .where('user_id', '=', ana.userId)
      .execute(),
  )
  try {
    for (const [seconds, code] of VECTORS) {
      api.clock.set(new Date(seconds * 1000))
      signedIn(api, await withCode(await login(ana), code))
    }
  } finally {
    api.clock.set(before)
  }
})

test('a malformed code is a wrong one, in any alphabet', async () => {
  const person = await api.tenant()
  await person.post('/auth/mfa/totp')
  for (const code of ['ñññ123', '１２３４５６', '١٢٣٤٥٦']) {
    const { status } = await person.post('/auth/mfa/totp/confirm', { code })
    assert.ok(status === 400 || status === 422, `${code} ${status}`)
  }
})

test('a code is accepted once, one step early or late, and never after a later one', async () => {
  const ana = await api.tenant()
  const { secret } = await setUpTotp(ana)
  const codeIn = (steps: number) => codeOf(secret, new Date(api.clock.now().getTime() + steps * 30_000))
  // Confirming the application used this code.
  assert.equal((await withCode(await login(ana), codeIn(0))).status, 401)
  api.clock.advance(10 * 30_000)
  assert.equal((await withCode(await login(ana), codeIn(-2))).status, 401)
  assert.equal((await withCode(await login(ana), codeIn(2))).status, 401)
  signedIn(api, await withCode(await login(ana), codeIn(-1)))
  assert.equal((await withCode(await login(ana), codeIn(-1))).status, 401)
  signedIn(api, await withCode(await login(ana), codeIn(1)))
  // The current code is older than the one just used.
  assert.equal((await withCode(await login(ana), codeIn(0))).status, 401)
})

test('of several simultaneous calls with the same code one succeeds', async () => {
  const ana = await api.tenant()
  const { secret } = await setUpTotp(ana)
  const due = [await login(ana), await login(ana)]
  const code = nextCode(secret, api.clock)
  const replies = await Promise.all([...due, ...due].map((one) => withCode(one, code)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 401, 401, 401])
})

test('an mfa_token ends after five wrong codes, and the person gets a letter', async () => {
  const ana = await api.tenant()
  const { secret } = await setUpTotp(ana)
  const due = await login(ana)
  for (let guess = 0; guess < 5; guess += 1)
    assert.equal((await withCode(due, '000000')).body.error.code, 'UNAUTHORIZED')
  assert.equal((await withCode(due, nextCode(secret, api.clock))).status, 401)
  const guessed = (await subjectsTo(ana)).filter((subject) => /segundo factor equivocado/.test(subject))
  assert.equal(guessed.length, 1)
  signedIn(api, await withCode(await login(ana), nextCode(secret, api.clock)))
})

test('an mfa_token works once, for ten minutes, for its own person and password', async () => {
  const [ana, pedro] = [await api.tenant(), await api.tenant()]
  const { secret } = await setUpTotp(ana)
  const his = await setUpTotp(pedro)
  const due = await login(ana)
  assert.equal((await withCode(due, nextCode(his.secret, api.clock))).status, 401)
  signedIn(api, await withCode(due, nextCode(secret, api.clock)))
  assert.equal((await withCode(due, nextCode(secret, api.clock))).status, 401)

  const late = await login(ana)
  api.clock.advance(10 * MINUTE_MS + 1)
  assert.equal((await withCode(late, nextCode(secret, api.clock))).status, 401)

  const old = await login(ana)
  await resetPassword(ana, 'otra-frase-larga')
  assert.equal((await withCode(old, nextCode(secret, api.clock))).status, 401)
  assert.equal((await withCode({ ...due, data: { mfa_token: 'inventado' } }, '123456')).status, 401)
})

test('a password reset does not remove the second factor', async () => {
  const ana = await api.tenant()
  await setUpTotp(ana)
  await resetPassword(ana, 'otra-frase-larga')
  const reply = await api.anyone.post('/auth/login', { email: ana.email, password: 'otra-frase-larga' })
  assert.equal(reply.data.mfa_required, true)
})

test('wrong codes count like wrong passwords: signing in again gives no more tries', async () => {
  const ana = await api.tenant()
  const { secret } = await setUpTotp(ana)
  for (let round = 0; round < 2; round += 1) {
    const due = await login(ana)
    for (let guess = 0; guess < 5; guess += 1) assert.equal((await withCode(due, '000000')).status, 401)
  }
  const locked = await login(ana)
  assert.equal(locked.status, 429)
  api.clock.advance(16 * MINUTE_MS)
  signedIn(api, await withCode(await login(ana), nextCode(secret, api.clock)))
})

test('a recovery code works once, however it is typed; the person and the log learn of it', async () => {
  const ana = await api.tenant()
  const { recoveryCodes } = await setUpTotp(ana)
  const [first, second] = recoveryCodes as [string, string]
  const typed = ` ${first.toLowerCase().replaceAll('-', ' ')} `
  signedIn(api, await verify(await login(ana), { method: 'recovery', code: typed }))
  assert.equal((await verify(await login(ana), { method: 'recovery', code: first })).status, 401)
  assert.equal((await ana.get('/auth/mfa')).data.recoveryCodesLeft, 9)
  assert.ok((await subjectsTo(ana)).some((subject) => /código de recuperación/.test(subject)))
  assert.equal((await auditOf(ana, 'recovery_used')).length, 1)

  const due = [await login(ana), await login(ana)]
  const both = await Promise.all(due.map((one) => verify(one, { method: 'recovery', code: second })))
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])

  const renewed = await ana.post('/auth/mfa/recovery-codes')
  assert.equal(renewed.data.recoveryCodes.length, 10)
  assert.equal((await verify(await login(ana), { method: 'recovery', code: recoveryCodes[3]! })).status, 401)
  signedIn(api, await verify(await login(ana), { method: 'recovery', code: renewed.data.recoveryCodes[0] }))
})

test('a sign-in that fails after a right code does not use the code up', async () => {
  const ana = await api.tenant()
  const { recoveryCodes } = await setUpTotp(ana)
  const due = await login(ana)
  const both = await Promise.all(
    [0, 1].map((at) => verify(due, { method: 'recovery', code: recoveryCodes[at]! })),
  )
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
  assert.equal((await ana.get('/auth/mfa')).data.recoveryCodesLeft, 9)
})

test('the database reveals neither the secret nor a recovery code', async () => {
  const ana = await api.tenant()
  const { secret, recoveryCodes } = await setUpTotp(ana)
  const rows = await api.access.lookUp('a test reads what is kept', async (db) =>
    JSON.stringify([
      await db.selectFrom('totp_factors').selectAll().execute(),
      await db.selectFrom('recovery_codes').selectAll().execute(),
    ]),
  )
  for (const clear of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
    assert.ok(!rows.includes(clear))
})

test('the request must carry what its method needs, and a method that is not set up is refused', async () => {
  const ana = await api.tenant()
  await setUpTotp(ana)
  const due = await login(ana)
  for (const [proof, path] of [
    [{ method: 'totp' }, 'code'],
    [{ method: 'recovery', code: null }, 'code'],
    [{ method: 'passkey', code: '123456' }, 'credential'],
  ] as const) {
    const reply = await verify(due, proof)
    assert.equal(reply.status, 400, JSON.stringify(reply.body))
    assert.equal(reply.body.error.details[0].path, path)
  }
  assert.equal((await verify(due, { method: 'sms', code: '123456' })).status, 400)
  assert.equal((await api.anyone.post('/auth/mfa/verify/options', due.data)).status, 409)
})

test('the old application works until its replacement is confirmed', async () => {
  const ana = await api.tenant()
  const { secret } = await setUpTotp(ana)
  const { secret: next } = (await ana.post('/auth/mfa/totp')).data
  signedIn(api, await withCode(await login(ana), nextCode(secret, api.clock)))
  api.clock.advance(30_000)
  await ana.post('/auth/mfa/totp/confirm', { code: codeOf(next, api.clock.now()) })
  assert.equal((await withCode(await login(ana), nextCode(secret, api.clock))).status, 401)
  signedIn(api, await withCode(await login(ana), nextCode(next, api.clock)))
})

test('a session without a proven factor cannot change factors, but can read', async () => {
  const ana = await api.tenant()
  const earlier = signedIn(api, await login(ana))
  await setUpTotp(ana)
  assert.equal((await earlier.get('/auth/mfa')).data.strong, false)
  const refused = [
    await earlier.post('/auth/mfa/totp'),
    await earlier.post('/auth/mfa/recovery-codes'),
    await earlier.post('/auth/passkeys/register/options'),
    await earlier.delete('/auth/mfa/totp'),
    await earlier.delete('/auth/mfa'),
  ]
  for (const { status, body } of refused) {
    assert.equal(status, 403)
    assert.equal(body.error.details[0].rule, 'mfa')
  }
  assert.equal((await login(ana)).data.mfa_required, true)
})

test('turning the second factor off removes all of it', async () => {
  const ana = await api.tenant()
  assert.equal((await ana.delete('/auth/mfa/totp')).status, 404)
  assert.equal((await ana.delete('/auth/mfa')).status, 404)
  assert.equal((await ana.post('/auth/mfa/recovery-codes')).status, 409)
  for (const path of ['/auth/mfa/totp', '/auth/mfa']) {
    api.clock.advance(30_000)
    await setUpTotp(ana)
    assert.equal((await ana.delete(path)).status, 200)
    const { data } = await ana.get('/auth/mfa')
    assert.deepEqual([data.methods, data.recoveryCodesLeft, data.strong], [[], 0, false])
    signedIn(api, await login(ana))
  }
  assert.ok((await subjectsTo(ana)).includes('Se quitó un segundo factor de su cuenta de Resguardo'))
  assert.equal((await auditOf(ana, 'mfa_disabled')).length, 2)
})

test('a change of factors is in the log of every organisation of the person', async () => {
  const [ana, other] = [await api.tenant(), await api.tenant()]
  const now = api.clock.now()
  await api.access.asSystem('a test adds a member', (db) =>
    db
      .insertInto('memberships')
      .values({
        tenant_id: other.tenantId,
        user_id: ana.userId,
        role: 'VIEWER',
        status: 'ACTIVE',
        created_at: now,
        updated_at: now,
      })
      .execute(),
  )
  await setUpTotp(ana)
  assert.equal((await auditOf(ana, 'mfa_enabled')).length, 1)
  const [entry] = await auditOf(other, 'mfa_enabled')
  assert.equal(entry.entityId, ana.userId)
})

test('a required factor: a person without one can only set one up', async () => {
  const owner = await api.tenant()
  await setUpTotp(owner)
  const pedro = await owner.colleague('DPO')
  await api.access.asSystem('a test requires a second factor', (db) =>
    db.updateTable('tenants').set({ require_mfa: true }).where('id', '=', owner.tenantId).execute(),
  )
  assert.equal((await owner.get('/settings/tenant')).status, 200)
  for (const path of ['/auth/me', '/auth/mfa', '/auth/passkeys'])
    assert.equal((await pedro.get(path)).status, 200, path)
  assert.deepEqual((await pedro.get('/auth/mfa')).data.requiredBy, [
    { id: owner.tenantId, name: (await owner.get('/settings/tenant')).data.name },
  ])
  const closed = api.app.routeTable.filter(
    ({ method, url, config }) =>
      method === 'GET' && config?.work === 'read' && config.role === 'VIEWER' && !url.includes(':'),
  )
  assert.ok(closed.length > 20)
  for (const { url } of closed) {
    const { status, body } = await pedro.get(url.replace('/api/v1', ''))
    // Some lists need a parameter, which is checked before the session.
    if (status !== 400) assert.deepEqual([status, body.error?.details?.[0]?.rule], [403, 'mfa'], url)
  }
  assert.equal((await pedro.post('/org/workspaces', { name: 'Filiales' })).status, 403)

  await setUpTotp(pedro)
  assert.equal((await pedro.get('/rat/activities')).status, 200)
  for (const path of ['/auth/mfa/totp', '/auth/mfa']) {
    const last = await pedro.delete(path)
    assert.equal(last.status, 409)
    assert.match(last.body.error.message, /exige un segundo factor/)
  }
  assert.equal((await pedro.get('/rat/activities')).status, 200)
})

test('an invited person with a second factor proves it and then joins the organisation', async () => {
  const [host, guest] = [await api.tenant(), await api.tenant()]
  const { secret } = await setUpTotp(guest)
  const { invitationUrl } = (
    await host.post('/settings/members', { email: guest.email, name: 'Invitada', role: 'VIEWER' })
  ).data
  const token = new URL(invitationUrl).searchParams.get('token')
  const due = await api.anyone.post('/auth/invitations/accept', {
    token,
    name: 'Invitada',
    password: PASSWORD,
  })
  assert.equal(due.data.mfa_required, true)
  const reply = await withCode(due, nextCode(secret, api.clock))
  assert.equal(reply.data.tenant.id, host.tenantId)
  const [joined] = (await host.get('/settings/audit-log?q=join')).data.items
  assert.deepEqual([joined.actorId, joined.changes.status.new], [guest.userId, 'ACTIVE'])
})

test('an invitation makes nobody a member before the second factor, nor after it was withdrawn', async () => {
  const [host, other] = [await api.tenant(), await api.tenant()]
  const invite = async (by: Person, email: string) => {
    const { invitationUrl } = (await by.post('/settings/members', { email, name: 'Invitada', role: 'ADMIN' }))
      .data
    return new URL(invitationUrl).searchParams.get('token')
  }
  const email = 'inquilina@ejemplo.cl'
  const accept = (token: string | null) =>
    api.anyone.post('/auth/invitations/accept', { token, name: 'Invitada', password: PASSWORD })
  // The first inviter holds the link too, so the passkey may be theirs.
  const first = signedIn(api, await accept(await invite(other, email)))
  const { authenticator } = await setUpPasskey(first)
  const due = await accept(await invite(host, email))
  assert.equal(due.data.mfa_required, true)
  const { options } = (await api.anyone.post('/auth/passkeys/login/options')).data
  const credential = authenticator.get(options)
  const thief = signedIn(api, await api.anyone.post('/auth/passkeys/login', { credential }))
  assert.deepEqual(
    (await thief.get('/auth/me')).data.tenants.map(({ id }: { id: string }) => id),
    [other.tenantId],
  )
  const invited = (await host.get('/settings/members')).data.members.find(
    (one: { email: string }) => one.email === email,
  )
  assert.equal(invited.status, 'INVITED')
  assert.equal((await host.delete(`/settings/members/${invited.userId}`)).status, 200)
  const asked = await api.anyone.post('/auth/mfa/verify/options', { mfa_token: due.data.mfa_token })
  const late = await verify(due, { method: 'passkey', credential: authenticator.get(asked.data.options) })
  assert.deepEqual([late.status, /invitación no existe/.test(late.body.error.message)], [401, true])
})

test("the console's sign-in ends in a cookie and returns no token", async () => {
  const ana = await api.tenant()
  const { secret } = await setUpTotp(ana)
  const console = { headers: { 'x-resguardo-client': 'console', origin: 'https://resguardo.test' } }
  const due = await login(ana, api.anyone, console)
  assert.equal(due.data.mfa_required, true)
  assert.equal(due.headers['set-cookie'], undefined)
  const reply = await verify(due, { method: 'totp', code: nextCode(secret, api.clock) }, console)
  assert.equal(reply.status, 200)
  assert.equal(reply.data.access_token, undefined)
  const cookies = [reply.headers['set-cookie']].flat().map(String)
  assert.ok(cookies.some((cookie) => /^__Host-resguardo=.*HttpOnly.*Secure.*SameSite=Strict/i.test(cookie)))
})
