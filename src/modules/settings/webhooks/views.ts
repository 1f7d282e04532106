import { viewOf } from '#http/view.ts'
import { iso } from '#kernel/dates.ts'
import type { SubscriptionRow } from './repo.ts'
import { Subscription } from './schemas.ts'

export const subscriptionView = viewOf<SubscriptionRow, [now: Date]>()(Subscription, {
  previousUntil: ({ previous_until }, now) =>
    previous_until !== null && previous_until > now ? iso(previous_until) : null,
})
