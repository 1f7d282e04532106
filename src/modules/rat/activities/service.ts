import { audit, type Change } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Constraints } from '#db/errors.ts'
import { passGate } from '#db/legal-gate.ts'
import { findTenant, together } from '#db/sql.ts'
import { isAbroad, isAdequate } from '#kernel/countries.ts'
import { Failure, found, impossible } from '#kernel/failure.ts'
import { canonicalId, isId } from '#kernel/ids.ts'
import { assertMove } from '#kernel/moves.ts'
import { emptyPage } from '#kernel/paging.ts'
import { listDomainsOfActivity } from '#modules/domains/public.ts'
import { entityColumn, findEntity, findMainEntity } from '#modules/org/public.ts'
import { dpaStatusAt } from '#modules/processors/public.ts'
import { cancelWorkflow, startWorkflow } from '#modules/workflows/public.ts'
import { checkCompliance, findingsOf } from '../compliance.ts'
import { isForPublicBodies } from '../knowledge/bases.ts'
import type { Facts } from '../knowledge/checks.ts'
import {
  besideRecord,
  calculateRisk,
  DELETABLE,
  MOVES,
  missingToPublish,
  type Publishable,
  type RiskFactors,
  STATE_LABELS,
  type State,
} from '../rules.ts'
import { announceChange, announceDpia, announceMove } from './announcing.ts'
import type { Weighing } from './balancing.ts'
import {
  activityColumns,
  assertBasis,
  derivedOf,
  keptAssessment,
  type NewDraft,
  newDraft,
  noSystem,
  settleArticle,
} from './fields.ts'
import * as repo from './repo.ts'
import { activities } from './repo.ts'
import type { ActivitiesQuery, ActivityDetail, ActivityPatch, NewActivity, RiskQuestion } from './schemas.ts'
import { activityView, detailView, summaryView } from './views.ts'

export const CONSTRAINTS: Constraints = { activities_system_fkey: noSystem }

export async function listActivities(ctx: ReadCtx, query: ActivitiesQuery) {
  const entityId = query.legalEntityId?.trim() || undefined
  const { rows, ...page } =
    entityId && !isId(entityId)
      ? emptyPage(query)
      : await repo.listActivities(ctx, query, entityId && canonicalId(entityId))
  return { items: rows.map(summaryView), ...page }
}

export async function createActivity(ctx: WriteCtx, body: NewActivity) {
  assertBasis(body.legalBasis, body.legalBasisArticle)
  const entity = await entityColumn(ctx, body.legalEntityId)
  await assertPublicBody(ctx, body.legalBasisArticle, entity.legal_entity_id)
  const [row] = await insertDrafts(ctx, [{ ...newDraft(ctx, body), ...entity }])
  return activityView(row!)
}

/** Creates a draft that nobody typed, and returns its whole detail. */
export async function createDraft(ctx: WriteCtx, draft: NewDraft): Promise<ActivityDetail> {
  const [[row], links] = await together(insertDrafts(ctx, [draft]), linksOf(ctx, draft.id))
  return detailView(row!, links, ctx.now)
}

/** Takes two statements for any number of drafts. */
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
  const [before, entity] = await Promise.all([lockActivity(ctx, id), entityColumn(ctx, patch.legalEntityId)])
  const { fields, after } = changeOf(ctx, before, patch, entity)
  if (patch.legalBasisArticle || patch.legalEntityId)
    await assertPublicBody(ctx, after.legal_basis_article, after.legal_entity_id)
  if (before.status === 'published') assertNothingLost(activityView(before), activityView(after))
  const [row, links] = await together(
    activities.update(ctx, id, fields),
    linksOf(ctx, id),
    trace(ctx, id, 'update', { before, after }),
    ...announceChange(ctx, before, after),
  )
  return detailView(row, links, ctx.now)
}

/** The columns that a patch changes, with the derived ones. */
function changeOf(
  ctx: WriteCtx,
  before: repo.ActivityRow,
  patch: ActivityPatch,
  entity: { legal_entity_id?: string },
) {
  const sent = { ...activityColumns(ctx, patch), ...entity }
  const kept = keptAssessment(before, patch.balancing, sent.balancing)
  const written = { ...sent, ...kept, ...settleArticle(before, sent) }
  const fields = { ...written, ...derivedOf({ ...before, ...written }, ctx.tools.law), updated_at: ctx.now }
  return { fields, after: { ...before, ...fields } }
}

