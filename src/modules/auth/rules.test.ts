import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { after, MINUTE_MS, SECOND_MS } from '#kernel/dates.ts'
import { failuresCountFrom, lockedForSeconds } from './rules.ts'

const now = new Date('2026-12-01T12:00:00.000Z')
const ago = (minutes: number) => after(now, -minutes * MINUTE_MS)

test('nine failures leave the sign-in open, ten close it', () => {
  assert.equal(lockedForSeconds(Array(9).fill(ago(1)), now), undefined)
  assert.equal(lockedForSeconds(Array(10).fill(ago(1)), now), 14 * 60)
})

test('the wait ends when the tenth failure from the last is fifteen minutes old', () => {
  const failures = [ago(14), ...Array(9).fill(ago(1))]
  assert.equal(lockedForSeconds(failures, now), 60)
  assert.equal(lockedForSeconds([ago(14), ...failures], now), 60)
})

test('failures older than fifteen minutes are not even read', () => {
  assert.deepEqual(failuresCountFrom(now), ago(15))
})

test('after the seconds of the answer another try is allowed', () => {
  const instants = fc.array(fc.integer({ min: 0, max: 15 * 60 * 1000 - 1 }), { maxLength: 40 })
  fc.assert(
    fc.property(instants, (ages) => {
      const failures = ages.sort((a, b) => b - a).map((age) => after(now, -age))
      const wait = lockedForSeconds(failures, now)
      assert.equal(wait !== undefined, failures.length >= 10)
      const later = after(now, (wait ?? 0) * SECOND_MS)
      const counted = failures.filter((at) => at > failuresCountFrom(later))
      assert.equal(lockedForSeconds(counted, later), undefined)
    }),
  )
})
