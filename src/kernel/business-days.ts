import { after, chileanDay, DAY_MS } from './dates.ts'
import { FIXED_HOLIDAYS, MOVABLE_HOLIDAYS } from './holidays.ts'

/**
 * Días hábiles: neither Saturdays, Sundays nor holidays (art. 25, Ley 19.880, which fills what Ley 19.628 leaves
 * open). Days are calendar dates in Chile, `YYYY-MM-DD`.
 */
export function isBusinessDay(day: string): boolean {
  const weekday = noon(day).getUTCDay()
  return weekday !== 0 && weekday !== 6 && holidayOf(day) === undefined
}

/** The name of the holiday, when the day is one. */
export function holidayOf(day: string): string | undefined {
  const [year, on] = [Number(day.slice(0, 4)), day.slice(5)]
  return [...FIXED_HOLIDAYS, ...(MOVABLE_HOLIDAYS[year] ?? [])].find((holiday) => holiday.on === on)?.name
}

/** The last day of a term of so many business days: counting starts the day after. */
export function addBusinessDays(day: string, count: number): string {
  let last = day
  for (let counted = 0; counted < count; ) {
    last = nextDay(last)
    if (isBusinessDay(last)) counted += 1
  }
  return last
}

/** The last millisecond of the day in Chile, four or three hours behind UTC; clocks change when a Saturday ends. */
export function endOfChileanDay(day: string): Date {
  const inWinterTime = new Date(`${nextDay(day)}T03:59:59.999Z`)
  return chileanDay(inWinterTime) === day ? inWinterTime : new Date(`${nextDay(day)}T02:59:59.999Z`)
}

/** Whole days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((noon(to).getTime() - noon(from).getTime()) / DAY_MS)
}

function nextDay(day: string): string {
  return after(noon(day), DAY_MS).toISOString().slice(0, 10)
}

function noon(day: string): Date {
  return new Date(`${day}T12:00:00Z`)
}
