import assert from 'node:assert/strict'
import { test } from 'node:test'
import { camelCase, snakeCase } from './case.ts'

test('a field and its column convert into each other', () => {
  for (const [field, column] of [
    ['id', 'id'],
    ['taxId', 'tax_id'],
    ['requiresSubjectNotification', 'requires_subject_notification'],
  ] as const) {
    assert.equal(snakeCase(field), column)
    assert.equal(camelCase(column), field)
  }
})
