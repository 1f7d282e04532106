import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#kernel/dates.ts'
import { Browser } from '#test/kit/browser.ts'
import { nextCode, setUpPasskey, setUpTotp } from '#test/kit/factors.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()
const PASSWORD = 'una-frase-larga'
const KEY = { name: 'CRM', scopes: ['consent:read'] }

async function laterThan(minutes: number) {
  api.clock.set('2026-12-01T12:00:00Z')
  const ana = await api.tenant()
  const browser = new Browser(api)
  await browser.login(ana.email)
  api.clock.advance(minutes * MINUTE_MS)
  return { ana, browser }
}

test('a sign-in counts for ten minutes; then a dangerous act asks for proof', async () => {
  const { browser } = await laterThan(9.9)
  assert.equal((await browser.post('/settings/api-keys', KEY)).status, 201)
  api.clock.advance(MINUTE_MS)
  const asked = await browser.post('/settings/api-keys', KEY)
  assert.deepEqual(
    [asked.status, asked.body.error.code, asked.body.error.details[0].rule],
    [403, 'FORBIDDEN', 'sudo'],
  )
  assert.equal((await browser.get('/settings/api-keys')).status, 200)
  assert.equal((await browser.post('/auth/sudo', { password: PASSWORD })).status, 200)
  assert.equal((await browser.post('/settings/api-keys', KEY)).status, 201)
  api.clock.advance(10 * MINUTE_MS)
  assert.equal((await browser.post('/settings/api-keys', KEY)).status, 403)
  api.clock.release()
})

test('a wrong password proves nothing and counts as a guess', async () => {
  const { browser } = await laterThan(11)
  for (let round = 0; round < 10; round += 1) {
    const reply = await browser.post('/auth/sudo', { password: 'no es esta' })
    assert.deepEqual([reply.status, reply.body.error.details[0].path], [422, 'password'])
  }
  assert.equal((await browser.post('/auth/sudo', { password: PASSWORD })).status, 429)
  assert.equal((await browser.post('/settings/api-keys', KEY)).status, 403)
  assert.equal((await browser.get('/auth/me')).status, 200)
  assert.equal((await api.with({}).post('/auth/sudo', { password: PASSWORD })).status, 401)
  assert.equal((await browser.post('/auth/sudo', {})).status, 400)
  api.clock.release()
})

test('programs with a token need no further proof', async () => {
  const { ana } = await laterThan(14)
  assert.equal((await ana.post('/settings/api-keys', KEY)).status, 201)
  api.clock.release()
})

test('a proof in one session does not count for another', async () => {
  const { ana, browser } = await laterThan(11)
  const second = new Browser(api)
  await second.login(ana.email)
  assert.equal((await second.post('/settings/api-keys', KEY)).status, 201)
  assert.equal((await browser.post('/settings/api-keys', KEY)).status, 403)
  api.clock.release()
})

test('a second factor is a proof too: a code, or a passkey with the challenge of this session', async () => {
  const { ana, browser } = await laterThan(11)
  const { secret } = await setUpTotp(ana)
  const { authenticator } = await setUpPasskey(ana)
  const dangerous = async () => (await browser.post('/settings/api-keys', KEY)).status
  assert.equal(await dangerous(), 403)
  const code = nextCode(secret, api.clock)
  assert.equal((await browser.post('/auth/sudo', { method: 'totp', code })).status, 200)
  assert.equal(await dangerous(), 201)

  api.clock.advance(11 * MINUTE_MS)
  assert.equal(await dangerous(), 403)
  const { options } = (await browser.post('/auth/sudo/options')).data
  const proof = { method: 'passkey', credential: authenticator.get(options) }
  assert.equal((await browser.post('/auth/sudo', proof)).status, 200)
  assert.equal((await browser.post('/auth/sudo', proof)).status, 422, 'a challenge is used once')
  assert.equal(await dangerous(), 201)
  api.clock.release()
})

test('only the dangerous part of a form requires proof', async () => {
  const { browser } = await laterThan(11)
  assert.equal((await browser.put('/settings/tenant', { name: 'Otro nombre' })).status, 200)
  const secret = await browser.put('/settings/tenant', { siemSecret: 'un-secreto-de-la-sala-de-monitoreo' })
  assert.deepEqual([secret.status, secret.body.error.details[0].rule], [403, 'sudo'])
  const member = { email: 'eva@ejemplo.cl', name: 'Eva', role: 'VIEWER' }
  assert.equal((await browser.post('/settings/members', member)).status, 201)
  for (const role of ['OWNER', 'ADMIN'])
    assert.equal((await browser.post('/settings/members', { ...member, role })).status, 403, role)
  assert.equal((await browser.put('/settings/tenant', { sessionHours: null })).status, 403)
  api.clock.release()
})

test('every dangerous route requires proof, and a new one cannot be forgotten', () => {
  const DANGEROUS =
    /\/(api-keys|members|sso|scim|exports?|inspection-folder|mfa|passkeys|deletion)(\/|$)|\/templates\/:id\/webhooks/
  /** Routes with a dangerous word in their name that need no proof, and why. */
  const HARMLESS: Record<string, string> = {
    'POST /auth/mfa/verify': 'is itself a proof',
    'POST /auth/passkeys/login/options': 'nobody is signed in',
    'POST /auth/passkeys/login': 'is itself a proof',
    'POST /auth/passkeys/register': 'needs the options, which ask',
    'PATCH /auth/passkeys/:id': 'a name',
    'POST /auth/mfa/totp/confirm': 'needs the secret, which asks',
    'POST /auth/mfa/verify/options': 'nobody is signed in',
  }
  const table = api.app.routeTable.map(({ method, url, config }) => ({
    name: `${method} ${url.replace('/api/v1', '')}`,
    changes: method !== 'GET',
    isPublic: ['PUBLIC', 'API_KEY', 'SCIM'].includes(config?.role ?? ''),
    sudo: config?.sudo,
  }))
  const forgetful = table
    .filter(({ name, changes, isPublic, sudo }) => DANGEROUS.test(name) && changes && !isPublic && !sudo)
    .map(({ name }) => name)
    .filter((name) => !(name in HARMLESS))
  assert.deepEqual(forgetful, [])
  const asking = table.filter(({ sudo }) => sudo).map(({ name }) => name)
  for (const name of [
    'POST /settings/api-keys',
    'PUT /settings/api-keys/:id',
    'DELETE /settings/api-keys/:id',
    'POST /settings/api-keys/:id/rotate',
    'PUT /settings/tenant',
    'POST /settings/members',
    'PATCH /settings/members/:userId',
    'DELETE /settings/members/:userId',
    'PUT /settings/sso',
    'POST /workflows',
    'PUT /workflows/:id',
    'POST /consent/templates/:id/webhooks',
    'POST /governance/inspection-folder',
  ])
    assert.ok(asking.includes(name), name)
})
