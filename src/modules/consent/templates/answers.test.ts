import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Failure } from '#kernel/failure.ts'
import { faultsOf, readSubmission } from './answers.ts'
import { asksAge, refField } from './form.ts'
import { assertMayConsent, checkValues, completeFields, type Field } from './rules.ts'

/** How answers in a form are read and checked. */

// ── values of a form ──

const field = (type: string, more: Partial<Field> = {}): Field => ({
  key: 'c',
  label: 'Campo',
  type,
  required: false,
  options: [],
  ...more,
})
const accepts = (one: Field, value: unknown) => {
  try {
    checkValues([one], { c: value }, { complete: true, others: false })
    return true
  } catch {
    return false
  }
}
const OFFERED = { options: ['a', { value: 'b', label: 'Be' }] }

for (const [type, fits, fails, more] of [
  ['text', ['ñandú 🦤', 'x'.repeat(10_000)], ['x'.repeat(10_001), 5, true, ['a']]],
  ['EMAIL', ['a@b.cl', ' a@b.co.cl '], ['a@b', 'a b@c.cl', '@b.cl', 'a@b..cl', 'a@.cl', 'a@b@c.cl']],
  ['phone', ['+56 9 1234 5678', '(2) 2345-678', '123456'], ['12345', '+', '1'.repeat(31), '123456a']],
  ['number', [0, -1.5, 1e9], ['1', true]],
  ['date', ['2024-02-29'], ['2026-02-29', '29-02-2024', '2024-2-9', 20240229]],
  ['checkbox', [true, false], ['true', 1]],
  ['select', ['a', 'b'], ['Be', 'c', 1], OFFERED],
  ['radio', ['a', 'b'], ['Be', ['a']], OFFERED],
  ['multiselect', [['a', 'b'], []], ['a', ['a', 'c'], [1], Array.from({ length: 101 }, () => 'a')], OFFERED],
  ['select', ['cualquiera'], [5]],
  ['color', ['#fff', 5, true], [{}, ['a']]],
] as [string, unknown[], unknown[], Partial<Field>?][]) {
  test(`a field of type ${type}${more ? ' with options' : ''} accepts only what fits`, () => {
    const one = field(type, more)
    assert.deepEqual(
      fits.filter((value) => !accepts(one, value)),
      [],
    )
    assert.deepEqual(
      fails.filter((value) => accepts(one, value)),
      [],
    )
  })
}

test('required fields must be present; a withdrawal requires none', () => {
  const one = [field('multiselect', { required: true }), field('text', { key: 'd', required: true })]
  const paths = (values: object, complete = true) => {
    try {
      checkValues(one, { ...values }, { complete, others: false })
      return []
    } catch (error) {
      return (error as Failure).details!.map(({ path }) => path)
    }
  }
  assert.deepEqual(paths({}), ['values.c', 'values.d'])
  assert.deepEqual(paths({ c: [], d: ' ' }), ['values.c', 'values.d'])
  assert.deepEqual(paths({ c: ['x'], d: null }), ['values.d'])
  assert.deepEqual(paths({}, false), [])
})

test('a wrong RUT alone has its own code; among other faults it is one of them', () => {
  const fields = [field('rut'), field('number', { key: 'n' })]
  const check = (values: object) => checkValues(fields, { ...values }, { complete: true, others: false })
  assert.throws(() => check({ c: '12.345.678-9' }), { code: 'INVALID_RUT' })
  assert.throws(
    () => check({ c: '12.345.678-9', n: 'x' }),
    (error: Failure) => error.code !== 'INVALID_RUT' && error.details?.length === 2,
  )
})

// ── the page of a form ──

const form = (fields: Parameters<typeof completeFields>[0], more: object = {}) =>
  ({ fields: completeFields(fields), require_age: false, version: 3, ...more }) as Parameters<
    typeof readSubmission
  >[0]
const YES = { granted: 'true', subjectRef: ' ana@correo.cl ' }

