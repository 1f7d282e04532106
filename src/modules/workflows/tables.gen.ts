// Generated from the migrations: npm run check schema.
import type { Json } from '#db/tables.ts'

declare module '#db/tables.gen.ts' {
  interface Columns {
    /** A view: What a search shows of a workflow. */
    searchable_workflows: {
      tenant_id: string
      id: string
      title: string
      subtitle: string | null
      state: string | null
      updated_at: Date
    }
    workflow_definitions: {
      tenant_id: string
      id: string
      name: string
      description: string | null
      entity_type: 'DSAR' | 'BREACH' | 'DPIA' | 'CONTRACT' | 'RAT' | 'PRIVACY_POLICY' | 'COOKIE_POLICY' | 'CUSTOM'
      version: number
      is_active: boolean
      is_system: boolean
      stages: Json<object | string | number | boolean>
      webhooks: Json<object | string | number | boolean>
      created_by: string | null
      created_at: Date
      updated_at: Date
    }
    workflow_events: {
      tenant_id: string
      id: string
      instance_id: string
      position: number
      type: string
      stage_id: string | null
      sub_stage_id: string | null
      action_type: string | null
      new_stage_id: string | null
      status: string
      notes: string | null
      field_values: Json<object | string | number | boolean> | null
      assigned_to: string | null
      actor_id: string | null
      actor_name: string | null
      actor_role: string | null
      created_at: Date
    }
    workflow_instances: {
      tenant_id: string
      id: string
      definition_id: string
      definition_version: number
      snapshot: Json<object | string | number | boolean>
      entity_type: 'DSAR' | 'BREACH' | 'DPIA' | 'CONTRACT' | 'RAT' | 'PRIVACY_POLICY' | 'COOKIE_POLICY' | 'CUSTOM'
      entity_id: string
      status: 'ACTIVE' | 'COMPLETED' | 'REJECTED' | 'CANCELLED'
      current_stage_id: string | null
      assigned_to: string | null
      field_values: Json<object | string | number | boolean>
      event_count: number
      entity_refusal: string | null
      stage_entered_at: Date
      due_at: Date | null
      warning_at: Date | null
      notice_at: Date | null
      started_by: string | null
      started_at: Date
      completed_at: Date | null
      updated_at: Date
    }
    workflow_substage_completions: {
      tenant_id: string
      instance_id: string
      stage_id: string
      sub_stage_id: string
      completed_by: string | null
      completed_by_name: string | null
      notes: string | null
      completed_at: Date
    }
  }
}
