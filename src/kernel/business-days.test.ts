import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addBusinessDays, daysBetween, endOfChileanDay, holidayOf, isBusinessDay } from './business-days.ts'
import { chileanDay } from './dates.ts'
import { MOVABLE_HOLIDAYS } from './holidays.ts'

for (const [from, count, until, why] of [
  ['2026-12-04', 2, '2026-12-09', 'Friday; 8 December is a holiday'],
  ['2026-12-31', 30, '2027-02-12', 'a refusal on New Year’s Eve'],
  ['2026-12-05', 2, '2026-12-09', 'received on a Saturday'],
  ['2026-12-07', 1, '2026-12-09', 'the eve of a holiday'],
  ['2026-04-01', 2, '2026-04-06', 'Holy Week'],
  ['2026-09-17', 1, '2026-09-21', 'national holidays on Friday and Saturday'],
  ['2027-09-16', 1, '2027-09-20', 'the 17th is added when it is a Friday'],
  ['2027-06-18', 2, '2027-06-23', 'the solstice on a Monday'],
  ['2027-06-25', 1, '2027-06-29', 'San Pedro moved to the Monday'],
  ['2028-10-26', 1, '2028-10-30', 'the evangelical churches moved to the Friday'],
  ['2028-12-29', 1, '2029-01-02', 'into a year with fixed days alone'],
  ['2026-03-02', 0, '2026-03-02', 'no days'],
] as const) {
  test(`${count} business days from ${from} end on ${until}: ${why}`, () => {
    assert.equal(addBusinessDays(from, count), until)
  })
}

test('weekends and holidays do not count, other days do', () => {
  assert.deepEqual(['2026-12-05', '2026-12-06', '2026-12-08', '2026-12-25'].map(isBusinessDay), [
    false,
    false,
    false,
    false,
  ])
  assert.ok(isBusinessDay('2026-12-07'))
  assert.equal(holidayOf('2026-12-08'), 'Inmaculada Concepción')
  assert.equal(holidayOf('2026-12-07'), undefined)
})

/** The laws behind the table, written out: a mistyped day of a new year fails here. */
test('the movable holidays are those the laws give for each year', () => {
  const day = (year: number, month: number, date: number) => new Date(Date.UTC(year, month - 1, date, 12))
  const shift = (date: Date, days: number) => new Date(date.getTime() + days * 86_400_000)
  const on = (date: Date) => date.toISOString().slice(5, 10)
  const easter = (year: number) => {
    const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
    const h = (19 * a + b - Math.floor(b / 4) - Math.floor((8 * b + 13) / 25) + 15) % 30
    const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
    const m = Math.floor((a + 11 * h + 22 * l) / 451)
    const n = h + l - 7 * m + 114
    return day(year, Math.floor(n / 31), (n % 31) + 1)
  }
  /** Ley 19.668: Tuesday to Thursday go to the Monday before, Friday to the Monday after. */
  const toMonday = (date: Date) => {
    const weekday = date.getUTCDay()
    if (weekday >= 2 && weekday <= 4) return shift(date, 1 - weekday)
    return weekday === 5 ? shift(date, 3) : date
  }
  /** Ley 20.299: a Tuesday goes to the Friday before, a Wednesday to the Friday after. */
  const toFriday = (date: Date) =>
    shift(date, ({ 2: -4, 3: 2 } as Record<number, number>)[date.getUTCDay()] ?? 0)
  /** Ley 21.357. */
  const solstice: Record<number, number> = { 2026: 21, 2027: 21, 2028: 20 }
  for (const [text, listed] of Object.entries(MOVABLE_HOLIDAYS)) {
    const year = Number(text)
    const extra = [
      ...(day(year, 1, 2).getUTCDay() === 1 ? ['01-02'] : []),
      ...([1, 5].includes(day(year, 9, 17).getUTCDay()) ? ['09-17'] : []),
      ...(day(year, 9, 20).getUTCDay() === 5 ? ['09-20'] : []),
    ]
    const expected = [
      on(shift(easter(year), -2)),
      on(shift(easter(year), -1)),
      on(day(year, 6, solstice[year]!)),
      on(toMonday(day(year, 6, 29))),
      ...extra,
      on(toMonday(day(year, 10, 12))),
      on(toFriday(day(year, 10, 31))),
    ]
    assert.deepEqual(
      listed.map((holiday) => holiday.on),
      expected.sort(),
      text,
    )
  }
  assert.deepEqual(Object.keys(MOVABLE_HOLIDAYS), ['2026', '2027', '2028'])
})

const days = fc
  .date({ min: new Date('2026-01-01T12:00:00Z'), max: new Date('2028-12-31T12:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('a term ends on a business day, and has as many of them as it counts', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 60 }), (from, count) => {
      const last = addBusinessDays(from, count)
      assert.ok(isBusinessDay(last))
      assert.equal(addBusinessDays(addBusinessDays(from, count - 1), 1), last)
      assert.ok(daysBetween(from, last) >= count)
    }),
    { numRuns: 200 },
  )
})

test('a day ends where the next one begins, also when the clocks change', () => {
  const known = ['2026-12-09', '2026-07-01', '2026-04-04', '2026-09-05', '2027-04-03', '2027-09-04']
  fc.assert(
    fc.property(fc.oneof(days, fc.constantFrom(...known)), (day) => {
      const end = endOfChileanDay(day)
      assert.equal(chileanDay(end), day)
      assert.equal(daysBetween(day, chileanDay(new Date(end.getTime() + 1))), 1)
    }),
    { numRuns: 300 },
  )
  assert.equal(endOfChileanDay('2026-12-09').toISOString(), '2026-12-10T02:59:59.999Z')
  assert.equal(endOfChileanDay('2026-07-01').toISOString(), '2026-07-02T03:59:59.999Z')
})