test("the page's answers become the call's body, field by field", () => {
  const template = form(
    [
      { key: 'años', type: 'number' },
      { key: 'leído', type: 'checkbox' },
      { key: 'temas', type: 'multiselect' },
      { key: 'nota' },
      { key: 'vacío' },
      { key: 'raro', type: 'NUMBER' },
    ],
    { require_age: true },
  )
  const sent = new URLSearchParams([
    ...Object.entries(YES),
    ['campo-0', '1.5'],
    ['campo-1', 'true'],
    ['campo-2', 'a'],
    ['campo-2', 'b'],
    ['campo-3', 'x & ñ'],
    ['campo-4', '  '],
    ['campo-5', 'tres'],
    ['age', '14'],
    ['version', '2'],
  ])
  assert.deepEqual(readSubmission(template, sent), {
    subjectRef: 'ana@correo.cl',
    granted: true,
    values: { años: 1.5, leído: true, temas: ['a', 'b'], nota: 'x & ñ', raro: 'tres', age: 14 },
    version: 2,
  })
})

test('an impossible version counts as missing', () => {
  for (const [version, kept] of [
    ['1', 1],
    ['3', 3],
    ['4', undefined],
    ['0', undefined],
    ['x', undefined],
    ['1.5', undefined],
  ] as const)
    assert.equal(readSubmission(form([]), new URLSearchParams({ ...YES, version })).version, kept, version)
})

test('every fault of the page is reported at its field', () => {
  const faults = (template: Parameters<typeof readSubmission>[0], sent: Record<string, string>) => {
    try {
      readSubmission(template, new URLSearchParams(sent))
      return []
    } catch (error) {
      return (error as Failure).details!.map(({ path }) => path)
    }
  }
  assert.deepEqual(faults(form([]), {}), ['subjectRef', 'granted'])
  assert.deepEqual(faults(form([{ key: 'n' }, { key: 'c', type: 'Email' }]), { granted: 'true' }), [
    'campo-1',
  ])
  assert.deepEqual(faults(form([]), { ...YES, subjectRef: 'ana' }), ['subjectRef'])
  assert.deepEqual(faults(form([]), { ...YES, subjectRef: `${'a'.repeat(196)}@b.cl` }), ['subjectRef'])
  assert.deepEqual(faults(form([]), { ...YES, granted: 'on' }), ['granted'])
  assert.deepEqual(faults(form([]), { ...YES, representativeName: 'Eva' }), ['representativeDeclares'])
  assert.deepEqual(faults(form([]), { ...YES, representativeName: ' ' }), [])
})

test("a fault of the call appears at the page's field, in words for a person", () => {
  const template = form([{ key: 'n' }, { key: 'c', type: 'email' }])
  const paths = [
    'values.c',
    'values.n',
    'subjectRef',
    'values.age',
    'representative.rut',
    'version',
    '',
    'otra',
  ]
  const failure = {
    message: 'Mal',
    details: paths.map((path) => ({ path, message: `Mal ${path}` })),
  } as Failure
  assert.deepEqual(
    faultsOf(template, failure).map(({ path, message }) => [path, message.slice(0, 14)]),
    [
      ['campo-1', 'Mal values.c'],
      ['campo-0', 'Mal values.n'],
      ['campo-1', 'Mal subjectRef'],
      ['age', 'Escriba su eda'],
      ['representativeRut', 'Escriba un RUT'],
      ['otra', 'Mal otra'],
    ],
  )
})

// ── names of inherited properties ──

const INHERITED = ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty']

for (const word of INHERITED) {
  test(`a field of the type «${word}» is of an unknown type and accepts any plain value`, () => {
    const one = field(word)
    assert.deepEqual(
      ['azul', 5, true].filter((value) => !accepts(one, value)),
      [],
    )
    assert.throws(() => checkValues([one], { c: {} }, { complete: true, others: false }), { status: 422 })
    const sent = new URLSearchParams({ ...YES, 'campo-0': 'azul' })
    assert.deepEqual(readSubmission(form([{ key: 'c', type: word }]), sent).values, { c: 'azul' })
  })

  test(`a field may have the key «${word}», and its answer is stored under it`, () => {
    const sent = new URLSearchParams({ ...YES, 'campo-0': 'sí' })
    const { values } = readSubmission(form([{ key: word }]), sent)
    assert.deepEqual(Object.entries(values!), [[word, 'sí']])
    const kept = checkValues([field('text', { key: word })], values!, { complete: true, others: false })
    assert.deepEqual(Object.entries(kept), [[word, 'sí']])
    const none = () =>
      checkValues([field('text', { key: word, required: true })], {}, { complete: true, others: false })
    assert.throws(none, { status: 422 })
  })
}

