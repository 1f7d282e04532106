import type { At } from '#db/tables.ts'

declare module '#db/tables.ts' {
  interface Tables {
    workspaces: {
      tenant_id: string
      id: string
      name: string
      description: string | null
      created_at: At
      updated_at: At
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
      is_active: boolean
      created_at: At
      updated_at: At
    }
    departments: {
      tenant_id: string
      id: string
      legal_entity_id: string
      parent_id: string | null
      name: string
      description: string | null
      is_archived: boolean
      created_at: At
      updated_at: At
    }
  }
}
