import type { At, Json } from '#db/tables.ts'
import type { Decision, EventType, Severity, State } from './rules.ts'

declare module '#db/tables.ts' {
  interface Tables {
    breaches: {
      tenant_id: string
      id: string
      title: string
      description: string | null
      status: State
      detected_at: At
      detection_source: string
      attack_vector: string | null
      data_categories: string[]
      has_sensitive_data: boolean
      estimated_records: number | null
      containment_actions: string[]
      severity: Severity | null
      alert: Json<Record<string, unknown> | null>
      requires_notification: boolean
      requires_subject_notification: boolean
      decision: Json<SavedDecision | null>
      notified_apdp_at: At | null
      notification_file_key: string | null
      created_at: At
      updated_at: At
    }
    breach_events: {
      tenant_id: string
      id: string
      breach_id: string
      type: EventType
      from_status: State | null
      to_status: State | null
      notes: string | null
      details: Json<Record<string, unknown> | null>
      actor_id: string | null
      created_at: At
    }
    breach_activities: { tenant_id: string; breach_id: string; activity_id: string }
    breach_systems: { tenant_id: string; breach_id: string; system_id: string }
    siem_alerts: { tenant_id: string; body_hash: string; breach_id: string; received_at: At }
  }
}

/** A decision as the breach keeps it: what was found, who found it and when. */
export interface SavedDecision extends Decision {
  decidedAt: string
  decidedBy: string | null
}
