import { fold } from '#kernel/text.ts'

/** Reads plain Spanish: words without grammar, gender or number, and phrases among them. */

const FILLERS = new Set(
  'a al ante bajo cada como con contra cual cuando de del desde donde e el ella ellas ellos en entre es esta este la las le les lo los me mi mis muy nos nuestra nuestras nuestro nuestros o para pero por que se ser si sobre son su sus tambien te tu tus u un una unas uno unos y ya'.split(
    ' ',
  ),
)

/** After these the next words are what is not there. */
const DENIALS = new Set(['sin', 'ni', 'tampoco'])
const DENIED_WORDS = 2

/** Gender, number and the commonest endings: enough to bring «trabajadoras» and «trabajador» together. */
export function stem(word: string): string {
  const singular = word.replace(/(?<=[^aeiou]{1})es$/, '').replace(/s$/, '')
  return singular.length > 4 ? singular.replace(/[aeo]$/, '') : singular
}

export interface Word {
  /** As it is written, folded. */
  text: string
  stem: string
}

/** The words that carry meaning; undefined stands where a clause ends or something is denied. */
export type Reading = readonly (Word | undefined)[]

export function read(text: string): Reading {
  return fold(text)
    .split(/[.,;:()¿?¡!«»"\n/]+/)
    .flatMap((clause) => [...meaningOf(clause), undefined])
}

function meaningOf(clause: string): (Word | undefined)[] {
  let denied = 0
  return (clause.match(/[a-z0-9]+/g) ?? []).flatMap((text) => {
    if (DENIALS.has(text)) {
      denied = DENIED_WORDS
      return [undefined]
    }
    if (FILLERS.has(text)) return []
    if (denied > 0) {
      denied--
      return [undefined]
    }
    return [{ text, stem: stem(text) }]
  })
}

type Part = (word: Word) => boolean

const phrases = new Map<string, readonly Part[]>()

function partsOf(clue: string): readonly Part[] {
  const known = phrases.get(clue)
  if (known) return known
  const words = clue.split(' ').filter((word) => !FILLERS.has(word))
  const made = words.map((word): Part => {
    if (word.startsWith('=')) return ({ text }) => text === word.slice(1)
    if (word.endsWith('*')) return ({ text }) => text.startsWith(word.slice(0, -1))
    const wanted = stem(word)
    return (given) => given.stem === wanted
  })
  phrases.set(clue, made)
  return made
}

/** Where a phrase begins in the reading, or -1. */
function findPhrase(reading: Reading, parts: readonly Part[]): number {
  if (parts.length === 0) return -1
  return reading.findIndex((_, at) =>
    parts.every((part, offset) => {
      const word = reading[at + offset]
      return word !== undefined && part(word)
    }),
  )
}

export function mentions(reading: Reading, clue: string): boolean {
  return findPhrase(reading, partsOf(clue)) >= 0
}

/** The number of words of a clue that count. */
export function lengthOf(clue: string): number {
  return partsOf(clue).length
}

/** The reading without the phrases: what they explain is no clue to anything else. */
export function without(reading: Reading, clues: readonly string[]): Reading {
  const rest = [...reading]
  for (const clue of clues) {
    const parts = partsOf(clue)
    for (let at = findPhrase(rest, parts); at >= 0; at = findPhrase(rest, parts)) {
      rest.fill(undefined, at, at + parts.length)
    }
  }
  return rest
}

/** The keys whose clues appear, each with the words that gave it away. */
export function findClues<K extends string>(
  reading: Reading,
  clues: Readonly<Record<K, readonly string[]>>,
): { key: K; clue: string }[] {
  return (Object.keys(clues) as K[]).flatMap((key) => {
    const clue = clues[key].find((phrase) => mentions(reading, phrase))
    return clue === undefined ? [] : [{ key, clue: clue.replaceAll('*', '') }]
  })
}
