import MiniSearch from 'minisearch'
import { DATA_CATEGORIES } from '#kernel/data-categories.ts'
import { fold } from '#kernel/text.ts'
import { type RatTemplate, TEMPLATES } from '../knowledge/templates.ts'
import { DATA_CLUES } from '../knowledge/vocabulary.ts'

/** Finds the template that people mean, in the words they use. */

/** Words of grammar, and words that fit any activity. */
const STOP_WORDS = new Set(
  'base control dato datos empresa gestion informacion listado llevar organizacion persona personas plataforma proceso registro servicio sistema tratamiento uso a al algo ante bajo cada como con contra cual cuando de del desde donde el ella en entre era es esta este ha hacer hasta hay la las le les lo los mas mi mis muy nos nuestra nuestro o para pero por que se segun ser si sin sobre son su sus tal tambien tiene toda todo todos un una uno unos usa y ya'.split(
    ' ',
  ),
)

/** Gender, number and the commonest endings: enough to bring «trabajadoras» and «trabajador» together. */
export function stem(word: string): string {
  const singular = word.replace(/(?<=[^aeiou]{1})es$/, '').replace(/s$/, '')
  return singular.length > 4 ? singular.replace(/[aeo]$/, '') : singular
}

const index = new MiniSearch<RatTemplate & { words: string }>({
  idField: 'id',
  fields: ['words', 'name', 'purpose'],
  tokenize: (text) => fold(text).match(/[a-z0-9]+/g) ?? [],
  processTerm: (term) => (STOP_WORDS.has(term) ? null : stem(term)),
  searchOptions: {
    boost: { words: 3, name: 2 },
    combineWith: 'OR',
    fuzzy: (term) => (term.length > 6 ? 0.15 : false),
  },
})
index.addAll(
  TEMPLATES.map((template) => ({
    ...template,
    name: withoutDenials(template.name),
    words: template.keywords.join(' '),
  })),
)

export interface Match {
  template: RatTemplate
  /** 0 to 1, for people to read. */
  confidence: number
  /** Well ahead of the next one. */
  clear: boolean
}

/** Below this the words in common are chance. */
const WEAKEST = 12
const STRONGEST = 120
const CLEAR_LEAD = 1.25
/** A text that names sensitive data describes an activity that has them: a clock that reads fingerprints, for one. */
const SENSITIVE_LEAD = 1.5

/** Best first. What is said to be absent («sin huella») does not count. */
export function searchTemplates(text: string): Match[] {
  const sensitive = findClues(text, DATA_CLUES)
    .map(({ key }) => key)
    .filter((key) => DATA_CATEGORIES[key].sensitive)
  const found = index
    .search(withoutDenials(text))
    .filter(({ score }) => score >= WEAKEST)
    .map(({ id, score }) => {
      const template = findTemplate(id)!
      const meant = sensitive.some((key) => template.dataCategories.includes(key))
      return { template, score: meant ? score * SENSITIVE_LEAD : score }
    })
    .sort((a, b) => b.score - a.score)
  return found.map(({ template, score }, place) => ({
    template,
    confidence: Math.round(Math.min(1, 0.5 + (0.5 * score) / STRONGEST) * 100) / 100,
    clear: place === 0 && score >= CLEAR_LEAD * (found[1]?.score ?? 0),
  }))
}

export function findTemplate(id: string): RatTemplate | undefined {
  return TEMPLATES.find((template) => template.id === id)
}

function withoutDenials(text: string): string {
  return fold(text).replace(/\bsin (?:uso de )?(?:la |el |los |las )?[a-z]+/g, ' ')
}

/** The keys whose clues appear in the text, each with the words that gave it away. */
export function findClues<K extends string>(
  text: string,
  clues: Readonly<Record<K, readonly string[]>>,
): { key: K; clue: string }[] {
  const folded = withoutDenials(text)
  return (Object.keys(clues) as K[]).flatMap((key) => {
    const clue = clues[key].find((words) => pattern(words).test(folded))
    return clue === undefined ? [] : [{ key, clue: clue.replace('*', '') }]
  })
}

const patterns = new Map<string, RegExp>()

function pattern(clue: string): RegExp {
  const known = patterns.get(clue)
  if (known) return known
  const source = clue.endsWith('*') ? `${clue.slice(0, -1)}[a-z]*` : `${clue}(?:es|s)?`
  const made = new RegExp(`(?<![a-z0-9])${source}(?![a-z0-9])`)
  patterns.set(clue, made)
  return made
}
