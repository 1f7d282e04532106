import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyFaults } from '#test/kit/forms.ts'
import { RIGHT_TYPES } from '../rules.ts'
import { Details, FormIntake, Intake, Received } from './schemas.ts'

/** What the public call takes, letter by letter (contract 2.4 and 4.4). */

const LEAST = { subjectName: 'María Pérez', subjectEmail: 'maria@correo.cl', rightType: 'ACCESS' }
const faults = (fields: object) => bodyFaults(FormIntake, { ...LEAST, ...fields })

test('name, address and right are enough, and each of them is needed', () => {
  assert.deepEqual(faults({}), [])
  for (const name of Object.keys(LEAST)) {
    const { [name as keyof typeof LEAST]: _, ...rest } = LEAST
    assert.deepEqual(bodyFaults(FormIntake, rest), [name])
    assert.deepEqual(faults({ [name]: null }), [name])
    assert.notDeepEqual(faults({ [name]: ' ' }), [], `${name} of blanks`)
  }
})

/** The fields that the contract calls optional on intake, with a value of their kind. */
const OPTIONAL: Readonly<Record<string, unknown>> = {
  subjectRut: '12.345.678-5',
  subjectPhone: '+56 9 1234 5678',
  description: 'x',
  documentType: 'cédula',
  documentNumber: '123',
  organizationRelation: 'cliente',
  isRepresentative: true,
  representativeName: 'Juan',
  representativeRut: '7654321-6',
  representativeRelation: 'hijo',
  representativeDocUrl: 'https://x.cl/a.pdf',
  subtype: 'copia',
  subtypeDetail: 'x',
  specificData: { a: 1 },
  portabilityTarget: 'Otra SpA',
  portabilityFormat: 'csv',
  portabilityDirectTransfer: false,
  declarationTruthful: true,
  declarationDataProcessing: true,
  declarationPhoneContact: false,
}

test('the contract’s optional fields are taken together, alone, and as null', () => {
  assert.deepEqual(faults(OPTIONAL), [])
  for (const [name, value] of Object.entries(OPTIONAL)) {
    assert.ok(Object.hasOwn(Intake.properties, name), name)
    assert.deepEqual(faults({ [name]: value }), [], name)
    assert.deepEqual(faults({ [name]: null }), [], `${name} as null`)
  }
})

test('in a body nothing is read as something else: a text is no flag and no number', () => {
  for (const [name, value] of Object.entries(OPTIONAL)) {
    const other = typeof value === 'boolean' ? String(value) : name === 'specificData' ? '{"a":1}' : 7
    assert.deepEqual(faults({ [name]: other }), [name], name)
  }
  assert.deepEqual(faults({ subjectName: 7 }), ['subjectName'])
})

for (const right of RIGHT_TYPES)
  test(`${right} is one of the seven rights`, () => {
    assert.deepEqual(faults({ rightType: right }), [])
    assert.deepEqual(faults({ rightType: right.toLowerCase() }), ['rightType'])
  })

for (const [name, most] of [
  ['subjectName', 200],
  ['subjectPhone', 200],
  ['documentType', 200],
  ['documentNumber', 200],
  ['subtype', 200],
  ['portabilityFormat', 200],
  ['organizationRelation', 500],
  ['representativeRelation', 500],
  ['portabilityTarget', 500],
  ['description', 10_000],
  ['subtypeDetail', 10_000],
] as const) {
  test(`${name} has up to ${most} characters`, () => {
    assert.deepEqual(faults({ [name]: 'x'.repeat(most) }), [])
    assert.deepEqual(faults({ [name]: 'x'.repeat(most + 1) }), [name])
  })
}

test('a text in the free data has a bound, however deep it stands', () => {
  assert.deepEqual(faults({ specificData: { a: { b: ['x'.repeat(10_000)] } } }), [])
  assert.equal(faults({ specificData: { a: { b: ['x'.repeat(10_001)] } } }).length, 1)
})

test('an address may have blanks around it and must be one address', () => {
  for (const good of ['maria@correo.cl', ' maria@correo.cl ', 'm.p+x@ñandú.cl'])
    assert.deepEqual(faults({ subjectEmail: good }), [], good)
  for (const bad of [
    'maria',
    'maria@correo',
    '@correo.cl',
    'a@x.cl, b@y.cl',
    'a@x.cl\nBcc: b@y.cl',
    'a b@x.cl',
  ])
    assert.deepEqual(faults({ subjectEmail: bad }), ['subjectEmail'], bad)
})

test('what is no RUT at all passes here: it is INVALID_RUT later, and no fault of form', () => {
  assert.deepEqual(faults({ subjectRut: 'no sé', representativeRut: '' }), [])
})

test('files are named by their keys, and not more than a request takes', () => {
  const file = { uploadKey: 'k'.repeat(43), kind: 'other' }
  for (const kind of ['mandate', 'identity', 'other'])
    assert.deepEqual(faults({ attachments: [{ ...file, kind }] }), [], kind)
  assert.deepEqual(faults({ attachments: [] }), [])
  assert.equal(faults({ attachments: Array(1000).fill(file) }).length, 1)
  assert.equal(faults({ attachments: [{ ...file, kind: 'scan' }] }).length, 1, 'a kind that staff alone keep')
})

test('the row keeps every field but the files, and the trap for machines is no field of a request', () => {
  const { attachments: _, ...rest } = Intake.properties
  assert.deepEqual(Object.keys(Details.properties), Object.keys(rest))
  assert.ok(!Object.hasOwn(Intake.properties, 'website'))
  assert.deepEqual(faults({ website: 'x' }), [])
})

test('a request is answered with its id, its folio, its deadline and the legal day', () => {
  assert.deepEqual(Object.keys(Received.properties), ['id', 'folioNumber', 'responseDeadline', 'legalDueOn'])
})
