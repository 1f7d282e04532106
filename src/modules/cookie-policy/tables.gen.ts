// Generated from the migrations: npm run check schema.
import type { Generated } from 'kysely'
import type { Json } from '#db/tables.ts'

declare module '#db/tables.gen.ts' {
  interface Columns {
    cookie_policies: {
      tenant_id: string
      id: string
      legal_entity_id: string
      entity_name: string
      domain_id: string | null
      scope_id: string
      version: number
      status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
      language: 'es' | 'en'
      content: Json<object | string | number | boolean>
      cookies: Json<object | string | number | boolean>
      custom_sections: Json<object | string | number | boolean>
      custom_title: string | null
      custom_intro: string | null
      law_version: Generated<string>
      gate_override: Json<object | string | number | boolean> | null
      published_at: Date | null
      published_by: string | null
      publish_notes: string | null
      created_by: string | null
      updated_by: string | null
      created_at: Date
      updated_at: Date
    }
    /** A view: Every cookie policy in force and the version of the law it was written under. */
    issued_cookie_policies: {
      tenant_id: string
      id: string
      name: string
      law_version: string
      issued_at: Date
    }
    /** A view: The cookie policy in force of each site, or of all sites of an entity. */
    published_cookie_policies: {
      tenant_id: string
      id: string
      scope_id: string
      version: number
      published_at: Date
    }
    /** A view: What a search shows of a version of a cookie policy. */
    searchable_cookie_policies: {
      tenant_id: string
      id: string
      title: string
      subtitle: string | null
      state: string | null
      updated_at: Date
    }
  }
}
