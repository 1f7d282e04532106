import type { HeldOverride } from '#db/legal-gate.ts'
import type { Refine } from '#db/tables.ts'
import type { CustomSections, Sections } from '#documents/sections.ts'
import type { Sources } from './drift.ts'

declare module '#db/tables.ts' {
  interface Refinements {
    privacy_policies: Refine<
      'privacy_policies',
      { content: Sections; custom_sections: CustomSections; sources: Sources; gate_override: HeldOverride }
    >
  }
}
