import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService, type Reply } from '#test/kit/service.ts'
import { tripsOf } from '#test/kit/trips.ts'

const api = await openService()
const ana = await api.tenant()
const stages = [{ name: 'Revisión', requiredRole: 'ANALYST' }, { name: 'Cierre' }]
const flow = { name: 'Contratos', entityType: 'CONTRACT', stages }
const { data: definition } = await ana.post('/workflows', flow)
const { data: instance } = await ana.post(`/workflows/${definition.id}/start`, {
  entityType: 'CONTRACT',
  entityId: 'c-1',
})
const { data: assessment } = await ana.post('/dpia/assessments', { title: 'EIPD' })
const risk = { description: 'Acceso indebido', likelihood: 'low', impact: 'low' }
const { data: first } = await ana.post(`/dpia/assessments/${assessment.id}/risks`, risk)
const risks = `/dpia/assessments/${assessment.id}/risks`
const approval = { stageId: instance.currentStageId, actionType: 'APPROVE' }
const other = { entityType: 'CONTRACT', entityId: 'c-2' }

/** Begin and guard, the lock with the deciding reads, the writes, their consequences, commit. */
const TRIPS: [what: string, trips: number, call: () => Promise<Reply>][] = [
  ['creating a definition', 3, () => ana.post('/workflows', flow)],
  ['updating a definition', 4, () => ana.put(`/workflows/${definition.id}`, { name: 'Otro' })],
  ['starting an approval', 5, () => ana.post(`/workflows/${definition.id}/start`, other)],
  [
    'approving a stage',
    5,
    () => ana.post(`/workflow-instances/${instance.id}/action`, { ...approval, notes: 'Conforme' }),
  ],
  ['creating an assessment', 7, () => ana.post('/dpia/assessments', { title: 'Otra' })],
  ['updating an assessment', 5, () => ana.put(`/dpia/assessments/${assessment.id}`, { necessity: 'Sí' })],
  ['adding a risk', 4, () => ana.post(risks, risk)],
  ['changing a risk', 4, () => ana.put(`${risks}/${first.id}`, { impact: 'high' })],
  ['deleting a risk', 4, () => ana.delete(`${risks}/${first.id}`)],
]

for (const [what, most, call] of TRIPS) {
  test(`${what} takes ${most} trips to the database`, async () => {
    const replies: Reply[] = []
    const trips = await tripsOf(api, async () => replies.push(await call()))
    const [reply] = replies
    assert.ok(reply!.status < 300, JSON.stringify(reply!.body))
    assert.equal(trips, most)
  })
}
