// Generated from the migrations: npm run check schema.
import type { Generated } from 'kysely'
import type { Json } from '#db/tables.ts'

declare module '#db/tables.gen.ts' {
  interface Columns {
    /** A view: Every privacy policy in force and the version of the law it was written under. */
    issued_privacy_policies: {
      tenant_id: string
      id: string
      name: string
      law_version: string
      issued_at: Date
    }
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
      law_version: Generated<string>
      gate_override: Json<object | string | number | boolean> | null
      published_at: Date | null
      published_by: string | null
      publish_notes: string | null
      drift_noticed_at: Date | null
      created_by: string | null
      updated_by: string | null
      created_at: Date
      updated_at: Date
    }
    /** A view: The privacy policy in force of each legal entity, the one in Spanish first. */
    published_privacy_policies: {
      tenant_id: string
      id: string
      legal_entity_id: string
      version: number
      published_at: Date
    }
    /** A view: What a search shows of a version of a privacy policy. */
    searchable_privacy_policies: {
      tenant_id: string
      id: string
      title: string
      subtitle: string | null
      state: string | null
      updated_at: Date
    }
  }
}
