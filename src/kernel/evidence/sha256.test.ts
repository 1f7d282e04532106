import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { startHashing } from './sha256.ts'

const expected = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('equals the hash of Node for every length around a block', () => {
  for (let length = 0; length <= 300; length += 1) {
    const bytes = randomBytes(length)
    const hashing = startHashing()
    hashing.update(bytes)
    assert.equal(hashing.digest(), expected(bytes), `${length} bytes`)
  }
})

test('equals it for any division into pieces', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 12 }), (pieces) => {
      const hashing = startHashing()
      for (const piece of pieces) hashing.update(piece)
      assert.equal(hashing.digest(), expected(Buffer.concat(pieces)))
    }),
  )
})
