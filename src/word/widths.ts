import type { Block, Table } from '#pdf/document.ts'

/** The average width of a letter in points, and a cell's width beside its text. */
const LETTER = 6.5
const PADDING = 12
/** The width around words on a coloured ground. */
const PILL = 14

/** The width of each column in points: first fixed widths, then those of the text, and equal shares of the rest. */
export function columnWidths({ widths, body }: Table, available: number): number[] {
  const asked = widths.map((width, column) => {
    if (width === '*') return 0
    if (width !== 'auto') return width + PADDING
    // A long text breaks inside its cell instead of narrowing the others.
    return Math.min(longest(body, column) * LETTER + PILL, available / 2) + PADDING
  })
  const stars = widths.filter((width) => width === '*').length
  const taken = asked.reduce((sum, width) => sum + width, 0)
  const share = stars === 0 ? 0 : Math.max((available - taken) / stars, available / (widths.length * 2))
  const all = asked.map((width) => width || share)
  const total = all.reduce((sum, width) => sum + width, 0)
  return total > available ? all.map((width) => (width * available) / total) : all
}

function longest(body: readonly Block[][], column: number): number {
  return Math.max(1, ...body.map((row) => lettersOf(row[column]!)))
}

function lettersOf(cell: Block): number {
  if (!('text' in cell)) return 20
  return typeof cell.text === 'string'
    ? cell.text.length
    : cell.text.reduce((sum, run) => sum + run.text.length, 0)
}
