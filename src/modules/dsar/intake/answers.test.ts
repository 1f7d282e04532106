import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RIGHT_TYPES } from '../rules.ts'
import { isRight, messageOf, periodFaults, typedFolio } from './answers.ts'

for (const [typed, folio] of [
  ['ARCO-2026-01234', 'ARCO-2026-01234'],
  ['  arco-2026-01234\n', 'ARCO-2026-01234'],
  ['arco 2026 01234', 'ARCO-2026-01234'],
  ['ARCO – 2026 — 01234', 'ARCO-2026-01234'],
  ['ARCO‐2026‑01234', 'ARCO-2026-01234'],
  ['2026-01234', 'ARCO-2026-01234'],
  ['2026 01234', 'ARCO-2026-01234'],
  ['2026-123456', 'ARCO-2026-123456'],
  ['26-01234', '26-01234'],
  ['01234', '01234'],
  ['2026-01234-5', '2026-01234-5'],
  ['ARCO202601234', 'ARCO202601234'],
  ['', ''],
  ['   ', ''],
] as const) {
  test(`a folio typed as ${JSON.stringify(typed)} is read as ${JSON.stringify(folio)}`, () => {
    assert.equal(typedFolio(typed), folio)
  })
}

test('only the seven rights are rights, letter by letter', () => {
  for (const right of RIGHT_TYPES) assert.ok(isRight(right))
  for (const other of ['access', 'ACCESS ', '', 'toString', null, undefined]) assert.ok(!isRight(other))
})

test('one fault is said in the singular, and none or more in the plural', () => {
  const fault = { path: 'a', message: 'b' }
  assert.match(messageOf([fault]), /un dato$/)
  assert.match(messageOf([fault, fault]), /2 datos$/)
})

test('the days of an access stand in their order, where there are two', () => {
  assert.deepEqual(
    periodFaults('2026-02-01', '2026-01-31').map(({ path }) => path),
    ['hasta'],
  )
  for (const [from, until] of [
    ['2026-01-31', '2026-01-31'],
    ['2025-12-31', '2026-01-01'],
    ['2026-02-01', ''],
    [null, '2026-01-31'],
    ['2026-02-30', '2026-01-31'],
    ['2026-02-01', 'ayer'],
  ] as const)
    assert.deepEqual(periodFaults(from, until), [], `${from} ${until}`)
})
