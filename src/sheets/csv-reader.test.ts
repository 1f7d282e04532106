import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOUNDS, REFUSALS, Unreadable } from './bounds.ts'
import { readCsv } from './csv-reader.ts'
import { readSheet } from './read.ts'

const rowsOf = (text: string | Buffer) =>
  readCsv(Buffer.from(text as string)).rows.map(({ number, cells }) => [number, ...cells])

const FILES: [what: string, file: string, rows: (string | number)[][]][] = [
  [
    'no line end at the end',
    'a;b\n1;2',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  [
    'a separator at the end',
    'a;b\n1;',
    [
      [1, 'a', 'b'],
      [2, '1'],
    ],
  ],
  [
    'blank rows keep their number',
    'a\n\n ;\nb\n',
    [
      [1, 'a'],
      [4, 'b'],
    ],
  ],
  [
    'line ends of old Macs',
    'a;b\r1;2\r',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  [
    'line ends of Windows count once',
    'a\r\n\r\nb\r\n',
    [
      [1, 'a'],
      [3, 'b'],
    ],
  ],
  [
    'a line end inside quotes does not count as a row',
    '"a\nb";c\nd;e\n',
    [
      [1, 'a\nb', 'c'],
      [2, 'd', 'e'],
    ],
  ],
  ['a quote inside a bare cell is a quote', 'a"b;c\n', [[1, 'a"b', 'c']]],
  ['an empty quoted cell', '"";b\n', [[1, '', 'b']]],
  ['a quoted cell that is a quote', '"""";b\n', [[1, '"', 'b']]],
  [
    'text behind the closing quote stays in its cell',
    'n;m\n"Ana" Rojas;x\n',
    [
      [1, 'n', 'm'],
      [2, 'Ana Rojas', 'x'],
    ],
  ],
  [
    'a sign behind the closing quote stays too',
    '"Ana"X;y\nz;w\n',
    [
      [1, 'AnaX', 'y'],
      [2, 'z', 'w'],
    ],
  ],
  ['spaces between the quote and the separator', '"a" ;"b"\n', [[1, 'a ', 'b']]],
  ['text behind the last closing quote', 'x;"a"b', [[1, 'x', 'ab']]],
  ['a quote that nobody closes takes the rest', 'a;"b;c\nd', [[1, 'a', 'b;c\nd']]],
  ['commas win where there are more of them', 'a,b,c;d\n', [[1, 'a', 'b', 'c;d']]],
  ['semicolons win a draw', 'a;b,c\n', [[1, 'a', 'b,c']]],
  ['separators inside quotes do not count', '"a,b,c,d";e\n', [[1, 'a,b,c,d', 'e']]],
  [
    'a title above the headings does not decide',
    'Registro, versión 2\na;b;c\n1;2;3\n',
    [
      [1, 'Registro, versión 2'],
      [2, 'a', 'b', 'c'],
      [3, '1', '2', '3'],
    ],
  ],
  ['the separator that the file names', 'SEP=;\r\na,b,c;d\n', [[1, 'a,b,c', 'd']]],
  ['a named tab', 'sep=\t\na;b\tc\n', [[1, 'a;b', 'c']]],
  ['a heading that only looks like it', 'sep=x;b\n', [[1, 'sep=x', 'b']]],
  ['an apostrophe of an export is taken off', "'=1;'+2;'-3;'@4\n", [[1, '=1', '+2', '-3', '@4']]],
  ['one of two apostrophes is the text’s own', "''=1;x\n", [[1, "'=1", 'x']]],
  ['any other apostrophe stays', "'cita';O'Higgins\n", [[1, "'cita'", "O'Higgins"]]],
  ['blank cells at the end are left out, those between are kept', ';;x;;\n', [[1, '', '', 'x']]],
]

for (const [what, file, rows] of FILES) {
  test(`a text file: ${what}`, () => assert.deepEqual(rowsOf(file), rows))
}

test('both kinds of UTF-16 are read, and Windows-1252 if a byte is no UTF-8', () => {
  const little = Buffer.from('\ufeffAño;€\n', 'utf16le')
  assert.deepEqual(rowsOf(little), [[1, 'Año', '€']])
  assert.deepEqual(rowsOf(Buffer.from(little).swap16()), [[1, 'Año', '€']])
  // The euro is 0x80 in Windows-1252, and a control character in Latin-1.
  assert.deepEqual(rowsOf(Buffer.from([0x41, 0xf1, 0x6f, 0x3b, 0x80, 0x0a])), [[1, 'Año', '€']])
})

const refusedBy = (file: string, refusal: keyof typeof REFUSALS) =>
  assert.throws(() => readSheet(Buffer.from(file)), new Unreadable(REFUSALS[refusal]), refusal)

test('each bound accepts its limit and refuses one more', () => {
  const columns = (count: number) => `${'a;'.repeat(count - 1)}a\n`
  assert.equal(readSheet(Buffer.from(columns(BOUNDS.columns))).rows[0]!.cells.length, BOUNDS.columns)
  refusedBy(columns(BOUNDS.columns + 1), 'columns')
  assert.equal(readSheet(Buffer.from('a\n'.repeat(BOUNDS.rows))).rows.length, BOUNDS.rows)
  refusedBy('a\n'.repeat(BOUNDS.rows + 1), 'rows')
  const cell = 'x'.repeat(BOUNDS.cellCharacters)
  assert.equal(readSheet(Buffer.from(cell)).rows[0]!.cells[0]!.length, BOUNDS.cellCharacters)
  refusedBy(`${cell}x`, 'cell')
})

test('blank cells after the last column are no columns, and blank rows are no rows', () => {
  assert.deepEqual(rowsOf(`a${';'.repeat(BOUNDS.columns + 50)}\n`), [[1, 'a']])
  const rows = rowsOf(`a\n${'; ;\n'.repeat(BOUNDS.rows + 50)}b\n`)
  assert.deepEqual(rows, [
    [1, 'a'],
    [BOUNDS.rows + 52, 'b'],
  ])
})

test('characters that the database cannot store are removed', () => {
  const halves = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a\ud800b;c\u0000d\n', 'utf16le')])
  const [row] = readCsv(halves).rows
  assert.deepEqual(row!.cells, ['a\ufffdb', 'cd'])
})
