import { VOCABULARY } from '#modules/data-map/public.ts'
import type { Kind } from './kinds.ts'

type Words = Readonly<Record<string, string>>

const CONTRACTS: Words = {
  DPA: 'Contrato de encargo',
  CCT: 'Cláusulas de transferencia',
  ADDENDUM: 'Adenda o contrato de cesión',
}

/** A system without a vendor shows its type. */
const SYSTEMS: Words = Object.fromEntries(VOCABULARY.systemTypes.map(({ value, label }) => [value, label]))

const LANGUAGES: Words = { es: 'español', en: 'inglés' }

const inWords = (words: Words) => (subtitle: string) => words[subtitle] ?? subtitle
const withLanguage = (subtitle: string) =>
  subtitle.replace(/ · (\w+)$/, (_, language: string) => ` · ${LANGUAGES[language] ?? language}`)

/** What a view says with a code of the interface, as people say it. */
export const SUBTITLES: Partial<Record<Kind['type'], (subtitle: string) => string | null>> = {
  contract: inWords(CONTRACTS),
  system: inWords(SYSTEMS),
  privacy_policy: withLanguage,
  cookie_policy: withLanguage,
  // The name of a file says what it is; its content type says it to programs.
  file: () => null,
}
