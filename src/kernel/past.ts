import { iso, liesAhead } from './dates.ts'
import { impossible } from './failure.ts'

/**
 * Checks the time of a past event: it must not be in the future. `what` names the event with its Spanish article. A
 * caller's clock may run ten minutes ahead of ours.
 */
export function pastInstant(path: string, at: Date, now: Date, what = 'La fecha'): Date {
  if (!liesAhead(at, now)) return at
  throw impossible(
    path,
    `${what} no puede estar más de 10 minutos en el futuro. La hora del servicio es ${iso(now)}.`,
  )
}
