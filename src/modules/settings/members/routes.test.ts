import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#kernel/dates.ts'
import type { Role } from '#kernel/roles.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { ensureAccount } from './repo.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const admin = await ana.colleague('ADMIN', 'Alba Díaz')
const NOBODY = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'

let counter = 0
const newEmail = () => `persona-${++counter}@ejemplo.cl`

function invite(by: Person, { email = newEmail(), name = 'Pedro Soto', role = 'ANALYST' as Role } = {}) {
  return by.post('/settings/members', { email, name, role })
}
const tokenOf = (invitationUrl: string) => new URL(invitationUrl).searchParams.get('token')!
const accept = (invitationUrl: string, password = 'una-frase-larga', name = 'Pedro Soto') =>
  api.anyone.post('/auth/invitations/accept', { token: tokenOf(invitationUrl), name, password })
const holding = (token: string) => api.with({ authorization: `Bearer ${token}` })
const find = async (by: Person, userId: string) =>
  (await by.get('/settings/members?limit=100')).data.members.find(
    (member: { userId: string }) => member.userId === userId,
  )

// ── the list ──

test('every role sees the members, newest first, in pages', async () => {
  const owner = await api.tenant()
  const viewer = await owner.colleague('VIEWER', 'Vera Ríos')
  const { data: invited } = await invite(owner)
  const { status, data } = await viewer.get('/settings/members')
  assert.equal(status, 200)
  const { invitationUrl: _, ...shown } = invited
  assert.deepEqual(data.members[0], shown)
  assert.deepEqual(
    data.members.map(({ userId, name, role, status }: Record<string, string>) => [
      userId,
      name,
      role,
      status,
    ]),
    [
      [invited.userId, 'Pedro Soto', 'ANALYST', 'INVITED'],
      [viewer.userId, 'Vera Ríos', 'VIEWER', 'ACTIVE'],
      [owner.userId, 'Ana Rojas', 'OWNER', 'ACTIVE'],
    ],
  )
  assert.deepEqual(data.pagination, { page: 1, limit: 20, total: 3, totalPages: 1 })
  const second = await viewer.get('/settings/members?limit=2&page=2')
  assert.deepEqual([second.data.members.length, second.data.pagination.totalPages], [1, 2])
  assert.equal((await viewer.get('/settings/members?limit=101')).status, 400)
  assert.equal((await api.anyone.get('/settings/members')).status, 401)
})

// ── invitations ──

test('the search finds an invited person by the invitation’s name, not by an account elsewhere', async () => {
  const bob = await (await api.tenant({ name: 'Otra' })).colleague('ADMIN', 'Roberto Zubizarreta')
  await invite(ana, { email: bob.email, name: 'Fulano Tal' })
  const found = async (q: string) => (await ana.get(`/settings/members?q=${q}`)).data.members.length
  assert.deepEqual([await found('fulano'), await found('zubiz'), await found('alba')], [1, 0, 1])
})

test('an invitation is mailed, and its link opens the organisation', async () => {
  const email = newEmail()
  const reply = await invite(admin, { email: email.toUpperCase(), role: 'DPO' })
  assert.equal(reply.status, 201)
  const { userId, createdAt, invitationUrl, ...rest } = reply.data
  assert.deepEqual(rest, { email, name: 'Pedro Soto', role: 'DPO', status: 'INVITED' })
  assert.ok(createdAt.endsWith('Z'))
  assert.ok(invitationUrl.startsWith('https://resguardo.test/invitacion?token='))

  await api.drain()
  const [mail] = api.mailbox.to(email)
  assert.match(mail?.subject ?? '', /Tienda Sur SpA/)
  assert.ok(
    mail?.text?.includes(invitationUrl) && mail.text.includes('Alba Díaz') && mail.text.includes('7 días'),
  )
  assert.match(mail?.text ?? '', /con el rol «Delegado o delegada de protección de datos»\./)

  const login = () => api.anyone.post('/auth/login', { email, password: 'una-frase-larga' })
  assert.equal((await login()).status, 401)
  const joined = await accept(invitationUrl, 'una-frase-larga', 'Pedro Soto Paz')
  assert.equal(joined.status, 200)
  assert.deepEqual(joined.data.user, { id: userId, email, name: 'Pedro Soto Paz' })
  assert.deepEqual([joined.data.tenant.id, joined.data.tenant.role], [ana.tenantId, 'DPO'])
  assert.equal((await holding(joined.data.access_token).get('/settings/tenant')).status, 200)
  assert.equal((await login()).status, 200)
  const member = await find(ana, userId)
  assert.deepEqual([member.status, member.name], ['ACTIVE', 'Pedro Soto Paz'])
})

