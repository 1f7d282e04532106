// Generated from the migrations: npm run check schema.
import type { Generated } from 'kysely'

declare module '#db/tables.gen.ts' {
  interface Columns {
    api_keys: {
      tenant_id: string
      id: string
      name: string
      prefix: string
      key_hash: string
      previous_hash: string | null
      previous_until: Date | null
      role: Generated<'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER'>
      scopes: string[]
      allowed_addresses: Generated<string[]>
      allowed_origins: Generated<string[]>
      requests_per_minute: number | null
      is_active: boolean
      expires_at: Date | null
      last_used_at: Date | null
      created_by: string | null
      created_at: Date
      updated_at: Date
    }
    signing_certificates: {
      tenant_id: string
      certificates: string
      private_key_sealed: string
      key_type: 'RSA' | 'EC'
      not_before: Date
      not_after: Date
      uploaded_by: string | null
      uploaded_by_name: string | null
      uploaded_at: Date
      reminded_at: Date | null
    }
    tenant_exports: {
      tenant_id: string
      id: string
      status: 'FAILED' | 'PENDING' | 'READY'
      parts: number
      size_bytes: number | null
      sha256: string | null
      row_count: number | null
      file_count: number | null
      error: string | null
      requested_by: string | null
      requested_by_name: string | null
      created_at: Date
      completed_at: Date | null
      expires_at: Date
    }
    webhook_subscriptions: {
      tenant_id: string
      id: string
      url: string
      events: string[]
      description: string | null
      secret_sealed: string
      previous_secret_sealed: string | null
      previous_until: Date | null
      is_active: boolean
      disabled_reason: 'failing' | 'gone' | null
      failing_since: Date | null
      created_by: string | null
      created_at: Date
      updated_at: Date
    }
  }
}