/** Changes many activities in one trip. Call it after entities and articles were checked. */
export async function changeActivities(
  ctx: WriteCtx,
  changes: readonly { id: string; patch: ActivityPatch }[],
): Promise<void> {
  const rows = await repo.lockRows(
    ctx,
    changes.map(({ id }) => id),
  )
  const written = changes.map(({ id, patch }) => {
    const before = found(
      rows.find((row) => row.id === id),
      ACTIVITY,
    )
    const entity = patch.legalEntityId ? { legal_entity_id: patch.legalEntityId } : {}
    return { before, ...changeOf(ctx, before, patch, entity) }
  })
  await together(
    ...written.map(({ before, fields }) => activities.update(ctx, before.id, fields)),
    ...written.flatMap(({ before, after }) => announceChange(ctx, before, after)),
    audit(
      ctx,
      ...written.map(({ before, after }) => ({
        action: 'update',
        entityType: 'activity',
        entityId: before.id,
        before,
        after,
      })),
    ),
  )
}

/** Publishing makes an activity official, so it is checked together with its links. */
export async function moveActivity(ctx: WriteCtx, id: string, status: State, findAssessed: FindAssessed) {
  const publishing = status === 'published'
  const [before, around] = await Promise.all([
    lockActivity(ctx, id),
    publishing ? findAround(ctx, id, findAssessed) : undefined,
  ])
  assertMove(MOVES, STATE_LABELS, before.status, status)
  if (publishing) assertPublishable(before)
  const fields = { status, ...publication(ctx, status), updated_at: ctx.now }
  const after = { ...before, ...fields }
  const findings = around ? findingsOf(factsOf(ctx, before, around)) : []
  const [, row, links] = await together(
    publishing ? passGate(ctx, { entityType: 'activity', entityId: id }, findings) : Promise.resolve(),
    activities.update(ctx, id, fields),
    linksOf(ctx, id),
    trace(ctx, id, 'move', { before, after }),
    ...announceMove(ctx, before, after),
    moveWorkflow(ctx, id, before.status, status),
  )
  return detailView(row, links, ctx.now)
}

/** An archived activity keeps its date of publication. */
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

/**
 * Factors that the question lacks come from the activity. An assessment is required if the calculation or the record
 * requires it: a calculation never removes the requirement of art. 15 ter.
 */
export async function saveRisk(ctx: WriteCtx, id: string, question: RiskQuestion) {
  const given = factorsOf(question)
  const before = await lockActivity(ctx, id)
  const factors: RiskFactors = {
    dataVolume: given.dataVolume ?? null,
    sensitiveData: given.sensitiveData ?? before.has_sensitive_data,
    internationalTransfer: given.internationalTransfer ?? before.transfer_exists,
    automatedDecision: given.automatedDecision ?? before.automated_decisions,
  }
  const calculated = calculateRisk(factors)
  const saved = {
    risk_level: calculated.riskLevel,
    risk_score: calculated.riskScore,
    risk_factors: factors,
    risk_assessed_at: ctx.now,
  }
  const derived = derivedOf({ ...before, ...saved }, ctx.tools.law)
  const recorded = {
    sensitiveData: derived.has_sensitive_data,
    automatedDecision: before.automated_decisions,
    internationalTransfer: before.transfer_exists,
  }
  const risk = besideRecord(calculated, recorded, derived.dpia_reasons ?? [])
  const fields = { ...saved, ...derived, dpia_required: risk.dpiaRequired, updated_at: ctx.now }
  await together(
    activities.update(ctx, id, fields),
    trace(ctx, id, 'calculate_risk', { before, after: { ...before, ...fields } }),
    ...announceDpia(ctx, before, { ...before, ...fields }),
  )
  return { activityId: before.id, ...risk, dpiaReasons: derived.dpia_reasons ?? [] }
}

const FACTORS = ['dataVolume', 'sensitiveData', 'internationalTransfer', 'automatedDecision'] as const

function factorsOf({ riskFactors, ...bare }: RiskQuestion): RiskFactors {
  const factors = riskFactors ?? bare
  if (FACTORS.some((name) => factors[name] !== undefined)) return factors
  const message = '«riskFactors» es obligatorio: indique al menos un factor de riesgo.'
  throw new Failure('malformed', message, { details: [{ path: 'riskFactors', message }] })
}

