// Generated from the migrations: npm run check schema.
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json } from '#db/tables.ts'

export interface Columns {
  archived_months: {
    table_name: string
    month: string
    since: string | null
    until: string
    rows: number
    sha256: string
    mark: string
    archived_at: Date
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
    changes: Json<object | string | number | boolean>
    request_id: string | null
    address_prefix: string | null
    created_at: Date
  }
  erasures: {
    id: string
    tenant_ref: string
    slug: string
    requested_at: Date
    due_at: Date
    started_at: Date
    finished_at: Date | null
    counts: Json<object | string | number | boolean>
    files: Generated<number>
    bytes: Generated<number>
    recipients: string[] | null
  }
  event_interests: {
    tenant_id: string
    type: string
  }
  events: {
    tenant_id: string
    id: string
    type: string
    entity_type: string
    entity_id: string
    title: string
    data: Json<object | string | number | boolean>
    assigned_to: string | null
    requested_by: string | null
    required_role: string | null
    legal_entity_id: string | null
    due_at: Date | null
    actor_id: string | null
    occurred_at: Date
    heard_by: Generated<string[]>
  }
  idempotency_keys: {
    scope: string
    key: string
    fingerprint: string
    status: number
    answer_sealed: string
    created_at: Date
  }
  installation_keys: {
    name: string
    value_sealed: string
    created_at: Date
  }
  list_counts: {
    tenant_id: string
    list: string
    key: Json<object | string | number | boolean>
    slot: number
    amount: number
  }
  mails: {
    tenant_id: string
    id: string
    recipient: string
    reply_to: string | null
    subject: string
    body_text: string
    body_html: string
    caused_by: Generated<'member' | 'public' | 'service'>
    is_ours: Generated<boolean>
    is_to_stranger: Generated<boolean>
    turn_at: Date | null
    turn_key: Generated<string>
    created_at: Date
    sent_at: Date | null
  }
  memberships: {
    tenant_id: string
    user_id: string
    role: 'OWNER' | 'ADMIN' | 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER'
    status: 'ACTIVE' | 'INVITED'
    invited_name: string | null
    invitation_hash: string | null
    invitation_expires_at: Date | null
    by_company: Generated<boolean>
    created_at: Date
    updated_at: Date
  }
  search_words: {
    tenant_id: string
    list: string
    word: string
    entity_id: string
  }
  sessions: {
    id: string
    user_id: string
    tenant_id: string | null
    method: Generated<string>
    strong: Generated<boolean>
    sso_tenant_id: string | null
    browser: Generated<boolean>
    proven_at: Date | null
    last_used_at: Date | null
    address_prefix: string | null
    device: string | null
    created_at: Date
    expires_at: Date
    revoked_at: Date | null
  }
  tenants: {
    id: string
    name: string
    slug: string
    plan: 'STARTER' | 'PROFESSIONAL' | 'BUSINESS' | 'ENTERPRISE'
    tax_id: string | null
    contact_email: string | null
    locale: Generated<string>
    timezone: Generated<string>
    branding: Json<object | string | number | boolean>
    legal_gate: Generated<'warn' | 'enforce'>
    require_mfa: Generated<boolean>
    sso_enforced: Generated<boolean>
    session_hours: number | null
    answer_retention_days: Generated<number>
    siem_secret_sealed: string
    siem_previous_secret_sealed: string | null
    siem_previous_until: Date | null
    suspended_at: Date | null
    deletion_due_at: Date | null
    erasing_since: Date | null
    moving_until: Date | null
    moved_at: Date | null
    moved_to: string | null
    created_at: Date
    updated_at: Date
  }
  users: {
    id: string
    email: string
    name: string
    password_hash: string | null
    mailbox_proven_at: Date | null
    disabled_at: Date | null
    created_at: Date
    updated_at: Date
  }
  webhook_deliveries: {
    tenant_id: string
    id: string
    owner_type: string
    owner_id: string
    hook_id: string
    event: string
    url: string
    secret_sealed: string
    previous_secret_sealed: string | null
    signature_header: string
    delivery_header: string
    body: string
    traceparent: string | null
    order_key: string
    position: GeneratedAlways<number>
    status: 'PENDING' | 'DELIVERED' | 'FAILED'
    attempts: Generated<number>
    series_from: Generated<number>
    first_tried_at: Date | null
    last_status: number | null
    last_error: string | null
    next_attempt_at: Date | null
    claimed_until: Date | null
    delivered_at: Date | null
    created_at: Date
  }
}
