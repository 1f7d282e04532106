// Generated from the migrations: npm run check schema.

declare module '#db/tables.gen.ts' {
  interface Columns {
    time_entries: {
      tenant_id: string
      id: string
      user_id: string
      user_name: string | null
      worked_on: string
      minutes: number
      what: string
      created_at: Date
      updated_at: Date
    }
  }
}

export {}