test('a person with an account joins with its password and keeps its name, which is hidden before', async () => {
  const eva = await api.tenant({ name: 'La Empresa de Eva' })
  const reply = await invite(ana, { email: eva.email, name: 'Evita' })
  assert.deepEqual([reply.status, reply.data.userId, reply.data.name], [201, eva.userId, 'Evita'])
  assert.equal((await find(ana, eva.userId)).name, 'Evita')
  assert.equal((await eva.get('/settings/members')).data.members[0].name, 'Ana Rojas')

  const wrong = await accept(reply.data.invitationUrl, 'otra-frase-larga')
  assert.deepEqual([wrong.status, wrong.body.error.code], [401, 'UNAUTHORIZED'])
  assert.equal((await find(ana, eva.userId)).status, 'INVITED')
  const joined = await accept(reply.data.invitationUrl, 'una-frase-larga', 'Otro Nombre')
  assert.equal(joined.status, 200)
  assert.deepEqual([joined.data.user.name, joined.data.tenant.id], ['Ana Rojas', ana.tenantId])
  const me = await holding(joined.data.access_token).get('/auth/me')
  assert.equal(me.data.tenants.length, 2)
  assert.equal((await eva.get('/settings/tenant')).data.name, 'La Empresa de Eva')
})

test('a link works once', async () => {
  const { invitationUrl } = (await invite(ana)).data
  const replies = await Promise.all([accept(invitationUrl), accept(invitationUrl)])
  const statuses = replies.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses))
  const again = await accept(invitationUrl)
  assert.deepEqual([again.status, again.body.error.code], [422, 'VALIDATION_ERROR'])
})

test('a link expires after seven days', async () => {
  const now = new Date()
  try {
    api.clock.set(now)
    const [timely, late] = [await invite(ana), await invite(ana)]
    api.clock.advance(7 * DAY_MS - 1)
    assert.equal((await accept(timely.data.invitationUrl)).status, 200)
    api.clock.advance(1)
    assert.equal((await accept(late.data.invitationUrl)).status, 422)
  } finally {
    api.clock.release()
  }
})

test('a second invitation renews the link and the role; the former link stops working', async () => {
  const email = newEmail()
  const first = await invite(ana, { email, role: 'VIEWER' })
  const second = await invite(ana, { email, role: 'APPROVER', name: 'Pedro S.' })
  assert.deepEqual([second.status, second.data.userId], [201, first.data.userId])
  assert.deepEqual([second.data.role, second.data.name], ['APPROVER', 'Pedro S.'])
  assert.equal(second.data.createdAt, first.data.createdAt)
  assert.equal((await accept(first.data.invitationUrl)).status, 422)
  assert.equal((await accept(second.data.invitationUrl)).data.tenant.role, 'APPROVER')
})

test('two concurrent invitations of one email make one member', async () => {
  const email = newEmail()
  const replies = await Promise.all([
    invite(ana, { email }),
    invite(admin, { email }),
    invite(ana, { email }),
  ])
  assert.deepEqual(
    replies.map(({ status }) => status),
    [201, 201, 201],
  )
  assert.equal(new Set(replies.map(({ data }) => data.userId)).size, 1)
  const accepted = []
  for (const { data } of replies) accepted.push((await accept(data.invitationUrl)).status)
  assert.deepEqual(accepted.sort(), [200, 422, 422])
})

test('two organisations can invite the same new person at once', async () => {
  const [email, other] = [newEmail(), await api.tenant()]
  const [here, there] = await Promise.all([invite(ana, { email }), invite(other, { email })])
  assert.deepEqual([here.status, there.status, here.data.userId], [201, 201, there.data.userId])
  assert.equal((await accept(here.data.invitationUrl)).status, 200)
  assert.equal((await accept(there.data.invitationUrl, 'otra-frase-larga')).status, 401)
  assert.equal((await accept(there.data.invitationUrl)).status, 200)
})

test('a member cannot be invited again: 409, and no mail', async () => {
  const { data } = await invite(ana)
  await accept(data.invitationUrl)
  await api.drain()
  const mails = api.mailbox.to(data.email).length
  const reply = await invite(ana, { email: data.email.toUpperCase() })
  assert.deepEqual([reply.status, reply.body.error.code], [409, 'CONFLICT'])
  await api.drain()
  assert.equal(api.mailbox.to(data.email).length, mails)
  assert.equal((await find(ana, data.userId)).status, 'ACTIVE')
})

