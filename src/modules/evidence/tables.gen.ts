// Generated from the migrations: npm run check schema.
import type { Generated, GeneratedAlways } from 'kysely'

declare module '#db/tables.gen.ts' {
  interface Columns {
    evidence_chains: {
      tenant_id: string
      seq: number
      hash: string | null
    }
    evidence_entries: {
      tenant_id: string
      seq: number
      kind: 'audit' | 'consent' | 'request' | 'letter' | 'signature' | 'document' | 'imported' | 'erasure' | 'seal'
      entity_type: string
      entity_id: string
      at: Date
      payload_hash: string
      previous: string | null
      hash: string
      source: string | null
      row_id: string | null
      row_version: number | null
    }
    evidence_erasures: {
      tenant_id: string
      id: string
      source: string
      row_id: string
      row_version: number
      reason: string
      mark: string
      erased_at: Date
    }
    evidence_heads: {
      tenant_id: string
      seq: number
      hash: string
      at: Date
      kid: string
      signature: string
    }
    evidence_keys: {
      kid: string
      public_key: string
      private_sealed: string
      created_at: Date
      retired_at: Date | null
    }
    evidence_salts: {
      tenant_id: string
      seq: number
      salt: string
    }
    evidence_stamps: {
      tenant_id: string
      seq: number
      authority: string
      token: Uint8Array
      stamped_at: Date
      created_at: Date
    }
    evidence_waiting: {
      tenant_id: string
      id: GeneratedAlways<number>
      source: string
      row_id: string
      row_version: Generated<number>
      at: Generated<Date>
      imported: Generated<boolean>
    }
  }
}
