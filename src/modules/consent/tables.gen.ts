// Generated from the migrations: npm run check schema.
import type { Generated } from 'kysely'
import type { Json } from '#db/tables.ts'

declare module '#db/tables.gen.ts' {
  interface Columns {
    consent_confirmations: {
      tenant_id: string
      id: string
      record_id: string | null
      notice_record_id: string | null
      key_hash: string
      mail_id: string | null
      expires_at: Date
      confirmed_at: Date | null
      created_at: Date
    }
    consent_daily_counts: {
      tenant_id: string
      counted_id: string
      day: string
      slot: number
      total: number
      granted: number
      withdrawn: number
    }
    consent_form_records: {
      tenant_id: string
      id: string
      template_id: string
      template_version: number
      content_hash: string
      subject_ref: string
      proven_by: 'portal' | 'api_key' | 'staff' | 'confirmed_email' | 'subject_token' | 'nobody' | null
      granted: boolean
      is_effective: Generated<boolean>
      source: 'form' | 'manual' | 'external' | 'portal'
      values: Json<object | string | number | boolean>
      representative: Json<object | string | number | boolean> | null
      channel: string | null
      evidence: Json<object | string | number | boolean> | null
      recorded_by: string | null
      user_agent: string | null
      ip_hash: string | null
      receipt: string
      occurred_at: Date
      created_at: Date
    }
    consent_notice_versions: {
      tenant_id: string
      notice_id: string
      version: number
      content: Json<object | string | number | boolean>
      content_hash: string
      published_by: string | null
      published_at: Date
    }
    consent_notices: {
      tenant_id: string
      id: string
      name: string
      title: string
      description: string | null
      language: string
      domain_id: string | null
      purposes: Json<object | string | number | boolean>
      config: Json<object | string | number | boolean>
      status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
      version: number
      widget_key: string | null
      subject_secret_number: Generated<number>
      has_proven_subjects: Generated<boolean>
      content_hash: string
      published_hash: string | null
      published_at: Date | null
      created_at: Date
      updated_at: Date
    }
    consent_past_counts: {
      tenant_id: string
      counted_id: string
      before: string
      total: number
      granted: number
      withdrawn: number
    }
    consent_record_keys: {
      tenant_id: string
      notice_id: string
      client_key: string
      record_id: string
    }
    consent_records: {
      tenant_id: string
      id: string
      notice_id: string
      notice_version: number
      content_hash: string
      subject_ref: string
      proven_by: 'confirmed_email' | 'subject_token' | 'nobody' | null
      decisions: Json<object | string | number | boolean>
      action: 'accept_all' | 'reject_all' | 'custom' | 'withdraw'
      granted: boolean
      is_effective: Generated<boolean>
      source: string
      signal: string | null
      language: string | null
      client_key: string | null
      url: string | null
      user_agent: string | null
      ip_hash: string
      receipt: string
      created_at: Date
    }
    consent_template_versions: {
      tenant_id: string
      template_id: string
      version: number
      content: Json<object | string | number | boolean>
      content_hash: string
      published_by: string | null
      published_at: Date
    }
    consent_templates: {
      tenant_id: string
      id: string
      name: string
      description: string | null
      purpose_text: string
      fields: Json<object | string | number | boolean>
      require_age: boolean
      sensitive: boolean
      confirm_email: Generated<boolean>
      form_key: string
      allowed_origins: Json<object | string | number | boolean>
      subject_secret_number: Generated<number>
      is_active: boolean
      version: number
      content_hash: string
      deleted_at: Date | null
      created_at: Date
      updated_at: Date
    }
    consent_webhooks: {
      tenant_id: string
      id: string
      template_id: string
      url: string
      events: string[]
      secret_sealed: string
      is_active: boolean
      created_at: Date
    }
    /** A view: The consent forms in use. */
    offered_forms: {
      tenant_id: string
      id: string
    }
    /** A view: The notices in use. One without a domain is shown on all sites; an edited one differs from what is shown. */
    published_notices: {
      tenant_id: string
      id: string
      domain_id: string | null
      is_edited: boolean
    }
    /** A view: What a search shows of a consent form that was not deleted. */
    searchable_forms: {
      tenant_id: string
      id: string
      title: string
      subtitle: string | null
      state: string | null
      updated_at: Date
    }
    /** A view: What a search shows of a consent notice. */
    searchable_notices: {
      tenant_id: string
      id: string
      title: string
      subtitle: string | null
      state: string | null
      updated_at: Date
    }
  }
}
