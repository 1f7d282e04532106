import type { At } from '#db/tables.ts'

declare module '#db/tables.ts' {
  interface Tables {
    portal_codes: {
      tenant_id: string
      id: string
      person_hash: string
      /** The email alone. */
      mailbox_hash: string | null
      code_hash: string
      tries: number
      expires_at: At
      created_at: At
    }
    portal_sessions: {
      tenant_id: string
      token_hash: string
      rut: string
      email: string
      expires_at: At
    }
  }
}