test('an invitation needs an email, a name and a known role', async () => {
  const valid = { email: newEmail(), name: 'Pedro', role: 'VIEWER' }
  for (const wrong of [
    { email: 'no' },
    { email: undefined },
    { name: ' ' },
    { name: 'x'.repeat(201) },
    { role: 'JEFE' },
    { role: undefined },
    { role: null },
  ])
    assert.equal(
      (await ana.post('/settings/members', { ...valid, ...wrong })).status,
      400,
      JSON.stringify(wrong),
    )
})

test('a withdrawn invitation has a dead link', async () => {
  const { userId, invitationUrl } = (await invite(ana)).data
  assert.deepEqual((await admin.delete(`/settings/members/${userId}`)).body, { success: true })
  assert.equal(await find(ana, userId), undefined)
  assert.equal((await accept(invitationUrl)).status, 422)
})

const tester = { type: 'system', id: undefined, name: 'test', role: undefined } as const

test('the tenant cannot read password hashes, not even by direct SQL', async () => {
  const peek = api.access.actFor(ana.tenantId, tester, {}, ({ db }) =>
    db.selectFrom('users').select('password_hash').execute(),
  )
  await assert.rejects(peek, { code: '42501' })
})

test('finding the account of an email gives the tenant no more rights', async () => {
  const stranger = await api.tenant()
  const [id, seen] = await api.access.actFor(ana.tenantId, tester, {}, async (ctx) => [
    await ensureAccount(ctx, stranger.email, 'Nadie'),
    await ctx.db.selectFrom('users').select('id').where('id', '=', stranger.userId).execute(),
  ])
  assert.deepEqual([id, seen], [stranger.userId, []])
})

// ── roles and removal ──

test('a changed role applies to the next request of the same token', async () => {
  const person = await ana.colleague('VIEWER')
  assert.equal((await person.post('/org/workspaces', { name: 'Norte' })).status, 403)
  const reply = await admin.patch(`/settings/members/${person.userId}`, { role: 'ADMIN' })
  assert.deepEqual([reply.status, reply.data], [200, await find(ana, person.userId)])
  assert.equal(reply.data.role, 'ADMIN')
  assert.equal((await person.post('/org/workspaces', { name: 'Norte' })).status, 201)
  await ana.patch(`/settings/members/${person.userId}`, { role: 'VIEWER' })
  assert.equal((await person.post('/org/workspaces', { name: 'Sur' })).status, 403)
})

test('a removed member is refused at the next request of the same token', async () => {
  const person = await ana.colleague('ANALYST')
  assert.equal((await person.get('/org/entities')).status, 200)
  assert.equal((await admin.delete(`/settings/members/${person.userId}`)).status, 200)
  for (const reply of [await person.get('/org/entities'), await person.get('/settings/tenant')])
    assert.deepEqual([reply.status, reply.body.error.code], [403, 'FORBIDDEN'])
  assert.equal((await admin.delete(`/settings/members/${person.userId}`)).status, 404)
})

test('the role of an invited person can be changed, and applies when they accept', async () => {
  const { userId, invitationUrl } = (await invite(ana, { role: 'VIEWER' })).data
  const reply = await admin.patch(`/settings/members/${userId}`, { role: 'DPO' })
  assert.deepEqual([reply.status, reply.data.role, reply.data.status], [200, 'DPO', 'INVITED'])
  assert.equal((await accept(invitationUrl)).data.tenant.role, 'DPO')
})

test('an ADMIN cannot make, change or remove an OWNER', async () => {
  const owner = await ana.colleague('OWNER')
  const analyst = await ana.colleague('ANALYST')
  const { data: invited } = await invite(ana, { role: 'OWNER' })
  for (const reply of [
    await invite(admin, { role: 'OWNER' }),
    await invite(admin, { email: invited.email, role: 'VIEWER' }),
    await admin.patch(`/settings/members/${analyst.userId}`, { role: 'OWNER' }),
    await admin.patch(`/settings/members/${admin.userId}`, { role: 'OWNER' }),
    await admin.patch(`/settings/members/${owner.userId}`, { role: 'VIEWER' }),
    await admin.patch(`/settings/members/${owner.userId}`, { role: 'OWNER' }),
    await admin.patch(`/settings/members/${invited.userId}`, { role: 'VIEWER' }),
    await admin.delete(`/settings/members/${owner.userId}`),
    await admin.delete(`/settings/members/${invited.userId}`),
  ])
    assert.deepEqual([reply.status, reply.body.error.code], [403, 'FORBIDDEN'])
  assert.equal((await ana.patch(`/settings/members/${analyst.userId}`, { role: 'OWNER' })).status, 200)
  assert.equal((await ana.patch(`/settings/members/${analyst.userId}`, { role: 'VIEWER' })).status, 200)
  assert.equal((await ana.delete(`/settings/members/${invited.userId}`)).status, 200)
  assert.equal((await owner.delete(`/settings/members/${owner.userId}`)).status, 200)
})

