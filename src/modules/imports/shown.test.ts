import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#kernel/failure.ts'
import { ROLES } from '#kernel/roles.ts'
import { Day } from '#sheets/csv.ts'
import { readCell } from './cells.ts'
import type { SheetTarget } from './public.ts'
import type { Column } from './rules.ts'
import { assertMayBring, assertNothingRefused, targetOf } from './service.ts'
import { cellsBy, choicesOf, labelIn, shownBy } from './shown.ts'
import { sheetColumn, sheetShape } from './template.ts'
import { importView } from './views.ts'

const CHOICES = choicesOf({ SIGNED: 'Firmado', NONE: 'Sin contrato' }, { SIGNED: ['Vigente'] })
const COLUMNS: Column[] = [
  { field: 'name', heading: 'Nombre', english: 'Name', kind: 'text', required: true },
  { field: 'state', heading: 'Estado', english: 'State', kind: 'one', choices: CHOICES },
  { field: 'tags', heading: 'Marcas', english: 'Tags', kind: 'many', choices: CHOICES, open: true },
  { field: 'since', heading: 'Desde', english: 'Since', kind: 'day' },
  { field: 'active', heading: 'Activo', english: 'Active', kind: 'flag', hint: 'Si se usa.' },
]
type Row = { name: string; state: string | null; tags: string[]; since: string | null; active: boolean }
const SHOW = {
  name: ({ name }: Row) => name,
  state: ({ state }: Row) => state,
  tags: ({ tags }: Row) => tags,
  since: ({ since }: Row) => since,
  active: ({ active }: Row) => active,
}
const FULL: Row = { name: 'Uno', state: 'SIGNED', tags: ['NONE', 'Otra'], since: '2026-12-31', active: true }
const BARE: Row = { name: 'Dos', state: null, tags: [], since: null, active: false }

test('a record is shown in readable words, with days as days', () => {
  assert.deepEqual(cellsBy(COLUMNS, SHOW, FULL), [
    'Uno',
    'Firmado',
    'Sin contrato; Otra',
    new Day('2026-12-31'),
    'Sí',
  ])
  assert.deepEqual(cellsBy(COLUMNS, SHOW, BARE), ['Dos', null, null, null, 'No'])
})

test('the shown texts of a record are read back as its values', () => {
  for (const row of [FULL, BARE]) {
    const shown = shownBy(COLUMNS, SHOW, row)
    for (const column of COLUMNS) {
      const held = SHOW[column.field as keyof typeof SHOW](row)
      const said = readCell(column, shown[column.field]![0]!)
      assert.deepEqual(said, { value: Array.isArray(held) && held.length === 0 ? null : held }, column.field)
    }
  }
})

test('a value that the list lacks is shown unchanged', () => {
  assert.equal(labelIn(CHOICES, 'EXPIRED'), 'EXPIRED')
  assert.deepEqual(CHOICES, [
    { value: 'SIGNED', label: 'Firmado', also: ['Vigente'] },
    { value: 'NONE', label: 'Sin contrato' },
  ])
})

// ── the file to fill in ──

test('the sheet of a target begins with a hidden id and says what each column accepts', () => {
  const { sheet, columns } = sheetShape('Encargados', COLUMNS)
  assert.equal(sheet, 'Encargados')
  assert.deepEqual(columns, [
    { heading: 'ID', hidden: true },
    { heading: 'Nombre', open: false, hint: 'Obligatorio.' },
    { heading: 'Estado', list: ['Firmado', 'Sin contrato'], open: false },
    {
      heading: 'Marcas',
      list: ['Firmado', 'Sin contrato'],
      open: true,
      hint: 'Varios valores van separados por punto y coma.',
    },
    { heading: 'Desde', kind: 'day', open: false },
    { heading: 'Activo', list: ['Sí', 'No'], open: false, hint: 'Si se usa.' },
  ])
})

test('a column for several values only suggests its list: Excel would refuse two of them', () => {
  assert.equal(sheetColumn({ ...COLUMNS[2]!, open: false }).open, true)
})

