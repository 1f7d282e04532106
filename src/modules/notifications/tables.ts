import type { Refine } from '#db/tables.ts'
import type { EventType } from '#events/catalogue.ts'
import type { ConsoleEntity } from '#kernel/console-paths.ts'

declare module '#db/tables.ts' {
  interface Refinements {
    notifications: Refine<'notifications', { type: EventType; entity_type: ConsoleEntity }>
    notification_choices: Refine<'notification_choices', { type: EventType }>
  }
}
