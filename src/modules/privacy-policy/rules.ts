import type { Outline } from '#documents/history.ts'

/** Public information on the processing of personal data (art. 14 ter, Ley 19.628 mod. Ley 21.719). */

/** What the law asks for, letter by letter and in its order; then what other articles add. */
const SECTIONS = {
  policyInfo: 'art. 14 ter letra a)',
  controller: 'art. 14 ter letra b)',
  contact: 'art. 14 ter letra c)',
  processing: 'art. 14 ter letra d)',
  security: 'art. 14 ter letra e)',
  rights: 'art. 14 ter letra f)',
  complaint: 'art. 14 ter letra g)',
  transfers: 'art. 14 ter letra h)',
  retention: 'art. 14 ter letra i)',
  sources: 'art. 14 ter letra j)',
  consent: 'art. 14 ter letra k)',
  automatedDecisions: 'art. 14 ter letra l)',
  specialData: 'arts. 16, 16 bis, 16 ter, 16 quáter y 16 sexies',
  cookies: 'art. 12',
} as const
export type SectionKey = keyof typeof SECTIONS

export const SECTION_KEYS = Object.keys(SECTIONS) as SectionKey[]

/** No law orders a section on cookies; the others cannot be left out of a policy. */
const OPTIONAL: readonly SectionKey[] = ['cookies']

export const OUTLINE: Outline = {
  sectionKeys: SECTION_KEYS,
  mandatory: SECTION_KEYS.filter((key) => !OPTIONAL.includes(key)),
}

export const articleOf = (key: SectionKey): string => `${SECTIONS[key]}, Ley 19.628 (mod. Ley 21.719)`
