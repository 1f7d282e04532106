import type { Refine } from '#db/tables.ts'
import type { ActionType, InstanceStatus, Snapshot, Stage, Webhook } from './model.ts'

declare module '#db/tables.ts' {
  interface Refinements {
    workflow_definitions: Refine<'workflow_definitions', { stages: Stage[]; webhooks: Webhook[] }>
    workflow_instances: Refine<
      'workflow_instances',
      { snapshot: Snapshot; field_values: Record<string, unknown> }
    >
    workflow_events: Refine<
      'workflow_events',
      { action_type: ActionType; status: InstanceStatus; field_values: Record<string, unknown> }
    >
  }
}
