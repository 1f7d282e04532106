import { chileanDay, longDay } from '../dates.ts'
import { isInForce, type Law } from './law.ts'

/** The words of texts about the law: its name, the day from which it binds, and the version a text was written under. */

export const LAW_NAME = 'Ley 19.628 (mod. Ley 21.719)'
export const LAW_NAME_EN = 'Law 19,628 as amended by Law 21,719'

const SMALL = ['cero', 'un', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez']
const counted = (count: number, one: string, many: string) =>
  `${SMALL[count] ?? count} ${count === 1 ? one : many}`

/** «dos días hábiles». */
export const businessDays = (count: number) => counted(count, 'día hábil', 'días hábiles')
/** «30 días corridos». */
export const calendarDays = (count: number) => counted(count, 'día corrido', 'días corridos')

/** The law on the day of writing. */
export interface LawOnDay {
  readonly law: Law
  /** A calendar day of Chile. */
  readonly day: string
}

/** «art. 12, Ley 19.628 mod. Ley 21.719», for use in parentheses. Before the law binds, it adds from when. */
export function citation({ law, day }: LawOnDay, article: string): string {
  const since = isInForce(law, day) ? '' : `, que rige ${sinceWhen(law)}`
  return `${article}, Ley 19.628 mod. Ley 21.719${since}`
}

/** The law on the day of a context. */
export function lawToday({ tools: { law }, now }: { tools: { law: Law }; now: Date }): LawOnDay {
  return { law, day: chileanDay(now) }
}

/** «desde el 1 de diciembre de 2026». */
export function sinceWhen({ effectiveFrom }: Pick<Law, 'effectiveFrom'>): string {
  return `desde el ${longDay(effectiveFrom)}`
}

/** A sentence that is true only until the law binds, as a list of one or none. */
export function beforeLaw({ law, day }: LawOnDay, say: (since: string) => string): string[] {
  return isInForce(law, day) ? [] : [say(sinceWhen(law))]
}

/** A sentence about an order or a permission of the law. Until the law binds, it begins with the day. */
export function byLaw({ law, day }: LawOnDay, sentence: string): string {
  return isInForce(law, day) ? capitalised(sentence) : `${capitalised(sinceWhen(law))}, ${sentence}`
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The note that most documents need. */
export function bindingNote(on: LawOnDay): string[] {
  return beforeLaw(
    on,
    (since) =>
      `El texto que la Ley 21.719 da a la Ley 19.628 rige ${since}: los derechos, deberes y plazos que aquí se citan se exigen desde esa fecha. Hasta entonces se aplica el texto anterior de la Ley 19.628.`,
  )
}

/** The same note for an API answer. */
export function lawNotice(ctx: Parameters<typeof lawToday>[0]): string | null {
  return bindingNote(lawToday(ctx))[0] ?? null
}

const ENGLISH_DAY = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' })

export function bindingNoteEn({ law, day }: LawOnDay): string[] {
  if (isInForce(law, day)) return []
  const since = ENGLISH_DAY.format(new Date(`${law.effectiveFrom}T12:00:00Z`))
  return [
    `${LAW_NAME_EN} applies from ${since}: the rights, duties and periods mentioned here are enforceable from that date. Until then the previous text of Law 19,628 applies.`,
  ]
}

/** Policies are written in either language. */
export function noteIn(language: 'es' | 'en', on: LawOnDay): string[] {
  return language === 'en' ? bindingNoteEn(on) : bindingNote(on)
}

/** For the footer of a document. */
export function writtenUnderIn(language: 'es' | 'en', version: string): string {
  return language === 'en'
    ? `Written under ${LAW_NAME_EN}, version ${version}`
    : `Redactado conforme a la ${LAW_NAME}, versión ${version}`
}
