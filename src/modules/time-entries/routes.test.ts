import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService } from '#test/kit/service.ts'
import { workbookRows } from '#test/kit/sheets.ts'

const api = await openService()
const WORKED = { workedOn: '2026-01-15', minutes: 90, what: 'Revisión del registro' }

test('hours are noted, corrected and taken back, each with its row in the log', async () => {
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

test('a day that has not come, more than a day, and nothing are refused', async () => {
  const ana = await api.tenant()
  const ahead = await ana.post('/time-entries', { ...WORKED, workedOn: '2999-01-01' })
  assert.deepEqual([ahead.status, ahead.body.error.details[0].path], [422, 'workedOn'])
  for (const minutes of [0, 1441, 1.5]) {
    const { status } = await ana.post('/time-entries', { ...WORKED, minutes })
    assert.equal(status, 400, String(minutes))
  }
  assert.equal((await ana.post('/time-entries', { ...WORKED, what: ' ' })).status, 400)
})

test('what others noted is theirs, in the same organisation too', async () => {
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

test('the month is summed over all organisations of the person, and comes as a workbook', async () => {
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
