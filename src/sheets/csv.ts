import { Readable } from 'node:stream'
import { chileanDay, dayInDigits } from '#kernel/dates.ts'
import { wallClock } from './clock.ts'

/** A day of the calendar: `2026-12-31`. */
export class Day {
  readonly day: string

  constructor(day: string) {
    this.day = day
  }
}

/** Instants are written in Chilean time. */
export type Cell = string | number | Date | Day | null
export type Row = Cell[]
export type Rows = AsyncIterable<Row> | Iterable<Row>

/** Text is collected up to this size before it is sent or packed: a write per row would cost more than the row. */
const GATHERED = 64 * 1024

/** Excel recognises UTF-8 only by a byte order mark. */
const MARK = '\ufeff'

export const COMMA = ','
/** Excel expects it where the comma separates decimals, as in Chile. */
export const SEMICOLON = ';'
export type Separator = typeof COMMA | typeof SEMICOLON

export function csvStream(columns: readonly string[], rows: Rows, separator?: Separator): Readable {
  return Readable.from(csvText(columns, rows, separator), { objectMode: false })
}

/** CSV by RFC 4180, in chunks. */
export function csvText(
  columns: readonly string[],
  rows: Rows,
  separator: Separator = COMMA,
): AsyncGenerator<string> {
  const line = (row: Row) => csvLine(row, separator)
  return gathered(`${MARK}${line([...columns])}`, rows, line)
}

/** The text of the rows after a beginning, in chunks of about the same size. */
export async function* gathered(
  beginning: string,
  rows: Rows,
  textOf: (row: Row, index: number) => string,
): AsyncGenerator<string> {
  let text = beginning
  let index = 0
  for await (const row of rows) {
    text += textOf(row, index)
    index += 1
    if (text.length < GATHERED) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

function csvLine(row: Row, separator: Separator): string {
  let line = ''
  for (let at = 0; at < row.length; at += 1) line += `${at === 0 ? '' : separator}${csvCell(row[at]!)}`
  return `${line}\r\n`
}

/**
 * Spreadsheets run cells that begin like this, also with the wide signs of East Asian keyboards. A text that begins with
 * apostrophes of its own gets one more, so that reading it back never removes one of its own.
 */
const FORMULA = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
/** Quoted for both separators, because programs guess. */
const SPECIAL = /[",;\r\n]/

/** An apostrophe turns a formula into text. */
function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (cell instanceof Day) return dayInDigits(cell.day)
  if (cell instanceof Date) return momentInDigits(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** «15-11-2026 09:30», in Chilean time. */
function momentInDigits(instant: Date): string {
  const [day = '', time = ''] = wallClock(instant).split('T')
  return `${dayInDigits(day)} ${time}`
}

/** «rat-2026-12-01.csv», with the day in Chile. */
export function datedName(name: string, now: Date, extension: string): string {
  return `${name}-${chileanDay(now)}.${extension}`
}
