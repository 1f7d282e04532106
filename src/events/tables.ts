import type { Refine } from '#db/tables.ts'
import type { ConsoleEntity } from '#kernel/console-paths.ts'
import type { Role } from '#kernel/roles.ts'
import type { EventData } from './announce.ts'
import type { EventType } from './catalogue.ts'

declare module '#db/tables.ts' {
  interface Refinements {
    events: Refine<
      'events',
      { type: EventType; entity_type: ConsoleEntity; data: EventData; required_role: Role }
    >
    event_interests: Refine<'event_interests', { type: EventType }>
  }
}
