import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as xlsx from '@e965/xlsx'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { REFUSALS, type Refusal, Unreadable } from './bounds.ts'
import { readSheet } from './read.ts'
import { dateText } from './workbook-reader.ts'

type Value = string | number | boolean | Date | null

/** Written by another library, like a person's own program. */
function written(rows: Value[][], change: (sheet: xlsx.WorkSheet, book: xlsx.WorkBook) => void = () => {}) {
  const sheet = xlsx.utils.aoa_to_sheet(rows, { cellDates: true, UTC: true, dateNF: 'dd-mm-yyyy' })
  const book = xlsx.utils.book_new(sheet, 'Registro')
  change(sheet, book)
  return Buffer.from(xlsx.write(book, { type: 'buffer', bookSST: true, compression: true }))
}

const textsOf = (file: Buffer) => readSheet(file).rows.map(({ cells }) => cells)

/** The same workbook with other files in it. */
function rewritten(file: Buffer, more: Record<string, string>): Buffer {
  const entries = unzipSync(file)
  for (const [name, content] of Object.entries(more)) entries[name] = strToU8(content)
  return Buffer.from(zipSync(entries))
}

function refused(file: Buffer, refusal: Refusal) {
  assert.throws(() => readSheet(file), new Unreadable(REFUSALS[refusal]))
}

const SIMPLE = written([
  ['Actividad', 'Finalidad'],
  ['Boletín', 'Enviar ofertas'],
])

test('a workbook of another program is read as texts, dates as days', () => {
  const file = written([
    ['Actividad', 'Desde', 'Personas', 'Sensible', ''],
    ['Boletín «ñ» & <más>', new Date(Date.UTC(2026, 11, 31)), 1200, true, null],
    [],
    ['Línea\nsiguiente', new Date(Date.UTC(2026, 0, 2, 9, 30)), 0.5, false, 'última'],
  ])
  const { name, rows } = readSheet(file)
  assert.equal(name, 'Registro')
  assert.deepEqual(
    rows.map(({ number, cells }) => [number, ...cells]),
    [
      [1, 'Actividad', 'Desde', 'Personas', 'Sensible'],
      [2, 'Boletín «ñ» & <más>', '2026-12-31', '1200', 'Sí'],
      [4, 'Línea\nsiguiente', '2026-01-02 09:30', '0.5', 'No', 'última'],
    ],
  )
})

test('a formula counts by its saved value, and never runs', () => {
  const file = written([['a', 'b', 'c', 'd']], (sheet) => {
    sheet['A2'] = { t: 'n', v: 7, f: '1+1' }
    sheet['B2'] = { t: 's', v: 'guardado', f: 'HYPERLINK("http://ejemplo.cl","x")' }
    sheet['C2'] = { t: 'e', v: 0x17 }
    sheet['D2'] = { t: 'n', f: 'NOW()' }
    sheet['!ref'] = 'A1:D2'
  })
  const [, row] = readSheet(file).rows
  assert.deepEqual(row!.cells.slice(0, 2), ['7', 'guardado'])
  assert.match(row!.faults.find(({ column }) => column === 2)!.message, /error de fórmula/)
})

test('a formula without a saved value says so', () => {
  const sheet = '<worksheet><sheetData><row r="1"><c r="A1"><f>NOW()</f></c></row></sheetData></worksheet>'
  const [row] = readSheet(rewritten(SIMPLE, { 'xl/worksheets/sheet1.xml': sheet })).rows
  assert.deepEqual(row!.cells, [])
  assert.match(row!.faults[0]!.message, /fórmula sin su resultado/)
})

test('hidden sheets are skipped, and so is an empty first one', () => {
  const file = written([['no']], (_, book) => {
    xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([]), 'Vacía')
    xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([['sí']]), 'Datos')
    book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }, { Hidden: 0 }] }
  })
  assert.equal(readSheet(file).name, 'Datos')
  assert.deepEqual(textsOf(file), [['sí']])
})

test('days are read in both calendars of Excel', () => {
  assert.equal(dateText(1), '1900-01-01')
  assert.equal(dateText(59), '1900-02-28')
  assert.equal(dateText(61), '1900-03-01')
  assert.equal(dateText(46_387), '2026-12-31')
  assert.equal(dateText(46_387.5), '2026-12-31 12:00')
  assert.equal(dateText(0.25), '06:00')
  assert.equal(dateText(44_925, true), '2026-12-31')
  assert.equal(dateText(9_999_999), '9999999')
})

