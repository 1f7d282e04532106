import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  COVERED,
  cellOf,
  columnsIn,
  coverColumns,
  namer,
  readRows,
  safeName,
  systemsUnsent,
} from './rules.ts'

test("a file's extension matches its bytes", () => {
  const cases: [string, string, string][] = [
    ['ficha.pdf', 'application/pdf', 'ficha.pdf'],
    ['Ficha Ñuñoa.PDF', 'application/pdf', 'Ficha Ñuñoa.pdf'],
    ['factura.html', 'text/plain', 'factura.html.txt'],
    ['virus.exe', 'application/pdf', 'virus.exe.pdf'],
    ['macro.docm', 'application/zip', 'macro.docm.zip'],
    ['../../etc/passwd', 'text/plain', 'passwd.txt'],
    ['C:\\datos\\lista.csv', 'text/csv', 'lista.csv'],
    ['cod\u202egpj.exe', 'image/jpeg', 'codgpj.exe.jpg'],
    ['con.txt', 'text/plain', '_con.txt'],
    ['...', 'image/png', 'archivo.png'],
    ['raro.xyz', 'application/pkcs7-signature', 'raro.xyz.bin'],
    ['x', '__proto__', 'x.bin'],
  ]
  for (const [name, type, expected] of cases) assert.equal(safeName(name, type), expected, name)
  assert.ok(safeName(`${'a'.repeat(300)}.pdf`, 'application/pdf').length <= 124)
})

test('each path is unique, ignoring letter case', () => {
  const name = namer()
  assert.deepEqual(
    [name('archivos/crm', 'foto.jpg'), name('archivos/crm', 'Foto.jpg'), name('archivos/tpv', 'foto.jpg')],
    ['archivos/crm/foto.jpg', 'archivos/crm/Foto (2).jpg', 'archivos/tpv/foto.jpg'],
  )
})

test('rows of a connector are recognised by their shape, as lists or as objects', () => {
  const columns = ['nombre', 'correo']
  assert.deepEqual(readRows(JSON.stringify({ system: 'CRM', right: 'ACCESS', columns, rows: [['Eva']] })), {
    system: 'CRM',
    columns,
    rows: [['Eva', null]],
  })
  assert.deepEqual(
    readRows(
      JSON.stringify({ system: 'CRM', right: 'ACCESS', columns, rows: [{ correo: 'e@x.cl', más: 1 }] }),
    )?.rows,
    [[null, 'e@x.cl']],
  )
  for (const other of [
    '{',
    '[]',
    'null',
    '{"columns":["a"],"rows":[]}',
    '{"system":"x","columns":[],"rows":[]}',
  ])
    assert.equal(readRows(other), undefined, other)
  assert.equal(readRows('{"system":"x","columns":["a"],"rows":[7]}'), undefined)
})

test('the columns are read from the beginning of a file', () => {
  assert.deepEqual(columnsIn('{"system":"CRM","right":"ACCESS","columns":["a","b \\"c\\"]"],"rows":[["1'), [
    'a',
    'b "c"]',
  ])
  for (const other of ['[1]', '{"columns":["a', '{"columns":[1]}', '"columns":["a"]'])
    assert.equal(columnsIn(other), null, other)
})

test('a covered column reveals no value, and an empty cell stays empty', () => {
  const rows = {
    system: 'CRM',
    columns: ['a', 'b'],
    rows: [
      ['1', 'Juan'],
      ['2', null],
      ['3', ''],
    ],
  }
  assert.deepEqual(coverColumns(rows, new Set(['b'])).rows, [
    ['1', COVERED],
    ['2', null],
    ['3', ''],
  ])
})

test("cells are shown in people's words", () => {
  assert.deepEqual([true, 3, null, 'x', { a: 1 }].map(cellOf), ['Sí', 3, null, 'x', '{"a":1}'])
})

