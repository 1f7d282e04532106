import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chileanDay, DAY_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { openService } from '#test/kit/service.ts'
import { FOLD_COUNTS } from './jobs.ts'

const api = await openService()
const { engine } = api.access.database
const run = () => FOLD_COUNTS.run(api.service.jobEnv, {}, { jobId: newId(), attempt: 1 })
const dayOf = (ago: number) => chileanDay(new Date(api.clock.now().getTime() - ago * DAY_MS))

test('the counters of a past day become one row, and every figure stays the same', async () => {
  const [ana, luis] = [await api.tenant(), await api.tenant()]
  const purposes = [
    { key: 'necessary', name: 'Necesarias', required: true, legalBasis: 'legitimate_interest' },
    { key: 'analytics', name: 'Analítica', required: false, legalBasis: 'consent' },
  ]
  const notices = await Promise.all(
    [ana, luis].map(async (person) => {
      const { id } = (await person.post('/consent/notices', { name: 'Banner', purposes })).data
      return { person, id }
    }),
  )
  for (const { person, id } of notices)
    await engine.asOwner(
      `insert into consent_daily_counts (tenant_id, counted_id, day, slot, total, granted, withdrawn)
        select '${person.tenantId}', '${id}', day::date, slot, slot + 1, slot, 1
        from unnest(array['${[dayOf(40), dayOf(3), dayOf(1), dayOf(0)].join("','")}']) day, generate_series(0, 15, 3) slot
        where not (day = '${dayOf(40)}' and slot = 0)`,
    )
  const statsOf = () =>
    Promise.all(notices.map(({ person, id }) => person.get(`/consent/notices/${id}/stats?from=${dayOf(60)}`)))
  const before = (await statsOf()).map(({ data }) => data)
  assert.equal(before[0].byDay.length, 4)

  await run()
  assert.deepEqual(
    (await statsOf()).map(({ data }) => data),
    before,
  )
  const { rows } = await engine.asOwner(
    `select day::text as day, count(*)::int as slots, min(slot)::int as first from consent_daily_counts
      where counted_id = '${notices[0]!.id}' group by 1 order by 1`,
  )
  assert.deepEqual(rows, [
    { day: dayOf(40), slots: 1, first: 0 },
    { day: dayOf(3), slots: 1, first: 0 },
    { day: dayOf(1), slots: 6, first: 0 },
    { day: dayOf(0), slots: 6, first: 0 },
  ])
  const { rows: past } = await engine.asOwner(
    `select before::text as before, total::int as total from consent_past_counts where counted_id = '${notices[0]!.id}'`,
  )
  assert.deepEqual(past, [{ before: dayOf(1), total: 50 + 51 }])
  await run()
  assert.deepEqual(
    (await statsOf()).map(({ data }) => data),
    before,
  )
})

test('counts added after the sum of the past are included, and the next night folds them in', async () => {
  const person = await api.tenant()
  const purposes = [{ key: 'analytics', name: 'Analítica', required: false, legalBasis: 'consent' }]
  const { id } = (await person.post('/consent/notices', { name: 'Banner', purposes })).data
  const count = (ago: number, total: number) =>
    engine.asOwner(
      `insert into consent_daily_counts (tenant_id, counted_id, day, slot, total, granted, withdrawn)
        values ('${person.tenantId}', '${id}', '${dayOf(ago)}', 5, ${total}, ${total}, 0)`,
    )
  const totals = async () => {
    const { data } = await person.get(`/consent/notices/${id}/stats`)
    return [data.total, data.granted, data.withdrawn]
  }
  await count(5, 7)
  await run()
  await count(1, 20)
  await count(0, 100)
  assert.deepEqual(await totals(), [127, 127, 0])
  const after = {
    ...api.service.jobEnv,
    tools: { ...api.service.jobEnv.tools, now: () => new Date(Date.now() + 3 * DAY_MS) },
  }
  await FOLD_COUNTS.run(after, {}, { jobId: newId(), attempt: 1 })
  const { rows } = await engine.asOwner(
    `select total::int as total from consent_past_counts where counted_id = '${id}'`,
  )
  assert.deepEqual(rows, [{ total: 127 }])
  assert.deepEqual(await totals(), [127, 127, 0])
})
