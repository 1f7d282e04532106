/** Turns the person's words into a sentence and a title. */

const LONGEST_WORDS = 9000
const LONGEST_NAME = 90
const OPENINGS =
  /^(?:somos|tenemos|tengo|soy|es|llevamos|hacemos|hago|queremos|necesitamos|administramos)\s+(?:un[ao]?s?\s+|el\s+|la\s+|los\s+|las\s+)?/i

export function sentenceOf(text: string): string {
  const plain = cut(text.trim().replace(/\s+/g, ' '), LONGEST_WORDS)
  const sentence = plain.slice(0, 1).toUpperCase() + plain.slice(1)
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
}

/** The beginning of the description, cut between words. */
export function titleOf(text: string): string {
  const plain = text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(OPENINGS, '')
    .replace(/[.\s]+$/, '')
  if (plain.length <= LONGEST_NAME) return plain
  const short = cut(plain, LONGEST_NAME)
  const end = short.lastIndexOf(' ')
  return `${(end > LONGEST_NAME / 2 ? short.slice(0, end) : short).replace(/[\s,;:]+$/, '')}…`
}

export function cut(text: string, most: number): string {
  return text.slice(0, most).toWellFormed().replace(/�$/, '')
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