test('rows need only a system or a right, and have one to five hundred columns', () => {
  const of = (fields: object) => readRows(JSON.stringify({ columns: ['a'], rows: [['1']], ...fields }))
  assert.equal(of({ system: 'CRM' })?.system, 'CRM')
  assert.equal(of({ right: 'ACCESS' })?.system, null)
  for (const strange of [{}, { system: 7 }, { system: null, right: ['ACCESS'] }])
    assert.equal(of(strange), undefined, JSON.stringify(strange))
  const columns = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`)
  assert.equal(of({ system: 'x', columns: columns(500) })?.rows[0]?.length, 500)
  assert.equal(of({ system: 'x', columns: columns(501) }), undefined)
  for (const wrong of [['a', 7], [null], 'a', { a: 1 }])
    assert.equal(of({ system: 'x', columns: wrong }), undefined, JSON.stringify(wrong))
  for (const wrong of [[null], [['1'], 'x'], {}, 'x'])
    assert.equal(of({ system: 'x', rows: wrong }), undefined, JSON.stringify(wrong))
})

test('a small file that would fill the memory is refused by the name of its system or right', () => {
  const columns = Array.from({ length: 500 }, (_, at) => `c${at}`)
  const of = (fields: object, rows: number) => () =>
    readRows(JSON.stringify({ ...fields, columns, rows: Array(rows).fill([]) }))
  assert.throws(of({ system: 'CRM', right: 'ACCESS' }, 10_001), { status: 422, message: /«CRM»/ })
  assert.throws(of({ right: 'ACCESS' }, 10_001), /«ACCESS»/)
})

test('all values are shown, also zero and false; undefined and surplus ones are left out', () => {
  const rows = (row: unknown) =>
    readRows(JSON.stringify({ system: 'x', columns: ['a', 'b'], rows: [row] }))?.rows[0]
  assert.deepEqual(rows([0, false]), [0, false])
  assert.deepEqual(rows(['1', '2', '3']), ['1', '2'])
  assert.deepEqual(rows({ b: 0, a: '' }), ['', 0])
  assert.deepEqual(rows([]), [null, null])
})

test('zero and false are covered like any value, and other columns keep theirs', () => {
  const rows = { system: null, columns: ['a', 'b', 'a'], rows: [[0, 0, false]] }
  assert.deepEqual(coverColumns(rows, new Set(['a'])).rows, [[COVERED, 0, COVERED]])
  assert.deepEqual(coverColumns(rows, new Set(['otra'])).rows, rows.rows)
  assert.deepEqual([false, 0, '', [1, 'a'], undefined].map(cellOf), ['No', 0, '', '[1,"a"]', undefined])
})

test('repeated names get the next number, also without extension; the original name stays', () => {
  const name = namer()
  assert.deepEqual(
    [name('a', 'ñandú.PDF'), name('a', 'Ñandú.pdf'), name('A', 'ñandú.pdf'), name('a', 'x'), name('a', 'X')],
    ['a/ñandú.PDF', 'a/Ñandú (2).pdf', 'A/ñandú (3).pdf', 'a/x', 'a/X (2)'],
  )
  assert.equal(name('a', 'ñandú (2).pdf'), 'a/ñandú (2) (2).pdf', 'one that is called like a second')
})

test('device names, spaces, dots, control characters and decomposed letters give names that open on any machine', () => {
  for (const [name, type, expected] of [
    ['CON', 'application/pdf', '_CON.pdf'],
    ['lpt1.pdf', 'application/pdf', '_lpt1.pdf'],
    ['console.pdf', 'application/pdf', 'console.pdf'],
    ['nul.tar.pdf', 'application/pdf', '_nul.tar.pdf'],
    [' . ficha . ', 'text/csv', 'ficha.csv'],
    ['a\u0000b\nc.txt', 'text/plain', 'abc.txt'],
    ['n\u0303andu.txt', 'text/plain', 'ñandu.txt'],
    ['¿cuándo?: "hoy" <b>|*.txt', 'text/plain', '¿cuándo hoy b.txt'],
    ['foto.JPEG', 'image/jpeg', 'foto.jpeg'],
    ['foto', 'image/jpeg', 'foto.jpg'],
    ['notas.md', 'text/plain', 'notas.md'],
    ['\ud800.txt', 'text/plain', '\ufffd.txt'],
    ['', 'text/csv', 'archivo.csv'],
    ['carpeta/', 'text/csv', 'archivo.csv'],
  ] as const)
    assert.equal(safeName(name, type), expected, JSON.stringify(name))
  const long = safeName('😀'.repeat(200), 'image/png')
  assert.equal([...long].length, 124, 'cut between characters, never inside one')
  assert.ok(long.isWellFormed())
})

test("a column named like an inherited property has only the row's own value", () => {
  const of = (row: object) =>
    readRows(JSON.stringify({ system: 'Obras', columns: ['constructor', 'toString'], rows: [row] }))?.rows[0]
  assert.deepEqual(of({ nombre: 'Casa 1' }), [null, null])
  assert.deepEqual(of({ constructor: 'Constructora Sur', toString: null }), ['Constructora Sur', null])
})

test('a system that found data but sent no file is named, unless a file of the request may be theirs', () => {
  const tasks = [
    { id: 'a', system_name: 'CRM', outcome: 'found' },
    { id: 'b', system_name: 'Boletín', outcome: 'nothing_found' },
    { id: 'c', system_name: 'Cajas', outcome: 'found' },
  ]
  assert.deepEqual(systemsUnsent(tasks, [{ taskId: 'a' }]), ['Cajas'])
  assert.deepEqual(systemsUnsent(tasks, []), ['CRM', 'Cajas'])
  assert.deepEqual(systemsUnsent(tasks, [{ taskId: null }]), [])
})
