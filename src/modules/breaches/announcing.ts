import type { WriteCtx } from '#db/context.ts'
import { type Announcement, announce } from '#events/announce.ts'
import type { EventType } from '#events/catalogue.ts'
import { iso } from '#kernel/dates.ts'
import { notificationTarget } from './clock-rules.ts'
import type { BreachRow } from './repo.ts'

/** Announces an event of a breach, without its description. */
export function announceBreach(
  ctx: WriteCtx,
  type: Extract<EventType, `breach.${string}`>,
  breach: Announced,
  more: Pick<Announcement, 'data' | 'dueAt'> = {},
): Promise<void> {
  return announce(ctx, {
    type,
    entityId: breach.id,
    title: breach.title,
    legalEntityId: breach.legal_entity_id,
    dueAt: more.dueAt ?? notificationTarget(breach.detected_at),
    data: {
      status: breach.status,
      severity: breach.severity ?? null,
      detectionSource: breach.detection_source,
      actsAs: breach.acts_as ?? 'controller',
      detectedAt: iso(breach.detected_at),
      ...more.data,
    },
  })
}

type Announced = Pick<BreachRow, 'id' | 'title' | 'status' | 'detection_source' | 'detected_at'> &
  Partial<Pick<BreachRow, 'severity' | 'legal_entity_id'>> & { acts_as?: BreachRow['acts_as'] | undefined }
