import { DAY_MS } from '../dates.ts'

/**
 * National holidays of Chile, computed for any year. Regional and bank holidays do not affect deadlines, nor do elections,
 * which fall on Sundays. The operator's law file adds holidays that a law creates for a single year.
 */
export interface Holiday {
  /** A calendar date, `YYYY-MM-DD`. */
  readonly on: string
  readonly name: string
}

export function nationalHolidays(year: number): Holiday[] {
  const easter = easterSunday(year)
  const day = (month: number, date: number) => new Date(Date.UTC(year, month - 1, date))
  const holidays: [Date | undefined, string][] = [
    [day(1, 1), 'Año Nuevo'],
    [whenMonday(day(1, 2)), 'Feriado adicional de Año Nuevo'],
    [plus(easter, -2), 'Viernes Santo'],
    [plus(easter, -1), 'Sábado Santo'],
    [day(5, 1), 'Día Nacional del Trabajo'],
    [day(5, 21), 'Día de las Glorias Navales'],
    [winterSolstice(year), 'Día Nacional de los Pueblos Indígenas'],
    [toMonday(day(6, 29)), 'San Pedro y San Pablo'],
    [day(7, 16), 'Día de la Virgen del Carmen'],
    [day(8, 15), 'Asunción de la Virgen'],
    [bridge(year), 'Feriado adicional de Fiestas Patrias'],
    [day(9, 18), 'Independencia Nacional'],
    [day(9, 19), 'Día de las Glorias del Ejército'],
    [toMonday(day(10, 12)), 'Encuentro de Dos Mundos'],
    [toFriday(day(10, 31)), 'Día de las Iglesias Evangélicas y Protestantes'],
    [day(11, 1), 'Día de Todos los Santos'],
    [day(12, 8), 'Inmaculada Concepción'],
    [day(12, 25), 'Navidad'],
  ]
  return holidays
    .flatMap(([date, name]) => (date ? [{ on: date.toISOString().slice(0, 10), name }] : []))
    .sort((a, b) => (a.on < b.on ? -1 : 1))
}

const plus = (date: Date, days: number) => new Date(date.getTime() + days * DAY_MS)

const [SUNDAY, MONDAY, TUESDAY, WEDNESDAY, FRIDAY, SATURDAY] = [0, 1, 2, 3, 5, 6] as const

/** Ley 20.983: 2 January, if it is a Monday. */
function whenMonday(date: Date): Date | undefined {
  return date.getUTCDay() === MONDAY ? date : undefined
}

/** Ley 19.668: a Tuesday, Wednesday or Thursday moves to the Monday before, a Friday to the Monday after. */
function toMonday(date: Date): Date {
  const weekday = date.getUTCDay()
  if (weekday === FRIDAY) return plus(date, 3)
  return [SUNDAY, MONDAY, SATURDAY].some((stays) => stays === weekday) ? date : plus(date, MONDAY - weekday)
}

/** Ley 20.299: a Tuesday moves to the Friday before, a Wednesday to the Friday after. */
function toFriday(date: Date): Date {
  const weekday = date.getUTCDay()
  if (weekday === TUESDAY) return plus(date, -4)
  return weekday === WEDNESDAY ? plus(date, 2) : date
}

/** Leyes 20.215 and 20.983: a Monday or Friday that would be a single working day next to the national holidays. */
function bridge(year: number): Date | undefined {
  const independence = new Date(Date.UTC(year, 8, 18))
  switch (independence.getUTCDay()) {
    case TUESDAY:
    case SATURDAY:
      return plus(independence, -1)
    case WEDNESDAY:
      return plus(independence, 2)
    default:
      return undefined
  }
}

/** The Gregorian computus in its anonymous form (Meeus, Jones, Butcher). */
function easterSunday(year: number): Date {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const e = b % 4
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return new Date(Date.UTC(year, Math.floor(n / 31) - 1, (n % 31) + 1))
}

/** Ley 21.357: the day of the June solstice in Chile, four hours behind UTC. A mean instant, accurate to 15 minutes. */
function winterSolstice(year: number): Date {
  const y = (year - 2000) / 1000
  const julianDay = 2451716.56767 + 365241.62603 * y + 0.00325 * y ** 2 + 0.00888 * y ** 3 - 0.0003 * y ** 4
  const instant = new Date((julianDay - 2440587.5) * DAY_MS - 4 * (DAY_MS / 24))
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth(), instant.getUTCDate()))
}
