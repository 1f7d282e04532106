import { Readable } from 'node:stream'
import { type Html, type Part, html as xml } from '#kernel/html.ts'
import { wallClock } from './clock.ts'
import { type Cell, Day, gathered, type Row, type Rows } from './csv.ts'
import { type ZipEntry, zip } from './zip.ts'

/** A column of a sheet for people to fill in. A bare name is a column of texts. */
export interface SheetColumn {
  heading: string
  /** Dates, also in cells still to be filled in. */
  kind?: 'day' | 'moment'
  /** The values of a cell, offered as a list. `open`: other texts are accepted too. */
  list?: readonly string[]
  open?: boolean
  /** Shown when a person selects a cell. */
  hint?: string
  hidden?: boolean
  width?: number
}

export interface SheetShape {
  sheet: string
  columns: readonly (string | SheetColumn)[]
}

/**
 * A workbook of one sheet (ECMA-376), written row by row. Cells hold their own texts, because a table of shared texts would
 * come after the last row. The lists of the columns are on a second, hidden sheet.
 */
export function xlsxStream({ sheet, columns }: SheetShape, rows: Rows): Readable {
  const shaped = columns.map((column) => (typeof column === 'string' ? { heading: column } : listed(column)))
  return Readable.from(zip(partsOf(sheet, shaped, rows), new Date()), { objectMode: false })
}

/** An empty list is dropped: a range without cells makes Excel call the whole file damaged. */
function listed({ list, ...column }: SheetColumn): SheetColumn {
  return list && list.length > 0 ? { ...column, list } : column
}

function partsOf(sheet: string, columns: readonly SheetColumn[], rows: Rows): ZipEntry[] {
  const lists = columns.flatMap(({ list }) => (list ? [list] : []))
  const around = Object.entries(surroundings(sheet, lists.length > 0)).map(([path, { markup }]) => ({
    path,
    content: [markup],
  }))
  const parts = [...around, { path: 'xl/worksheets/sheet1.xml', content: sheetText(columns, rows) }]
  if (lists.length > 0)
    parts.push({ path: 'xl/worksheets/sheet2.xml', content: [listSheet(lists).markup] as never })
  return parts
}

// ── the sheet ──

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const XML = xml`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`

async function* sheetText(columns: readonly SheetColumn[], rows: Rows): AsyncGenerator<string> {
  const names = columns.map((_, index) => columnName(index))
  let last = 1
  yield* gathered(headOf(columns, names), rows, (row, index) => {
    last = index + 2
    return rowOf(names, last, row).markup
  })
  yield tailOf(columns, names, last).markup
}

const WIDEST = 60
const NARROWEST = 18

/** The first row stays in sight. Widths come before the rows, so they follow from the headings. */
function headOf(columns: readonly SheetColumn[], names: readonly string[]): string {
  const widths = columns.map(({ heading, width, kind, hidden }, index) => {
    const usual = Math.min(WIDEST, Math.max(NARROWEST, heading.length + 2))
    const styled = kind ? xml` style="${kind === 'day' ? DAY : MOMENT}"` : ''
    const seen = hidden ? xml` hidden="1"` : ''
    return xml`<col min="${index + 1}" max="${index + 1}" width="${width ?? usual}"${styled}${seen} customWidth="1"/>`
  })
  const headings = columns.map(({ heading }) => heading)
  return xml`${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData>${rowOf(names, 1, headings, BOLD)}`
    .markup
}

/** Rows below the last one, for additions. They have the lists too. */
const ROWS_TO_ADD = 1000

function tailOf(columns: readonly SheetColumn[], names: readonly string[], last: number): Html {
  let lists = 0
  const checks = columns.flatMap((column, index) => {
    const source = column.list ? listRange(lists++, column.list.length) : undefined
    return source || column.hint
      ? [validation(column, `${names[index]}2:${names[index]}${last + ROWS_TO_ADD}`, source)]
      : []
  })
  const validations = checks.length
    ? xml`<dataValidations count="${checks.length}">${checks}</dataValidations>`
    : ''
  return xml`</sheetData><autoFilter ref="A1:${names.at(-1)!}${last}"/>${validations}</worksheet>`
}

/** Spreadsheets allow only short hints. */
const LONGEST_HINT = 250

