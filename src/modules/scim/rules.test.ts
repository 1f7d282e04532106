import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#kernel/failure.ts'
import { type Attributes, attributesOf, memberChanges, patched, readFilter, roleOf } from './rules.ts'

const ANA: Attributes = {
  userName: 'ana@sur.cl',
  externalId: 'e-1',
  displayName: 'Ana Ñuñoa',
  givenName: 'Ana',
  familyName: 'Ñuñoa',
  email: 'ana@sur.cl',
  active: true,
  groups: ['DPO', 'ANALYST'],
}

/** The SCIM type of the refusal; undefined without one. */
function refusal(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    assert.ok(error instanceof Failure)
    return error.details?.[0]?.rule
  }
}

// ── filters ──

test('a filter accepts an attribute in any case, with a JSON value', () => {
  for (const [text, attribute, value] of [
    ['userName eq "ana@sur.cl"', 'userName', 'ana@sur.cl'],
    ['USERNAME EQ "Ana"', 'userName', 'Ana'],
    ['  externalId   eq   "x"  ', 'externalId', 'x'],
    ['emails eq "a@b.cl"', 'emails.value', 'a@b.cl'],
    ['emails.value eq "a@b.cl"', 'emails.value', 'a@b.cl'],
    ['displayName eq "Ana \\"la\\" \\u00d1"', 'displayName', 'Ana "la" Ñ'],
    ['displayName eq ""', 'displayName', ''],
  ] as const)
    assert.deepEqual(readFilter(text), { attribute, value }, text)
  for (const none of [undefined, '', '   ']) assert.equal(readFilter(none), undefined)
})

test('other filters are refused, including property names of every object', () => {
  for (const text of [
    'userName',
    'userName eq',
    'userName ne "a"',
    'userName eq "a" or userName eq "b"',
    "userName eq 'a'",
    'constructor eq "a"',
    'userName eq "a\\q"',
    'emails[type eq "work"] eq "a"',
  ])
    assert.equal(
      refusal(() => readFilter(text)),
      'invalidFilter',
      text,
    )
})

// ── a whole person ──

test('the shown name comes from the first source that has one', () => {
  const shown = (body: object) => attributesOf({ userName: 'ana@sur.cl', ...body }).displayName
  const name = { formatted: 'Ana F.', givenName: 'Ana', familyName: 'Ñuñoa' }
  assert.equal(shown({ displayName: 'La Ana', name }), 'La Ana')
  assert.equal(shown({ displayName: '  ', name }), 'Ana F.')
  assert.equal(shown({ name: { ...name, formatted: '' } }), 'Ana Ñuñoa')
  assert.equal(shown({ name: { familyName: 'Ñuñoa' } }), 'Ñuñoa')
  assert.equal(shown({ name: null }), 'ana@sur.cl')
  assert.equal(shown({ displayName: ' Ana\n\tdel Sur ' }), 'Ana  del Sur')
})

test('the address is the primary one, otherwise the first, otherwise the user name, in lower case', () => {
  const email = (emails: unknown) => attributesOf({ userName: 'U@Sur.CL', emails }).email
  const [one, two] = [{ value: 'Uno@sur.cl' }, { value: 'dos@sur.cl' }]
  assert.equal(email([one, two]), 'uno@sur.cl')
  for (const primary of [true, 'True', 'true'])
    assert.equal(email([one, { ...two, primary }]), 'dos@sur.cl', String(primary))
  for (const primary of [false, 'False', 'no', null, 1])
    assert.equal(email([one, { ...two, primary }]), 'uno@sur.cl', String(primary))
  for (const none of [undefined, null, [], [{}], [{ value: null }], 'x'])
    assert.equal(email(none), 'u@sur.cl', JSON.stringify(none))
})

test('a person without an address, and parts of another type, are refused', () => {
  const person = { userName: 'ana@sur.cl' }
  for (const [body, rule] of [
    [{ userName: ' ' }, 'invalidValue'],
    [{ userName: 'ana' }, 'invalidValue'],
    [{ userName: 'ana@sur' }, 'invalidValue'],
    [{ ...person, emails: [{ value: 'a b@sur.cl' }] }, 'invalidValue'],
    [{ ...person, emails: ['a@sur.cl'] }, 'invalidSyntax'],
    [{ ...person, name: 'Ana' }, 'invalidSyntax'],
    [{ ...person, displayName: 5 }, 'invalidValue'],
    [{ ...person, displayName: 'ñ'.repeat(255) }, 'invalidValue'],
    [{ ...person, active: 'sí' }, 'invalidValue'],
    [{ ...person, active: 1 }, 'invalidValue'],
    [{ ...person, roles: 'DPO' }, 'invalidSyntax'],
    [{ ...person, roles: ['dpo'] }, 'invalidValue'],
    [{ ...person, roles: ['DPO', 'OWNER'] }, 'invalidValue'],
  ] as const)
    assert.equal(
      refusal(() => attributesOf(body)),
      rule,
      JSON.stringify(body).slice(0, 80),
    )
  assert.equal(attributesOf({ ...person, displayName: 'ñ'.repeat(254) }).displayName.length, 254)
})

