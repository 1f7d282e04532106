import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#kernel/failure.ts'
import { assertKeyMay, grants, isNetwork, mayRead, scopeOf } from './scopes.ts'

test('a scope allows its own work, a star both, and writing does not include reading', () => {
  for (const [scopes, wanted, opens] of [
    [['rat:read'], 'rat:read', true],
    [['rat:write'], 'rat:read', false],
    [['rat:read'], 'rat:write', false],
    [['rat:*'], 'rat:read', true],
    [['rat:*'], 'rat:write', true],
    [['dsar:*'], 'rat:read', false],
    [['privacy-policy:*'], 'cookie-policy:read', false],
    [['data-map:*'], 'data-map:write', true],
    [['*'], 'rat:read', false],
    [[], 'rat:read', false],
  ] as const)
    assert.equal(grants(scopes, wanted), opens, `${scopes} ${wanted}`)
})

test('in a combined answer a person sees all parts, a key those it may read', () => {
  assert.equal(mayRead(undefined, 'dsar'), true)
  assert.equal(mayRead({ scopes: ['dsar:read'] }, 'dsar'), true)
  assert.equal(mayRead({ scopes: ['dsar:write', 'rat:read'] }, 'dsar'), false)
})

test('a key on records of another module needs its scope, and the refusal names it', () => {
  assert.doesNotThrow(() => assertKeyMay(undefined, 'files', 'write'))
  assert.doesNotThrow(() => assertKeyMay({ scopes: ['files:*'] }, 'files', 'write'))
  assert.throws(
    () => assertKeyMay({ scopes: ['files:read'] }, 'files', 'write'),
    (error: unknown) =>
      error instanceof Failure && error.status === 403 && /«files:write»/.test(error.message),
  )
})

test('a route of a module without scopes keeps the app from starting', () => {
  assert.equal(scopeOf('cookie-scans', 'read'), 'cookie-scans:read')
  for (const module of ['auth', 'scim', 'portfolio', 'toString', ''])
    assert.throws(() => scopeOf(module, 'read'), /no module that a key can reach/, module)
})

test('a network is an address with as many bits as it has, or the address alone', () => {
  for (const text of [
    '200.27.10.5',
    '200.27.10.0/24',
    '0.0.0.0/0',
    '10.0.0.1/32',
    '::1',
    '2001:db8::/32',
    '::/128',
  ])
    assert.equal(isNetwork(text), true, text)
  for (const text of [
    '',
    '/24',
    '200.27.10.0/',
    '200.27.10.0/33',
    '200.27.10.0/-1',
    '200.27.10.0/8.5',
    '200.27.10.0/024/8',
    '200.27.10',
    '200.27.10.256',
    '2001:db8::/129',
    '2001:db8::/1290',
    'tiendasur.cl',
    ' 200.27.10.5',
  ])
    assert.equal(isNetwork(text), false, text)
})
