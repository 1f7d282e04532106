import { DAY_MS } from '#kernel/dates.ts'

/** The score over time, as a line and in words. */

export interface Scored {
  on: string
  score: number
}

export const WIDTH = 320
export const HEIGHT = 64

const at = (on: string) => Date.parse(`${on}T00:00:00Z`)

/** The line bridges days without a score, so that its time scale stays even. */
export function lineOf(items: readonly Scored[]): string {
  if (items.length < 2) return ''
  const [first, last] = [at(items[0]!.on), at(items.at(-1)!.on)]
  return items
    .map(({ on, score }, index) => {
      const x = ((at(on) - first) / (last - first)) * WIDTH
      const y = HEIGHT - (score / 100) * HEIGHT
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join('')
}

/** The history with today's score, which the nightly job has not saved yet. */
export function withToday(items: readonly Scored[], today: Scored): Scored[] {
  return [...items.filter(({ on }) => on < today.on), today]
}

const MONTH_DAYS = 30

/** «Subió 12 puntos en 30 días». */
export function trendWords(items: readonly Scored[]): string {
  const last = items.at(-1)
  if (!last || items.length < 2) return 'Mañana se verá cómo cambia: se guarda un puntaje por día.'
  const since = items.find(({ on }) => at(last.on) - at(on) <= MONTH_DAYS * DAY_MS)!
  const days = Math.round((at(last.on) - at(since.on)) / DAY_MS)
  const change = last.score - since.score
  const span = days === 1 ? 'desde ayer' : `en ${days} días`
  if (change === 0) return `Sin cambio ${span}.`
  const points = Math.abs(change) === 1 ? '1 punto' : `${Math.abs(change)} puntos`
  return `${change > 0 ? 'Subió' : 'Bajó'} ${points} ${span}.`
}
