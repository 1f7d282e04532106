import { fold } from '#kernel/text.ts'
import { FAMILIES } from '../knowledge/families.ts'
import { correct, sound } from './spelling.ts'

/** Reads plain Spanish: words without grammar, gender and number, and phrases. */

const FILLERS = new Set(
  'a al ante bajo cada como con contra cual cuando de del desde donde e el ella ellas ellos en entre es esta este la las le les lo los me mi mis muy nos nuestra nuestras nuestro nuestros o para pero por que se ser si sobre son su sus tambien te tu tus u un una unas uno unos y ya x xq pa q k tb pal pq asi eso esa ese estos estas todo toda todos todas aqui ahi alla etc osea'.split(
    ' ',
  ),
)

/**
 * Prepositions, «nuestra» and «nuestro» count at the edge of a clue: «grupo de» is not «grupo», «con la cara» is not «cara».
 * They do not count inside: «agenda de horas» equals «agenda horas». Other articles and pronouns never count.
 */
const EDGES: Readonly<Record<string, readonly string[]>> = {
  a: ['a', 'al'],
  al: ['a', 'al'],
  como: ['como'],
  con: ['con'],
  de: ['de', 'del'],
  del: ['de', 'del'],
  desde: ['desde'],
  donde: ['donde'],
  en: ['en'],
  nuestra: ['nuestra', 'mi'],
  nuestro: ['nuestro', 'el', 'del', 'al', 'su'],
  para: ['para', 'pa', 'pal'],
  por: ['por', 'x'],
  que: ['que', 'q', 'k'],
}

/** The words after these are absent. */
const DENIALS = new Set(['sin', 'ni', 'tampoco'])
const DENIED_WORDS = 2
/** «No guardamos…» denies the rest of its clause; «no pagan» denies no data. */
const NEGATIONS = new Set(['no', 'nunca', 'jamas'])
const CONTRASTS = new Set([
  'pero',
  'sino',
  'solo',
  'solamente',
  'unicamente',
  'aunque',
  'nomas',
  'salvo',
  'excepto',
])

/** Removes gender, number and the commonest endings, enough to equate «trabajadoras» and «trabajador». */
export function stem(word: string): string {
  const singular = sound(word)
    .replace(/(?<=[^aeiou]{1})es$/, '')
    .replace(/s$/, '')
  return singular.length > 4 ? singular.replace(/[aeo]$/, '') : singular
}

export interface Word {
  /** The word as written, folded. */
  text: string
  stem: string
  /** The fillers right before and right after it. */
  before: readonly string[]
  after: readonly string[]
}

/** The words with meaning. Undefined marks the end of a clause or a denied word. */
export type Reading = readonly (Word | undefined)[]

