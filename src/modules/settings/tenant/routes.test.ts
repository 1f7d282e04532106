import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService } from '#test/kit/service.ts'
import { findSiemTenant } from '../public.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA', plan: 'BUSINESS' })
const [admin, dpo, viewer] = [
  await ana.colleague('ADMIN'),
  await ana.colleague('DPO'),
  await ana.colleague('VIEWER'),
]

test('a new organisation shows its settings, with Chilean defaults', async () => {
  const { status, data } = await ana.get('/settings/tenant')
  assert.equal(status, 200)
  const { createdAt, updatedAt, siemSecret, ...rest } = data
  assert.deepEqual(rest, {
    id: ana.tenantId,
    name: 'Tienda Sur SpA',
    slug: ana.slug,
    plan: 'BUSINESS',
    taxId: null,
    contactEmail: null,
    locale: 'es-CL',
    timezone: 'America/Santiago',
    branding: {},
    legalGate: 'warn',
    requireMfa: false,
    ssoEnforced: false,
    sessionHours: null,
    answerRetentionDays: 30,
    siemPreviousSecretUntil: null,
  })
  assert.ok(createdAt.endsWith('Z') && updatedAt.endsWith('Z') && siemSecret.length >= 16)
})

test('only ADMIN and OWNER see the SIEM secret', async () => {
  const { siemSecret } = (await ana.get('/settings/tenant')).data
  assert.equal((await admin.get('/settings/tenant')).data.siemSecret, siemSecret)
  for (const person of [dpo, viewer]) {
    const reply = await person.get('/settings/tenant')
    assert.equal(reply.status, 200)
    assert.equal(reply.data.siemSecret, null)
  }
})

test('an update changes only sent fields; null clears', async () => {
  const sent = {
    name: 'Tienda Sur Limitada',
    taxId: '76.543.210-3',
    contactEmail: 'contacto@tiendasur.cl',
    locale: 'es-cl',
    timezone: 'Pacific/Easter',
    branding: { color: '#0b5fff', nested: { deep: [1, 'dos', null] } },
  }
  const all = await admin.put('/settings/tenant', { ...sent, plan: 'ENTERPRISE', slug: 'otro', id: 'otro' })
  assert.equal(all.status, 200)
  const { data } = await ana.get('/settings/tenant')
  assert.deepEqual(all.data, data)
  for (const [field, value] of Object.entries({ ...sent, locale: 'es-CL' }))
    assert.deepEqual(data[field], value)
  assert.deepEqual([data.plan, data.slug, data.id], ['BUSINESS', ana.slug, ana.tenantId])

  const cleared = await ana.put('/settings/tenant', { taxId: null, contactEmail: null, branding: null })
  assert.deepEqual(
    [cleared.data.taxId, cleared.data.contactEmail, cleared.data.branding, cleared.data.name],
    [null, null, {}, 'Tienda Sur Limitada'],
  )
  assert.equal((await ana.put('/settings/tenant', {})).status, 200)
})

test('a blank clears optional fields and leaves required ones alone', async () => {
  await ana.put('/settings/tenant', { taxId: '76.543.210-3', contactEmail: 'contacto@tiendasur.cl' })
  const before = (await ana.get('/settings/tenant')).data
  const blank = { taxId: ' ', contactEmail: '', locale: '', timezone: ' ' }
  const { data, status } = await ana.put('/settings/tenant', { ...before, ...blank })
  assert.equal(status, 200)
  assert.deepEqual(
    [data.taxId, data.contactEmail, data.locale, data.timezone],
    [null, null, before.locale, before.timezone],
  )
})

test('an invalid body is 400; an unknown locale or time zone is 422', async () => {
  for (const body of [
    { name: '' },
    { name: '  ' },
    { name: null },
    { name: 'x'.repeat(201) },
    { taxId: 'x'.repeat(21) },
    { contactEmail: 'no' },
    { locale: 5 },
    { timezone: 5 },
    { branding: 'azul' },
    { branding: [] },
    { legalGate: 'off' },
    { branding: { lista: Array(60_000).fill(1) } },
    { siemSecret: ' '.repeat(20) },
    { siemSecret: 'x'.repeat(201) },
  ]) {
    const reply = await ana.put('/settings/tenant', body)
    assert.equal(reply.status, 400, JSON.stringify(body))
    assert.equal(reply.body.error.details[0].path, Object.keys(body)[0])
  }
  for (const body of [
    { locale: 'es_CL' },
    { locale: 'xx-YY' },
    { timezone: 'Mars/Olympus' },
    { timezone: '-03:00' },
  ]) {
    const reply = await ana.put('/settings/tenant', body)
    assert.equal(reply.status, 422, JSON.stringify(body))
    assert.equal(reply.body.error.code, 'VALIDATION_ERROR')
    assert.equal(reply.body.error.details[0].path, Object.keys(body)[0])
  }
})

