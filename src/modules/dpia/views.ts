import { iso } from '#kernel/dates.ts'
import type { TypicalRisk } from './knowledge.ts'
import type { AssessmentRow, ItemRow, RiskRow } from './repo.ts'
import { riskLevel } from './rules.ts'
import type { Assessment, AssessmentItem, ProposedRisk, Risk } from './schemas.ts'

export function itemView(row: ItemRow): AssessmentItem {
  return { ...headOf(row), riskCount: row.risk_count }
}

export interface Whole {
  assessment: AssessmentRow
  risks: readonly RiskRow[]
  proposed: readonly TypicalRisk[]
  workflowInstanceId: string | null
}

export function assessmentView({ assessment, risks, proposed, workflowInstanceId }: Whole): Assessment {
  return {
    ...headOf(assessment),
    scope: assessment.scope,
    necessity: assessment.necessity,
    proportionality: assessment.proportionality,
    approverName: assessment.approver_name,
    approverRole: assessment.approver_role,
    approvedAt: iso(assessment.approved_at),
    workflowInstanceId,
    risks: risks.map(riskView),
    proposedRisks: proposed.map(proposedView),
  }
}

export function riskView(row: RiskRow): Risk {
  return {
    id: row.id,
    description: row.description,
    likelihood: row.likelihood,
    impact: row.impact,
    riskLevel: row.risk_level,
    mitigation: row.mitigation,
    residualRisk: row.residual_risk,
    status: row.status,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}

function proposedView(risk: TypicalRisk): ProposedRisk {
  const { key, description, likelihood, impact, mitigation, legalReference } = risk
  const level = riskLevel(likelihood, impact)
  return { key, description, likelihood, impact, riskLevel: level, mitigation, legalReference }
}

function headOf(row: Omit<ItemRow, 'risk_count'>) {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    status: row.status,
    version: row.version,
    activityId: row.activity_id,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}
