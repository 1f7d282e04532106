import { after, DAY_MS, MINUTE_MS } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'

/** What a person gets with the answer (arts. 5, 9 and 11, Ley 19.628 (mod. Ley 21.719)), and for how long. */

export const PACKAGE_STATES = ['pending', 'ready', 'failed', 'expired'] as const

export const CONTENT_KINDS = ['index', 'data', 'table', 'file'] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]

/** Decisions, part 5. No organisation keeps an answer for fewer days, so that a link never outlives the bytes. */
const LINK_DAYS = 15

/** As the table of organisations has it for those that chose none. */
export const USUAL_ANSWER_DAYS = 30

export const CODE_TTL_MS = 10 * MINUTE_MS
export const MOST_TRIES = 5
/** Codes to one mailbox. Beyond it the answer stays the same and no mail leaves. */
export const CODE_BUDGETS = [
  { most: 5, withinMs: 15 * MINUTE_MS },
  { most: 20, withinMs: DAY_MS },
] as const
/** Once the code was typed, the file can be taken for this long. */
export const PASS_TTL_MS = 30 * MINUTE_MS

export const MOST_FILES = 500
export const MOST_REDACTIONS = 200

/** A file that was chosen, and what becomes of it. */
export interface Source {
  fileId: string
  /** None: a file of the request itself. */
  taskId: string | null
  /** It stays out, and the index says so. */
  leftOut: boolean
  /** What is packed in its place. */
  replacementId: string | null
}

/** A file of the request itself may be what a system sent by another way: with one nothing is known to lack. */
export function systemsUnsent(
  tasks: readonly { id: string; system_name: string; outcome: string | null }[],
  sources: readonly Pick<Source, 'taskId'>[],
): string[] {
  const sent = new Set(sources.map(({ taskId }) => taskId))
  if (sent.has(null)) return []
  return tasks
    .filter(({ id, outcome }) => outcome === 'found' && !sent.has(id))
    .map(({ system_name }) => system_name)
}

export interface Redaction {
  fileId: string | null
  field: string | null
  replacementFileId: string | null
  what: string
  reason: string
  by: string | null
  byName: string | null
  at: string
}

export interface Content {
  /** Its path in the archive. */
  name: string
  kind: ContentKind
  /** The system that it came from, in words. */
  from: string | null
  size: number
  sha256: string
}

export function linkUntil(now: Date): Date {
  return after(now, LINK_DAYS * DAY_MS)
}

// ── rows that a system gave ──

/** In place of what is another person's (art. 5: the answer is about who asks). */
export const COVERED = '[dato cubierto: vea el índice]'

export interface Rows {
  system: string | null
  columns: string[]
  rows: unknown[][]
}

const MOST_COLUMNS = 500
/** Short rows are filled up to all columns: a small file must not become a large memory. */
const MOST_CELLS = 5_000_000

/** What a connector writes: `{ system, right, columns, rows }`. Anything else is a file like others. */
export function readRows(text: string): Rows | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { system, right, columns, rows } = value as Record<string, unknown>
  const isNamed = typeof system === 'string' || typeof right === 'string'
  if (!isNamed || !isColumns(columns) || !Array.isArray(rows)) return undefined
  if (rows.length * columns.length > MOST_CELLS)
    throw new Failure(
      'impossible',
      `Los datos de «${typeof system === 'string' ? system : right}» tienen demasiadas filas y columnas para un paquete. Pídalos en un archivo CSV o Excel.`,
    )
  const read: unknown[][] = []
  for (const row of rows) {
    if (Array.isArray(row)) read.push(columns.map((_, at) => row[at] ?? null))
    else if (typeof row === 'object' && row !== null)
      // A column may have a name that every object inherits, such as «constructor».
      read.push(
        columns.map((name) => (Object.hasOwn(row, name) ? (row as Record<string, unknown>)[name] : null)),
      )
    else return undefined
  }
  return { system: typeof system === 'string' ? system : null, columns, rows: read }
}

function isColumns(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= MOST_COLUMNS &&
    value.every((name) => typeof name === 'string')
  )
}

/** The columns, from the beginning of such a file: what can be covered in it. The comma is not optional: a list without it would be tried in every way there is. */
export function columnsIn(beginning: string): string[] | null {
  const [, list] =
    /"columns"\s*:\s*(\[\s*(?:"(?:[^"\\]|\\.)*"\s*(?:,\s*"(?:[^"\\]|\\.)*"\s*)*)?\])/.exec(beginning) ?? []
  if (list === undefined || !/^\s*\{/.test(beginning)) return null
  try {
    const columns: unknown = JSON.parse(list)
    return isColumns(columns) ? columns : null
  } catch {
    return null
  }
}

/** What is empty stays empty: there was nothing to cover. */
export function coverColumns({ columns, rows, ...rest }: Rows, fields: ReadonlySet<string>): Rows {
  const covered = columns.map((name) => fields.has(name))
  return {
    ...rest,
    columns,
    rows: rows.map((row) => row.map((cell, at) => (covered[at] && !isBlank(cell) ? COVERED : cell))),
  }
}

const isBlank = (cell: unknown) => cell === null || cell === ''

/** A cell of a table for people. */
export function cellOf(value: unknown): string | number | null {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  return JSON.stringify(value)
}

// ── names in the archive ──

/** The ways in which each kind of file may be named; the first is added to a name that has none of them. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/tiff': ['tif', 'tiff'],
  'image/heic': ['heic'],
  'audio/mp4': ['m4a'],
  'video/mp4': ['mp4'],
  'video/webm': ['webm'],
  'audio/mpeg': ['mp3'],
  'audio/ogg': ['ogg'],
  'audio/wav': ['wav'],
  'application/zip': ['zip'],
  'text/plain': ['txt', 'log', 'md'],
  'text/csv': ['csv'],
  'application/json': ['json'],
  'message/rfc822': ['eml'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/msword': ['doc'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.ms-powerpoint': ['ppt'],
  'application/vnd.ms-outlook': ['msg'],
}

/** Windows knows these whatever follows them. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
const LONGEST_NAME = 120

/**
 * A name that opens what the bytes are and nothing else: «factura.html» that is text becomes «factura.html.txt», and what
 * is of no known kind ends in «.bin».
 */
export function safeName(name: string, contentType: string): string {
  const known = Object.hasOwn(EXTENSIONS, contentType) ? EXTENSIONS[contentType]! : ['bin']
  const clean = (name.normalize('NFC').split(/[\\/]/).at(-1) ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}"<>|?*:]/gu, '')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const [, stem = clean, extension = ''] = /^(.+)\.([^.]+)$/u.exec(clean) ?? []
  const fits = known.includes(extension.toLowerCase())
  const first = [...(fits ? stem : clean)].slice(0, LONGEST_NAME).join('') || 'archivo'
  return `${DEVICE.test(first) ? `_${first}` : first}.${fits ? extension.toLowerCase() : known[0]}`
}

/** Each name once, whatever the letters' case: «foto.jpg», «foto (2).jpg». */
export function namer(): (folder: string, name: string) => string {
  const taken = new Set<string>()
  return (folder, name) => {
    const [, stem = name, end = ''] = /^(.+)(\.[^.]+)$/u.exec(name) ?? []
    for (let count = 1; ; count += 1) {
      const path = `${folder}/${count === 1 ? name : `${stem} (${count})${end}`}`
      if (taken.has(path.toLowerCase())) continue
      taken.add(path.toLowerCase())
      return path
    }
  }
}
