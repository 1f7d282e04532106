import { audit, difference } from '#db/audit.ts'
import type { Ctx, Reading } from '#db/context.ts'
import { constraintMeans } from '#db/faults.ts'
import { iso, toInstant } from '#kernel/dates.ts'
import { impossible, notFound } from '#kernel/failure.ts'
import { isId, newId } from '#kernel/ids.ts'
import { assertMove } from '#kernel/moves.ts'
import { pagination } from '#kernel/paging.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { findMainEntity } from '#modules/org/public.ts'
import { startWorkflow } from '#modules/workflows/public.ts'
import { draft, registerEntry } from './notices.ts'
import * as repo from './repo.ts'
import { decide, MOVES, notificationTarget, RISK_WORDS, type State, TARGET_NOTE } from './rules.ts'
import type {
  Audience,
  BreachesQuery,
  BreachPatch,
  DecideNotification,
  MoveBreach,
  NewBreach,
  NotifyAuthority,
} from './schemas.ts'
import { breachView, itemView, type Whole } from './views.ts'

// Whoever names what is deleted in that same instant is told the same as whoever names what never was.
constraintMeans('breach_activities_activity_fkey', () =>
  impossible('activityIds', 'Una de las actividades indicadas ya no existe en su organización.'),
)
constraintMeans('breach_systems_system_fkey', () =>
  impossible('systemIds', 'Uno de los sistemas indicados ya no existe en su organización.'),
)

export async function listBreaches(ctx: Reading, query: BreachesQuery) {
  const { rows, total } = await repo.listBreaches(ctx, query)
  return { items: rows.map(itemView), pagination: pagination(query, total) }
}

export async function createBreach(ctx: Ctx, body: NewBreach) {
  const detectedAt = toInstant(body.detectedAt)
  const links = await checkLinks(ctx, body)
  const row = await repo.insertBreach(ctx, {
    ...newRow(ctx, newId(), detectedAt),
    title: body.title,
    description: noneIfBlank(body.description) ?? null,
    detection_source: body.detectionSource,
    attack_vector: noneIfBlank(body.attackVector) ?? null,
    data_categories: body.dataCategories ?? [],
    has_sensitive_data: body.hasSensitiveData ?? false,
    estimated_records: body.estimatedRecords ?? null,
    containment_actions: body.containmentActions ?? [],
  })
  await saveLinks(ctx, row.id, links)
  await repo.insertEvents(ctx, row.id, { type: 'created' })
  await audit(ctx, { action: 'create', entityType: 'breach', entityId: row.id, after: { ...row, ...links } })
  const { id, title, status, createdAt } = itemView(row)
  return { id, title, status, detectedAt: iso(row.detected_at), createdAt }
}

export async function getBreach(ctx: Reading, id: string) {
  return breachView(await findWhole(ctx, id))
}

/** Absent leaves alone, null clears. */
export async function updateBreach(ctx: Ctx, id: string, patch: BreachPatch) {
  const breach = await lock(ctx, id)
  const before = { ...breach, ...(await findLinks(ctx, id)) }
  const detectedAt = patch.detectedAt === undefined ? undefined : toInstant(patch.detectedAt)
  if (detectedAt && breach.notified_apdp_at && detectedAt > breach.notified_apdp_at) {
    throw impossible('detectedAt', 'La detección no puede ser posterior al reporte a la Agencia.')
  }
  const links = await checkLinks(ctx, patch)
  const row = await repo.updateBreach(
    ctx,
    id,
    sent({
      title: patch.title,
      description: noneIfBlank(patch.description),
      detected_at: detectedAt,
      detection_source: patch.detectionSource,
      attack_vector: noneIfBlank(patch.attackVector),
      data_categories: patch.dataCategories === null ? [] : patch.dataCategories,
      has_sensitive_data: patch.hasSensitiveData === null ? false : patch.hasSensitiveData,
      estimated_records: patch.estimatedRecords,
      containment_actions: patch.containmentActions === null ? [] : patch.containmentActions,
    }),
  )
  await saveLinks(ctx, id, links)
  const updated = { ...before, ...row, ...links }
  const fields = Object.keys(difference(before, updated)).map(camelCase)
  if (fields.length > 0) await repo.insertEvents(ctx, id, { type: 'updated', details: { fields } })
  await audit(ctx, { action: 'update', entityType: 'breach', entityId: id, before, after: updated })
  return getBreach(ctx, id)
}

/** The moves of contract 3.1 and no other; of two people at once the second finds the breach moved. */
export async function moveBreach(ctx: Ctx, id: string, { status, notes }: MoveBreach) {
  const before = await lock(ctx, id)
  assertMove(MOVES, before.status, status)
  await changeStatus(ctx, before, status, notes)
  return getBreach(ctx, id)
}

/** Saves the outcome with its reasons: why a breach was or was not reported must be shown later. */
export async function decideNotification(ctx: Ctx, id: string, body: DecideNotification) {
  const before = await lock(ctx, id)
  const decision = {
    ...decide({ ...body, riskToSubjects: RISK_WORDS[body.riskToSubjects] }),
    decidedAt: iso(ctx.now),
    decidedBy: ctx.actor.id ?? null,
  }
  const { requiresNotification, requiresSubjectNotification, urgency, reasons } = decision
  const row = await repo.updateBreach(ctx, id, {
    requires_notification: requiresNotification,
    requires_subject_notification: requiresSubjectNotification,
    decision,
  })
  await repo.insertEvents(ctx, id, { type: 'decision', details: decision })
  await audit(ctx, { action: 'decide', entityType: 'breach', entityId: id, before, after: row })
  return {
    requiresNotification,
    requiresSubjectNotification,
    urgency,
    reasons,
    notificationDeadlineAt: iso(notificationTarget(row.detected_at)),
    deadlineNote: TARGET_NOTE,
  }
}

