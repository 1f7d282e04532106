import type { At } from '#db/tables.ts'

declare module '#db/tables.ts' {
  interface Tables {
    files: {
      tenant_id: string
      id: string
      name: string
      content_type: string
      size_bytes: number
      sha256: string
      uploaded_by: string | null
      created_at: At
    }
  }
}
