import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createVault, digest, hmac, newToken, sameSecret } from './secrets.ts'

const vault = createVault('the secret of this installation, long enough')

const OLD = 'the secret of last year, long enough too'

test('a sealed value opens in its place, and every seal differs', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 2000 }), (clear) => {
      const sealed = vault.seal(clear, 'webhook', 'a')
      assert.equal(vault.open(sealed, 'webhook', 'a'), clear)
      assert.notEqual(vault.seal(clear, 'webhook', 'a'), sealed)
    }),
  )
})

test('a seal does not open for another purpose or another tenant', () => {
  const sealed = vault.seal('clave', 'webhook', 'a')
  for (const [purpose, scope] of [
    ['siem', 'a'],
    ['webhook', 'b'],
    ['webhook\na', ''],
    ['', 'webhook\na'],
  ] as const)
    assert.throws(() => vault.open(sealed, purpose, scope))
  assert.equal(vault.tryOpen(sealed, 'siem', 'a'), null)
  assert.equal(vault.tryOpen(sealed, 'webhook', 'a'), 'clave')
})

test('a sealed value with any changed bit does not open', () => {
  const sealed = vault.seal('clave del SIEM', 'siem', 'a')
  const head = `v2.${vault.keyId}.`
  const bytes = Buffer.from(sealed.slice(head.length), 'base64url')
  for (let place = 0; place < bytes.length; place++) {
    const changed = Buffer.from(bytes)
    changed[place]! ^= 1
    assert.throws(() => vault.open(head + changed.toString('base64url'), 'siem', 'a'), `byte ${place}`)
  }
  for (const text of [
    '',
    'v1.',
    'v1.AAAA',
    'v2.AAAA',
    `v2.12345678.${sealed.slice(head.length)}`,
    sealed.slice(0, -4),
  ])
    assert.throws(() => vault.open(text, 'siem', 'a'), text)
})

test('a previous secret opens but no longer seals; an unknown one opens nothing', () => {
  const before = createVault(OLD)
  const turned = createVault('the secret of this year, long enough too', [OLD])
  const sealed = before.seal('clave', 'siem', 'a')
  assert.equal(turned.open(sealed, 'siem', 'a'), 'clave')
  assert.deepEqual([before.isCurrent(sealed), turned.isCurrent(sealed)], [true, false])
  assert.throws(() => before.open(turned.seal('x', 'siem', 'a'), 'siem', 'a'))
  assert.throws(() => vault.open(sealed, 'siem', 'a'))
  assert.deepEqual([...turned.deriveAll('access-token').values()][1], before.derive('access-token'))
})

test('seals of the first version still open, under the secret that made them', () => {
  // Made by the first version under OLD.
  const first = 'v1.GOA-jQbZtRohKXd23EXRtFkTQAUWlTguwIKQbDIGI3oz4VPpOWTbpsyc'
  assert.equal(createVault(OLD).open(first, 'siem', 'a'), 'clave del SIEM')
  assert.equal(
    createVault('another secret, long enough for this', [OLD]).open(first, 'any', 'b'),
    'clave del SIEM',
  )
  assert.equal(createVault(OLD).isCurrent(first), false)
  assert.throws(() => vault.open(first, 'siem', 'a'))
})

test('a lasting key survives a change of the secret', () => {
  const kept = new Map([['dsar.folio', createVault(OLD).derive('dsar.folio')]])
  const turned = createVault('the secret of this year, long enough too', [OLD], kept)
  assert.deepEqual(turned.lasting('dsar.folio'), createVault(OLD).lasting('dsar.folio'))
  assert.notDeepEqual(turned.derive('dsar.folio'), turned.lasting('dsar.folio').export())
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

test('digest and hmac are the standard functions', () => {
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
