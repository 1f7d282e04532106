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

/** An instant is shown as the clocks of Chile show it. */
export type Cell = string | number | Date | Day | null
export type Row = Cell[]
export type Rows = AsyncIterable<Row> | Iterable<Row>

/** What is gathered before it is sent or packed: a write for every row would cost more than the row. */
const GATHERED = 64 * 1024

/** Excel reads UTF-8 only behind a byte order mark. */
const MARK = '\ufeff'

export const COMMA = ','
/** What Excel expects where the comma separates decimals, as in Chile. */
export const SEMICOLON = ';'
export type Separator = typeof COMMA | typeof SEMICOLON

export function csvStream(columns: readonly string[], rows: Rows, separator?: Separator): Readable {
  return Readable.from(csvText(columns, rows, separator), { objectMode: false })
}

/** RFC 4180, in pieces. */
export function csvText(
  columns: readonly string[],
  rows: Rows,
  separator: Separator = COMMA,
): AsyncGenerator<string> {
  const line = (row: Row) => csvLine(row, separator)
  return gathered(`${MARK}${line([...columns])}`, rows, line)
}

/** The text of the rows behind a beginning, in pieces of about the same size. */
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
 * A spreadsheet runs a cell that begins so, also with the wide signs of East Asian keyboards. A text that has apostrophes
 * there of its own gets one more, so that the one taken off when it is read is never its own.
 */
const FORMULA = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
/** Quoted whichever of the two separates: programs guess. */
const SPECIAL = /[",;\r\n]/

/** An apostrophe makes a formula text. */
function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (cell instanceof Day) return dayInDigits(cell.day)
  if (cell instanceof Date) return momentInDigits(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** «15-11-2026 09:30», in Chile. */
function momentInDigits(instant: Date): string {
  const [day = '', time = ''] = wallClock(instant).split('T')
  return `${dayInDigits(day)} ${time}`
}

/** «rat-2026-12-01.csv», by the day in Chile. */
export function datedName(name: string, now: Date, extension: string): string {
  return `${name}-${chileanDay(now)}.${extension}`
}
