import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countFactors, methodsOf, shownRecoveryCode, typedCode, typedRecoveryCode } from './rules.ts'

test('a recovery code is never the only factor', () => {
  assert.deepEqual(methodsOf({ totp: false, passkeys: 0, recoveryCodes: 10 }), [])
  assert.deepEqual(methodsOf({ totp: true, passkeys: 0, recoveryCodes: 0 }), ['totp'])
  assert.deepEqual(methodsOf({ totp: false, passkeys: 2, recoveryCodes: 1 }), ['passkey', 'recovery'])
  assert.deepEqual(methodsOf({ totp: true, passkeys: 1, recoveryCodes: 3 }), ['totp', 'passkey', 'recovery'])
})

test('recovery codes do not count as factors of their own', () => {
  assert.equal(countFactors({ totp: false, passkeys: 0, recoveryCodes: 10 }), 0)
  assert.equal(countFactors({ totp: true, passkeys: 2, recoveryCodes: 10 }), 3)
})

test('codes are read as people type them', () => {
  assert.equal(typedCode(' 123 456\n'), '123456')
  assert.equal(typedRecoveryCode(' k7qm-3xwd p6ra-h2tn '), 'K7QM3XWDP6RAH2TN')
  assert.equal(shownRecoveryCode('K7QM3XWDP6RAH2TN'), 'K7QM-3XWD-P6RA-H2TN')
})