function validation({ heading, open, hint }: SheetColumn, range: string, source: string | undefined): Html {
  const kind = source ? xml` type="list"` : ''
  const refused = xml` showErrorMessage="1" errorTitle="${heading.slice(0, 30)}" error="Elija un valor de la lista."`
  const prompt = hint
    ? xml` showInputMessage="1" promptTitle="${heading.slice(0, 30)}" prompt="${hint.slice(0, LONGEST_HINT)}"`
    : ''
  const formula = source ? xml`<formula1>${source}</formula1>` : ''
  return xml`<dataValidation${kind} allowBlank="1"${source && !open ? refused : ''}${prompt} sqref="${range}">${formula}</dataValidation>`
}

const LIST_SHEET = 'Listas'

function listRange(index: number, length: number): string {
  const name = columnName(index)
  return `${LIST_SHEET}!$${name}$1:$${name}$${length}`
}

function listSheet(lists: readonly (readonly string[])[]): Html {
  const names = lists.map((_, index) => columnName(index))
  const longest = Math.max(...lists.map(({ length }) => length))
  const rows = Array.from({ length: longest }, (_, at) =>
    rowOf(
      names,
      at + 1,
      lists.map((list) => list[at] ?? null),
    ),
  )
  return xml`${XML}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`
}

/** The numbers of the styles. */
const [BOLD, DAY, MOMENT] = [1, 2, 3]

function rowOf(names: readonly string[], number: number, row: Row, style?: number): Html {
  const cells = row.map((cell, index) => cellOf(`${names[index]}${number}`, cell, style))
  return xml`<row r="${number}">${cells}</row>`
}

/** The most characters in a cell of Excel. */
const LONGEST_CELL = 32_767

/** Characters that XML does not allow: Excel would call the file damaged. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for these characters.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Excel reads «_x0041_» as «A». Writing its first sign in that form keeps the text as it is. */
const ESCAPE_LOOKALIKE = /_(?=x[0-9a-f]{4}_)/gi

/** Cells are typed: a text is never a formula. */
function cellOf(name: string, cell: Cell, style: number | undefined): Part {
  if (cell === null || cell === '') return ''
  const styled = style === undefined ? '' : xml` s="${style}"`
  if (typeof cell === 'number') return xml`<c r="${name}"${styled}><v>${cell}</v></c>`
  if (cell instanceof Day) return xml`<c r="${name}" s="${DAY}"><v>${serialOf(cell.day)}</v></c>`
  if (cell instanceof Date) return xml`<c r="${name}" s="${MOMENT}"><v>${serialOf(wallClock(cell))}</v></c>`
  const text = cell.replace(FORBIDDEN, '').slice(0, LONGEST_CELL).replace(ESCAPE_LOOKALIKE, '_x005F_')
  return xml`<c r="${name}"${styled} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

const DAY_MS = 86_400_000

/** Excel counts days from the end of 1899. */
function serialOf(wall: string): number {
  const ms = Date.parse(wall.includes('T') ? `${wall}:00Z` : `${wall}T00:00:00Z`)
  return (ms - Date.UTC(1899, 11, 30)) / DAY_MS
}

/** A to Z, AA to ZZ, and on. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

// ── the other parts ──

const LIST_PARTS = [
  xml`<Override PartName="/xl/worksheets/sheet2.xml" ContentType="${SPREADSHEET}.worksheet+xml"/>`,
  xml`<sheet name="${LIST_SHEET}" sheetId="2" state="hidden" r:id="rId3"/>`,
  xml`<Relationship Id="rId3" Type="${OFFICE}/worksheet" Target="worksheets/sheet2.xml"/>`,
] as const

function surroundings(sheet: string, hasLists: boolean): Record<string, Html> {
  const [type, tab, relation] = hasLists ? LIST_PARTS : ['', '', '']
  return {
    '[Content_Types].xml': xml`${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SPREADSHEET}.worksheet+xml"/>${type}<Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/></Types>`,
    '_rels/.rels': xml`${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': xml`${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${sheet}" sheetId="1" r:id="rId1"/>${tab}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': xml`${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/>${relation}</Relationships>`,
    'xl/styles.xml': xml`${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy"/><numFmt numFmtId="165" formatCode="dd\\-mm\\-yyyy\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  }
}
