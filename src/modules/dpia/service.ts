import { audit } from '#db/audit.ts'
import type { Ctx, Reading } from '#db/context.ts'
import { constraintMeans } from '#db/faults.ts'
import { Failure, impossible, notFound } from '#kernel/failure.ts'
import { isId, newId } from '#kernel/ids.ts'
import { pagination } from '#kernel/paging.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { findMainEntity } from '#modules/org/public.ts'
import { type ActivityFacts, findActivity, setDpiaRequired } from '#modules/rat/public.ts'
import { findLatestInstance, listInstanceEvents, startWorkflow } from '#modules/workflows/public.ts'
import { proposeRisks } from './knowledge.ts'
import * as repo from './repo.ts'
import type { Report } from './report.ts'
import { assertEditable, MOST_RISKS, riskLevel, riskStatus } from './rules.ts'
import type {
  AssessmentPatch,
  AssessmentsQuery,
  NewAssessment,
  NewRisk,
  RiskPatch,
  Screening,
} from './schemas.ts'
import { screen } from './screening-rules.ts'
import { assessmentView, itemView, riskView } from './views.ts'
import { scopeOf } from './words.ts'

constraintMeans('dpia_assessments_activity_fkey', () => noActivity())

// ── assessments ──

export async function listAssessments(ctx: Reading, query: AssessmentsQuery) {
  const nothing = query.activityId !== undefined && !isId(query.activityId)
  const { rows, total } = nothing ? { rows: [], total: 0 } : await repo.listAssessments(ctx, query)
  return { items: rows.map(itemView), pagination: pagination(query, total) }
}

/** Its approval starts with it, in the same transaction (contract 3.4). */
export async function createAssessment(ctx: Ctx, body: NewAssessment) {
  const activity = await activityNamed(ctx, body.activityId)
  const row = await repo.insertAssessment(ctx, {
    tenant_id: ctx.tenantId,
    id: newId(),
    title: body.title,
    description: noneIfBlank(body.description) ?? null,
    status: 'draft',
    version: 1,
    activity_id: activity?.id ?? null,
    scope: body.scope === undefined && activity ? scopeOf(activity) : (noneIfBlank(body.scope) ?? null),
    necessity: noneIfBlank(body.necessity) ?? null,
    proportionality: noneIfBlank(body.proportionality) ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'create', entityType: 'dpia_assessment', entityId: row.id, after: row })
  await startWorkflow(ctx, 'DPIA', row.id)
  return getAssessment(ctx, row.id)
}

export async function getAssessment(ctx: Reading, id: string) {
  const [assessment, risks, instance] = await Promise.all([
    repo.findAssessment(ctx, id),
    repo.listRisks(ctx, id),
    findLatestInstance(ctx, 'DPIA', id),
  ])
  if (!assessment) throw noAssessment()
  const { activity_id: activityId, status } = assessment
  const activity = status === 'draft' && activityId ? await findActivity(ctx, activityId) : undefined
  const taken = risks.map(({ description }) => description)
  return assessmentView({
    assessment,
    risks,
    proposed: activity ? proposeRisks(activity, taken) : [],
    workflowInstanceId: instance?.id ?? null,
  })
}

/** Absent leaves alone, null clears. */
export async function updateAssessment(ctx: Ctx, id: string, patch: AssessmentPatch) {
  await editing(ctx, id, async (before) => {
    const activity = await activityNamed(ctx, patch.activityId)
    const row = await repo.updateAssessment(
      ctx,
      id,
      sent({
        title: patch.title,
        description: noneIfBlank(patch.description),
        activity_id: patch.activityId === undefined ? undefined : (activity?.id ?? null),
        scope: noneIfBlank(patch.scope),
        necessity: noneIfBlank(patch.necessity),
        proportionality: noneIfBlank(patch.proportionality),
      }),
    )
    await audit(ctx, { action: 'update', entityType: 'dpia_assessment', entityId: id, before, after: row })
  })
  return getAssessment(ctx, id)
}

// ── risks ──

