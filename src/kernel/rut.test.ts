import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalRut, checkDigit, displayRut, shownRut } from './rut.ts'

/** Law sheet part 14, row by row. */
const TABLE: readonly [string, string | undefined][] = [
  ['12.345.678-5', '12345678-5'],
  ['7.654.321-6', '7654321-6'],
  ['10.000.013-K', '10000013-K'],
  ['10000013-k', '10000013-K'],
  ['20.000.008-0', '20000008-0'],
  ['76.543.210-3', '76543210-3'],
  ['11.111.111-1', '11111111-1'],
  ['12.345.678-4', undefined],
  ['12.345.678-K', undefined],
  ['10.000.013-1', undefined],
  ['12.3456.78-5', undefined],
  ['12,345,678-5', undefined],
  ['00.000.000-0', undefined],
]

for (const [text, canonical] of TABLE) {
  test(`${text} is ${canonical === undefined ? 'no RUT' : `stored as ${canonical}`}`, () => {
    assert.equal(canonicalRut(text), canonical)
  })
}

test('surrounding spaces and missing dots or hyphen are accepted; other deviations are not', () => {
  assert.equal(canonicalRut('  12345678-5\n'), '12345678-5')
  assert.equal(canonicalRut('123456785'), '12345678-5')
  for (const text of [
    '',
    '-',
    '5',
    '12345678',
    '12 345 678-5',
    '12.345.678-5-5',
    '0.000.001-9',
    '１２345678-5',
    'K',
  ]) {
    assert.equal(canonicalRut(text), undefined, text)
  }
})

const body = fc.integer({ min: 1_000_000, max: 99_999_999 })

test('every body has exactly one check digit in any notation, and the stored form reads back', () => {
  fc.assert(
    fc.property(body, (number) => {
      const right = checkDigit(number)
      const canonical = `${number}-${right}`
      for (const digit of '0123456789K') {
        assert.equal(canonicalRut(`${number}-${digit}`), digit === right ? canonical : undefined)
      }
      assert.equal(canonicalRut(displayRut(canonical)), canonical)
      assert.equal(canonicalRut(canonical.toLowerCase()), canonical)
    }),
  )
})

test('one mistyped digit is always detected', () => {
  fc.assert(
    fc.property(body, fc.nat(6), fc.integer({ min: 1, max: 9 }), (number, place, change) => {
      const digits = String(number).split('')
      const wrong = digits.with(place, String((Number(digits[place]) + change) % 10)).join('')
      assert.equal(canonicalRut(`${wrong}-${checkDigit(number)}`), undefined)
    }),
  )
})

test('a document shows a RUT with dots, and any other number as written', () => {
  assert.equal(shownRut('12345678-5'), '12.345.678-5')
  assert.equal(shownRut('DE 812 871 812'), 'DE 812 871 812')
  assert.equal(shownRut('12345678-9'), '12345678-9')
  assert.equal(shownRut(null), null)
})
