import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CertificateFacts, type CertificateFault, detailOf, faultOf, isCurrent } from './rules.ts'

const NOW = new Date('2027-03-10T12:00:00.000Z')
const at = (ms: number) => new Date(NOW.getTime() + ms)

const SOUND: CertificateFacts = {
  keyType: 'rsa',
  rsaBits: 2048,
  curve: undefined,
  notBefore: at(-1),
  notAfter: at(1),
  maySign: true,
}
const fault = (more: Partial<CertificateFacts>) => faultOf({ ...SOUND, ...more }, NOW)
const EC = { keyType: 'ec', rsaBits: undefined, curve: 'prime256v1' }

test('only RSA from 2048 to 8192 bits and P-256 can sign', () => {
  for (const [facts, expected] of [
    [{}, undefined],
    [{ rsaBits: 8192 }, undefined],
    [{ rsaBits: 2047 }, 'weak_key'],
    [{ rsaBits: undefined }, 'weak_key'],
    [{ rsaBits: 8193 }, 'key_type'],
    [EC, undefined],
    [{ ...EC, curve: 'secp384r1' }, 'key_type'],
    [{ ...EC, curve: undefined }, 'key_type'],
    [{ keyType: 'ed25519', rsaBits: undefined }, 'key_type'],
    [{ keyType: '', rsaBits: undefined }, 'key_type'],
  ] as const)
    assert.equal(fault(facts), expected, JSON.stringify(facts))
})

test('a certificate signs from its first instant until before its last', () => {
  assert.equal(fault({ notBefore: NOW }), undefined)
  assert.equal(fault({ notBefore: at(1) }), 'not_yet_valid')
  assert.equal(fault({ notAfter: NOW }), 'expired')
  const spans = { not_before: NOW, not_after: at(1000) }
  assert.deepEqual(
    [-1, 0, 999, 1000].map((ms) => isCurrent(spans, at(ms))),
    [false, true, true, false],
  )
})

test('a certificate with limited use must permit signing; one without limits may sign', () => {
  assert.equal(fault({ maySign: false }), 'key_usage')
  assert.equal(fault({ maySign: undefined }), undefined)
})

test('the key is checked before the dates, so nobody renews a certificate that is too weak', () => {
  assert.equal(fault({ rsaBits: 1024, notAfter: at(-1), maySign: false }), 'weak_key')
  assert.equal(fault({ maySign: false, notAfter: at(-1) }), 'key_usage')
})

test('a refusal names the field to correct, and says what to do', () => {
  const faults: CertificateFault[] = [
    'shape',
    'password',
    'costly',
    'unsupported',
    'no_key',
    'no_certificate',
    'mismatch',
    'expired',
    'not_yet_valid',
    'weak_key',
    'key_type',
    'key_usage',
  ]
  for (const one of faults) {
    const { path, message, rule } = detailOf(one)
    assert.equal(path, one === 'password' ? 'password' : 'file')
    assert.equal(rule, one)
    assert.match(message, /\. .+\.$/, one)
  }
  assert.match(detailOf('weak_key').message, /al menos 2048 bits/)
  assert.match(detailOf('key_type').message, /hasta 8192 bits.*P-256/)
})
