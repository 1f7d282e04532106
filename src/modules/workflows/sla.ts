import { after, DAY_MS } from '#kernel/dates.ts'
import type { Stage } from './model.ts'

export interface Term {
  dueAt: Date | null
  warningAt: Date | null
}

export const SLA_STATES = ['on_time', 'warning', 'overdue'] as const
export type SlaState = (typeof SLA_STATES)[number]

/** `slaWarningDays` is counted back from the due date, but no warning comes before the stage begins. */
export function termOf(stage: Pick<Stage, 'slaDays' | 'slaWarningDays'> | undefined, enteredAt: Date): Term {
  if (stage?.slaDays == null) return { dueAt: null, warningAt: null }
  const dueAt = after(enteredAt, stage.slaDays * DAY_MS)
  if (stage.slaWarningDays === null) return { dueAt, warningAt: null }
  const warned = after(dueAt, -stage.slaWarningDays * DAY_MS)
  return { dueAt, warningAt: warned < enteredAt ? enteredAt : warned }
}

export function slaState({ dueAt, warningAt }: Term, now: Date): SlaState {
  if (dueAt !== null && now >= dueAt) return 'overdue'
  return warningAt !== null && now >= warningAt ? 'warning' : 'on_time'
}

/** The time of the next notice after one of kind `given`. */
export function nextNotice({ dueAt, warningAt }: Term, given: SlaState): Date | null {
  if (given === 'overdue') return null
  return given === 'warning' ? dueAt : (warningAt ?? dueAt)
}
