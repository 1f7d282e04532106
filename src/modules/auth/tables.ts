import type { At } from '#db/tables.ts'

declare module '#db/tables.ts' {
  interface Tables {
    sessions: {
      id: string
      user_id: string
      tenant_id: string | null
      created_at: At
      expires_at: At
      revoked_at: At | null
    }
    refresh_tokens: {
      token_hash: string
      session_id: string
      expires_at: At
      spent_at: At | null
    }
    password_resets: {
      token_hash: string
      user_id: string
      expires_at: At
    }
    login_failures: {
      id: string
      email_hash: string
      failed_at: At
    }
  }
}
