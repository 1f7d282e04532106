import type { EntryKind } from '#kernel/evidence/entry.ts'
import type { Role } from '#kernel/roles.ts'

/** How a column is written in JSON: as text, as an instant in UTC with microseconds, or unchanged. */
type Form = 'text' | 'time' | 'json' | 'plain'

/** A table whose rows are entries of the chain. */
export interface Source {
  readonly table: string
  readonly kind: Exclude<EntryKind, 'imported' | 'seal'>
  readonly entityType: string
  /** People get a receipt of it. Anybody with its id may see that it is in the chain, and since when. */
  readonly receipt?: true
  /** Who may read the row itself: members from this role on, and keys with this module's scope. */
  readonly reads: { readonly role: Role; readonly module: string }
  readonly id: string
  /** The column with the version of the record. */
  readonly version?: string
  /**
   * The columns that are hashed: those that never change once the row is in the chain. Nulls are left out, so a column added
   * later keeps old hashes valid as long as it is null in old rows.
   */
  readonly columns: Readonly<Record<string, Form>>
  /** The condition on which a row enters the chain. Without it all rows enter at once. */
  readonly when?: string
  /**
   * Columns of other tables that refer to the row: an erasure by law deletes those rows or clears the column. Without this
   * list the law cannot erase the row.
   */
  readonly erasedWith?: readonly { table: string; column: string; act: 'delete' | 'clear' }[]
}

const VERSION = {
  version: 'plain',
  content: 'json',
  content_hash: 'text',
  published_by: 'text',
  published_at: 'time',
} as const

const POLICY = {
  id: 'text',
  legal_entity_id: 'text',
  entity_name: 'text',
  version: 'plain',
  language: 'text',
  content: 'json',
  custom_sections: 'json',
  custom_title: 'text',
  custom_intro: 'text',
  published_at: 'time',
  published_by: 'text',
  publish_notes: 'text',
  law_version: 'text',
} as const

