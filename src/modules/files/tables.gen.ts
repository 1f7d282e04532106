// Generated from the migrations: npm run check schema.
import type { Generated } from 'kysely'

declare module '#db/tables.gen.ts' {
  interface Columns {
    files: {
      tenant_id: string
      id: string
      name: string
      content_type: string
      size_bytes: number
      sha256: string
      entity_type: string | null
      entity_id: string | null
      kind: string | null
      uploaded_by: string | null
      created_at: Date
    }
    public_uploads: {
      tenant_id: string
      id: string
      key_hash: string
      name: string
      takes_data: Generated<boolean>
      address_prefix: string | null
      file_id: string | null
      content_type: string | null
      size_bytes: number | null
      sha256: string | null
      stored_at: Date | null
      taken_at: Date | null
      created_at: Date
      expires_at: Date
    }
    /** A view: What a search shows of an uploaded file. */
    searchable_files: {
      tenant_id: string
      id: string
      title: string
      subtitle: string | null
      state: string | null
      updated_at: Date
    }
  }
}