test('text files have various separators, encodings, quotes and line ends', () => {
  const expected = [
    ['Nombre', 'País'],
    ['Ñandú; "SpA"', 'Perú\nalto'],
  ]
  const quotedText = 'Nombre;País\r\n"Ñandú; ""SpA""";"Perú\nalto"\r\n'
  assert.deepEqual(textsOf(Buffer.from(quotedText)), expected)
  assert.deepEqual(textsOf(Buffer.from(`\ufeff${quotedText}`)), expected)
  assert.deepEqual(textsOf(Buffer.from(quotedText, 'latin1')), expected)
  assert.deepEqual(textsOf(Buffer.from(`\ufeff${quotedText}`, 'utf16le')), expected)
  assert.deepEqual(textsOf(Buffer.from('sep=,\nNombre,"a;b;c"\nuno,dos')), [
    ['Nombre', 'a;b;c'],
    ['uno', 'dos'],
  ])
  assert.deepEqual(textsOf(Buffer.from('Nombre,País\n"Gómez, S.A.",CL\n')), [
    ['Nombre', 'País'],
    ['Gómez, S.A.', 'CL'],
  ])
  assert.deepEqual(textsOf(Buffer.from('a\tb\n1\t2\n')), [
    ['a', 'b'],
    ['1', '2'],
  ])
  assert.deepEqual(textsOf(Buffer.from('a\r\rb\r')), [['a'], ['b']])
  assert.deepEqual(textsOf(Buffer.from("a;b\n'=1+1;'-x\n")), [
    ['a', 'b'],
    ['=1+1', '-x'],
  ])
})

test('every kind of file that we do not open has its own message', () => {
  refused(Buffer.alloc(0), 'empty')
  refused(Buffer.from('\n;;\n\n'), 'empty')
  refused(Buffer.from('89504e470d0a1a0a0000', 'hex'), 'unknown')
  refused(Buffer.from('%PDF-1.7\n\u0000\u0001'), 'unknown')
  refused(
    Buffer.from(
      xlsx.write(xlsx.utils.book_new(xlsx.utils.aoa_to_sheet([['a']]), 'x'), {
        type: 'buffer',
        bookType: 'xls',
      }),
    ),
    'old',
  )
  const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  refused(Buffer.concat([compound, Buffer.from('EncryptedPackage', 'utf16le')]), 'encrypted')
  refused(
    Buffer.from(
      xlsx.write(xlsx.utils.book_new(xlsx.utils.aoa_to_sheet([['a']]), 'x'), {
        type: 'buffer',
        bookType: 'ods',
      }),
    ),
    'openDocument',
  )
  refused(
    Buffer.from(
      xlsx.write(xlsx.utils.book_new(xlsx.utils.aoa_to_sheet([['a']]), 'x'), {
        type: 'buffer',
        bookType: 'xlsb',
      }),
    ),
    'binary',
  )
  refused(rewritten(SIMPLE, { 'xl/vbaProject.bin': 'x' }), 'macros')
  refused(rewritten(SIMPLE, { 'xl/macrosheets/sheet1.xml': '<x/>' }), 'macros')
  refused(rewritten(SIMPLE, { 'xl/externalLinks/externalLink1.xml': '<x/>' }), 'links')
  refused(rewritten(SIMPLE, { 'xl/connections.xml': '<x/>' }), 'links')
  refused(Buffer.from(zipSync({ 'a.txt': strToU8('hola') })), 'unknown')
  refused(SIMPLE.subarray(0, SIMPLE.length - 40), 'damaged')
  refused(rewritten(SIMPLE, { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row>' }), 'damaged')
  const laughing =
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]><worksheet><sheetData><row><c><v>&a;</v></c></row></sheetData></worksheet>'
  refused(rewritten(SIMPLE, { 'xl/worksheets/sheet1.xml': laughing }), 'damaged')
})

test('there are bounds for rows, columns, cells, texts, entries and the unpacked size', () => {
  refused(Buffer.from('a\n'.repeat(5051)), 'rows')
  assert.equal(readSheet(Buffer.from('a\n'.repeat(5001))).rows.length, 5001)
  refused(Buffer.from(`${';'.repeat(200)}x\n`), 'columns')
  refused(Buffer.from('x'.repeat(32_768)), 'cell')
  refused(Buffer.from(`${'x'.repeat(30_000)}\n`.repeat(700).slice(0, 10 * 2 ** 20 + 1)), 'tooLarge')
  const cells = `<c t="inlineStr"><is><t>${'x'.repeat(30_000)}</t></is></c>`
  const heavy = `<worksheet><sheetData>${`<row>${cells}</row>`.repeat(800)}</sheetData></worksheet>`
  refused(rewritten(SIMPLE, { 'xl/worksheets/sheet1.xml': heavy }), 'text')
  const far = '<worksheet><sheetData><row r="1"><c r="XFD1"><v>1</v></c></row></sheetData></worksheet>'
  refused(rewritten(SIMPLE, { 'xl/worksheets/sheet1.xml': far }), 'columns')
  const many = Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`xl/${at}.xml`, '']))
  refused(rewritten(SIMPLE, many), 'bomb')
})
