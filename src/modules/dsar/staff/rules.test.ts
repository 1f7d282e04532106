import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after, chileanDay, MINUTE_MS } from '#kernel/dates.ts'
import { bodyFaults } from '#test/kit/forms.ts'
import { CHANNELS, type Channel } from '../rules.ts'
import { folioDayOf, quarterOf, receivedAtOf } from './rules.ts'
import { StaffIntake } from './schemas.ts'

const NOW = new Date('2026-12-10T14:00:00Z')

test('a date is read as its midday, today as now, nothing as now; an instant as it is', () => {
  assert.deepEqual(receivedAtOf(undefined, NOW), NOW)
  assert.deepEqual(receivedAtOf('2026-12-10', NOW), NOW)
  assert.equal(chileanDay(receivedAtOf('2026-12-01', NOW)), '2026-12-01')
  assert.deepEqual(receivedAtOf('2026-12-01T09:30:00-03:00', NOW), new Date('2026-12-01T12:30:00Z'))
  assert.deepEqual(receivedAtOf(after(NOW, 5 * MINUTE_MS).toISOString(), NOW), NOW)
})

test('future dates, dates older than 60 days and invalid dates are refused', () => {
  assert.throws(() => receivedAtOf('2026-12-11', NOW), /futuro/)
  assert.throws(() => receivedAtOf('2026-12-10T15:00:00Z', NOW), /futuro/)
  assert.equal(chileanDay(receivedAtOf('2026-10-11', NOW)), '2026-10-11')
  assert.throws(() => receivedAtOf('2026-10-10', NOW), /60 días/)
  assert.throws(() => receivedAtOf('ayer', NOW), /es una fecha/)
})

test('access and portability have the calendar quarter in Chile; other rights have none', () => {
  assert.equal(quarterOf('ACCESS', new Date('2026-11-30T12:00:00Z')), '2026-10-01')
  assert.equal(quarterOf('PORTABILITY', new Date('2027-01-01T02:00:00Z')), '2026-10-01')
  assert.equal(quarterOf('ACCESS', new Date('2027-01-01T04:00:00Z')), '2027-01-01')
  assert.equal(quarterOf('DELETION', NOW), null)
})

test('the folio takes the year of receipt; an invalid date is refused later, and counts as today here', () => {
  const newYear = new Date('2027-01-05T12:00:00Z')
  const yearOf = (text?: string) => chileanDay(folioDayOf(text, newYear)).slice(0, 4)
  assert.equal(yearOf('2026-12-31'), '2026')
  assert.equal(yearOf('2027-01-01T02:59:59Z'), '2026', 'still the old year in Chile')
  assert.equal(yearOf('2027-01-01T03:00:00Z'), '2027')
  for (const text of [undefined, '', 'ayer', '2027-02-01', '2025-12-31'])
    assert.equal(yearOf(text), '2027', text)
})

test('a date in winter and in summer is read as its own midday; blanks around it are ignored', () => {
  const august = new Date('2026-08-20T12:00:00Z')
  assert.equal(receivedAtOf('2026-08-10', august).toISOString(), '2026-08-10T15:59:59.999Z')
  assert.equal(receivedAtOf(' 2026-12-01 ', NOW).toISOString(), '2026-12-01T14:59:59.999Z')
  assert.deepEqual(receivedAtOf('  ', NOW), NOW)
  assert.deepEqual(receivedAtOf(null, NOW), NOW)
})

test('a refusal names the field, and tells an invalid date from an impossible one', () => {
  for (const [text, status] of [
    ['ayer', 400],
    ['2026-02-30', 400],
    ['2026-12-01T12:00:00', 400],
    ['2026-12-11', 422],
    ['2026-10-10', 422],
    ['2026-10-11T02:59:59Z', 422],
  ] as const)
    assert.throws(
      () => receivedAtOf(text, NOW),
      (error: { status: number; details: { path: string }[] }) =>
        error.status === status && error.details[0]!.path === 'receivedAt',
      text,
    )
  assert.equal(
    chileanDay(receivedAtOf('2026-10-11T03:00:00Z', NOW)),
    '2026-10-11',
    'sixty days back to the instant',
  )
})

for (const [day, quarter] of [
  ['2027-01-01', '2027-01-01'],
  ['2027-03-31', '2027-01-01'],
  ['2027-04-01', '2027-04-01'],
  ['2027-06-30', '2027-04-01'],
  ['2027-07-01', '2027-07-01'],
  ['2027-09-30', '2027-07-01'],
  ['2027-10-01', '2027-10-01'],
  ['2027-12-31', '2027-10-01'],
] as const) {
  test(`art. 10: a request of ${day} counts from ${quarter}`, () => {
    assert.equal(quarterOf('ACCESS', new Date(`${day}T15:00:00Z`)), quarter)
  })
}

const TYPED = { channel: 'post', subjectName: 'María', rightType: 'ACCESS' }

test('staff give one of six channels; mailbox and postal address may be missing or blank', () => {
  for (const channel of CHANNELS)
    assert.deepEqual(bodyFaults(StaffIntake, { ...TYPED, channel }), [], channel)
  for (const channel of [undefined, null, 'fax', 'POST' as Channel])
    assert.deepEqual(bodyFaults(StaffIntake, { ...TYPED, channel }), ['channel'], String(channel))
  for (const subjectEmail of [undefined, null, '', '  ', 'maria@correo.cl'])
    assert.deepEqual(bodyFaults(StaffIntake, { ...TYPED, subjectEmail }), [], String(subjectEmail))
  assert.deepEqual(bodyFaults(StaffIntake, { ...TYPED, subjectEmail: 'maria' }), ['subjectEmail'])
  assert.deepEqual(bodyFaults(StaffIntake, { ...TYPED, subjectAddress: 'x'.repeat(501) }), ['subjectAddress'])
})

test('art. 4: for a person who died, the heir gives their name and their relation', () => {
  const heir = { isHeir: true, heirName: 'Luis Pérez', relation: 'hijo' }
  const faults = (deceased: unknown) => bodyFaults(StaffIntake, { ...TYPED, deceased })
  assert.deepEqual(faults(heir), [])
  assert.deepEqual(faults(null), [])
  assert.deepEqual(faults({ ...heir, isHeir: false }), ['deceased/isHeir'])
  assert.deepEqual(faults({ ...heir, heirName: ' ' }), ['deceased/heirName'])
  assert.deepEqual(faults({ isHeir: true, heirName: 'Luis' }), ['deceased/relation'])
})
