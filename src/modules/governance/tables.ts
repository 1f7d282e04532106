import type { At } from '#db/tables.ts'
import type { Kind, Level, Status } from './rules.ts'

declare module '#db/tables.ts' {
  interface Tables {
    governance_reports: {
      tenant_id: string
      id: string
      kind: Kind
      title: string
      status: Status
      progress: number
      score: number | null
      level: Level | null
      content: Uint8Array | null
      content_type: string | null
      file_name: string | null
      error: string | null
      created_by: string | null
      created_at: At
      completed_at: At | null
    }
  }
}