// ── the legitimate-interest test ──

export async function findWeighing(ctx: ReadCtx, id: string): Promise<Weighing> {
  const [row, entity, tenant] = await Promise.all([
    findActivity(ctx, id),
    repo.findEntityOf(ctx, id),
    findTenant(ctx),
  ])
  const balancing = found(row.balancing ?? undefined, 'la ponderación del interés legítimo de esta actividad')
  return { activity: activityView(row), balancing, entity, tenant, law: ctx.tools.law }
}

// ── compliance ──

/** Those of these activities with an approved impact assessment. Another module provides them. */
export type FindAssessed = (ctx: ReadCtx, activityIds: readonly string[]) => Promise<readonly string[]>

export async function checkActivity(ctx: ReadCtx, id: string, findAssessed: FindAssessed) {
  const [row, around] = await Promise.all([findActivity(ctx, id), findAround(ctx, id, findAssessed)])
  return { activityId: row.id, ...checkCompliance(factsOf(ctx, row, around)) }
}

export type Around = Awaited<ReturnType<typeof findAround>>

/** The data that the checks need besides the row: systems, processors, legal entity and assessment. */
export async function findAround(ctx: ReadCtx, id: string, findAssessed: FindAssessed) {
  const [systems, processors, entity, assessed] = await Promise.all([
    repo.listSystemsOf(ctx, id),
    repo.listProcessorsOf(ctx, id),
    repo.findEntityOf(ctx, id),
    findAssessed(ctx, [id]),
  ])
  return { systems, processors, entity, dpiaDone: assessed.length > 0 }
}

export function factsOf(
  { now, tools }: ReadCtx,
  row: repo.ActivityRow,
  { systems, processors, entity, dpiaDone }: Around,
): Facts {
  const places = [
    ...systems.map(({ hostingCountry }) => hostingCountry),
    ...processors.map(({ country }) => country),
  ]
  const { internationalTransfer: transfer, ...activity } = activityView(row)
  return {
    ...activity,
    transfer: {
      ...transfer,
      isAdequate: transfer.country !== null && isAdequate(tools.law, transfer.country),
    },
    isPublicBody: entity?.is_public_body ?? false,
    foreignCountries: places.filter(
      (place) => place !== null && place.trim() !== '' && isAbroad(place),
    ) as string[],
    systemCount: systems.length,
    processors: processors.map((processor) => ({
      name: processor.name,
      dpaStatus: dpaStatusAt(processor, now),
    })),
    dpiaDone,
  }
}

// ── shared with the rest of the record ──

const ACTIVITY = 'la actividad de tratamiento'

/** Makes people who change an activity or its links at once do so one after the other. */
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

/** Writes an audit row of an activity. */
export function trace(
  ctx: WriteCtx,
  id: string,
  action: string,
  change: Pick<Change, 'before' | 'after'>,
): Promise<void> {
  return audit(ctx, { action, entityType: 'activity', entityId: id, ...change })
}

/** Arts. 20 and 54 are for public bodies. The entity is read only for such an article. */
async function assertPublicBody(
  ctx: ReadCtx,
  article: string | null | undefined,
  entityId: string | undefined,
): Promise<void> {
  if (!article || !isForPublicBodies(article)) return
  const entity = entityId ? await findEntity(ctx, entityId) : await findMainEntity(ctx)
  if (!entity?.is_public_body) throw notPublicBody(article, entity?.name)
}

export function notPublicBody(article: string, name = ''): Failure {
  return impossible(
    'legalBasisArticle',
    `El art. ${article} es la base de los órganos públicos y «${name}» no está marcada como uno. Elija otro artículo o marque la entidad legal.`,
  )
}

function assertPublishable(row: repo.ActivityRow): void {
  const missing = missingToPublish(activityView(row))
  if (missing.length > 0)
    throw incomplete(`Para publicar «${row.name}» falta indicar ${naming(missing)}.`, missing)
}

/** A field that a published activity already lacks, for example because its system was deleted, may stay empty. */
export function assertNothingLost(before: Publishable, after: Publishable): void {
  const lacked = new Set(missingToPublish(before).map(({ field }) => field))
  const lost = missingToPublish(after).filter(({ field }) => !lacked.has(field))
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
