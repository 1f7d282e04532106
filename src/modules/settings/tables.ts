import type { At } from '#db/tables.ts'

declare module '#db/tables.ts' {
  interface Tables {
    api_keys: {
      tenant_id: string
      id: string
      name: string
      prefix: string
      key_hash: string
      scopes: string[]
      is_active: boolean
      expires_at: At | null
      last_used_at: At | null
      created_by: string | null
      created_at: At
      updated_at: At
    }
  }
}
