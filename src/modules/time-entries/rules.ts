/** The minutes of a day. */
export const MOST_MINUTES = 24 * 60

/** The calendar has no year 0. */
export const MONTH = '^(?!0000)(\\d{4})-(0[1-9]|1[0-2])$'
const PARTS = new RegExp(MONTH)

/** The first day of a month and of the next; undefined for an invalid month. */
export function daysOf(month: string): { from: string; until: string } | undefined {
  const parts = PARTS.exec(month)
  if (!parts) return undefined
  const [year, number] = [Number(parts[1]), Number(parts[2])]
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return { from: `${month}-01`, until: `${next.padStart(7, '0')}-01` }
}

/** Hours with two decimals, as billed. */
export function hoursOf(minutes: number): number {
  return Math.round((minutes / 60) * 100) / 100
}
