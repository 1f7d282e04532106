import type { GeneratedAlways } from 'kysely'
import type { At, Json } from '#db/tables.ts'
import type { EventType, ResponseType, RightType, Source, State, Term } from './rules.ts'

declare module '#db/tables.ts' {
  interface Tables {
    dsar_widgets: {
      tenant_id: string
      id: string
      widget_key: string
      name: string
      is_active: boolean
      config: Json<Record<string, unknown>>
      created_at: At
      updated_at: At
    }
    dsar_requests: {
      tenant_id: string
      id: string
      folio_number: string
      source: Source
      widget_id: string | null
      legal_entity_id: string | null
      right_type: RightType
      status: State
      subject_name: string
      subject_email: string
      subject_rut: string | null
      subject_phone: string | null
      description: string | null
      document_type: string | null
      document_number: string | null
      organization_relation: string | null
      is_representative: boolean
      representative_name: string | null
      representative_rut: string | null
      representative_relation: string | null
      representative_doc_url: string | null
      subtype: string | null
      subtype_detail: string | null
      specific_data: Json<Record<string, unknown> | null>
      portability_target: string | null
      portability_format: string | null
      portability_direct_transfer: boolean
      declaration_truthful: boolean
      declaration_data_processing: boolean
      declaration_phone_contact: boolean
      deadline_at: At
      extended_deadline_at: At | null
      blocking_deadline_at: At | null
      /** The deadline in force. */
      due_at: GeneratedAlways<At>
      /** The first term to end, of those that run. */
      first_due_at: GeneratedAlways<At>
      extension_reason: string | null
      extension_notified_at: At | null
      assigned_to: string | null
      response_type: ResponseType | null
      response_notes: string | null
      response_file_key: string | null
      denial_reason: string | null
      thirds_notified_at: At | null
      completed_at: At | null
      created_at: At
      updated_at: At
    }
    dsar_events: {
      tenant_id: string
      id: string
      request_id: string
      type: EventType
      from_status: State | null
      to_status: State | null
      notes: string | null
      actor_id: string | null
      actor_name: string | null
      created_at: At
    }
    dsar_reminders: {
      tenant_id: string
      request_id: string
      term: Term
      due_at: At
      days_before: number
      sent_at: At
    }
    folios: { folio: string; tenant_id: string; request_id: string }
    folio_years: { year: number; issued: number }
  }
}
