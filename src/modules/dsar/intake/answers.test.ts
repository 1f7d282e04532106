import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RIGHT_TYPES } from '../rules.ts'
import { isRight, messageOf, typedFolio } from './answers.ts'

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
