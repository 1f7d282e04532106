import { addDays, chileanDay, DAY_MS } from './dates.ts'
import { holidaysOf, LAW, type Law } from './law/law.ts'

/**
 * Días hábiles: neither Saturdays, Sundays nor holidays (art. 25, Ley 19.880, which fills what Ley 19.628 leaves
 * open). Days are calendar dates in Chile, `YYYY-MM-DD`.
 */
export function isBusinessDay(day: string, law: Law = LAW): boolean {
  const weekday = noon(day).getUTCDay()
  return weekday !== 0 && weekday !== 6 && holidayOf(day, law) === undefined
}

/** The name of the holiday, when the day is one. */
export function holidayOf(day: string, law: Law = LAW): string | undefined {
  return calendarOf(law, Number(day.slice(0, 4))).get(day)
}

const calendars = new WeakMap<Law, Map<number, Map<string, string>>>()

/** Cached, because a term asks for many days of one year. */
function calendarOf(law: Law, year: number): Map<string, string> {
  const years = calendars.get(law) ?? new Map<number, Map<string, string>>()
  calendars.set(law, years)
  const known = years.get(year) ?? new Map(holidaysOf(law, year).map(({ on, name }) => [on, name]))
  years.set(year, known)
  return known
}

/** The last day of a term of `count` business days. Counting starts the day after. */
export function addBusinessDays(day: string, count: number, law: Law = LAW): string {
  let last = day
  for (let counted = 0; counted < count; ) {
    last = addDays(last, 1)
    if (isBusinessDay(last, law)) counted += 1
  }
  return last
}

/** The number of business days after one day, up to and including another. */
export function businessDaysLeft(after: string, until: string, law: Law = LAW): number {
  let left = 0
  for (let day = addDays(after, 1); day <= until; day = addDays(day, 1))
    if (isBusinessDay(day, law)) left += 1
  return left
}

/** The last millisecond of the day in Chile, four or three hours behind UTC. Clocks change when a Saturday ends. */
export function endOfChileanDay(day: string): Date {
  if (day === LAST_DAY) return LAST_INSTANT
  const inWinterTime = new Date(`${addDays(day, 1)}T03:59:59.999Z`)
  return chileanDay(inWinterTime) === day ? inWinterTime : new Date(`${addDays(day, 1)}T02:59:59.999Z`)
}

/** This day ends in the year 10000 by UTC, beyond the years we write, so it ends with its year instead. */
const LAST_DAY = '9999-12-31'
const LAST_INSTANT = new Date(`${LAST_DAY}T23:59:59.999Z`)

/** Whole days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((noon(to).getTime() - noon(from).getTime()) / DAY_MS)
}

function noon(day: string): Date {
  return new Date(`${day}T12:00:00Z`)
}
