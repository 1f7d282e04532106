import type { HeldOverride } from '#db/legal-gate.ts'
import type { Refine } from '#db/tables.ts'
import type { LegalFinding } from '#kernel/legal-checks.ts'

export interface TemplateVariable {
  key: string
  label: string
  description?: string
}

/** What proves a signature: who, when, from where, and which text. */
export interface Signature {
  /** `paper`: signed outside the service, and the copy is kept as a file. */
  method: 'internal' | 'link' | 'paper'
  name: string
  rut: string | null
  contentHash: string
  /** Declared to be entitled to sign for the processor. */
  declaredAuthority?: boolean
  /** Typed a code that was sent to the signer's mailbox just then. */
  mailboxProven?: boolean
  address: string | null
  /** The copy that carries the signatures. */
  file?: { key: string; name: string; sha256: string }
}

/** The other party would not sign. */
export interface Refusal {
  name: string
  reason: string
  at: string
}

/** Sending a contract signs it for the organisation. */
export interface OrganisationSignature {
  name: string
  /** «Gerente general», as the person said. */
  position: string | null
  contentHash: string
  /** Declared to be entitled to sign for the organisation. */
  declaredAuthority: boolean
}

declare module '#db/tables.ts' {
  interface Refinements {
    contract_templates: Refine<'contract_templates', { variables: TemplateVariable[] }>
    contracts: Refine<
      'contracts',
      {
        signature: Signature
        organisation_signature: OrganisationSignature
        refusal: Refusal
        findings: LegalFinding[]
        gate_override: HeldOverride
      }
    >
  }
}