test('a person is active unless the provider says otherwise, as a boolean or as text', () => {
  const active = (body: object) => attributesOf({ userName: 'ana@sur.cl', ...body }).active
  assert.equal(active({}), true)
  for (const yes of [true, 'true', 'True', 'TRUE']) assert.equal(active({ active: yes }), true)
  for (const no of [false, 'false', 'False']) assert.equal(active({ active: no }), false)
})

test('roles come as texts or objects, each once; the highest counts', () => {
  const { groups } = attributesOf({
    userName: 'ana@sur.cl',
    roles: ['ANALYST', { value: 'DPO' }, { value: 'ANALYST' }],
  })
  assert.deepEqual(groups, ['ANALYST', 'DPO'])
  assert.equal(roleOf(groups), 'DPO')
  assert.equal(roleOf(['VIEWER', 'APPROVER', 'ADMIN']), 'ADMIN')
  assert.equal(roleOf([]), undefined)
})

// ── patches of a person ──

test('each patch changes only its attribute', () => {
  const CORE = 'urn:ietf:params:scim:schemas:core:2.0:User:'
  for (const [operation, change] of [
    [{ op: 'replace', path: 'active', value: 'False' }, { active: false }],
    [{ op: 'Remove', path: 'active' }, { active: false }],
    [{ op: 'replace', path: `${CORE}active`, value: false }, { active: false }],
    [{ op: 'replace', path: 'USERNAME', value: ' otra@sur.cl ' }, { userName: 'otra@sur.cl' }],
    [{ op: 'add', path: 'displayName', value: 'La Ana' }, { displayName: 'La Ana' }],
    [{ op: 'add', path: 'name.formatted', value: 'Ana F.' }, { displayName: 'Ana F.' }],
    [{ op: 'replace', path: 'name.givenName', value: 'Anita' }, { givenName: 'Anita' }],
    [{ op: 'remove', path: 'name.familyName' }, { familyName: null }],
    [{ op: 'remove', path: 'externalId' }, { externalId: null }],
    [{ op: 'replace', path: 'externalId', value: 'e-2' }, { externalId: 'e-2' }],
    [
      { op: 'replace', path: 'name', value: { givenName: 'A', familyName: 'B' } },
      { givenName: 'A', familyName: 'B' },
    ],
    [
      { op: 'replace', value: { 'name.givenName': 'A', displayName: 'A B', title: 'Jefa' } },
      { givenName: 'A', displayName: 'A B' },
    ],
    [{ op: 'replace', path: 'emails', value: 'Otra@Sur.cl' }, { email: 'otra@sur.cl' }],
    [{ op: 'replace', path: 'emails', value: [{ value: 'otra@sur.cl' }] }, { email: 'otra@sur.cl' }],
    [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'otra@sur.cl' }, { email: 'otra@sur.cl' }],
    [
      { op: 'replace', path: 'emails[primary eq true].value', value: 'otra@sur.cl' },
      { email: 'otra@sur.cl' },
    ],
    [{ op: 'replace', path: 'roles', value: [{ value: 'VIEWER' }] }, { groups: ['VIEWER'] }],
    [{ op: 'replace', path: 'roles[primary eq "True"].value', value: 'ADMIN' }, { groups: ['ADMIN'] }],
    [{ op: 'remove', path: 'roles' }, { groups: [] }],
    [{ op: 'remove', path: 'roles[primary eq "True"]' }, { groups: [] }],
    [{ op: 'replace', path: 'title', value: 'Jefa' }, {}],
    [{ op: 'add', path: 'urn:example:User:active', value: false }, {}],
    [{ op: 'replace', value: {} }, {}],
  ] as const)
    assert.deepEqual(patched(ANA, [operation]), { ...ANA, ...change }, JSON.stringify(operation))
})

test('a home address is ignored: patches change only the work address', () => {
  for (const operation of [
    { op: 'replace', path: 'emails[type eq "home"].value', value: 'ana@casa.cl' },
    { op: 'add', path: 'emails[type eq "other"]', value: [{ value: 'ana@casa.cl' }] },
    { op: 'remove', path: 'emails[ type EQ "home" ]' },
  ])
    assert.deepEqual(patched({ ...ANA, email: 'ana.n@sur.cl' }, [operation]).email, 'ana.n@sur.cl')
  assert.equal(patched({ ...ANA, email: 'x@sur.cl' }, [{ op: 'remove', path: 'emails' }]).email, 'ana@sur.cl')
})

test('removing one role keeps the others', () => {
  const left = (filter: string) => patched(ANA, [{ op: 'remove', path: `roles[${filter}]` }]).groups
  assert.deepEqual(left('value eq "ANALYST"'), ['DPO'])
  assert.deepEqual(left(' VALUE eq "DPO" '), ['ANALYST'])
  assert.deepEqual(left('value eq "VIEWER"'), ['DPO', 'ANALYST'])
})

