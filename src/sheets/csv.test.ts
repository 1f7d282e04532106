import assert from 'node:assert/strict'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Cell, COMMA, csvStream, csvText, Day, datedName, type Row, SEMICOLON } from './csv.ts'
import { readSheet } from './read.ts'

const MARK = '\ufeff'
/** Keeps the byte order mark, which other stream readers drop. */
const text = async (stream: Readable) => (await buffer(stream)).toString()

async function lineOf(...row: Row): Promise<string> {
  const whole = await text(csvStream(['Uno'], [row]))
  assert.ok(whole.startsWith(`${MARK}Uno\r\n`))
  return whole.slice(`${MARK}Uno\r\n`.length)
}

const CELLS: [what: string, cell: Cell, written: string][] = [
  ['nothing', null, ''],
  ['an empty text', '', ''],
  ['zero', 0, '0'],
  ['a fraction', 0.5, '0.5'],
  ['a negative number is no formula', -5, '-5'],
  ['accents and emoji', 'Ñandú 🦤', 'Ñandú 🦤'],
  ['a comma', 'a,b', '"a,b"'],
  ['a semicolon, whatever separates', 'a;b', '"a;b"'],
  ['a quote', 'dice "sí"', '"dice ""sí"""'],
  ['a line end', 'a\nb', '"a\nb"'],
  ['a lone carriage return', 'a\rb', '"a\rb"'],
  ['a formula', '=1+1', "'=1+1"],
  ['a formula with quotes', '=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
  ['a plus', '+56 9 1234 5678', "'+56 9 1234 5678"],
  ['a minus', '-x', "'-x"],
  ['an at', '@SUM(A1)', "'@SUM(A1)"],
  ['a tab', '\t=1', "'\t=1"],
  ['a carriage return first', '\r=1', '"\'\r=1"'],
  ['wide signs', '＝1', "'＝1"],
  ['a formula that is not first is text', 'a=1', 'a=1'],
  ['an apostrophe of its own', "'cita'", "'cita'"],
  ['an apostrophe of its own before a formula', "'=1", "''=1"],
  ['a day', new Day('2026-02-28'), '28-02-2026'],
  ['noon in summer', new Date('2026-01-15T15:00:00Z'), '15-01-2026 12:00'],
  ['noon in winter', new Date('2026-07-15T16:00:00Z'), '15-07-2026 12:00'],
  ['the last minute of a year', new Date('2027-01-01T02:59:59Z'), '31-12-2026 23:59'],
  ['midnight', new Date('2027-01-01T03:00:00Z'), '01-01-2027 00:00'],
  ['the hour before the clocks go back', new Date('2026-04-05T02:30:00Z'), '04-04-2026 23:30'],
  ['the same hour again', new Date('2026-04-05T03:30:00Z'), '04-04-2026 23:30'],
  ['the hour that the clocks skip', new Date('2026-09-06T04:00:00Z'), '06-09-2026 01:00'],
  ['a leap day', new Date('2028-03-01T02:00:00Z'), '29-02-2028 23:00'],
]

for (const [what, cell, written] of CELLS) {
  test(`a cell of a text file: ${what}`, async () => {
    assert.equal(await lineOf('a', cell, 'z'), `a,${written},z\r\n`)
  })
}

test('the separator is a comma by default, a semicolon on request', async () => {
  const rows: Row[] = [['a', null, 1]]
  assert.equal(await text(csvStream(['x', 'y', 'z'], rows)), `${MARK}x,y,z\r\na,,1\r\n`)
  assert.equal(await text(csvStream(['x', 'y', 'z'], rows, SEMICOLON)), `${MARK}x;y;z\r\na;;1\r\n`)
})

test('headings are guarded like cells', async () => {
  assert.equal(await text(csvStream(['=a', 'b,c'], [])), `${MARK}'=a,"b,c"\r\n`)
})

test('a long file comes in pieces, and no row is lost or repeated', async () => {
  const count = 4000
  async function* rows(): AsyncGenerator<Row> {
    for (let n = 0; n < count; n += 1) yield [n, 'x'.repeat(60)]
  }
  const pieces: string[] = []
  for await (const piece of csvText(['n', 'texto'], rows())) pieces.push(piece)
  assert.ok(pieces.length > 2 && pieces.length < 10, `${pieces.length}`)
  const lines = pieces.join('').split('\r\n')
  assert.equal(lines.length, count + 2)
  assert.deepEqual(
    lines.slice(1, -1).map((line) => Number(line.split(',')[0])),
    Array.from({ length: count }, (_, n) => n),
  )
})

test('an error of the rows ends the file with that error', async () => {
  async function* rows(): AsyncGenerator<Row> {
    yield ['a']
    throw new Error('the database went away')
  }
  await assert.rejects(text(csvStream(['x'], rows())), /the database went away/)
})

test('any exported text reads back unchanged', async () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.array(fc.constantFrom("'", '=', '-', '@', '"', ',', ';', '\n', 'ñ', ' '), { maxLength: 6 }),
  )
  const cell = anyText.map((one) => (typeof one === 'string' ? one : one.join('')))
  const row = fc.tuple(cell, cell).map(([a, b]) => ['x', a, b, 'z'])
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(COMMA, SEMICOLON),
      async (rows, separator) => {
        const file = await text(csvStream(['a', 'b', 'c', 'd'], rows, separator))
        assert.deepEqual(
          readSheet(Buffer.from(file))
            .rows.slice(1)
            .map(({ cells }) => cells),
          rows,
        )
      },
    ),
  )
})

test('a file name has the day in Chile', () => {
  for (const [instant, day] of [
    ['2027-01-01T02:59:59.999Z', '2026-12-31'],
    ['2027-01-01T03:00:00Z', '2027-01-01'],
    ['2026-07-01T03:59:59Z', '2026-06-30'],
    ['2026-07-01T04:00:00Z', '2026-07-01'],
    ['2028-03-01T02:59:00Z', '2028-02-29'],
  ] as const)
    assert.equal(datedName('rat', new Date(instant), 'csv'), `rat-${day}.csv`)
})
