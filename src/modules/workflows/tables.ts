import type { At, Json } from '#db/tables.ts'
import type { WorkflowEntityType } from '#http/module.ts'
import type { ActionType, InstanceStatus, Snapshot, Stage, Webhook } from './model.ts'

declare module '#db/tables.ts' {
  interface Tables {
    workflow_definitions: {
      tenant_id: string
      id: string
      name: string
      description: string | null
      entity_type: WorkflowEntityType
      version: number
      is_active: boolean
      is_system: boolean
      stages: Json<Stage[]>
      webhooks: Json<Webhook[]>
      created_by: string | null
      created_at: At
      updated_at: At
    }
    workflow_instances: {
      tenant_id: string
      id: string
      definition_id: string
      definition_version: number
      snapshot: Json<Snapshot>
      entity_type: WorkflowEntityType
      entity_id: string
      status: InstanceStatus
      current_stage_id: string | null
      assigned_to: string | null
      field_values: Json<Record<string, unknown>>
      event_count: number
      entity_refusal: string | null
      stage_entered_at: At
      due_at: At | null
      warning_at: At | null
      notice_at: At | null
      started_by: string | null
      started_at: At
      completed_at: At | null
      updated_at: At
    }
    workflow_events: {
      tenant_id: string
      id: string
      instance_id: string
      position: number
      type: string
      stage_id: string | null
      sub_stage_id: string | null
      action_type: ActionType | null
      new_stage_id: string | null
      status: InstanceStatus
      notes: string | null
      field_values: Json<Record<string, unknown>> | null
      assigned_to: string | null
      actor_id: string | null
      actor_name: string | null
      actor_role: string | null
      created_at: At
    }
    workflow_substage_completions: {
      tenant_id: string
      instance_id: string
      stage_id: string
      sub_stage_id: string
      completed_by: string | null
      completed_by_name: string | null
      notes: string | null
      completed_at: At
    }
  }
}
