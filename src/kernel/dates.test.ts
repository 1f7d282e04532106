import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addDays,
  after,
  chileanDay,
  chileanHour,
  DAY_MS,
  dayInDigits,
  hourInDigits,
  isCalendarDate,
  isInstant,
  iso,
  liesAhead,
  longDay,
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

test('an instant is written in UTC with milliseconds, whatever its offset was', () => {
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

test('a clock may run ten minutes ahead of ours; a later instant is in the future', () => {
  const now = new Date('2026-11-16T12:00:00Z')
  for (const [instant, ahead] of [
    ['2026-11-16T11:59:59Z', false],
    ['2026-11-16T12:10:00Z', false],
    ['2026-11-16T12:10:00.001Z', true],
    ['2026-11-17T12:00:00Z', true],
  ] as const)
    assert.equal(liesAhead(new Date(instant), now), ahead, instant)
})

test('a moment is written in Chilean time, in summer and in winter', () => {
  assert.equal(momentInDigits(new Date('2026-11-16T13:32:10Z')), '16-11-2026 a las 10:32')
  assert.equal(momentInDigits(new Date('2026-07-01T03:05:00Z')), '30-06-2026 a las 23:05')
  assert.equal(momentInDigits(new Date('2026-01-01T03:00:00Z')), '01-01-2026 a las 00:00')
  assert.equal(hourInDigits(new Date('2026-01-01T03:05:00Z')), '00:05')
  assert.equal(hourInDigits(new Date('2026-07-01T03:59:59Z')), '23:59')
})

test('each part of an instant has its own bounds', () => {
  for (const text of [
    '2026-12-01T00:00:00.1Z',
    '2026-12-01T23:59:59.123456789Z',
    '2026-12-01T20:00:00+20:00',
    '2026-12-01T20:00:00-23:59',
    '2026-12-01T20:00:00+00:00',
  ])
    assert.ok(isInstant(text), text)
  for (const text of [
    '2026-12-01T12:65:00Z',
    '2026-12-01T12:30:61Z',
    '2026-12-01T12:30:65Z',
    '2026-12-01T12:30:00.Z',
    '2026-12-01T12:30:00.1234567890Z',
    '2026-12-01T12:30:00+24:00',
    '2026-12-01T12:30:00+31:00',
    '2026-12-01T12:30:00-03:60',
    '2026-12-01T12:30:00-0300',
    '2026-12-01T12:30:00-03',
    '+2026-12-01T12:30:00Z',
    '2026-12-01T12:30:00Z ',
    '2026-12-01T12:30:00Z\n',
  ])
    assert.ok(!isInstant(text), text)
})

test('the instant of an hour in Chile is found in winter, in summer and on days when the clocks change', () => {
  for (const [day, hour, instant] of [
    ['2026-07-01', 9, '2026-07-01T13:00:00.000Z'],
    ['2026-12-01', 9, '2026-12-01T12:00:00.000Z'],
    ['2026-12-01', 0, '2026-12-01T03:00:00.000Z'],
    ['2026-07-01', 23, '2026-07-02T03:00:00.000Z'],
    // In April the end of a Saturday repeats; in September a Sunday begins at one.
    ['2026-04-04', 9, '2026-04-04T12:00:00.000Z'],
    ['2026-04-05', 9, '2026-04-05T13:00:00.000Z'],
    ['2026-09-05', 23, '2026-09-06T03:00:00.000Z'],
    ['2026-09-06', 1, '2026-09-06T04:00:00.000Z'],
    ['2026-09-06', 9, '2026-09-06T12:00:00.000Z'],
  ] as const)
    assert.equal(iso(chileanHour(day, hour)), instant, `${day} at ${hour}`)
})

test('an hour that the clocks skip is still an instant', () => {
  assert.equal(iso(chileanHour('2026-09-06', 0)), '2026-09-06T04:00:00.000Z')
})

test('days are added over the ends of months and years, over leap days and over changes of the clock', () => {
  for (const [day, count, other] of [
    ['2026-12-31', 1, '2027-01-01'],
    ['2027-02-28', 1, '2027-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2028-03-01', -1, '2028-02-29'],
    ['2026-04-04', 1, '2026-04-05'],
    ['2026-09-05', 1, '2026-09-06'],
    ['2026-12-01', 0, '2026-12-01'],
    ['2026-12-01', 365, '2027-12-01'],
  ] as const)
    assert.equal(addDays(day, count), other, `${day} and ${count}`)
})

test('a calendar day is written as itself, an instant as its day in Chile', () => {
  assert.equal(longDay('2026-12-01'), '1 de diciembre de 2026')
  assert.equal(longDay('2028-02-29'), '29 de febrero de 2028')
  assert.equal(longDay(new Date('2026-12-01T02:59:59Z')), '30 de noviembre de 2026')
  assert.equal(longDay(new Date('2026-12-01T03:00:00Z')), '1 de diciembre de 2026')
  assert.equal(dayInDigits('2026-02-01'), '01-02-2026')
})

test('two instants in one minute have the same day, and the next minute may have another', () => {
  const days = ['02:59:59.999', '02:59:00', '03:00:00', '02:59:30', '03:00:59.999'].map((clock) =>
    chileanDay(new Date(`2026-12-01T${clock}Z`)),
  )
  assert.deepEqual(days, ['2026-11-30', '2026-11-30', '2026-12-01', '2026-11-30', '2026-12-01'])
})
