import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '#kernel/dates.ts'
import { suspendTenant } from '#modules/settings/public.ts'
import { makeActivity } from '#test/kit/activities.ts'
import { openService } from '#test/kit/service.ts'
import { SCORE_HISTORY_JOB } from './history.ts'

const api = await openService()
const ana = await api.tenant()
const stranger = await api.tenant()
const keep = (data = {}) => SCORE_HISTORY_JOB.run(api.service.jobEnv, data, { jobId: 'x', attempt: 1 })

test('each organisation keeps the last score of each day in Chile', async () => {
  api.clock.set('2026-10-01T12:00:00Z')
  assert.deepEqual((await ana.get('/governance/score-history')).data, { items: [] })
  await keep()
  const { score: first } = (await ana.get('/governance/compliance-score')).data
  // In Santiago it is still the evening of the first.
  api.clock.set('2026-10-02T02:50:00Z')
  const id = await makeActivity(ana)
  await ana.patch(`/rat/activities/${id}/status`, { status: 'published' })
  await keep()
  const { score: second } = (await ana.get('/governance/compliance-score')).data
  assert.notEqual(first, second)
  assert.deepEqual((await ana.get('/governance/score-history')).data.items, [
    { on: '2026-10-01', score: second },
  ])
  api.clock.set('2026-10-03T02:50:00Z')
  await keep()
  assert.deepEqual((await ana.get('/governance/score-history')).data.items, [
    { on: '2026-10-01', score: second },
    { on: '2026-10-02', score: second },
  ])
  const { score: theirs } = (await stranger.get('/governance/compliance-score')).data
  assert.deepEqual((await stranger.get('/governance/score-history')).data.items, [
    { on: '2026-10-01', score: theirs },
    { on: '2026-10-02', score: theirs },
  ])
})

test('the history returns as many days as asked for, up to today', async () => {
  api.clock.set('2026-10-04T15:00:00Z')
  const on = async (days: string) =>
    (await ana.get(`/governance/score-history?days=${days}`)).data.items.map(
      (item: { on: string }) => item.on,
    )
  assert.deepEqual(await on('3'), ['2026-10-02'])
  assert.deepEqual(await on('4'), ['2026-10-01', '2026-10-02'])
  assert.deepEqual(await on('1'), [])
  for (const days of ['0', '731', 'x'])
    assert.equal((await ana.get(`/governance/score-history?days=${days}`)).status, 400)
})

test('the history includes today even if the clocks changed in between', async () => {
  const eva = await api.tenant()
  api.clock.set('2026-07-22T15:00:00Z')
  await keep()
  // Half past midnight in Santiago, summer time. Sixty times 24 hours earlier it was the evening of 21 July.
  api.clock.set('2026-09-20T03:30:00Z')
  const days: string[] = []
  await api.access.asSystem('a test keeps a score of each day', async (db) => {
    for (let day = '2026-07-21'; day <= '2026-09-20'; day = addDays(day, 1))
      await db
        .insertInto('score_history')
        .values({ tenant_id: eva.tenantId, day, score: 50 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  })
  for (const { on } of (await eva.get('/governance/score-history?days=60')).data.items) days.push(on)
  assert.deepEqual([days.length, days[0], days.at(-1)], [60, '2026-07-23', '2026-09-20'])
})

test('at the start of a process only organisations without a score for today get one', async () => {
  const eva = await api.tenant()
  const kept = async () => (await eva.get('/governance/score-history?days=1')).data.items
  await keep()
  const before = await kept()
  const id = await makeActivity(eva)
  await eva.patch(`/rat/activities/${id}/status`, { status: 'published' })
  const fresh = await api.tenant()
  await keep({ atStart: true })
  assert.deepEqual(await kept(), before)
  assert.equal((await fresh.get('/governance/score-history')).data.items.length, 1)
  await keep()
  assert.notDeepEqual(await kept(), before)
})

test('a suspended organisation gets no score', async () => {
  const closed = await api.tenant()
  await suspendTenant(api.access, closed.slug, api.clock.now())
  await keep()
  const rows = await api.access.lookUp('a test looks', (db) =>
    db.selectFrom('score_history').select('day').where('tenant_id', '=', closed.tenantId).execute(),
  )
  assert.deepEqual(rows, [])
})
