import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#kernel/dates.ts'
import { checkDigit } from '#kernel/rut.ts'
import { type Caller, openService, type Person } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Portal' })
const base = (tenant: Person) => `/public/privacy-portal/${tenant.slug}`
const maria = { rut: '12.345.678-5', email: 'Maria@Correo.cl' }

const init = (who: object, tenant = ana) => api.anyone.post(`${base(tenant)}/otp/init`, who)

async function lastCode(email: string): Promise<string> {
  await api.drain()
  return /\b(\d{6})\b/.exec(api.mailbox.to(email).at(-1)!.subject!)![1]!
}

async function signIn(who = maria, tenant = ana): Promise<Caller> {
  await init(who, tenant)
  const code = await lastCode(who.email.toLowerCase())
  const reply = await api.anyone.post(`${base(tenant)}/otp/verify`, { ...who, code })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  assert.deepEqual([reply.data.token_type, reply.data.expires_in], ['Bearer', 1800])
  return api.with({ authorization: `Bearer ${reply.data.portal_token}` })
}

test('the portal shows the organisation; an unknown one is not found', async () => {
  const reply = await api.anyone.get(`${base(ana)}/config`)
  assert.equal(reply.status, 200)
  assert.equal(reply.data.organizationName, 'Tienda Portal')
  assert.equal(reply.data.rightTypes.length, 7)
  assert.equal((await api.anyone.get('/public/privacy-portal/no-existe/config')).status, 404)
})

test('any valid RUT and email gets the same answer and a code by mail', async () => {
  const known = await init(maria)
  const unknown = await init({ rut: '7.654.321-6', email: 'nadie@correo.cl' })
  assert.equal(known.status, 200)
  assert.deepEqual(known.body, unknown.body)
  await api.drain()
  assert.equal(api.mailbox.to('nadie@correo.cl').length, 1)
  const bad = await init({ rut: '12.345.678-4', email: 'x@y.cl' })
  assert.deepEqual([bad.status, bad.body.error.code], [422, 'INVALID_RUT'])
  assert.equal((await init({ rut: '12.345.678-5' })).status, 400)
})

test('a code works once, for its pair, in its tenant, within ten minutes', async () => {
  const who = { rut: '20.000.008-0', email: 'codigo@correo.cl' }
  await init(who)
  const code = await lastCode(who.email)
  const verify = (body: object, tenant = ana) => api.anyone.post(`${base(tenant)}/otp/verify`, body)
  const other = await api.tenant()
  assert.equal((await verify({ ...who, code }, other)).status, 401)
  assert.equal((await verify({ ...who, rut: '7.654.321-6', code })).status, 401)
  assert.equal((await verify({ ...who, code })).status, 200)
  assert.equal((await verify({ ...who, code })).status, 401)

  await init(who)
  const late = await lastCode(who.email)
  api.clock.advance(10 * MINUTE_MS + 1000)
  assert.equal((await verify({ ...who, code: late })).status, 401)
  api.clock.release()
})

test('five wrong tries use up a code, even concurrent ones', async () => {
  const who = { rut: '10.000.013-K', email: 'intentos@correo.cl' }
  await init(who)
  const code = await lastCode(who.email)
  const wrong = code === '000000' ? '000001' : '000000'
  const verify = (sent: string) => api.anyone.post(`${base(ana)}/otp/verify`, { ...who, code: sent })
  const replies = await Promise.all([1, 2, 3, 4, 5].map(() => verify(wrong)))
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([401]))
  assert.equal((await verify(code)).status, 401)
})

test('five codes in a quarter of an hour at most, so that nobody can flood a mailbox', async () => {
  const who = { rut: '11.111.111-1', email: 'inundada@correo.cl' }
  const replies = await Promise.all(Array.from({ length: 9 }, () => init(who)))
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
  await api.drain()
  assert.equal(api.mailbox.to(who.email).length, 5)
})

test('the limit counts addresses, not RUTs: five codes to one address, and twenty a day', async (t) => {
  t.after(() => api.clock.release())
  const email = 'familia@correo.cl'
  const start = Date.now()
  for (let n = 0; n < 36; n++) {
    if (n % 6 === 0) api.clock.set(new Date(start + (n / 6) * 16 * MINUTE_MS))
    const number = 10_000_000 + n
    assert.equal((await init({ rut: `${number}-${checkDigit(number)}`, email })).status, 200)
  }
  api.clock.release()
  await api.drain()
  assert.equal(api.mailbox.to(email).length, 20)
  assert.equal((await init({ rut: '11.111.111-1', email: 'otra-familia@correo.cl' })).status, 200)
  await api.drain()
  assert.equal(api.mailbox.to('otra-familia@correo.cl').length, 1)
})

test('codes are not stored in plain text', async () => {
  const who = { rut: '76.543.210-3', email: 'oculta@correo.cl' }
  await init(who)
  const code = await lastCode(who.email)
  const rows = await api.access.asSystem('a test looks at stored codes', (db) =>
    db.selectFrom('portal_codes').selectAll().execute(),
  )
  const text = JSON.stringify(rows)
  assert.ok(!text.includes(`"${code}"`) && !text.includes(who.email) && !text.includes('76543210'))
})

