import {
  AlignmentType,
  BorderStyle,
  ExternalHyperlink,
  type FileChild,
  HeightRule,
  type IParagraphOptions,
  type ITableCellBorders,
  Paragraph,
  type ParagraphChild,
  Table,
  TableBorders,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  VerticalAlign,
  WidthType,
} from 'docx'
import {
  type Block,
  HAIRLINE,
  type Look,
  MUTED,
  type Run,
  STYLES,
  type TableLayoutName,
} from '#pdf/document.ts'
import { halves, hex, styleId, twips } from './styles.ts'
import { readableText } from './text.ts'
import { columnWidths } from './widths.ts'

/** Draws blocks with Word's own headings, lists and tables, so that its navigation and numbering work. */

/** Points per level of a list. */
export const INDENT = 20

export const LISTS = { ordered: 'ordered', plain: 'plain' } as const

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }
type Part = { paragraph: Mutable<IParagraphOptions> } | { table: Table }

/** The surroundings of a block. */
interface Place {
  /** In points. */
  width: number
  look: Letters
  /** Stays on the same page as the next block. */
  keepNext: boolean
  list?: { reference: string; level: number; instance: number }
}

type Letters = Pick<Look, 'bold' | 'italics' | 'color' | 'fontSize' | 'alignment'>

export function childrenOf(content: readonly Block[], width: number): FileChild[] {
  const draw = createDrawing()
  return built(withPageBreaks(content, (block) => draw(block, { width, look: {}, keepNext: false })))
}

function built(parts: readonly Part[]): (Paragraph | Table)[] {
  return parts.map((part) => ('table' in part ? part.table : new Paragraph(part.paragraph)))
}

/** Word breaks pages before a block, so a break after one moves to the next. */
function withPageBreaks(content: readonly Block[], draw: (block: Block) => Part[]): Part[] {
  let due = false
  return content.flatMap((block) => {
    const parts = draw(block)
    const breaks = due || block.pageBreak === 'before'
    due = block.pageBreak === 'after'
    if (!breaks) return parts
    const [first, ...rest] = parts
    if (first && 'paragraph' in first)
      return [{ paragraph: { ...first.paragraph, pageBreakBefore: true } }, ...rest]
    return [{ paragraph: { ...gap(1).paragraph, pageBreakBefore: true } }, ...parts]
  })
}

function createDrawing() {
  let listsDrawn = 0

  function draw(block: Block, place: Place): Part[] {
    const inner = { ...place, look: { ...place.look, ...lettersOf(block) } }
    if ('text' in block) return [{ paragraph: paragraphOf(block, inner) }]
    const [left = 0, top = 0, right = 0, bottom = 0] = block.margin ?? []
    const narrowed = { ...inner, width: inner.width - left - right }
    return spaced(partsOf(block, narrowed), left, top, bottom)
  }

  function partsOf(block: Exclude<Block, { text: unknown }>, place: Place): Part[] {
    if ('stack' in block)
      return all(block.stack, { ...place, keepNext: place.keepNext || !!block.unbreakable })
    if ('ol' in block) return listOf(block.ol, LISTS.ordered, place)
    if ('ul' in block) return listOf(block.ul, LISTS.plain, place)
    if ('columns' in block) return [{ table: columnsOf(block, place) }, gap(1)]
    // The document also shows the code's link, and Word is read on a screen.
    if ('qr' in block) return []
    return [{ table: tableOf(block, place) }, gap(4)]
  }

  function all(blocks: readonly Block[], place: Place): Part[] {
    return withPageBreaks(blocks, (block) => draw(block, place))
  }

  function listOf(items: readonly Block[], reference: string, place: Place): Part[] {
    listsDrawn += 1
    const list = { reference, instance: listsDrawn, level: Math.min((place.list?.level ?? -1) + 1, 8) }
    return items.flatMap((item) => draw(item, { ...place, list }).map(numberFirst(list.instance)))
  }

  function columnsOf(block: Extract<Block, { columns: unknown }>, place: Place): Table {
    const columns = block.columns.filter((column) => !('qr' in column))
    const widths = columnWidths(
      { widths: columns.map(({ width }) => width ?? '*'), body: [columns] },
      place.width,
    )
    const cells = columns.map((column, index) => cellOf(column, widths[index]!, NO_BORDERS, place))
    return tableWith(widths, [new TableRow({ cantSplit: true, children: cells })])
  }

  function tableOf({ table, layout }: Extract<Block, { table: unknown }>, place: Place): Table {
    const widths = columnWidths(table, place.width)
    const { headerRows = 0, heights, dontBreakRows = false, body } = table
    const rows = body.map((row, at) => {
      const height = Array.isArray(heights) ? heights[at] : heights
      const borders = bordersOf(layout, at < headerRows, at === body.length - 1)
      const keepNext = place.keepNext || at < headerRows
      return new TableRow({
        ...(at < headerRows && { tableHeader: true }),
        ...(dontBreakRows && { cantSplit: true }),
        ...(height && { height: { value: twips(height), rule: HeightRule.ATLEAST } }),
        children: row.map((cell, column) => cellOf(cell, widths[column]!, borders, { ...place, keepNext })),
      })
    })
    return tableWith(widths, rows)
  }

  function cellOf(block: Block, width: number, borders: ITableCellBorders, place: Place): TableCell {
    const { list: _list, ...around } = place
    const parts = draw(block, { ...around, width: width - CELL_PADDING })
    return new TableCell({
      width: { size: twips(width), type: WidthType.DXA },
      borders,
      verticalAlign: VerticalAlign.TOP,
      margins: { top: 60, bottom: 60, left: 0, right: twips(CELL_PADDING) },
      ...(block.fillColor && {
        shading: { fill: hex(block.fillColor), color: 'auto', type: 'clear' as const },
      }),
      children: built(parts.length > 0 ? parts : [gap(1)]),
    })
  }

  return draw
}

