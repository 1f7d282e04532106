import type { Actor } from '#db/context.ts'
import type { Refine } from '#db/tables.ts'
import type { Outcome, totalsOf } from './judge.ts'
import type { Choices, Mapped, Status, TargetName } from './rules.ts'

declare module '#db/tables.ts' {
  interface Refinements {
    imports: Refine<
      'imports',
      {
        target: TargetName
        status: Status
        chosen: Choices
        mapping: Mapped[]
        outcomes: Outcome[]
        totals: ReturnType<typeof totalsOf>
        actor: Actor
      }
    >
  }
}
