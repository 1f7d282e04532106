import { newId } from '#kernel/ids.ts'

/** An id as the service generates it at an instant. */
export function idAt(instant: string | Date): string {
  const time = new Date(instant).getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`
}

/** The first day of the month that is `offset` months from now. */
export function monthFrom(offset: number, now = new Date()): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1))
}

/** «2026_11», as in the name of a month's partition. */
export const monthName = (month: Date) => month.toISOString().slice(0, 7).replace('-', '_')