// ── rights and refusals ──

test('importing rows needs the role of their endpoints', () => {
  const target = { role: 'ANALYST', one: 'un encargado' } as SheetTarget
  const may = (role: (typeof ROLES)[number] | undefined) => {
    try {
      assertMayBring(target, { role })
      return true
    } catch (error) {
      assert.ok(error instanceof Failure && error.status === 403)
      return false
    }
  }
  assert.deepEqual(ROLES.filter(may).toSorted(), ['ADMIN', 'ANALYST', 'APPROVER', 'DPO', 'OWNER'])
  assert.equal(may(undefined), false)
})

const outcome = (row: number, action: 'create' | 'refuse', reasons: string[] = []) => ({
  row,
  action,
  name: null,
  id: null,
  changes: [],
  reasons,
})
const totals = (rows: number, refuse: number) => ({ rows, create: rows - refuse, update: 0, skip: 0, refuse })

test('one refused row stops all, and each refused row is named with its reasons', () => {
  assert.doesNotThrow(() => assertNothingRefused({ outcomes: [outcome(2, 'create')], totals: totals(1, 0) }))
  assert.throws(
    () =>
      assertNothingRefused({
        outcomes: [outcome(2, 'create'), outcome(3, 'refuse', ['«Nombre» es obligatorio.', 'Y «Estado».'])],
        totals: totals(2, 1),
      }),
    (error) => {
      assert.ok(error instanceof Failure)
      assert.equal(error.status, 422)
      assert.match(error.message, /1 de 2 filas rechazadas, y se trae todo o nada/)
      assert.deepEqual(error.details, [
        { path: 'rows[3]', message: 'Fila 3: «Nombre» es obligatorio. Y «Estado».' },
      ])
      return true
    },
  )
})

test('only the first fifty of hundreds of refused rows are named', () => {
  const outcomes = Array.from({ length: 80 }, (_, at) => outcome(at + 2, 'refuse', ['x']))
  assert.throws(
    () => assertNothingRefused({ outcomes, totals: null }),
    (error) => error instanceof Failure && error.details?.length === 50 && /80 de 80/.test(error.message),
  )
})

test('a target that no module offers is our error', () => {
  const known = { name: 'systems' } as SheetTarget
  assert.equal(targetOf([known], { target: 'systems' }), known)
  assert.throws(() => targetOf([known], { target: 'requests' }), /no module brings in «requests»/)
})

// ── the view of an import ──

test('an import shows its columns with spreadsheet letters, and omitted columns with their heading', () => {
  const mapped = (column: number, heading: string, field: string | null) =>
    ({ column, heading, field, confidence: 1, by: 'exact' }) as const
  const row = {
    tenant_id: 't',
    id: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f',
    target: 'processors',
    status: 'READY',
    progress: 100,
    dry_run: true,
    file_name: 'a.xlsx',
    totals: totals(2, 1),
    error: null,
    created_at: new Date(0),
    completed_at: null,
    mapping: [
      mapped(0, 'ID', 'id'),
      mapped(1, 'Nombre', 'name'),
      mapped(27, 'Notas', null),
      mapped(3, '', null),
    ],
    outcomes: [outcome(2, 'create'), outcome(3, 'refuse', ['x'])],
  } as unknown as Parameters<typeof importView>[0]
  const target = { columns: COLUMNS } as unknown as SheetTarget
  const view = importView(row, target)
  assert.deepEqual(
    view.mapping.map(({ column, label }) => [column, label]),
    [
      ['A', 'id'],
      ['B', 'Nombre'],
      ['AB', null],
      ['D', null],
    ],
  )
  assert.deepEqual(view.unmapped, ['Notas'])
  assert.deepEqual(view.fields[0], { field: 'name', label: 'Nombre', required: true })
  assert.deepEqual(
    [view.rows.length, importView(row, target, 'refuse').rows.map(({ row: number }) => number)],
    [2, [3]],
  )
  assert.equal(importView(row, target, 'update').rows.length, 0)
})
