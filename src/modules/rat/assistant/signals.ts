import type { DataCategory } from '#kernel/data-categories.ts'
import {
  DATA_CLUES,
  OTHER_SUBJECT_CLUES,
  SUBJECT_CLUES,
  TRAIT_CLUES,
  type Trait,
} from '../knowledge/clues.ts'
import { findClues, type Reading, read, without } from './words.ts'

/** What a description says of the data, the people and the organisation. */
export interface Signals {
  data: { key: DataCategory; clue: string }[]
  people: string[]
  traits: ReadonlySet<Trait>
  /** The word that says it decides or grades by itself. */
  automatedBy: string | undefined
}

/** `explained` are phrases that a template accounts for: «trabajar con niños» does not mean data of children. */
export function readSignals(text: string, explained: readonly string[] = [], isPublicBody = false): Signals {
  const whole = read(text)
  const rest = without(whole, explained)
  const found = findClues(whole, TRAIT_CLUES)
  const traits = new Set(found.map(({ key }) => key))
  if (isPublicBody) traits.add('publicBody')
  return {
    data: dataIn(rest, traits),
    people: peopleIn(rest, traits),
    traits,
    automatedBy: found.find(({ key }) => key === 'automated')?.clue,
  }
}

function dataIn(reading: Reading, traits: ReadonlySet<Trait>): Signals['data'] {
  return findClues(reading, DATA_CLUES).filter(({ key, clue }) => {
    // The health of an animal is nobody's personal data.
    if (key === 'health') return !traits.has('animals')
    if (key === 'minor_data' && ['escolar', 'colegio', 'menores'].includes(clue)) return !traits.has('adults')
    return true
  })
}

/** Readers of a site only where nobody else is named. */
const LAST_RESORT = ['site_visitors']

function peopleIn(reading: Reading, traits: ReadonlySet<Trait>): string[] {
  const known = findClues(reading, SUBJECT_CLUES).map(({ key }) => key)
  const others = findClues(reading, OTHER_SUBJECT_CLUES).map(({ key }) => key)
  const all = [...known, ...others].map((key) =>
    traits.has('publicBody') && key === 'customers' ? 'citizens' : key,
  )
  const named = all.filter((key) => !LAST_RESORT.includes(key))
  return [...new Set(named.length > 0 ? named : all)]
}
