// Generated from the migrations: npm run check schema.
import type { Json } from '#db/tables.ts'

declare module '#db/tables.gen.ts' {
  interface Columns {
    privacy_policies: {
      tenant_id: string
      id: string
      legal_entity_id: string
      entity_name: string
      version: number
      status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
      language: 'es' | 'en'
      content: Json<object | string | number | boolean>
      custom_sections: Json<object | string | number | boolean>
      custom_title: string | null
      custom_intro: string | null
      sources: Json<object | string | number | boolean>
      published_at: Date | null
      published_by: string | null
      publish_notes: string | null
      created_by: string | null
      updated_by: string | null
      created_at: Date
      updated_at: Date
      gate_override: Json<object | string | number | boolean> | null
    }
    /** A view: The privacy policy in force of each legal entity, the one in Spanish first. */
    published_privacy_policies: {
      tenant_id: string
      id: string
      legal_entity_id: string
      version: number
      published_at: Date
    }
  }
}
