import { iso, liesAhead } from './dates.ts'
import { impossible } from './failure.ts'

/**
 * An instant at which something was done: what lies ahead has not happened. `what` names it with its article. The clock
 * of a caller may run ten minutes ahead of ours.
 */
export function pastInstant(path: string, at: Date, now: Date, what = 'La fecha'): Date {
  if (!liesAhead(at, now)) return at
  throw impossible(
    path,
    `${what} no puede estar más de 10 minutos en el futuro. La hora del servicio es ${iso(now)}.`,
  )
}
