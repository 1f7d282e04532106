import { pipeline, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { stringify } from 'csv-stringify'
import writeExcelFile from 'write-excel-file/node'
import { chileanDay } from '#kernel/dates.ts'

export type Cell = string | number | null
export type Row = Cell[]
export type Rows = AsyncIterable<Row> | Iterable<Row>

/** Excel reads UTF-8 only behind a BOM, and runs a cell that looks like a formula: an apostrophe makes it text. */
export function csvStream(columns: readonly string[], rows: Rows): Readable {
  const writer = stringify({
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
    // Left bare by default: only the whole delimiter is quoted.
    quoted_match: /[\r\n;]/,
  })
  // A fault of the source ends the writer, and with it the reply.
  return pipeline(Readable.from(withHead(columns, rows)), writer, () => {})
}

export function csvBuffer(columns: readonly string[], rows: Rows): Promise<Buffer> {
  return buffer(csvStream(columns, rows))
}

async function* withHead(columns: readonly string[], rows: Rows): AsyncGenerator<Row> {
  yield [...columns]
  yield* rows
}

/** What a cell of Excel holds at most. */
const LONGEST_CELL = 32_767
const WIDEST = 60
const NARROWEST = 14

/** A workbook is one archive, so its rows are gathered first. Cells are typed: a text is never a formula there. */
export async function xlsxBuffer(
  { sheet, columns }: { sheet: string; columns: readonly string[] },
  rows: Rows,
): Promise<Buffer> {
  const head = columns.map((value) => ({ value, type: String, fontWeight: 'bold' as const, wrap: true }))
  const body = []
  const widths = columns.map(({ length }) => length)
  for await (const row of rows) {
    body.push(row.map(cellOf))
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index]!, String(cell ?? '').length)
    })
  }
  const columnsOf = widths.map((width) => ({ width: Math.min(WIDEST, Math.max(NARROWEST, width + 2)) }))
  return writeExcelFile([head, ...body], { sheet, columns: columnsOf, stickyRowsCount: 1 }).toBuffer()
}

/** Signs that XML does not allow, which Excel takes for a damaged file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

function cellOf(cell: Cell) {
  if (cell === null || cell === '') return null
  if (typeof cell === 'number') return { value: cell, type: Number }
  return { value: cell.replace(FORBIDDEN, '').slice(0, LONGEST_CELL), type: String }
}

/** «rat-2026-12-01.csv», by the day in Chile. */
export function datedName(name: string, now: Date, extension: string): string {
  return `${name}-${chileanDay(now)}.${extension}`
}
