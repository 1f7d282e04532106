import type { Block } from '#pdf/document.ts'

/** What a document says, block by block, without drawing it. The cells of a row stand beside one another. */
export function wordsOf(content: readonly Block[]): string[] {
  return content.flatMap((block): string[] => {
    if ('text' in block) return [textOf(block.text)]
    if ('stack' in block) return wordsOf(block.stack)
    if ('ol' in block) return wordsOf(block.ol)
    if ('ul' in block) return wordsOf(block.ul)
    if ('columns' in block) return wordsOf(block.columns)
    if ('table' in block) return block.table.body.map((row) => wordsOf(row).join(' | '))
    return []
  })
}

function textOf(text: string | readonly { text: string }[]): string {
  return typeof text === 'string' ? text : text.map((run) => run.text).join('')
}
