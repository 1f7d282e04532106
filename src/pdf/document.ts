/**
 * The parts of a PDF or Word document. It is plain data, because it is built in the thread that answers requests and drawn
 * in another. Blocks are nodes of pdfmake, limited to what this service uses.
 */
export interface PdfDocument {
  title: string
  organisation: string
  /** Left of the page number, on every page. */
  footer: string
  /** The version of the law at the time of writing, below the footer. */
  lawVersion: string
  /** Written into the file instead of the clock, so that the same facts give the same bytes. */
  dated: Date
  /** Spanish by default. */
  language?: 'es' | 'en'
  /** Across every page, in light letters. */
  watermark?: string
  /** On the first page, as PNG or JPEG data URLs: the owner of the document, and who prepared it. */
  logos?: { owner?: string; maker?: string }
  /** Files inside the PDF, for programs. */
  files?: { name: string; description: string; type: string; text: string }[]
  content: Block[]
}

export type Block = Look &
  (
    | { text: string | Run[] }
    | { stack: Block[] }
    | { ol: Block[] }
    | { ul: Block[] }
    | { columns: Block[]; columnGap?: number }
    | { table: Table; layout: TableLayoutName }
    | { qr: string; fit: number }
  )

export interface Run {
  text: string
  bold?: boolean
  italics?: boolean
  color?: string
  link?: string
}

/** Horizontal lines between rows; label and value; coloured tiles with gaps between them. */
export type TableLayoutName = 'rows' | 'facts' | 'tiles'

export interface Table {
  widths: (number | '*' | 'auto')[]
  heights?: number | number[]
  headerRows?: number
  keepWithHeaderRows?: number
  dontBreakRows?: boolean
  body: Block[][]
}

export interface Look {
  style?: StyleName
  bold?: boolean
  italics?: boolean
  color?: string
  fontSize?: number
  alignment?: 'left' | 'center' | 'right'
  margin?: [left: number, top: number, right: number, bottom: number]
  fillColor?: string
  width?: number | '*' | 'auto'
  pageBreak?: 'before' | 'after'
  /** Marks a heading, which never stands alone at the foot of a page. */
  headlineLevel?: HeadlineLevel
  /** Moves to the next page as a whole if it does not fit. Only for blocks lower than a page. */
  unbreakable?: boolean
}

/** The heading of a section, of a part of it, or the title of a table. */
export type HeadlineLevel = 1 | 2 | 3

/** In points: letter size, as Chile prints. */
export const PAGE = { width: 612, height: 792, left: 56, top: 56, right: 56, bottom: 64 } as const

export const TEXT_COLOR = '#1f2937'
export const MUTED = '#6b7280'
export const HAIRLINE = '#d8dce3'
export const ACCENT = '#1d4e89'

export const STYLES = {
  organisation: { fontSize: 12, color: MUTED },
  kind: { fontSize: 13, color: ACCENT, characterSpacing: 0.6 },
  title: { fontSize: 26, bold: true, lineHeight: 1.15 },
  heading: { fontSize: 15, bold: true, color: ACCENT, margin: [0, 18, 0, 6] },
  subheading: { fontSize: 11, bold: true, margin: [0, 10, 0, 3] },
  prose: { margin: [0, 0, 0, 6], lineHeight: 1.3 },
  label: { color: MUTED, fontSize: 9 },
  columnHead: { bold: true, fontSize: 8.5, color: MUTED },
  cell: { fontSize: 9, lineHeight: 1.2 },
  note: { fontSize: 8.5, color: MUTED, margin: [0, 4, 0, 4], lineHeight: 1.25 },
} as const satisfies Record<string, Record<string, unknown>>

export type StyleName = keyof typeof STYLES

// ── blocks of all documents ──

export interface Cover {
  organisation: string
  /** The kind of document: «Evaluación de impacto…». */
  kind: string
  title: string
  badge: Badge
  facts: Fact[]
  note?: string
}

export interface Badge {
  text: string
  fill: string
  ink: string
}

export type Fact = readonly [label: string, value: string | null | undefined]

const BLANK = '—'

/** Fills a whole page. */
export function cover({ organisation, kind, title, badge, facts: lines, note: remark }: Cover): Block {
  return {
    stack: [
      { text: organisation, style: 'organisation', margin: [0, 90, 0, 60] },
      { text: kind.toUpperCase(), style: 'kind', margin: [0, 0, 0, 8] },
      { text: title, style: 'title', margin: [0, 0, 0, 18] },
      pill(badge),
      { ...facts(lines), margin: [0, 60, 0, 12] },
      ...(remark === undefined ? [] : [note(remark)]),
    ],
    pageBreak: 'after',
  }
}

export function heading(text: string): Block {
  return { text, style: 'heading', headlineLevel: 1 }
}

export function subheading(text: string): Block {
  return { text, style: 'subheading', headlineLevel: 2 }
}

/** Free text as it was written, or `whenNone` if there is none. */
export function prose(text: string | null | undefined, whenNone: string): Block {
  if (!text?.trim()) return { text: whenNone, style: 'prose', italics: true, color: MUTED }
  const paragraphs = text.trim().split(/\s*[\r\n]\s*/)
  return { stack: paragraphs.map((paragraph) => ({ text: paragraph, style: 'prose' })) }
}

export function note(text: string): Block {
  return { text, style: 'note' }
}

const FACT = { style: 'cell', fontSize: 10 } as const

