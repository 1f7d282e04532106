// Generated from the migrations: npm run check schema.
import type { Json } from '#db/tables.ts'

declare module '#db/tables.gen.ts' {
  interface Columns {
    cookie_scan_settings: {
      tenant_id: string
      monthly: boolean
      updated_at: Date
    }
    cookie_scans: {
      tenant_id: string
      id: string
      domain_id: string
      domain_url: string
      status: 'DONE' | 'FAILED' | 'PENDING' | 'RUNNING'
      cause: 'manual' | 'monthly'
      mode: 'browser' | 'static' | null
      progress: number
      banner: boolean | null
      pages: Json<object | string | number | boolean>
      items: Json<object | string | number | boolean>
      notes: Json<object | string | number | boolean>
      findings: Json<object | string | number | boolean>
      early_count: number
      undeclared_count: number
      error: string | null
      requested_by: string | null
      created_at: Date
      updated_at: Date
      started_at: Date | null
      completed_at: Date | null
    }
    /** A view: What the last visit to each site found. */
    scanned_domains: {
      tenant_id: string
      domain_id: string
      early_count: number
      undeclared_count: number
      completed_at: Date
    }
  }
}
