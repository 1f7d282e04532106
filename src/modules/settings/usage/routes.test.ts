import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()

/** Decisions part 2, copied by hand. */
const LIMITS = {
  STARTER: [100, 2, 5, 2, 0, 0, 100, 1],
  PROFESSIONAL: [500, 5, 50, null, 100, 0, 500, 10],
  BUSINESS: [1000, 25, 250, null, 500, 0, 2000, 50],
  ENTERPRISE: [2000, null, null, null, 5000, 0, 10_000, 500],
} as const

for (const plan of ['STARTER', 'PROFESSIONAL', 'BUSINESS', 'ENTERPRISE'] as const) {
  test(`${plan} shows its limits, its features and zero usage`, async () => {
    const owner = await api.tenant({ plan })
    const { status, data } = await owner.get('/settings/usage')
    assert.equal(status, 200)
    const [requestsPerMinute, domains, contracts, workflowDefinitions, aiQueriesPerMonth, ...rest] =
      LIMITS[plan]
    const [departments, lettersPerDay, gibibytes] = rest
    assert.equal(data.plan, plan)
    assert.deepEqual(data.limits, {
      requestsPerMinute,
      domains,
      contracts,
      workflowDefinitions,
      aiQueriesPerMonth,
      departments,
      lettersPerDay,
      storageBytes: gibibytes * 1024 ** 3,
    })
    assert.deepEqual(data.usage, {
      domains: 0,
      contracts: 0,
      workflowDefinitions: 0,
      aiQueries: 0,
      members: 1,
      lettersToday: 0,
      storageBytes: 0,
      citizenStorageBytes: 0,
    })
    const starter = plan === 'STARTER'
    assert.deepEqual(
      [data.features.CONTRACTS, data.features.WORKFLOWS, data.features.WORKFLOWS_TRIAL, data.features.AI],
      [true, !starter, starter, !starter],
    )
    assert.equal(data.features.CONTRACT_REINFORCED_CLAUSES, plan === 'BUSINESS' || plan === 'ENTERPRISE')
    assert.equal(data.features.DEPARTMENTS, false)
  })
}

test('the count of members is of those who have joined; every role may read it', async () => {
  const owner = await api.tenant()
  const viewer = await owner.colleague('VIEWER')
  await owner.post('/settings/members', { email: 'nuevo@ejemplo.cl', name: 'Nuevo', role: 'VIEWER' })
  const reply = await viewer.get('/settings/usage')
  assert.deepEqual([reply.status, reply.data.usage.members], [200, 2])
  assert.equal((await api.anyone.get('/settings/usage')).status, 401)
})

test('a plan changed by the operator is shown at once', async () => {
  const owner = await api.tenant({ plan: 'STARTER' })
  await api.access.asSystem('a test changes a plan', (db) =>
    db.updateTable('tenants').set({ plan: 'BUSINESS' }).where('id', '=', owner.tenantId).execute(),
  )
  assert.equal((await owner.get('/settings/usage')).data.plan, 'BUSINESS')
})

test('the plan limits letters to chosen addresses and stored bytes', async () => {
  const owner = await api.tenant({ plan: 'STARTER' })
  const mail = (id: number) => ({
    tenant_id: owner.tenantId,
    id: newId(),
    recipient: `persona-${id}@ejemplo.cl`,
    subject: 'x',
    body_text: 'x',
    body_html: 'x',
    created_at: new Date(),
    sent_at: new Date(),
  })
  await api.access.asSystem('a test fills a day with letters', async (db) => {
    await db
      .insertInto('mails')
      .values(Array.from({ length: 100 }, (_, id) => mail(id)))
      .execute()
    await db
      .insertInto('files')
      .values({
        tenant_id: owner.tenantId,
        id: newId(),
        name: 'lleno.pdf',
        content_type: 'application/pdf',
        size_bytes: 1024 ** 3,
        sha256: 'x',
        uploaded_by: null,
        created_at: new Date(),
      })
      .execute()
  })
  const { usage } = (await owner.get('/settings/usage')).data
  assert.deepEqual([usage.lettersToday, usage.storageBytes], [100, 1024 ** 3])
  const invited = await owner.post('/settings/members', { email: 'n@ejemplo.cl', name: 'N', role: 'VIEWER' })
  assert.deepEqual([invited.status, invited.body.error.code], [402, 'PLAN_LIMIT_REACHED'])
  const form = new FormData()
  form.set('file', new Blob(['%PDF-1.7 hola']), 'a.pdf')
  const sent = new Response(form)
  const reply = await owner.post('/files', undefined, {
    payload: Buffer.from(await sent.arrayBuffer()) as never,
    headers: { 'content-type': sent.headers.get('content-type')! },
  })
  assert.deepEqual([reply.status, reply.body.error.details[0].rule], [402, 'storageBytes'])
})

test('codes, receipts and notices caused by strangers do not use up the members’ letters', async () => {
  const owner = await api.tenant({ plan: 'STARTER', name: 'Resguardo' })
  const { widgetKey } = (await owner.post('/dsar/widgets', { name: 'Derechos' })).data
  const request = { subjectName: 'María Pérez', subjectEmail: 'maria@correo.cl', rightType: 'ACCESS' }
  const asked = await api.anyone.post(`/public/dsar/${widgetKey}`, request)
  const code = await api.anyone.post(`/public/privacy-portal/${owner.slug}/otp/init`, {
    rut: '12.345.678-5',
    email: 'maria@correo.cl',
  })
  assert.deepEqual([asked.status, code.status], [201, 200])
  await api.drain()
  assert.equal((await owner.get('/settings/usage')).data.usage.lettersToday, 0)
  const causes = await api.access.asSystem('a test reads letters', (db) =>
    db
      .selectFrom('mails')
      .select(['recipient', 'caused_by'])
      .where('tenant_id', '=', owner.tenantId)
      .execute(),
  )
  assert.ok(causes.length >= 3, 'the receipt, the code, the notice')
  assert.deepEqual([...new Set(causes.map(({ caused_by }) => caused_by))], ['public'])
  await api.access.asSystem('a test fills a day with letters of strangers', (db) =>
    db
      .insertInto('mails')
      .values(
        Array.from({ length: 200 }, () => ({
          tenant_id: owner.tenantId,
          id: newId(),
          recipient: 'x@ejemplo.cl',
          subject: 'x',
          body_text: 'x',
          body_html: 'x',
          caused_by: 'public',
          created_at: new Date(),
          sent_at: new Date(),
        })),
      )
      .execute(),
  )
  const invited = await owner.post('/settings/members', { email: 'n@ejemplo.cl', name: 'N', role: 'DPO' })
  assert.equal(invited.status, 201)
  assert.equal((await owner.get('/settings/usage')).data.usage.lettersToday, 1)
})
