import { type Holiday, nationalHolidays } from './holidays.ts'

/**
 * The numbers and dates that the law fixes: Ley 19.628 as amended by Ley 21.719, its transitory articles, and publications
 * of the Agency and the tax authority. They are defined only here. When the law changes, an operator changes them with a
 * file (`LAW_FILE`), without waiting for a release.
 */
export interface Law {
  /** Documents carry it, so that a change of the law shows which of them to issue again. */
  readonly version: string
  /** The day from which this installation uses the version; null for the first one. */
  readonly from: string | null
  readonly source: string
  /** The day from which the law binds (transitory art. 1). */
  readonly effectiveFrom: string
  readonly terms: Terms
  readonly fines: Fines
  /** Value in pesos by month, `YYYY-MM`. */
  readonly utm: Readonly<Record<string, number>>
  /** Until this day a smaller firm may be warned instead of fined (transitory art. 6). */
  readonly smeWarningUntil: string
  readonly agency: Agency
  /** ISO codes of the countries that the Agency found adequate (art. 28). */
  readonly adequateCountries: readonly string[]
  /** Operations that the Agency lists as needing an impact assessment (art. 15 ter). */
  readonly dpiaList: readonly ListedOperation[]
  /** Holidays beyond the computed ones, by day. */
  readonly holidays: Readonly<Record<string, string>>
}

export interface ListedOperation {
  /** The name in the Agency's list. */
  readonly name: string
  /** An activity is such an operation if it contains all the words of one of these texts. */
  readonly words: readonly string[]
}

export interface Terms {
  /** Art. 11: calendar days to answer a request. */
  readonly requestDays: number
  /** Art. 11: calendar days of the only extension. */
  readonly extensionDays: number
  /** Arts. 11 and 8 ter: business days to answer a request to block. */
  readonly blockingBusinessDays: number
  /** Art. 41: business days to complain to the Agency. */
  readonly complaintBusinessDays: number
  /** Arts. 51 to 53: years that a certificate of a prevention model is valid. */
  readonly certificateYears: number
  /** Ley 21.663, art. 9. */
  readonly csirtAlertHours: number
  readonly csirtReportHours: number
  readonly csirtFinalDays: number
}

/** Arts. 34 bis to 34 quáter. */
export const FINE_CLASSES = ['leve', 'grave', 'gravisima'] as const
export type FineClass = (typeof FINE_CLASSES)[number]

export interface Fines {
  /** Art. 35: the maximum of each class, in UTM. A leve may be a written warning. */
  readonly maxUtm: Readonly<Record<FineClass, number>>
  /** Art. 35: the factor on the cap for reoffending within the months below. */
  readonly repeatFactor: number
  readonly repeatMonths: number
  /** Art. 35: percent of the yearly income, for large firms that reoffend. */
  readonly incomePercent: Readonly<Record<'grave' | 'gravisima', number>>
}

export interface Agency {
  readonly name: string
  readonly acronym: string
  /** Null until the Agency announces it. */
  readonly website: string | null
  readonly reportChannel: string | null
}

/**
 * The text of Ley 19.628 that is in force until the day of the law. Under its art. 16, a person without an answer after
 * this many business days may go to the civil judge. Its art. 3 allows opposing advertising, market research and polls only.
 */
export const FORMER_LAW = {
  answerBusinessDays: 2,
  article: 'art. 16, Ley 19.628, en su texto anterior a la Ley 21.719',
  oppositionArticle: 'art. 3, Ley 19.628, en su texto anterior a la Ley 21.719',
} as const

export const LAW: Law = {
  version: '2026-12-01',
  from: null,
  source: 'Ley 19.628 (mod. Ley 21.719), D.O. 13-12-2024',
  effectiveFrom: '2026-12-01',
  terms: {
    requestDays: 30,
    extensionDays: 30,
    blockingBusinessDays: 2,
    complaintBusinessDays: 30,
    certificateYears: 3,
    csirtAlertHours: 3,
    csirtReportHours: 72,
    csirtFinalDays: 15,
  },
  fines: {
    maxUtm: { leve: 5000, grave: 10_000, gravisima: 20_000 },
    repeatFactor: 3,
    repeatMonths: 30,
    incomePercent: { grave: 2, gravisima: 4 },
  },
  utm: { '2026-09': 71_721 },
  smeWarningUntil: '2027-11-30',
  agency: {
    name: 'Agencia de Protección de Datos Personales',
    acronym: 'APDP',
    website: null,
    reportChannel: null,
  },
  adequateCountries: [],
  dpiaList: [],
  holidays: {},
}

/** The version to use on a day of Chile. The first has no beginning; the others are ordered by theirs. */
export function lawOn(versions: LawVersions, day: string): Law {
  return versions.findLast(({ from }) => from === null || from <= day) ?? versions[0]
}

export type LawVersions = readonly [Law, ...Law[]]

/** The holidays of a year, in order. */
export function holidaysOf(law: Pick<Law, 'holidays'>, year: number): Holiday[] {
  const added = Object.entries(law.holidays)
    .filter(([on]) => on.startsWith(`${year}-`))
    .map(([on, name]) => ({ on, name }))
  const computed = nationalHolidays(year).filter(({ on }) => law.holidays[on] === undefined)
  return [...computed, ...added].sort((a, b) => (a.on < b.on ? -1 : 1))
}

export function isInForce(law: Pick<Law, 'effectiveFrom'>, day: string): boolean {
  return day >= law.effectiveFrom
}

/** The value of the month, or the last one published before it. */
export function utmOf({ utm }: Pick<Law, 'utm'>, day: string): { month: string; clp: number } | undefined {
  const month = Object.keys(utm)
    .filter((known) => known <= day.slice(0, 7))
    .sort()
    .at(-1)
  return month === undefined ? undefined : { month, clp: utm[month]! }
}
