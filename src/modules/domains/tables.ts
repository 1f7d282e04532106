import type { At } from '#db/tables.ts'
import type { Environment, LinkRole } from './rules.ts'

declare module '#db/tables.ts' {
  interface Tables {
    domains: {
      tenant_id: string
      id: string
      url: string
      url_key: string
      name: string
      legal_entity_id: string
      description: string | null
      environment: Environment
      is_active: boolean
      is_verified: boolean
      verified_at: At | null
      verification_token: string
      created_at: At
      updated_at: At
    }
    domain_activities: {
      tenant_id: string
      id: string
      domain_id: string
      activity_id: string
      role: LinkRole
      created_at: At
    }
  }
}
