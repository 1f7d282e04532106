import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { columnsOf } from './columns.ts'

const Body = Type.Object({
  taxId: Type.String(),
  name: Type.String(),
  country: Type.Null(),
  tags: Type.Array(Type.String()),
  isActive: Type.Boolean(),
  notes: Type.Optional(Type.String()),
})

test('fields become columns, blank becomes null, null stays null and absent stays absent', () => {
  const body = { taxId: ' ', name: 'Nube SpA', country: null, tags: ['a'], isActive: false, notes: undefined }
  assert.deepEqual(columnsOf(Body, body), {
    tax_id: null,
    name: 'Nube SpA',
    country: null,
    tags: ['a'],
    is_active: false,
  })
})

test('null becomes the given value for a column that cannot be null', () => {
  const body = { tags: null as string[] | null, isActive: false as boolean | null }
  assert.deepEqual(columnsOf(Body, body, { tags: [], isActive: true }), { tags: [], is_active: false })
})

test('a field that the schema does not list never becomes a column', () => {
  const body = { name: 'Nube SpA', status: 'resolved', tenantId: 'of another', toString: 'x' }
  assert.deepEqual(columnsOf(Body, body), { name: 'Nube SpA' })
})
