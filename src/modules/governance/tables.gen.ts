// Generated from the migrations: npm run check schema.
import type { Generated } from 'kysely'

declare module '#db/tables.gen.ts' {
  interface Columns {
    governance_reports: {
      tenant_id: string
      id: string
      kind: 'REPORT' | 'INSPECTION'
      title: string
      status: 'PENDING' | 'READY' | 'FAILED'
      progress: number
      score: number | null
      level: 'low' | 'medium' | 'high' | null
      law_version: Generated<string>
      content: Uint8Array | null
      parts: Generated<number>
      size_bytes: number | null
      sha256: string | null
      content_type: string | null
      file_name: string | null
      error: string | null
      created_by: string | null
      created_at: Date
      completed_at: Date | null
    }
    law_reviews: {
      tenant_id: string
      law_version: string
      outdated: number
      reviewed_at: Date
    }
    score_history: {
      tenant_id: string
      day: string
      score: number
    }
  }
}
