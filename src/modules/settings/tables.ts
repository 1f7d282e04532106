import type { Refine } from '#db/tables.ts'
import type { Wanted } from './webhooks/rules.ts'

declare module '#db/tables.ts' {
  interface Refinements {
    webhook_subscriptions: Refine<'webhook_subscriptions', { events: Wanted[] }>
  }
}