export async function addRisk(ctx: Ctx, assessmentId: string, body: NewRisk) {
  const mitigation = noneIfBlank(body.mitigation) ?? null
  const row = await editing(ctx, assessmentId, async () => {
    if ((await repo.countRisks(ctx, assessmentId)) >= MOST_RISKS) {
      throw new Failure(
        'conflict',
        `La evaluación ya tiene ${MOST_RISKS} riesgos, que es el máximo. Reúna los parecidos.`,
      )
    }
    const row = await repo.insertRisk(ctx, {
      tenant_id: ctx.tenantId,
      id: newId(),
      assessment_id: assessmentId,
      description: body.description,
      likelihood: body.likelihood,
      impact: body.impact,
      risk_level: riskLevel(body.likelihood, body.impact),
      mitigation,
      residual_risk: body.residualRisk ?? null,
      status: riskStatus('identified', mitigation, body.status),
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    await touch(ctx, assessmentId)
    await audit(ctx, { action: 'create', entityType: 'dpia_risk', entityId: row.id, after: row })
    return row
  })
  return riskView(row)
}

export async function updateRisk(ctx: Ctx, assessmentId: string, riskId: string, patch: RiskPatch) {
  const row = await editing(ctx, assessmentId, async () => {
    const before = await getRisk(ctx, assessmentId, riskId)
    const { likelihood = before.likelihood, impact = before.impact } = patch
    const mitigation = noneIfBlank(patch.mitigation)
    const row = await repo.updateRisk(
      ctx,
      riskId,
      sent({
        description: patch.description,
        likelihood,
        impact,
        risk_level: riskLevel(likelihood, impact),
        mitigation,
        residual_risk: patch.residualRisk,
        status: riskStatus(before.status, mitigation, patch.status),
      }),
    )
    await touch(ctx, assessmentId)
    await audit(ctx, { action: 'update', entityType: 'dpia_risk', entityId: riskId, before, after: row })
    return row
  })
  return riskView(row)
}

export async function deleteRisk(ctx: Ctx, assessmentId: string, riskId: string): Promise<void> {
  await editing(ctx, assessmentId, async () => {
    const before = await getRisk(ctx, assessmentId, riskId)
    await repo.removeRisk(ctx, riskId)
    await touch(ctx, assessmentId)
    await audit(ctx, { action: 'delete', entityType: 'dpia_risk', entityId: riskId, before })
  })
}

// ── screening ──

/** Art. 15 ter. The outcome is saved on the activity, and the reasons in the audit log. */
export async function screenActivity(ctx: Ctx, activityId: string): Promise<Screening> {
  const activity = await findActivity(ctx, activityId)
  if (!activity) throw notFound('la actividad de tratamiento')
  const { requiresDpia, findings, recommendation } = screen(activity)
  await setDpiaRequired(ctx, activity.id, requiresDpia)
  await audit(ctx, {
    action: 'screen',
    entityType: 'dpia_screening',
    entityId: activity.id,
    after: { requiresDpia, reasons: findings.map(({ key }) => key) },
  })
  return {
    activityId: activity.id,
    requiresDpia,
    reasons: findings.map(({ reason }) => reason),
    recommendation,
    legalReferences: [...new Set(findings.map(({ legalReference }) => legalReference))],
    details: findings,
  }
}

// ── report ──

/** A short read; the drawing comes after it, outside of any transaction. */
export async function gatherReport(ctx: Reading, id: string): Promise<Report> {
  const [assessment, risks, trail, tenant, entity] = await Promise.all([
    repo.findAssessment(ctx, id),
    repo.listRisks(ctx, id),
    listInstanceEvents(ctx, 'DPIA', id),
    repo.findTenant(ctx),
    findMainEntity(ctx),
  ])
  if (!assessment) throw noAssessment()
  const activity = assessment.activity_id ? await findActivity(ctx, assessment.activity_id) : undefined
  return { assessment, risks, trail, activity, tenant, entity }
}

// ── shared ──

/** The one way to change an assessment or its risks. A rejected one is thereby reopened, with a fresh approval. */
async function editing<T>(
  ctx: Ctx,
  id: string,
  change: (assessment: repo.AssessmentRow) => Promise<T>,
): Promise<T> {
  const before = await repo.lockAssessment(ctx, id)
  if (!before) throw noAssessment()
  assertEditable(before.status)
  const result = await change(before)
  if (before.status === 'rejected') {
    const row = await repo.updateAssessment(ctx, id, { status: 'draft', version: before.version + 1 })
    await audit(ctx, { action: 'reopen', entityType: 'dpia_assessment', entityId: id, before, after: row })
    await startWorkflow(ctx, 'DPIA', id)
  }
  return result
}

async function touch(ctx: Ctx, id: string): Promise<void> {
  await repo.updateAssessment(ctx, id, {})
}

async function getRisk(ctx: Reading, assessmentId: string, id: string): Promise<repo.RiskRow> {
  const risk = await repo.findRisk(ctx, assessmentId, id)
  if (!risk) throw notFound('el riesgo en esta evaluación')
  return risk
}

/** Undefined when none is named; naming one that does not exist is impossible. */
async function activityNamed(
  ctx: Reading,
  id: string | null | undefined,
): Promise<ActivityFacts | undefined> {
  const named = noneIfBlank(id)
  if (!named) return undefined
  const activity = isId(named) ? await findActivity(ctx, named) : undefined
  if (!activity) throw noActivity()
  return activity
}

function noAssessment(): Failure {
  return notFound('la evaluación de impacto')
}

function noActivity(): Failure {
  return impossible('activityId', 'La actividad de tratamiento indicada no existe en su organización.')
}

/** Only the fields that were sent. */
function sent<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
