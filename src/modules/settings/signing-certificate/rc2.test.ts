import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRc2 } from './rc2.ts'

const bytes = (hex: string) => Buffer.from(hex.replace(/\s/g, ''), 'hex')
const NO_IV = Buffer.alloc(8)

test('the test vectors of RFC 2268, part 5, decrypt correctly', () => {
  for (const [key, bits, clear, sealed] of [
    ['00000000 00000000', 63, '00000000 00000000', 'ebb773f9 93278eff'],
    ['ffffffff ffffffff', 64, 'ffffffff ffffffff', '278b27e4 2e2f0d49'],
    ['30000000 00000000', 64, '10000000 00000001', '30649edf 9be7d2c2'],
    ['88', 64, '00000000 00000000', '61a8a244 adacccf0'],
    ['88bca90e 90875a', 64, '00000000 00000000', '6ccf4308 974c267f'],
    ['88bca90e 90875a7f 0f79c384 627bafb2', 64, '00000000 00000000', '1a807d27 2bbe5db1'],
    ['88bca90e 90875a7f 0f79c384 627bafb2', 128, '00000000 00000000', '2269552a b0f85ca6'],
    [
      '88bca90e 90875a7f 0f79c384 627bafb2 16f80a6f 85920584 c42fceb0 be255daf 1e',
      129,
      '00000000 00000000',
      '5b78d3a4 3dfff1f1',
    ],
  ] as const)
    assert.equal(
      openRc2(bytes(key), bits, NO_IV, bytes(sealed)).toString('hex'),
      clear.replace(' ', ''),
      `${key}, ${bits} bits`,
    )
})

test('each block is chained to the one before it, the first to the initialisation vector', () => {
  const [key, sealed] = [bytes('88bca90e 90875a7f 0f79c384 627bafb2'), bytes('2269552a b0f85ca6')]
  const iv = bytes('0102030405060708')
  const twice = openRc2(key, 128, iv, Buffer.concat([sealed, sealed]))
  assert.equal(twice.toString('hex'), '0102030405060708' + '2269552ab0f85ca6')
})

test('a partial block is refused', () => {
  assert.deepEqual(openRc2(bytes('88'), 64, NO_IV, bytes('61a8a244')), Buffer.alloc(4))
  assert.equal(openRc2(bytes('88'), 64, NO_IV, Buffer.alloc(0)).length, 0)
})
