import { audit } from '#db/audit.ts'
import type { WriteCtx } from '#db/context.ts'
import { passGate } from '#db/legal-gate.ts'
import { together } from '#db/sql.ts'
import { found } from '#kernel/failure.ts'
import { findActivity, findActivityRecord } from '#modules/rat/public.ts'
import type { Approvable } from '#modules/workflows/public.ts'
import { type AssessmentRow, assessments, listRisks } from './repo.ts'
import { ASSESSMENT, highest, MOVES, STATE_WORDS, STATES, type State } from './rules.ts'
import { announceAssessment, findingsOf } from './service.ts'

/**
 * How approval workflows see an assessment (decisions, DPIA). An approval started by hand may find it in any state: a move
 * outside the table leaves it unchanged.
 */
export const dpiaApprovable: Approvable = {
  entityType: 'DPIA',

  async titles(ctx, ids) {
    const rows = await assessments.select(ctx).select(['id', 'title']).where('id', 'in', ids).execute()
    return new Map(rows.map(({ id, title }) => [id, title]))
  },

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
    const standing = await approve(ctx, id)
    if (standing === undefined) return undefined
    return {
      refusal: `La evaluación está en estado «${STATE_WORDS[standing].toLowerCase()}»: solo se aprueba un borrador o una evaluación en revisión.`,
    }
  },

  async onRejected(ctx, id) {
    await move(ctx, id, 'rejected')
  },
}

/**
 * An approval makes the assessment official: the legal gate checks its contents, and a snapshot of the activity is stored.
 */
async function approve(ctx: WriteCtx, id: string): Promise<State | undefined> {
  const [locked, risks] = await together(assessments.lock(ctx, id), listRisks(ctx, id))
  const before = found(locked, ASSESSMENT)
  if (!MOVES[before.status].includes('approved')) return before.status
  await passGate(ctx, { entityType: 'dpia_assessment', entityId: id }, findingsOf(before, risks))
  const activity = before.activity_id ? await findActivityRecord(ctx, before.activity_id) : undefined
  const { name = 'Aprobación automática', role = null } = ctx.actor
  await write(ctx, before, {
    status: 'approved',
    approver_name: name,
    approver_role: role,
    approved_at: ctx.now,
    law_version: ctx.tools.law.version,
    ...(activity && { activity_snapshot: activity }),
  })
  return undefined
}

/** Locks the assessment, then checks the move. Returns the state that forbids it, or undefined after the move. */
async function move(
  ctx: WriteCtx,
  id: string,
  to: State,
  from: readonly State[] = STATES,
): Promise<State | undefined> {
  const before = found(await assessments.lock(ctx, id), ASSESSMENT)
  if (!from.includes(before.status) || !MOVES[before.status].includes(to)) return before.status
  await write(ctx, before, { status: to })
  return undefined
}

const ANNOUNCED: Partial<Record<State, 'dpia.approved' | 'dpia.rejected'>> = {
  approved: 'dpia.approved',
  rejected: 'dpia.rejected',
}

async function write(
  ctx: WriteCtx,
  before: AssessmentRow,
  changed: Partial<AssessmentRow> & { status: State },
): Promise<void> {
  const { id } = before
  const fields = { ...changed, updated_at: ctx.now }
  // The activity has log entries of its own.
  const { activity_snapshot: _, ...after } = { ...before, ...fields }
  const type = ANNOUNCED[changed.status]
  await together(
    assessments.update(ctx, id, fields),
    audit(ctx, { action: 'move', entityType: 'dpia_assessment', entityId: id, before, after }),
    ...(type ? [announceAssessment(ctx, type, after)] : []),
  )
}
