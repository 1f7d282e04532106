import { viewOf } from '#http/view.ts'
import type { TypicalRisk } from './knowledge.ts'
import type { AssessmentRow, ItemRow, RiskRow } from './repo.ts'
import { riskLevel } from './rules.ts'
import { Assessment, AssessmentItem, type ProposedRisk, Risk } from './schemas.ts'

export const itemView = viewOf<ItemRow>()(AssessmentItem)

export const riskView = viewOf<RiskRow>()(Risk)

/** What the answer shows beside the assessment's own row. */
export interface Around {
  risks: readonly RiskRow[]
  proposed: readonly TypicalRisk[]
  workflowInstanceId: string | null
}

export const assessmentView = viewOf<AssessmentRow, [Around]>()(Assessment, {
  workflowInstanceId: (_, { workflowInstanceId }) => workflowInstanceId,
  risks: (_, { risks }) => risks.map((risk) => riskView(risk)),
  proposedRisks: (_, { proposed }) => proposed.map(proposedView),
})

function proposedView(risk: TypicalRisk): ProposedRisk {
  const { key, description, likelihood, impact, mitigation, legalReference } = risk
  const level = riskLevel(likelihood, impact)
  return { key, description, likelihood, impact, riskLevel: level, mitigation, legalReference }
}
