// Generated from the migrations: npm run check schema.

declare module '#db/tables.gen.ts' {
  interface Columns {
    known_devices: {
      token_hash: string
      user_id: string
      returned: boolean
      seen_at: Date
      expires_at: Date
    }
    login_failures: {
      id: string
      email_hash: string
      device_hash: string | null
      mailed: boolean
      failed_at: Date
    }
    password_resets: {
      token_hash: string
      user_id: string
      expires_at: Date
    }
    refresh_tokens: {
      token_hash: string
      session_id: string
      expires_at: Date
      spent_at: Date | null
      pair_sealed: string | null
    }
  }
}

export {}
