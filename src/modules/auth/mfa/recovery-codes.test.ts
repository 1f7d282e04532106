import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digest } from '#kernel/secrets.ts'
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts'

test('ten codes of eighty bits, in groups for paper, all different', () => {
  const { shown, hashes } = newRecoveryCodes()
  assert.equal(shown.length, 10)
  for (const code of shown) assert.match(code, /^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
  assert.equal(new Set([...shown, ...newRecoveryCodes().shown]).size, 20)
  assert.equal(new Set(hashes).size, 10)
})

test('only hashes are stored, and a code is found however the person types it', () => {
  const { shown, hashes } = newRecoveryCodes()
  const [code] = shown
  assert.equal(hashes[0], digest(code!.replaceAll('-', '')))
  assert.ok(hashes.every((hash) => !shown.some((one) => hash.includes(one))))
  for (const typed of [
    code!,
    code!.toLowerCase(),
    code!.replaceAll('-', ''),
    code!.replaceAll('-', ' '),
    `  ${code}\n`,
  ])
    assert.equal(recoveryHash(typed), hashes[0], typed)
  assert.notEqual(recoveryHash(shown[1]!), hashes[0])
  assert.notEqual(recoveryHash(code!.slice(0, -1)), hashes[0])
})
