import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold } from '#kernel/text.ts'
import { bodyFaults } from '#test/kit/forms.ts'
import { RIGHT_TYPES, STATES } from '../rules.ts'
import { COLUMNS } from './columns.ts'
import { NewRow } from './schemas.ts'

/** The headings and words by which a register of requests is read. */

const column = (field: string) => COLUMNS.find((one) => one.field === field)!
const meaningOf = (field: string, text: string) =>
  column(field).choices!.find(({ value, label, also = [] }) =>
    [value, label, ...also].some((word) => fold(word) === fold(text)),
  )?.value

test('no heading is shared by two columns, ignoring accents and capitals', () => {
  const seen = new Map<string, string>()
  for (const { field, heading, english, also = [] } of COLUMNS)
    for (const name of [heading, english, ...also]) {
      assert.ok(
        !seen.has(fold(name)) || seen.get(fold(name)) === field,
        `${name}: ${seen.get(fold(name))}, ${field}`,
      )
      seen.set(fold(name), field)
    }
})

test('no word is shared by two values of a list', () => {
  for (const { field, choices = [] } of COLUMNS) {
    const seen = new Map<string, string>()
    for (const { value, label, also = [] } of choices)
      for (const word of [value, label, ...also]) {
        assert.ok((seen.get(fold(word)) ?? value) === value, `${field}: ${word}`)
        seen.set(fold(word), value)
      }
  }
})

test('every right and every state can be written; an extension is a state, not an outcome', () => {
  assert.deepEqual(
    column('rightType').choices!.map(({ value }) => value),
    [...RIGHT_TYPES],
  )
  assert.deepEqual(
    column('status').choices!.map(({ value }) => value),
    [...STATES],
  )
  assert.ok(!column('responseType').choices!.some(({ value }) => value === 'EXTENDED'))
})

for (const [field, text, value] of [
  ['rightType', 'Cancelación', 'DELETION'],
  ['rightType', 'eliminacion', 'DELETION'],
  ['rightType', 'Bloqueo', 'BLOCKING'],
  ['rightType', 'Decisiones automatizadas', 'AUTO_DECISION'],
  ['status', 'En trámite', 'IN_PROGRESS'],
  ['status', 'cerrada', 'COMPLETED'],
  ['status', 'Prorrogada', 'EXTENDED'],
  ['status', 'Denegada', 'REJECTED'],
  ['responseType', 'Parcial', 'PARTIALLY_FULFILLED'],
  ['responseType', 'Rechazada', 'REJECTED_LEGAL'],
  ['responseType', 'Rechazada por identidad', 'REJECTED_IDENTITY'],
  ['responseType', 'Plazo ampliado', undefined],
] as const) {
  test(`«${text}» in ${field} is ${value ?? 'none of them'}`, () => {
    assert.equal(meaningOf(field, text), value)
  })
}

test('each column is a field of a row, and required fields are marked', () => {
  const row = {
    previousNumber: '1',
    rightType: 'ACCESS',
    status: 'RECEIVED',
    receivedOn: '2026-12-01',
    subjectName: 'María',
    subjectEmail: 'maria@correo.cl',
  }
  assert.deepEqual(bodyFaults(NewRow, row), [])
  for (const { field, required = false } of COLUMNS) {
    assert.ok(Object.hasOwn(NewRow.properties, field), field)
    const { [field as keyof typeof row]: _, ...rest } = row
    assert.deepEqual(bodyFaults(NewRow, rest), required ? [field] : [], field)
  }
  assert.equal(Object.keys(NewRow.properties).length, COLUMNS.length)
})

test('dates of a row must exist', () => {
  const row = {
    previousNumber: '1',
    rightType: 'ACCESS',
    status: 'RECEIVED',
    subjectName: 'M',
    subjectEmail: 'm@x.cl',
  }
  for (const receivedOn of ['2026-02-30', '01-12-2026', '2026-12-01T12:00:00Z', ''])
    assert.deepEqual(bodyFaults(NewRow, { ...row, receivedOn }), ['receivedOn'], receivedOn)
})
