import { daysBetween, endOfChileanDay } from '#kernel/business-days.ts'
import {
  addDays,
  chileanDay,
  DAY_MS,
  dayInDigits,
  HOUR_MS,
  isCalendarDate,
  MINUTE_MS,
} from '#kernel/dates.ts'

/** Times as people in Chile read and write them. */

const TIME = new Intl.DateTimeFormat('es-CL', {
  timeZone: 'America/Santiago',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** «15-11-2026». */
export function day(instant: string): string {
  return dayInDigits(isDay(instant) ? instant : chileanDay(new Date(instant)))
}

/** «15-11-2026, 14:05». */
export function moment(instant: string): string {
  return isDay(instant) ? day(instant) : `${day(instant)}, ${TIME.format(new Date(instant))}`
}

const MONTH = new Intl.DateTimeFormat('es-CL', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** «septiembre de 2026», from «2026-09». */
export function monthName(month: string): string {
  return MONTH.format(new Date(`${month}-01`))
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text)
}

/** «hace 3 h», «ayer», «el 15-11-2026». */
export function ago(instant: string, now = Date.now()): string {
  const passed = now - new Date(instant).getTime()
  if (passed < MINUTE_MS) return 'recién'
  if (passed < HOUR_MS) return `hace ${Math.floor(passed / MINUTE_MS)} min`
  if (passed < DAY_MS) return `hace ${Math.floor(passed / HOUR_MS)} h`
  const days = daysBetween(chileanDay(new Date(instant)), chileanDay(new Date(now)))
  if (days === 1) return 'ayer'
  return days < 7 ? `hace ${days} días` : `el ${day(instant)}`
}

export type Tone = 'danger' | 'warn' | 'ok' | 'info' | 'plain'

/** Time left until a due date, in words and with its urgency. */
export function untilDue(due: string, now = new Date()): { words: string; tone: Tone } {
  const lastDay = isDay(due) ? due : dayThatEnds(new Date(due))
  if (lastDay) return untilDay(daysBetween(chileanDay(now), lastDay))
  const left = new Date(due).getTime() - now.getTime()
  if (left < 0) return { words: `Venció hace ${span(-left)}`, tone: 'danger' }
  const words = remaining(span(left))
  if (left < DAY_MS) return { words, tone: 'danger' }
  return { words, tone: left <= 5 * DAY_MS ? 'warn' : 'plain' }
}

/** The day of a term in days that comes as its last instant, so that every list shows it alike. */
function dayThatEnds(instant: Date): string | undefined {
  const day = chileanDay(instant)
  return endOfChileanDay(day).getTime() === instant.getTime() ? day : undefined
}

/** «Queda 1 h», «Quedan 1 h 20 min». */
function remaining(words: string): string {
  return `${/^1 \w+$/.test(words) ? 'Queda' : 'Quedan'} ${words}`
}

/** A term in days runs until the end of its last day. */
function untilDay(left: number): { words: string; tone: Tone } {
  if (left < 0) return { words: left === -1 ? 'Venció ayer' : `Venció hace ${-left} días`, tone: 'danger' }
  if (left < 2) return { words: left === 0 ? 'Vence hoy' : 'Vence mañana', tone: 'danger' }
  return { words: `Quedan ${left} días`, tone: left <= 5 ? 'warn' : 'plain' }
}

/** Whether something was done after its due date. */
export function isLate(done: string, due: string): boolean {
  return isDay(due) ? chileanDay(new Date(done)) > due : Date.parse(done) > Date.parse(due)
}

const HOURS_UNTIL_MS = 4 * DAY_MS

/** «40 min», «5 h 20 min», «70 h», «12 días». */
function span(ms: number): string {
  if (ms < HOUR_MS) return `${Math.max(1, Math.floor(ms / MINUTE_MS))} min`
  if (ms >= HOURS_UNTIL_MS) return `${Math.floor(ms / DAY_MS)} días`
  const hours = Math.floor(ms / HOUR_MS)
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS)
  return hours < 10 && minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`
}

/** The value for `<input type="datetime-local">`, in Chilean time. */
export function toLocal(instant: string | null | undefined): string {
  if (!instant) return ''
  const date = new Date(instant)
  return `${chileanDay(date)}T${TIME.format(date)}`
}

const OFFSETS = ['-03:00', '-04:00']

/** The instant of a Chilean local time. */
export function fromLocal(local: string): string | null {
  if (local === '') return null
  const fitting = OFFSETS.map((offset) => new Date(`${local.slice(0, 16)}:00${offset}`).toISOString())
  return fitting.find((one) => toLocal(one) === local.slice(0, 16)) ?? fitting[0]!
}

/** The last instant of a day in Chile: «vence» includes that whole day. */
export function endOfDay(day: string): string {
  return endOfChileanDay(day).toISOString()
}

/** The first instant of a day in Chile, or of the day `later` days after it. The service refuses an invalid day. */
export function startOfDay(day: string, later = 0): string {
  if (!isCalendarDate(day)) return day
  return new Date(endOfChileanDay(addDays(day, later - 1)).getTime() + 1).toISOString()
}

/** The day of an instant in Chile, as a date field takes it. */
export function dayOf(instant: string | null | undefined): string {
  return instant ? chileanDay(new Date(instant)) : ''
}

export function today(): string {
  return chileanDay(new Date())
}
