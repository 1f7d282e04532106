import type { Refine } from '#db/tables.ts'
import type { Role } from '#kernel/roles.ts'

declare module '#db/tables.ts' {
  interface Refinements {
    dpia_assessments: Refine<'dpia_assessments', { approver_role: Role }>
  }
}
