// Generated from the migrations: npm run check schema.

declare module '#db/tables.gen.ts' {
  interface Columns {
    /** A view: The activities that a site takes part in. */
    activities_of_domains: {
      tenant_id: string
      id: string
      domain_id: string
      activity_id: string
      role: 'COLLECTION' | 'STORAGE' | 'PROCESSING' | 'TRANSFER'
      created_at: Date
    }
    domain_activities: {
      tenant_id: string
      id: string
      domain_id: string
      activity_id: string
      role: 'COLLECTION' | 'STORAGE' | 'PROCESSING' | 'TRANSFER'
      created_at: Date
    }
    /** A view: Every site. Those that are public count in reports (contract 3.9). */
    domain_register: {
      tenant_id: string
      id: string
      url: string
      legal_entity_id: string
      is_active: boolean
      is_public: boolean
      created_at: Date
    }
    domains: {
      tenant_id: string
      id: string
      url: string
      url_key: string
      name: string
      legal_entity_id: string
      description: string | null
      environment: 'PRODUCTION' | 'STAGING' | 'DEVELOPMENT'
      is_active: boolean
      is_verified: boolean
      verified_at: Date | null
      verification_token: string
      created_at: Date
      updated_at: Date
    }
    /** A view: What a search shows of a domain. */
    searchable_domains: {
      tenant_id: string
      id: string
      title: string
      subtitle: string | null
      state: string | null
      updated_at: Date
    }
    /** A view: The sites in use that were proven to be the organisation's. */
    verified_domains: {
      tenant_id: string
      id: string
      url: string
    }
  }
}

export {}
