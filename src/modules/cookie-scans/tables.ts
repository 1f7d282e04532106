import type { Refine } from '#db/tables.ts'
import type { Finding, Item, Page } from './rules.ts'

declare module '#db/tables.ts' {
  interface Refinements {
    cookie_scans: Refine<
      'cookie_scans',
      { pages: Page[]; items: Item[]; notes: string[]; findings: Finding[] }
    >
  }
}
