// Generated from the migrations: npm run check schema.

declare module '#db/tables.gen.ts' {
  interface Columns {
    data_flows: {
      tenant_id: string
      id: string
      source_system_id: string
      target_system_id: string
      description: string | null
      data_categories: string[]
      is_international: boolean
      safeguards: string | null
      created_at: Date
    }
    /** A view: Every flow of data and the system it ends in. */
    flow_register: {
      tenant_id: string
      id: string
      description: string | null
      target_system_id: string
      is_international: boolean
      safeguards: string | null
    }
    /** A view: What a search shows of a system. */
    searchable_systems: {
      tenant_id: string
      id: string
      title: string
      subtitle: string | null
      state: string | null
      updated_at: Date
    }
    /** A view: Every system: where it is hosted, who runs it and what it holds. */
    system_register: {
      tenant_id: string
      id: string
      name: string
      owner: string | null
      owner_email: string | null
      hosting_country: string | null
      processor_id: string | null
      data_categories: string[]
      security_measures: string[]
    }
    systems: {
      tenant_id: string
      id: string
      name: string
      type: string
      description: string | null
      owner: string | null
      owner_email: string | null
      hosting_type: string | null
      hosting_country: string | null
      vendor: string | null
      processor_id: string | null
      data_categories: string[]
      has_sensitive_data: boolean
      security_measures: string[]
      contract_status: string | null
      contract_expiry: string | null
      has_dpa_clause: boolean
      created_at: Date
      updated_at: Date
    }
  }
}

export {}
