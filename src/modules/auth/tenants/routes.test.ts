import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeBreach } from '#test/kit/breaches.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService({ SIGNUP_PLANS: 'STARTER,ENTERPRISE' })
const bearer = (token: string) => api.with({ authorization: `Bearer ${token}` })

test('a signed-in person opens another organisation and continues in it as OWNER', async () => {
  const ana = await api.tenant()
  const reply = await ana.post('/auth/tenants', { organizationName: ' Filial Norte ', plan: 'STARTER' })
  assert.equal(reply.status, 201)
  const { tenant, access_token, refresh_token } = reply.data
  assert.deepEqual([tenant.name, tenant.plan, tenant.role], ['Filial Norte', 'STARTER', 'OWNER'])
  assert.ok(access_token && refresh_token)
  const there = bearer(access_token)
  assert.equal((await there.get('/settings/tenant')).data.name, 'Filial Norte')
  assert.equal((await there.get('/org/entities')).data.entities.length, 1, 'with all a new one starts with')
  const [entry] = (await there.get('/settings/audit-log')).data.items
  assert.deepEqual([entry.action, entry.actorId], ['register', ana.userId])
  assert.equal(
    (await ana.get('/settings/tenant')).data.id,
    ana.tenantId,
    'the earlier token stays where it was',
  )
})

test('a closed plan, a blank name and a call without a session are refused', async () => {
  const ana = await api.tenant()
  const open = (body: object, by = ana as { post: typeof ana.post }) => by.post('/auth/tenants', body)
  assert.equal((await open({ organizationName: 'Otra', plan: 'BUSINESS' })).status, 422)
  assert.equal((await open({ organizationName: ' ' })).status, 400)
  assert.equal((await open({})).status, 400)
  assert.equal((await open({ organizationName: 'Otra' }, api.anyone)).status, 401)
})

test('the bound on organisations per person also holds for simultaneous calls', async () => {
  const ana = await api.tenant()
  const now = new Date()
  const stamps = { created_at: now, updated_at: now }
  await api.access.asSystem('a test adds memberships', async (db) => {
    for (let index = 0; index < 98; index += 1) {
      const id = crypto.randomUUID()
      await db
        .insertInto('tenants')
        .values({
          id,
          slug: id,
          name: 'Otra',
          plan: 'STARTER',
          locale: 'es-CL',
          timezone: 'America/Santiago',
          branding: {},
          siem_secret_sealed: '',
          ...stamps,
        })
        .execute()
      const member = { tenant_id: id, user_id: ana.userId, role: 'VIEWER', status: 'ACTIVE' } as const
      await db
        .insertInto('memberships')
        .values({ ...member, ...stamps })
        .execute()
    }
  })
  const replies = await Promise.all(
    Array.from({ length: 3 }, () => ana.post('/auth/tenants', { organizationName: 'Una más' })),
  )
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409, 409])
})

test('me counts the waiting work of each organisation, except of those that refuse the session', async () => {
  const ana = await api.tenant()
  const other = (await ana.post('/auth/tenants', { organizationName: 'Filial' })).data
  await makeBreach(ana)
  await makeBreach(ana)
  const waiting = async () => {
    const { tenants, tenant } = (await ana.get('/auth/me')).data
    assert.equal(tenant.id, ana.tenantId)
    return Object.fromEntries(
      tenants.map((one: { id: string; waiting: unknown; refusal: unknown }) => [
        one.id,
        [one.waiting, one.refusal],
      ]),
    )
  }
  assert.deepEqual(await waiting(), {
    [ana.tenantId]: [{ requests: 0, breaches: 2, approvals: 0 }, null],
    [other.tenant.id]: [{ requests: 0, breaches: 0, approvals: 0 }, null],
  })
  await api.access.asSystem('a test asks for a second factor', (db) =>
    db.updateTable('tenants').set({ require_mfa: true }).where('id', '=', ana.tenantId).execute(),
  )
  assert.deepEqual((await waiting())[ana.tenantId], [null, 'mfa'])
})

// ── session rules of an organisation ──

test('a caller who would lock themself out cannot require a second factor or the own sign-in', async () => {
  const ana = await api.tenant()
  for (const [field, why] of [
    ['requireMfa', /sin un segundo factor/],
    ['ssoEnforced', /active el inicio de sesión propio/],
  ] as const) {
    const reply = await ana.put('/settings/tenant', { [field]: true })
    assert.deepEqual([reply.status, reply.body.error.details[0].path], [422, field])
    assert.match(reply.body.error.message, why)
    assert.equal((await ana.put('/settings/tenant', { [field]: false })).data[field], false)
    assert.equal((await ana.put('/settings/tenant', { [field]: null })).data[field], false)
  }
  await api.access.asSystem('a test makes the session strong', (db) =>
    db.updateTable('sessions').set({ strong: true }).where('user_id', '=', ana.userId).execute(),
  )
  assert.equal((await ana.put('/settings/tenant', { requireMfa: true })).data.requireMfa, true)
  const weak = (await api.anyone.post('/auth/login', { email: ana.email, password: 'una-frase-larga' })).data
  const refused = await bearer(weak.access_token).get('/org/workspaces')
  assert.deepEqual([refused.status, refused.body.error.details[0].rule], [403, 'mfa'])
  const colleague = await ana.colleague('DPO')
  assert.equal((await colleague.put('/settings/tenant', { sessionHours: 5 })).status, 403)
  for (const sessionHours of [0, 721, 1.5, '5'])
    assert.equal((await ana.put('/settings/tenant', { sessionHours })).status, 400)
  assert.equal((await ana.put('/settings/tenant', { sessionHours: 5 })).data.sessionHours, 5)
  assert.equal((await ana.put('/settings/tenant', { sessionHours: null })).data.sessionHours, null)
})

// ── preferences ──

test('preferences belong to one person, are replaced whole, and are bounded', async () => {
  const [ana, eva] = [await api.tenant(), await api.tenant()]
  assert.deepEqual((await ana.get('/auth/preferences')).data, { preferences: {} })
  const preferences = { theme: 'dark', columns: ['folio'] }
  assert.deepEqual((await ana.put('/auth/preferences', { preferences })).data, { preferences })
  assert.deepEqual((await ana.get('/auth/preferences')).data, { preferences })
  assert.deepEqual((await eva.get('/auth/preferences')).data, { preferences: {} })
  await ana.put('/auth/preferences', { preferences: { theme: 'light' } })
  assert.deepEqual((await ana.get('/auth/preferences')).data.preferences, { theme: 'light' })
  const large = { preferences: { list: Array(7).fill('x'.repeat(9_900)) } }
  assert.equal((await ana.put('/auth/preferences', large)).status, 413)
  assert.equal((await ana.put('/auth/preferences', { preferences: [] })).status, 400)
  await ana.post('/auth/logout')
  assert.equal((await ana.get('/auth/preferences')).status, 401)
})
