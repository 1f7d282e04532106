import assert from 'node:assert/strict'
import { test } from 'node:test'
import { domainOf, personOf, type RoleMapping, roleOf, safeReturn } from './rules.ts'

test('a return address stays on this site', () => {
  for (const path of ['/', '/organizacion/x?a=1&b=%20#c', '/a//b']) assert.equal(safeReturn(path), path)
  for (const path of [
    undefined,
    '',
    'x',
    '//x',
    '/\\x',
    '/a\\b',
    'https://x',
    '/a b',
    '/a\nb',
    '/ñ',
    `/${'x'.repeat(500)}`,
  ])
    assert.equal(safeReturn(path), '/', String(path))
})

test('a domain is the part after the last @', () => {
  assert.equal(domainOf('"a@b"@tiendasur.cl'), 'tiendasur.cl')
})

test('claims identify a person, or say why they do not', () => {
  const claims = { sub: '1', email: ' ', email_verified: true }
  assert.deepEqual(personOf({ ...claims, email: 'ANA@Sur.cl', name: ' Ana\u0000\u202e ' }), {
    subject: '1',
    email: 'ana@sur.cl',
    name: 'Ana',
  })
  assert.deepEqual(personOf({ ...claims, email: 'a@sur.cl' }), {
    subject: '1',
    email: 'a@sur.cl',
    name: 'a@sur.cl',
  })
  for (const email of [undefined, 5, '', 'a', 'a b@sur.cl', 'a@b@c', `${'x'.repeat(250)}@sur.cl`])
    assert.deepEqual(personOf({ ...claims, email }), { fault: 'noEmail' }, String(email))
  for (const verified of [false, 'false', 0, null])
    assert.deepEqual(personOf({ ...claims, email: 'a@sur.cl', email_verified: verified }), {
      fault: 'unverifiedEmail',
    })
})

const mapping: RoleMapping = {
  roleClaim: 'realm_access.roles',
  roleMap: { dpo: 'DPO', jefe: 'OWNER', lector: 'VIEWER' },
  defaultRole: 'ANALYST',
  confirmedByOwner: true,
}

test('the highest mapped role wins, through nested objects and lists', () => {
  assert.equal(roleOf({ realm_access: { roles: ['lector', 'dpo'] } }, mapping), 'DPO')
  assert.equal(roleOf({ 'realm_access.roles': 'lector' }, mapping), 'VIEWER')
  for (const claims of [{}, { realm_access: null }, { realm_access: { roles: [1, null, 'x', 'toString'] } }])
    assert.equal(roleOf(claims, mapping), 'ANALYST')
  assert.equal(roleOf({ realm_access: { roles: ['jefe'] } }, mapping), 'OWNER')
  assert.equal(
    roleOf({ realm_access: { roles: ['jefe'] } }, { ...mapping, confirmedByOwner: false }),
    'ADMIN',
  )
  assert.equal(roleOf({}, { ...mapping, roleClaim: null }), 'ANALYST')
})
