import type { Language } from '#documents/languages.ts'
import { EN } from './en.ts'
import { ES } from './es.ts'
import type { Words } from './words.ts'

const WORDS: Readonly<Record<Language, Words>> = { es: ES, en: EN }

export function wordsOf(language: Language): Words {
  return WORDS[language]
}
