import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Constraints } from '#db/errors.ts'
import { findTenant, together } from '#db/sql.ts'
import { announce } from '#events/announce.ts'
import { columnsOf } from '#http/columns.ts'
import { Failure, found, impossible } from '#kernel/failure.ts'
import { canonicalId, isId, newId } from '#kernel/ids.ts'
import { judge, type LegalFinding } from '#kernel/legal-checks.ts'
import { emptyPage } from '#kernel/paging.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { entityColumn, findEntity } from '#modules/org/public.ts'
import {
  type ActivityFacts,
  findActivity,
  findActivityRecord,
  screenActivity as screenAndSave,
} from '#modules/rat/public.ts'
import { findLatestInstance, listInstanceEvents, startWorkflow } from '#modules/workflows/public.ts'
import { proposeRisks } from './knowledge.ts'
import { ASSESSMENT_CHECKS } from './legal-checks.ts'
import * as repo from './repo.ts'
import { type AssessmentRow, assessments, risks } from './repo.ts'
import type { Report } from './report.ts'
import {
  ASSESSMENT,
  assertEditable,
  assertMayOpine,
  MOST_RISKS,
  residualLevel,
  riskLevel,
  riskStatus,
} from './rules.ts'
import {
  AssessmentPatch,
  type AssessmentsQuery,
  NewAssessment,
  NewRisk,
  RiskPatch,
  type Screening,
} from './schemas.ts'
import { assessmentView, itemView, riskView } from './views.ts'
import { changesSince, scopeOf } from './words.ts'

export const CONSTRAINTS: Constraints = { dpia_assessments_activity_fkey: () => noActivity() }

// ── assessments ──

export async function listAssessments(ctx: ReadCtx, query: AssessmentsQuery) {
  const { legalEntityId, ...filters } = query
  const entityId = noneIfBlank(legalEntityId)
  const nothing = [query.activityId, entityId].some((id) => id && !isId(id))
  const { rows, ...page } = nothing
    ? emptyPage(query)
    : await repo.listAssessments(ctx, { ...filters, ...(entityId && { legalEntityId: entityId }) })
  return { items: rows.map(itemView), ...page }
}

