import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#kernel/dates.ts'
import { wallClock } from './clock.ts'

const CHILE = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Santiago',
  dateStyle: 'short',
  timeStyle: 'short',
})

test('sheets show the minute of clocks in Chile', () => {
  for (const [instant, shown] of [
    ['2026-01-15T02:59:59.999Z', '2026-01-14T23:59'],
    ['2026-01-15T03:00:00.000Z', '2026-01-15T00:00'],
    ['2026-07-15T12:30:00.000Z', '2026-07-15T08:30'],
    // Clocks go back at midnight of the first Saturday of April, and forward on the first Saturday of September.
    ['2026-04-05T02:59:00.000Z', '2026-04-04T23:59'],
    ['2026-04-05T03:00:00.000Z', '2026-04-04T23:00'],
    ['2026-09-06T03:59:00.000Z', '2026-09-05T23:59'],
    ['2026-09-06T04:00:00.000Z', '2026-09-06T01:00'],
  ] as const)
    assert.equal(wallClock(new Date(instant)), shown, instant)
})

test('sheets and Intl agree in every hour around the changes of clocks, and long ago', () => {
  const days = [
    '1905-06-01',
    '1942-08-01',
    '1969-11-23',
    '2015-04-26',
    '2022-09-11',
    '2026-04-04',
    '2026-09-05',
  ]
  for (const day of days) {
    const from = Date.parse(`${day}T00:00:00Z`)
    for (let at = from; at < from + 72 * HOUR_MS; at += 17 * MINUTE_MS) {
      const instant = new Date(at)
      assert.equal(wallClock(instant), CHILE.format(instant).replace(' ', 'T'), instant.toISOString())
    }
  }
})
