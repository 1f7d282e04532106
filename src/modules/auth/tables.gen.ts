// Generated from the migrations: npm run check schema.
import type { Generated } from 'kysely'
import type { Json } from '#db/tables.ts'

declare module '#db/tables.gen.ts' {
  interface Columns {
    company_preferences: {
      tenant_id: string
      user_id: string
      content: Json<object | string | number | boolean>
      updated_at: Date
    }
    device_sign_ins: {
      device_hash: string
      user_code_hash: string
      device: string
      address_prefix: string | null
      created_at: Date
      expires_at: Date
      answer: 'approved' | 'refused' | null
      user_id: string | null
      session_id: string | null
    }
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
    passkey_challenges: {
      challenge_hash: string
      purpose: 'register' | 'sign_in' | 'second_factor' | 'sudo'
      holder: string | null
      expires_at: Date
    }
    passkeys: {
      id: string
      user_id: string
      credential_id: string
      public_key: string
      counter: number
      transports: string[]
      name: string
      backed_up: boolean
      created_at: Date
      last_used_at: Date | null
    }
    password_resets: {
      token_hash: string
      user_id: string
      expires_at: Date
    }
    pending_sign_ins: {
      token_hash: string
      user_id: string
      method: string
      tenant_id: string | null
      invitation_hash: string | null
      password_hash: string | null
      failures: Generated<number>
      expires_at: Date
    }
    preferences: {
      user_id: string
      content: Json<object | string | number | boolean>
      updated_at: Date
    }
    recovery_codes: {
      user_id: string
      code_hash: string
      spent_at: Date | null
    }
    refresh_tokens: {
      token_hash: string
      session_id: string
      tenant_id: string | null
      expires_at: Date
      spent_at: Date | null
      pair_sealed: string | null
    }
    scim_tokens: {
      tenant_id: string
      id: string
      name: string
      prefix: string
      token_hash: string
      expires_at: Date | null
      last_used_at: Date | null
      created_by: string | null
      created_at: Date
    }
    scim_users: {
      tenant_id: string
      id: string
      user_name: string
      email: string
      external_id: string | null
      display_name: string
      given_name: string | null
      family_name: string | null
      groups: string[]
      user_id: string | null
      created_at: Date
      updated_at: Date
    }
    sso_attempts: {
      tenant_id: string
      id: string
      state_hash: string
      browser_hash: string
      issuer: string
      client_id: string
      return_to: string
      client: 'console' | 'api'
      expires_at: Date
    }
    sso_identities: {
      tenant_id: string
      user_id: string
      issuer: string
      subject: string
      created_at: Date
      last_used_at: Date
    }
    sso_settings: {
      tenant_id: string
      enabled: boolean
      issuer: string
      client_id: string
      client_secret_sealed: string | null
      allowed_domains: string[]
      default_role: 'OWNER' | 'ADMIN' | 'DPO' | 'APPROVER' | 'ANALYST' | 'VIEWER'
      role_claim: string | null
      role_map: Json<object | string | number | boolean>
      confirmed_by_owner: boolean
      provider_set_at: Date
      created_at: Date
      updated_at: Date
    }
    totp_factors: {
      user_id: string
      secret_sealed: string
      last_step: number
      created_at: Date
      last_used_at: Date | null
    }
    totp_setups: {
      user_id: string
      secret_sealed: string
      expires_at: Date
    }
  }
}
