import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addBusinessDays, daysBetween, endOfChileanDay, holidayOf, isBusinessDay } from './business-days.ts'
import { chileanDay } from './dates.ts'
import { LAW } from './law/law.ts'

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
  ['2028-12-29', 1, '2029-01-02', 'into another year'],
  ['2026-03-02', 0, '2026-03-02', 'no days'],
] as const) {
  test(`${count} business days from ${from} end on ${until}: ${why}`, () => {
    assert.equal(addBusinessDays(from, count), until)
  })
}

test('weekends and holidays do not count, other days do', () => {
  assert.deepEqual(
    ['2026-12-05', '2026-12-06', '2026-12-08', '2026-12-25'].map((day) => isBusinessDay(day)),
    [false, false, false, false],
  )
  assert.ok(isBusinessDay('2026-12-07'))
  assert.equal(holidayOf('2026-12-08'), 'Inmaculada Concepción')
  assert.equal(holidayOf('2026-12-07'), undefined)
})

test('the law file can add a holiday for one day, which lengthens a term', () => {
  const law = { ...LAW, holidays: { '2027-03-02': 'Censo' } }
  assert.equal(addBusinessDays('2027-03-01', 1), '2027-03-02')
  assert.equal(addBusinessDays('2027-03-01', 1, law), '2027-03-03')
  assert.equal(holidayOf('2027-03-02', law), 'Censo')
})

const days = fc
  .date({ min: new Date('2026-01-01T12:00:00Z'), max: new Date('2035-12-31T12:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('a term ends on a business day and contains the counted number of them', () => {
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
  assert.equal(
    endOfChileanDay('9999-12-31').toISOString(),
    '9999-12-31T23:59:59.999Z',
    'in a year of four digits',
  )
})
