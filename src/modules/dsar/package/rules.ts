import { after, DAY_MS, MINUTE_MS } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'

/** What a person gets with the answer, and for how long (arts. 5, 9 and 11, Ley 19.628 (mod. Ley 21.719)). */

export const PACKAGE_STATES = ['pending', 'ready', 'failed', 'expired'] as const

export const CONTENT_KINDS = ['index', 'data', 'table', 'file'] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]

/** Decisions, part 5. No organisation keeps answers for fewer days, so a link never outlives its bytes. */
const LINK_DAYS = 15

/** The default of the organisations' table. */
export const USUAL_ANSWER_DAYS = 30

export const CODE_TTL_MS = 10 * MINUTE_MS
export const MOST_TRIES = 5
/** Limits for codes to one mailbox. Beyond them the answer to the call stays the same and no mail leaves. */
export const CODE_BUDGETS = [
  { most: 5, withinMs: 15 * MINUTE_MS },
  { most: 20, withinMs: DAY_MS },
] as const
/** After the code the file can be downloaded for this long. */
export const PASS_TTL_MS = 30 * MINUTE_MS

export const MOST_FILES = 500
export const MOST_REDACTIONS = 200

/** A selected file and what happens to it. */
export interface Source {
  fileId: string
  /** Null for a file of the request itself. */
  taskId: string | null
  /** The file stays out, and the index says so. */
  leftOut: boolean
  /** The file that is packed in its place. */
  replacementId: string | null
}

/**
 * Systems that found data but have no file in the package. A file of the request may come from any of them, so with one no
 * system counts as missing.
 */
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
  /** Path in the archive. */
  name: string
  kind: ContentKind
  /** The name of the system that it came from. */
  from: string | null
  size: number
  sha256: string
}

export function linkUntil(now: Date): Date {
  return after(now, LINK_DAYS * DAY_MS)
}

// ── rows from a system ──

/** Replaces data of other persons (art. 5: the answer is about the asker). */
export const COVERED = '[dato cubierto: vea el índice]'

export interface Rows {
  system: string | null
  columns: string[]
  rows: unknown[][]
}

const MOST_COLUMNS = 500
/** Short rows are filled up to all columns, so a small file could otherwise fill the memory. */
const MOST_CELLS = 5_000_000

/** The shape that connectors write: `{ system, right, columns, rows }`. Anything else is an ordinary file. */
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
      // A column may be named like an inherited property, such as «constructor».
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

/**
 * The columns that can be covered in such a file, read from its beginning. In the pattern the comma is mandatory: otherwise
 * a list without commas would backtrack exponentially.
 */
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

/** Empty cells stay empty. */
export function coverColumns({ columns, rows, ...rest }: Rows, fields: ReadonlySet<string>): Rows {
  const covered = columns.map((name) => fields.has(name))
  return {
    ...rest,
    columns,
    rows: rows.map((row) => row.map((cell, at) => (covered[at] && !isBlank(cell) ? COVERED : cell))),
  }
}

const isBlank = (cell: unknown) => cell === null || cell === ''

/** The value of a cell as people read it. */
export function cellOf(value: unknown): string | number | null {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  return JSON.stringify(value)
}

// ── names in the archive ──

/** The valid extensions of each kind of file. The first one is added to a name without any of them. */
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

/** Windows reserves these names, whatever follows them. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
const LONGEST_NAME = 120

/**
 * Makes a name whose extension matches the bytes: «factura.html» that is text becomes «factura.html.txt», and an unknown
 * kind ends in «.bin».
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

/** Makes names unique, ignoring letter case: «foto.jpg», «foto (2).jpg». */
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
