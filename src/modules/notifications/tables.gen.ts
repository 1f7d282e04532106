// Generated from the migrations: npm run check schema.

declare module '#db/tables.gen.ts' {
  interface Columns {
    notification_choices: {
      tenant_id: string
      user_id: string
      type: string
      choice: 'now' | 'digest' | 'off'
    }
    notifications: {
      tenant_id: string
      id: string
      user_id: string
      event_id: string
      type: string
      entity_type: string
      entity_id: string
      title: string
      text: string
      due_at: Date | null
      created_at: Date
      read_at: Date | null
      mailed_at: Date | null
      in_digest: boolean
    }
  }
}

export {}
