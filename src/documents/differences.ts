import { differencesIn, type Stretch } from '#kernel/differences.ts'
import { plainText } from './plain-text.ts'

/** The changes between two texts of markup, sentence by sentence, for people. */

export type { Stretch }

/** A longer text is compared as one sentence, because no page may take long to write. */
const MOST_SENTENCES = 600

/** The end of a paragraph, an item or a cell also ends a sentence. */
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

/** The words of markup, one line per paragraph, item or cell. */
export function linesOf(markup: string): string {
  return markup
    .replace(BLOCK_END, (end) => `${end}\n`)
    .split('\n')
    .map(plainText)
    .filter((line) => line !== '')
    .join('\n')
}
