import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LAW } from '#kernel/law/law.ts'
import { faultsOf, stateOf } from './judging.ts'
import type { NewRow } from './schemas.ts'

/** Checks of a row of the former register, without a file or a service. */

const TODAY = '2026-12-20'
const ROW: NewRow = {
  previousNumber: '2026-001',
  rightType: 'ACCESS',
  status: 'RECEIVED',
  receivedOn: '2026-12-01',
  subjectName: 'María Pérez',
  subjectEmail: 'maria@correo.cl',
}
const CLOSED = { status: 'COMPLETED', completedOn: '2026-12-10' } as const
const REFUSED = { status: 'REJECTED', completedOn: '2026-12-10' } as const
const EXTENDED = { extendedOn: '2026-12-15', extensionReason: 'Faltan antecedentes' } as const

const faults = (fields: Partial<NewRow>, today = TODAY) => faultsOf({ ...ROW, ...fields }, today, LAW)

for (const [what, fields] of [
  ['an open one', {}],
  ['one received today', { receivedOn: TODAY }],
  ['one closed on the day it came', { ...CLOSED, completedOn: '2026-12-01' }],
  ['one closed today', { ...CLOSED, completedOn: TODAY }],
  ['a granted one', { ...CLOSED, responseType: 'FULFILLED' }],
  ['one granted in part', { ...CLOSED, responseType: 'PARTIALLY_FULFILLED' }],
  ['a refused one', { ...REFUSED, responseType: 'REJECTED_LEGAL' }],
  ['one refused for who asked', { ...REFUSED, responseType: 'REJECTED_IDENTITY' }],
  ['a closed one of which nobody knows the outcome', CLOSED],
  ['one that was closed with a refusal', { ...CLOSED, responseType: 'REJECTED_LEGAL' }],
  ['an extended one', { status: 'EXTENDED', ...EXTENDED }],
  ['one that was extended and is worked on', { status: 'IN_PROGRESS', ...EXTENDED }],
  ['one that was extended and answered on that day', { ...CLOSED, completedOn: '2026-12-15', ...EXTENDED }],
  ['a RUT with dots', { subjectRut: '12.345.678-5' }],
  ['a RUT of blanks', { subjectRut: '  ' }],
  ['a block', { rightType: 'BLOCKING' }],
] as const satisfies readonly (readonly [string, Partial<NewRow>])[]) {
  test(`${what} is imported as it is`, () => {
    assert.deepEqual(faults(fields), [])
  })
}

for (const [what, fields, path, message] of [
  ['received tomorrow', { receivedOn: '2026-12-21' }, 'receivedOn', /está en el futuro/],
  ['closed tomorrow', { ...CLOSED, completedOn: '2026-12-21' }, 'completedOn', /está en el futuro/],
  ['closed before it came', { ...CLOSED, completedOn: '2026-11-30' }, 'completedOn', /anterior al ingreso/],
  ['extended tomorrow', { ...EXTENDED, extendedOn: '2026-12-21' }, 'extendedOn', /está en el futuro/],
  ['extended before it came', { ...EXTENDED, extendedOn: '2026-11-30' }, 'extendedOn', /anterior al ingreso/],
  [
    'closed without a day',
    { status: 'COMPLETED' },
    'completedOn',
    /es obligatorio en una solicitud terminada/,
  ],
  [
    'refused without a day',
    { status: 'REJECTED' },
    'completedOn',
    /es obligatorio en una solicitud terminada/,
  ],
  [
    'open with a day of answer',
    { completedOn: '2026-12-10' },
    'status',
    /fecha de respuesta y su estado es «Recibida»/,
  ],
  [
    'open with an outcome',
    { status: 'IN_PROGRESS', responseType: 'FULFILLED' },
    'responseType',
    /Tiene un resultado y su estado es «En curso»/,
  ],
  [
    'rejected and granted at once',
    { ...REFUSED, responseType: 'PARTIALLY_FULFILLED' },
    'responseType',
    /«Acogida en parte» y su estado «Rechazada»/,
  ],
  [
    'extended after it was answered',
    { ...CLOSED, ...EXTENDED, completedOn: '2026-12-14' },
    'extendedOn',
    /posterior a la respuesta/,
  ],
  ['extended without a reason', { extendedOn: '2026-12-15' }, 'extensionReason', /con su fecha y su motivo/],
  ['extended without a day', { extensionReason: 'x' }, 'extensionReason', /con su fecha y su motivo/],
  ['a RUT that fails', { subjectRut: '12.345.678-4' }, 'subjectRut', /no es un RUT válido/],
  [
    'a block that was extended',
    { rightType: 'BLOCKING', receivedOn: '2026-12-14', ...EXTENDED },
    'extendedOn',
    /bloqueo temporal no se amplía \(arts\. 8 ter y 11/,
  ],
] as const satisfies readonly (readonly [string, Partial<NewRow>, string, RegExp])[]) {
  test(`a request that is ${what} is refused at ${path}`, () => {
    const found = faults(fields)
    assert.deepEqual(
      found.map((fault) => fault.path),
      [path],
      JSON.stringify(found),
    )
    assert.match(found[0]!.message, message)
  })
}

test('the outcome says how a closed request ended; every other state stays', () => {
  for (const [status, responseType, state] of [
    ['COMPLETED', 'REJECTED_LEGAL', 'REJECTED'],
    ['COMPLETED', 'REJECTED_IDENTITY', 'REJECTED'],
    ['COMPLETED', 'PARTIALLY_FULFILLED', 'COMPLETED'],
    ['COMPLETED', null, 'COMPLETED'],
    ['REJECTED', null, 'REJECTED'],
    ['REJECTED', 'REJECTED_LEGAL', 'REJECTED'],
    ['EXTENDED', null, 'EXTENDED'],
  ] as const)
    assert.equal(stateOf({ status, responseType }), state, `${status} ${responseType}`)
})

test('art. 11: an extension needs a term that still runs, and ends on its last day', () => {
  const extended = (extendedOn: string) =>
    faults({ status: 'EXTENDED', ...EXTENDED, extendedOn }, '2027-03-01').map(({ path }) => path)
  assert.deepEqual(extended('2026-12-31'), [])
  assert.deepEqual(extended('2027-01-01'), ['extendedOn'])
})

test('an extended request without date and reason lacks both, each reported once', () => {
  assert.deepEqual(
    faults({ status: 'EXTENDED' }).map(({ path }) => path),
    ['extendedOn'],
  )
  assert.deepEqual(
    faults({ status: 'EXTENDED', extendedOn: '2026-12-15', extensionReason: ' ' }).map(({ path }) => path),
    ['extendedOn', 'extensionReason'],
  )
})

test('all faults of a row are reported at once', () => {
  const found = faults({ status: 'COMPLETED', receivedOn: '2026-12-25', subjectRut: '1-1' })
  assert.deepEqual(
    found.map(({ path }) => path),
    ['receivedOn', 'completedOn', 'subjectRut'],
  )
})
