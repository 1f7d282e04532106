// Generated from the migrations: npm run check schema.
import type { Generated } from 'kysely'
import type { Json } from '#db/tables.ts'

declare module '#db/tables.gen.ts' {
  interface Columns {
    connector_runs: {
      tenant_id: string
      id: string
      connector_id: string
      task_id: string
      request_id: string
      right_type: string
      status: 'pending' | 'running' | 'waiting' | 'done' | 'failed'
      writes: boolean
      attempts: number
      next_attempt_at: Date | null
      claimed_until: Date | null
      started_at: Date | null
      ended_at: Date | null
      row_count: number | null
      byte_count: number | null
      error: string | null
      file_id: string | null
      callback_hash: string | null
      callback_expires_at: Date | null
      created_at: Date
      updated_at: Date
    }
    connectors: {
      tenant_id: string
      id: string
      name: string
      system_id: string
      kind: 'postgresql' | 'mysql' | 'https'
      config: Json<object | string | number | boolean>
      secret_sealed: string | null
      queries: Json<object | string | number | boolean>
      changed_by: string | null
      changed_by_name: string | null
      changed_at: Date
      approved_by: string | null
      approved_by_name: string | null
      approved_at: Date | null
      self_approved: Generated<boolean>
      created_at: Date
      updated_at: Date
    }
  }
}
