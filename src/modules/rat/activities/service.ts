import { audit, type Change } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Constraints } from '#db/errors.ts'
import { together } from '#db/sql.ts'
import { Failure, found } from '#kernel/failure.ts'
import { assertMove } from '#kernel/moves.ts'
import { pagination } from '#kernel/paging.ts'
import { listDomainsOfActivity } from '#modules/domains/public.ts'
import { dpaStatusAt } from '#modules/processors/public.ts'
import { cancelWorkflow, startWorkflow } from '#modules/workflows/public.ts'
import { checkCompliance } from '../compliance.ts'
import { isAbroad } from '../knowledge/countries.ts'
import { calculateRisk, DELETABLE, MOVES, missingToPublish, type RiskFactors, type State } from '../rules.ts'
import { activityColumns, type NewDraft, newDraft, noSystem } from './fields.ts'
import * as repo from './repo.ts'
import { activities } from './repo.ts'
import type { ActivitiesQuery, ActivityDetail, ActivityPatch, NewActivity, RiskQuestion } from './schemas.ts'
import { activityView, detailView, summaryView } from './views.ts'

export const CONSTRAINTS: Constraints = { activities_system_fkey: noSystem }

export async function listActivities(ctx: ReadCtx, query: ActivitiesQuery) {
  const { rows, total } = await repo.listActivities(ctx, query)
  return { items: rows.map(summaryView), pagination: pagination(query, total) }
}

export async function createActivity(ctx: WriteCtx, body: NewActivity) {
  const [row] = await insertDrafts(ctx, [newDraft(ctx, body)])
  return activityView(row!)
}

/** A draft that was not written by hand is shown whole. */
export async function createDraft(ctx: WriteCtx, draft: NewDraft): Promise<ActivityDetail> {
  const [[row], links] = await together(insertDrafts(ctx, [draft]), linksOf(ctx, draft.id))
  return detailView(row!, links, ctx.now)
}

/** Two statements for any number of drafts. */
export async function insertDrafts(ctx: WriteCtx, drafts: readonly NewDraft[]): Promise<repo.ActivityRow[]> {
  const created = drafts.map((after) => ({
    action: 'create',
    entityType: 'activity',
    entityId: after.id,
    after,
  }))
  const [rows] = await together(activities.insertAll(ctx, drafts), audit(ctx, ...created))
  return rows
}

export async function getActivity(ctx: ReadCtx, id: string): Promise<ActivityDetail> {
  const [row, links] = await Promise.all([activities.find(ctx, id), linksOf(ctx, id)])
  return detailView(found(row, ACTIVITY), links, ctx.now)
}

export async function updateActivity(ctx: WriteCtx, id: string, patch: ActivityPatch) {
  const before = await lockActivity(ctx, id)
  const fields = { ...activityColumns(patch), updated_at: ctx.now }
  const after = { ...before, ...fields }
  if (before.status === 'published') assertNothingLost(before, after)
  const [row, links] = await together(
    activities.update(ctx, id, fields),
    linksOf(ctx, id),
    trace(ctx, id, 'update', { before, after }),
  )
  return detailView(row, links, ctx.now)
}

export async function moveActivity(ctx: WriteCtx, id: string, status: State) {
  const before = await lockActivity(ctx, id)
  assertMove(MOVES, before.status, status)
  if (status === 'published') assertPublishable(before)
  const fields = { status, ...publication(ctx, status), updated_at: ctx.now }
  const [row, links] = await together(
    activities.update(ctx, id, fields),
    linksOf(ctx, id),
    trace(ctx, id, 'move', { before, after: { ...before, ...fields } }),
    moveWorkflow(ctx, id, before.status, status),
  )
  return detailView(row, links, ctx.now)
}

/** An archived activity still shows when it was published. */
function publication({ now }: WriteCtx, status: State): { published_at?: Date | null } {
  if (status === 'archived') return {}
  return { published_at: status === 'published' ? now : null }
}

async function moveWorkflow(ctx: WriteCtx, id: string, from: State, to: State): Promise<void> {
  if (to === 'published') await startWorkflow(ctx, 'RAT', id)
  else if (from === 'published') await cancelWorkflow(ctx, 'RAT', id, 'La actividad dejó de estar publicada.')
}

export async function deleteActivity(ctx: WriteCtx, id: string): Promise<void> {
  const before = await lockActivity(ctx, id)
  if (!DELETABLE.includes(before.status)) {
    throw new Failure(
      'conflict',
      `La actividad «${before.name}» está publicada y no se puede eliminar. Archívela o devuélvala a borrador primero.`,
    )
  }
  await together(
    activities.remove(ctx, id),
    cancelWorkflow(ctx, 'RAT', id, 'La actividad fue eliminada.'),
    trace(ctx, id, 'delete', { before }),
  )
}

// ── risk ──

export function previewRisk(question: RiskQuestion) {
  return calculateRisk(factorsOf(question))
}

