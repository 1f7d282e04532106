import { pipeline, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { stringify } from 'csv-stringify'
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

/** «rat-2026-12-01.csv», by the day in Chile. */
export function datedName(name: string, now: Date, extension: string): string {
  return `${name}-${chileanDay(now)}.${extension}`
}
