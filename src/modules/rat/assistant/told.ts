import {
  DATA_CATEGORIES,
  DATA_CATEGORY_KEYS,
  type DataCategory,
  isSensitive,
} from '#kernel/data-categories.ts'
import type { RatTemplate } from '../knowledge/templates.ts'
import { SCHOOLS } from '../knowledge/traits.ts'
import type { Draft, SystemFacts } from './draft.ts'
import { tellsOf, WORKERS } from './people.ts'
import { readSignals, type Signals } from './signals.ts'

/** Adds facts from the words and the system to a proposal, and removes others. */

/** For wages or complaints, a school holds no data of its children. */
export function atWork(signals: Signals, template: RatTemplate | undefined): Signals {
  if (!template?.subjectCategories.every((key) => WORKERS.includes(key))) return signals
  // Face recognition in a school is of its pupils, unless the words name others.
  if (template.dataCategories.includes('biometric') && signals.people.length === 0) return signals
  const data = signals.data.filter(({ key, clue }) => key !== 'minor_data' || !SCHOOLS.includes(clue))
  return { ...signals, data }
}

/** Removes data that only some hold unless the words mention them, and underage people if the words are about adults. */
export function leaveUntold(
  draft: Draft,
  { ifTold = [] }: RatTemplate,
  text: string,
  { traits }: Signals,
): void {
  const doubtful: readonly DataCategory[] = traits.has('adults') ? [...ifTold, 'minor_data'] : ifTold
  if (doubtful.length === 0) return
  // Also reads the template's own words.
  const told = readSignals(text)
  draft.dataCategories = draft.dataCategories.filter((key) => !doubtful.includes(key) || tellsOf(told, key))
  // Without the sensitive data, the law behind the rest is enough (art. 13 letra b).
  if (!isSensitive(draft) && BY_EXPRESS_LAW.includes(draft.legalBasisArticle))
    draft.legalBasisArticle = '13 b'
}

const BY_EXPRESS_LAW: readonly Draft['legalBasisArticle'][] = ['16 f', '16 bis f']

export function addData(
  draft: Draft,
  signals: Signals,
  system: SystemFacts | undefined,
  reasons: string[],
): void {
  for (const { key, clue } of signals.data) {
    if (draft.dataCategories.includes(key)) continue
    draft.dataCategories.push(key)
    reasons.push(`Agrega «${DATA_CATEGORIES[key].label}» por «${clue}».`)
  }
  const held = DATA_CATEGORY_KEYS.filter((key) => system?.dataCategories.includes(key))
  const added = held.filter((key) => !draft.dataCategories.includes(key))
  if (system && added.length > 0) {
    draft.dataCategories.push(...added)
    const labels = added.map((key) => DATA_CATEGORIES[key].label).join(', ')
    reasons.push(
      `El sistema «${system.name}» guarda además: ${labels}. Quite lo que esta actividad no necesite.`,
    )
  }
  draft.securityMeasures = [...new Set([...draft.securityMeasures, ...(system?.securityMeasures ?? [])])]
}

/** If the words limit the data, removes those that only the template has. */
export function keepTold(draft: Draft, { data, traits }: Signals, reasons: string[]): void {
  const told: DataCategory[] = ['name', ...data.map(({ key }) => key)]
  draft.dataCategories = draft.dataCategories.filter((key) => told.includes(key))
  draft.socioeconomic = traits.has('socioeconomic')
  if (!isSensitive(draft) && draft.legalBasisArticle === '16') draft.legalBasisArticle = '12'
  if (!isSensitive(draft) && draft.legalBasisArticle === '16 b') {
    draft.legalBasis = 'contract'
    draft.legalBasisArticle = '13 c'
    draft.legitimateInterest = null
  }
  reasons.push('Deja solo los datos que la descripción nombra.')
}

/** A child has a guardian. */
export function addGuardians(draft: Draft): void {
  const { subjectCategories: people } = draft
  if (!draft.dataCategories.includes('minor_data') || draft.legalBasisArticle !== '16 quáter') return
  if (!people.some((key) => ['children', 'adolescents', 'students'].includes(key))) people.push('children')
  if (!people.includes('guardians')) people.push('guardians')
}
