// Generated from the migrations: npm run check schema.

declare module '#db/tables.gen.ts' {
  interface Columns {
    portal_codes: {
      tenant_id: string
      id: string
      person_hash: string
      mailbox_hash: string
      code_hash: string
      tries: number
      expires_at: Date
      created_at: Date
    }
    portal_sessions: {
      tenant_id: string
      token_hash: string
      rut: string
      email: string
      expires_at: Date
    }
  }
}

export {}
