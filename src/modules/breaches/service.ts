import { audit, difference } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Constraints } from '#db/errors.ts'
import { together } from '#db/sql.ts'
import { columnsOf } from '#http/columns.ts'
import { camelCase } from '#kernel/case.ts'
import { iso, toInstant } from '#kernel/dates.ts'
import { impossible, notFound } from '#kernel/failure.ts'
import { isId, newId } from '#kernel/ids.ts'
import { assertMove } from '#kernel/moves.ts'
import { pagination } from '#kernel/paging.ts'
import { findMainEntity } from '#modules/org/public.ts'
import { startWorkflow } from '#modules/workflows/public.ts'
import { draft, registerEntry } from './notices.ts'
import * as repo from './repo.ts'
import { breaches } from './repo.ts'
import { decide, liesAhead, MOVES, notificationTarget, RISK_WORDS, type State, TARGET_NOTE } from './rules.ts'
import {
  type Audience,
  type BreachesQuery,
  BreachPatch,
  type DecideNotification,
  type MoveBreach,
  NewBreach,
  type NotifyAuthority,
} from './schemas.ts'
import { breachView, createdView, itemView, type Whole } from './views.ts'

// An id whose row is deleted in the same instant gets the refusal of an id that never existed.
export const CONSTRAINTS: Constraints = {
  breach_activities_activity_fkey: () =>
    impossible('activityIds', 'Una de las actividades indicadas ya no existe en su organización.'),
  breach_systems_system_fkey: () =>
    impossible('systemIds', 'Uno de los sistemas indicados ya no existe en su organización.'),
}

export async function listBreaches(ctx: ReadCtx, query: BreachesQuery) {
  const { rows, total } = await repo.listBreaches(ctx, query)
  return { items: rows.map(itemView), pagination: pagination(query, total) }
}

export async function createBreach(ctx: WriteCtx, body: NewBreach) {
  const { activityIds: _, systemIds: __, detectedAt: ___, ...fields } = body
  const detectedAt = readDetection(ctx, body.detectedAt)
  const links = await checkLinks(ctx, body)
  const breach = {
    data_categories: [],
    has_sensitive_data: false,
    containment_actions: [],
    ...columnsOf(NewBreach, fields, CLEARED),
    ...newRow(ctx, newId(), detectedAt),
  }
  const [row] = await together(
    breaches.insert(ctx, breach),
    saveLinks(ctx, breach.id, links),
    repo.insertEvents(ctx, breach.id, { type: 'created' }),
    audit(ctx, {
      action: 'create',
      entityType: 'breach',
      entityId: breach.id,
      after: { ...breach, ...links },
    }),
  )
  return createdView(row)
}

export async function getBreach(ctx: ReadCtx, id: string) {
  return breachView(await findWhole(ctx, id))
}

const CLEARED = { dataCategories: [], hasSensitiveData: false, containmentActions: [] }

/** An absent field stays as it is; null clears it. */
export async function updateBreach(ctx: WriteCtx, id: string, patch: BreachPatch) {
  const breach = await lock(ctx, id)
  const before = { ...breach, ...(await findLinks(ctx, id)) }
  const detectedAt = patch.detectedAt === undefined ? undefined : readDetection(ctx, patch.detectedAt)
  if (detectedAt && breach.notified_apdp_at && detectedAt > breach.notified_apdp_at) {
    throw impossible('detectedAt', 'La detección no puede ser posterior al reporte a la Agencia.')
  }
  const links = await checkLinks(ctx, patch)
  const { activityIds: _, systemIds: __, detectedAt: ___, ...fields } = patch
  const row = await breaches.update(ctx, id, {
    ...columnsOf(BreachPatch, fields, CLEARED),
    ...(detectedAt && { detected_at: detectedAt }),
    updated_at: ctx.now,
  })
  await saveLinks(ctx, id, links)
  const updated = { ...before, ...row, ...links }
  const changed = Object.keys(difference(before, updated)).map(camelCase)
  if (changed.length > 0) await repo.insertEvents(ctx, id, { type: 'updated', details: { fields: changed } })
  await audit(ctx, { action: 'update', entityType: 'breach', entityId: id, before, after: updated })
  return getBreach(ctx, id)
}

function readDetection({ now }: ReadCtx, text: string): Date {
  const detectedAt = toInstant(text)
  if (!liesAhead(detectedAt, now)) return detectedAt
  throw impossible(
    'detectedAt',
    `La detección no puede estar más de 10 minutos en el futuro. La hora del servicio es ${iso(now)}.`,
  )
}

/** The moves of contract 3.1 and no other; of two people at once the second finds the breach moved. */
export async function moveBreach(ctx: WriteCtx, id: string, { status, notes }: MoveBreach) {
  const before = await lock(ctx, id)
  assertMove(MOVES, before.status, status)
  await changeStatus(ctx, before, status, notes)
  return getBreach(ctx, id)
}

