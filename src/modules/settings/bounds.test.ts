import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Accept, Login, Registration } from '#modules/auth/schemas.ts'
import { NewDepartment, NewEntity } from '#modules/org/schemas.ts'
import { takes } from '#test/kit/forms.ts'
import { ApiKeyPatch, NewApiKey, Rotation } from './api-keys/schemas.ts'
import { NewMember, RoleChange } from './members/schemas.ts'
import { SsoChange } from './sso/schemas.ts'
import { TenantPatch } from './tenant/schemas.ts'
import { NewSubscription, SecretRotation } from './webhooks/schemas.ts'

const ID = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'
const x = (length: number) => 'x'.repeat(length)

/** Valid and invalid values of one field in an otherwise valid body. */
function field(
  schema: object,
  body: object,
  name: string,
  good: readonly unknown[],
  bad: readonly unknown[],
) {
  const accepts = takes(schema)
  assert.equal(accepts(body), true, `${name}: the body itself`)
  const shown = (value: unknown) => `${name}: ${JSON.stringify(value)?.slice(0, 60)}`
  for (const value of good) assert.equal(accepts({ ...body, [name]: value }), true, shown(value))
  for (const value of bad) assert.equal(accepts({ ...body, [name]: value }), false, shown(value))
}

const without = (body: object, name: string) =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))

test('a body without required fields is refused, and unknown fields are ignored', () => {
  for (const [schema, body] of [
    [Registration, REGISTRATION],
    [Login, { email: 'ana@sur.cl', password: 'x' }],
    [Accept, { token: 'kQ2n8', name: 'Pedro', password: 'una-frase-larga' }],
    [NewMember, MEMBER],
    [NewEntity, ENTITY],
    [NewDepartment, { legalEntityId: ID, name: 'Personas' }],
    [NewSubscription, WEBHOOK],
  ] as const) {
    const accepts = takes(schema)
    for (const name of Object.keys(body)) {
      assert.equal(accepts(without(body, name)), false, name)
      assert.equal(accepts({ ...body, [name]: null }), false, `${name}: null`)
      assert.equal(accepts({ ...body, [name]: 5 }), false, `${name}: a number`)
    }
    assert.equal(accepts({ ...body, tenantId: ID, isAdmin: true }), true)
    assert.equal(accepts([body]), false)
  }
})

// ── accounts (decisions, part 2) ──

const REGISTRATION = {
  email: 'ana@tiendasur.cl',
  password: 'una-frase-larga-y-propia',
  name: 'Ana Rojas',
  organizationName: 'Tienda Sur SpA',
}

test('a password has 8 to 128 characters as people count them, and is not blank', () => {
  const good = [x(8), x(128), 'contraseña', '🔑'.repeat(8), '🔑'.repeat(128), `       ${x(1)}`]
  field(Registration, REGISTRATION, 'password', good, [x(7), x(129), '🔑'.repeat(7), ' '.repeat(20), ''])
  // Older passwords may be shorter than today's minimum, so signing in does not check it.
  field(Login, { email: 'ana@sur.cl', password: 'x' }, 'password', ['x', x(128)], ['', '   ', x(129)])
})

test('an e-mail must be valid, and may have the letters permitted under .cl', () => {
  field(
    Registration,
    REGISTRATION,
    'email',
    ['ANA@Sur.CL', 'ana+rgpd@niño.cl', ' ana@sur.cl ', 'a@b.co', `${x(64)}@sur.cl`],
    [
      'ana',
      'ana@sur',
      '@sur.cl',
      'ana@-sur.cl',
      'ana@sur-.cl',
      'a b@sur.cl',
      'ana@sur..cl',
      `${x(65)}@sur.cl`,
      `a@${x(250)}.cl`,
    ],
  )
})

test('a name is one line of 1 to 200 characters', () => {
  for (const [schema, body, name] of [
    [Registration, REGISTRATION, 'name'],
    [Registration, REGISTRATION, 'organizationName'],
    [NewMember, MEMBER, 'name'],
    [NewApiKey, { name: 'CRM' }, 'name'],
    [NewDepartment, { legalEntityId: ID, name: 'Personas' }, 'name'],
  ] as const)
    field(
      schema,
      body,
      name,
      ['A', x(200), 'Ñandú & Cía. <b>'],
      ['', ' ', x(201), 'Ana\nBcc: x', 'Ana\u2028', 'a\tb', ['A']],
    )
})

test('the plan is one of four, or absent', () => {
  field(
    Registration,
    REGISTRATION,
    'plan',
    ['STARTER', 'PROFESSIONAL', 'BUSINESS', 'ENTERPRISE', null],
    ['starter', 'FREE', '', 1],
  )
})

// ── organisation (contract, part 8) ──

const ENTITY = { workspaceId: ID, name: 'Tienda Sur SpA' }

test('a legal entity: name 2 to 200, taxId at most 12, postalAddress at most 500', () => {
  field(NewEntity, ENTITY, 'name', ['SA', x(200)], ['A', ' A ', x(201), '', '  '])
  field(NewEntity, ENTITY, 'taxId', ['76.543.210-3', x(12), '', null], [x(13), 765_432_103])
  field(NewEntity, ENTITY, 'postalAddress', [x(500), '', null], [x(501)])
  for (const name of ['legalRepEmail', 'dpoEmail', 'arcoPublicEmail'])
    field(NewEntity, ENTITY, name, ['datos@sur.cl', '', ' ', null], ['datos', 'datos@', 5])
  for (const name of ['isPublicBody', 'essentialService'])
    field(NewEntity, ENTITY, name, [true, false, null], ['true', 1, 'sí'])
})