/** All sources of the chain. `sources.test.ts` compares the list with the schema. */
export const SOURCES: readonly Source[] = [
  {
    table: 'audit_log',
    kind: 'audit',
    entityType: 'audit_log',
    reads: { role: 'ADMIN', module: 'settings' },
    id: 'id',
    columns: {
      id: 'text',
      actor_type: 'text',
      actor_id: 'text',
      actor_name: 'text',
      action: 'text',
      entity_type: 'text',
      entity_id: 'text',
      changes: 'json',
      request_id: 'text',
      address_prefix: 'text',
      created_at: 'time',
    },
    erasedWith: [],
  },
  {
    table: 'consent_records',
    kind: 'consent',
    entityType: 'consent_record',
    reads: { role: 'VIEWER', module: 'consent' },
    receipt: true,
    id: 'id',
    columns: {
      id: 'text',
      notice_id: 'text',
      notice_version: 'plain',
      content_hash: 'text',
      subject_ref: 'text',
      decisions: 'json',
      action: 'text',
      granted: 'plain',
      source: 'text',
      url: 'text',
      user_agent: 'text',
      ip_hash: 'text',
      receipt: 'text',
      proven_by: 'text',
      signal: 'text',
      language: 'text',
      client_key: 'text',
      is_effective: 'plain',
      created_at: 'time',
    },
    erasedWith: [{ table: 'consent_confirmations', column: 'notice_record_id', act: 'delete' }],
  },
  {
    table: 'consent_form_records',
    kind: 'consent',
    entityType: 'consent_form_record',
    reads: { role: 'VIEWER', module: 'consent' },
    receipt: true,
    id: 'id',
    columns: {
      id: 'text',
      template_id: 'text',
      template_version: 'plain',
      content_hash: 'text',
      subject_ref: 'text',
      granted: 'plain',
      source: 'text',
      values: 'json',
      representative: 'json',
      channel: 'text',
      evidence: 'json',
      recorded_by: 'text',
      user_agent: 'text',
      ip_hash: 'text',
      receipt: 'text',
      occurred_at: 'time',
      proven_by: 'text',
      is_effective: 'plain',
      created_at: 'time',
    },
    erasedWith: [{ table: 'consent_confirmations', column: 'record_id', act: 'delete' }],
  },
  {
    table: 'dsar_requests',
    kind: 'request',
    entityType: 'dsar_request',
    reads: { role: 'VIEWER', module: 'dsar' },
    receipt: true,
    id: 'id',
    columns: {
      id: 'text',
      folio_number: 'text',
      source: 'text',
      channel: 'text',
      right_type: 'text',
      subject_name: 'text',
      subject_email: 'text',
      subject_rut: 'text',
      subject_phone: 'text',
      description: 'text',
      is_representative: 'plain',
      representative_name: 'text',
      representative_rut: 'text',
      representative_relation: 'text',
      heir_name: 'text',
      heir_relation: 'text',
      subtype: 'text',
      subtype_detail: 'text',
      specific_data: 'json',
      portability_target: 'text',
      portability_format: 'text',
      created_at: 'time',
    },
  },
  {
    table: 'dsar_letters',
    kind: 'letter',
    entityType: 'dsar_letter',
    reads: { role: 'VIEWER', module: 'dsar' },
    receipt: true,
    id: 'id',
    columns: {
      id: 'text',
      request_id: 'text',
      kind: 'text',
      recipient: 'text',
      subject: 'text',
      body_text: 'text',
      sent_at: 'time',
      law_version: 'text',
      on_paper: 'plain',
      created_at: 'time',
    },
    erasedWith: [{ table: 'dsar_recipients', column: 'letter_id', act: 'clear' }],
  },
  {
    table: 'contracts',
    kind: 'signature',
    entityType: 'contract',
    reads: { role: 'VIEWER', module: 'contracts' },
    receipt: true,
    id: 'id',
    when: 'signature is not null',
    columns: {
      id: 'text',
      type: 'text',
      legal_entity_id: 'text',
      processor_id: 'text',
      content: 'text',
      version: 'plain',
      previous_contract_id: 'text',
      signer_name: 'text',
      signer_email: 'text',
      signer_rut: 'text',
      sent_at: 'time',
      signed_at: 'time',
      signature: 'json',
      organisation_signature: 'json',
      law_version: 'text',
    },
  },
  {
    table: 'consent_notice_versions',
    kind: 'document',
    entityType: 'consent_notice',
    reads: { role: 'VIEWER', module: 'consent' },
    id: 'notice_id',
    version: 'version',
    columns: { notice_id: 'text', ...VERSION },
  },
  {
    table: 'consent_template_versions',
    kind: 'document',
    entityType: 'consent_template',
    reads: { role: 'VIEWER', module: 'consent' },
    id: 'template_id',
    version: 'version',
    columns: { template_id: 'text', ...VERSION },
  },
  {
    table: 'privacy_policies',
    kind: 'document',
    entityType: 'privacy_policy',
    reads: { role: 'VIEWER', module: 'privacy-policy' },
    id: 'id',
    when: 'published_at is not null',
    columns: POLICY,
  },
  {
    table: 'cookie_policies',
    kind: 'document',
    entityType: 'cookie_policy',
    reads: { role: 'VIEWER', module: 'cookie-policy' },
    id: 'id',
    when: 'published_at is not null',
    columns: { ...POLICY, cookies: 'json' },
  },
  {
    table: 'evidence_erasures',
    kind: 'erasure',
    entityType: 'erasure',
    reads: { role: 'ADMIN', module: 'settings' },
    id: 'id',
    columns: {
      mark: 'text',
      id: 'text',
      source: 'text',
      row_id: 'text',
      row_version: 'plain',
      reason: 'text',
      erased_at: 'time',
    },
  },
]

const BY_TABLE = new Map(SOURCES.map((source) => [source.table, source]))
const BY_TYPE = new Map(SOURCES.map((source) => [source.entityType, source]))

export const sourceOfTable = (table: string): Source | undefined => BY_TABLE.get(table)
export const sourceOfType = (entityType: string): Source | undefined => BY_TYPE.get(entityType)
