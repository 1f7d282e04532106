import type { At } from '#db/tables.ts'

declare module '#db/tables.ts' {
  interface Tables {
    systems: {
      tenant_id: string
      id: string
      name: string
      type: string
      description: string | null
      owner: string | null
      hosting_type: string | null
      hosting_country: string | null
      vendor: string | null
      processor_id: string | null
      data_categories: string[]
      has_sensitive_data: boolean
      security_measures: string[]
      contract_status: string | null
      /** YYYY-MM-DD */
      contract_expiry: string | null
      has_dpa_clause: boolean
      created_at: At
      updated_at: At
    }
    data_flows: {
      tenant_id: string
      id: string
      source_system_id: string
      target_system_id: string
      description: string | null
      data_categories: string[]
      is_international: boolean
      safeguards: string | null
      created_at: At
    }
  }
}
