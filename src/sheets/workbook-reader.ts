import { posix } from 'node:path'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { BOUNDS, refuse, type Sheet, SheetBuilder, type SheetRow, Unreadable } from './bounds.ts'
import { createUnpacker, type Packed } from './unzip.ts'

/** A workbook (ECMA-376), read as a stream. A formula counts by its saved value, and never runs. */
export function readWorkbook(file: Buffer, entries: ReadonlyMap<string, Packed>): Sheet {
  refuseForeign([...entries.keys()])
  const unpack = createUnpacker(file)
  const parse = (path: string, handlers: Handlers) => {
    const entry = entries.get(path)
    if (entry) parseXml((take) => unpack(entry, take), handlers)
    return entry !== undefined
  }
  const book = readBook(parse)
  const shared = book.sharedTexts ? readSharedTexts(parse, book.sharedTexts) : []
  const dated = book.styles ? readDateStyles(parse, book.styles) : []
  let first: Sheet | undefined
  for (const { name, path } of book.sheets.slice(0, MOST_SHEETS)) {
    const sheet = { name, rows: readRows(parse, path, { shared, dated, is1904: book.is1904 }) }
    if (sheet.rows.length > 0) return sheet
    first ??= sheet
  }
  return first ?? refuse('damaged')
}

/** Sheets without rows are skipped, up to this many sheets. */
const MOST_SHEETS = 5

function refuseForeign(names: readonly string[]): void {
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name))
  if (has(/vbaProject[^/]*\.bin$|\/macrosheets\//i)) refuse('macros')
  if (has(/\/externalLinks?\/|\/connections\.xml$|\/queryTables\//i)) refuse('links')
  if (has(/^xl\/workbook\.bin$/i)) refuse('binary')
  if (names.includes('EncryptedPackage')) refuse('encrypted')
  if (names.includes('mimetype') && names.includes('content.xml')) refuse('openDocument')
  if (!names.includes('[Content_Types].xml') || !has(/^xl\//i)) refuse('unknown')
}

// ── XML ──

interface Handlers {
  open?(name: string, attributes: Record<string, string>): void
  close?(name: string): void
  text?(text: string): void
}

type Parse = (path: string, handlers: Handlers) => boolean

/** Refuses document types, so that no entity can expand and nothing external is loaded. */
function parseXml(unpack: (take: (piece: Uint8Array) => void) => void, { open, close, text }: Handlers) {
  const parser = new SaxesParser()
  parser.on('doctype', () => refuse('damaged'))
  parser.on('error', () => refuse('damaged'))
  if (open) parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => open(local(name), attributes))
  if (close) parser.on('closetag', ({ name }) => close(local(name)))
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  let decoder: InstanceType<typeof TextDecoder> | undefined
  try {
    unpack((piece) => {
      decoder ??= new TextDecoder(encodingOf(piece), { fatal: true })
      parser.write(decoder.decode(piece, { stream: true }))
    })
    parser.write(decoder?.decode() ?? '')
    parser.close()
  } catch (error) {
    if (error instanceof Unreadable) throw error
    refuse('damaged')
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** Some programs give every name a prefix. */
const local = (name: string) => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name)

// ── the workbook around its sheets ──

interface Book {
  sheets: { name: string; path: string }[]
  sharedTexts: string | undefined
  styles: string | undefined
  is1904: boolean
}

/** The visible sheets, in tab order. */
function readBook(parse: Parse): Book {
  const bookPath = relations(parse, '').find(({ type }) => type === 'officeDocument')?.path
  if (!bookPath) refuse('damaged')
  const related = relations(parse, bookPath)
  const sheets: Book['sheets'] = []
  let is1904 = false
  const there = parse(bookPath, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (name !== 'sheet' || (attributes['state'] ?? 'visible') !== 'visible') return
      const id = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1]
      const target = related.find((one) => one.id === id)
      if (target?.type === 'worksheet') sheets.push({ name: attributes['name'] ?? '', path: target.path })
    },
  })
  if (!there) refuse('damaged')
  const pathOf = (wanted: string) => related.find(({ type }) => type === wanted)?.path
  return { sheets, sharedTexts: pathOf('sharedStrings'), styles: pathOf('styles'), is1904 }
}

interface Relation {
  id: string
  /** The last word of its type url. */
  type: string
  path: string
}

function relations(parse: Parse, of: string): Relation[] {
  const folder = posix.dirname(of)
  const found: Relation[] = []
  parse(posix.join(folder, '_rels', `${posix.basename(of)}.rels`), {
    open(name, { Id: id, Type: type, Target: target, TargetMode: mode }) {
      if (name !== 'Relationship' || !id || !type || !target || mode === 'External') return
      const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
      found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), path })
    },
  })
  return found
}

/** One text per entry, with its formatted runs joined. Japanese pronunciation hints are left out. */
function readSharedTexts(parse: Parse, path: string): string[] {
  const texts: string[] = []
  let text = ''
  let characters = 0
  let [inText, inReading] = [false, false]
  parse(path, {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') inReading = true
      else if (name === 't') inText = !inReading
    },
    text(piece) {
      if (inText) text += piece
    },
    close(name) {
      if (name === 't') inText = false
      else if (name === 'rPh') inReading = false
      else if (name === 'si') {
        characters += text.length
        if (texts.push(unescaped(text)) > BOUNDS.sharedTexts || characters > BOUNDS.characters) refuse('text')
      }
    },
  })
  return texts
}

