import type { WriteCtx } from '#db/context.ts'
import { announce } from '#events/announce.ts'
import type { EventType } from '#events/catalogue.ts'
import type { Facts } from '../conditions.ts'
import type { InstanceRow } from './repo.ts'

/** Announces that a stage waits for other people, or that the approval has ended. */
export function announceInstance(
  ctx: WriteCtx,
  before: InstanceRow | undefined,
  after: InstanceRow,
  entity: Facts | undefined,
): Promise<void>[] {
  const { status, current_stage_id: stageId, assigned_to: assignee } = after
  if (status === 'COMPLETED' || status === 'REJECTED')
    return [announceApproval(ctx, 'approval.decided', after, entity)]
  const waits = status === 'ACTIVE'
  const isNew = before?.current_stage_id !== stageId || before?.assigned_to !== assignee
  return waits && isNew ? [announceApproval(ctx, 'approval.waiting', after, entity)] : []
}

export function announceApproval(
  ctx: WriteCtx,
  type: Extract<EventType, `approval.${string}`>,
  row: InstanceRow,
  entity?: Facts,
): Promise<void> {
  const { name, stages } = row.snapshot
  const stage = stages.find(({ id }) => id === row.current_stage_id)
  const called = nameOf(entity)
  return announce(ctx, {
    type,
    entityId: row.id,
    title: called ? `${name}: ${called}` : name,
    assignedTo: row.assigned_to,
    requestedBy: row.started_by,
    requiredRole: stage?.requiredRole ?? null,
    dueAt: row.due_at,
    data: {
      status: row.status,
      entityType: row.entity_type,
      entityId: row.entity_id,
      stageName: stage?.name ?? null,
    },
  })
}

/** The record's own name. */
function nameOf(entity: Facts | undefined): string | undefined {
  const names = [entity?.['title'], entity?.['name'], entity?.['folioNumber']]
  return names.find((name) => typeof name === 'string')
}
