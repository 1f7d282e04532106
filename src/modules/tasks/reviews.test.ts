import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REVIEW_JOB as CONTRACTS } from '#modules/contracts/reviews.ts'
import { REVIEW_JOB as ASSESSMENTS } from '#modules/dpia/reviews.ts'
import { REVIEW_JOB as PROCESSORS } from '#modules/processors/reviews.ts'
import { REVIEW_JOB as ACTIVITIES } from '#modules/rat/reviews.ts'
import { ground, signed } from '#test/kit/contracts.ts'
import { openService, type Person } from '#test/kit/service.ts'

/** Records with a day for their next review. */
const api = await openService()
api.clock.set('2026-03-10T15:00:00Z')

const g = await ground(api, { plan: 'ENTERPRISE' })
const { ana } = g
let now = ana
/** Moves the clock and signs in again, because the session has expired by then. */
const on = async (instant: string) => {
  api.clock.set(instant)
  now = await ana.colleague('ADMIN')
}
const contractId = await signed(g)
const assessmentId = (await ana.post('/dpia/assessments', { title: 'Del CRM' })).data.id

/** Each by its address. The contract is signed, and its review day can still be set. */
const RECORDS = [
  { entityType: 'activity', list: '/rat/activities', id: g.activityId },
  { entityType: 'processor', list: '/processors', id: g.processorId },
  { entityType: 'contract', list: '/contracts', id: contractId },
  { entityType: 'dpia_assessment', list: '/dpia/assessments', id: assessmentId },
] as const

const remind = async () => {
  for (const job of [ACTIVITIES, PROCESSORS, CONTRACTS, ASSESSMENTS])
    await job.run(api.service.jobEnv, {}, { jobId: 'x', attempt: 1 })
}
const announced = async (person: Person) => {
  const rows = await api.access.lookUp('a test reads events', (db) =>
    db
      .selectFrom('events')
      .select(['entity_id', 'title'])
      .where('tenant_id', '=', person.tenantId)
      .where('type', '=', 'review.due')
      .orderBy('id')
      .execute(),
  )
  return rows.map(({ entity_id }) => entity_id)
}
const due = async (list: string) => {
  const { data } = await now.get(`${list}?reviewDue=true`)
  return (data.items ?? data.contracts).map(({ id }: { id: string }) => id)
}

test('the day of the next review can be set, shown, changed and cleared on all four kinds', async () => {
  for (const { list, id } of RECORDS) {
    const set = await ana.put(`${list}/${id}`, { reviewAt: '2026-03-12' })
    assert.deepEqual(
      [set.status, set.data?.reviewAt],
      [200, '2026-03-12'],
      `${list}: ${JSON.stringify(set.body)}`,
    )
    assert.equal((await ana.get(`${list}/${id}`)).data.reviewAt, '2026-03-12')
    assert.equal((await ana.put(`${list}/${id}`, { reviewAt: '2026-02-30' })).status, 400)
    assert.equal((await ana.put(`${list}/${id}`, { reviewAt: null })).data.reviewAt, null)
    await ana.put(`${list}/${id}`, { reviewAt: '2026-03-12' })
  }
  const mixed = await ana.put(`/contracts/${contractId}`, { reviewAt: '2026-03-12', content: 'Otro' })
  assert.equal(mixed.status, 409, 'what is signed stays as it was signed')
})

test('a review becomes a task a month before its day, is due that day and is announced once', async () => {
  const tasks = (await ana.get('/tasks?kind=review')).data.items
  assert.deepEqual(
    new Set(tasks.map(({ entityType }: { entityType: string }) => entityType)),
    new Set(RECORDS.map(({ entityType }) => entityType)),
  )
  assert.ok(tasks.every(({ overdue }: { overdue: boolean }) => !overdue))
  await remind()
  assert.deepEqual(await announced(ana), [])
  for (const { list } of RECORDS) assert.deepEqual(await due(list), [], list)

  await on('2026-03-12T15:00:00Z')
  for (const { list, id } of RECORDS) assert.deepEqual(await due(list), [id], list)
  await remind()
  await remind()
  assert.deepEqual((await announced(ana)).sort(), RECORDS.map(({ id }) => id).sort())

  // Another day gets another reminder; the same day again does not.
  await now.put(`/processors/${g.processorId}`, { reviewAt: '2026-03-12' })
  await now.put(`/rat/activities/${g.activityId}`, { reviewAt: '2026-03-13' })
  await on('2026-03-14T15:00:00Z')
  await remind()
  assert.equal((await announced(ana)).length, RECORDS.length + 1)
  const late = (await now.get('/tasks?kind=review')).data.items
  assert.ok(late.every(({ overdue }: { overdue: boolean }) => overdue))
  await on('2026-02-01T15:00:00Z')
  assert.equal((await now.get('/tasks?kind=review')).data.total, 0, 'far ahead, it waits for nobody')
})

test('a review is listed thirty days before its day and overdue from the next midnight in Chile', async () => {
  const set = async (instant: string) => {
    await on(instant)
    const { items } = (await now.get('/tasks?kind=review')).data
    return items
      .filter(({ entityId }: { entityId: string }) => entityId === g.processorId)
      .map(({ overdue }: { overdue: boolean }) => overdue)
  }
  await on('2026-03-10T15:00:00Z')
  await now.put(`/processors/${g.processorId}`, { reviewAt: '2026-07-01' })
  assert.deepEqual(await set('2026-06-01T03:59:59.999Z'), [], 'still 31 May in Chile')
  assert.deepEqual(await set('2026-06-01T04:00:00.000Z'), [false])
  assert.deepEqual(await set('2026-07-02T03:59:59.999Z'), [false])
  assert.deepEqual(await set('2026-07-02T04:00:00.000Z'), [true])
  await on('2026-07-01T03:59:59.999Z')
  assert.deepEqual((await due('/processors')).includes(g.processorId), false)
  await on('2026-07-01T04:00:00.000Z')
  assert.deepEqual((await due('/processors')).includes(g.processorId), true)
  await now.put(`/processors/${g.processorId}`, { reviewAt: '2026-03-12' })
})

test('archived and terminated records need no review', async () => {
  await on('2026-04-01T15:00:00Z')
  assert.equal(
    (await now.patch(`/rat/activities/${g.activityId}/status`, { status: 'archived' })).status,
    200,
  )
  assert.equal((await now.post(`/contracts/${contractId}/terminate`)).status, 200)
  const left = (await now.get('/tasks?kind=review')).data.items
  assert.deepEqual(left.map(({ entityType }: { entityType: string }) => entityType).sort(), [
    'dpia_assessment',
    'processor',
  ])
})
