import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import * as xlsx from '@e965/xlsx'
import fc from 'fast-check'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { REFUSALS, type Refusal, Unreadable } from './bounds.ts'
import { Day, type Row } from './csv.ts'
import { readSheet } from './read.ts'
import { columnName, type SheetColumn, xlsxStream } from './workbook.ts'
import { zip } from './zip.ts'

const bookOf = (columns: readonly (string | SheetColumn)[], rows: Row[], sheet = 'Hoja') =>
  buffer(xlsxStream({ sheet, columns }, rows))
/** The cells as our own reader returns them. */
const cellsOf = async (row: Row) => {
  const { rows } = readSheet(await bookOf(['a', 'b', 'c'], [['x', ...row, 'z']]))
  return rows[1]!.cells.slice(1, -1)
}

test('columns have the names of spreadsheets', () => {
  for (const [index, name] of [
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [51, 'AZ'],
    [52, 'BA'],
    [701, 'ZZ'],
    [702, 'AAA'],
    [16_383, 'XFD'],
  ] as const)
    assert.equal(columnName(index), name)
})

const CELLS: [what: string, cell: Row[number], read: string][] = [
  ['nothing', null, ''],
  ['an empty text', '', ''],
  ['a formula is a text', '=1+1', '=1+1'],
  ['an apostrophe is a text', "'=1", "'=1"],
  ['markup', '<b>&amp; "x"</b>', '<b>&amp; "x"</b>'],
  ['spaces at the edges', '  a  ', '  a  '],
  ['emoji and line ends', 'Ñ 🦤\nx', 'Ñ 🦤\nx'],
  ['what only looks like an escape', '_x0041_ _x000d_ _xyz_', '_x0041_ _x000d_ _xyz_'],
  ['signs that no workbook holds are left out', 'a\u0000b\u0007c\uffffd', 'abcd'],
  ['a tab stays', 'a\tb', 'a\tb'],
  ['a number', 1234.5, '1234.5'],
  ['a number that is no date', 46_387, '46387'],
  ['zero', 0, '0'],
  ['a negative number', -3, '-3'],
  ['a day', new Day('2026-12-31'), '2026-12-31'],
  ['a leap day', new Day('2028-02-29'), '2028-02-29'],
  ['a moment in summer', new Date('2026-01-15T15:30:00Z'), '2026-01-15 12:30'],
  ['a moment in winter', new Date('2026-07-15T15:30:00Z'), '2026-07-15 11:30'],
  ['a moment before midnight', new Date('2027-01-01T02:59:00Z'), '2026-12-31 23:59'],
  ['midnight', new Date('2027-01-01T03:00:00Z'), '2027-01-01'],
]

for (const [what, cell, read] of CELLS) {
  test(`a cell of a workbook reads back: ${what}`, async () =>
    assert.deepEqual(await cellsOf([cell]), [read]))
}

test('any text of a workbook reads back', async () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
    fc.constantFrom('_x0041_', '_', 'x005F_', '<', '&', '"', '=', '\n'),
  )
  const text = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''))
  await fc.assert(
    fc.asyncProperty(text, async (one) => assert.deepEqual(await cellsOf([one]), [one])),
    { numRuns: 50 },
  )
})

test('a cell has as many characters as a spreadsheet allows, and never more', async () => {
  const read = async (length: number) => (await cellsOf(['x'.repeat(length)]))[0]!.length
  assert.deepEqual([await read(32_767), await read(32_768)], [32_767, 32_767])
})

test('another program reads the same sheet, its dates as dates and its texts as texts', async () => {
  const rows: Row[] = [['=1+1', new Day('2026-02-28'), 7]]
  const file = await bookOf(['Texto', 'Día', 'Número'], rows, 'Año & más')
  const book = xlsx.read(file, { cellDates: true, cellFormula: true })
  assert.deepEqual(book.SheetNames, ['Año & más'])
  const sheet = book.Sheets['Año & más']!
  assert.deepEqual([sheet['A2'].t, sheet['A2'].v, sheet['A2'].f], ['s', '=1+1', undefined])
  assert.equal(sheet['B2'].t, 'd')
  assert.deepEqual([sheet['C2'].t, sheet['C2'].v], ['n', 7])
  assert.equal(sheet['!autofilter']!.ref, 'A1:C2')
})

