/** The words that the database function `words_of` leaves out of its index. */
const FILLERS = new Set('a al con de del e el en la las lo los o para por que se su sus un una y'.split(' '))
const LONGEST = 40
const MOST = 6

/** The characters between the parts of a RUT, a folio or an address. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the database keeps them out of its words too.
const BETWEEN = /[\u0001-\u001f!-/:-@[-`{-\u00bf\u2000-\u206f]+/g

/** Words ignore case and accents. The database folds its words in the same way (`fold_text`). */
export function foldWords(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[\t\n\r]/g, ' ')
}

/**
 * The words of a search, each the beginning of a word. Only the first six count. Fillers count only if there are no other
 * words.
 */
export function wordsIn(q: string): string[] {
  const words = foldWords(q)
    .replace(BETWEEN, '')
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => word.slice(0, LONGEST))
  const telling = words.filter((word) => !FILLERS.has(word))
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, MOST)
}

/** True if the text has a word that begins with each of these. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const folded = foldWords(text)
  const known = [...folded.replace(BETWEEN, '').split(' '), ...folded.replace(BETWEEN, ' ').split(' ')]
  return words.every((word) => known.some((one) => one.startsWith(word)))
}