test('a person asks, follows the request, and sees only their own', async () => {
  const session = await signIn()
  const made = await session.post(`${base(ana)}/request`, {
    rightType: 'ACCESS',
    description: 'Mis datos',
    subjectRut: '7.654.321-6',
    subjectEmail: 'otra@correo.cl',
  })
  assert.equal(made.status, 201)
  assert.match(made.data.folioNumber, /^ARCO-\d{4}-\d{5,}$/)
  assert.deepEqual(Object.keys(made.data).sort(), ['folioNumber', 'id', 'legalDueOn', 'responseDeadline'])
  const stored = (await ana.get(`/dsar/requests/${made.data.id}`)).data
  assert.deepEqual([stored.subjectRut, stored.subjectEmail], ['12345678-5', 'maria@correo.cl'])

  const list = await session.get(`${base(ana)}/requests`)
  assert.deepEqual(
    list.data.items.map(({ id }: { id: string }) => id),
    [made.data.id],
  )
  const status = await session.get(`${base(ana)}/request/${made.data.id}/status`)
  assert.deepEqual([status.status, status.data.status], [200, 'RECEIVED'])

  const { pagination } = list.data
  assert.deepEqual(pagination, { page: 1, limit: 20, total: 1, totalPages: 1 })
  assert.deepEqual((await session.get(`${base(ana)}/requests?page=2&limit=1`)).data.items, [])
  assert.equal(
    (await session.post(`${base(ana)}/request`, { rightType: 'DELETION', subjectName: ' ' })).status,
    201,
  )

  const other = await signIn({ rut: '12.345.678-5', email: 'distinta@correo.cl' })
  assert.deepEqual((await other.get(`${base(ana)}/requests`)).data.items, [])
  assert.equal((await other.get(`${base(ana)}/request/${made.data.id}/status`)).status, 404)
  assert.equal((await session.post(`${base(ana)}/request`, { rightType: 'NADA' })).status, 400)
})

test('a person grants and withdraws consents', async () => {
  const template = (
    await ana.post('/consent/templates', { name: 'Boletín', purposeText: 'Ofertas por correo' })
  ).data
  const session = await signIn({ rut: '7.654.321-6', email: 'consiente@correo.cl' })
  const offered = async () =>
    (await session.get(`${base(ana)}/consent`)).data.offered.find(
      ({ templateId }: { templateId: string }) => templateId === template.id,
    ).granted
  assert.equal(await offered(), null)
  const given = await session.post(`${base(ana)}/consent`, { templateId: template.id, granted: true })
  assert.equal(given.status, 201)
  assert.deepEqual(Object.keys(given.data).sort(), ['createdAt', 'id', 'receipt'])
  assert.equal(await offered(), true)
  await session.post(`${base(ana)}/consent`, { templateId: template.id, granted: false })
  assert.equal(await offered(), false)
  const [record] = (await ana.get(`/consent/templates/${template.id}/records`)).data.items
  assert.equal(record.source, 'portal')
  const stranger = await api.tenant()
  const foreign = (await stranger.post('/consent/templates', { name: 'Ajeno', purposeText: 'x' })).data
  assert.equal(
    (await session.post(`${base(ana)}/consent`, { templateId: foreign.id, granted: true })).status,
    422,
  )
})

test('a consent form that asks for the age also takes a child’s representative', async () => {
  const form = { name: 'Club', purposeText: 'Juegos', requireAge: true }
  const { id } = (await ana.post('/consent/templates', form)).data
  const session = await signIn({ rut: '7.654.321-6', email: 'edad@correo.cl' })
  const { offered } = (await session.get(`${base(ana)}/consent`)).data
  const asks = offered.find(({ templateId }: { templateId: string }) => templateId === id)
  assert.equal(asks.requireAge, true)
  const decide = (more: object) =>
    session.post(`${base(ana)}/consent`, { templateId: id, granted: true, ...more })
  const representative = { name: 'Eva Soto', rut: '12.345.678-5', relation: 'madre', email: '' }
  assert.equal((await decide({})).status, 422)
  assert.equal((await decide({ values: { age: 13 } })).status, 422)
  assert.equal((await decide({ values: { age: 13 }, representative })).status, 201)
  assert.equal((await decide({ values: { age: 14 } })).status, 201)
  assert.equal((await decide({ granted: false })).status, 201)
})

test('a session of this portal is required', async () => {
  const session = await signIn({ rut: '7.654.321-6', email: 'sesion@correo.cl' })
  const other = await api.tenant()
  for (const path of ['/consent', '/requests']) {
    assert.equal((await api.anyone.get(`${base(ana)}${path}`)).status, 401)
    assert.equal((await session.get(`${base(other)}${path}`)).status, 401)
    assert.equal((await ana.get(`${base(ana)}${path}`)).status, 401)
    assert.equal((await session.get(`${base(ana)}${path}`)).status, 200)
  }
  api.clock.advance(30 * MINUTE_MS + 1000)
  assert.equal((await session.get(`${base(ana)}/requests`)).status, 401)
  api.clock.release()
})
