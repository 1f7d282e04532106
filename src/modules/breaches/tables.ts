import type { Refine } from '#db/tables.ts'
import type { ClocksDone } from './clock-rules.ts'
import type { Answer, Decision, Override } from './decision-rules.ts'
import type { State } from './rules.ts'

declare module '#db/tables.ts' {
  interface Refinements {
    breaches: Refine<
      'breaches',
      {
        alert: Record<string, unknown>
        decision: SavedDecision
        overrides: Override[]
        clocks_done: ClocksDone
      }
    >
    breach_events: Refine<
      'breach_events',
      { from_status: State; to_status: State; details: Record<string, unknown> }
    >
  }
}

/** A decision as the breach stores it: the outcome, its author and its time. One of an older version lacks some fields. */
export interface SavedDecision
  extends Omit<Decision, 'actsAs' | 'requiresControllerNotification'>,
    Partial<Pick<Decision, 'actsAs' | 'requiresControllerNotification'>> {
  answers?: Answer[]
  decidedAt: string
  decidedBy: string | null
  /** When a change of the record last changed the outcome. */
  revisedAt?: string
}
