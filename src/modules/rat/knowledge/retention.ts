import type { RetentionPeriod } from '../rules.ts'
import { RETENTION_LABELS } from './vocabulary.ts'

/** A note that begins with a period is more precise than the listed one: «Cinco años desde la compra». */
const STATES_A_PERIOD =
  /^(?:(?:un|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|quince|veinte|treinta|sesenta|noventa|\d+) (?:días|meses|años?|mes|semanas?)|hasta|mientras|el plazo)(?!\p{L})/iu

export const statesAPeriod = (note: string) => STATES_A_PERIOD.test(note)

interface Kept {
  retentionPeriod: RetentionPeriod | null
  retentionNote: string | null
}

/** The period and its starting point: «5 años. Desde el término de la relación laboral.» */
export function retentionWords({ retentionPeriod, retentionNote }: Kept): string | null {
  const period = retentionPeriod && RETENTION_LABELS[retentionPeriod]
  const note = retentionNote?.trim()
  if (!note) return period
  return !period || statesAPeriod(note) ? note : `${period}. ${note}`
}
