import type { Refine } from '#db/tables.ts'

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
  interface Refinements {
    contract_templates: Refine<'contract_templates', { variables: TemplateVariable[] }>
    contracts: Refine<'contracts', { signature: Signature }>
  }
}
