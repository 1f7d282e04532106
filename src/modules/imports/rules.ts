import { fold } from '#kernel/text.ts'

/** The kinds of record that a file can contain (decisions, second book, part 3). */
export const TARGETS = ['activities', 'systems', 'processors', 'departments', 'requests'] as const
export type TargetName = (typeof TARGETS)[number]

export const STATUSES = ['PENDING', 'READY', 'APPLYING', 'DONE', 'FAILED'] as const
export type Status = (typeof STATUSES)[number]

export const ACTIONS = ['create', 'update', 'skip', 'refuse'] as const
export type Action = (typeof ACTIONS)[number]

export const MAPPED_BY = [
  'chosen',
  'remembered',
  'exact',
  'synonym',
  'similar',
  'shown_only',
  'nobody',
] as const
export type MappedBy = (typeof MAPPED_BY)[number]

/** How long an unconfirmed import and its file are kept, and the outcomes of the rows of a finished one. */
export const KEPT_DAYS = 7

/** One of the values of a closed or suggested list. */
export interface Choice {
  value: string
  label: string
  /** Other words for it, in Spanish and English. */
  also?: readonly string[]
}

export interface Column {
  /** The name in the API. */
  field: string
  heading: string
  english: string
  also?: readonly string[]
  kind: 'text' | 'flag' | 'day' | 'one' | 'many' | 'name'
  /** For `one` and `many`. */
  choices?: readonly Choice[]
  /** Accepts other texts than the choices. */
  open?: boolean
  required?: boolean
  /** For `one`: the value of a blank cell. A blank flag is «No». */
  blank?: string
  /** A blank cell keeps the field as it is, because it is derived from elsewhere. */
  keptIfBlank?: true
  /** The hint that a person sees on the cell. */
  hint?: string
}

/** The hidden column with the ids of exported records, by which a file finds them again. */
export const ID_COLUMN: Column = { field: 'id', heading: 'ID', english: 'id', kind: 'text' }

// ── which column is which ──

export interface Mapped {
  /** The position in the file, from 0. */
  column: number
  heading: string
  field: string | null
  /** From 0 to 1. */
  confidence: number
  by: MappedBy
}

/** By folded heading: the field that a person chose, or null to leave the column out. */
export type Choices = Readonly<Record<string, string | null>>

/** Removes punctuation, text in brackets and the mark of a required field. */
export function headingKey(heading: string): string {
  return fold(heading.replace(/\([^)]*\)/g, ' ').replace(/[^\p{L}\p{N}]+/gu, ' '))
}

const [SURE, SYNONYM, LIKELY] = [1, 0.9, 0.8]
const LEAST_SIMILAR = 0.6

/** Gives every heading its most likely field. A field goes to one column, the most certain. */
export function proposeMapping(
  headings: readonly string[],
  columns: readonly Column[],
  {
    chosen = {},
    remembered = {},
    shownOnly = [],
  }: { chosen?: Choices; remembered?: Choices; shownOnly?: readonly string[] } = {},
): Mapped[] {
  const known = [ID_COLUMN, ...columns]
  const shown = new Set(shownOnly.map(headingKey))
  const proposals = headings.map((heading, column): Mapped => {
    const nobody = { column, heading, field: null, confidence: 0, by: 'nobody' } as const
    const key = headingKey(heading)
    if (key === '') return nobody
    for (const [by, choices] of [
      ['chosen', chosen],
      ['remembered', remembered],
    ] as const) {
      if (!Object.hasOwn(choices, key)) continue
      const field = known.find((one) => one.field === choices[key])?.field ?? null
      return { column, heading, field, confidence: SURE, by }
    }
    const exact = known.find((one) => namesOf(one).includes(key))
    if (exact) return { column, heading, field: exact.field, confidence: SURE, by: 'exact' }
    if (shown.has(key)) return { column, heading, field: null, confidence: SURE, by: 'shown_only' }
    const synonym = known.find(({ also = [] }) => also.some((word) => headingKey(word) === key))
    if (synonym) return { column, heading, field: synonym.field, confidence: SYNONYM, by: 'synonym' }
    const similar = mostSimilar(key, columns)
    return similar ? { column, heading, ...similar, by: 'similar' } : nobody
  })
  return onePerField(proposals)
}

const namesOf = ({ heading, english, field }: Column) => [heading, english, field].map(headingKey)

function onePerField(proposals: readonly Mapped[]): Mapped[] {
  const surest = new Map<string, Mapped>()
  for (const one of proposals) {
    const best = one.field === null ? undefined : surest.get(one.field)
    if (one.field !== null && (!best || rank(one) > rank(best))) surest.set(one.field, one)
  }
  return proposals.map((one) =>
    one.field === null || surest.get(one.field) === one
      ? one
      : { ...one, field: null, confidence: 0, by: 'nobody' as const },
  )
}

const rank = ({ by, confidence }: Mapped) => confidence + (by === 'chosen' ? 2 : by === 'remembered' ? 1 : 0)

/** Words too frequent to compare. */
const COMMON = new Set([
  'de',
  'del',
  'la',
  'el',
  'los',
  'las',
  'y',
  'o',
  'a',
  'en',
  'para',
  'que',
  'the',
  'of',
  'and',
  'to',
])

/** Singular and plural count as the same word: «nombre» and «nombres», «titular» and «titulares». */
const wordsOf = (key: string) =>
  new Set(
    key
      .split(' ')
      .filter((word) => !COMMON.has(word))
      .map((word) => word.replace(/e?s?$/, ''))
      .filter((word) => word !== ''),
  )

function mostSimilar(
  key: string,
  columns: readonly Column[],
): { field: string; confidence: number } | undefined {
  const words = wordsOf(key)
  let best = { field: '', score: 0 }
  for (const { field, heading, english, also = [] } of columns) {
    for (const name of [heading, english, ...also]) {
      const others = wordsOf(headingKey(name))
      const score = (2 * words.intersection(others).size) / (words.size + others.size)
      if (score > best.score) best = { field, score }
    }
  }
  if (!(best.score >= LEAST_SIMILAR)) return undefined
  return { field: best.field, confidence: Math.round(best.score * LIKELY * 100) / 100 }
}

/** How far down the headings may be: old books begin with a title. */
const ROWS_ABOVE = 15

/** The row with the most headings that are known or chosen by a person; the first one if none has any. */
export function findHeadings(
  rows: readonly (readonly string[])[],
  columns: readonly Column[],
  ...choices: readonly Choices[]
): number {
  const known = new Set([
    ...[ID_COLUMN, ...columns].flatMap((one) => [...namesOf(one), ...(one.also ?? []).map(headingKey)]),
    ...choices.flatMap((some) => Object.keys(some)),
  ])
  let [best, most] = [0, 0]
  for (const [index, cells] of rows.slice(0, ROWS_ABOVE).entries()) {
    const count = cells.map(headingKey).filter((key) => key !== '' && known.has(key)).length
    if (count > most) [best, most] = [index, count]
  }
  return best
}

/** The row of the headings: the first one whose cells match the mapping. */
export function headingsOf(rows: readonly (readonly string[])[], mapping: readonly Mapped[]): number {
  return rows.findIndex(
    (cells) =>
      cells.length === mapping.length && mapping.every(({ column, heading }) => cells[column] === heading),
  )
}
