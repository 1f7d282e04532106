import Type from 'typebox'
import { viewOf } from '#http/view.ts'
import { iso } from '#kernel/dates.ts'
import type { BreachItemRow, BreachRow, EventRow, Link } from './repo.ts'
import { notificationTarget } from './rules.ts'
import { Breach, BreachEvent, BreachItem, CreatedBreach } from './schemas.ts'

/** A breach with everything its detail shows. */
export interface Whole {
  breach: BreachRow
  events: readonly EventRow[]
  activities: readonly Link[]
  systems: readonly Link[]
}

export const itemView = viewOf<BreachItemRow>()(BreachItem, {
  notificationDeadlineAt: ({ detected_at }) => iso(notificationTarget(detected_at)),
})

export const createdView = viewOf<BreachRow>()(CreatedBreach)

const detailView = viewOf<BreachRow, [whole: Whole]>()(Breach, {
  notificationDeadlineAt: ({ detected_at }) => iso(notificationTarget(detected_at)),
  activityIds: (_, { activities }) => activities.map(({ id }) => id),
  systemIds: (_, { systems }) => systems.map(({ id }) => id),
  proposedDataCategories: (_, { activities, systems }) => categoriesOf([...activities, ...systems]),
  events: (_, { events }) => events.map(eventView),
})

export function breachView(whole: Whole): Breach {
  return detailView(whole.breach, whole)
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
