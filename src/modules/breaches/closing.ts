import { audit } from '#db/audit.ts'
import type { WriteCtx } from '#db/context.ts'
import { passGate } from '#db/legal-gate.ts'
import { together } from '#db/sql.ts'
import { iso, toInstant } from '#kernel/dates.ts'
import { impossible } from '#kernel/failure.ts'
import { judge } from '#kernel/legal-checks.ts'
import { assertMove } from '#kernel/moves.ts'
import { pastInstant } from '#kernel/past.ts'
import { startWorkflow } from '#modules/workflows/public.ts'
import { announceBreach } from './announcing.ts'
import type { MoveBreach, NotifyAuthority } from './bodies.ts'
import { isOverdue } from './clock-rules.ts'
import { type ClosingFacts, DUTY_CHECKS, LOG_CHECKS, REGISTER_CHECKS } from './knowledge/legal-checks.ts'
import { STATE_NAMES } from './knowledge/notices.ts'
import * as repo from './repo.ts'
import { breaches } from './repo.ts'
import { closes, MOVES, type State } from './rules.ts'
import { getBreach, lockBreach } from './service.ts'
import { clocksOfRow, decisionOf } from './views.ts'

/** Makes a move of contract 3.1. Of two people at once, the second finds the breach already moved. */
export async function moveBreach(ctx: WriteCtx, id: string, { status, notes }: MoveBreach) {
  const before = await lockBreach(ctx, id)
  assertMove(MOVES, STATE_NAMES, before.status, status)
  await changeStatus(ctx, before, status, notes)
  return getBreach(ctx, id)
}

/** Possible in every state, and again for a complementary report. The breach shows the latest. */
export async function notifyAuthority(ctx: WriteCtx, id: string, body: NotifyAuthority) {
  const before = await lockBreach(ctx, id)
  const { notificationFileKey } = body
  const notifiedAt = toInstant(body.notifiedAt)
  if (notifiedAt < before.detected_at) {
    throw impossible(
      'notifiedAt',
      `El reporte a la Agencia no puede ser anterior a la detección (${iso(before.detected_at)}).`,
    )
  }
  pastInstant('notifiedAt', notifiedAt, ctx.now, 'El reporte a la Agencia')
  await passClosingGate(ctx, before, 'report')
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
  await together(
    audit(ctx, { action: 'notify_apdp', entityType: 'breach', entityId: id, before, after: row }),
    announceBreach(ctx, 'breach.notified', row, { data: { notifiedAt: iso(notifiedAt) } }),
  )
  return { ...report, status: 'notified' as const }
}

export async function changeStatus(
  ctx: WriteCtx,
  before: repo.BreachRow,
  status: State,
  notes?: string | null,
): Promise<void> {
  if (closes(status)) await passClosingGate(ctx, before, status)
  const row = await breaches.update(ctx, before.id, { status, updated_at: ctx.now })
  await repo.insertEvents(ctx, before.id, { type: 'status_change', from: before.status, to: status, notes })
  await together(
    audit(ctx, { action: 'move', entityType: 'breach', entityId: before.id, before, after: row }),
    ...(closes(status) ? [announceBreach(ctx, 'breach.closed', row)] : []),
  )
  if (status === 'investigating') await startWorkflow(ctx, 'BREACH', before.id)
}

/** Runs the legal gate on the register for a breach that was or must be reported, and for one that nobody has judged. */
async function passClosingGate(
  ctx: WriteCtx,
  breach: repo.BreachRow,
  act: ClosingFacts['act'],
): Promise<void> {
  const [activities, entity] = await Promise.all([
    repo.listActivities(ctx, breach.id),
    repo.findEntityOf(ctx, breach.id),
  ])
  const decision = decisionOf(breach, activities)
  const facts: ClosingFacts = {
    act,
    nature: breach.nature,
    effects: breach.effects,
    dataCategories: breach.data_categories,
    estimatedRecords: breach.estimated_records,
    containmentActions: breach.containment_actions,
    prevention: breach.prevention,
    riskRationale: breach.risk_rationale,
    decision,
    actsAs: breach.acts_as,
    notifiedApdpAt: breach.notified_apdp_at,
    subjectsInformed: breach.subjects_notified_at !== null || breach.mass_media_notice !== null,
    controllerNotifiedAt: breach.controller_notified_at,
    overdue: clocksOfRow(breach, entity, ctx.tools.law).filter((clock) => isOverdue(clock, ctx.now)),
  }
  const isReported =
    act !== 'resolved' || breach.notified_apdp_at !== null || (decision?.requiresNotification ?? true)
  const findings = [...judge(isReported ? REGISTER_CHECKS : LOG_CHECKS, facts), ...judge(DUTY_CHECKS, facts)]
  await passGate(ctx, { entityType: 'breach', entityId: breach.id }, findings)
}
