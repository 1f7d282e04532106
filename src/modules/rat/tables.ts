import type { Refine } from '#db/tables.ts'
import type { RiskFactors } from './rules.ts'

declare module '#db/tables.ts' {
  interface Refinements {
    activities: Refine<'activities', { risk_factors: RiskFactors }>
  }
}
