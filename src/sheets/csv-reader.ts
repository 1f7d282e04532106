import { refuse, type Sheet, SheetBuilder } from './bounds.ts'

/** A text file of rows: UTF-8, marked UTF-16, or Windows-1252; separated by comma, semicolon or tab. */
export function readCsv(file: Buffer): Sheet {
  const text = decoded(file)
  const { separator, from } = separatorOf(text)
  const sheet = new SheetBuilder()
  let cells: string[] = []
  let number = 1
  let at = from
  const endRow = () => {
    sheet.row(number, cells)
    cells = []
    number += 1
  }
  while (at < text.length) {
    const cell = text[at] === '"' ? quoted(text, at, separator) : bare(text, at, separator)
    cells.push(plain(cell.value))
    at = cell.end
    if (text[at] === separator) {
      at += 1
      if (at >= text.length) cells.push('')
    } else {
      endRow()
      at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
    }
  }
  if (cells.length > 0) endRow()
  return { name: '', rows: sheet.rows }
}

interface Taken {
  value: string
  end: number
}

/** Reads up to the closing quote. Text between it and the separator is kept, as spreadsheets do. */
function quoted(text: string, from: number, separator: string): Taken {
  let value = ''
  let at = from + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return { value: value + text.slice(at), end: text.length }
    value += text.slice(at, quote)
    if (text[quote + 1] !== '"') {
      const rest = bare(text, quote + 1, separator)
      return { value: value + rest.value, end: rest.end }
    }
    value += '"'
    at = quote + 2
  }
}

function bare(text: string, from: number, separator: string): Taken {
  let end = from
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { value: text.slice(from, end), end }
}

/** An export put the first apostrophe before text that a spreadsheet would run. Further ones belong to the text. */
const GUARDED = /^'(?='*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/

const plain = (value: string) => value.replace(GUARDED, '')

const SEPARATORS = [';', ',', '\t'] as const

/** Excel may name the separator in a first line. Otherwise the line of headings shows it. */
function separatorOf(text: string): { separator: string; from: number } {
  const named = /^sep=([;,\t])\r?\n/i.exec(text)
  if (named) return { separator: named[1]!, from: named[0].length }
  const counts = SEPARATORS.map((separator) => ({ separator, count: widest(text, separator) }))
  const best = counts.reduce((one, other) => (other.count > one.count ? other : one))
  return { separator: best.separator, from: 0 }
}

const LINES_LOOKED_AT = 20
const LONGEST_LOOK = 100_000

/** The most separators outside quotes in one of the first lines. */
function widest(text: string, separator: string): number {
  let [most, count, lines, inQuotes] = [0, 0, 0, false]
  for (let at = 0; at < Math.min(text.length, LONGEST_LOOK) && lines < LINES_LOOKED_AT; at += 1) {
    const sign = text[at]
    if (sign === '"') inQuotes = !inQuotes
    else if (inQuotes) continue
    else if (sign === separator) count += 1
    else if (sign === '\n') {
      most = Math.max(most, count)
      count = 0
      lines += 1
    }
  }
  return Math.max(most, count)
}

function decoded(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file)
  if (file[0] === 0xfe && file[1] === 0xff) return new TextDecoder('utf-16be').decode(file)
  if (file.includes(0)) refuse('unknown')
  try {
    // Drops the byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('windows-1252').decode(file)
  }
}
