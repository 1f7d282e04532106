import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#kernel/dates.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService({ TRUST_PROXY: '1' })
const PASSWORD = 'una-frase-larga'
const from = (address: string) => api.with({ 'x-forwarded-for': address, 'user-agent': 'curl/8.5' })
const login = (address: string, email: string, password = PASSWORD) =>
  from(address).post('/auth/login', { email, password })

interface Entry {
  action: string
  actorType: string
  addressPrefix: string | null
  entityId: string
  changes: Record<string, { new: unknown }>
}

async function trail(token: string): Promise<Entry[]> {
  await api.drain()
  const log = await api
    .with({ authorization: `Bearer ${token}` })
    .get('/settings/audit-log?entityType=account&limit=100')
  return log.data.items
}

test("a sign-in and a sign-out are in the organisation's log, with method and origin", async () => {
  const ana = await api.tenant()
  const first = (await login('203.0.113.77', ana.email)).data
  await api
    .with({ authorization: `Bearer ${first.access_token}`, 'x-forwarded-for': '2001:db8:1:2::3' })
    .post('/auth/logout')
  const { access_token } = (await login('203.0.113.78', ana.email)).data
  const entries = await trail(access_token)
  assert.deepEqual(
    entries.map(({ action, actorType, addressPrefix }) => [action, actorType, addressPrefix]),
    [
      ['sign_in', 'user', '203.0.113.0'],
      ['sign_out', 'user', '2001:db8:1::'],
      ['sign_in', 'user', '203.0.113.0'],
    ],
  )
  assert.equal(entries[0]!.changes['method']!.new, 'password')
  assert.equal(entries[0]!.changes['device']!.new, 'curl/8.5')
})

test('failures and the lock are in the log of each organisation of the person, and of no other', async () => {
  const [ana, stranger] = [await api.tenant(), await api.tenant()]
  const other = (await ana.post('/auth/tenants', { organizationName: 'Filial' })).data
  for (let round = 0; round < 12; round += 1) await login('198.51.100.9', ana.email, 'no es esta')
  await login('198.51.100.9', 'nadie@ejemplo.cl', 'no es esta')
  const token = ana.headers['authorization']!.slice(7)
  for (const seen of [await trail(token), await trail(other.access_token)]) {
    const actions = seen.map(({ action }) => action)
    assert.equal(actions.filter((action) => action === 'sign_in_failed').length, 10)
    assert.equal(actions.filter((action) => action === 'sign_in_locked').length, 1)
    for (const entry of seen)
      assert.deepEqual(
        [entry.actorType, entry.addressPrefix, entry.entityId],
        ['public', '198.51.100.0', ana.userId],
      )
  }
  assert.deepEqual(await trail(stranger.headers['authorization']!.slice(7)), [])
})

test('a reset and the second use of a token are in the log', async () => {
  const ana = await api.tenant()
  const { refresh_token } = (await login('203.0.113.7', ana.email)).data
  await api.anyone.post('/auth/refresh', { refresh_token })
  api.clock.advance(MINUTE_MS)
  assert.equal((await from('192.0.2.5').post('/auth/refresh', { refresh_token })).status, 401)
  await api.anyone.post('/auth/password/forgot', { email: ana.email })
  await api.drain()
  const texts = api.mailbox.to(ana.email).map(({ text }) => text)
  const link = /token=([\w-]+)/.exec(texts.join())![1]
  await from('203.0.113.7').post('/auth/password/reset', { token: link, password: 'otra-frase-larga' })
  const { access_token } = (await login('203.0.113.7', ana.email, 'otra-frase-larga')).data
  const entries = await trail(access_token)
  const of = (action: string) => entries.find((entry) => entry.action === action)
  assert.deepEqual(
    [of('token_reused')?.actorType, of('token_reused')?.addressPrefix],
    ['public', '192.0.2.0'],
  )
  assert.deepEqual(
    [of('password_reset')?.actorType, of('password_reset')?.addressPrefix],
    ['user', '203.0.113.0'],
  )
  api.clock.release()
})

test('a closed account gets the same answer as a wrong password', async () => {
  const ana = await api.tenant()
  await api.access.asSystem('a test closes an account', (db) =>
    db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', ana.userId).execute(),
  )
  const [closed, wrong] = [
    await login('203.0.113.7', ana.email),
    await login('203.0.113.7', ana.email, 'no es'),
  ]
  assert.deepEqual([closed.status, closed.body], [401, wrong.body])
})
