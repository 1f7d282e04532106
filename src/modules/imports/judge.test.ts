import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { fold } from '#kernel/text.ts'
import { differences, judge, type Outcome, readRows, totalsOf } from './judge.ts'
import type { Found, SheetTarget, Survey } from './public.ts'
import { type Column, proposeMapping } from './rules.ts'

const COLUMNS: Column[] = [
  { field: 'name', heading: 'Nombre', english: 'Name', kind: 'text', required: true },
  { field: 'active', heading: 'Activo', english: 'Active', kind: 'flag' },
  {
    field: 'state',
    heading: 'Estado',
    english: 'State',
    kind: 'one',
    blank: 'NONE',
    choices: [
      { value: 'NONE', label: 'Ninguno' },
      { value: 'SIGNED', label: 'Firmado', also: ['Vigente'] },
    ],
  },
  { field: 'since', heading: 'Desde', english: 'Since', kind: 'day' },
  { field: 'sensitive', heading: 'Sensible', english: 'Sensitive', kind: 'flag', keptIfBlank: true },
  { field: 'parent', heading: 'Depende de', english: 'Parent', kind: 'name' },
]

const create = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 20 }),
  active: Type.Optional(Type.Boolean()),
  state: Type.Optional(Type.String()),
  since: Type.Optional(Type.String()),
  sensitive: Type.Optional(Type.Boolean()),
  parent: Type.Optional(Type.String()),
})
const update = Type.Partial(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: 20 }),
    active: Type.Union([Type.Boolean(), Type.Null()]),
    state: Type.Union([Type.String(), Type.Null()]),
    since: Type.Union([Type.String(), Type.Null()]),
    sensitive: Type.Union([Type.Boolean(), Type.Null()]),
    parent: Type.Union([Type.String(), Type.Null()]),
  }),
)

const target = {
  name: 'processors',
  one: 'un registro',
  columns: COLUMNS,
  nameField: 'name',
  schemas: { create, update },
} as unknown as SheetTarget

const ID = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'
const KNOWN: Found = {
  id: ID,
  row: {},
  shown: {
    name: ['Ñandú'],
    active: ['No'],
    state: ['Firmado'],
    since: ['2026-12-31'],
    sensitive: ['Sí'],
    parent: ['Gerencia', 'GER'],
  },
}
const survey: Survey = {
  find: ({ id, values }) =>
    id === ID || (id === null && fold(String(values['name'] ?? '')) === 'nandu') ? KNOWN : undefined,
  keyOf: ({ values }) => fold(String(values['name'] ?? '')),
  names: {
    parent: { what: 'el área', find: (text) => (fold(text) === 'ventas' ? 'id-of-sales' : undefined) },
  },
}

async function judged(headings: string[], rows: string[][], of = target) {
  const mapping = proposeMapping(headings, COLUMNS)
  const sheet = rows.map((cells, at) => ({ number: at + 2, cells, faults: [] }))
  return judge(of, await readRows(sheet, mapping, COLUMNS), survey)
}
const one = async (headings: string[], cells: string[], of = target) =>
  (await judged(headings, [cells], of))[0]!

const UNCHANGED: [what: string, heading: string, cell: string][] = [
  ['a blank flag is «No»', 'Activo', ''],
  ['another word of the same choice', 'Estado', 'vigente'],
  ['the day in digits', 'Desde', '31/12/2026'],
  ['a blank where the field follows from others', 'Sensible', ''],
  ['yes in another word', 'Sensible', 'x'],
  ['a name without its case', 'Depende de', 'GERENCIA'],
  ['another text that stands for it', 'Depende de', 'GER'],
]
for (const [what, heading, cell] of UNCHANGED) {
  test(`a row without changes is skipped: ${what}`, async () => {
    const { action, id, changes, reasons } = await one(['Nombre', heading], ['Ñandú', cell])
    assert.deepEqual([action, id, changes, reasons], ['skip', ID, [], []])
  })
}

