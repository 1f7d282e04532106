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
      type: 'created' | 'updated' | 'status_change' | 'decision' | 'apdp_notified' | 'siem_alert' | 'subjects_notified' | 'controller_notified' | 'clock_done'
      from_status: string | null
      to_status: string | null
      notes: string | null
      details: Json<object | string | number | boolean> | null
      actor_id: string | null
      created_at: Date
    }
    /** A view: How many breaches there are, and how many are undecided, reportable, unreported and that the people must learn of. */
    breach_facts: {
      tenant_id: string
      fact: string
      count: number
    }
    /** A view: Every breach: whether it is open, whether people still wait for its notice, whether its register entry lacks an item. */
    breach_register: {
      tenant_id: string
      id: string
      legal_entity_id: string
      detected_at: Date
      is_open: boolean
      subjects_uninformed: boolean
      register_incomplete: boolean
    }
    breach_reminders: {
      tenant_id: string
      breach_id: string
      clock: string
      due_at: Date
      is_over: boolean
      sent_at: Date
    }
    breach_systems: {
      tenant_id: string
      breach_id: string
      system_id: string
    }
    breaches: {
      tenant_id: string
      id: string
      legal_entity_id: Generated<string>
      title: string
      description: string | null
      status: 'detected' | 'investigating' | 'contained' | 'resolved' | 'notified'
      occurred_at: Date | null
      detected_at: Date
      detection_source: string
      attack_vector: string | null
      nature: Generated<('confidentiality' | 'integrity' | 'availability')[]>
      data_categories: string[]
      has_sensitive_data: boolean
      estimated_records: number | null
      effects: string | null
      containment_actions: string[]
      prevention: string | null
      severity: 'low' | 'medium' | 'high' | 'critical' | null
      risk_rationale: string | null
      alert: Json<object | string | number | boolean> | null
      acts_as: Generated<'controller' | 'processor'>
      controller_name: string | null
      controller_notified_at: Date | null
      requires_notification: boolean
      requires_subject_notification: boolean
      decision: Json<object | string | number | boolean> | null
      overrides: Json<object | string | number | boolean>
      notified_apdp_at: Date | null
      notification_file_key: string | null
      subjects_notified_at: Date | null
      subjects_medium: string | null
      mass_media_notice: string | null
      no_notice_reason: string | null
      clocks_done: Json<object | string | number | boolean>
      created_at: Date
      updated_at: Date
    }
    /** A view: What a search shows of a breach. */
    searchable_breaches: {
      tenant_id: string
      id: string
      title: string
      subtitle: string | null
      state: string | null
      updated_at: Date
    }
    siem_alerts: {
      tenant_id: string
      body_hash: string
      breach_id: string
      received_at: Date
    }
  }
}