test('the lists of columns are on a hidden sheet, each in its own column', async () => {
  const columns: SheetColumn[] = [
    { heading: 'ID', hidden: true },
    { heading: 'Estado', list: ['Sí', 'No'] },
    { heading: 'Libre', hint: 'Obligatorio.' },
    { heading: 'Tipo', list: ['Uno', 'Dos & tres', 'Cuatro'], open: true },
    { heading: 'Desde', kind: 'day' },
  ]
  const file = await bookOf(columns, [[null, 'Sí', null, null, null]])
  const parts = unzipSync(file)
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!)
  const checks = [...sheet.matchAll(/<dataValidation( [^>]*)>(.*?)<\/dataValidation>/g)]
  assert.deepEqual(
    checks.map(([, head, body]) => [
      / sqref="([^"]*)"/.exec(head!)![1],
      body,
      head!.includes('showErrorMessage'),
      head!.includes('prompt="Obligatorio."'),
    ]),
    [
      ['B2:B1002', '<formula1>Listas!$A$1:$A$2</formula1>', true, false],
      ['C2:C1002', '', false, true],
      ['D2:D1002', '<formula1>Listas!$B$1:$B$3</formula1>', false, false],
    ],
  )
  assert.match(sheet, /<col min="1" max="1" [^>]*hidden="1"/)
  assert.match(sheet, /<col min="5" max="5" [^>]*style="2"/)
  const book = xlsx.read(file)
  assert.deepEqual(
    xlsx.utils.sheet_to_json(book.Sheets['Listas']!, { header: 1 }),
    [
      ['Sí', 'Uno'],
      ['No', 'Dos & tres'],
      [undefined, 'Cuatro'],
    ].map((row) => (row[0] === undefined ? Object.assign([], { 1: row[1] }) : row)),
  )
  assert.equal(readSheet(file).name, 'Hoja', 'the hidden sheet is not what a person filled in')
})

test('a column without options has no list, and the lists of the others keep their places', async () => {
  const columns: SheetColumn[] = [
    { heading: 'Destinatarios', list: [], open: true, hint: 'Varios valores.' },
    { heading: 'Estado', list: ['Sí'] },
    { heading: 'Nada', list: [] },
  ]
  const parts = unzipSync(await bookOf(columns, []))
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!)
  assert.deepEqual(
    [...sheet.matchAll(/<formula1>(.*?)<\/formula1>/g)].map(([, range]) => range),
    ['Listas!$A$1:$A$1'],
  )
  assert.match(sheet, /<dataValidations count="2">/)
  assert.match(sheet, /<dataValidation allowBlank="1" showInputMessage="1"[^>]* sqref="A2:A1001">/)
  const none = unzipSync(await bookOf([{ heading: 'Nada', list: [] }], []))
  assert.equal(none['xl/worksheets/sheet2.xml'], undefined)
  assert.doesNotMatch(strFromU8(none['xl/worksheets/sheet1.xml']!), /dataValidation/)
})

test('a long hint is cut to the length a spreadsheet shows', async () => {
  const file = await bookOf([{ heading: 'H'.repeat(40), hint: 'x'.repeat(300) }], [])
  const sheet = strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml']!)
  assert.match(sheet, / prompt="x{250}"/)
  assert.match(sheet, / promptTitle="H{30}"/)
})

// ── books of others ──

const SIMPLE = unzipSync(
  Buffer.from(xlsx.write(xlsx.utils.book_new(xlsx.utils.aoa_to_sheet([['a']]), 'x'), { type: 'buffer' })),
)
const withSheet = (rows: string, more: Record<string, string> = {}) => {
  const sheet = `<worksheet><sheetData>${rows}</sheetData></worksheet>`
  const parts: Record<string, Uint8Array> = { ...SIMPLE, 'xl/worksheets/sheet1.xml': strToU8(sheet) }
  for (const [name, content] of Object.entries(more)) parts[name] = strToU8(content)
  return Buffer.from(zipSync(parts))
}
const read = (rows: string, more?: Record<string, string>) =>
  readSheet(withSheet(rows, more)).rows.map(({ number, cells }) => [number, ...cells])

test('rows and cells without a reference follow the one before', () => {
  assert.deepEqual(
    read(
      '<row><c><v>1</v></c><c r="D1"><v>2</v></c><c><v>3</v></c></row><row r="5"><c><v>4</v></c></row><row><c><v>5</v></c></row>',
    ),
    [
      [1, '1', '', '', '2', '3'],
      [5, '4'],
      [6, '5'],
    ],
  )
})