test('the last OWNER can neither leave nor be demoted; invited owners do not count', async () => {
  const owner = await api.tenant()
  const { data: heir } = await invite(owner, { role: 'OWNER' })
  const leave = () => owner.delete(`/settings/members/${owner.userId}`)
  for (const reply of [
    await owner.patch(`/settings/members/${owner.userId}`, { role: 'ADMIN' }),
    await leave(),
  ])
    assert.deepEqual([reply.status, reply.body.error.code], [409, 'CONFLICT'])
  assert.equal((await owner.patch(`/settings/members/${owner.userId}`, { role: 'OWNER' })).status, 200)
  await accept(heir.invitationUrl)
  assert.equal((await leave()).status, 200)
})

for (const [what, touch] of [
  ['demote', (by: Person, whom: Person) => by.patch(`/settings/members/${whom.userId}`, { role: 'ADMIN' })],
  ['remove', (by: Person, whom: Person) => by.delete(`/settings/members/${whom.userId}`)],
] as const) {
  test(`of two owners who ${what} each other at once, one remains`, async () => {
    for (let round = 0; round < 5; round += 1) {
      const first = await api.tenant()
      const second = await first.colleague('OWNER')
      const statuses = (await Promise.all([touch(first, second), touch(second, first)])).map(
        ({ status }) => status,
      )
      assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses))
      // The second owner gets 409 if they entered before the other's change, otherwise 403.
      assert.ok(
        statuses.some((status) => status === 409 || status === 403),
        String(statuses),
      )
      const { members } = (await (statuses[0] === 200 ? first : second).get('/settings/members')).data
      assert.equal(members.filter(({ role }: { role: Role }) => role === 'OWNER').length, 1)
    }
  })
}

test('an owner demoted while waiting can no longer change owners', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [first] = [await api.tenant()]
    const [second, third] = [await first.colleague('OWNER'), await first.colleague('OWNER')]
    const demote = (by: Person, whom: Person) =>
      by.patch(`/settings/members/${whom.userId}`, { role: 'VIEWER' })
    const statuses = (await Promise.all([demote(first, second), demote(second, first)])).map(
      ({ status }) => status,
    )
    assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses))
    assert.equal((await third.get('/settings/members')).status, 200)
  }
})

test('ADMIN and above manage members', async () => {
  const dpo = await ana.colleague('DPO')
  assert.equal((await invite(dpo)).status, 403)
  assert.equal((await dpo.patch(`/settings/members/${dpo.userId}`, { role: 'ADMIN' })).status, 403)
  assert.equal((await dpo.delete(`/settings/members/${dpo.userId}`)).status, 403)
  assert.equal((await api.anyone.post('/settings/members', {})).status, 401)
})

test('people of another organisation and unknown ones are not found', async () => {
  const stranger = await api.tenant()
  for (const id of [stranger.userId, NOBODY, 'nada']) {
    for (const reply of [
      await ana.patch(`/settings/members/${id}`, { role: 'VIEWER' }),
      await ana.delete(`/settings/members/${id}`),
    ])
      assert.deepEqual([reply.status, reply.body.error.code], [404, 'RESOURCE_NOT_FOUND'])
  }
  assert.equal((await ana.patch(`/settings/members/${admin.userId}`, { role: 'JEFE' })).status, 400)
  assert.equal((await ana.patch(`/settings/members/${admin.userId}`, {})).status, 400)
})

test('a repeated invitation under one Idempotency-Key returns the same link and mails once', async () => {
  const email = newEmail()
  const headers = { 'idempotency-key': 'invitación-1' }
  const send = () => ana.post('/settings/members', { email, name: 'Eva', role: 'VIEWER' }, { headers })
  assert.deepEqual((await send()).body, (await send()).body)
  await api.drain()
  assert.equal(api.mailbox.to(email).length, 1)
})

test('a name is one line, because it goes into the subject of the letter', async () => {
  for (const name of ['Ana\r\nBcc: otra@ejemplo.cl', 'Ana\tRojas', 'Ana\u2028Rojas']) {
    const { status, body } = await ana.post('/settings/members', {
      email: 'linea@ejemplo.cl',
      name,
      role: 'VIEWER',
    })
    assert.equal(status, 400, JSON.stringify(name))
    assert.match(body.error.message, /una sola línea/)
  }
})
