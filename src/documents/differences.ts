import { plainText } from './plain-text.ts'

/** What changed between two texts, sentence by sentence, as people read it. */

export interface Stretch {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** A longer text is compared as one sentence: no page may take long to write. */
const MOST_SENTENCES = 600

/** Markup ends a sentence where it ends a paragraph, an item or a cell. */
const BLOCK_END = /<\/(?:p|li|h[1-6]|td|th|caption|blockquote)>|<br>/gi

export function differencesOf(before: string, after: string): Stretch[] {
  const [was, is] = [sentencesOf(before), sentencesOf(after)]
  const kept = keptIn(was, is)
  const stretches: Stretch[] = []
  let [from, to] = [0, 0]
  for (const [left, right] of [...kept, [was.length, is.length] as const]) {
    while (from < left) push(stretches, 'removed', was[from++]!)
    while (to < right) push(stretches, 'added', is[to++]!)
    if (left < was.length) push(stretches, 'same', was[left]!)
    from = left + 1
    to = right + 1
  }
  return stretches
}

function sentencesOf(markup: string): string[] {
  const sentences = markup
    .replace(BLOCK_END, (end) => `${end}\n`)
    .split('\n')
    .flatMap((block) => plainText(block).split(/(?<=[.;:?!])\s+/))
    .filter((sentence) => sentence !== '')
  return sentences.length > MOST_SENTENCES ? [sentences.join(' ')] : sentences
}

function push(stretches: Stretch[], kind: Stretch['kind'], text: string): void {
  const last = stretches.at(-1)
  if (last?.kind === kind) last.text += ` ${text}`
  else stretches.push({ kind, text })
}

/** The longest common subsequence, as pairs of places. */
function keptIn(was: readonly string[], is: readonly string[]): (readonly [number, number])[] {
  const width = is.length + 1
  const length = new Uint16Array((was.length + 1) * width)
  for (let left = was.length - 1; left >= 0; left -= 1) {
    for (let right = is.length - 1; right >= 0; right -= 1) {
      length[left * width + right] =
        was[left] === is[right]
          ? length[(left + 1) * width + right + 1]! + 1
          : Math.max(length[(left + 1) * width + right]!, length[left * width + right + 1]!)
    }
  }
  const pairs: (readonly [number, number])[] = []
  let [left, right] = [0, 0]
  while (left < was.length && right < is.length) {
    if (was[left] === is[right]) pairs.push([left++, right++])
    else if (length[(left + 1) * width + right]! >= length[left * width + right + 1]!) left += 1
    else right += 1
  }
  return pairs
}
