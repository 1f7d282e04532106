import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { viewOf } from './view.ts'

interface Row {
  id: string
  tax_id: string | null
  created_at: Date
  closed_at: Date | null
  key_hash: string
  level: number
}

const Thing = Type.Object({
  id: Type.String(),
  taxId: Type.Union([Type.String(), Type.Null()]),
  createdAt: Type.String(),
  closedAt: Type.Union([Type.String(), Type.Null()]),
  level: Type.String(),
})

const row: Row = {
  id: '1',
  tax_id: '12.345.678-5',
  created_at: new Date('2026-12-01T12:00:00Z'),
  closed_at: null,
  key_hash: 'a secret',
  level: 3,
}

test('columns become the fields of their names, instants become text, and null stays null', () => {
  const view = viewOf<Row>()(Thing, { level: ({ level }) => `nivel ${level}` })
  assert.deepEqual(view(row), {
    id: '1',
    taxId: '12.345.678-5',
    createdAt: '2026-12-01T12:00:00.000Z',
    closedAt: null,
    level: 'nivel 3',
  })
})

test('a column that the schema does not list is never sent', () => {
  const view = viewOf<Row>()(Thing, { level: () => '' })
  assert.ok(!JSON.stringify(view(row)).includes('a secret'))
})

test('a computed field gets the extra arguments, and wins over its column', () => {
  const view = viewOf<Row, [now: Date]>()(Thing, {
    level: (_row, now) => now.toISOString(),
    closedAt: (_row, now) => now.toISOString(),
  })
  const now = new Date('2027-01-01T00:00:00Z')
  assert.deepEqual([view(row, now).level, view(row, now).closedAt], [now.toISOString(), now.toISOString()])
})

test('the compiler requires a field without a column of its own', () => {
  // @ts-expect-error `level` is a number in the row and a text in the schema.
  viewOf<Row>()(Thing)
  // @ts-expect-error The schema has no such field.
  viewOf<Row>()(Thing, { level: () => '', other: () => '' })
})
