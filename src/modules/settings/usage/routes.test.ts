import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService } from '#test/kit/service.ts'

const api = await openService()

/** Decisions part 2, written out by hand. */
const LIMITS = {
  STARTER: [100, 2, 5, 2, 0, 0],
  PROFESSIONAL: [500, 5, 50, null, 100, 0],
  BUSINESS: [1000, 25, 250, null, 500, 0],
  ENTERPRISE: [2000, null, null, null, 5000, 0],
} as const

for (const plan of ['STARTER', 'PROFESSIONAL', 'BUSINESS', 'ENTERPRISE'] as const) {
  test(`${plan} shows its limits, its features and a count of nothing used`, async () => {
    const owner = await api.tenant({ plan })
    const { status, data } = await owner.get('/settings/usage')
    assert.equal(status, 200)
    const [requestsPerMinute, domains, contracts, workflowDefinitions, aiQueriesPerMonth, departments] =
      LIMITS[plan]
    assert.equal(data.plan, plan)
    assert.deepEqual(data.limits, {
      requestsPerMinute,
      domains,
      contracts,
      workflowDefinitions,
      aiQueriesPerMonth,
      departments,
    })
    assert.deepEqual(data.usage, {
      domains: 0,
      contracts: 0,
      workflowDefinitions: 0,
      aiQueries: 0,
      members: 1,
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

test('members are those who have joined; every role may look', async () => {
  const owner = await api.tenant()
  const viewer = await owner.colleague('VIEWER')
  await owner.post('/settings/members', { email: 'nuevo@ejemplo.cl', name: 'Nuevo', role: 'VIEWER' })
  const reply = await viewer.get('/settings/usage')
  assert.deepEqual([reply.status, reply.data.usage.members], [200, 2])
  assert.equal((await api.anyone.get('/settings/usage')).status, 401)
})

test('a plan changed by the operator shows at once', async () => {
  const owner = await api.tenant({ plan: 'STARTER' })
  await api.access.asSystem('a test changes a plan', (db) =>
    db.updateTable('tenants').set({ plan: 'BUSINESS' }).where('id', '=', owner.tenantId).execute(),
  )
  assert.equal((await owner.get('/settings/usage')).data.plan, 'BUSINESS')
})
