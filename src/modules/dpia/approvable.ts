import { audit } from '#db/audit.ts'
import type { WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { found } from '#kernel/failure.ts'
import { findActivity } from '#modules/rat/public.ts'
import type { Approvable } from '#modules/workflows/public.ts'
import { assessments, listRisks } from './repo.ts'
import { ASSESSMENT, highest, MOVES, STATES, type State } from './rules.ts'

/**
 * An assessment as the approval workflows see it (decisions, DPIA). An approval started by hand may find it in any
 * state: a move that the table does not allow leaves it unchanged.
 */
export const dpiaApprovable: Approvable = {
  entityType: 'DPIA',

  async facts(ctx, id) {
    const [assessment, risks] = await Promise.all([assessments.find(ctx, id), listRisks(ctx, id)])
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
    await move(ctx, id, 'draft', ['in_review'])
  },

  async onCompleted(ctx, id) {
    const standing = await move(ctx, id, 'approved')
    if (standing === undefined) return undefined
    return { refusal: `La evaluación está en «${standing}»: solo se aprueba desde «draft» o «in_review».` }
  },

  async onRejected(ctx, id) {
    await move(ctx, id, 'rejected')
  },
}

/** Locks the assessment, then judges. Returns the state that forbids the move, or undefined once it has moved. */
async function move(
  ctx: WriteCtx,
  id: string,
  to: State,
  from: readonly State[] = STATES,
): Promise<State | undefined> {
  const before = found(await assessments.lock(ctx, id), ASSESSMENT)
  if (!from.includes(before.status) || !MOVES[before.status].includes(to)) return before.status
  const { name = 'Aprobación automática', role = null } = ctx.actor
  const fields = {
    status: to,
    ...(to === 'approved' && { approver_name: name, approver_role: role, approved_at: ctx.now }),
    updated_at: ctx.now,
  }
  await together(
    assessments.update(ctx, id, fields),
    audit(ctx, {
      action: 'move',
      entityType: 'dpia_assessment',
      entityId: id,
      before,
      after: { ...before, ...fields },
    }),
  )
  return undefined
}
