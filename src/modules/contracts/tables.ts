import type { At, Json } from '#db/tables.ts'
import type { ContractType, StoredStatus } from './rules.ts'

export interface TemplateVariable {
  key: string
  label: string
  description?: string
}

/** What proves a signature: who, when, from where, and which text. */
export interface Signature {
  method: 'internal' | 'link'
  name: string
  rut: string | null
  contentHash: string
  address: string | null
}

declare module '#db/tables.ts' {
  interface Tables {
    contract_templates: {
      tenant_id: string
      id: string
      name: string
      type: ContractType
      content: string
      variables: Json<TemplateVariable[]>
      is_system: boolean
      created_at: At
      updated_at: At
    }
    contracts: {
      tenant_id: string
      id: string
      type: ContractType
      status: StoredStatus
      processor_id: string
      activity_id: string | null
      activity_ids: string[]
      template_id: string | null
      content: string
      version: number
      previous_contract_id: string | null
      signer_name: string | null
      signer_email: string | null
      signer_rut: string | null
      sent_at: At | null
      signed_at: At | null
      signature: Json<Signature | null>
      expires_at: At | null
      terminated_at: At | null
      signing_token_hash: string | null
      signing_expires_at: At | null
      created_at: At
      updated_at: At
    }
    contract_reminders: {
      tenant_id: string
      contract_id: string
      days_before: number
      sent_at: At
    }
  }
}
