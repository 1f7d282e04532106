import { newId } from '#kernel/ids.ts'

/** An id as the service would have made it at an instant. */
export function idAt(instant: string | Date): string {
  const time = new Date(instant).getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`
}

/** The first day of a month, so many months from this one. */
export function monthFrom(offset: number, now = new Date()): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1))
}

/** «2026_11», as it stands in the name of a month. */
export const monthName = (month: Date) => month.toISOString().slice(0, 7).replace('-', '_')
