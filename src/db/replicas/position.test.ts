import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lsnOf, withPatience } from './position.ts'

test('a position is the number that PostgreSQL writes in two halves', () => {
  assert.equal(lsnOf('0/0'), 0n)
  assert.equal(lsnOf('0/1'), 1n)
  assert.equal(lsnOf('1/0'), 2n ** 32n)
  assert.equal(lsnOf('16/B374D848'), 0x16b374d848n)
  assert.equal(lsnOf('FFFFFFFF/FFFFFFFF'), 2n ** 64n - 1n)
  assert.ok(lsnOf('A/0') > lsnOf('9/FFFFFFFF'))
  assert.ok(lsnOf('0/10') > lsnOf('0/F'))
})

test('a timely answer counts, even a failure; a late one counts as away', async () => {
  assert.equal(await withPatience(Promise.resolve('here'), 1000), 'here')
  await assert.rejects(withPatience(Promise.reject(new Error('down')), 1000), /down/)
  assert.equal(await withPatience(new Promise(() => undefined), 0), undefined)
})
