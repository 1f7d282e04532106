import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { Browser } from '#test/kit/browser.ts'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()
const PASSWORD = 'una-frase-larga'
const bearer = (token: string) => api.with({ authorization: `Bearer ${token}` })
const login = async (email: string) =>
  (await api.anyone.post('/auth/login', { email, password: PASSWORD })).data
const sessionsOf = async (by: { get: Person['get'] }) => (await by.get('/auth/sessions')).data.items

test('a person sees where they are signed in, the latest first, with this session marked', async () => {
  const ana = await api.tenant()
  const browser = new Browser(api)
  await browser.login(ana.email)
  const items = await sessionsOf(browser)
  assert.equal(items.length, 2)
  const [own, registered] = items
  assert.deepEqual(
    [own.device, own.addressPrefix, own.method, own.browser, own.strong, own.current],
    ['Firefox en Windows', '127.0.0.0', 'password', true, false, true],
  )
  assert.deepEqual(
    [registered.method, registered.browser, registered.current],
    ['registration', false, false],
  )
  assert.ok(own.createdAt.endsWith('Z') && own.lastUsedAt.endsWith('Z'))
  assert.equal((await sessionsOf(ana)).find((item: { current: boolean }) => item.current).id, registered.id)
})

test('an ended session is refused from the next request on', async () => {
  const ana = await api.tenant()
  const lost = await login(ana.email)
  const [{ id }] = await sessionsOf(bearer(lost.access_token))
  assert.equal((await ana.delete(`/auth/sessions/${id}`)).status, 200)
  assert.equal((await bearer(lost.access_token).get('/org/workspaces')).status, 401)
  const refreshed = await api.anyone.post('/auth/refresh', { refresh_token: lost.refresh_token })
  assert.equal(refreshed.status, 401)
  assert.equal((await ana.delete(`/auth/sessions/${id}`)).status, 404, 'it is over')
})

test("another person's session is not found", async () => {
  const [ana, eva] = [await api.tenant(), await api.tenant()]
  const [{ id }] = await sessionsOf(eva)
  for (const other of [id, newId()]) assert.equal((await ana.delete(`/auth/sessions/${other}`)).status, 404)
  assert.equal((await ana.delete('/auth/sessions/no-es-un-id')).status, 404)
  assert.equal((await eva.get('/auth/me')).status, 200)
})

test('all other sessions end, and this one continues', async () => {
  const ana = await api.tenant()
  const others = [await login(ana.email), await login(ana.email)]
  assert.equal((await ana.delete('/auth/sessions')).data.ended, 2)
  for (const { access_token } of others)
    assert.equal((await bearer(access_token).get('/auth/me')).status, 401)
  assert.equal((await ana.get('/auth/me')).status, 200)
  assert.equal((await ana.delete('/auth/sessions')).data.ended, 0)
  await api.drain()
  const log = await ana.get('/settings/audit-log?entityType=account')
  const revoked = log.data.items.filter((item: { action: string }) => item.action === 'session_revoked')
  assert.deepEqual(
    revoked.map((item: { changes: object; addressPrefix: string }) => [item.changes, item.addressPrefix]),
    [[{ sessions: { old: null, new: 2 } }, '127.0.0.0']],
  )
})

test('a sign-out also ends the tokens of the chosen organisations', async () => {
  const ana = await api.tenant()
  const first = await login(ana.email)
  const opened = await bearer(first.access_token).post('/auth/tenants', { organizationName: 'Filial' })
  const chosen = await bearer(opened.data.access_token).post('/auth/select-tenant', {
    tenantId: ana.tenantId,
  })
  assert.equal((await sessionsOf(bearer(first.access_token))).length, 2, 'registration and this one')
  const renewed = await api.anyone.post('/auth/refresh', { refresh_token: opened.data.refresh_token })
  const me = await bearer(renewed.data.access_token).get('/auth/me')
  assert.equal(me.data.tenant.name, 'Filial', 'each line of tokens stays in its organisation')
  assert.equal((await bearer(chosen.data.access_token).post('/auth/logout')).status, 200)
  for (const { access_token } of [first, opened.data, chosen.data, renewed.data])
    assert.equal((await bearer(access_token).get('/auth/me')).status, 401)
  for (const { refresh_token } of [first, chosen.data, renewed.data])
    assert.equal((await api.anyone.post('/auth/refresh', { refresh_token })).status, 401)
})

// ── letters ──

const letters = async (email: string) => {
  await api.drain()
  return api.mailbox.to(email).filter(({ subject }) => subject?.startsWith('Nuevo inicio de sesión'))
}
const from = (agent: string, cookie?: string) => api.with({ 'user-agent': agent, ...(cookie && { cookie }) })

test('a sign-in from a new device sends a letter; from a known one it does not', async () => {
  const ana = await api.tenant()
  const body = { email: ana.email, password: PASSWORD }
  assert.equal((await letters(ana.email)).length, 0, 'registering is no surprise')
  const reply = await from('curl/8.5').post('/auth/login', body)
  const [letter, ...more] = await letters(ana.email)
  assert.equal(more.length, 0)
  assert.match(letter!.text!, /Equipo: curl\/8\.5/)
  assert.match(letter!.text!, /Red: 127\.0\.0\.0/)
  await from('curl/8.5').post('/auth/login', body)
  const device = [reply.headers['set-cookie']].flat().find((line) => String(line).startsWith('device='))
  await from('otro/1.0', String(device).split(';')[0]).post('/auth/login', body)
  assert.equal((await letters(ana.email)).length, 1)
  await from('otro/2.0').post('/auth/login', body)
  assert.equal((await letters(ana.email)).length, 2)
  await from('otro/3.0').post('/auth/login', { ...body, password: 'no es esta' })
  assert.equal((await letters(ana.email)).length, 2, 'a wrong password is no sign-in')
})
