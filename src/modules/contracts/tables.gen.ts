// Generated from the migrations: npm run check schema.
import type { Generated } from 'kysely'
import type { Json } from '#db/tables.ts'

declare module '#db/tables.gen.ts' {
  interface Columns {
    /** A view: Every contract as it is stored. A signed one expires at the instant of its end. */
    contract_register: {
      tenant_id: string
      id: string
      legal_entity_id: string
      type: 'DPA' | 'CCT' | 'ADDENDUM'
      status: 'DRAFT' | 'SENT' | 'SIGNED' | 'TERMINATED'
      processor_id: string
      version: number
      signer_name: string | null
      signed_at: Date | null
      expires_at: Date | null
      terminated_at: Date | null
      content: string
      created_at: Date
      is_renewed: boolean
    }
    contract_reminders: {
      tenant_id: string
      contract_id: string
      days_before: number
      sent_at: Date
    }
    contract_templates: {
      tenant_id: string
      id: string
      name: string
      type: 'DPA' | 'CCT' | 'ADDENDUM'
      content: string
      variables: Json<object | string | number | boolean>
      is_system: boolean
      created_at: Date
      updated_at: Date
    }
    contracts: {
      tenant_id: string
      id: string
      legal_entity_id: Generated<string>
      type: 'DPA' | 'CCT' | 'ADDENDUM'
      status: 'DRAFT' | 'SENT' | 'SIGNED' | 'TERMINATED'
      processor_id: string
      activity_id: string | null
      activity_ids: string[]
      template_id: string | null
      content: string
      drafted: string | null
      gap_labels: Generated<string[]>
      law_version: Generated<string>
      findings: Json<object | string | number | boolean> | null
      gate_override: Json<object | string | number | boolean> | null
      version: number
      previous_contract_id: string | null
      signer_name: string | null
      signer_email: string | null
      signer_rut: string | null
      organisation_signature: Json<object | string | number | boolean> | null
      sent_at: Date | null
      reminded_at: Date | null
      reminders: Generated<number>
      signed_at: Date | null
      signature: Json<object | string | number | boolean> | null
      refusal: Json<object | string | number | boolean> | null
      expires_at: Date | null
      terminated_at: Date | null
      signing_token_hash: string | null
      signing_expires_at: Date | null
      review_at: string | null
      review_announced: string | null
      created_at: Date
      updated_at: Date
    }
    /** A view: Every contract that is out for signature or signed, and the version of the law it was written under. */
    issued_contracts: {
      tenant_id: string
      id: string
      type: 'DPA' | 'CCT' | 'ADDENDUM'
      processor_id: string
      law_version: string
      issued_at: Date
      expires_at: Date | null
    }
    /** A view: What a search shows of a contract. */
    searchable_contracts: {
      tenant_id: string
      id: string
      processor_id: string
      title: string
      subtitle: string | null
      state: string | null
      updated_at: Date
    }
    signing_codes: {
      tenant_id: string
      id: string
      contract_id: string
      mailbox_hash: string
      code_hash: string
      tries: number
      expires_at: Date
      created_at: Date
    }
  }
}
