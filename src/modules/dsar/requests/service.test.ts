import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestRow } from '#test/kit/dsar-rows.ts'
import { bodyFaults } from '#test/kit/forms.ts'
import { RESPONSE_TYPES, STATES } from '../rules.ts'
import { assertOpen, endedAs } from './changes.ts'
import {
  AgencySent,
  AssignRequest,
  ExtendRequest,
  MoveRequest,
  NotifyThirds,
  Request,
  RequestItem,
  RespondRequest,
} from './schemas.ts'
import { readAnswer } from './service.ts'

/** How bodies are read into answers, and which ones are refused, without a database. */

// ── an answer ──

test('a grant keeps its text, a blank text is none, and the state follows from the type', () => {
  for (const responseType of ['FULFILLED', 'PARTIALLY_FULFILLED'] as const) {
    assert.deepEqual(readAnswer({ responseType }), {
      outcome: 'COMPLETED',
      responseType,
      responseNotes: null,
      responseFileKey: null,
      denialReason: null,
      nothingHeld: false,
    })
    assert.deepEqual(
      readAnswer({
        responseType,
        responseNotes: ' Van ',
        responseFileKey: 'a.pdf',
        denialReason: '  ',
        nothingHeld: true,
      }),
      {
        outcome: 'COMPLETED',
        responseType,
        responseNotes: ' Van ',
        responseFileKey: 'a.pdf',
        denialReason: null,
        nothingHeld: true,
      },
    )
  }
})

test('art. 11: a refusal needs its ground, in one of two fields', () => {
  for (const responseType of ['REJECTED_IDENTITY', 'REJECTED_LEGAL'] as const) {
    for (const nothing of [{}, { denialReason: ' ' }, { responseNotes: null, denialReason: null }])
      assert.throws(() => readAnswer({ responseType, ...nothing }), {
        status: 400,
        code: 'VALIDATION_ERROR',
        details: [
          {
            path: 'denialReason',
            message: 'Un rechazo indica su fundamento en «denialReason» o en «responseNotes».',
          },
        ],
      })
    for (const ground of [{ denialReason: 'Ley' }, { responseNotes: 'Ley' }])
      assert.equal((readAnswer({ responseType, ...ground }) as { outcome: string }).outcome, 'REJECTED')
  }
})

test('EXTENDED is an extension: its reason is in the notes, which are required', () => {
  assert.deepEqual(readAnswer({ responseType: 'EXTENDED', responseNotes: 'Cintas', denialReason: 'x' }), {
    extension: 'Cintas',
  })
  for (const responseNotes of [undefined, null, '', ' \n '])
    assert.throws(
      () => readAnswer({ responseType: 'EXTENDED', ...(responseNotes !== undefined && { responseNotes }) }),
      (error: { status: number; details: { path: string }[] }) =>
        error.status === 400 && error.details[0]!.path === 'responseNotes',
    )
})

// ── what ended ──

test('only COMPLETED and REJECTED are final, and the refusal names the state', () => {
  for (const status of STATES) {
    const row = requestRow({ status })
    if (status === 'COMPLETED' || status === 'REJECTED')
      assert.throws(() => assertOpen(row), { code: 'CONFLICT', status: 409, message: endedAs(status) })
    else assert.equal(assertOpen(row), row)
  }
  assert.equal(endedAs('REJECTED'), 'La solicitud ya terminó en «Rechazada» y no cambia más.')
})

// ── bodies (contract 4.4) ──

test('a change of status needs one of the six states', () => {
  for (const status of STATES) assert.deepEqual(bodyFaults(MoveRequest, { status }), [], status)
  assert.deepEqual(bodyFaults(MoveRequest, {}), ['status'])
  for (const status of ['OPEN', 'received', '', null, 7])
    assert.deepEqual(bodyFaults(MoveRequest, { status }), ['status'], String(status))
  assert.deepEqual(bodyFaults(MoveRequest, { status: 'VERIFYING', notes: null }), [])
})

