import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Browser } from '#test/kit/browser.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()
const [OLD, NEW] = ['una-frase-larga', 'otra-frase-mas-larga']
const login = (email: string, password: string) => api.anyone.post('/auth/login', { email, password })

test('a new password ends every other session, lifts the lock and is reported by mail', async () => {
  const ana = await api.tenant()
  const browser = new Browser(api)
  await browser.login(ana.email)
  for (let round = 0; round < 10; round += 1) await login(ana.email, 'no es esta')
  assert.equal((await login(ana.email, OLD)).status, 429)
  const changed = await browser.post('/auth/password', { current: OLD, password: NEW })
  assert.equal(changed.status, 200)
  assert.equal((await browser.get('/org/workspaces')).status, 200)
  assert.equal((await ana.get('/org/workspaces')).status, 401)
  assert.equal((await login(ana.email, OLD)).status, 401)
  assert.equal((await login(ana.email, NEW)).status, 200)
  await api.drain()
  const subjects = api.mailbox.to(ana.email).map(({ subject }) => subject)
  assert.equal(subjects.filter((subject) => subject?.startsWith('Cambió la contraseña')).length, 1)
  const log = await browser.get('/settings/audit-log?entityType=account')
  const actions = log.data.items.map((item: { action: string }) => item.action)
  assert.ok(actions.includes('password_changed') && actions.includes('sign_in_locked'), actions.join())
  assert.equal(actions.filter((action: string) => action === 'sign_in_failed').length, 11)
})

test('a wrong current password is a fault of the field, counts as a guess, and ends no session', async () => {
  const ana = await api.tenant()
  for (let round = 0; round < 10; round += 1) {
    const reply = await ana.post('/auth/password', { current: `no es ${round}`, password: NEW })
    assert.deepEqual([reply.status, reply.body.error.details[0].path], [422, 'current'])
  }
  assert.equal((await ana.post('/auth/password', { current: OLD, password: NEW })).status, 429)
  assert.equal((await ana.get('/auth/me')).status, 200)
  assert.equal((await login(ana.email, NEW)).status, 429)
})

test('common passwords are refused wherever a password is set', async () => {
  const ana = await api.tenant({ name: 'Tienda Sur' })
  const refused = async (password: string) => {
    const reply = await ana.post('/auth/password', { current: OLD, password })
    return [reply.status, reply.body.error?.details?.[0].path]
  }
  for (const password of [
    'password',
    '12345678',
    'PassWord',
    'aaaaaaaa',
    'qwertyuiop',
    ana.email,
    'tienda-sur',
  ])
    assert.deepEqual(await refused(password), [400, 'password'], password)
  const register = (more: object) =>
    api.anyone.post('/auth/register', {
      email: 'luis@ejemplo.cl',
      password: 'una-frase-larga',
      name: 'Luis',
      organizationName: 'Ferretería Ñuble SpA',
      ...more,
    })
  for (const password of ['12345678', 'luis@ejemplo.cl', 'ferreteria nuble spa', 'FerreteríaÑubleSpA']) {
    const reply = await register({ password })
    assert.deepEqual([reply.status, reply.body.error.details[0].path], [400, 'password'], password)
  }
  assert.equal((await register({})).status, 201)
  const invited = { email: 'eva@ejemplo.cl', name: 'Eva', role: 'VIEWER' }
  const { invitationUrl } = (await ana.post('/settings/members', invited)).data
  const token = new URL(invitationUrl).searchParams.get('token')
  const accept = (password: string) =>
    api.anyone.post('/auth/invitations/accept', { token, name: 'Eva', password })
  for (const password of ['iloveyou1', 'eva@ejemplo.cl', 'Tienda Sur'])
    assert.equal((await accept(password)).status, 400, password)
  assert.equal((await accept('una-frase-larga')).status, 200)
  await api.anyone.post('/auth/password/forgot', { email: ana.email })
  await api.drain()
  const link = /token=([\w-]+)/.exec(api.mailbox.to(ana.email).at(-1)!.text!)![1]
  const reset = (password: string) => api.anyone.post('/auth/password/reset', { token: link, password })
  for (const password of ['password', 'Tienda Sur'])
    assert.equal((await reset(password)).status, 400, password)
  assert.equal((await reset(NEW)).status, 200, 'a refused password does not use the link up')
})

test('a password cannot be changed without a session', async () => {
  assert.equal((await api.anyone.post('/auth/password', { current: OLD, password: NEW })).status, 401)
  const ana = await api.tenant()
  await ana.post('/auth/logout')
  assert.equal((await ana.post('/auth/password', { current: OLD, password: NEW })).status, 401)
})
