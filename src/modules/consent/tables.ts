import type { At, Json } from '#db/tables.ts'
import type { Action, NoticeContent, Purpose, State } from './notices/rules.ts'
import type { Event, Field, Representative, Source, TemplateContent, Values } from './templates/rules.ts'

declare module '#db/tables.ts' {
  interface Tables {
    consent_notices: {
      tenant_id: string
      id: string
      name: string
      title: string
      description: string | null
      language: string
      domain_id: string | null
      purposes: Json<Purpose[]>
      config: Json<Record<string, unknown>>
      status: State
      version: number
      widget_key: string | null
      content_hash: string
      published_hash: string | null
      published_at: At | null
      created_at: At
      updated_at: At
    }
    consent_notice_versions: {
      tenant_id: string
      notice_id: string
      version: number
      content: Json<NoticeContent>
      content_hash: string
      published_by: string | null
      published_at: At
    }
    consent_records: {
      tenant_id: string
      id: string
      notice_id: string
      notice_version: number
      content_hash: string
      subject_ref: string
      decisions: Json<Record<string, boolean>>
      action: Action
      granted: boolean
      source: string
      url: string | null
      user_agent: string | null
      ip_hash: string
      receipt: string
      created_at: At
    }
    consent_templates: {
      tenant_id: string
      id: string
      name: string
      description: string | null
      purpose_text: string
      fields: Json<Field[]>
      require_age: boolean
      sensitive: boolean
      form_key: string
      is_active: boolean
      version: number
      content_hash: string
      deleted_at: At | null
      created_at: At
      updated_at: At
    }
    consent_template_versions: {
      tenant_id: string
      template_id: string
      version: number
      content: Json<TemplateContent>
      content_hash: string
      published_by: string | null
      published_at: At
    }
    consent_form_records: {
      tenant_id: string
      id: string
      template_id: string
      template_version: number
      content_hash: string
      subject_ref: string
      granted: boolean
      source: Source
      values: Json<Values>
      representative: Json<Representative> | null
      channel: string | null
      evidence: Json<Evidence> | null
      recorded_by: string | null
      user_agent: string | null
      ip_hash: string | null
      receipt: string
      occurred_at: At
      created_at: At
    }
    consent_daily_counts: {
      tenant_id: string
      subject_id: string
      day: string
      slot: number
      total: number
      granted: number
      withdrawn: number
    }
    consent_webhooks: {
      tenant_id: string
      id: string
      template_id: string
      url: string
      events: Event[]
      secret_sealed: string
      is_active: boolean
      created_at: At
    }
  }
}

/** What shows that a consent was given off the screen: a description, or fields of the caller's own. */
export type Evidence = string | Record<string, unknown>