const CELL_PADDING = 6

/** Numbers only the first part of an item with several parts. */
function numberFirst(instance: number) {
  let done = false
  return (part: Part): Part => {
    const own = 'paragraph' in part && part.paragraph.numbering
    if (!own || own.instance !== instance) return part
    if (!done) {
      done = true
      return part
    }
    const { numbering: _number, ...paragraph } = part.paragraph
    return { paragraph: { ...paragraph, indent: { left: twips(INDENT * (own.level + 1)) } } }
  }
}

function tableWith(widths: readonly number[], rows: TableRow[]): Table {
  const columnWidthsInTwips = widths.map(twips)
  return new Table({
    layout: TableLayoutType.FIXED,
    borders: TableBorders.NONE,
    width: { size: columnWidthsInTwips.reduce((sum, width) => sum + width, 0), type: WidthType.DXA },
    columnWidths: columnWidthsInTwips,
    rows,
  })
}

const NONE = { style: BorderStyle.NONE, size: 0, color: 'auto' } as const
const NO_BORDERS = { top: NONE, bottom: NONE, left: NONE, right: NONE } as const
const WHITE = { style: BorderStyle.SINGLE, size: 16, color: 'FFFFFF' } as const

function bordersOf(layout: TableLayoutName, isHead: boolean, isLast: boolean): ITableCellBorders {
  if (layout === 'tiles') return { top: WHITE, bottom: WHITE, left: WHITE, right: WHITE }
  if (isLast) return NO_BORDERS
  const line = isHead ? { size: 8, color: hex(MUTED) } : { size: 4, color: hex(HAIRLINE) }
  return { ...NO_BORDERS, bottom: { style: BorderStyle.SINGLE, ...line } }
}

/** An empty paragraph of this height. Word requires one between tables, and at the end of a cell after a table. */
function gap(points: number): { paragraph: Mutable<IParagraphOptions> } {
  return { paragraph: { spacing: { line: twips(points), lineRule: 'exact' } } }
}

const keptWithNext = ({ paragraph }: ReturnType<typeof gap>) => ({
  paragraph: { ...paragraph, keepNext: true },
})

/** Margins around several parts: above the first, below the last, and left of all. */
function spaced(parts: Part[], left: number, top: number, bottom: number): Part[] {
  const moved = left === 0 ? parts : parts.map((part) => indented(part, left))
  return [...(top > 0 ? [keptWithNext(gap(top))] : []), ...moved, ...(bottom > 0 ? [gap(bottom)] : [])]
}

function indented(part: Part, left: number): Part {
  if ('table' in part) return part
  const own = part.paragraph.indent?.left
  return {
    paragraph: {
      ...part.paragraph,
      indent: { ...part.paragraph.indent, left: twips(left) + (typeof own === 'number' ? own : 0) },
    },
  }
}

// ── text ──

function paragraphOf(block: Extract<Block, { text: unknown }>, place: Place): Mutable<IParagraphOptions> {
  const { style, headlineLevel, margin } = block
  const [left, before, right, after] = margin ?? []
  const { alignment } = place.look
  return {
    ...(style && { style: styleId(style) }),
    ...((headlineLevel !== undefined || place.keepNext) && { keepNext: true }),
    ...(alignment && { alignment: ALIGNMENTS[alignment] }),
    ...(margin && { spacing: { before: twips(before!), after: twips(after!), ...lineOf(block) } }),
    ...((left || right) && { indent: { left: twips(left ?? 0), right: twips(right ?? 0) } }),
    ...(place.list && { numbering: place.list }),
    children: runsOf(block.text).flatMap((run) => wordsOf(run, place.look)),
  }
}

const ALIGNMENTS = {
  left: AlignmentType.LEFT,
  center: AlignmentType.CENTER,
  right: AlignmentType.RIGHT,
} as const

/** Spacing set on a paragraph overrides the line height of its style. */
function lineOf({ style }: Block) {
  const look = style && STYLES[style]
  return look && 'lineHeight' in look
    ? { line: Math.round(look.lineHeight * 240), lineRule: 'auto' as const }
    : {}
}

const runsOf = (text: string | Run[]): Run[] => (typeof text === 'string' ? [{ text }] : text)

function lettersOf({ bold, italics, color, fontSize, alignment }: Block): Letters {
  return {
    ...(bold !== undefined && { bold }),
    ...(italics !== undefined && { italics }),
    ...(color !== undefined && { color }),
    ...(fontSize !== undefined && { fontSize }),
    ...(alignment !== undefined && { alignment }),
  }
}

const LINE_END = /\r\n|[\n\r\u2028\u2029]/

function wordsOf(run: Run, around: Letters): ParagraphChild[] {
  const { bold, italics, color, fontSize } = { ...around, ...run }
  const lines = readableText(run.text).split(LINE_END)
  const runs = lines.map(
    (text, at) =>
      new TextRun({
        text,
        ...(at > 0 && { break: 1 }),
        ...(bold && { bold }),
        ...(italics && { italics }),
        ...(color && { color: hex(color) }),
        ...(fontSize && { size: halves(fontSize) }),
        ...(run.link && { style: 'Hyperlink' }),
      }),
  )
  return run.link ? [new ExternalHyperlink({ link: readableText(run.link), children: runs })] : runs
}
