// Generated from the migrations: npm run check schema.

declare module '#db/tables.gen.ts' {
  interface Columns {
    files: {
      tenant_id: string
      id: string
      name: string
      content_type: string
      size_bytes: number
      sha256: string
      uploaded_by: string | null
      created_at: Date
    }
  }
}

export {}
