import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf, holds } from './conditions.ts'
import type { Condition } from './model.ts'

const facts = factsOf(
  {
    riskLevel: 'high',
    records: 5000,
    categories: ['health', 'contact'],
    detectedAt: new Date('2026-11-01T00:00:00Z'),
    empty: '',
    none: null,
    system: { country: 'CL' },
    monto: 1,
  },
  { monto: '250', fecha: '2026-11-15' },
)

const table: [field: string, operator: Condition['operator'], value: unknown, expected: boolean][] = [
  ['riskLevel', 'eq', 'high', true],
  ['riskLevel', 'eq', 'low', false],
  ['riskLevel', 'neq', 'low', true],
  ['missing', 'eq', null, true],
  ['missing', 'neq', 'x', true],
  ['none', 'eq', null, true],
  ['records', 'eq', '5000', false],
  ['riskLevel', 'in', ['high', 'critical'], true],
  ['riskLevel', 'in', ['low'], false],
  ['riskLevel', 'in', 'high', true],
  ['categories', 'in', ['health'], true],
  ['categories', 'in', ['minor_data'], false],
  ['categories', 'eq', ['health', 'contact'], true],
  ['missing', 'in', ['x'], false],
  ['records', 'gt', 1000, true],
  ['records', 'gt', 5000, false],
  ['records', 'lt', 5001, true],
  ['monto', 'gt', 100, true],
  ['fecha', 'gt', '2026-11-14', true],
  ['fecha', 'lt', '2026-11-14', false],
  ['detectedAt', 'lt', '2026-11-02', true],
  ['missing', 'gt', 0, false],
  ['missing', 'lt', 0, false],
  ['none', 'lt', 5, false],
  ['riskLevel', 'gt', 5, false],
  ['riskLevel', 'exists', null, true],
  ['riskLevel', 'exists', true, true],
  ['riskLevel', 'exists', false, false],
  ['missing', 'exists', null, false],
  ['missing', 'exists', false, true],
  ['empty', 'exists', null, false],
  ['none', 'exists', null, false],
  ['system.country', 'eq', 'CL', true],
  ['system.country.code', 'exists', null, false],
  ['entity.riskLevel', 'eq', 'high', true],
  ['entity.monto', 'eq', 1, true],
  ['monto', 'eq', '250', true],
  ['constructor', 'exists', null, false],
  ['__proto__', 'exists', null, false],
]

for (const [field, operator, value, expected] of table) {
  test(`${field} ${operator} ${JSON.stringify(value)} is ${expected}`, () => {
    assert.equal(holds({ field, operator, value }, facts), expected)
  })
}
