import type { At, Json } from '#db/tables.ts'
import type { CustomSections, Language, Sections, State } from '#modules/privacy-policy/public.ts'
import type { Cookie } from './rules.ts'

declare module '#db/tables.ts' {
  interface Tables {
    cookie_policies: {
      tenant_id: string
      id: string
      legal_entity_id: string
      entity_name: string
      domain_id: string | null
      /** The domain, also once that is gone, or the entity when the policy covers all its sites. */
      scope_id: string
      version: number
      status: State
      language: Language
      content: Json<Sections>
      cookies: Json<Cookie[]>
      custom_sections: Json<CustomSections>
      custom_title: string | null
      custom_intro: string | null
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
