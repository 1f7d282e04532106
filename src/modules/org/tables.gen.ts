// Generated from the migrations: npm run check schema.
import type { Generated } from 'kysely'

declare module '#db/tables.gen.ts' {
  interface Columns {
    departments: {
      tenant_id: string
      id: string
      legal_entity_id: string
      parent_id: string | null
      name: string
      description: string | null
      head_name: string | null
      head_email: string | null
      is_archived: Generated<boolean>
      created_at: Date
      updated_at: Date
    }
    /** A view: Every legal entity and how to reach it. */
    entity_register: {
      tenant_id: string
      id: string
      name: string
      tax_id: string | null
      is_active: boolean
      is_public_body: boolean
      essential_service: boolean
      legal_rep_name: string | null
      postal_address: string | null
      arco_public_email: string | null
      dpo_name: string | null
      dpo_email: string | null
      has_dpo: boolean
      created_at: Date
    }
    legal_entities: {
      tenant_id: string
      id: string
      workspace_id: string
      name: string
      tax_id: string | null
      legal_rep_name: string | null
      legal_rep_email: string | null
      dpo_user_id: string | null
      dpo_name: string | null
      dpo_email: string | null
      postal_address: string | null
      arco_public_email: string | null
      is_public_body: Generated<boolean>
      essential_service: Generated<boolean>
      is_active: Generated<boolean>
      created_at: Date
      updated_at: Date
    }
    /** A view: What a search shows of a department that was not archived. */
    searchable_departments: {
      tenant_id: string
      id: string
      title: string
      subtitle: string | null
      state: string | null
      updated_at: Date
    }
    /** A view: What a search shows of a legal entity. */
    searchable_entities: {
      tenant_id: string
      id: string
      title: string
      subtitle: string | null
      state: string | null
      updated_at: Date
    }
    workspaces: {
      tenant_id: string
      id: string
      name: string
      description: string | null
      created_at: Date
      updated_at: Date
    }
  }
}
