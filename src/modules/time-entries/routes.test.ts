import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService } from '#test/kit/service.ts'
import { workbookRows } from '#test/kit/sheets.ts'

const api = await openService()
const WORKED = { workedOn: '2026-01-15', minutes: 90, what: 'Revisión del registro' }

test('hours are added, corrected and removed, each with an audit row', async () => {
  const ana = await api.tenant()
  const made = await ana.post('/time-entries', WORKED)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id } = made.data
  assert.equal((await ana.patch(`/time-entries/${id}`, { minutes: 120 })).data.minutes, 120)
  assert.equal((await ana.get('/time-entries?from=2026-01-15&to=2026-01-15')).data.items.length, 1)
  assert.equal((await ana.get('/time-entries?from=2026-01-16')).data.items.length, 0)
  assert.equal((await ana.delete(`/time-entries/${id}`)).status, 200)
  assert.equal((await ana.get(`/time-entries/${id}`)).status, 404)
  const log = (await ana.get('/settings/audit-log?entityType=time_entry')).data.items
  assert.deepEqual(
    log.map(({ action }: { action: string }) => action),
    ['delete', 'update', 'create'],
  )
})

test('the log has the day and the minutes, not the private note', async () => {
  const owner = await api.tenant()
  const pedro = await owner.colleague('ANALYST')
  const { id } = (await pedro.post('/time-entries', { ...WORKED, what: 'Llamada con Eva Luna' })).data
  await pedro.patch(`/time-entries/${id}`, { minutes: 45, what: 'Reunión con Eva Luna' })
  await pedro.delete(`/time-entries/${id}`)
  const { items } = (await owner.get('/settings/audit-log?entityType=time_entry')).data
  assert.equal(items.length, 3)
  assert.doesNotMatch(JSON.stringify(items), /Eva|Luna|Llamada|Reunión/)
  const [, update, create] = items
  assert.deepEqual(update.changes.minutes, { old: 90, new: 45 })
  assert.deepEqual(create.changes.worked_on, { old: null, new: '2026-01-15' })
})

test('a future day, more than a day, and zero are refused', async () => {
  const ana = await api.tenant()
  const ahead = await ana.post('/time-entries', { ...WORKED, workedOn: '2999-01-01' })
  assert.deepEqual([ahead.status, ahead.body.error.details[0].path], [422, 'workedOn'])
  for (const minutes of [0, 1441, 1.5]) {
    const { status } = await ana.post('/time-entries', { ...WORKED, minutes })
    assert.equal(status, 400, String(minutes))
  }
  assert.equal((await ana.post('/time-entries', { ...WORKED, what: ' ' })).status, 400)
})

test('entries are private, even within an organisation', async () => {
  const ana = await api.tenant()
  const dpo = await ana.colleague('DPO')
  const { id } = (await ana.post('/time-entries', WORKED)).data
  assert.equal((await dpo.get('/time-entries')).data.items.length, 0)
  for (const attempt of [
    dpo.get(`/time-entries/${id}`),
    dpo.patch(`/time-entries/${id}`, { minutes: 1 }),
    dpo.delete(`/time-entries/${id}`),
  ])
    assert.equal((await attempt).status, 404)
  assert.equal((await dpo.get('/time-entries/summary?month=2026-01')).data.minutes, 0)
  const viewer = await ana.colleague('VIEWER')
  assert.equal((await viewer.post('/time-entries', WORKED)).status, 403)
})

