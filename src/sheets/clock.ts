import { BoundedMap } from '#kernel/bounded-map.ts'
import { HOUR_MS } from '#kernel/dates.ts'

const CLOCK = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Santiago',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** Milliseconds that clocks in Chile are ahead of UTC in an hour. They only change on the hour, and asking Intl is slow. */
const shifts = new BoundedMap<number, number>({ most: 10_000 })

/** `2026-11-15T09:30`, in Chilean time. */
export function wallClock(instant: Date): string {
  const hour = Math.floor(instant.getTime() / HOUR_MS)
  const shift = shifts.get(hour) ?? shiftIn(hour)
  return new Date(instant.getTime() + shift).toISOString().slice(0, 16)
}

function shiftIn(hour: number): number {
  const start = hour * HOUR_MS
  const shift = Date.parse(`${CLOCK.format(start).replace(' ', 'T')}Z`) - start
  shifts.set(hour, shift)
  return shift
}
