import type { ColumnType, RawBuilder } from 'kysely'
import type { Plan } from '#kernel/plans.ts'
import type { Role } from '#kernel/roles.ts'

/** A timestamptz, or one that may be null. */
export type At = Date
/** jsonb: read as a value, written through `json()`. */
export type Json<T> = ColumnType<T, T | RawBuilder<T>, T | RawBuilder<T>>

/**
 * The tables as the query builder knows them: here those that the foundation itself reads. Each module adds its own
 * in its `tables.ts`: `declare module '#db/tables.ts' { interface Tables { … } }`.
 */
export interface Tables {
  tenants: {
    id: string
    name: string
    slug: string
    plan: Plan
    tax_id: string | null
    contact_email: string | null
    locale: string
    timezone: string
    branding: Json<Record<string, unknown>>
    siem_secret_sealed: string
    siem_previous_secret_sealed: string | null
    siem_secret_rotated_at: At | null
    created_at: At
    updated_at: At
  }
  users: {
    id: string
    email: string
    name: string
    password_hash: string | null
    created_at: At
    updated_at: At
  }
  memberships: {
    tenant_id: string
    user_id: string
    role: Role
    status: 'ACTIVE' | 'INVITED'
    invited_name: string | null
    invitation_hash: string | null
    invitation_expires_at: At | null
    created_at: At
    updated_at: At
  }
  idempotency_keys: {
    scope: string
    key: string
    fingerprint: string
    status: number
    answer_sealed: string
    created_at: At
  }
  audit_log: {
    tenant_id: string
    id: string
    actor_type: string
    actor_id: string | null
    actor_name: string | null
    action: string
    entity_type: string
    entity_id: string
    changes: Json<Record<string, { old: unknown; new: unknown }>>
    request_id: string | null
    created_at: At
  }
  mails: {
    tenant_id: string
    id: string
    recipient: string
    subject: string
    body_text: string
    body_html: string
    created_at: At
    sent_at: At | null
  }
}
