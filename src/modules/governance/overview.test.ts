import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suspendTenant } from '#modules/settings/public.ts'
import { makeBreach, moveBreach } from '#test/kit/breaches.ts'
import { openService } from '#test/kit/service.ts'
import { CHECKS } from './knowledge.ts'
import { targetOf } from './rules.ts'

const DAY_MS = 24 * 60 * 60_000

const api = await openService()
const ana = await api.tenant({ name: 'Primera' })

test('the overview of an organisation: score, next dates and records by state', async () => {
  const breach = await makeBreach(ana, { detectedAt: new Date().toISOString() })
  await moveBreach(ana, await makeBreach(ana, { detectedAt: new Date().toISOString() }), 'investigating')
  await ana.post('/dpia/assessments', { title: 'Del CRM' })
  const { items, skipped } = (await ana.get('/governance/overview')).data
  const [one] = items
  assert.deepEqual([items.length, skipped, one.tenantName, one.slug], [1, [], 'Primera', ana.slug])
  const { score, level } = (await ana.get('/governance/compliance-score')).data
  assert.deepEqual([one.score, one.level], [score, level])
  assert.deepEqual(one.counts.breaches, [
    { state: 'detected', count: 1 },
    { state: 'investigating', count: 1 },
  ])
  assert.deepEqual(
    [one.counts.assessments, one.counts.approvals],
    [[{ state: 'draft', count: 1 }], [{ state: 'ACTIVE', count: 1 }]],
  )
  assert.deepEqual(one.counts.contracts, [])
  assert.ok(one.deadlines.some(({ entityId }: { entityId: string }) => entityId === breach))
  assert.ok(one.deadlines.every(({ dueAt }: { dueAt: string | null }) => dueAt !== null))
  assert.equal(one.tasks, (await ana.get('/tasks')).data.total)
})

test('upcoming dates are shown even if many others are overdue', async () => {
  const person = await api.tenant()
  const fifty = new Date(api.clock.now().getTime() - 50 * DAY_MS).toISOString()
  const asked = { subjectName: 'Antonia Reyes', subjectEmail: 'antonia@correo.cl', rightType: 'ACCESS' }
  for (let n = 0; n < 11; n += 1)
    await person.post('/dsar/requests', { ...asked, channel: 'post', receivedAt: fifty })
  const { id } = (await person.post('/dsar/requests', { ...asked, channel: 'phone' })).data
  const [one] = (await person.get('/governance/overview')).data.items
  const late = one.deadlines.map(({ overdue }: { overdue: boolean }) => overdue)
  assert.deepEqual([one.overdue, late], [11, [...Array(10).fill(true), false]])
  assert.equal(one.deadlines.at(-1).entityId, id)
})

test('a person sees all their organisations, and the names of those that this session cannot enter', async () => {
  for (const organizationName of ['Zeta', 'Cerrada']) await ana.post('/auth/tenants', { organizationName })
  const { tenants } = (await ana.get('/auth/me')).data
  const closed = tenants.find(({ name }: { name: string }) => name === 'Cerrada')
  await suspendTenant(api.access, closed.slug, api.clock.now())
  const { items, skipped } = (await ana.get('/governance/overview?scope=all')).data
  assert.deepEqual(
    items.map(({ tenantName }: { tenantName: string }) => tenantName),
    ['Primera', 'Zeta'],
  )
  assert.deepEqual(skipped, [{ tenantId: closed.id, tenantName: 'Cerrada', reason: 'suspended' }])
  const scopes = { name: 'Panel', scopes: ['governance:read'] }
  const key = api.with({ 'x-api-key': (await ana.post('/settings/api-keys', scopes)).data.key })
  const [narrow, ...others] = (await key.get('/governance/overview')).data.items
  assert.equal(others.length, 0)
  assert.deepEqual([narrow.tasks, narrow.deadlines], [0, []], 'a key sees what its other scopes let it read')
  assert.ok(Object.values(narrow.counts).every((states) => (states as []).length === 0))
  const wider = { name: 'Panel', scopes: ['governance:read', 'breaches:read'], role: 'ANALYST' }
  const reading = api.with({ 'x-api-key': (await ana.post('/settings/api-keys', wider)).data.key })
  const [seen] = (await reading.get('/governance/overview')).data.items
  assert.equal(seen.counts.breaches.length, 2)
  assert.deepEqual(seen.counts.assessments, [])
  assert.ok(seen.deadlines.every(({ kind }: { kind: string }) => kind === 'breach'))
  assert.equal((await key.get('/governance/overview?scope=all')).status, 403)
})

test('every finding names the area where it is settled', () => {
  for (const { link } of CHECKS) assert.ok(targetOf(link).area, link)
  assert.deepEqual(targetOf('/rat/activities?dpiaRequired=true'), {
    area: 'activities',
    filter: { dpiaRequired: 'true' },
  })
  assert.throws(() => targetOf('/otra'), /leads to no area/)
})

test('a person sees the approvals assigned to them, with record and due date', async () => {
  const viewer = await ana.colleague('DPO')
  const [{ id, currentStageId, entityTitle, dueAt }] = (await ana.get('/workflow-instances')).data.items
  assert.deepEqual([entityTitle, dueAt], ['Del CRM', null])
  assert.deepEqual((await viewer.get('/workflow-instances?assignedTo=me')).data.items, [])
  const give = { stageId: currentStageId, actionType: 'REASSIGN', reassignTo: viewer.userId }
  assert.equal((await ana.post(`/workflow-instances/${id}/action`, give)).status, 200)
  const mine = (await viewer.get('/workflow-instances?assignedTo=me&status=ACTIVE')).data
  assert.deepEqual([mine.items[0].id, mine.pagination.total], [id, 1])
  assert.equal((await ana.get(`/workflow-instances?assignedTo=${viewer.userId}`)).data.items.length, 1)
  assert.equal((await ana.get('/workflow-instances?assignedTo=nadie')).data.items.length, 0)
})
