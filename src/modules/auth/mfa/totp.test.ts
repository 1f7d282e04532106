import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enrolment, newTotpSecret, stepOf } from './totp.ts'

/** RFC 6238, appendix B: the ASCII secret «12345678901234567890» in base32, and the last six of its eight digits. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const VECTORS = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
] as const

test('codes equal those of RFC 6238', () => {
  for (const [seconds, code] of VECTORS)
    assert.equal(stepOf(SECRET, code, new Date(seconds * 1000)), Math.floor(seconds / 30), code)
})

test('a code is valid one step before and after its own, and no further', () => {
  const at = (step: number) => new Date((Math.floor(1234567890 / 30) + step) * 30_000)
  const step = Math.floor(1234567890 / 30)
  assert.deepEqual(
    [-2, -1, 0, 1, 2].map((offset) => stepOf(SECRET, '005924', at(offset))),
    [undefined, step, step, step, undefined],
  )
})

test('a malformed code is never valid', () => {
  for (const code of ['', '00592', '0059244', 'abcdef', '005925'])
    assert.equal(stepOf(SECRET, code, new Date(1234567890_000)), undefined, code)
})

test('a new secret is 160 random bits, and its link names the service and the person', () => {
  const [one, other] = [newTotpSecret(), newTotpSecret()]
  assert.match(one, /^[A-Z2-7]{32}$/)
  assert.notEqual(one, other)
  const { secret, otpauthUrl, qrSvg } = enrolment(one, 'ana@tiendasur.cl')
  assert.equal(secret, one)
  const url = new URL(otpauthUrl)
  assert.equal(`${url.protocol}//${url.host}`, 'otpauth://totp')
  assert.match(decodeURIComponent(url.pathname), /Resguardo:ana@tiendasur\.cl$/)
  assert.equal(url.searchParams.get('secret'), one)
  assert.equal(url.searchParams.get('issuer'), 'Resguardo')
  assert.match(qrSvg, /^<svg [^>]*viewBox/)
  assert.doesNotMatch(qrSvg, /<script|href/)
})
