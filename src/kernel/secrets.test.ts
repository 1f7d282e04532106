import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createVault, digest, hmac, newToken, sameSecret } from './secrets.ts'

const vault = createVault('the secret of this installation, long enough')

test('what is sealed opens again, and looks different every time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 2000 }), (clear) => {
      const sealed = vault.seal(clear)
      assert.equal(vault.open(sealed), clear)
      assert.notEqual(vault.seal(clear), sealed)
    }),
  )
})

test('a sealed value with any bit changed does not open', () => {
  const sealed = vault.seal('clave del SIEM')
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  for (let place = 0; place < bytes.length; place++) {
    const changed = Buffer.from(bytes)
    changed[place]! ^= 1
    assert.throws(() => vault.open(`v1.${changed.toString('base64url')}`), `byte ${place}`)
  }
  for (const text of ['', 'v1.', 'v1.AAAA', sealed.slice(0, -4)]) assert.throws(() => vault.open(text), text)
})

test('another secret does not open it', () => {
  assert.throws(() => createVault('the secret of another installation').open(vault.seal('x')))
})

test('keys for different uses differ, and are the same after a restart', () => {
  assert.notDeepEqual(vault.derive('access-token'), vault.derive('fields'))
  const restarted = createVault('the secret of this installation, long enough')
  assert.deepEqual(restarted.derive('access-token'), vault.derive('access-token'))
  assert.equal(vault.derive('access-token').length, 32)
})

test('tokens carry 256 random bits and fit in a url', () => {
  const tokens = Array.from({ length: 1000 }, newToken)
  assert.equal(new Set(tokens).size, 1000)
  for (const token of tokens) assert.match(token, /^[\w-]{43}$/)
})

test('digest and hmac are the published functions', () => {
  assert.equal(digest('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  // RFC 4231, test case 2.
  assert.equal(
    hmac('Jefe', 'what do ya want for nothing?'),
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
})

test('secrets compare by content, of any length', () => {
  assert.ok(sameSecret('abc', 'abc'))
  assert.ok(!sameSecret('abc', 'abd'))
  assert.ok(!sameSecret('abc', 'abcd'))
  assert.ok(!sameSecret('', 'a'))
})
