import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { Authenticator } from '#test/kit/authenticator.ts'
import { addPasskey, setUpPasskey, setUpTotp, signedIn } from '#test/kit/factors.ts'
import { openService, type Person, type Reply } from '#test/kit/service.ts'

const ORIGIN = 'https://resguardo.test'
const api = await openService()
api.clock.set('2026-12-01T12:00:00Z')

const PASSWORD = 'una-frase-larga'
const login = (who: Person) => api.anyone.post('/auth/login', { email: who.email, password: PASSWORD })
const asked = async () => (await api.anyone.post('/auth/passkeys/login/options')).data.options
const enter = (credential: object) => api.anyone.post('/auth/passkeys/login', { credential })

function isRefused({ status, body, headers }: Reply) {
  assert.equal(status, 401, JSON.stringify(body))
  assert.match(body.error.message, /no es correcto, venció o ya se usó/)
  assert.equal(headers['set-cookie'], undefined)
}

test('a passkey opens a session without a password, and the session is strong', async () => {
  const ana = await api.tenant()
  const { authenticator, passkey } = await setUpPasskey(ana)
  assert.equal(passkey.recoveryCodes.length, 10)
  const options = await asked()
  assert.deepEqual([options.rpId, options.userVerification], ['resguardo.test', 'required'])
  const reply = await enter(authenticator.get(options))
  const me = signedIn(api, reply)
  assert.equal(reply.data.user.email, ana.email)
  assert.equal((await me.get('/auth/mfa')).data.strong, true)
  assert.ok((await me.get('/auth/passkeys')).data.items[0].lastUsedAt)
})

test('the first factor brings recovery codes, a second passkey does not; each has a name', async () => {
  const ana = await api.tenant()
  const first = await addPasskey(ana, new Authenticator(ORIGIN), 'Teléfono de Ana')
  assert.equal(first.data.name, 'Teléfono de Ana')
  assert.equal(first.data.recoveryCodes.length, 10)
  const second = await addPasskey(ana, new Authenticator(ORIGIN))
  assert.equal(second.data.recoveryCodes, null)
  assert.ok(second.data.name.length > 0)
  const renamed = await ana.patch(`/auth/passkeys/${second.data.id}`, { name: 'Notebook' })
  assert.equal(renamed.data.name, 'Notebook')
  const { items } = (await ana.get('/auth/passkeys')).data
  assert.deepEqual(
    items.map(({ name }: { name: string }) => name),
    ['Teléfono de Ana', 'Notebook'],
  )
  const { options } = (await ana.post('/auth/passkeys/register/options')).data
  assert.equal(options.excludeCredentials.length, 2)
})

test("a person cannot see, name or remove another person's passkey", async () => {
  const [ana, pedro] = [await api.tenant(), await api.tenant()]
  const { passkey } = await setUpPasskey(ana)
  assert.deepEqual((await pedro.get('/auth/passkeys')).data.items, [])
  for (const id of [passkey.id, newId(), 'no-es-un-id']) {
    assert.equal((await pedro.patch(`/auth/passkeys/${id}`, { name: 'Mía' })).status, 404)
    assert.equal((await pedro.delete(`/auth/passkeys/${id}`)).status, 404)
  }
  assert.equal((await ana.get('/auth/passkeys')).data.items.length, 1)
})

test('an answer for another origin or service, without user verification, or by another key is refused', async () => {
  const ana = await api.tenant()
  const { authenticator } = await setUpPasskey(ana)
  isRefused(await enter(authenticator.get(await asked(), { origin: 'https://resguardo.test.evil.example' })))
  isRefused(await enter(authenticator.get(await asked(), { rpId: 'evil.example' })))
  isRefused(await enter(authenticator.get(await asked(), { unverified: true })))
  isRefused(await enter(authenticator.get(await asked(), { challenge: 'b3RybyByZXRv' })))
  const stranger = new Authenticator(ORIGIN)
  isRefused(await enter(stranger.get(await asked())))
  const forged = stranger.get(await asked())
  isRefused(await enter({ ...forged, id: authenticator.id, rawId: authenticator.id }))
  const answer = authenticator.get(await asked())
  isRefused(await enter({ ...answer, response: { ...answer.response, userHandle: 'b3RyYSBwZXJzb25h' } }))
  isRefused(await enter({ ...answer, response: { ...answer.response, clientDataJSON: 'bm8ganNvbg' } }))
  signedIn(api, await enter(authenticator.get(await asked())))
})

test('a challenge works once, for five minutes, and only for its purpose', async () => {
  const ana = await api.tenant()
  const { authenticator } = await setUpPasskey(ana)
  const options = await asked()
  signedIn(api, await enter(authenticator.get(options)))
  isRefused(await enter(authenticator.get(options)))

  const late = await asked()
  api.clock.advance(5 * MINUTE_MS + 1)
  isRefused(await enter(authenticator.get(late)))

  const parallel = await asked()
  const answers = [authenticator.get(parallel), authenticator.get(parallel), authenticator.get(parallel)]
  const replies = await Promise.all(answers.map(enter))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 401, 401])

  const due = await login(ana)
  const { options: second } = (await api.anyone.post('/auth/mfa/verify/options', due.data)).data
  isRefused(await enter(authenticator.get(second)))
})