/** Saves the outcome with its reasons: why a breach was or was not reported must be shown later. */
export async function decideNotification(ctx: WriteCtx, id: string, body: DecideNotification) {
  const before = await lock(ctx, id)
  const decision = {
    ...decide({ ...body, riskToSubjects: RISK_WORDS[body.riskToSubjects] }),
    decidedAt: iso(ctx.now),
    decidedBy: ctx.actor.id ?? null,
  }
  const { requiresNotification, requiresSubjectNotification, urgency, reasons } = decision
  const row = await breaches.update(ctx, id, {
    requires_notification: requiresNotification,
    requires_subject_notification: requiresSubjectNotification,
    decision,
    updated_at: ctx.now,
  })
  await together(
    repo.insertEvents(ctx, id, { type: 'decision', details: decision }),
    audit(ctx, { action: 'decide', entityType: 'breach', entityId: id, before, after: row }),
  )
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
export async function notifyAuthority(ctx: WriteCtx, id: string, body: NotifyAuthority) {
  const before = await lock(ctx, id)
  const { notificationFileKey } = body
  const notifiedAt = toInstant(body.notifiedAt)
  if (notifiedAt < before.detected_at) {
    throw impossible(
      'notifiedAt',
      `El reporte a la Agencia no puede ser anterior a la detección (${iso(before.detected_at)}).`,
    )
  }
  const row = await breaches.update(ctx, id, {
    status: 'notified',
    notified_apdp_at: notifiedAt,
    notification_file_key: notificationFileKey,
    updated_at: ctx.now,
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

export async function draftNotice(ctx: ReadCtx, id: string, audience: Audience = 'authority') {
  const [whole, tenant, entity] = await Promise.all([
    findWhole(ctx, id),
    repo.findTenant(ctx),
    findMainEntity(ctx),
  ])
  return draft(audience, whole, { tenant, entity })
}

export async function getRegisterEntry(ctx: ReadCtx, id: string) {
  const { breach, events } = await findWhole(ctx, id)
  return registerEntry(breach, events)
}

export async function listForRegister(ctx: ReadCtx) {
  const registered = await repo.listRegistered(ctx)
  return registered.map(({ breach, reports }) => registerEntry(breach, reports))
}

// ── shared with the SIEM and the workflows ──

/** A breach as it starts: the same for a person and for a SIEM. */
export function newRow(ctx: WriteCtx, id: string, detectedAt: Date) {
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
  ctx: WriteCtx,
  before: repo.BreachRow,
  status: State,
  notes?: string | null,
): Promise<void> {
  const row = await breaches.update(ctx, before.id, { status, updated_at: ctx.now })
  await repo.insertEvents(ctx, before.id, { type: 'status_change', from: before.status, to: status, notes })
  await audit(ctx, { action: 'move', entityType: 'breach', entityId: before.id, before, after: row })
  if (status === 'investigating') await startWorkflow(ctx, 'BREACH', before.id)
}

async function lock(ctx: WriteCtx, id: string): Promise<repo.BreachRow> {
  const breach = await breaches.lock(ctx, id)
  if (!breach) throw notFound('la brecha')
  return breach
}

async function findWhole(ctx: ReadCtx, id: string): Promise<Whole> {
  const [breach, events, activities, systems] = await Promise.all([
    breaches.find(ctx, id),
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

async function findLinks(ctx: ReadCtx, id: string): Promise<Required<Links>> {
  const [activities, systems] = await Promise.all([repo.listActivities(ctx, id), repo.listSystems(ctx, id)])
  return { activityIds: activities.map((link) => link.id), systemIds: systems.map((link) => link.id) }
}

/** The ids that were sent, each once; null is none. An id that names nothing of the tenant is impossible. */
async function checkLinks(ctx: ReadCtx, body: Pick<BreachPatch, keyof Links>): Promise<Links> {
  const [activityIds, systemIds] = await Promise.all([
    checkIds(ctx, 'activityIds', 'activity_register', body.activityIds),
    checkIds(ctx, 'systemIds', 'system_register', body.systemIds),
  ])
  return { ...(activityIds && { activityIds }), ...(systemIds && { systemIds }) }
}

async function checkIds(
  ctx: ReadCtx,
  path: keyof Links,
  register: 'activity_register' | 'system_register',
  sentIds: readonly string[] | null | undefined,
): Promise<string[] | undefined> {
  if (sentIds === undefined) return undefined
  const ids = [...new Set(sentIds?.map((id) => id.toLowerCase()))].sort()
  const known = await repo.existing(ctx, register, ids.filter(isId))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) {
    const what = register === 'activity_register' ? 'ninguna actividad' : 'ningún sistema'
    throw impossible(path, `«${unknown}» no corresponde a ${what} de su organización.`)
  }
  return ids
}

async function saveLinks(ctx: WriteCtx, id: string, { activityIds, systemIds }: Links): Promise<void> {
  await together(
    ...(activityIds ? [repo.replaceActivities(ctx, id, activityIds)] : []),
    ...(systemIds ? [repo.replaceSystems(ctx, id, systemIds)] : []),
  )
}
