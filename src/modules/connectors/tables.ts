import type { Refine } from '#db/tables.ts'
import type { Config, Queries, Right, RunStatus } from './rules.ts'

declare module '#db/tables.ts' {
  interface Refinements {
    connectors: Refine<'connectors', { config: Config; queries: Queries }>
    connector_runs: Refine<'connector_runs', { right_type: Right; status: RunStatus }>
  }
}