export function read(text: string): Reading {
  return fold(text)
    .replaceAll('machine learning', 'machine')
    .split(/[.,;:()¿?¡!«»"\n/]+/)
    .flatMap((clause) => [...meaningOf(clause), undefined])
}

function meaningOf(clause: string): (Word | undefined)[] {
  const words = clause.match(/[a-z0-9]+/g) ?? []
  let denied = 0
  return words.flatMap((written, at) => {
    if (DENIALS.has(written)) {
      denied = DENIED_WORDS
      return [undefined]
    }
    if (NEGATIONS.has(written) && isHeld(words.slice(at + 1))) {
      denied = words.length
      return [undefined]
    }
    if (CONTRASTS.has(written)) denied = 0
    if (FILLERS.has(written)) return []
    if (denied > 0) {
      denied--
      return [undefined]
    }
    return [wordOf(correct(written), fillersOf(words.slice(0, at).reverse()), fillersOf(words.slice(at + 1)))]
  })
}

function fillersOf(words: readonly string[]): string[] {
  const end = words.findIndex((word) => !FILLERS.has(word))
  return end < 0 ? [...words] : words.slice(0, end)
}

const wordOf = (text: string, before: readonly string[] = [], after: readonly string[] = []): Word => ({
  text,
  stem: stem(text),
  before,
  after,
})

/** Whether the first significant word is a verb of holding data: «les pedimos», «se guardan». */
function isHeld(words: readonly string[]): boolean {
  const first = words.find((word) => !FILLERS.has(word))
  return first !== undefined && partOf('@hold').fits(wordOf(first))
}

interface Part {
  /** The first two letters of matching words, as written or by sound; undefined for a family. */
  start: string | undefined
  fits(word: Word): boolean
}

/** The phrases of a clue: in «a b» the words are adjacent, in «a + b» anywhere. */
const phrases = new Map<string, readonly (readonly Part[])[]>()

function partsOf(clue: string): readonly (readonly Part[])[] {
  const known = phrases.get(clue)
  if (known) return known
  const made = clue.split(' + ').map((phrase) => {
    const words = phrase.split(' ')
    const first = words.findIndex((word) => !FILLERS.has(word))
    const last = words.findLastIndex((word) => !FILLERS.has(word))
    const before = edgeOf(words.slice(0, Math.max(0, first)))
    const after = edgeOf(words.slice(last + 1))
    return words.flatMap((word, at) => {
      if (FILLERS.has(word)) return []
      return [partOf(`${at === first ? before : ''} ${word} ${at === last ? after : ''}`.trim())]
    })
  })
  phrases.set(clue, made)
  return made
}

function edgeOf(fillers: readonly string[]): string {
  return fillers.find((word) => word in EDGES) ?? ''
}

const parts = new Map<string, Part>()

/** One shared part per clue word. */
function partOf(word: string): Part {
  const known = parts.get(word)
  if (known) return known
  const made = makePart(word)
  parts.set(word, made)
  return made
}

function makePart(word: string): Part {
  const [one = '', two, three] = word.split(' ')
  if (two !== undefined) {
    const [before, inner, after] = one in EDGES ? [one, two, three] : [undefined, one, two]
    const { start, fits } = partOf(inner)
    return {
      start,
      fits: (given) => stands(before, given.before) && stands(after, given.after) && fits(given),
    }
  }
  if (word.startsWith('@')) {
    const family = (FAMILIES[word.slice(1)] ?? []).map(partOf)
    return { start: undefined, fits: (given) => family.some(({ fits }) => fits(given)) }
  }
  if (word.startsWith('=')) {
    const wanted = word.slice(1)
    return { start: startOf(wanted), fits: ({ text }) => text === wanted }
  }
  if (word.endsWith('*')) {
    const beginning = word.slice(0, -1)
    return { start: startOf(beginning), fits: ({ text }) => text.startsWith(beginning) }
  }
  const wanted = stem(word)
  return { start: startOf(wanted), fits: (given) => given.stem === wanted }
}

const startOf = (text: string): string => text.slice(0, 2)

function stands(wanted: string | undefined, fillers: readonly string[]): boolean {
  return wanted === undefined || (EDGES[wanted] ?? []).some((form) => fillers.includes(form))
}

/** The positions in a reading, by the first two letters of words and by matching part. */
interface Places {
  byStart: Map<string | undefined, number[]>
  byPart: Map<Part, readonly number[]>
}

const places = new WeakMap<Reading, Places>()
/** A cache of the last one: thousands of clues in a row are searched in the same reading. */
let latest: { reading: Reading; places: Places } | undefined

function placesIn(reading: Reading): Places {
  if (latest?.reading === reading) return latest.places
  const found = places.get(reading) ?? indexOf(reading)
  latest = { reading, places: found }
  return found
}

function indexOf(reading: Reading): Places {
  const byStart: Places['byStart'] = new Map()
  for (const [place, word] of reading.entries()) {
    if (word === undefined) continue
    for (const start of new Set([startOf(word.text), startOf(word.stem), undefined])) {
      const known = byStart.get(start)
      if (known) known.push(place)
      else byStart.set(start, [place])
    }
  }
  const made = { byStart, byPart: new Map() }
  places.set(reading, made)
  return made
}

const NOWHERE: readonly number[] = []

/** The positions that match a part, computed once per reading. */
function placesOf(reading: Reading, part: Part): readonly number[] {
  const { byStart, byPart } = placesIn(reading)
  const possible = byStart.get(part.start)
  if (!possible) return NOWHERE
  const known = byPart.get(part)
  if (known) return known
  const found = possible.filter((place) => part.fits(reading[place]!))
  byPart.set(part, found)
  return found
}

/** The position of a phrase in the reading, or -1. */
function findPhrase(reading: Reading, phrase: readonly Part[]): number {
  const [first] = phrase
  if (!first) return -1
  const starts = placesOf(reading, first)
  if (starts.length === 0 || phrase.length === 1) return starts[0] ?? -1
  const fitsAt = (at: number) => phrase.every((part, offset) => placesOf(reading, part).includes(at + offset))
  return starts.find(fitsAt) ?? -1
}

/** The position of a one-phrase clue among the words with meaning, or -1. */
export function placeOf(reading: Reading, clue: string): number {
  const [phrase = []] = partsOf(clue)
  return findPhrase(reading, phrase)
}

export function mentions(reading: Reading, clue: string): boolean {
  const phrasesOfClue = partsOf(clue)
  if (!phrasesOfClue.every((phrase) => findPhrase(reading, phrase) >= 0)) return false
  if (phrasesOfClue.length === 1) return true
  // One word cannot match two parts of a clue.
  let rest = reading
  return phrasesOfClue.every((phrase) => {
    const at = findPhrase(rest, phrase)
    if (at >= 0) rest = rest.toSpliced(at, phrase.length, ...phrase.map(() => undefined))
    return at >= 0
  })
}

/** The number of significant words of a clue. */
export function lengthOf(clue: string): number {
  return partsOf(clue).reduce((sum, parts) => sum + parts.length, 0)
}

/** The reading without these phrases, so that their words do not match other clues. */
export function without(reading: Reading, clues: readonly string[]): Reading {
  let rest = reading
  for (const phrase of clues.flatMap(partsOf)) {
    for (let at = findPhrase(rest, phrase); at >= 0; at = findPhrase(rest, phrase)) {
      rest = rest.toSpliced(at, phrase.length, ...phrase.map(() => undefined))
    }
  }
  return rest
}

/** The keys with a matching clue, each with that clue. */
export function findClues<K extends string>(
  reading: Reading,
  clues: Readonly<Record<K, readonly string[]>>,
): { key: K; clue: string }[] {
  return (Object.keys(clues) as K[]).flatMap((key) => {
    const clue = clues[key].find((phrase) => mentions(reading, phrase))
    return clue === undefined ? [] : [{ key, clue: clue.replaceAll('*', '') }]
  })
}
