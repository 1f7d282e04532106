import type { Refine } from '#db/tables.ts'
import type { Role } from '#kernel/roles.ts'
import type { ActivityRecord } from '#modules/rat/public.ts'

declare module '#db/tables.ts' {
  interface Refinements {
    dpia_assessments: Refine<'dpia_assessments', { approver_role: Role; activity_snapshot: ActivityRecord }>
  }
}