/** A factor that the question leaves out comes from the activity. */
export async function saveRisk(ctx: WriteCtx, id: string, question: RiskQuestion) {
  const given = factorsOf(question)
  const before = await lockActivity(ctx, id)
  const factors: RiskFactors = {
    dataVolume: given.dataVolume ?? null,
    sensitiveData: given.sensitiveData ?? before.has_sensitive_data,
    internationalTransfer: given.internationalTransfer ?? before.transfer_exists,
    automatedDecision: given.automatedDecision ?? before.automated_decisions,
  }
  const risk = calculateRisk(factors)
  const fields = {
    risk_level: risk.riskLevel,
    risk_score: risk.riskScore,
    risk_factors: factors,
    risk_assessed_at: ctx.now,
    dpia_required: risk.dpiaRequired,
    updated_at: ctx.now,
  }
  await together(
    activities.update(ctx, id, fields),
    trace(ctx, id, 'calculate_risk', { before, after: { ...before, ...fields } }),
  )
  return { activityId: before.id, ...risk }
}

const FACTORS = ['dataVolume', 'sensitiveData', 'internationalTransfer', 'automatedDecision'] as const

function factorsOf({ riskFactors, ...bare }: RiskQuestion): RiskFactors {
  const factors = riskFactors ?? bare
  if (FACTORS.some((name) => factors[name] !== undefined)) return factors
  const message = '«riskFactors» es obligatorio: indique al menos un factor de riesgo.'
  throw new Failure('malformed', message, { details: [{ path: 'riskFactors', message }] })
}

// ── compliance ──

/** Which of these activities have an approved impact assessment. Another module knows. */
export type FindAssessed = (ctx: ReadCtx, activityIds: readonly string[]) => Promise<readonly string[]>

export async function checkActivity(ctx: ReadCtx, id: string, findAssessed: FindAssessed) {
  const [row, systems, processors, assessed] = await Promise.all([
    findActivity(ctx, id),
    repo.listSystemsOf(ctx, id),
    repo.listProcessorsOf(ctx, id),
    findAssessed(ctx, [id]),
  ])
  const places = [
    ...systems.map(({ hostingCountry }) => hostingCountry),
    ...processors.map(({ country }) => country),
  ]
  const { internationalTransfer: transfer, ...activity } = activityView(row)
  const compliance = checkCompliance({
    ...activity,
    transfer,
    foreignCountries: places.filter(
      (place) => place !== null && place.trim() !== '' && isAbroad(place),
    ) as string[],
    systemCount: systems.length,
    processors: processors.map((processor) => ({
      name: processor.name,
      dpaStatus: dpaStatusAt(processor, ctx.now),
    })),
    dpiaDone: assessed.includes(id),
  })
  return { activityId: row.id, ...compliance }
}

// ── shared with the rest of the record ──

const ACTIVITY = 'la actividad de tratamiento'

/** Two people who change an activity or its links at once do so one after the other. */
export async function lockActivity(ctx: WriteCtx, id: string): Promise<repo.ActivityRow> {
  return found(await activities.lock(ctx, id), ACTIVITY)
}

export async function findActivity(ctx: ReadCtx, id: string): Promise<repo.ActivityRow> {
  return found(await activities.find(ctx, id), ACTIVITY)
}

export async function linksOf(ctx: ReadCtx, id: string) {
  const [processors, systems, flows, domains] = await Promise.all([
    repo.listProcessorsOf(ctx, id),
    repo.listSystemsOf(ctx, id),
    repo.listFlowsOf(ctx, id),
    listDomainsOfActivity(ctx, id),
  ])
  return { processors, systems, flows, domains }
}

/** Writes what happened to an activity to the audit log. */
export function trace(
  ctx: WriteCtx,
  id: string,
  action: string,
  change: Pick<Change, 'before' | 'after'>,
): Promise<void> {
  return audit(ctx, { action, entityType: 'activity', entityId: id, ...change })
}

function assertPublishable(row: repo.ActivityRow): void {
  const missing = missingToPublish(activityView(row))
  if (missing.length > 0)
    throw incomplete(`Para publicar «${row.name}» falta indicar ${naming(missing)}.`, missing)
}

/** A field that a published activity already lacks, as when its system was deleted, may stay empty. */
function assertNothingLost(before: repo.ActivityRow, after: repo.ActivityRow): void {
  const lacked = new Set(missingToPublish(activityView(before)).map(({ field }) => field))
  const lost = missingToPublish(activityView(after)).filter(({ field }) => !lacked.has(field))
  if (lost.length === 0) return
  throw incomplete(
    `«${before.name}» está publicada y no puede quedar sin ${naming(lost)}. Devuélvala a borrador o indique otro valor.`,
    lost,
  )
}

type Missing = ReturnType<typeof missingToPublish>

function naming(missing: Missing): string {
  return missing.map(({ label }) => label).join(', ')
}

function incomplete(message: string, missing: Missing): Failure {
  return new Failure('impossible', message, {
    details: missing.map(({ field, label }) => ({ path: field, message: `Falta indicar ${label}.` })),
  })
}
