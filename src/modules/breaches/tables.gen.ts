// Generated from the migrations: npm run check schema.
import type { Generated } from 'kysely'
import type { Json } from '#db/tables.ts'

declare module '#db/tables.gen.ts' {
  interface Columns {
    breach_activities: {
      tenant_id: string
      breach_id: string
      activity_id: string
    }
    breach_events: {
      tenant_id: string
      id: string
      breach_id: string
      type: 'created' | 'updated' | 'status_change' | 'decision' | 'apdp_notified' | 'siem_alert'
      from_status: string | null
      to_status: string | null
      notes: string | null
      details: Json<object | string | number | boolean> | null
      actor_id: string | null
      created_at: Date
    }
    /** A view: How many breaches there are, and how many are undecided, reportable and unreported. */
    breach_facts: {
      tenant_id: string
      fact: string
      count: number
    }
    /** A view: Every breach and whether it is open. */
    breach_register: {
      tenant_id: string
      id: string
      detected_at: Date
      is_open: boolean
    }
    breach_systems: {
      tenant_id: string
      breach_id: string
      system_id: string
    }
    breaches: {
      tenant_id: string
      id: string
      title: string
      description: string | null
      status: 'detected' | 'investigating' | 'contained' | 'resolved' | 'notified'
      detected_at: Date
      detection_source: string
      attack_vector: string | null
      data_categories: string[]
      has_sensitive_data: boolean
      estimated_records: number | null
      containment_actions: string[]
      severity: 'low' | 'medium' | 'high' | 'critical' | null
      alert: Json<object | string | number | boolean> | null
      requires_notification: boolean
      requires_subject_notification: boolean
      decision: Json<object | string | number | boolean> | null
      notified_apdp_at: Date | null
      notification_file_key: string | null
      created_at: Date
      updated_at: Date
      legal_entity_id: Generated<string>
    }
    siem_alerts: {
      tenant_id: string
      body_hash: string
      breach_id: string
      received_at: Date
    }
  }
}
