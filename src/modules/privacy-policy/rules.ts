import type { Outline } from '#documents/history.ts'

/** Public information on the processing of personal data (art. 14 ter, Ley 19.628 mod. Ley 21.719). */

/** The demands of the law, letter by letter, then those of other articles. */
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

/** No law orders a section on cookies. All other sections are mandatory. */
const OPTIONAL: readonly SectionKey[] = ['cookies']

export const OUTLINE: Outline = {
  sectionKeys: SECTION_KEYS,
  mandatory: SECTION_KEYS.filter((key) => !OPTIONAL.includes(key)),
}

export const articleOf = (key: SectionKey): string => `${SECTIONS[key]}, Ley 19.628 (mod. Ley 21.719)`
