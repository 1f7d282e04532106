import { viewOf } from '#http/view.ts'
import type { LegalFinding } from '#kernel/legal-checks.ts'
import type { ProposedTypicalRisk } from './knowledge.ts'
import type { AssessmentRow, ItemRow, RiskRow } from './repo.ts'
import { riskLevel } from './rules.ts'
import { Assessment, AssessmentItem, type ProposedRisk, Risk } from './schemas.ts'

export const itemView = viewOf<ItemRow>()(AssessmentItem)

export const riskView = viewOf<RiskRow>()(Risk)

/** What the answer adds to the assessment's own row. */
export interface Around {
  risks: readonly RiskRow[]
  proposed: readonly ProposedTypicalRisk[]
  /** What art. 15 ter requires and the assessment lacks. */
  warnings: readonly LegalFinding[]
  activityChanges: Assessment['activityChanges']
  workflowInstanceId: string | null
}

export const assessmentView = viewOf<AssessmentRow, [Around]>()(Assessment, {
  workflowInstanceId: (_, { workflowInstanceId }) => workflowInstanceId,
  warnings: (_, { warnings }) => [...warnings],
  activityChanges: (_, { activityChanges }) => activityChanges,
  risks: (_, { risks }) => risks.map((risk) => riskView(risk)),
  proposedRisks: (_, { proposed }) => proposed.map(proposedView),
})

function proposedView(risk: ProposedTypicalRisk): ProposedRisk {
  const { key, description, likelihood, impact, mitigation, legalReference, reason } = risk
  const level = riskLevel(likelihood, impact)
  return { key, description, likelihood, impact, riskLevel: level, mitigation, legalReference, reason }
}
