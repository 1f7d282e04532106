import type { HeldOverride } from '#db/legal-gate.ts'
import type { Refine } from '#db/tables.ts'
import type { LegalFinding } from '#kernel/legal-checks.ts'

export interface TemplateVariable {
  key: string
  label: string
  description?: string
}

/** Proof of a signature: signer, time, origin and text. */
export interface Signature {
  /** `paper`: signed outside the service, with a copy stored as a file. */
  method: 'internal' | 'link' | 'paper'
  name: string
  rut: string | null
  contentHash: string
  /** The signer declared authority to sign for the processor. */
  declaredAuthority?: boolean
  /** The signer entered a code sent to their mailbox just before. */
  mailboxProven?: boolean
  address: string | null
  /** The copy with the signatures. */
  file?: { key: string; name: string; sha256: string }
}

/** The other party's refusal to sign. */
export interface Refusal {
  name: string
  reason: string
  at: string
}

/** Sending a contract signs it for the organisation. */
export interface OrganisationSignature {
  name: string
  /** «Gerente general», as the person wrote it. */
  position: string | null
  contentHash: string
  /** The signer declared authority to sign for the organisation. */
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