test('numbers, flags, dates and texts are read from each program’s notation', () => {
  for (const [cell, text] of [
    ['<c><v>1E3</v></c>', '1000'],
    ['<c><v>0.1</v></c>', '0.1'],
    ['<c t="b"><v>1</v></c>', 'Sí'],
    ['<c t="b"><v>true</v></c>', 'Sí'],
    ['<c t="b"><v>0</v></c>', 'No'],
    ['<c t="d"><v>2026-12-31T00:00:00</v></c>', '2026-12-31'],
    ['<c t="d"><v>2026-12-31T09:30:59.123</v></c>', '2026-12-31 09:30'],
    ['<c t="str"><f>A1</f><v>dos</v></c>', 'dos'],
    ['<c t="inlineStr"><is><r><t>Bo</t></r><r><t>letín</t></r></is></c>', 'Boletín'],
    ['<c t="inlineStr"><is><t>日本</t><rPh sb="0" eb="2"><t>ニホン</t></rPh></is></c>', '日本'],
    ['<c t="inlineStr"><is><t>a_x000D_b_x005F_x0041_</t></is></c>', 'a\rb_x0041_'],
    ['<x:c xmlns:x="y"><x:v>7</x:v></x:c>', '7'],
  ] as const)
    assert.deepEqual(read(`<row>${cell}</row>`), [[1, text]], cell)
})

test('an empty cell is blank, whatever its type', () => {
  const shared = '<sst><si><t>Actividad</t></si></sst>'
  const rels = strFromU8(SIMPLE['xl/_rels/workbook.xml.rels']!).replace(
    '</Relationships>',
    '<Relationship Id="rIdS" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
  )
  const more = { 'xl/sharedStrings.xml': shared, 'xl/_rels/workbook.xml.rels': rels }
  for (const type of ['s', 'b', 'n', 'd', 'str', 'inlineStr'])
    for (const value of ['', '<v/>', '<v></v>', '<v> </v>'])
      if (value !== '<v> </v>' || !['d', 'str', 'inlineStr'].includes(type))
        assert.deepEqual(
          read(`<row><c t="${type}">${value}</c><c t="s"><v>0</v></c></row>`, more),
          [[1, '', 'Actividad']],
          `${type} ${value}`,
        )
})

test('a row or cell with an invalid reference is damage: it would be lost, or counted as another', () => {
  const damaged = (rows: string) => assert.throws(() => read(rows), new Unreadable(REFUSALS.damaged), rows)
  for (const place of ['0', '-1', '1.5', 'x', '1e999', 'NaN', '1048577'])
    damaged(`<row r="${place}"><c><v>1</v></c></row>`)
  damaged('<row r="2"><c><v>1</v></c></row><row r="2"><c><v>2</v></c></row>')
  damaged('<row r="3"><c><v>1</v></c></row><row r="2"><c><v>2</v></c></row>')
  for (const place of ['1', 'a1', 'é1', '$A$1', '']) damaged(`<row><c r="${place || ' '}"><v>1</v></c></row>`)
  assert.deepEqual(read('<row r="1048576"><c r="GR1048576"><v>1</v></c></row>')[0]![0], 1_048_576)
})

