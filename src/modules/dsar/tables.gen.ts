// Generated from the migrations: npm run check schema.
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json } from '#db/tables.ts'

declare module '#db/tables.gen.ts' {
  interface Columns {
    dsar_answer_codes: {
      tenant_id: string
      id: string
      package_id: string
      mailbox_hash: string
      code_hash: string
      tries: number
      expires_at: Date
      created_at: Date
    }
    dsar_events: {
      tenant_id: string
      id: string
      request_id: string
      type: 'created' | 'status_change' | 'assigned' | 'extended' | 'responded' | 'thirds_notified' | 'reminder' | 'agency_notified' | 'package_built' | 'package_removed' | 'answer_delivered' | 'answer_opened' | 'answer_downloaded' | 'task_added' | 'task_sent' | 'task_done' | 'task_cancelled' | 'recipient_reminded' | 'recipient_acknowledged' | 'identity_checked'
      from_status: string | null
      to_status: string | null
      notes: string | null
      actor_id: string | null
      actor_name: string | null
      created_at: Date
    }
    dsar_identity_checks: {
      tenant_id: string
      id: string
      request_id: string
      method: 'document_seen' | 'document_copy' | 'known_client' | 'code_mail' | 'call_back' | 'clave_unica' | 'mandate' | 'other' | null
      proves: ('email' | 'rut' | 'representation')[]
      notes: string | null
      file_id: string | null
      withdraws: string | null
      actor_id: string | null
      actor_name: string | null
      created_at: Date
    }
    dsar_letters: {
      tenant_id: string
      id: string
      request_id: string
      kind: 'RECEIPT' | 'EXTENSION' | 'ANSWER' | 'REFUSAL' | 'THIRD_PARTY' | 'AGENCY' | 'PACKAGE'
      recipient: string
      subject: string
      body_text: string
      on_paper: Generated<boolean>
      law_version: Generated<string>
      sent_at: Date | null
      created_at: Date
    }
    dsar_packages: {
      tenant_id: string
      id: string
      request_id: string
      status: 'pending' | 'ready' | 'failed' | 'expired'
      progress: number
      sources: Json<object | string | number | boolean>
      redactions: Json<object | string | number | boolean>
      note: string | null
      contents: Json<object | string | number | boolean>
      index_document: Json<object | string | number | boolean> | null
      parts: number
      size_bytes: number | null
      sha256: string | null
      error: string | null
      built_by: string | null
      built_by_name: string | null
      created_at: Date
      built_at: Date | null
      removed_at: Date | null
      copies_removed_at: Date | null
      key_hash: string | null
      sent_at: Date | null
      sent_to: string | null
      expires_at: Date | null
      opened_at: Date | null
      downloads: number
      last_download_at: Date | null
      revoked_at: Date | null
      updated_at: Date
    }
    dsar_recipients: {
      tenant_id: string
      id: string
      request_id: string
      processor_id: string | null
      name: string
      email: string | null
      notified_at: Date | null
      notes: string | null
      letter_id: string | null
      written_at: Date | null
      key_hash: string | null
      expires_at: Date | null
      reminded_at: Date | null
      reminders_due: Generated<number>
      acknowledged_at: Date | null
      acknowledged_by: string | null
      acknowledged_done: boolean | null
      acknowledgement_notes: string | null
      created_at: Date
    }
    dsar_reminders: {
      tenant_id: string
      request_id: string
      term: 'RESPONSE' | 'BLOCKING'
      due_at: Date
      days_before: number
      sent_at: Date
    }
    dsar_requests: {
      tenant_id: string
      id: string
      folio_number: string
      previous_number: string | null
      source: 'widget' | 'portal' | 'import' | 'staff'
      channel: 'phone' | 'mail' | 'post' | 'in_person' | 'portal' | 'form' | null
      widget_id: string | null
      legal_entity_id: Generated<string>
      parent_request_id: string | null
      right_type: 'ACCESS' | 'RECTIFICATION' | 'DELETION' | 'OPPOSITION' | 'PORTABILITY' | 'BLOCKING' | 'AUTO_DECISION'
      status: 'RECEIVED' | 'VERIFYING' | 'IN_PROGRESS' | 'EXTENDED' | 'COMPLETED' | 'REJECTED'
      subject_name: string
      subject_email: string | null
      subject_rut: string | null
      subject_phone: string | null
      subject_address: string | null
      description: string | null
      document_type: string | null
      document_number: string | null
      organization_relation: string | null
      is_representative: boolean
      representative_name: string | null
      representative_rut: string | null
      representative_relation: string | null
      representative_doc_url: string | null
      heir_name: string | null
      heir_relation: string | null
      subtype: string | null
      subtype_detail: string | null
      specific_data: Json<object | string | number | boolean> | null
      portability_target: string | null
      portability_format: string | null
      portability_direct_transfer: boolean
      declaration_truthful: boolean
      declaration_data_processing: boolean
      declaration_phone_contact: boolean
      legal_due_at: Date
      deadline_at: Date
      extended_deadline_at: Date | null
      blocking_deadline_at: Date | null
      due_at: GeneratedAlways<Date>
      first_due_at: GeneratedAlways<Date>
      extension_reason: string | null
      extension_notified_at: Date | null
      assigned_to: string | null
      response_type: 'FULFILLED' | 'PARTIALLY_FULFILLED' | 'REJECTED_IDENTITY' | 'REJECTED_LEGAL' | 'EXTENDED' | null
      response_notes: string | null
      response_file_key: string | null
      nothing_held: Generated<boolean>
      denial_reason: string | null
      thirds_notified_at: Date | null
      no_recipients_reason: string | null
      recipients_notified_at: Date | null
      completed_at: Date | null
      created_at: Date
      updated_at: Date
    }
    dsar_tasks: {
      tenant_id: string
      id: string
      request_id: string
      system_id: string | null
      system_name: string
      processor_name: string | null
      owner_name: string | null
      owner_email: string | null
      status: 'open' | 'sent' | 'done' | 'cancelled'
      outcome: 'found' | 'nothing_found' | 'kept' | null
      notes: string | null
      article: string | null
      answered_via: 'link' | 'staff' | 'connector' | null
      answered_by: string | null
      done_at: Date | null
      files_removed_at: Date | null
      due_on: string
      key_hash: string | null
      expires_at: Date | null
      sent_at: Date | null
      reminded_on: string | null
      escalated_on: string | null
      created_at: Date
      updated_at: Date
    }
    dsar_widgets: {
      tenant_id: string
      id: string
      legal_entity_id: Generated<string>
      widget_key: string
      name: string
      is_active: boolean
      config: Json<object | string | number | boolean>
      created_at: Date
      updated_at: Date
    }
    folio_years: {
      year: number
      issued: number
    }
    folios: {
      folio: string
      tenant_id: string
      request_id: string
    }
    /** A view: How many requests corrected or deleted data, and of how many of those third parties did not learn. */
    request_facts: {
      tenant_id: string
      fact: string
      count: number
    }
    /** A view: Every request without its person: whether it is open, late, overdue, and whether it corrected data. */
    request_register: {
      tenant_id: string
      id: string
      legal_entity_id: string
      completed_at: Date | null
      is_open: boolean
      is_late: boolean | null
      overdue_from: Date | null
      block_overdue_from: Date | null
      is_corrected: boolean
    }
    /** A view: What a search shows of a request. */
    searchable_requests: {
      tenant_id: string
      id: string
      title: string
      subtitle: string | null
      state: string | null
      updated_at: Date
    }
  }
}
