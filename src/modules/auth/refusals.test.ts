import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#kernel/failure.ts'
import { answerOf } from './device/service.ts'
import { assertGiven } from './mfa/factor-check.ts'
import { assertMayChange } from './mfa/service.ts'
import { planOf } from './registration.ts'
import { assertMayOpenTenant, assertMayRegister } from './signup-rules.ts'
import { type Refusal, refusal } from './sso/refusals.ts'

function refused(work: () => unknown): Failure {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof Failure, String(error))
    return error
  }
  throw new assert.AssertionError({ message: 'nothing was refused' })
}

test('a session opened with a password alone changes no factor once there is one to protect', () => {
  const none = { totp: false, passkeys: 0, recoveryCodes: 10 }
  for (const factors of [
    { ...none, totp: true },
    { ...none, passkeys: 1 },
    { totp: true, passkeys: 2, recoveryCodes: 0 },
  ]) {
    const { status, details } = refused(() => assertMayChange({ strong: false }, factors))
    assert.deepEqual([status, details?.[0]?.rule], [403, 'mfa'])
    assert.doesNotThrow(() => assertMayChange({ strong: true }, factors))
  }
  // Any signed-in person sets up the first one. Recovery codes alone are no factor.
  assert.doesNotThrow(() => assertMayChange({ strong: false }, none))
})

test('a proof without what its method needs is refused before it counts as an attempt', () => {
  for (const [proof, path] of [
    [{ method: 'totp', code: null }, 'code'],
    [{ method: 'totp', code: '  ' }, 'code'],
    [{ method: 'recovery' }, 'code'],
    [{ method: 'passkey', code: '123456' }, 'credential'],
    [{ method: 'passkey', credential: null }, 'credential'],
  ] as const) {
    const failure = refused(() => assertGiven(proof as Parameters<typeof assertGiven>[0]))
    assert.deepEqual([failure.status, failure.details?.[0]?.path], [400, path])
    assert.match(failure.message, new RegExp(`Falta «${path}», que el método «${proof.method}» necesita\\.`))
  }
  assert.doesNotThrow(() => assertGiven({ method: 'totp', code: '123456' }))
  assert.doesNotThrow(() => assertGiven({ method: 'passkey', credential: {} } as never))
})

test('the plan at registration is one of the open plans, or the default', () => {
  const config = { defaultPlan: 'PROFESSIONAL', signupPlans: ['STARTER', 'BUSINESS'] } as const
  assert.equal(planOf('BUSINESS', config), 'BUSINESS')
  // The default need not be open.
  for (const asked of [undefined, null]) assert.equal(planOf(asked, config), 'PROFESSIONAL')
  const failure = refused(() => planOf('ENTERPRISE', config))
  assert.deepEqual([failure.status, failure.details?.[0]?.path], [422, 'plan'])
  assert.match(failure.message, /Puede elegir: STARTER, BUSINESS\.$/)
})

test('a refused registration says why and who can change it', () => {
  for (const [work, why] of [
    [() => assertMayRegister('first', false), /ya tiene su organización/],
    [() => assertMayRegister('invite', true), /no recibe registros nuevos/],
    [() => assertMayRegister('closed', true), /no recibe registros nuevos/],
    [() => assertMayOpenTenant('closed'), /no recibe organizaciones nuevas/],
  ] as const) {
    const { status, code, message, details } = refused(work)
    assert.deepEqual([status, code, details?.[0]?.rule], [403, 'FORBIDDEN', 'signup'])
    assert.match(message, why)
    assert.match(message, /SIGNUP/)
  }
})

test('a refused company sign-in has a status, a rule for programs and words that say what to do', () => {
  const statuses: Record<Refusal, number> = {
    notOffered: 404,
    expired: 401,
    changed: 401,
    away: 503,
    provider: 401,
    noEmail: 403,
    unverifiedEmail: 403,
    domain: 403,
    unproven: 403,
    otherSubject: 403,
    owner: 403,
  }
  for (const [rule, status] of Object.entries(statuses) as [Refusal, number][]) {
    const failure = refusal(rule)
    assert.deepEqual([failure.status, failure.details?.[0]?.rule], [status, rule])
    assert.equal(failure.details?.[0]?.message, failure.message)
    assert.match(failure.message, /\. .+\.$/, rule)
  }
  const told = refusal('provider', 'El proveedor se llama a sí mismo «x».')
  assert.deepEqual(
    [told.message, told.details?.[0]?.rule],
    ['El proveedor se llama a sí mismo «x».', 'provider'],
  )
})

test('a waiting program learns how long to wait, and gets tokens once a person approves', () => {
  assert.deepEqual(answerOf(undefined), { authorization_pending: true, interval: 5 })
  const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 900 } as const
  const user = { id: 'u', email: 'ana@sur.cl', name: 'Ana' }
  const opened = { tokens, cookie: undefined, user, tenant: null, device: 'known' }
  // A program gets no browser cookie.
  assert.deepEqual(answerOf(opened), { ...tokens, user, tenant: null })
})
