export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export function after(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms)
}

/** The wire form of an instant: UTC with milliseconds and Z. */
export function iso(instant: Date): string
export function iso(instant: Date | null): string | null
export function iso(instant: Date | null): string | null {
  return instant === null ? null : instant.toISOString()
}

/** How far a caller's clock may run ahead of ours. */
const CLOCK_SKEW_MS = 10 * MINUTE_MS

/** Future events are not recorded as facts: terms count from them, and evidence rests on them. */
export function liesAhead(instant: Date, now: Date): boolean {
  return instant > after(now, CLOCK_SKEW_MS)
}

const CALENDAR_DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(\.\d{1,9})?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/** A day that exists: 2026-02-30 does not. */
export function isCalendarDate(text: string): boolean {
  const parts = CALENDAR_DATE.exec(text)
  if (!parts || parts[1] === '0000') return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** RFC 3339 with an offset, because without one the instant is ambiguous. Its year in UTC also has four digits. */
export function isInstant(text: string): boolean {
  const parts = INSTANT.exec(text)
  if (parts === null || !isCalendarDate(parts[1]!)) return false
  const year = toInstant(text).getUTCFullYear()
  return year >= 1 && year <= 9999
}

/** Only for texts that `isInstant` accepts. A leap second counts as the last millisecond of its minute. */
export function toInstant(text: string): Date {
  return new Date(
    text
      .replace(' ', 'T')
      .replace(/:60(\.\d+)?/, ':59.999')
      .toUpperCase(),
  )
}

let lastMinute = Number.NaN
let lastDay = ''

/** The calendar day of an instant in Chile, which decides on deadlines in days. Days begin and end on a minute. */
export function chileanDay(instant: Date): string {
  const minute = Math.floor(instant.getTime() / MINUTE_MS)
  if (minute !== lastMinute) {
    lastDay = CHILEAN_DAY.format(instant)
    lastMinute = minute
  }
  return lastDay
}

const CHILEAN_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' })

/** The instant at which clocks in Chile show this full hour. Not for an hour that a clock change skips. */
export function chileanHour(day: string, hour: number): Date {
  const clock = `${String(hour).padStart(2, '0')}:00:00`
  const offset = CHILEAN_OFFSETS.find(
    (one) => CHILEAN_CLOCK.format(new Date(`${day}T${clock}${one}`)) === clock,
  )
  return new Date(`${day}T${clock}${offset ?? CHILEAN_OFFSETS[0]}`)
}

const CHILEAN_OFFSETS = ['-04:00', '-03:00']
const CHILEAN_CLOCK = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Santiago', timeStyle: 'medium' })

/** A calendar date as Chilean documents write it: `15-11-2026`. */
export function dayInDigits(day: string): string {
  return `${day.slice(8)}-${day.slice(5, 7)}-${day.slice(0, 4)}`
}

/** The hour that a clock in Chile shows: `09:30`, and `00:30` after midnight. */
export function hourInDigits(instant: Date): string {
  return CHILEAN_CLOCK.format(instant).slice(0, 5)
}

/** An instant as a clock in Chile shows it: `15-11-2026 a las 09:30`. */
export function momentInDigits(instant: Date): string {
  return `${dayInDigits(chileanDay(instant))} a las ${hourInDigits(instant)}`
}

/** The day `count` calendar days later, or earlier if negative. */
export function addDays(day: string, count: number): string {
  return after(new Date(`${day}T12:00:00Z`), count * DAY_MS)
    .toISOString()
    .slice(0, 10)
}

const LONG_DAY = new Intl.DateTimeFormat('es-CL', { timeZone: 'America/Santiago', dateStyle: 'long' })

/** «31 de diciembre de 2026», in Chile. A calendar date is the same everywhere. */
export function longDay(when: Date | string): string {
  return LONG_DAY.format(typeof when === 'string' ? new Date(`${when}T12:00:00Z`) : when)
}