const CHANGED: [heading: string, cell: string, body: object][] = [
  ['Activo', 'Sí', { active: true }],
  ['Estado', 'Ninguno', { state: 'NONE' }],
  ['Estado', '', { state: null }],
  ['Desde', '01-01-2027', { since: '2027-01-01' }],
  ['Desde', '', { since: null }],
  ['Sensible', 'No', { sensitive: false }],
  ['Depende de', 'ventas', { parent: 'id-of-sales' }],
]
for (const [heading, cell, body] of CHANGED) {
  test(`«${heading}» as «${cell}» changes only that field`, async () => {
    const row = await one(['Nombre', heading], ['Ñandú', cell])
    assert.deepEqual([row.action, row.changes, row.body], ['update', [heading], body])
  })
}

test('a name in other letter case is found, and is a change of the name', async () => {
  const row = await one(['Nombre'], ['NANDU'])
  assert.deepEqual([row.action, row.changes, row.body], ['update', ['Nombre'], { name: 'NANDU' }])
})

test('a new record omits its blank cells and has no changes', async () => {
  const row = await one(['Nombre', 'Estado', 'Activo', 'Depende de'], ['Nuevo', '', 'No', 'Ventas'])
  assert.deepEqual(
    [row.action, row.id, row.name, row.changes, row.body],
    ['create', null, 'Nuevo', [], { name: 'Nuevo', active: false, parent: 'id-of-sales' }],
  )
})

test('refusals name headings and say what to do', async () => {
  const reasonOf = async (headings: string[], cells: string[]) => {
    const { action, reasons, body } = await one(headings, cells)
    assert.deepEqual([action, body], ['refuse', undefined])
    return reasons.join(' ')
  }
  assert.match(await reasonOf(['Nombre', 'Estado'], ['', 'Firmado']), /«Nombre»/)
  assert.match(await reasonOf(['Nombre'], ['x'.repeat(21)]), /«Nombre»/)
  assert.match(
    await reasonOf(['Nombre', 'Depende de'], ['Nuevo', 'Marte']),
    /«Depende de» nombra el área «Marte»/,
  )
  assert.match(await reasonOf(['ID', 'Nombre'], ['abc', 'Nuevo']), /El ID «abc» no corresponde/)
  assert.match(
    await reasonOf(['ID', 'Nombre'], [ID.replace('0', '1'), 'Nuevo']),
    /No existe un registro con el ID/,
  )
  assert.match(
    await reasonOf(['Nombre', 'Activo', 'Desde'], ['Nuevo', 'tal vez', 'ayer']),
    /«Activo».*«Desde»/,
  )
})

test('an id with capitals and spaces is recognised', async () => {
  assert.equal((await one(['ID', 'Nombre'], [` ${ID.toUpperCase()} `, 'Ñandú'])).action, 'skip')
})

test('the second row of one record is refused, by id or by name, even if the first is wrong', async () => {
  const rows = await judged(
    ['ID', 'Nombre', 'Activo'],
    [
      ['', 'Ñandú', 'tal vez'],
      [ID, 'Otro nombre', 'No'],
      ['', 'Nuevo', ''],
      ['', ' NUEVO ', ''],
    ],
  )
  assert.deepEqual(
    rows.map(({ row, action }) => [row, action]),
    [
      [2, 'refuse'],
      [3, 'refuse'],
      [4, 'create'],
      [5, 'refuse'],
    ],
  )
  assert.match(rows[1]!.reasons[0]!, /Repite lo de la fila 2/)
  assert.match(rows[3]!.reasons[0]!, /Repite lo de la fila 4/)
})