test('patches apply in order and keep the other attributes', () => {
  const before = structuredClone(ANA)
  const after = patched(ANA, [
    { op: 'replace', path: 'userName', value: 'nueva@sur.cl' },
    { op: 'remove', path: 'emails' },
    { op: 'replace', path: 'userName', value: 'ultima@sur.cl' },
  ])
  assert.deepEqual([after.userName, after.email], ['ultima@sur.cl', 'nueva@sur.cl'])
  assert.deepEqual(ANA, before)
})

test('an invalid patch is refused with its type', () => {
  for (const [operation, rule] of [
    [{ op: 'move', path: 'active', value: true }, 'invalidSyntax'],
    [{ op: 'addreplace', path: 'active', value: true }, 'invalidSyntax'],
    [{ op: 'remove' }, 'invalidPath'],
    [{ op: 'remove', path: 'userName' }, 'invalidValue'],
    [{ op: 'remove', path: 'displayName' }, 'invalidValue'],
    [{ op: 'replace', path: 'displayName', value: ' ' }, 'invalidValue'],
    [{ op: 'replace', path: 'active', value: null }, 'invalidValue'],
    [{ op: 'replace', value: 'x' }, 'invalidSyntax'],
    [{ op: 'replace', value: ['x'] }, 'invalidSyntax'],
    [{ op: 'replace', path: 'emails', value: 'nada' }, 'invalidValue'],
    [{ op: 'add', path: 'roles', value: 'OWNER' }, 'invalidValue'],
  ] as const)
    assert.equal(
      refusal(() => patched(ANA, [operation])),
      rule,
      JSON.stringify(operation),
    )
})

// ── members of a group ──

test('members join and leave a group in each spelling of the providers', () => {
  const nobody = { add: [], remove: [], replace: false }
  for (const [operation, change] of [
    [
      { op: 'Add', path: 'members', value: [{ value: 'a' }, 'b'] },
      { ...nobody, add: ['a', 'b'] },
    ],
    [
      { op: 'add', path: 'members', value: { value: 'a' } },
      { ...nobody, add: ['a'] },
    ],
    [
      { op: 'add', value: { members: [{ value: 'a' }] } },
      { ...nobody, add: ['a'] },
    ],
    [
      { op: 'Remove', path: 'Members', value: [{ value: 'a' }] },
      { ...nobody, remove: ['a'] },
    ],
    [
      { op: 'remove', path: 'members[value eq "a"]' },
      { ...nobody, remove: ['a'] },
    ],
    [
      { op: 'remove', path: 'members[ VALUE EQ "a" ]' },
      { ...nobody, remove: ['a'] },
    ],
    [
      { op: 'remove', path: 'members' },
      { ...nobody, replace: true },
    ],
    [
      { op: 'replace', path: 'members', value: [] },
      { ...nobody, replace: true },
    ],
    [
      { op: 'replace', path: 'members', value: ['a'] },
      { ...nobody, add: ['a'], replace: true },
    ],
    [
      { op: 'replace', value: { members: ['a'] } },
      { ...nobody, add: ['a'], replace: true },
    ],
    [{ op: 'replace', path: 'displayName', value: 'DPO' }, nobody],
    [{ op: 'replace', value: { id: 'DPO', displayName: 'DPO' } }, nobody],
    [{ op: 'replace', value: {} }, nobody],
  ] as const)
    assert.deepEqual(memberChanges('DPO', [operation]), [change], JSON.stringify(operation))
})

test('a group keeps its name, and an unreadable patch is refused', () => {
  const many = (count: number) => ({ op: 'add', path: 'members', value: Array(count).fill('a') })
  for (const [operation, rule] of [
    [{ op: 'replace', path: 'displayName', value: 'ADMIN' }, 'mutability'],
    [{ op: 'replace', value: { displayName: 'dpo' } }, 'mutability'],
    [{ op: 'mover', path: 'members', value: ['a'] }, 'invalidSyntax'],
    [{ op: 'add', value: 'a' }, 'invalidSyntax'],
    [{ op: 'add', path: 'externalId', value: 'x' }, 'invalidPath'],
    [{ op: 'remove', path: 'members[display eq "a"]' }, 'invalidPath'],
    [{ op: 'add', path: 'members', value: [{}] }, 'invalidValue'],
    [{ op: 'add', path: 'members', value: [5] }, 'invalidSyntax'],
    [{ op: 'add', path: 'members' }, 'invalidValue'],
    [many(1001), 'invalidValue'],
  ] as const)
    assert.equal(
      refusal(() => memberChanges('DPO', [operation])),
      rule,
      JSON.stringify(operation).slice(0, 80),
    )
  assert.equal(memberChanges('DPO', [many(1000)])[0]?.add.length, 1000)
})
