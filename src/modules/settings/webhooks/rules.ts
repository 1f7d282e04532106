import type { EventType } from '#events/catalogue.ts'
import { DAY_MS } from '#kernel/dates.ts'

/** Every event writes to all of them that ask for it. */
export const MOST_WEBHOOKS = 20

/** All events, also those that a later version adds. */
export const ALL = '*'

/** What a trial sends; nobody subscribes to it. */
export const TRIAL = 'webhook.test'

/** After a rotation the secret before signs for this long too, unless the caller says otherwise. */
export const OVERLAP = { default: 24, most: 72 } as const

/** An address at which nothing got through for this long is not called any more. */
export const GIVEN_UP_AFTER_MS = 3 * DAY_MS

export const DISABLED_REASONS = ['failing', 'gone'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

export type Wanted = EventType | typeof ALL

/** `*` beside names says no more than `*`. */
export function wantedEvents(sent: readonly Wanted[]): Wanted[] {
  return sent.includes(ALL) ? [ALL] : [...new Set(sent)]
}

export function wants({ events }: { events: readonly Wanted[] }, type: EventType): boolean {
  return events.includes(ALL) || events.includes(type)
}
