import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COVERED, cellOf, columnsIn, coverColumns, namer, readRows, safeName } from './rules.ts'

test('a name opens what the bytes are, and nothing else', () => {
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

test('each path once, whatever the case', () => {
  const name = namer()
  assert.deepEqual(
    [name('archivos/crm', 'foto.jpg'), name('archivos/crm', 'Foto.jpg'), name('archivos/tpv', 'foto.jpg')],
    ['archivos/crm/foto.jpg', 'archivos/crm/Foto (2).jpg', 'archivos/tpv/foto.jpg'],
  )
})

test('rows of a connector are known by their shape, as lists or as objects', () => {
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

test('a covered column shows nothing of what it held, and an empty cell stays empty', () => {
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

test('a cell for people', () => {
  assert.deepEqual([true, 3, null, 'x', { a: 1 }].map(cellOf), ['Sí', 3, null, 'x', '{"a":1}'])
})
