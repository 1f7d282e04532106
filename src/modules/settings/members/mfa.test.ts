import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUpPasskey, setUpTotp } from '#test/kit/factors.ts'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()

const reset = (by: Person, { userId }: { userId: string }) => by.delete(`/settings/members/${userId}/mfa`)

async function join({ userId }: Person, { tenantId }: Person, status: 'ACTIVE' | 'INVITED' = 'ACTIVE') {
  const stamps = { created_at: api.clock.now(), updated_at: api.clock.now() }
  await api.access.asSystem('a test adds a member', (db) =>
    db
      .insertInto('memberships')
      .values({ tenant_id: tenantId, user_id: userId, role: 'VIEWER', status, ...stamps })
      .execute(),
  )
}

test('an ADMIN resets a member’s second factor: sessions end, the person gets a letter, and it is logged', async () => {
  const owner = await api.tenant()
  const admin = await owner.colleague('ADMIN')
  const pedro = await owner.colleague('ANALYST')
  await setUpTotp(pedro)
  await setUpPasskey(pedro)
  assert.equal((await reset(admin, pedro)).status, 200)
  assert.equal((await pedro.get('/auth/mfa')).status, 401)
  const left = await api.access.lookUp('a test counts what is left', async (db) => [
    ...(await db.selectFrom('totp_factors').select('user_id').where('user_id', '=', pedro.userId).execute()),
    ...(await db.selectFrom('passkeys').select('user_id').where('user_id', '=', pedro.userId).execute()),
    ...(await db
      .selectFrom('recovery_codes')
      .select('user_id')
      .where('user_id', '=', pedro.userId)
      .execute()),
  ])
  assert.deepEqual(left, [])
  await api.drain()
  const letters = api.mailbox.to(pedro.email).map(({ subject }) => subject)
  assert.ok(letters.includes('Se restablecieron los segundos factores de su cuenta de Resguardo'))
  const { items } = (await owner.get('/settings/audit-log?entityType=member')).data
  const entry = items.find(({ action }: { action: string }) => action === 'mfa_reset')
  assert.deepEqual([entry.entityId, entry.actorId], [pedro.userId, admin.userId])
  const again = await reset(admin, pedro)
  assert.equal(again.status, 409)
  assert.match(again.body.error.message, /no tiene un segundo factor/)
})

test('only an OWNER resets an OWNER’s factor, and nobody their own', async () => {
  const owner = await api.tenant()
  const [other, admin, dpo] = [
    await owner.colleague('OWNER'),
    await owner.colleague('ADMIN'),
    await owner.colleague('DPO'),
  ]
  await setUpTotp(other)
  await setUpTotp(owner)
  assert.equal((await reset(admin, other)).status, 403)
  assert.equal((await reset(dpo, admin)).status, 403)
  const own = await reset(owner, owner)
  assert.equal(own.status, 409)
  assert.match(own.body.error.message, /su propia cuenta/)
  assert.equal((await reset(owner, other)).status, 200)
})

test('an organisation cannot weaken the account of a person in another one', async () => {
  const [here, there] = [await api.tenant(), await api.tenant()]
  const pedro = await here.colleague('ANALYST')
  await setUpTotp(pedro)
  await join(pedro, there)
  for (const owner of [here, there]) {
    const refused = await reset(owner, pedro)
    assert.equal(refused.status, 409)
    assert.match(refused.body.error.message, /otra organización.*users reset-mfa/)
  }
  assert.equal((await pedro.get('/auth/mfa')).data.recoveryCodesLeft, 10)
})

test('an invitation gives no power over an account, and an invitation elsewhere takes none away', async () => {
  const [host, guest] = [await api.tenant(), await api.tenant()]
  await setUpTotp(guest)
  await join(guest, host, 'INVITED')
  const refused = await reset(host, guest)
  assert.equal(refused.status, 409)
  assert.match(refused.body.error.message, /todavía no acepta/)
  assert.ok((await guest.get('/auth/mfa')).data.totp)
  const pedro = await host.colleague('ANALYST')
  await setUpTotp(pedro)
  await join(pedro, guest, 'INVITED')
  assert.equal((await reset(host, pedro)).status, 200)
})

test('no API key can reset a factor, whatever its scopes', async () => {
  const owner = await api.tenant()
  const pedro = await owner.colleague('ANALYST')
  await setUpTotp(pedro)
  const scopes = ['settings:read', 'settings:write']
  const { key } = (await owner.post('/settings/api-keys', { name: 'CRM', scopes })).data
  assert.ok(key)
  const refused = await api.with({ 'x-api-key': key }).delete(`/settings/members/${pedro.userId}/mfa`)
  assert.equal(refused.status, 403)
  assert.ok((await pedro.get('/auth/mfa')).data.totp)
})