// ── the age ──

test("a form's own age field is typed as the law needs it, even if the field states no type", () => {
  const types = (fields: Parameters<typeof completeFields>[0]) =>
    completeFields(fields).map(({ type }) => type)
  assert.deepEqual(types(['age', 'birthDate', 'edad']), ['number', 'date', 'text'])
  assert.deepEqual(types([{ name: 'age', label: 'Su edad', type: ' ' }]), ['number'])
  assert.deepEqual(
    types([
      { key: 'age', type: 'NUMBER' },
      { key: 'birthDate', type: 'text' },
    ]),
    ['NUMBER', 'text'],
  )
  assert.deepEqual(types([{ key: 'age', type: 'years' }]), ['years'])
  assert.deepEqual(types([{ key: 'age', type: 'text' }]), ['text'])
})

test('an age field that cannot hold an age is refused when the form is made, not when a person answers', () => {
  for (const [key, type] of [
    ['age', 'Select'],
    ['age', 'date'],
    ['age', 'checkbox'],
    ['birthDate', 'number'],
    ['birthDate', 'checkbox'],
    ['birthDate', 'multiselect'],
  ] as const)
    assert.throws(
      () => completeFields(['a', { key, type }]),
      (error: Failure) => error.status === 422 && error.details?.[0]?.path === 'fields[1].type',
      `${key} ${type}`,
    )
})

for (const [key, type, written, read] of [
  ['age', undefined, '30', 30],
  // Older forms stored fields without a type, or with an unknown one.
  ['age', 'Text', '30', 30],
  ['age', 'textarea', '30', 30],
  ['age', 'integer', '30', 30],
  ['birthDate', undefined, '1996-05-02', '1996-05-02'],
  ['birthDate', 'text', '1996-05-02', '1996-05-02'],
  ['birthDate', 'datetime', '1996-05-02', '1996-05-02'],
] as const) {
  test(`the page can be answered where it asks for the age: ${key} as ${type}`, () => {
    const template = form([{ key, type }], { require_age: true })
    const { values } = readSubmission(template, new URLSearchParams({ ...YES, 'campo-0': written }))
    const kept = checkValues(template.fields, values!, { complete: true, others: false })
    assert.equal(kept[key], read)
    assert.doesNotThrow(() =>
      assertMayConsent({ requireAge: true, sensitive: false }, kept, null, '2026-12-01'),
    )
  })
}

test('a blank date of birth is reported at its own field, not at a field that the page lacks', () => {
  const template = form(['nombre', { key: 'birthDate', label: 'Cuándo nació' }], { require_age: true })
  let failure: Failure | undefined
  try {
    assertMayConsent({ requireAge: true, sensitive: false }, {}, null, '2026-12-01')
  } catch (error) {
    failure = error as Failure
  }
  assert.deepEqual(faultsOf(template, failure!), [
    { path: 'campo-1', message: '«Cuándo nació» es obligatorio.' },
  ])
  assert.deepEqual(
    faultsOf(form([], { require_age: true }), failure!).map(({ path }) => path),
    ['age'],
  )
})

test('the age is asked for once, and the address where the form has it', () => {
  const asks = (fields: Parameters<typeof completeFields>[0], require_age = true) =>
    asksAge(form(fields, { require_age }))
  assert.deepEqual(
    [asks([]), asks([], false), asks(['age']), asks(['birthDate']), asks(['edad'])],
    [true, false, false, false, true],
  )
  assert.equal(refField(form([{ key: 'a' }])), 'subjectRef')
  assert.equal(
    refField(form([{ key: 'a' }, { key: 'b', type: 'EMAIL' }, { key: 'c', type: 'email' }])),
    'campo-1',
  )
})