/** Labels and values. A missing value shows a dash. */
export function facts(lines: readonly Fact[]): Block {
  const long = lines.some(([, value]) => highest({ ...FACT, text: value ?? '' }, FACT_WIDTH) > HIGHEST_WHOLE)
  return {
    layout: 'facts',
    table: {
      widths: [150, '*'],
      dontBreakRows: !long,
      body: lines.map(([label, value]) => [
        { text: label, style: 'label' },
        { ...FACT, text: value?.trim() || BLANK },
      ]),
    },
  }
}

/** Points: a higher row may not fit on a page, and would be lost. A page holds 50 lines of a cell. */
const HIGHEST_WHOLE = 600
/** Points, in a cell. Estimates err on the large side, so a row may break without need but is never lost. */
const WIDEST_LETTER = 8
const NARROWEST_STAR = 130
/** The padding of a cell, and the indent of an item. */
const [CELL_PADDING, ITEM_INDENT] = [8, 20]
/** The width on a page for the value of a fact. */
const FACT_WIDTH = 330
/** The height of a line, in sizes of its letters. */
const LINE = 1.18
const LINE_END = /\r\n|[\n\r\u2028\u2029]/

export interface Column {
  label: string
  width: number | '*' | 'auto'
}

/** The head repeats on every page. Rows stay whole unless one is too long for a page. */
export function dataTable(columns: readonly Column[], rows: readonly (string | Block)[][]): Block {
  const body = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? { text: cell || BLANK, style: 'cell' as const } : cell)),
  )
  const widths = narrowest(columns)
  const long = body.some((row) => row.some((cell, index) => highest(cell, widths[index]!) > HIGHEST_WHOLE))
  return {
    layout: 'rows',
    table: {
      headerRows: 1,
      keepWithHeaderRows: long ? 0 : 1,
      dontBreakRows: !long,
      widths: columns.map(({ width }) => width),
      body: [columns.map(({ label }) => ({ text: label, style: 'columnHead' as const })), ...body],
    },
  }
}

/** A word on a coloured ground of its own width. */
function pill({ text, fill, ink }: Badge): Block {
  const cell: Block = { text, fillColor: fill, color: ink, bold: true, fontSize: 10, margin: [6, 2, 6, 2] }
  return { layout: 'tiles', table: { widths: ['auto'], body: [[cell]] } }
}

/** The narrowest width of each column, in points. Many columns that share the rest get little each. */
function narrowest(columns: readonly Column[]): number[] {
  const given = columns.map(({ width }) => (typeof width === 'number' ? width : 0))
  const left = PAGE.width - PAGE.left - PAGE.right - given.reduce((sum, width) => sum + width, 0)
  const share = left / given.filter((width) => width === 0).length - CELL_PADDING
  return given.map((width) => width || Math.min(NARROWEST_STAR, share))
}

/** The greatest possible height of a cell, in points. */
function highest(cell: Block, width: number): number {
  const [left = 0, top = 0, right = 0, bottom = 0] = cell.margin ?? lookOf(cell).margin ?? []
  return top + bottom + inner(cell, width - left - right)
}

function inner(cell: Block, width: number): number {
  const all = (blocks: readonly Block[], each: number) =>
    blocks.reduce((sum, block) => sum + highest(block, each), 0)
  const beside = (blocks: readonly Block[]) =>
    Math.max(0, ...blocks.map((block) => highest(block, width / blocks.length - CELL_PADDING)))
  if ('text' in cell) return heightOf(cell, width)
  if ('stack' in cell) return all(cell.stack, width)
  if ('ol' in cell) return all(cell.ol, width - ITEM_INDENT)
  if ('ul' in cell) return all(cell.ul, width - ITEM_INDENT)
  if ('columns' in cell) return beside(cell.columns)
  if ('table' in cell) return cell.table.body.reduce((sum, row) => sum + beside(row) + CELL_PADDING, 0)
  return cell.fit
}

type Measured = { fontSize?: number; lineHeight?: number; margin?: Readonly<NonNullable<Look['margin']>> }
const lookOf = ({ style }: Look): Measured => (style ? STYLES[style] : {})

function heightOf(block: Extract<Block, { text: unknown }>, width: number): number {
  const { text } = block
  const { fontSize = 10, lineHeight = 1 } = {
    ...lookOf(block),
    ...(block.fontSize && { fontSize: block.fontSize }),
  }
  const words = typeof text === 'string' ? text : text.map((run) => run.text).join('')
  const letters = Math.max(1, Math.floor((width * STYLES.cell.fontSize) / fontSize / WIDEST_LETTER))
  const lines = words
    .split(LINE_END)
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / letters)), 0)
  return lines * fontSize * lineHeight * LINE
}

// ── words ──

/** «1 de diciembre de 2026». */
export function longDate(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('es-CL', { dateStyle: 'long', timeZone }).format(instant)
}

/** «01-12-2026 09:05». */
export function shortInstant(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('es-CL', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).formatToParts(instant)
  const part = (type: string) => parts.find((one) => one.type === type)!.value
  return `${part('day')}-${part('month')}-${part('year')} ${part('hour')}:${part('minute')}`
}

const LONGEST_FOOTER = 95

/** A footer that leaves room for the page number. Its ending stays whole. */
export function shortened(text: string, ending = ''): string {
  const most = LONGEST_FOOTER - ending.length
  return `${text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text}${ending}`
}

const LONGEST_NAME = 80

/** A name for any file system and header: letters without accents, digits and dashes. */
export function fileName(...words: string[]): string {
  return fileNameAs('pdf', ...words)
}

export function fileNameAs(extension: string, ...words: string[]): string {
  const name = words
    .join(' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_NAME)
    .replace(/^-+|-+$/g, '')
  return `${name || 'documento'}.${extension}`
}
