import { impossible } from '#kernel/failure.ts'

/** The languages of policies. */
export const LANGUAGES = ['es', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

export const DEFAULT_LANGUAGE: Language = 'es'

export function readLanguage(sent: string | null | undefined): Language {
  if (sent === null || sent === undefined) return DEFAULT_LANGUAGE
  const known = LANGUAGES.find((language) => language === sent)
  if (known) return known
  throw impossible('language', `«${sent}» no es un idioma disponible. Use es (español) o en (inglés).`)
}

/** The first policy in the requested language, and the available languages. */
export function pickLanguage<Row extends { language: Language }, Document>(
  rows: readonly Row[],
  language: Language | undefined,
  write: (row: Row) => Document,
): { row: Row; document: Document; languages: Language[] } | undefined {
  const row = language === undefined ? rows[0] : rows.find((one) => one.language === language)
  return row && { row, document: write(row), languages: rows.map((one) => one.language) }
}

const MONTHS: Readonly<Record<Language, readonly string[]>> = {
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
}

/** A calendar day (YYYY-MM-DD) in words. */
export function dayIn(language: Language, calendarDay: string): string {
  const [year, month, date] = calendarDay.split('-').map(Number) as [number, number, number]
  const name = MONTHS[language][month - 1]
  return language === 'es' ? `${date} de ${name} de ${year}` : `${date} ${name} ${year}`
}
