import type { At } from '#db/tables.ts'
import type { DpaStatus, Source } from './rules.ts'

declare module '#db/tables.ts' {
  interface Tables {
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
      dpa_status: DpaStatus
      /** The end of the signed contract: from that instant on the status reads EXPIRED. */
      dpa_valid_until: At | null
      source: Source
      created_at: At
      updated_at: At
    }
  }
}
