import { audit } from '#db/audit.ts'
import type { Ctx, Reading } from '#db/context.ts'
import { constraintMeans } from '#db/faults.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { assertMove } from '#kernel/moves.ts'
import { pagination } from '#kernel/paging.ts'
import { listDomainsOfActivity } from '#modules/domains/public.ts'
import { dpaStatusAt } from '#modules/processors/public.ts'
import { cancelWorkflow, startWorkflow } from '#modules/workflows/public.ts'
import { checkCompliance } from '../compliance.ts'
import { isAbroad } from '../knowledge/countries.ts'
import { calculateRisk, DELETABLE, MOVES, missingToPublish, type RiskFactors, type State } from '../rules.ts'
import { columnsOf, draftRow, noSystem } from './fields.ts'
import * as repo from './repo.ts'
import type { ActivitiesQuery, ActivityDetail, ActivityPatch, NewActivity, RiskQuestion } from './schemas.ts'
import { activityView, detailView, summaryView } from './views.ts'

constraintMeans('activities_system_fkey', noSystem)

export async function listActivities(ctx: Reading, query: ActivitiesQuery) {
  const { rows, total } = await repo.listActivities(ctx, query)
  return { items: rows.map(summaryView), pagination: pagination(query, total) }
}

export async function createActivity(ctx: Ctx, body: NewActivity) {
  const [row] = await insertDrafts(ctx, [draftRow(ctx, body)])
  return activityView(row!)
}

/** One statement for any number of them, and a trace for each. */
export async function insertDrafts(ctx: Ctx, drafts: repo.NewActivityRow[]): Promise<repo.ActivityRow[]> {
  const rows = await repo.insertActivities(ctx, drafts)
  await audit(
    ctx,
    ...rows.map((row) => ({ action: 'create', entityType: 'activity', entityId: row.id, after: row })),
  )
  return rows
}

export async function getActivity(ctx: Reading, id: string): Promise<ActivityDetail> {
  const [row, links] = await Promise.all([repo.findActivity(ctx, id), linksOf(ctx, id)])
  if (!row) throw unknown()
  return detailView(row, links, ctx.now)
}

export async function detailOf(ctx: Reading, row: repo.ActivityRow): Promise<ActivityDetail> {
  return detailView(row, await linksOf(ctx, row.id), ctx.now)
}

export async function updateActivity(ctx: Ctx, id: string, patch: ActivityPatch) {
  const before = await lockActivity(ctx, id)
  const row = await repo.updateActivity(ctx, id, { ...columnsOf(patch), updated_at: ctx.now })
  if (row.status === 'published') assertNothingLost(before, row)
  await audit(ctx, { action: 'update', entityType: 'activity', entityId: id, before, after: row })
  return detailOf(ctx, row)
}

export async function moveActivity(ctx: Ctx, id: string, status: State) {
  const before = await lockActivity(ctx, id)
  assertMove(MOVES, before.status, status)
  if (status === 'published') assertPublishable(before)
  const row = await repo.updateActivity(ctx, id, {
    status,
    published_at: status === 'published' ? ctx.now : status === 'draft' ? null : undefined,
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'move', entityType: 'activity', entityId: id, before, after: row })
  if (status === 'published') await startWorkflow(ctx, 'RAT', id)
  if (before.status === 'published')
    await cancelWorkflow(ctx, 'RAT', id, 'La actividad dejó de estar publicada.')
  return detailOf(ctx, row)
}

export async function deleteActivity(ctx: Ctx, id: string): Promise<void> {
  const before = await lockActivity(ctx, id)
  const gone = await repo.removeActivity(ctx, id, DELETABLE)
  if (!gone) {
    throw new Failure(
      'conflict',
      `La actividad «${before.name}» está publicada y no se puede eliminar. Archívela o devuélvala a borrador primero.`,
    )
  }
  await cancelWorkflow(ctx, 'RAT', id, 'La actividad fue eliminada.')
  await audit(ctx, { action: 'delete', entityType: 'activity', entityId: id, before })
}

// ── risk ──

export function previewRisk(question: RiskQuestion) {
  return calculateRisk(factorsOf(question))
}

/** What the question leaves out, the activity itself answers. */
export async function saveRisk(ctx: Ctx, id: string, question: RiskQuestion) {
  const given = factorsOf(question)
  const before = await lockActivity(ctx, id)
  const factors: RiskFactors = {
    dataVolume: given.dataVolume ?? null,
    sensitiveData: given.sensitiveData ?? before.has_sensitive_data,
    internationalTransfer: given.internationalTransfer ?? before.transfer_exists,
    automatedDecision: given.automatedDecision ?? before.automated_decisions,
  }
  const risk = calculateRisk(factors)
  const row = await repo.saveRisk(ctx, id, factors, risk)
  await audit(ctx, { action: 'calculate_risk', entityType: 'activity', entityId: id, before, after: row })
  return { activityId: row.id, ...risk }
}

const FACTORS = ['dataVolume', 'sensitiveData', 'internationalTransfer', 'automatedDecision'] as const

function factorsOf({ riskFactors, ...bare }: RiskQuestion): RiskFactors {
  const factors = riskFactors ?? bare
  if (FACTORS.some((name) => factors[name] !== undefined)) return factors
  const message = '«riskFactors» es obligatorio: indique al menos un factor de riesgo.'
  throw new Failure('malformed', message, { details: [{ path: 'riskFactors', message }] })
}

// ── compliance ──

/** Says which activities have an approved impact assessment: another module's to know. */
export type FindAssessed = (ctx: Reading, activityIds: readonly string[]) => Promise<readonly string[]>

export async function checkActivity(ctx: Reading, id: string, findAssessed: FindAssessed) {
  const [row, systems, processors, assessed] = await Promise.all([
    repo.findActivity(ctx, id),
    repo.listSystemsOf(ctx, id),
    repo.listProcessorsOf(ctx, id),
    findAssessed(ctx, [id]),
  ])
  if (!row) throw unknown()
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

export async function lockActivity(ctx: Ctx, id: string): Promise<repo.ActivityRow> {
  const row = await repo.lockActivity(ctx, id)
  if (!row) throw unknown()
  return row
}

export function unknown(): Failure {
  return notFound('la actividad de tratamiento')
}

async function linksOf(ctx: Reading, id: string) {
  const [processors, systems, flows, domains] = await Promise.all([
    repo.listProcessorsOf(ctx, id),
    repo.listSystemsOf(ctx, id),
    repo.listFlowsOf(ctx, id),
    listDomainsOfActivity(ctx, id),
  ])
  return { processors, systems, flows, domains }
}

function assertPublishable(row: repo.ActivityRow): void {
  const missing = missingToPublish(activityView(row))
  if (missing.length > 0)
    throw incomplete(`Para publicar «${row.name}» falta indicar ${naming(missing)}.`, missing)
}

/** What a published activity already lacks, as when its system was deleted, stands in nobody's way. */
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
