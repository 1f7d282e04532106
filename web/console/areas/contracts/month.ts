import { addDays } from '#kernel/dates.ts'

/** Months as `2026-12`, days as `2026-12-01`. */

const NAME = new Intl.DateTimeFormat('es-CL', { timeZone: 'UTC', month: 'long', year: 'numeric' })

export function monthName(month: string): string {
  const name = NAME.format(new Date(`${month}-15T12:00:00Z`))
  return name.charAt(0).toUpperCase() + name.slice(1)
}

export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const all = year * 12 + number - 1 + count
  return `${String(Math.floor(all / 12)).padStart(4, '0')}-${String((all % 12) + 1).padStart(2, '0')}`
}

/** Whole weeks, from the Monday on or before its first day to the Sunday on or after its last. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`
  const last = addDays(`${monthAfter(month, 1)}-01`, -1)
  const start = addDays(first, -weekday(first))
  const weeks: string[][] = []
  for (let monday = start; monday <= last; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(monday, at)))
  return weeks
}

/** Monday is 0. */
const weekday = (day: string) => (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7
