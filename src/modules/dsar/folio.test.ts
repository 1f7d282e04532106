import assert from 'node:assert/strict'
import { createSecretKey, generateKeySync, type KeyObject } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { folioNumber, formatFolio, isFolio, isPlainFolio, permute } from './folio.ts'

const keys = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => createSecretKey(bytes))

test('the permutation meets every number once', () => {
  fc.assert(
    fc.property(keys, fc.integer({ min: 1, max: 300 }), (key, size) => {
      const seen = new Set(Array.from({ length: size }, (_, index) => permute(key, 7, size, index)))
      assert.equal(seen.size, size)
      assert.ok([...seen].every((number) => Number.isInteger(number) && number >= 0 && number < size))
    }),
    { numRuns: 40 },
  )
})

test('the numbers of a year have as many digits as their count, at least five, and none is zero', () => {
  fc.assert(
    fc.property(keys, fc.integer({ min: 1, max: 10 ** 14 }), (key, nth) => {
      const number = folioNumber(key, 2026, nth)
      assert.equal(String(number).padStart(5, '0').length, Math.max(5, String(nth).length))
      assert.ok(number > 0)
      assert.ok(isFolio(formatFolio(2026, number)))
    }),
    { numRuns: 300 },
  )
})

test('two folios of a year are never the same', () => {
  const counts = fc.integer({ min: 1, max: 2_000_000 })
  fc.assert(
    fc.property(keys, counts, counts, (key, one, other) => {
      fc.pre(one !== other)
      assert.notEqual(folioNumber(key, 2026, one), folioNumber(key, 2026, other))
    }),
    { numRuns: 500 },
  )
})

test('the last of five digits is followed by the first of six', () => {
  const key = generateKeySync('aes', { length: 256 })
  assert.ok(isPlainFolio(formatFolio(2026, folioNumber(key, 2026, 99_999))))
  const longer = formatFolio(2026, folioNumber(key, 2026, 100_000))
  assert.match(longer, /^ARCO-2026-[1-9]\d{5}$/)
  assert.ok(isFolio(longer) && !isPlainFolio(longer))
})

test('one folio reveals nothing about the next: no order, no constant step; another key or year gives another order', () => {
  const [key, other] = [generateKeySync('aes', { length: 256 }), generateKeySync('aes', { length: 256 })]
  const series = (of: KeyObject, year: number) =>
    Array.from({ length: 50 }, (_, index) => folioNumber(of, year, index + 1))
  const numbers = series(key, 2026)
  const steps = new Set(numbers.slice(1).map((number, index) => number - numbers[index]!))
  assert.ok(steps.size > 45)
  assert.notDeepEqual(
    numbers,
    numbers.toSorted((a, b) => a - b),
  )
  assert.notDeepEqual(numbers, series(other, 2026))
  assert.notDeepEqual(numbers, series(key, 2027))
  assert.deepEqual(numbers, series(key, 2026))
})

test('isFolio accepts the form of the contract and longer numbers, and nothing else', () => {
  for (const text of ['ARCO-2026-00001', 'ARCO-2026-99999', 'ARCO-2026-123456'])
    assert.ok(isFolio(text), text)
  for (const text of [
    '',
    'ARCO-2026-1234',
    'ARCO-26-12345',
    'arco-2026-12345',
    'ARCO-2026-12345 ',
    'ARCO-2026-012345',
    'ARCO-2026-1234a',
    'XARCO-2026-12345',
    'ARCO-2026-12345\n',
    'ARCO-2026-1234567890123456',
    'ARCO-٢٠٢٦-12345',
  ]) {
    assert.ok(!isFolio(text), JSON.stringify(text))
  }
})
