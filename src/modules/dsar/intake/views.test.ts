import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BEFORE_THE_LAW, BY, NAME_ALONE, ON_THE_DAY, requestRow } from '#test/kit/dsar-rows.ts'
import { STATES } from '../rules.ts'
import { Tracking } from './schemas.ts'
import { trackingView } from './views.ts'

/** What anybody who holds a folio may see (contract 2.4). */

const view = (
  fields: Parameters<typeof requestRow>[0] = {},
  on: typeof ON_THE_DAY | typeof BEFORE_THE_LAW = ON_THE_DAY,
  by = BY,
) => trackingView(requestRow(fields), by, on)

/** As the contract lists them. */
const OF_THE_CONTRACT = [
  'folio',
  'responsibleEntity',
  'rightType',
  'status',
  'statusLabel',
  'statusDescription',
  'receivedAt',
  'responseDeadline',
  'isExtended',
  'extensionReason',
  'responseType',
  'completedAt',
  'dpoName',
  'dpoEmail',
]

test('it has every field of the contract, and ours beside them', () => {
  const added = ['nothingHeld', 'legalDueOn', 'contactEmail']
  assert.deepEqual(Object.keys(view()).toSorted(), [...OF_THE_CONTRACT, ...added].toSorted())
  assert.deepEqual(Object.keys(Tracking.properties).toSorted(), Object.keys(view()).toSorted())
})

test('nothing in it tells who the person is, what they wrote or what was answered', () => {
  const everything = {
    subject_rut: '12345678-5',
    subject_phone: '+56 9 1111 1111',
    subject_address: 'Los Aromos 123, Santiago',
    description: 'Tengo una enfermedad',
    representative_name: 'Juan Soto',
    heir_name: 'Luis Rojas',
    specific_data: { queDatos: 'mis exámenes' },
    response_notes: 'Encontramos sus fichas',
    denial_reason: 'Secreto de un tercero',
    response_file_key: 'clave.pdf',
    assigned_to: 'alguien',
  }
  const text = JSON.stringify(view({ ...everything, status: 'REJECTED', completed_at: new Date() }))
  for (const hidden of [
    'María',
    'maria@',
    '12345678',
    '1111',
    'Santiago',
    'enfermedad',
    'Juan',
    'Luis',
    'exámenes',
    'fichas',
    'Secreto',
    'clave',
    'alguien',
  ])
    assert.ok(!text.includes(hidden), hidden)
})

test('the deadline is the one in force, and the legal day is the one in Chile', () => {
  const extended = view({
    status: 'EXTENDED',
    extended_deadline_at: new Date('2027-01-30T15:00:00Z'),
    due_at: new Date('2027-01-30T15:00:00Z'),
    legal_due_at: new Date('2027-01-31T02:59:59.999Z'),
    extension_reason: 'Cintas',
  })
  assert.deepEqual(
    [extended.responseDeadline, extended.legalDueOn, extended.isExtended, extended.extensionReason],
    ['2027-01-30T15:00:00.000Z', '2027-01-30', true, 'Cintas'],
  )
  const plain = view()
  assert.deepEqual(
    [plain.responseDeadline, plain.legalDueOn, plain.isExtended, plain.extensionReason],
    ['2026-12-31T15:00:00.000Z', '2026-12-31', false, null],
  )
})

test('right and state are in words; the state also as programs know it', () => {
  const words = STATES.map((status) => [view({ status }).status, view({ status }).statusLabel])
  assert.deepEqual(words, [
    ['RECEIVED', 'Recibida'],
    ['VERIFYING', 'En verificación'],
    ['IN_PROGRESS', 'En curso'],
    ['EXTENDED', 'Plazo ampliado'],
    ['COMPLETED', 'Completada'],
    ['REJECTED', 'Rechazada'],
  ])
  assert.equal(view({ right_type: 'AUTO_DECISION' }).rightType, 'Decisiones automatizadas')
})

test('art. 41: a refused one says what may be done, from the day on which it was refused', () => {
  const refused = { status: 'REJECTED', completed_at: new Date('2026-12-31T15:00:00Z') } as const
  assert.equal(
    view(refused).statusDescription,
    'Su solicitud fue rechazada. Puede reclamar ante la Agencia de Protección de Datos Personales dentro de 30 días hábiles, es decir, hasta el 12 de febrero de 2027 (art. 41, Ley 19.628 (mod. Ley 21.719)).',
  )
  assert.match(view(refused, BEFORE_THE_LAW).statusDescription, /Puede recurrir al juez de letras/)
  assert.equal(view({ status: 'COMPLETED' }).statusDescription, 'Su solicitud fue resuelta.')
})

test('an organisation without a DPO says so with null', () => {
  const { dpoName, dpoEmail, contactEmail, responsibleEntity } = view({}, ON_THE_DAY, NAME_ALONE)
  assert.deepEqual(
    [dpoName, dpoEmail, contactEmail, responsibleEntity],
    [null, null, null, 'Sin Delegado SpA'],
  )
})
