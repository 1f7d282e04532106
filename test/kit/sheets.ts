import assert from 'node:assert/strict'
import { strFromU8, unzipSync } from 'fflate'
import type { Reply } from './service.ts'

/** Independent readers of exported files: CSV by RFC 4180, workbooks by the XML of their only sheet. */

export type Fields = Record<string, string>

function parse(text: string, separator: string): string[][] {
  const rows: string[][] = [[]]
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n|$)`, 'g')
  for (const [, quoted, bare, end] of text.matchAll(cell)) {
    rows.at(-1)!.push(quoted === undefined ? bare! : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  return rows.filter((row) => row.length > 1)
}

/** The rows of a CSV file with the header first. The file must begin with a byte order mark. */
export function csvRows(file: Uint8Array, separator = ','): string[][] {
  assert.deepEqual([...file.subarray(0, 3)], [0xef, 0xbb, 0xbf])
  return parse(Buffer.from(file.subarray(3)).toString('utf8'), separator)
}

/** The rows as records, keyed by column name. */
export function csvRecords(file: Uint8Array, separator = ','): Fields[] {
  const [head, ...rows] = csvRows(file, separator)
  return rows.map((row) => {
    assert.equal(row.length, head!.length)
    return Object.fromEntries(head!.map((name, index) => [name, row[index]!]))
  })
}

export function records(reply: Reply): Fields[] {
  assert.equal(reply.status, 200)
  return csvRecords(reply.raw)
}

const CELL = /<c r="([A-Z]+)\d+"(?: s="(\d)")?[^>]*>(?:<is><t [^>]*>([^<]*)<\/t><\/is>|<v>([^<]*)<\/v>)<\/c>/g
const ENTITIES: Fields = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

/** The rows of a workbook as texts, with the header first. An empty cell is ''. */
export function workbookRows(file: Uint8Array): string[][] {
  const sheet = strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml']!)
  const rows = [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, cells]) => {
    const row: string[] = []
    for (const [, column, style, text, figure] of cells!.matchAll(CELL))
      row[indexOf(column!)] = text === undefined ? shownFigure(figure!, style) : plain(text)
    return row
  })
  return rows.map((row) => Array.from({ length: rows[0]!.length }, (_, index) => row[index] ?? ''))
}

/** Dates and times have their own styles. */
function shownFigure(figure: string, style: string | undefined): string {
  if (style !== '2' && style !== '3') return figure
  const at = new Date(Date.UTC(1899, 11, 30) + Math.round(Number(figure) * 1440) * 60_000).toISOString()
  const day = at.slice(0, 10).split('-').reverse().join('-')
  return style === '2' ? day : `${day} ${at.slice(11, 16)}`
}

function indexOf(column: string): number {
  return [...column].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function plain(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!)
}
