// Generated from the migrations: npm run check schema.

declare module '#db/tables.gen.ts' {
  interface Columns {
    processor_checks: {
      tenant_id: string
      processor_id: string
      key: string
      outcome: 'YES' | 'NO' | 'NOT_APPLICABLE'
      note: string | null
      checked_on: string
      checked_by: string | null
      file_keys: string[]
      updated_at: Date
    }
    /** A view: Every processor and until when its contract is signed. */
    processor_register: {
      tenant_id: string
      id: string
      name: string
      tax_id: string | null
      country: string | null
      contact_name: string | null
      contact_email: string | null
      services: string | null
      dpa_status: 'NONE' | 'PENDING' | 'SIGNED' | 'EXPIRED'
      dpa_valid_until: Date | null
      signed_until: Date
      review_at: string | null
      source: 'manual' | 'system'
      created_at: Date
      updated_at: Date
    }
    processors: {
      tenant_id: string
      id: string
      name: string
      name_folded: string
      tax_id: string | null
      country: string | null
      contact_name: string | null
      contact_email: string | null
      services: string | null
      dpa_status: 'NONE' | 'PENDING' | 'SIGNED' | 'EXPIRED'
      dpa_valid_until: Date | null
      review_at: string | null
      review_announced: string | null
      source: 'manual' | 'system'
      created_at: Date
      updated_at: Date
    }
    /** A view: What a search shows of a processor. */
    searchable_processors: {
      tenant_id: string
      id: string
      title: string
      subtitle: string | null
      state: string | null
      updated_at: Date
    }
    sub_processors: {
      tenant_id: string
      id: string
      processor_id: string
      name: string
      name_folded: string
      country: string | null
      services: string | null
      authorisation: 'PENDING' | 'AUTHORISED' | 'REFUSED'
      authorised_on: string | null
      file_key: string | null
      note: string | null
      created_at: Date
      updated_at: Date
    }
  }
}

export {}