test('the legal gate warns unless an ADMIN enforces it', async () => {
  const owner = await api.tenant()
  assert.equal((await owner.put('/settings/tenant', { legalGate: 'enforce' })).data.legalGate, 'enforce')
  assert.equal((await owner.put('/settings/tenant', { legalGate: null })).data.legalGate, 'enforce')
  assert.equal((await owner.put('/settings/tenant', { legalGate: 'warn' })).data.legalGate, 'warn')
  const log = await owner.get('/settings/audit-log?entityType=tenant')
  assert.deepEqual(log.data.items[0].changes.legal_gate, { old: 'enforce', new: 'warn' })
})

test('ADMIN and above change settings, every member reads them, and a session is required', async () => {
  assert.equal((await dpo.put('/settings/tenant', { name: 'Otra' })).status, 403)
  assert.equal((await api.anyone.get('/settings/tenant')).status, 401)
  assert.equal((await api.anyone.put('/settings/tenant', { name: 'Otra' })).status, 401)
})

test('a new SIEM secret is sealed in the database, masked in the log, and valid from then on', async () => {
  const owner = await api.tenant()
  const first = (await owner.get('/settings/tenant')).data.siemSecret
  const secret = 'un-secreto-de-la-sala-de-monitoreo'
  assert.equal((await owner.put('/settings/tenant', { siemSecret: secret })).data.siemSecret, secret)
  const found = await findSiemTenant(api.access, api.app.tools, owner.slug)
  assert.equal(found?.tenantId, owner.tenantId)
  assert.deepEqual(found?.secrets, [secret, first])
  assert.equal(await findSiemTenant(api.access, api.app.tools, 'no-existe'), undefined)

  const stored = await api.access.asSystem('a test reads the row', (db) =>
    db.selectFrom('tenants').selectAll().where('id', '=', owner.tenantId).executeTakeFirstOrThrow(),
  )
  const log = await owner.get('/settings/audit-log?entityType=tenant')
  assert.deepEqual(log.data.items[0].changes.siem_secret_sealed, { old: '***', new: '***' })
  assert.ok(!JSON.stringify([stored, log.body]).includes(secret))
})

test('the tenant cannot raise its own plan, not even by direct SQL', async () => {
  const actor = { type: 'system', id: undefined, name: 'test', role: undefined } as const
  const raise = api.access.actFor(ana.tenantId, actor, {}, ({ db, tenantId }) =>
    db.updateTable('tenants').set({ plan: 'ENTERPRISE' }).where('id', '=', tenantId).execute(),
  )
  await assert.rejects(raise, { code: '42501' })
})

test('the DPO check names the main entity’s DPO, otherwise the first one, and cites the law', async () => {
  const owner = await api.tenant({ name: 'Holding SpA' })
  const check = async () => (await owner.get('/settings/tenant/dpo-check')).data
  const main = (await owner.get('/org/entities')).data.entities[0]

  const none = await check()
  assert.deepEqual([none.hasDpo, none.dpo], [false, null])
  assert.deepEqual(none.entities, [{ id: main.id, name: 'Holding SpA', hasDpo: false }])
  assert.match(none.recommendation, /voluntario.*art\. 50.*art\. 49/)

  const { workspaceId } = main
  const branch = await owner.post('/org/entities', {
    workspaceId,
    name: 'Filial',
    dpoName: 'Eva',
    dpoEmail: 'eva@f.cl',
  })
  const other = await check()
  assert.deepEqual([other.hasDpo, other.dpo], [true, { name: 'Eva', email: 'eva@f.cl' }])
  assert.deepEqual(
    other.entities.map((entity: { hasDpo: boolean }) => entity.hasDpo),
    [false, true],
  )
  assert.match(other.recommendation, /1 de 2/)

  const pedro = await owner.colleague('DPO', 'Pedro Soto')
  await owner.patch(`/org/entities/${main.id}/dpo`, { userId: pedro.userId })
  assert.deepEqual((await check()).dpo, { name: 'Pedro Soto', email: pedro.email })

  await owner.patch(`/org/entities/${main.id}`, { dpoName: null, dpoEmail: null })
  await owner.delete(`/org/entities/${branch.data.id}`)
  const inactive = await check()
  assert.deepEqual([inactive.hasDpo, inactive.dpo, inactive.entities.length], [false, null, 1])
  assert.equal((await viewer.get('/settings/tenant/dpo-check')).status, 200)
})