test('a fault quotes only a short part of a formula', () => {
  const [row] = readSheet(withSheet(`<row><c t="e"><v>#${'N'.repeat(200)}</v></c></row>`)).rows
  assert.deepEqual([row!.cells, row!.faults.length, row!.faults[0]!.column], [[], 1, 0])
  assert.match(row!.faults[0]!.message, /«#N{79}»/)
})

test('a style is a date if its format shows one, not if it only quotes the letters', () => {
  const styles = (code: string) =>
    `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="14"/><xf numFmtId="49"/></cellXfs></styleSheet>`
  const rels = strFromU8(SIMPLE['xl/_rels/workbook.xml.rels']!)
  assert.match(rels, /styles/)
  const path = `xl/${/Target="([^"]*styles[^"]*)"/.exec(rels)![1]}`
  const shown = (code: string, style = 1) =>
    read(`<row><c s="${style}"><v>46387</v></c></row>`, { [path]: styles(code) })[0]![1]
  assert.equal(shown('dd-mm-yyyy'), '2026-12-31')
  assert.equal(shown('#,##0.00'), '46387')
  assert.equal(shown('0 &quot;días&quot;'), '46387')
  assert.equal(shown('[Red]0'), '46387')
  assert.equal(shown('0\\d'), '46387')
  assert.equal(shown('0', 2), '2026-12-31')
  assert.equal(shown('0', 3), '46387')
  assert.equal(shown('dd-mm-yyyy', 0), '46387')
})

test('built-in formats of days and times make a date', () => {
  const rels = strFromU8(SIMPLE['xl/_rels/workbook.xml.rels']!)
  const path = `xl/${/Target="([^"]*styles[^"]*)"/.exec(rels)![1]}`
  const formats = [0, 1, 4, 9, 11, 13, 14, 17, 22, 23, 26, 27, 36, 37, 44, 45, 47, 48, 49, 50, 58, 59]
  const styles = `<styleSheet><cellXfs>${formats.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`
  const cells = formats.map((_, at) => `<c s="${at}"><v>46387</v></c>`).join('')
  const [row] = readSheet(withSheet(`<row>${cells}</row>`, { [path]: styles })).rows
  assert.deepEqual(
    formats.filter((_, at) => row!.cells[at] === '2026-12-31'),
    [14, 17, 22, 27, 36, 45, 47, 50, 58],
    'a number in a column of texts (49) stays a number',
  )
})

test('a workbook that counts days from 1904 is read so', () => {
  const book = strFromU8(SIMPLE['xl/workbook.xml']!)
  const rels = strFromU8(SIMPLE['xl/_rels/workbook.xml.rels']!)
  const path = `xl/${/Target="([^"]*styles[^"]*)"/.exec(rels)![1]}`
  const styles = '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>'
  const rows = '<row><c s="0"><v>44925</v></c></row>'
  const since = (mark: string) =>
    read(rows, {
      [path]: styles,
      'xl/workbook.xml': book.replace(/<workbookPr[^>]*\/>/, '').replace('<sheets>', `${mark}<sheets>`),
    })[0]![1]
  assert.equal(since('<workbookPr date1904="1"/>'), '2026-12-31')
  assert.equal(since('<workbookPr date1904="true"/>'), '2026-12-31')
  assert.equal(since('<workbookPr date1904="0"/>'), '2022-12-30')
  assert.equal(since(''), '2022-12-30')
})

test('a missing shared text, a missing sheet and a wrong reference are damage', () => {
  const refused = (file: Buffer, refusal: Refusal) =>
    assert.throws(() => readSheet(file), new Unreadable(REFUSALS[refusal]))
  refused(withSheet('<row><c t="s"><v>9999</v></c></row>'), 'damaged')
  refused(withSheet('<row><c r="GT1"><v>1</v></c></row>'), 'columns')
  refused(withSheet(`<row><c r="XFE1"><v/></c></row>`), 'columns')
  const { 'xl/worksheets/sheet1.xml': _gone, ...rest } = SIMPLE
  refused(Buffer.from(zipSync(rest)), 'damaged')
  const { '_rels/.rels': _root, ...unrelated } = SIMPLE
  refused(Buffer.from(zipSync(unrelated)), 'damaged')
})

// ── archives ──

test('an archive lists its files in order or by name, with their bytes and times', async () => {
  const entries = ['z/ñandú.txt', 'a.txt', 'vacío.txt'].map((path) => ({
    path,
    content: path.startsWith('v') ? [] : [path, Buffer.from('ñ')],
  }))
  const listed = async (byName: boolean) => {
    const file = await buffer(Readable.from(zip(entries, new Date('2026-12-31T23:59:58Z'), { byName })))
    const parts = unzipSync(file)
    return { names: Object.keys(parts), parts, file }
  }
  const { names, parts, file } = await listed(false)
  assert.deepEqual(names, ['z/ñandú.txt', 'a.txt', 'vacío.txt'])
  assert.deepEqual(
    Object.values(parts).map((bytes) => strFromU8(bytes)),
    ['z/ñandú.txtñ', 'a.txtñ', ''],
  )
  assert.deepEqual((await listed(true)).names, ['a.txt', 'vacío.txt', 'z/ñandú.txt'])
  const [time, date] = [file.readUInt16LE(10), file.readUInt16LE(12)]
  assert.deepEqual([date >> 9, (date >> 5) & 15, date & 31], [2026 - 1980, 12, 31])
  assert.deepEqual([time >> 11, (time >> 5) & 63, (time & 31) * 2], [23, 59, 58])
})

test('an error of a file ends its archive with that error', async () => {
  async function* broken() {
    yield 'a'
    throw new Error('the disk is gone')
  }
  const archive = zip([{ path: 'a', content: broken() }], new Date())
  await assert.rejects(buffer(Readable.from(archive)), /the disk is gone/)
})
