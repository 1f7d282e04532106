import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysOf, hoursOf } from './rules.ts'

test('a month runs from its first day to before that of the next', () => {
  assert.deepEqual(daysOf('2026-11'), { from: '2026-11-01', until: '2026-12-01' })
  assert.deepEqual(daysOf('2026-12'), { from: '2026-12-01', until: '2027-01-01' })
  for (const wrong of ['2026-13', '2026-00', '2026-1', 'noviembre', '2026-11-01'])
    assert.equal(daysOf(wrong), undefined, wrong)
})

test('minutes are billed as hours with two decimals', () => {
  assert.deepEqual([90, 20, 1, 1440].map(hoursOf), [1.5, 0.33, 0.02, 24])
})

test('the first and the last years of the calendar have months, and there is no year 0', () => {
  assert.deepEqual(daysOf('0001-01'), { from: '0001-01-01', until: '0001-02-01' })
  assert.deepEqual(daysOf('0999-12'), { from: '0999-12-01', until: '1000-01-01' })
  assert.deepEqual(daysOf('2028-02'), { from: '2028-02-01', until: '2028-03-01' })
  assert.deepEqual(daysOf('2026-09'), { from: '2026-09-01', until: '2026-10-01' })
  assert.equal(daysOf('0000-12'), undefined)
})
