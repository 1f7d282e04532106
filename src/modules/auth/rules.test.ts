import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { after, MINUTE_MS, SECOND_MS } from '#kernel/dates.ts'
import {
  closesWithNext,
  deviceOf,
  failuresCountFrom,
  lockedForSeconds,
  mayWriteOfLock,
  reuseCountsFrom,
} from './rules.ts'
import { assertMayOpenTenant, assertMayRegister } from './signup-rules.ts'

const now = new Date('2026-12-01T12:00:00.000Z')
const ago = (minutes: number) => after(now, -minutes * MINUTE_MS)

test('nine failures leave the sign-in open, ten lock it', () => {
  assert.equal(lockedForSeconds(Array(9).fill(ago(1)), now), undefined)
  assert.equal(lockedForSeconds(Array(10).fill(ago(1)), now), 14 * 60)
})

test('the lock ends when the tenth failure from the last is fifteen minutes old', () => {
  const failures = [ago(14), ...Array(9).fill(ago(1))]
  assert.equal(lockedForSeconds(failures, now), 60)
  assert.equal(lockedForSeconds([ago(14), ...failures], now), 60)
})

test('failures older than fifteen minutes are not read', () => {
  assert.deepEqual(failuresCountFrom(now), ago(15))
})

test('after the given seconds another try is allowed', () => {
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

test('the tenth failure locks, not the ninth', () => {
  const failures = (count: number) => Array<Date>(count).fill(ago(1))
  assert.deepEqual(
    [0, 8, 9, 10].map((count) => closesWithNext(failures(count))),
    [false, false, true, true],
  )
})

test('a letter about a lock leaves if none did within fifteen minutes, up to five a day', () => {
  for (const [letters, may] of [
    [[], true],
    [[ago(15)], true],
    [[ago(14)], false],
    [[ago(600), ago(1)], false],
    [[ago(600), ago(500), ago(400), ago(300)], true],
    [[ago(700), ago(600), ago(500), ago(400), ago(300)], false],
  ] as const)
    assert.equal(mayWriteOfLock(letters, now), may, String(letters.length))
})

test('a spent token is accepted again for ten seconds', () => {
  assert.deepEqual(reuseCountsFrom(now), after(now, -10 * SECOND_MS))
})

test('a browser and its system have the names that people know', () => {
  const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0'
  for (const [agent, device] of [
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 'Chrome en Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/131.0.0.0`, 'Edge en Windows'],
    [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36 EdgA/131.0`, 'Edge en Android'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36 OPR/116.0`, 'Opera en macOS'],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 SamsungBrowser/27.0 Chrome/125.0 Safari/537.36',
      'Samsung Internet en Android',
    ],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 'Chrome en ChromeOS'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox en Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604.1',
      'Safari en iOS',
    ],
    ['Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605 CriOS/131 Safari/604.1', 'Chrome en iOS'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) FxiOS/133.0 Safari/605', 'Firefox en iOS'],
    ['Firefox/133.0', 'Firefox'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['python-requests/2.32 (x; y)', 'python-requests/2.32'],
    ['<b>nadie</b>', 'Equipo desconocido'],
    ['', 'Equipo desconocido'],
    [undefined, 'Equipo desconocido'],
  ] as const)
    assert.equal(deviceOf(agent), device, agent)
  assert.equal(deviceOf('x'.repeat(1000)).length, 100)
})

test("the installation's settings decide who may register and who may open another organisation", () => {
  const may = (work: () => void) => {
    try {
      work()
      return true
    } catch {
      return false
    }
  }
  for (const [signup, first, later, more] of [
    ['open', true, true, true],
    ['first', true, false, true],
    ['invite', false, false, true],
    ['closed', false, false, false],
  ] as const)
    assert.deepEqual(
      [
        may(() => assertMayRegister(signup, true)),
        may(() => assertMayRegister(signup, false)),
        may(() => assertMayOpenTenant(signup)),
      ],
      [first, later, more],
      signup,
    )
})
