import type { Block } from '#pdf/document.ts'

/** The words of a document before it is drawn: one line per text or table row. */
export function linesOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block): string[] => {
    if ('text' in block) return [wordsOf(block)]
    if ('stack' in block) return linesOf(block.stack)
    if ('columns' in block) return linesOf(block.columns)
    if ('ul' in block) return linesOf(block.ul)
    if ('ol' in block) return linesOf(block.ol)
    if ('table' in block) return block.table.body.map((row) => row.map(cellOf).join(' | '))
    return []
  })
}

function wordsOf({ text }: Extract<Block, { text: unknown }>): string {
  return typeof text === 'string' ? text : text.map((run) => run.text).join('')
}

function cellOf(cell: Block): string {
  return linesOf([cell]).join(' / ')
}

/** The lines between a heading and the next one. */
export function partOf(blocks: readonly Block[], title: string): string[] {
  const from = blocks.findIndex((block) => block.style === 'heading' && wordsAt(block) === title)
  if (from < 0) throw new Error(`no part «${title}»`)
  const rest = blocks.slice(from + 1)
  const until = rest.findIndex(({ style }) => style === 'heading')
  return linesOf(until < 0 ? rest : rest.slice(0, until))
}

function wordsAt(block: Block): string | undefined {
  return 'text' in block ? wordsOf(block) : undefined
}