test('a month is summed over all organisations of the person, and comes as a workbook', async () => {
  const ana = await api.tenant({ name: 'Alerce SpA' })
  const second = (await ana.post('/auth/tenants', { organizationName: 'Boldo SpA' })).data.tenant
  const there = { headers: { 'x-resguardo-tenant': second.slug } }
  await ana.post('/time-entries', WORKED)
  await ana.post('/time-entries', { ...WORKED, minutes: 30, what: 'Llamada' })
  await ana.post('/time-entries', { ...WORKED, workedOn: '2026-01-31', minutes: 60, what: 'Taller' }, there)
  await ana.post('/time-entries', { ...WORKED, workedOn: '2026-02-01' }, there)
  const { data } = await ana.get('/time-entries/summary?month=2026-01&scope=all')
  assert.deepEqual(
    data.items.map((one: { tenantName: string; entries: number; minutes: number }) => [
      one.tenantName,
      one.entries,
      one.minutes,
    ]),
    [
      ['Alerce SpA', 2, 120],
      ['Boldo SpA', 1, 60],
    ],
  )
  assert.equal(data.minutes, 180)
  const here = (await ana.get('/time-entries/summary?month=2026-01')).data
  assert.deepEqual([here.items.length, here.minutes], [1, 120])
  const book = await ana.get('/time-entries/summary?month=2026-01&scope=all&format=xlsx')
  assert.match(String(book.headers['content-disposition']), /horas-2026-01\.xlsx/)
  const rows = workbookRows(book.raw)
  assert.deepEqual(
    rows.map((row) => [row[0], row[3], row[5]]),
    [
      ['Organización', 'Qué', 'Horas'],
      ['Alerce SpA', 'Revisión del registro', '1.5'],
      ['Alerce SpA', 'Llamada', '0.5'],
      ['Alerce SpA', 'Total de la organización', '2'],
      ['Boldo SpA', 'Taller', '1'],
      ['Boldo SpA', 'Total de la organización', '1'],
      ['Total', '', '3'],
    ],
  )
  assert.equal((await ana.get('/time-entries/summary?month=2026-13')).status, 400)
})

test('today is the day in Chile: at midnight UTC the next day has not begun there', async () => {
  const ana = await api.tenant()
  const note = async (workedOn: string) => (await ana.post('/time-entries', { ...WORKED, workedOn })).status
  const { id } = (await ana.post('/time-entries', WORKED)).data
  const move = async (workedOn: string) => (await ana.patch(`/time-entries/${id}`, { workedOn })).status
  try {
    // A Chilean day begins at 3:00 UTC in summer and 4:00 in winter.
    for (const [instant, today, tomorrow] of [
      ['2028-02-29T02:59:59.000Z', '2028-02-28', '2028-02-29'],
      ['2028-02-29T03:00:00.000Z', '2028-02-29', '2028-03-01'],
      ['2028-07-01T03:59:59.000Z', '2028-06-30', '2028-07-01'],
    ] as const) {
      api.clock.set(instant)
      const fresh = api.tokens.sign(
        { userId: ana.userId, tenantId: ana.tenantId, sessionId: await sessionOf(ana), role: 'OWNER' },
        api.clock.now(),
      )
      ana.headers['authorization'] = `Bearer ${fresh}`
      assert.deepEqual([await note(today), await note(tomorrow)], [201, 422], instant)
      assert.deepEqual([await move(tomorrow), await move(today)], [422, 200], instant)
      const { month } = (await ana.get('/time-entries/summary')).data
      assert.equal(month, today.slice(0, 7), 'the month in course is that of Chile')
    }
  } finally {
    api.clock.release()
  }
})

