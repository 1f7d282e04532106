/** Decisions per day as stacked bars. The fullest day sets the scale. */

export interface Day {
  date: string
  granted: number
  refused: number
  withdrawn: number
}

interface Counted {
  date: string
  total: number
  granted: number
  withdrawn: number
}

const DAY_MS = 86_400_000
const at = (date: string) => Date.parse(`${date}T00:00:00Z`)
const dateAt = (instant: number) => new Date(instant).toISOString().slice(0, 10)

/** The first day of a period of `days` that ends on `to`. */
export function fromDay(to: string, days: number): string {
  return dateAt(at(to) - (days - 1) * DAY_MS)
}

/** All days of the period, including those without a decision. */
export function daysFrom(from: string, to: string, counted: readonly Counted[]): Day[] {
  const known = new Map(counted.map((one) => [one.date, one]))
  const count = Math.round((at(to) - at(from)) / DAY_MS) + 1
  return Array.from({ length: count }, (_, index) => {
    const date = dateAt(at(from) + index * DAY_MS)
    const { total = 0, granted = 0, withdrawn = 0 } = known.get(date) ?? {}
    return { date, granted, withdrawn, refused: Math.max(0, total - granted - withdrawn) }
  })
}

export interface Bar {
  key: string
  kind: 'granted' | 'refused' | 'withdrawn'
  x: number
  y: number
  width: number
  height: number
}

const KINDS = ['granted', 'refused', 'withdrawn'] as const
const GAP = 0.2

export function barsOf(days: readonly Day[], width: number, height: number): { bars: Bar[]; top: number } {
  const sums = days.map(({ granted, refused, withdrawn }) => granted + refused + withdrawn)
  const top = Math.max(1, ...sums)
  const step = width / days.length
  const bars = days.flatMap((day, index) => {
    let y = height
    return KINDS.flatMap((kind): Bar[] => {
      if (day[kind] === 0) return []
      const tall = (day[kind] / top) * height
      y -= tall
      return [
        {
          key: `${day.date} ${kind}`,
          kind,
          x: index * step + (step * GAP) / 2,
          y,
          width: step * (1 - GAP),
          height: tall,
        },
      ]
    })
  })
  return { bars, top }
}
