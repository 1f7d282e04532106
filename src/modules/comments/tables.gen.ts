// Generated from the migrations: npm run check schema.
import type { Generated } from 'kysely'

declare module '#db/tables.gen.ts' {
  interface Columns {
    comments: {
      tenant_id: string
      id: string
      entity_type: string
      entity_id: string
      text: string
      author_id: string | null
      author_name: string | null
      mentions: Generated<string[]>
      created_at: Date
    }
  }
}