test('registration is bound to its session, its challenge and its origin', async () => {
  const [ana, pedro] = [await api.tenant(), await api.tenant()]
  const phone = new Authenticator(ORIGIN)
  const ask = async (who: Person) => (await who.post('/auth/passkeys/register/options')).data.options
  const options = await ask(ana)
  const send = (who: Person, credential: object) => who.post('/auth/passkeys/register', { credential })
  assert.equal((await send(pedro, phone.create(options))).status, 422)
  assert.equal(
    (await send(ana, phone.create(await ask(ana), { origin: 'https://evil.example' }))).status,
    422,
  )
  assert.equal((await send(ana, phone.create(await ask(ana), { rpId: 'evil.example' }))).status, 422)
  assert.equal((await send(ana, phone.create(await ask(ana), { unverified: true }))).status, 422)
  const late = await ask(ana)
  api.clock.advance(5 * MINUTE_MS + 1)
  assert.equal((await send(ana, phone.create(late))).status, 422)
  const fresh = await ask(ana)
  assert.equal((await send(ana, phone.create(fresh))).status, 201)
  assert.equal((await send(ana, phone.create(fresh))).status, 422)
})

test('a credential is registered once, and a person has at most twenty', async () => {
  const [ana, pedro] = [await api.tenant(), await api.tenant()]
  const { authenticator } = await setUpPasskey(ana)
  assert.equal((await addPasskey(ana, authenticator)).status, 409)
  assert.equal((await addPasskey(pedro, authenticator)).status, 409)
  for (let count = 1; count < 20; count += 1) await setUpPasskey(ana)
  const full = await ana.post('/auth/passkeys/register/options')
  assert.equal(full.status, 409)
  assert.match(full.body.error.message, /20 llaves/)
})

test('a copied authenticator is refused; the person and the log learn of it', async () => {
  const ana = await api.tenant()
  const { authenticator } = await setUpPasskey(ana)
  signedIn(api, await enter(authenticator.get(await asked())))
  signedIn(api, await enter(authenticator.get(await asked())))
  authenticator.counter = 0
  const reply = await enter(authenticator.get(await asked()))
  assert.equal(reply.status, 401)
  assert.match(reply.body.error.message, /existe una copia/)
  await api.drain()
  const letters = api.mailbox.to(ana.email).filter(({ subject }) => /llave de acceso/.test(subject ?? ''))
  assert.equal(letters.length, 1)
  const { items } = (await ana.get('/settings/audit-log?entityType=account')).data
  assert.equal(items.filter(({ action }: { action: string }) => action === 'passkey_refused').length, 1)
})

test('an authenticator without a counter is accepted repeatedly', async () => {
  const ana = await api.tenant()
  const phone = new Authenticator(ORIGIN)
  phone.counts = false
  await addPasskey(ana, phone)
  signedIn(api, await enter(phone.get(await asked())))
  signedIn(api, await enter(phone.get(await asked())))
})

test('after a password a passkey is a second factor, also without user verification', async () => {
  const [ana, pedro] = [await api.tenant(), await api.tenant()]
  const { authenticator } = await setUpPasskey(ana)
  const his = (await setUpPasskey(pedro)).authenticator
  const due = await login(ana)
  assert.deepEqual(due.data.methods, ['passkey', 'recovery'])
  const optionsOf = async (one: Reply) =>
    (await api.anyone.post('/auth/mfa/verify/options', { mfa_token: one.data.mfa_token })).data.options
  const verify = (one: Reply, credential: object) =>
    api.anyone.post('/auth/mfa/verify', { mfa_token: one.data.mfa_token, method: 'passkey', credential })
  const options = await optionsOf(due)
  assert.deepEqual(
    options.allowCredentials.map(({ id }: { id: string }) => id),
    [authenticator.id],
  )
  isRefused(await verify(due, his.get(options)))
  isRefused(await verify(due, authenticator.get(await asked())))
  // A challenge belongs to one sign-in.
  const other = await login(ana)
  isRefused(await verify(other, authenticator.get(await optionsOf(due))))
  const reply = await verify(due, authenticator.get(await optionsOf(due), { unverified: true }))
  assert.equal((await signedIn(api, reply).get('/auth/mfa')).data.strong, true)
  assert.equal((await api.anyone.post('/auth/mfa/verify/options', { mfa_token: 'nada' })).status, 401)
})

test('a removed passkey opens nothing; with the last factor its recovery codes go too', async () => {
  const ana = await api.tenant()
  const { authenticator, passkey } = await setUpPasskey(ana)
  await setUpTotp(ana)
  assert.equal((await ana.delete(`/auth/passkeys/${passkey.id}`)).status, 200)
  isRefused(await enter(authenticator.get(await asked())))
  assert.deepEqual((await ana.get('/auth/mfa')).data.methods, ['totp', 'recovery'])
  await ana.delete('/auth/mfa/totp')
  const only = await setUpPasskey(ana)
  await ana.delete(`/auth/passkeys/${only.passkey.id}`)
  const { data } = await ana.get('/auth/mfa')
  assert.deepEqual([data.methods, data.recoveryCodesLeft], [[], 0])
})

test('the last passkey cannot be removed while an organisation requires a factor', async () => {
  const ana = await api.tenant()
  const { passkey } = await setUpPasskey(ana)
  await api.access.asSystem('a test requires a second factor', (db) =>
    db.updateTable('tenants').set({ require_mfa: true }).where('id', '=', ana.tenantId).execute(),
  )
  assert.equal((await ana.delete(`/auth/passkeys/${passkey.id}`)).status, 409)
  assert.equal((await ana.get('/auth/passkeys')).data.items.length, 1)
  await setUpPasskey(ana)
  assert.equal((await ana.delete(`/auth/passkeys/${passkey.id}`)).status, 200)
})

test('a closed account cannot sign in with its passkey', async () => {
  const ana = await api.tenant()
  const { authenticator } = await setUpPasskey(ana)
  await api.access.asSystem('a test closes an account', (db) =>
    db.updateTable('users').set({ disabled_at: api.clock.now() }).where('id', '=', ana.userId).execute(),
  )
  assert.equal((await enter(authenticator.get(await asked()))).status, 401)
})