/** Open from every state; once more when there is more to tell (a complementary report). The latest is shown. */
export async function notifyAuthority(ctx: Ctx, id: string, body: NotifyAuthority) {
  const before = await lock(ctx, id)
  const { notificationFileKey } = body
  const notifiedAt = toInstant(body.notifiedAt)
  if (notifiedAt < before.detected_at) {
    throw impossible(
      'notifiedAt',
      `El reporte a la Agencia no puede ser anterior a la detección (${iso(before.detected_at)}).`,
    )
  }
  const row = await repo.updateBreach(ctx, id, {
    status: 'notified',
    notified_apdp_at: notifiedAt,
    notification_file_key: notificationFileKey,
  })
  const report = { notifiedAt: iso(notifiedAt), notificationFileKey }
  const moved = before.status !== 'notified'
  await repo.insertEvents(
    ctx,
    id,
    { type: 'apdp_notified', details: report },
    ...(moved ? [{ type: 'status_change', from: before.status, to: 'notified' } as const] : []),
  )
  await audit(ctx, { action: 'notify_apdp', entityType: 'breach', entityId: id, before, after: row })
  return { ...report, status: 'notified' as const }
}

export async function draftNotice(ctx: Reading, id: string, audience: Audience = 'authority') {
  const [whole, tenant, entity] = await Promise.all([
    findWhole(ctx, id),
    repo.findTenant(ctx),
    findMainEntity(ctx),
  ])
  return draft(audience, whole, { tenant, entity })
}

export async function getRegisterEntry(ctx: Reading, id: string) {
  const { breach, events } = await findWhole(ctx, id)
  return registerEntry(breach, events)
}

export async function listForRegister(ctx: Reading) {
  const registered = await repo.listRegistered(ctx)
  return registered.map(({ breach, reports }) => registerEntry(breach, reports))
}

// ── shared with the SIEM and the workflows ──

/** A breach as it starts, whoever found it. */
export function newRow(ctx: Ctx, id: string, detectedAt: Date) {
  return {
    tenant_id: ctx.tenantId,
    id,
    status: 'detected',
    detected_at: detectedAt,
    requires_notification: false,
    requires_subject_notification: false,
    created_at: ctx.now,
    updated_at: ctx.now,
  } as const
}

export async function changeStatus(
  ctx: Ctx,
  before: repo.BreachRow,
  status: State,
  notes?: string | null,
): Promise<void> {
  const row = await repo.updateBreach(ctx, before.id, { status })
  await repo.insertEvents(ctx, before.id, { type: 'status_change', from: before.status, to: status, notes })
  await audit(ctx, { action: 'move', entityType: 'breach', entityId: before.id, before, after: row })
  if (status === 'investigating') await startWorkflow(ctx, 'BREACH', before.id)
}

async function lock(ctx: Ctx, id: string): Promise<repo.BreachRow> {
  const breach = await repo.lockBreach(ctx, id)
  if (!breach) throw notFound('la brecha')
  return breach
}

async function findWhole(ctx: Reading, id: string): Promise<Whole> {
  const [breach, events, activities, systems] = await Promise.all([
    repo.findBreach(ctx, id),
    repo.listEvents(ctx, id),
    repo.listActivities(ctx, id),
    repo.listSystems(ctx, id),
  ])
  if (!breach) throw notFound('la brecha')
  return { breach, events, activities, systems }
}

// ── links ──

interface Links {
  activityIds?: string[]
  systemIds?: string[]
}

async function findLinks(ctx: Reading, id: string): Promise<Required<Links>> {
  const [activities, systems] = await Promise.all([repo.listActivities(ctx, id), repo.listSystems(ctx, id)])
  return { activityIds: activities.map((link) => link.id), systemIds: systems.map((link) => link.id) }
}

/** The ids that were sent, each once; null is none. An id that names nothing of the tenant is impossible. */
async function checkLinks(ctx: Reading, body: Pick<BreachPatch, keyof Links>): Promise<Links> {
  const [activityIds, systemIds] = await Promise.all([
    checkIds(ctx, 'activityIds', 'activities', body.activityIds),
    checkIds(ctx, 'systemIds', 'systems', body.systemIds),
  ])
  return { ...(activityIds && { activityIds }), ...(systemIds && { systemIds }) }
}

async function checkIds(
  ctx: Reading,
  path: keyof Links,
  table: 'activities' | 'systems',
  sentIds: readonly string[] | null | undefined,
): Promise<string[] | undefined> {
  if (sentIds === undefined) return undefined
  const ids = [...new Set(sentIds?.map((id) => id.toLowerCase()))].sort()
  const known = await repo.existing(ctx, table, ids.filter(isId))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) {
    const what = table === 'activities' ? 'ninguna actividad' : 'ningún sistema'
    throw impossible(path, `«${unknown}» no corresponde a ${what} de su organización.`)
  }
  return ids
}

async function saveLinks(ctx: Reading, id: string, { activityIds, systemIds }: Links): Promise<void> {
  if (activityIds) await repo.replaceActivities(ctx, id, activityIds)
  if (systemIds) await repo.replaceSystems(ctx, id, systemIds)
}

/** Only the fields that were sent. */
function sent<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

function camelCase(column: string): string {
  return column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
