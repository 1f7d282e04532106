// Generated from the migrations: npm run check schema.
import type { Json } from '#db/tables.ts'

declare module '#db/tables.gen.ts' {
  interface Columns {
    import_headings: {
      tenant_id: string
      target: string
      heading: string
      field: string | null
      updated_at: Date
    }
    imports: {
      tenant_id: string
      id: string
      target: 'activities' | 'systems' | 'processors' | 'departments' | 'requests'
      status: 'PENDING' | 'READY' | 'APPLYING' | 'DONE' | 'FAILED'
      progress: number
      file_name: string
      size_bytes: number
      sha256: string
      parts: number
      dry_run: boolean
      chosen: Json<object | string | number | boolean>
      mapping: Json<object | string | number | boolean>
      outcomes: Json<object | string | number | boolean>
      totals: Json<object | string | number | boolean> | null
      error: string | null
      actor: Json<object | string | number | boolean>
      created_by: string | null
      created_at: Date
      updated_at: Date
      completed_at: Date | null
    }
  }
}
