import { iso } from '#kernel/dates.ts'
import type { BreachItemRow, BreachRow, EventRow, Link } from './repo.ts'
import { notificationTarget } from './rules.ts'
import type { Breach, BreachEvent, BreachItem } from './schemas.ts'

/** A breach with everything its detail shows. */
export interface Whole {
  breach: BreachRow
  events: readonly EventRow[]
  activities: readonly Link[]
  systems: readonly Link[]
}

export function itemView(row: BreachItemRow): BreachItem {
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    detectedAt: iso(row.detected_at),
    detectionSource: row.detection_source,
    severity: row.severity,
    estimatedRecords: row.estimated_records,
    notificationDeadlineAt: iso(notificationTarget(row.detected_at)),
    requiresNotification: row.requires_notification,
    createdAt: iso(row.created_at),
  }
}

export function breachView({ breach, events, activities, systems }: Whole): Breach {
  return {
    ...itemView(breach),
    description: breach.description,
    attackVector: breach.attack_vector,
    dataCategories: breach.data_categories,
    hasSensitiveData: breach.has_sensitive_data,
    containmentActions: breach.containment_actions,
    requiresSubjectNotification: breach.requires_subject_notification,
    decision: breach.decision,
    notifiedApdpAt: iso(breach.notified_apdp_at),
    notificationFileKey: breach.notification_file_key,
    alert: breach.alert,
    activityIds: activities.map(({ id }) => id),
    systemIds: systems.map(({ id }) => id),
    proposedDataCategories: categoriesOf([...activities, ...systems]),
    events: events.map(eventView),
    updatedAt: iso(breach.updated_at),
  }
}

function eventView(row: EventRow): BreachEvent {
  return {
    type: row.type,
    from: row.from_status,
    to: row.to_status,
    notes: row.notes,
    actorId: row.actor_id,
    createdAt: iso(row.created_at),
    ...(row.details && { details: row.details }),
  }
}

function categoriesOf(links: readonly Link[]): string[] {
  return [...new Set(links.flatMap((link) => link.data_categories))].sort()
}
