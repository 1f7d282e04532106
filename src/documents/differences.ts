import { differencesIn, type Stretch } from '#kernel/differences.ts'
import { plainText } from './plain-text.ts'

/** What changed between two texts of markup, sentence by sentence, as people read it. */

export type { Stretch }

/** A longer text is compared as one sentence: no page may take long to write. */
const MOST_SENTENCES = 600

/** Markup ends a sentence where it ends a paragraph, an item or a cell. */
const BLOCK_END = /<\/(?:p|li|h[1-6]|td|th|caption|blockquote)>|<br>/gi

export function differencesOf(before: string, after: string): Stretch[] {
  return differencesIn(sentencesOf(before), sentencesOf(after))
}

function sentencesOf(markup: string): string[] {
  const sentences = markup
    .replace(BLOCK_END, (end) => `${end}\n`)
    .split('\n')
    .flatMap((block) => plainText(block).split(/(?<=[.;:?!])\s+/))
    .filter((sentence) => sentence !== '')
  return sentences.length > MOST_SENTENCES ? [sentences.join(' ')] : sentences
}

/** The words of markup, one line for each paragraph, item or cell. */
export function linesOf(markup: string): string {
  return markup
    .replace(BLOCK_END, (end) => `${end}\n`)
    .split('\n')
    .map(plainText)
    .filter((line) => line !== '')
    .join('\n')
}