// ── members, keys ──

const MEMBER = { email: 'pedro@sur.cl', name: 'Pedro Soto', role: 'ANALYST' }

test('a role is one of the six', () => {
  const roles = ['OWNER', 'ADMIN', 'DPO', 'APPROVER', 'ANALYST', 'VIEWER']
  field(NewMember, MEMBER, 'role', roles, ['owner', 'Approver', 'SUPERADMIN', '', ['OWNER']])
  field(RoleChange, { role: 'DPO' }, 'role', roles, ['', null, 'ROOT'])
})

test('a key has at most the role DPO: members, keys and the organisation are for people', () => {
  const [few, many] = [
    ['DPO', 'APPROVER', 'ANALYST', 'VIEWER', null],
    ['OWNER', 'ADMIN', 'dpo', ''],
  ]
  field(NewApiKey, { name: 'CRM' }, 'role', few, many)
  field(ApiKeyPatch, {}, 'role', few, many)
})

test('a key has existing scopes, addresses, sites and its own rate limit', () => {
  const [schema, body] = [NewApiKey, { name: 'CRM' }]
  field(
    schema,
    body,
    'scopes',
    [['consent:read'], ['consent:read', 'rat:write'], null],
    [[], ['consent'], ['consent:admin'], ['nadie:read'], 'consent:read'],
  )
  field(
    schema,
    body,
    'allowedAddresses',
    [[], Array(50).fill('200.27.10.5'), null],
    [Array(51).fill('200.27.10.5'), [''], [x(51)]],
  )
  field(
    schema,
    body,
    'allowedOrigins',
    [[], Array(20).fill('https://a.cl'), null],
    [Array(21).fill('https://a.cl'), [x(201)]],
  )
  field(schema, body, 'requestsPerMinute', [1, 100_000, null], [0, -1, 100_001, 1.5, '300'])
  field(
    schema,
    body,
    'expiresAt',
    ['2027-01-01T00:00:00Z', '2027-01-01T00:00:00-03:00', '', null],
    ['2027-01-01', '2027-02-30T00:00:00Z', 'mañana', 5],
  )
})

test('the former secret of a key or webhook works for 0 to 72 hours after a rotation', () => {
  for (const schema of [Rotation, SecretRotation]) {
    field(schema, {}, 'overlapHours', [0, 1, 72, null], [-1, 73, 1.5, '24'])
    assert.equal(takes(schema)(null), true, 'nothing sent')
  }
})

// ── settings ──

test('settings stay within their bounds, and null never clears a required one', () => {
  field(TenantPatch, {}, 'sessionHours', [1, 720, null], [0, 721, 1.5, '12'])
  field(TenantPatch, {}, 'answerRetentionDays', [15, 365, null], [14, 366])
  field(TenantPatch, {}, 'siemSecretOverlapHours', [0, 72, null], [-1, 73])
  field(TenantPatch, {}, 'legalGate', ['warn', 'enforce', null], ['off', 'block', ''])
  field(TenantPatch, {}, 'name', ['S', x(200)], [null, '', ' ', x(201), 'a\nb'])
  field(TenantPatch, {}, 'siemSecret', ['s', x(200), null], ['', ' ', x(201)])
  for (const name of ['requireMfa', 'ssoEnforced'])
    field(TenantPatch, {}, name, [true, false, null], ['true', 1])
})

test('free texts of the look are limited, each and together', () => {
  field(
    TenantPatch,
    {},
    'branding',
    [{}, { logoUrl: x(10_000) }, { a: { b: [x(10_000)] } }, null],
    [
      { logoUrl: x(10_001) },
      { a: { b: [x(10_001)] } },
      Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`k${at}`, x(10_000)])),
      [],
      'azul',
    ],
  )
})

const WEBHOOK = { url: 'https://crm.sur.cl/resguardo', events: ['dsar.received'] }

test('a webhook needs a web address and existing events', () => {
  field(
    NewSubscription,
    WEBHOOK,
    'url',
    ['https://crm.sur.cl', 'http://10.0.0.5:8080/x'],
    ['ftp://crm.sur.cl', 'javascript:alert(1)', 'crm.sur.cl', '', `https://sur.cl/${x(2000)}`],
  )
  field(
    NewSubscription,
    WEBHOOK,
    'events',
    [['*'], ['dsar.received', 'breach.created']],
    [[], ['dsar'], ['webhook.test'], ['comment.mentioned '], '*'],
  )
})

test('domains of a company sign-in are host names, and its roles those of the organisation', () => {
  field(
    SsoChange,
    {},
    'allowedDomains',
    [[], ['tiendasur.cl'], [' Correo.Tienda-Sur.CL ']],
    [['tiendasur'], ['@sur.cl'], ['sur.cl/x'], ['-sur.cl'], ['sur..cl'], ['*.sur.cl'], [`${x(64)}.cl`], null],
  )
  field(
    SsoChange,
    {},
    'roleMap',
    [{}, { 'grupo 1': 'OWNER' }],
    [{ x: 'ROOT' }, { '': 'DPO' }, { [x(201)]: 'DPO' }, { x: null }, null],
  )
  field(SsoChange, {}, 'clientSecret', ['s', null], ['', ' ', x(2001)])
  field(SsoChange, {}, 'issuer', ['https://login.sur.cl/v2.0'], [null, '', 'login.sur.cl'])
})
