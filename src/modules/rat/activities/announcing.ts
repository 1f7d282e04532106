import type { WriteCtx } from '#db/context.ts'
import { announce } from '#events/announce.ts'
import type { ActivityRow } from './repo.ts'

type Announced = Pick<ActivityRow, 'id' | 'name' | 'status' | 'risk_level' | 'dpia_required'> & {
  legal_entity_id?: string
}

export function announceActivity(
  ctx: WriteCtx,
  type: 'activity.published' | 'activity.updated' | 'activity.archived' | 'dpia.required',
  { id, name, status, risk_level, dpia_required, legal_entity_id }: Announced,
): Promise<void> {
  return announce(ctx, {
    type,
    entityId: id,
    title: name,
    legalEntityId: legal_entity_id,
    data: { status, riskLevel: risk_level, dpiaRequired: dpia_required },
  })
}

/** Announces an activity that enters the register or leaves it. */
export function announceMove(ctx: WriteCtx, before: Announced, after: Announced): Promise<void>[] {
  if (after.status === 'published') return [announceActivity(ctx, 'activity.published', after)]
  if (before.status === 'published') return [announceActivity(ctx, 'activity.archived', after)]
  return []
}

/** Art. 15 ter: announces an assessment that is required now and was not before. */
export function announceDpia(ctx: WriteCtx, before: Announced, after: Announced): Promise<void>[] {
  const isNew = after.dpia_required && !before.dpia_required
  return isNew ? [announceActivity(ctx, 'dpia.required', after)] : []
}

/** Announces a change of the register, and a new need of an assessment. */
export function announceChange(ctx: WriteCtx, before: Announced, after: Announced): Promise<void>[] {
  const isShown = after.status === 'published'
  return [
    ...(isShown ? [announceActivity(ctx, 'activity.updated', after)] : []),
    ...announceDpia(ctx, before, after),
  ]
}
