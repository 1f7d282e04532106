import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalId, isId, newId } from './ids.ts'

test('ids made in one process are unique and sort in the order they were made', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  assert.equal(new Set(ids).size, ids.length)
  assert.deepEqual(ids.toSorted(), ids)
})

test('an id is a version 7 UUID with its time', () => {
  const before = Date.now()
  const id = newId()
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const made = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
  // Many ids in one millisecond borrow from the next ones.
  assert.ok(made >= before && made < before + 1000, `${made} is not near ${before}`)
})

test('only the full form counts as an id', () => {
  assert.ok(isId(newId()))
  assert.ok(isId(newId().toUpperCase()))
  for (const text of [
    '',
    'nada',
    newId().slice(1),
    `${newId()}0`,
    `{${newId()}}`,
    newId().replaceAll('-', ''),
  ]) {
    assert.ok(!isId(text), text)
  }
})

test('ids ignore letter case, other texts do not', () => {
  const id = newId()
  assert.equal(canonicalId(id.toUpperCase()), id)
  assert.equal(canonicalId('FACTURA-17'), 'FACTURA-17')
})
