import type { Refine } from '#db/tables.ts'
import type { BalancingRecord } from './activities/schemas.ts'
import type { BasisArticle } from './knowledge/bases.ts'
import type { RiskFactors } from './rules.ts'
import type { DpiaReason } from './screening.ts'

declare module '#db/tables.ts' {
  interface Refinements {
    activities: Refine<
      'activities',
      {
        risk_factors: RiskFactors
        legal_basis_article: BasisArticle
        balancing: BalancingRecord
        dpia_reasons: DpiaReason[]
      }
    >
  }
}
