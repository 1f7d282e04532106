import { audit } from '#db/audit.ts'
import type { Ctx } from '#db/context.ts'
import type { WorkflowSubject } from '#http/module.ts'
import { findActivity } from '#modules/rat/public.ts'
import * as repo from './repo.ts'
import { highest, MOVES, type State } from './rules.ts'

/**
 * An assessment as the approval workflows see it (decisions, DPIA). An approval started by hand may find it in any
 * state: what the table of moves does not allow is left as it is.
 */
export const dpiaSubject: WorkflowSubject = {
  entityType: 'DPIA',

  async facts(ctx, id) {
    const [assessment, risks] = await Promise.all([repo.findAssessment(ctx, id), repo.listRisks(ctx, id)])
    if (!assessment) return undefined
    const activity = assessment.activity_id ? await findActivity(ctx, assessment.activity_id) : undefined
    return {
      title: assessment.title,
      status: assessment.status,
      version: assessment.version,
      riskCount: risks.length,
      highestRisk: highest(risks.map((risk) => risk.risk_level)),
      highestResidualRisk: highest(risks.map((risk) => risk.residual_risk ?? risk.risk_level)),
      activityId: assessment.activity_id,
      activityName: activity?.name ?? null,
      activityRiskLevel: activity?.riskLevel ?? null,
      dataCategories: activity?.dataCategories ?? [],
      subjectCategories: activity?.subjectCategories ?? [],
      legalBasis: activity?.legalBasis ?? null,
      hasSensitiveData: activity?.hasSensitiveData ?? false,
      internationalTransfer: activity?.internationalTransfer.exists ?? false,
      automatedDecisions: activity?.automatedDecisions ?? false,
    }
  },

  async onAdvanced(ctx, id) {
    await move(ctx, id, 'in_review')
  },

  async onInfoRequested(ctx, id) {
    const assessment = await repo.lockAssessment(ctx, id)
    if (assessment?.status === 'in_review') await move(ctx, id, 'draft')
  },

  async onCompleted(ctx, id) {
    const approved = await move(ctx, id, 'approved')
    if (approved) return undefined
    const assessment = await repo.findAssessment(ctx, id)
    return {
      refusal: `La evaluación está en «${assessment?.status}»: solo se aprueba desde «draft» o «in_review».`,
    }
  },

  async onRejected(ctx, id) {
    await move(ctx, id, 'rejected')
  },
}

/** False when the table of moves does not allow it. */
async function move(ctx: Ctx, id: string, to: State): Promise<boolean> {
  const before = await repo.lockAssessment(ctx, id)
  if (!before || !MOVES[before.status].includes(to)) return false
  const { name = 'Aprobación automática', role = null } = ctx.actor
  const row = await repo.updateAssessment(ctx, id, {
    status: to,
    ...(to === 'approved' && { approver_name: name, approver_role: role, approved_at: ctx.now }),
  })
  await audit(ctx, { action: 'move', entityType: 'dpia_assessment', entityId: id, before, after: row })
  return true
}