/** A session of the person that outlives the clock changes of a test. */
async function sessionOf({ userId }: { userId: string }): Promise<string> {
  const session = await api.access.asSystem('a test keeps a session open', (db) =>
    db
      .updateTable('sessions')
      .set({ expires_at: new Date(4e12) })
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return session.id
}

test('notes are trimmed, new or corrected', async () => {
  const ana = await api.tenant()
  const made = (await ana.post('/time-entries', { ...WORKED, what: '  Reunión con ñandúes 🦤 ' })).data
  assert.equal(made.what, 'Reunión con ñandúes 🦤')
  const path = `/time-entries/${made.id}`
  const mended = (await ana.patch(path, { what: '\n Llamada  larga ' })).data
  assert.deepEqual(mended, { ...made, what: 'Llamada  larga', updatedAt: mended.updatedAt })
  for (const what of ['', ' \n', null, 5, 'x'.repeat(501)])
    assert.equal((await ana.patch(path, { what })).status, 400, JSON.stringify(what))
  for (const minutes of [0, -1, 1441, 1.5, '90', null])
    assert.equal((await ana.patch(path, { minutes })).status, 400, String(minutes))
  for (const workedOn of ['2026-02-30', '0000-01-01', '2026-1-1', '', null])
    assert.equal((await ana.patch(path, { workedOn })).status, 400, String(workedOn))
  assert.deepEqual((await ana.get(path)).data, mended, 'what is refused leaves nothing')
  for (const minutes of [1, 1440]) assert.equal((await ana.patch(path, { minutes })).data.minutes, minutes)
})

test('the list is sorted by creation or by the day worked; the days of the filter are inclusive', async () => {
  const ana = await api.tenant()
  const days = ['2026-01-10', '2026-01-31', '2026-02-01', '2026-01-10']
  for (const [at, workedOn] of days.entries())
    await ana.post('/time-entries', { ...WORKED, workedOn, what: `Día ${at}` })
  const listed = async (query: string) =>
    (await ana.get(`/time-entries?${query}`)).data.items.map(({ what }: { what: string }) => what.slice(-1))
  assert.deepEqual(await listed(''), ['3', '2', '1', '0'])
  assert.deepEqual((await listed('sort=workedOn')).slice(2), ['1', '2'])
  assert.deepEqual((await listed('sort=-workedOn')).slice(0, 2), ['2', '1'])
  assert.deepEqual(await listed('from=2026-01-31&to=2026-02-01'), ['2', '1'])
  assert.deepEqual(await listed('to=2026-01-30'), ['3', '0'])
  assert.deepEqual(await listed('from=2026-02-01&to=2026-01-01'), [])
  assert.deepEqual(await listed('q=DIA&limit=2&page=2'), ['1', '0'])
  const pages = [1, 2, 3, 4].map((page) => listed(`sort=workedOn&limit=1&page=${page}`))
  assert.deepEqual(
    (await Promise.all(pages)).flat(),
    await listed('sort=workedOn'),
    'days alike have an order',
  )
  for (const wrong of ['from=ayer', 'to=2026-02-30', 'sort=minutes'])
    assert.equal((await ana.get(`/time-entries?${wrong}`)).status, 400, wrong)
})

test('a month must be in the calendar, which has no year before the first', async () => {
  const ana = await api.tenant()
  for (const month of ['0000-01', '2026-00', '2026-1', '26-01', '', 'enero'])
    assert.equal((await ana.get(`/time-entries/summary?month=${month}`)).status, 400, month)
  for (const month of ['0001-01', '9999-12']) {
    const { data } = await ana.get(`/time-entries/summary?month=${month}`)
    assert.deepEqual(data, { month, items: [], minutes: 0 })
  }
  for (const wrong of ['scope=mine', 'format=csv'])
    assert.equal((await ana.get(`/time-entries/summary?${wrong}`)).status, 400, wrong)
})

test('entries are for people: a key with every scope can neither add nor see any', async () => {
  const ana = await api.tenant()
  const { key } = (await ana.post('/settings/api-keys', { name: 'CRM', scopes: ['settings:*', 'org:*'] }))
    .data
  const program = api.with({ 'x-api-key': key })
  for (const attempt of [
    program.get('/time-entries'),
    program.post('/time-entries', WORKED),
    program.get('/time-entries/summary'),
  ])
    assert.equal((await attempt).status, 403)
  const viewer = await ana.colleague('VIEWER')
  assert.deepEqual((await viewer.get('/time-entries/summary?month=2026-01')).data.items, [])
})

test('if two calls remove one entry at once, one succeeds, with one audit row', async () => {
  const ana = await api.tenant()
  const { id } = (await ana.post('/time-entries', WORKED)).data
  const replies = await Promise.all([1, 2, 3].map(() => ana.delete(`/time-entries/${id}`)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 404, 404])
  const log = (await ana.get(`/settings/audit-log?entityId=${id}`)).data.items
  assert.deepEqual(
    log.map(({ action }: { action: string }) => action),
    ['delete', 'create'],
  )
})