test('a cell with the text of an export is accepted, even if its list lacks that word', async () => {
  const odd = { ...KNOWN, shown: { ...KNOWN.shown, state: ['Firmado', 'Firmado por dos partes'] } }
  const surveyed = (cells: string[]) => {
    const headings = ['Nombre', 'Estado', 'Activo']
    const mapping = proposeMapping(headings, COLUMNS)
    return readRows([{ number: 2, cells, faults: [] }], mapping, COLUMNS).then((rows) =>
      judge(target, rows, { ...survey, find: (entry) => survey.find(entry) && odd }),
    )
  }
  const [same] = await surveyed(['Ñandú', ' Firmado por dos partes', ''])
  assert.deepEqual([same!.action, same!.reasons], ['skip', []])
  const [edited] = await surveyed(['Ñandú', 'Firmado por dos partes', 'Sí'])
  assert.deepEqual([edited!.action, edited!.body], ['update', { active: true }])
  const [wrong] = await surveyed(['Ñandú', 'Firmado por tres partes', 'Sí'])
  assert.deepEqual([wrong!.action, wrong!.changes], ['refuse', []])
  assert.match(wrong!.reasons[0]!, /«Firmado por tres partes», que no es uno de/)
  const [fresh] = await surveyed(['Nuevo', 'Firmado por dos partes', ''])
  assert.equal(fresh!.action, 'refuse', 'a new record has no words of its own')
})

test('records that a file may not change are skipped if equal, and refused if different', async () => {
  const fixed = { ...target, schemas: { create } } as SheetTarget
  assert.equal((await one(['Nombre', 'Activo'], ['Ñandú', 'no'], fixed)).action, 'skip')
  const row = await one(['Nombre', 'Activo', 'Estado'], ['Ñandú', 'Sí', 'Ninguno'], fixed)
  assert.equal(row.action, 'refuse')
  assert.match(row.reasons[0]!, /^Ya existe y difiere en «Activo», «Estado»\. /)
})

test('a broken formula matters only in a column that is imported', async () => {
  const mapping = proposeMapping(['Nombre', 'Rara'], COLUMNS)
  const fault = (column: number) => [{ column, message: 'tiene un error.' }]
  const rows = await readRows(
    [
      { number: 2, cells: ['Uno'], faults: fault(1) },
      { number: 3, cells: [], faults: fault(0) },
    ],
    mapping,
    COLUMNS,
  )
  assert.deepEqual(
    rows.map(({ reasons }) => reasons),
    [[], ['«Nombre» tiene un error.']],
  )
})

test('hundreds of rows keep their order and their numbers', async () => {
  const rows = await judged(
    ['Nombre'],
    Array.from({ length: 250 }, (_, n) => [`Fila ${n}`]),
  )
  assert.deepEqual(
    rows.map(({ row, name }) => `${row} ${name}`),
    Array.from({ length: 250 }, (_, n) => `${n + 2} Fila ${n}`),
  )
})

// ── confirmation ──

const outcome = (row: number, more: Partial<Outcome> = {}): Outcome => ({
  row,
  action: 'create',
  name: null,
  id: null,
  changes: [],
  reasons: [],
  ...more,
})

test('another action, record, change or row is another decision', () => {
  const was = [outcome(2), outcome(3, { action: 'update', id: 'a', changes: ['Nombre'] })]
  const now = (more: Partial<Outcome>) => differences(was, [outcome(2), { ...was[1]!, ...more }])
  assert.deepEqual(now({}), [])
  assert.deepEqual(now({ name: 'Otro', reasons: ['x'] }), [])
  assert.deepEqual(now({ action: 'skip' }), [3])
  assert.deepEqual(now({ id: 'b' }), [3])
  assert.deepEqual(now({ changes: ['Nombre', 'Estado'] }), [3])
  assert.deepEqual(differences(was, [...was, outcome(4)]), [4])
})

test('totals count each row once', () => {
  const actions = ['create', 'update', 'update', 'skip', 'refuse', 'refuse', 'refuse'] as const
  const totals = totalsOf(actions.map((action, at) => outcome(at, { action })))
  assert.deepEqual(totals, { rows: 7, create: 1, update: 2, skip: 1, refuse: 3 })
})
