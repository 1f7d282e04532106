import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#kernel/dates.ts'
import { Browser } from '#test/kit/browser.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()
const program = api.with({ 'user-agent': 'resguardo/0.1.0' })
const begin = async () => (await program.post('/auth/device')).data
const inBrowser = async ({ email }: { email: string }) => {
  const browser = new Browser(api)
  await browser.login(email)
  return browser
}
const take = (device_code: string) => program.post('/auth/device/token', { device_code })

test('a program shows a code, the person approves it, and the program gets a session of its own', async () => {
  const ana = await api.tenant()
  const { device_code, user_code, ...asked } = await begin()
  assert.deepEqual(asked, {
    verification_uri: 'https://resguardo.test/dispositivo',
    verification_uri_complete: `https://resguardo.test/dispositivo?codigo=${user_code}`,
    expires_in: 600,
    interval: 5,
  })
  assert.deepEqual((await take(device_code)).data, { authorization_pending: true, interval: 5 })
  const shown = await ana.get(`/auth/device/${user_code.toLowerCase().replace('-', '')}`)
  assert.deepEqual(
    [shown.data.userCode, shown.data.device, shown.data.addressPrefix],
    [user_code, 'resguardo/0.1.0', '127.0.0.0'],
  )
  assert.equal((await ana.post('/auth/device/approve', { userCode: user_code })).status, 403, 'a program')
  const browser = await inBrowser(ana)
  assert.equal((await browser.post('/auth/device/approve', { userCode: user_code })).status, 200)
  const reply = await take(device_code)
  assert.equal(reply.status, 200)
  assert.deepEqual([reply.data.user.email, reply.data.tenant.id], [ana.email, ana.tenantId])
  const own = api.with({ authorization: `Bearer ${reply.data.access_token}` })
  assert.equal((await own.get('/rat/activities')).status, 200)
  const session = (await own.get('/auth/sessions')).data.items.find(
    (one: { current: boolean }) => one.current,
  )
  assert.deepEqual(
    [session.method, session.device, session.browser, session.strong],
    ['device', 'resguardo/0.1.0', false, false],
  )
  const again = await api.anyone.post('/auth/refresh', { refresh_token: reply.data.refresh_token })
  assert.equal(again.status, 200)
  const log = await ana.get('/settings/audit-log?entityType=account&action=sign_in')
  assert.equal(log.data.items[0].changes.method.new, 'device')
})

test('a code works once, and disappears once answered', async () => {
  const ana = await api.tenant()
  const eva = await inBrowser(await api.tenant())
  const { device_code, user_code } = await begin()
  assert.equal(
    (await (await inBrowser(ana)).post('/auth/device/approve', { userCode: user_code })).status,
    200,
  )
  assert.equal((await eva.post('/auth/device/approve', { userCode: user_code })).status, 404)
  assert.equal((await eva.post('/auth/device/refuse', { userCode: user_code })).status, 404)
  assert.equal((await ana.get(`/auth/device/${user_code}`)).status, 404)
  const both = await Promise.all([take(device_code), take(device_code)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
  assert.equal(both.find(({ status }) => status === 200)!.data.user.email, ana.email)
})

test('refused, expired and unknown codes are refused and open no session', async () => {
  const ana = await api.tenant()
  const refused = await begin()
  assert.equal((await ana.post('/auth/device/refuse', { userCode: refused.user_code })).status, 200)
  const reply = await take(refused.device_code)
  assert.deepEqual([reply.status, reply.body.error.code], [401, 'UNAUTHORIZED'])
  assert.match(reply.body.error.message, /rechazó/)
  const late = await begin()
  api.clock.set(new Date(Date.now() + 11 * MINUTE_MS))
  assert.equal(
    (await (await inBrowser(ana)).post('/auth/device/approve', { userCode: late.user_code })).status,
    404,
  )
  assert.equal((await take(late.device_code)).status, 401)
  api.clock.release()
  assert.equal((await take('no-es-un-codigo')).status, 401)
  assert.equal((await ana.get('/auth/device/NO-ES')).status, 404)
  assert.equal((await api.anyone.post('/auth/device/approve', { userCode: late.user_code })).status, 401)
})

test('the approving session must still be valid when the program fetches its own', async () => {
  const ana = await api.tenant()
  const browser = await inBrowser(ana)
  const { device_code, user_code } = await begin()
  assert.equal((await browser.post('/auth/device/approve', { userCode: user_code })).status, 200)
  await ana.delete('/auth/sessions')
  assert.equal((await take(device_code)).status, 401)
})

test('a browser that signed in long ago must prove the person again before it approves a program', async () => {
  api.clock.set('2026-12-01T12:00:00Z')
  const ana = await api.tenant()
  const browser = new Browser(api)
  await browser.login(ana.email)
  api.clock.advance(11 * MINUTE_MS)
  const { user_code } = await begin()
  const asked = await browser.post('/auth/device/approve', { userCode: user_code })
  assert.deepEqual([asked.status, asked.body.error.details[0].rule], [403, 'sudo'])
  assert.equal((await browser.post('/auth/device/refuse', { userCode: user_code })).status, 200)
  api.clock.release()
})
