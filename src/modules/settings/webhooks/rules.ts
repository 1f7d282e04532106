import type { EventType } from '#events/catalogue.ts'
import { DAY_MS } from '#kernel/dates.ts'

/** A limit, because every event is written for each of its subscribers. */
export const MOST_WEBHOOKS = 20

/** All events, including those of later versions. */
export const ALL = '*'

/** The event of a trial. Nobody can subscribe to it. */
export const TRIAL = 'webhook.test'

/** Hours in which the former secret also signs after a rotation, unless the caller says otherwise. */
export const OVERLAP = { default: 24, most: 72 } as const

/** After this long without a success a webhook is switched off. */
export const GIVEN_UP_AFTER_MS = 3 * DAY_MS

export const DISABLED_REASONS = ['failing', 'gone'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

export type Wanted = EventType | typeof ALL

/** `*` makes the names redundant. */
export function wantedEvents(sent: readonly Wanted[]): Wanted[] {
  return sent.includes(ALL) ? [ALL] : [...new Set(sent)]
}

export function wants({ events }: { events: readonly Wanted[] }, type: EventType): boolean {
  return events.includes(ALL) || events.includes(type)
}
