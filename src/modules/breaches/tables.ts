import type { Refine } from '#db/tables.ts'
import type { Decision, State } from './rules.ts'

declare module '#db/tables.ts' {
  interface Refinements {
    breaches: Refine<'breaches', { alert: Record<string, unknown>; decision: SavedDecision }>
    breach_events: Refine<
      'breach_events',
      { from_status: State; to_status: State; details: Record<string, unknown> }
    >
  }
}

/** A decision as the breach keeps it: what was found, who found it and when. */
export interface SavedDecision extends Decision {
  decidedAt: string
  decidedBy: string | null
}
