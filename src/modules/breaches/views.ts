import Type from 'typebox'
import type { ReadCtx } from '#db/context.ts'
import { viewOf } from '#http/view.ts'
import { includesSensitive } from '#kernel/data-categories.ts'
import { iso } from '#kernel/dates.ts'
import type { Law } from '#kernel/law/law.ts'
import { type Clock, clocksOf, isOverdue, isOwed, notificationTarget } from './clock-rules.ts'
import { type Answer, type Decision, type Recorded, reconsider } from './decision-rules.ts'
import { categoryOf } from './knowledge/categories.ts'
import type { ActivityLink, BreachItemRow, BreachRow, EntityOfBreach, EventRow, Link } from './repo.ts'
import { Breach, BreachEvent, BreachItem, CreatedBreach } from './schemas.ts'

/** A breach with everything that its detail shows. */
export interface Whole {
  breach: BreachRow
  events: readonly EventRow[]
  activities: readonly ActivityLink[]
  systems: readonly Link[]
  entity: EntityOfBreach | undefined
}

// ── facts of a single row ──

type Said = Pick<BreachRow, 'data_categories' | 'has_sensitive_data'>

/** True if it is marked, or if a category is sensitive. */
export function saysSensitive({ data_categories, has_sensitive_data }: Said): boolean {
  return has_sensitive_data || includesSensitive(data_categories.map(categoryOf))
}

/** What the breach and its activities record about the data. */
export function recordOf(breach: Said, activities: readonly ActivityLink[]): Recorded {
  return {
    categories: [
      ...new Set([...breach.data_categories, ...activities.flatMap((link) => link.data_categories)]),
    ],
    sensitive: breach.has_sensitive_data || activities.some((link) => link.has_sensitive_data),
  }
}

/** The decision over the current record. Null while nobody has decided. */
export function decisionOf(
  breach: Said & Pick<BreachRow, 'decision' | 'overrides' | 'acts_as'>,
  activities: readonly ActivityLink[],
): (Decision & { answers: Answer[] }) | null {
  if (!breach.decision) return null
  return reconsider(breach.decision, breach.overrides, recordOf(breach, activities), breach.acts_as)
}

type TimedRow = Pick<
  BreachRow,
  'detected_at' | 'acts_as' | 'notified_apdp_at' | 'controller_notified_at' | 'clocks_done'
>

export function clocksOfRow(
  row: TimedRow,
  entity: Pick<EntityOfBreach, 'essential_service'> | undefined,
  law: Law,
): Clock[] {
  const timed = {
    detectedAt: row.detected_at,
    actsAs: row.acts_as,
    essentialService: entity?.essential_service ?? false,
    notifiedApdpAt: row.notified_apdp_at,
    controllerNotifiedAt: row.controller_notified_at,
    marked: row.clocks_done,
  }
  return clocksOf(timed, law)
}

// ── output ──

export const itemView = viewOf<BreachItemRow>()(BreachItem, {
  notificationDeadlineAt: ({ detected_at }) => iso(notificationTarget(detected_at)),
})

export const createdView = viewOf<BreachRow>()(CreatedBreach)

const detailView = viewOf<BreachRow, [whole: Whole, ctx: Pick<ReadCtx, 'now' | 'tools'>]>()(Breach, {
  notificationDeadlineAt: ({ detected_at }) => iso(notificationTarget(detected_at)),
  hasSensitiveData: saysSensitive,
  activityIds: (_, { activities }) => activities.map(({ id }) => id),
  systemIds: (_, { systems }) => systems.map(({ id }) => id),
  proposedDataCategories: (_, { activities, systems }) => categoriesOf([...activities, ...systems]),
  overrides: ({ overrides }) =>
    overrides.map(({ field, recorded, sent, reason }) => ({ field, recorded, sent, reason })),
  clocks: (row, { entity }, { now, tools }) =>
    clocksOfRow(row, entity, tools.law).map((clock) => ({
      ...clock,
      dueAt: iso(clock.dueAt),
      doneAt: iso(clock.doneAt),
      isOverdue: isOwed(clock, row) && isOverdue(clock, now),
    })),
  events: (_, { events }) => events.map(eventView),
})

export function breachView(whole: Whole, ctx: Pick<ReadCtx, 'now' | 'tools'>): Breach {
  return detailView(whole.breach, whole, ctx)
}

const sixFields = viewOf<EventRow>()(Type.Omit(BreachEvent, ['details']), {
  from: ({ from_status }) => from_status,
  to: ({ to_status }) => to_status,
})

function eventView(row: EventRow): BreachEvent {
  return { ...sixFields(row), ...(row.details && { details: row.details }) }
}

function categoriesOf(links: readonly Link[]): string[] {
  return [...new Set(links.flatMap((link) => link.data_categories))].sort()
}
