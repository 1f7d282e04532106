import type { LegalCheck, Severity } from '#kernel/legal-checks.ts'
import { gapsOf, placeholdersLeft } from './gaps.ts'
import type { Outline, PolicyRow } from './history.ts'
import { plainText } from './plain-text.ts'
import { isHidden, ownText, textsBesides } from './sections.ts'

/** The checks of a policy: one per section, derived from the required content of the section. */

/** The facts about a policy when publication is requested, by section. */
export interface PolicyFacts {
  /** Missing facts. They are named in the language of the policy, so only those of a Spanish one can be quoted. */
  gaps: Readonly<Record<string, readonly string[]>>
  quotable: boolean
  /** Sections without any text. */
  blank: readonly string[]
  /** Sections that somebody asked to hide. */
  hidden: readonly string[]
  /** Brackets to complete in a title, the introduction or an added section. */
  unfinished: readonly string[]
}

export function policyFacts(row: PolicyRow, { sectionKeys }: Outline): PolicyFacts {
  const gaps = gapsOf(sectionKeys, row.content, row.custom_sections)
  const text = (key: string) => ownText(row.custom_sections, key) ?? row.content[key]?.content ?? ''
  return {
    gaps: Object.fromEntries(
      sectionKeys.map((key) => [
        key,
        gaps.filter(({ section }) => section === key).map(({ missing }) => missing),
      ]),
    ),
    quotable: row.language === 'es',
    blank: sectionKeys.filter((key) => plainText(text(key)) === ''),
    hidden: sectionKeys.filter((key) => isHidden(row.custom_sections, key)),
    unfinished: [
      ...new Set(
        [
          row.custom_title ?? '',
          row.custom_intro ?? '',
          ...textsBesides(sectionKeys, row.custom_sections),
        ].flatMap((text) => placeholdersLeft(text, [])),
      ),
    ],
  }
}

/** The content of a section, worded to follow «informar». */
export interface Item {
  item: string
  article: string
  severity: Severity
}

/** `prefix` begins the keys; `subject` names the kind of policy at the start of a sentence. */
export function sectionChecks<Key extends string>(
  prefix: string,
  subject: string,
  items: Readonly<Record<Key, Item>>,
  mandatory: readonly string[],
): LegalCheck<PolicyFacts>[] {
  const keys = Object.keys(items) as Key[]
  const ofSection = (key: Key): LegalCheck<PolicyFacts> => ({
    key: `${prefix}.${key}`,
    article: items[key].article,
    severity: items[key].severity,
    missing({ gaps, quotable, blank }) {
      if (blank.includes(key)) return `${subject} no informa ${items[key].item}. Redacte la sección.`
      const lacks = gaps[key] ?? []
      if (lacks.length === 0) return undefined
      const what = quotable ? ` Falta: ${named(lacks)}.` : ' Hay datos sin completar.'
      return `${subject} debe informar ${items[key].item}.${what} Complete los registros y genere una versión nueva, o redacte la sección.`
    },
  })
  const notHidden: LegalCheck<PolicyFacts> = {
    key: `${prefix}.hidden`,
    article: 'art. 14 ter, Ley 19.628 (mod. Ley 21.719)',
    severity: 'low',
    missing({ hidden }) {
      const shown = keys.filter((key) => hidden.includes(key) && mandatory.includes(key))
      if (shown.length === 0) return undefined
      return `${subject} debe informar ${shown.map((key) => items[key].item).join('; ')}: se publica aunque se pidió ocultarlo.`
    },
  }
  const finished: LegalCheck<PolicyFacts> = {
    key: `${prefix}.unfinished`,
    article: 'art. 14 ter, Ley 19.628 (mod. Ley 21.719)',
    severity: 'low',
    missing: ({ unfinished }) =>
      unfinished.length === 0
        ? undefined
        : `Quedan palabras por completar en un título, en la presentación o en una sección agregada: ${named(unfinished)}. No se publican así: complételas.`,
  }
  return [...keys.map(ofSection), notHidden, finished]
}

/** Readers stop after this many. */
const MOST_NAMED = 5

function named(lacks: readonly string[]): string {
  const rest = lacks.length - MOST_NAMED
  return rest > 0 ? `${lacks.slice(0, MOST_NAMED).join('; ')}; y ${rest} más` : lacks.join('; ')
}