test('an answer needs one of the five types, and its texts may be absent or null', () => {
  for (const responseType of RESPONSE_TYPES)
    assert.deepEqual(bodyFaults(RespondRequest, { responseType }), [], responseType)
  assert.deepEqual(bodyFaults(RespondRequest, {}), ['responseType'])
  const nothing = { responseNotes: null, responseFileKey: null, denialReason: null, nothingHeld: null }
  assert.deepEqual(bodyFaults(RespondRequest, { responseType: 'FULFILLED', ...nothing }), [])
  assert.deepEqual(bodyFaults(RespondRequest, { responseType: 'FULFILLED', nothingHeld: 'true' }), [
    'nothingHeld',
  ])
})

for (const [schema, name, most, rest] of [
  [ExtendRequest, 'reason', 10_000, {}],
  [MoveRequest, 'notes', 10_000, { status: 'VERIFYING' }],
  [RespondRequest, 'responseNotes', 10_000, { responseType: 'FULFILLED' }],
  [RespondRequest, 'denialReason', 10_000, { responseType: 'FULFILLED' }],
  [RespondRequest, 'responseFileKey', 500, { responseType: 'FULFILLED' }],
  [NotifyThirds, 'notes', 10_000, {}],
  [AgencySent, 'ground', 10_000, {}],
  [AgencySent, 'notes', 2000, {}],
] as const) {
  test(`${name} has up to ${most} characters beside ${JSON.stringify(rest)}`, () => {
    assert.deepEqual(bodyFaults(schema, { ...rest, [name]: 'x'.repeat(most) }), [])
    assert.deepEqual(bodyFaults(schema, { ...rest, [name]: 'x'.repeat(most + 1) }), [name])
  })
}

test('an extension needs a reason that is not blank, and an assignment needs a person', () => {
  for (const reason of [undefined, null, '', '  '])
    assert.deepEqual(bodyFaults(ExtendRequest, { reason }), ['reason'])
  assert.deepEqual(bodyFaults(AssignRequest, {}), ['assignedTo'])
  assert.deepEqual(bodyFaults(AssignRequest, { assignedTo: null }), ['assignedTo'])
  assert.deepEqual(bodyFaults(AssignRequest, { assignedTo: 'x' }), [], 'who is not a member is said later')
  assert.deepEqual(bodyFaults(NotifyThirds, {}), [])
})

test('a time of sending is an instant with its offset', () => {
  assert.deepEqual(bodyFaults(AgencySent, { sentAt: '2026-12-01T12:00:00-03:00' }), [])
  for (const sentAt of ['2026-12-01', '2026-12-01T12:00:00', 'ayer', '2026-02-30T12:00:00Z'])
    assert.deepEqual(bodyFaults(AgencySent, { sentAt }), ['sentAt'], sentAt)
})

// ── output (contract 2.4 and 4.4) ──

test('an item of the list has the fields of the contract', () => {
  for (const name of [
    'id',
    'folioNumber',
    'rightType',
    'subjectName',
    'subjectEmail',
    'status',
    'deadlineAt',
    'createdAt',
  ])
    assert.ok(Object.hasOwn(RequestItem.properties, name), name)
  for (const name of ['subjectRut', 'subjectPhone', 'description', 'responseNotes'])
    assert.ok(!Object.hasOwn(RequestItem.properties, name), `${name} is of the detail alone`)
})

test('the detail has every field of the contract, the history and the changes of state', () => {
  for (const name of `id folioNumber rightType status subjectName subjectEmail subjectRut subjectPhone description
    documentType documentNumber organizationRelation isRepresentative representativeName representativeRut
    representativeRelation representativeDocUrl subtype subtypeDetail specificData portabilityTarget portabilityFormat
    portabilityDirectTransfer declarationTruthful declarationDataProcessing declarationPhoneContact deadlineAt
    responseDeadline extendedDeadlineAt extensionReason extensionNotifiedAt assignedTo responseType responseNotes
    responseFileKey denialReason completedAt createdAt events timeline`.split(/\s+/))
    assert.ok(Object.hasOwn(Request.properties, name), name)
})
