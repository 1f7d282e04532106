import { Readable } from 'node:stream'
import { type Html, type Part, html as xml } from '#kernel/html.ts'
import { type Cell, gathered, type Row, type Rows } from './files.ts'
import { type ZipEntry, zip } from './zip.ts'

/**
 * A workbook of one sheet (ECMA-376), written row by row. Its texts stand in their cells, because a shared table of them
 * would have to come after the last row.
 */
export function xlsxStream(
  { sheet, columns }: { sheet: string; columns: readonly string[] },
  rows: Rows,
): Readable {
  return Readable.from(zip(partsOf(sheet, columns, rows), new Date()), { objectMode: false })
}

function partsOf(sheet: string, columns: readonly string[], rows: Rows): ZipEntry[] {
  const around = Object.entries(surroundings(sheet)).map(([path, { markup }]) => ({
    path,
    content: [markup],
  }))
  return [...around, { path: 'xl/worksheets/sheet1.xml', content: sheetText(columns, rows) }]
}

// ── the sheet ──

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const XML = xml`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`

const END = '</sheetData></worksheet>'

async function* sheetText(columns: readonly string[], rows: Rows): AsyncGenerator<string> {
  const names = columns.map((_, index) => columnName(index))
  yield* gathered(headOf(columns, names), rows, (row, index) => rowOf(names, index + 2, row).markup)
  yield END
}

const WIDEST = 60
const NARROWEST = 18

/** The first row stays in sight. The widths come before the rows, so they follow the names of the columns. */
function headOf(columns: readonly string[], names: readonly string[]): string {
  const widths = columns.map(({ length }, index) => {
    const width = Math.min(WIDEST, Math.max(NARROWEST, length + 2))
    return xml`<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
  })
  return xml`${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData>${rowOf(names, 1, [...columns], BOLD)}`
    .markup
}

/** As the styles number them. */
const BOLD = 1

function rowOf(names: readonly string[], number: number, row: Row, style?: number): Html {
  const cells = row.map((cell, index) => cellOf(`${names[index]}${number}`, cell, style))
  return xml`<row r="${number}">${cells}</row>`
}

/** What a cell of Excel holds at most. */
const LONGEST_CELL = 32_767

/** Signs that XML does not allow, which Excel takes for a damaged file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Excel reads «_x0041_» as «A»; with its first sign written that way itself it stays what it is. */
const ESCAPE_LOOKALIKE = /_(?=x[0-9a-f]{4}_)/gi

/** Cells are typed: a text is never a formula. */
function cellOf(name: string, cell: Cell, style: number | undefined): Part {
  if (cell === null || cell === '') return ''
  const styled = style === undefined ? '' : xml` s="${style}"`
  if (typeof cell === 'number') return xml`<c r="${name}"${styled}><v>${cell}</v></c>`
  const text = cell.replace(FORBIDDEN, '').slice(0, LONGEST_CELL).replace(ESCAPE_LOOKALIKE, '_x005F_')
  return xml`<c r="${name}"${styled} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

/** A to Z, AA to ZZ, and on. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

// ── what surrounds it ──

function surroundings(sheet: string): Record<string, Html> {
  return {
    '[Content_Types].xml': xml`${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SPREADSHEET}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/></Types>`,
    '_rels/.rels': xml`${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': xml`${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${sheet}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': xml`${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': xml`${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  }
}
