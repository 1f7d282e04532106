// Generated from the migrations: npm run check schema.

declare module '#db/tables.gen.ts' {
  interface Columns {
    api_keys: {
      tenant_id: string
      id: string
      name: string
      prefix: string
      key_hash: string
      scopes: string[]
      is_active: boolean
      expires_at: Date | null
      last_used_at: Date | null
      created_by: string | null
      created_at: Date
      updated_at: Date
    }
  }
}

export {}