/** The approval of an assessment starts in the transaction that creates it (contract 3.4). */
export async function createAssessment(ctx: WriteCtx, body: NewAssessment) {
  const { activityId, scope, legalEntityId, ...fields } = body
  const [activity, entity] = await Promise.all([
    activityNamed(ctx, activityId),
    entityColumn(ctx, legalEntityId),
  ])
  const assessment = {
    ...columnsOf(NewAssessment, fields),
    ...opinionColumns(ctx, null, fields.dpoOpinion),
    id: newId(),
    status: 'draft' as const,
    version: 1,
    activity_id: activity?.id ?? null,
    ...(activity && { legal_entity_id: activity.legalEntityId }),
    ...entity,
    scope: scope === undefined && activity ? scopeOf(activity) : (noneIfBlank(scope) ?? null),
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  await together(
    assessments.insert(ctx, assessment),
    audit(ctx, {
      action: 'create',
      entityType: 'dpia_assessment',
      entityId: assessment.id,
      after: assessment,
    }),
    announceAssessment(ctx, 'dpia.created', assessment),
    startWorkflow(ctx, 'DPIA', assessment.id),
  )
  return getAssessment(ctx, assessment.id)
}

/** `seesActivity`: false for a key that may not read the register, so it reveals nothing of the activity. */
export async function getAssessment(ctx: ReadCtx, id: string, seesActivity = true) {
  const [row, risks, instance] = await Promise.all([
    assessments.find(ctx, id),
    repo.listRisks(ctx, id),
    findLatestInstance(ctx, 'DPIA', id),
  ])
  const assessment = found(row, ASSESSMENT)
  const { activity_id: activityId, activity_snapshot: approved, status } = assessment
  const isOpen = status === 'draft' || status === 'rejected'
  const [activity, today] = await Promise.all([
    isOpen && activityId ? findActivity(ctx, activityId) : undefined,
    approved && activityId && seesActivity ? findActivityRecord(ctx, activityId) : undefined,
  ])
  const taken = risks.map(({ description }) => description)
  return assessmentView(assessment, {
    risks,
    proposed: activity ? proposeRisks(activity, taken) : [],
    warnings: findingsOf(assessment, risks),
    activityChanges: approved && today ? changesSince(approved, today) : [],
    workflowInstanceId: instance?.id ?? null,
  })
}

/** An absent field stays as it is; null clears it. */
export async function updateAssessment(
  ctx: WriteCtx,
  id: string,
  patch: AssessmentPatch,
  seesActivity = true,
) {
  const locked = await assessments.lock(ctx, id)
  // Fields outside the schema are ignored here too.
  const sent = Object.keys(patch).filter((field) => Object.hasOwn(AssessmentPatch.properties, field))
  // The review date is not part of what is approved.
  if (sent.join() === 'reviewAt') {
    await setReview(ctx, found(locked, ASSESSMENT), patch)
    return getAssessment(ctx, id, seesActivity)
  }
  const before = editable(locked, sent)
  const { activityId, legalEntityId, ...fields } = patch
  const [activity, entity] = await Promise.all([
    activityNamed(ctx, activityId),
    entityColumn(ctx, legalEntityId),
  ])
  const changed = {
    ...columnsOf(AssessmentPatch, fields),
    ...opinionColumns(ctx, before.dpo_opinion, fields.dpoOpinion),
    ...(activityId !== undefined && { activity_id: activity?.id ?? null }),
    ...(activity && activity.id !== before.activity_id && { legal_entity_id: activity.legalEntityId }),
    ...entity,
    updated_at: ctx.now,
  }
  const after = { ...before, ...changed }
  await together(
    assessments.update(ctx, id, changed),
    audit(ctx, { action: 'update', entityType: 'dpia_assessment', entityId: id, before, after }),
    reopen(ctx, before, after),
  )
  return getAssessment(ctx, id, seesActivity)
}

/** The author and the time of an opinion. An unchanged opinion keeps its author. */
function opinionColumns({ actor, now }: WriteCtx, before: string | null, sent: string | null | undefined) {
  if (sent === undefined || noneIfBlank(sent) === before) return {}
  assertMayOpine(actor)
  return noneIfBlank(sent)
    ? { dpo_opinion_by: actor.name ?? null, dpo_opinion_at: now }
    : { dpo_opinion_by: null, dpo_opinion_at: null }
}

async function setReview(ctx: WriteCtx, before: AssessmentRow, { reviewAt = null }: AssessmentPatch) {
  const fields = { review_at: reviewAt, updated_at: ctx.now }
  const after = { ...before, ...fields }
  await together(
    assessments.update(ctx, before.id, fields),
    audit(ctx, { action: 'update', entityType: 'dpia_assessment', entityId: before.id, before, after }),
  )
}

// ── risks ──

export async function addRisk(ctx: WriteCtx, assessmentId: string, body: NewRisk) {
  const [locked, count] = await together(
    assessments.lock(ctx, assessmentId),
    repo.countRisks(ctx, assessmentId),
  )
  const assessment = editable(locked)
  if (count >= MOST_RISKS) {
    throw new Failure(
      'conflict',
      `La evaluación ya tiene ${MOST_RISKS} riesgos, que es el máximo. Reúna los parecidos.`,
    )
  }
  const fields = columnsOf(NewRisk, body)
  const risk = {
    mitigation: null,
    ...fields,
    id: newId(),
    assessment_id: assessmentId,
    risk_level: riskLevel(body.likelihood, body.impact),
    residual_risk: residualLevel(body.residualLikelihood, body.residualImpact, body.residualRisk),
    status: riskStatus('identified', fields.mitigation ?? null, body.status),
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  const [row] = await together(
    risks.insert(ctx, risk),
    audit(ctx, { action: 'create', entityType: 'dpia_risk', entityId: risk.id, after: risk }),
    changed(ctx, assessment),
  )
  return riskView(row)
}

export async function updateRisk(ctx: WriteCtx, assessmentId: string, riskId: string, patch: RiskPatch) {
  const { assessment, risk: before } = await lockWithRisk(ctx, assessmentId, riskId)
  const { likelihood = before.likelihood, impact = before.impact } = patch
  const sent = columnsOf(RiskPatch, patch)
  const fields = {
    ...sent,
    risk_level: riskLevel(likelihood, impact),
    residual_risk: residualLevel(
      sent.residual_likelihood === undefined ? before.residual_likelihood : sent.residual_likelihood,
      sent.residual_impact === undefined ? before.residual_impact : sent.residual_impact,
      sent.residual_risk === undefined ? before.residual_risk : sent.residual_risk,
    ),
    status: riskStatus(before.status, sent.mitigation, patch.status),
    updated_at: ctx.now,
  }
  const after = { ...before, ...fields }
  const [row] = await together(
    risks.update(ctx, riskId, fields),
    audit(ctx, { action: 'update', entityType: 'dpia_risk', entityId: riskId, before, after }),
    changed(ctx, assessment),
  )
  return riskView(row)
}

export async function deleteRisk(ctx: WriteCtx, assessmentId: string, riskId: string): Promise<void> {
  const { assessment, risk: before } = await lockWithRisk(ctx, assessmentId, riskId)
  await together(
    risks.remove(ctx, riskId),
    audit(ctx, { action: 'delete', entityType: 'dpia_risk', entityId: riskId, before }),
    changed(ctx, assessment),
  )
}

// ── screening ──

/** Art. 15 ter. The activity stores the outcome, the audit log the reasons. */
export async function screenActivity(ctx: WriteCtx, activityId: string): Promise<Screening> {
  const { requiresDpia, findings, recommendation } = await screenAndSave(ctx, activityId)
  await audit(ctx, {
    action: 'screen',
    entityType: 'dpia_screening',
    entityId: activityId,
    after: { requiresDpia, reasons: findings.map(({ key }) => key) },
  })
  return {
    activityId: canonicalId(activityId),
    requiresDpia,
    reasons: findings.map(({ reason }) => reason),
    recommendation,
    legalReferences: [...new Set(findings.map(({ legalReference }) => legalReference))],
    details: findings,
  }
}

// ── legal requirements ──

export function findingsOf(assessment: AssessmentRow, risks: readonly repo.RiskRow[]): LegalFinding[] {
  return judge(ASSESSMENT_CHECKS, {
    description: assessment.description,
    scope: assessment.scope,
    necessity: assessment.necessity,
    proportionality: assessment.proportionality,
    activityId: assessment.activity_id,
    risks: risks.map(({ risk_level: level, residual_risk: residual, mitigation, status }) => ({
      level,
      residual,
      mitigation,
      status,
    })),
  })
}

// ── report ──

/** A short read. The file is drawn after it, outside any transaction. */
export async function gatherReport(ctx: ReadCtx, id: string): Promise<Report> {
  const [row, risks, trail, tenant] = await Promise.all([
    assessments.find(ctx, id),
    repo.listRisks(ctx, id),
    listInstanceEvents(ctx, 'DPIA', id),
    findTenant(ctx),
  ])
  const assessment = found(row, ASSESSMENT)
  const { activity_id: activityId, activity_snapshot: approved } = assessment
  const [entity, today] = await Promise.all([
    findEntity(ctx, assessment.legal_entity_id),
    activityId ? findActivityRecord(ctx, activityId) : undefined,
  ])
  return {
    assessment,
    risks,
    trail,
    activity: approved ?? today,
    today,
    tenant,
    entity,
    findings: findingsOf(assessment, risks),
    law: ctx.tools.law,
  }
}

// ── shared ──

export function announceAssessment(
  ctx: WriteCtx,
  type: 'dpia.created' | 'dpia.approved' | 'dpia.rejected',
  row: Pick<AssessmentRow, 'id' | 'title' | 'status' | 'version' | 'activity_id'> & {
    legal_entity_id?: string
  },
): Promise<void> {
  return announce(ctx, {
    type,
    entityId: row.id,
    title: row.title,
    legalEntityId: row.legal_entity_id,
    data: { status: row.status, version: row.version, activityId: row.activity_id },
  })
}

/** Every change of an assessment or its risks locks the assessment first, then checks its state. */
function editable(locked: AssessmentRow | undefined, fields: readonly string[] = []): AssessmentRow {
  const assessment = found(locked, ASSESSMENT)
  assertEditable(assessment.status, fields)
  return assessment
}

async function lockWithRisk(ctx: WriteCtx, assessmentId: string, riskId: string) {
  const [locked, risk] = await together(assessments.lock(ctx, assessmentId), risks.find(ctx, riskId))
  const assessment = editable(locked)
  const own = risk?.assessment_id === assessment.id ? risk : undefined
  return { assessment, risk: found(own, 'el riesgo en esta evaluación') }
}

/** Marks the assessment of changed risks as changed. */
async function changed(ctx: WriteCtx, before: AssessmentRow): Promise<void> {
  await together(assessments.update(ctx, before.id, { updated_at: ctx.now }), reopen(ctx, before, before))
}

/** A change reopens a rejected assessment, with a new approval. `now` is the row after the change. */
async function reopen(ctx: WriteCtx, before: AssessmentRow, now: AssessmentRow): Promise<void> {
  if (before.status !== 'rejected') return
  const { id } = before
  const fields = { status: 'draft' as const, version: before.version + 1, updated_at: ctx.now }
  const after = { ...now, ...fields }
  await together(
    assessments.update(ctx, id, fields),
    audit(ctx, { action: 'reopen', entityType: 'dpia_assessment', entityId: id, before, after }),
    startWorkflow(ctx, 'DPIA', id),
  )
}

/** Undefined if the body names none. A missing activity is refused. */
async function activityNamed(
  ctx: ReadCtx,
  id: string | null | undefined,
): Promise<ActivityFacts | undefined> {
  const named = noneIfBlank(id)
  if (!named) return undefined
  const activity = isId(named) ? await findActivity(ctx, named) : undefined
  if (!activity) throw noActivity()
  return activity
}

function noActivity(): Failure {
  return impossible('activityId', 'La actividad de tratamiento indicada no existe en su organización.')
}
