import { VOCABULARY } from '#modules/data-map/public.ts'
import type { Kind } from './kinds.ts'

type Words = Readonly<Record<string, string>>

const CONTRACTS: Words = {
  DPA: 'Contrato de encargo',
  CCT: 'Cláusulas de transferencia',
  ADDENDUM: 'Adenda o contrato de cesión',
}

/** For systems without a vendor, whose subtitle is their type. */
const SYSTEMS: Words = Object.fromEntries(VOCABULARY.systemTypes.map(({ value, label }) => [value, label]))

const LANGUAGES: Words = { es: 'español', en: 'inglés' }

const inWords = (words: Words) => (subtitle: string) => words[subtitle] ?? subtitle
const withLanguage = (subtitle: string) =>
  subtitle.replace(/ · (\w+)$/, (_, language: string) => ` · ${LANGUAGES[language] ?? language}`)

/** By kind: turns a code in a subtitle into words. */
export const SUBTITLES: Partial<Record<Kind['type'], (subtitle: string) => string | null>> = {
  contract: inWords(CONTRACTS),
  system: inWords(SYSTEMS),
  privacy_policy: withLanguage,
  cookie_policy: withLanguage,
  // The name of a file is enough; its content type is for programs.
  file: () => null,
}