/** The formats of days and times that every spreadsheet has. Between them, 48 is a power of ten and 49 a text. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** By style number: whether its cells show a date. */
function readDateStyles(parse: Parse, path: string): boolean[] {
  const formats = new Map<number, boolean>()
  const dated: boolean[] = []
  let inCells = false
  parse(path, {
    open(name, attributes) {
      const id = Number(attributes['numFmtId'] ?? 0)
      if (name === 'numFmt') formats.set(id, showsDate(attributes['formatCode'] ?? ''))
      else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells) dated.push(formats.get(id) ?? isBuiltInDate(id))
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return dated
}

/** Texts in quotes, in brackets or after a backslash are literal. */
function showsDate(format: string): boolean {
  return /[dmyhs]/i.test(format.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''))
}

// ── the rows of a sheet ──

interface Around {
  shared: readonly string[]
  dated: readonly boolean[]
  is1904: boolean
}

interface Open {
  column: number
  type: string
  style: number
  hasFormula: boolean
  value: string | undefined
}

function readRows(parse: Parse, path: string, around: Around): SheetRow[] {
  const sheet = new SheetBuilder()
  let number = 0
  let cells: string[] = []
  let faults: SheetRow['faults'] = []
  let cell: Open | undefined
  let column = -1
  let [inValue, inReading, inSheet] = [false, false, false]
  const there = parse(path, {
    open(name, attributes) {
      if (name === 'sheetData') inSheet = true
      else if (!inSheet) return
      else if (name === 'row') {
        number = rowAfter(number, attributes['r'])
        cells = []
        faults = []
        column = -1
      } else if (name === 'c') {
        column = attributes['r'] ? columnOf(attributes['r']) : column + 1
        const [type = 'n', style = 0] = [attributes['t'], Number(attributes['s'] ?? 0)]
        cell = { column, type, style, hasFormula: false, value: undefined }
      } else if (name === 'f' && cell) cell.hasFormula = true
      else if (name === 'rPh') inReading = true
      else if ((name === 'v' || name === 't') && cell && !inReading) {
        inValue = true
        cell.value ??= ''
      }
    },
    text(piece) {
      if (inValue && cell) {
        cell.value += piece
        if (cell.value!.length > BOUNDS.cellCharacters * 2) refuse('cell')
      }
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false
      else if (name === 'rPh') inReading = false
      else if (name === 'c' && cell) {
        put(cell)
        cell = undefined
      } else if (name === 'row')
        sheet.row(
          number,
          Array.from(cells, (text) => text ?? ''),
          faults,
        )
      else if (name === 'sheetData') inSheet = false
    },
  })
  if (!there) refuse('damaged')
  return sheet.rows

  function put(done: Open): void {
    const fault = faultOf(done)
    const text = fault ? '' : textOf(done, around)
    if (text === '' && !fault) return
    if (done.column >= BOUNDS.columns) refuse('columns')
    if (fault) faults.push({ column: done.column, message: fault })
    cells[done.column] = text
  }
}

function faultOf({ type, value, hasFormula }: Open): string | undefined {
  if (type === 'e')
    return `tiene un error de fórmula («${value?.slice(0, 80) ?? ''}»). Corríjala o escriba el valor.`
  if (hasFormula && value === undefined)
    return 'tiene una fórmula sin su resultado. Abra el libro en Excel y guárdelo, o escriba el valor.'
  return undefined
}

/** An empty cell of any type is blank, not a shared text and not «No». */
function textOf({ type, style, value = '' }: Open, { shared, dated, is1904 }: Around): string {
  if (value.trim() === '' && (type === 's' || type === 'b')) return ''
  switch (type) {
    case 's':
      return shared[Number(value)] ?? refuse('damaged')
    case 'b':
      return value === '1' || value === 'true' ? 'Sí' : 'No'
    case 'str':
    case 'inlineStr':
      return unescaped(value)
    case 'd':
      return value.slice(0, 16).replace('T', ' ').replace(' 00:00', '')
    default:
      return numberText(value, dated[style] ?? false, is1904)
  }
}

function numberText(value: string, isDate: boolean, is1904: boolean): string {
  if (value.trim() === '') return ''
  const figure = Number(value)
  if (!Number.isFinite(figure)) return value.trim()
  return isDate ? dateText(figure, is1904) : String(figure)
}

const DAY_MS = 86_400_000
const DAYS_TO_1904 = 1462
const FIRST_OF_MARCH_1900 = 60
/** 31 December 9999. */
const LAST_DAY = 2_958_465

/** `2026-12-31`, with the time if there is one. Excel's calendar has a 29 February 1900 that never existed. */
export function dateText(serial: number, is1904 = false): string {
  const days = is1904 ? serial + DAYS_TO_1904 : serial < FIRST_OF_MARCH_1900 ? serial + 1 : serial
  if (serial < 0 || days > LAST_DAY) return String(serial)
  const minutes = Math.round((days * DAY_MS) / 60_000)
  const text = new Date(Date.UTC(1899, 11, 30) + minutes * 60_000).toISOString()
  if (serial < 1) return text.slice(11, 16)
  return minutes % (24 * 60) === 0 ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}

/** The most rows of a spreadsheet. */
const LAST_ROW = 1_048_576

/** Rows come in order, each with its number or the next one. Reports and confirmations refer to rows by number. */
function rowAfter(before: number, reference: string | undefined): number {
  const number = reference === undefined ? before + 1 : Number(reference)
  if (!Number.isInteger(number) || number <= before || number > LAST_ROW) refuse('damaged')
  return number
}

/** «BC12» is column 54. A reference without a column would lose its cell. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of reference) {
    const value = letter.charCodeAt(0) - 64
    if (value < 1 || value > 26) break
    column = column * 26 + value
  }
  if (column > 16_384) refuse('columns')
  if (column === 0) refuse('damaged')
  return column - 1
}

/** «_x000D_» stands for a character that XML cannot hold. */
function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
}
