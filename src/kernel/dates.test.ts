import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  after,
  chileanDay,
  DAY_MS,
  isCalendarDate,
  isInstant,
  iso,
  liesAhead,
  momentInDigits,
  toInstant,
} from './dates.ts'

test('a calendar date is a day that exists', () => {
  for (const day of ['2026-12-01', '2028-02-29', '2000-02-29', '0001-01-01', '9999-12-31']) {
    assert.ok(isCalendarDate(day), day)
  }
  for (const day of [
    '2026-02-30',
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '0000-01-01',
    '2026-1-1',
    '26-01-01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '',
  ]) {
    assert.ok(!isCalendarDate(day), day)
  }
})

test('an instant is RFC 3339 with an offset', () => {
  for (const text of [
    '2026-12-01T09:30:00-03:00',
    '2026-12-01T12:30:00Z',
    '2026-12-01t12:30:00z',
    '2026-12-01 12:30:00.123456789Z',
    '2016-12-31T23:59:60Z',
  ]) {
    assert.ok(isInstant(text), text)
  }
  for (const text of [
    '2026-12-01',
    '2026-12-01T12:30:00',
    '2026-02-30T12:30:00Z',
    '2026-12-01T24:00:00Z',
    '2026-12-01T12:60:00Z',
    '2026-12-01T12:30Z',
    '2026-12-01T12:30:00+25:00',
    '2026-12-01T12:30:00 Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    'ayer',
  ]) {
    assert.ok(!isInstant(text), text)
  }
})

test('an instant goes out in UTC with milliseconds, whatever offset it came with', () => {
  assert.equal(iso(toInstant('2026-12-01T09:30:00-03:00')), '2026-12-01T12:30:00.000Z')
  assert.equal(iso(toInstant('2026-12-01t12:30:00.5z')), '2026-12-01T12:30:00.500Z')
  assert.equal(iso(toInstant('2026-12-01 12:30:00.123456Z')), '2026-12-01T12:30:00.123Z')
  assert.equal(iso(toInstant('2016-12-31T23:59:60Z')), '2016-12-31T23:59:59.999Z')
  assert.equal(iso(null), null)
})

test('every instant reads back as itself', () => {
  const instant = fc.date({
    min: new Date('0001-01-02T00:00:00Z'),
    max: new Date('9999-12-30T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(instant, (date) => {
      assert.ok(isInstant(iso(date)))
      assert.deepEqual(toInstant(iso(date)), date)
    }),
  )
})

test('days are counted in hours, and read in Chilean time', () => {
  assert.equal(iso(after(new Date('2026-04-04T12:00:00Z'), 30 * DAY_MS)), '2026-05-04T12:00:00.000Z')
  assert.equal(chileanDay(new Date('2026-12-01T02:59:59Z')), '2026-11-30')
  assert.equal(chileanDay(new Date('2026-12-01T03:00:00Z')), '2026-12-01')
  assert.equal(chileanDay(new Date('2026-07-01T03:59:59Z')), '2026-06-30')
})

test('a clock may run ten minutes ahead of ours; what lies further ahead has not happened', () => {
  const now = new Date('2026-11-16T12:00:00Z')
  for (const [instant, ahead] of [
    ['2026-11-16T11:59:59Z', false],
    ['2026-11-16T12:10:00Z', false],
    ['2026-11-16T12:10:00.001Z', true],
    ['2026-11-17T12:00:00Z', true],
  ] as const)
    assert.equal(liesAhead(new Date(instant), now), ahead, instant)
})

test('a moment is written as a clock in Chile shows it, in summer and in winter', () => {
  assert.equal(momentInDigits(new Date('2026-11-16T13:32:10Z')), '16-11-2026 a las 10:32')
  assert.equal(momentInDigits(new Date('2026-07-01T03:05:00Z')), '30-06-2026 a las 23:05')
  assert.equal(momentInDigits(new Date('2026-01-01T03:00:00Z')), '01-01-2026 a las 00:00')
})
