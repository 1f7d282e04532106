import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Day } from '#sheets/csv.ts'
import { SHEET, sheetRows, summaryOf, type Worked } from './service.ts'

const organisation = (id: string, name: string) => ({ id, name, slug: id })
const entry = (worked_on: string, minutes: number, what = 'Registro') => ({
  tenant_id: 't',
  id: 'e',
  user_id: 'u',
  user_name: 'Ana Rojas',
  worked_on,
  minutes,
  what,
  created_at: new Date(0),
  updated_at: new Date(0),
})

const WORKED: Worked[] = [
  {
    organisation: organisation('norte', 'Norte'),
    rows: [entry('2027-01-31', 50), entry('2027-01-02', 20, 'Llamada')],
  },
  { organisation: organisation('sur', 'Sur'), rows: [entry('2027-01-15', 100)] },
]

test('the month is summed by organisation and in total', () => {
  assert.deepEqual(summaryOf('2027-01', WORKED), {
    month: '2027-01',
    items: [
      { tenantId: 'norte', tenantName: 'Norte', slug: 'norte', entries: 2, minutes: 70 },
      { tenantId: 'sur', tenantName: 'Sur', slug: 'sur', entries: 1, minutes: 100 },
    ],
    minutes: 170,
  })
  assert.deepEqual(summaryOf('2027-02', []), { month: '2027-02', items: [], minutes: 0 })
})

test('the sheet has every entry, a total after each organisation, and the grand total at the end', () => {
  const rows = [...sheetRows(WORKED)]
  for (const row of rows) assert.equal(row.length, SHEET.columns.length)
  assert.deepEqual(rows, [
    ['Norte', new Day('2027-01-31'), 'Ana Rojas', 'Registro', 50, 0.83],
    ['Norte', new Day('2027-01-02'), 'Ana Rojas', 'Llamada', 20, 0.33],
    // Computed from minutes, not from rounded hours: 0.83 and 0.33 would give 1.16.
    ['Norte', null, null, 'Total de la organización', 70, 1.17],
    ['Sur', new Day('2027-01-15'), 'Ana Rojas', 'Registro', 100, 1.67],
    ['Sur', null, null, 'Total de la organización', 100, 1.67],
    ['Total', null, null, null, 170, 2.83],
  ])
  assert.deepEqual([...sheetRows([])], [['Total', null, null, null, 0, 0]])
})
