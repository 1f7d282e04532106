import type { HeldOverride } from '#db/legal-gate.ts'
import type { Refine } from '#db/tables.ts'
import type { CustomSections, Sections } from '#documents/sections.ts'
import type { Cookie } from './rules.ts'

declare module '#db/tables.ts' {
  interface Refinements {
    cookie_policies: Refine<
      'cookie_policies',
      { content: Sections; cookies: Cookie[]; custom_sections: CustomSections; gate_override: HeldOverride }
    >
  }
}
