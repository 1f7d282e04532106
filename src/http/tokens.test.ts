import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { after } from '#kernel/dates.ts'
import { createVault } from '#kernel/secrets.ts'
import { createTokens, NO_TENANT } from './tokens.ts'

const [OLD, NEW] = ['o'.repeat(64), 'n'.repeat(64)]
const NOW = new Date('2026-12-01T12:00:00.400Z')
const CLAIMS = { userId: 'user', tenantId: 'tenant', role: 'DPO', sessionId: 'session' } as const
const SEEN = { userId: 'user', tenantId: 'tenant', sessionId: 'session' }
const tokens = createTokens(createVault(NEW))
const token = tokens.sign(CLAIMS, NOW)

const part = (text: string, at: number) =>
  JSON.parse(Buffer.from(text.split('.')[at]!, 'base64url').toString())
const packed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a token names the person, organisation and session; its role is never used', () => {
  assert.deepEqual(tokens.verify(token, NOW), SEEN)
  assert.deepEqual(part(token, 1), {
    iss: 'resguardo',
    sub: 'user',
    tid: 'tenant',
    role: 'DPO',
    sid: 'session',
    iat: 1796126400,
    exp: 1796127300,
  })
})

test('a person without an organisation has a token without one', () => {
  const alone = tokens.sign({ ...CLAIMS, tenantId: null, role: null }, NOW)
  assert.deepEqual(tokens.verify(alone, NOW), { ...SEEN, tenantId: NO_TENANT })
})

test('a token is valid for fifteen minutes from the second it was made', () => {
  const made = new Date('2026-12-01T12:00:00Z')
  for (const [seconds, holds] of [
    [0, true],
    [899, true],
    [899.999, true],
    [900, false],
    [86_400, false],
  ] as const) {
    const seen = tokens.verify(token, after(made, seconds * 1000))
    assert.equal(seen !== undefined, holds, String(seconds))
  }
  // Its signature was verified before, which does not extend it.
  assert.deepEqual(tokens.verify(token, made), SEEN)
})

test('a token of the previous secret is valid until it expires, one of another secret never', () => {
  const old = createTokens(createVault(OLD)).sign(CLAIMS, NOW)
  assert.deepEqual(createTokens(createVault(NEW, [OLD])).verify(old, NOW), SEEN)
  assert.equal(tokens.verify(old, NOW), undefined)
  // The new process signs with the new secret, which the old one does not know.
  const fresh = createTokens(createVault(NEW, [OLD])).sign(CLAIMS, NOW)
  assert.equal(createTokens(createVault(OLD)).verify(fresh, NOW), undefined)
})

/** A token with these parts, signed with the right key. */
function signed(header: object, payload: object, secret = NEW): string {
  const body = `${packed(header)}.${packed(payload)}`
  const key = createVault(secret).derive('access-token')
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`
}

const HEADER = part(token, 0)
const PAYLOAD = part(token, 1)

test('a token without a key id is checked against the known secrets', () => {
  const { kid: _, ...plain } = HEADER
  assert.deepEqual(tokens.verify(signed(plain, PAYLOAD), NOW), SEEN)
  assert.deepEqual(createTokens(createVault(NEW, [OLD])).verify(signed(plain, PAYLOAD, OLD), NOW), SEEN)
  assert.equal(tokens.verify(signed(plain, PAYLOAD, OLD), NOW), undefined)
})

test('a token that differs from ours in any way is invalid', () => {
  assert.deepEqual(tokens.verify(signed(HEADER, PAYLOAD), NOW), SEEN)
  const [head, , signature] = token.split('.')
  for (const [what, forged] of [
    ['another payload', `${head}.${packed({ ...PAYLOAD, sub: 'boss' })}.${signature}`],
    ['no signature', `${head}.${packed(PAYLOAD)}.`],
    ['algorithm none', `${packed({ ...HEADER, alg: 'none' })}.${packed(PAYLOAD)}.`],
    ['another algorithm', signed({ ...HEADER, alg: 'HS512' }, PAYLOAD)],
    ['another issuer', signed(HEADER, { ...PAYLOAD, iss: 'otro' })],
    ['an unknown key', signed({ ...HEADER, kid: 'x' }, PAYLOAD)],
    ['a key by the name of a method', signed({ ...HEADER, kid: 'constructor' }, PAYLOAD)],
    ['nothing', ''],
    ['a word', 'abc'],
    ['three words', 'a.b.c'],
    ['too many parts', `${token}.x`],
  ] as const)
    assert.equal(tokens.verify(forged, NOW), undefined, what)
})
