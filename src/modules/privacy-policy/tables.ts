import type { At, Json } from '#db/tables.ts'
import type { CustomSections, Language, Sections } from './document/rules.ts'
import type { Sources } from './drift.ts'
import type { State } from './rules.ts'

declare module '#db/tables.ts' {
  interface Tables {
    privacy_policies: {
      tenant_id: string
      id: string
      legal_entity_id: string
      entity_name: string
      version: number
      status: State
      language: Language
      content: Json<Sections>
      custom_sections: Json<CustomSections>
      custom_title: string | null
      custom_intro: string | null
      sources: Json<Sources>
      published_at: At | null
      published_by: string | null
      publish_notes: string | null
      created_by: string | null
      updated_by: string | null
      created_at: At
      updated_at: At
    }
  }
}
