// Generated from the migrations: npm run check schema.
import type { Json } from '#db/tables.ts'

declare module '#db/tables.gen.ts' {
  interface Columns {
    questionnaire_answers: {
      tenant_id: string
      id: string
      questionnaire_id: string
      version: number
      name: string
      email: string
      department_id: string | null
      due_on: string
      status: 'sent' | 'started' | 'submitted' | 'returned' | 'revoked'
      key_hash: string | null
      expires_at: Date
      answers: Json<object | string | number | boolean>
      asked: number
      answered: number
      note: string | null
      reminded_on: string | null
      requested_by: string | null
      saved_at: Date | null
      submitted_at: Date | null
      read_at: Date | null
      read_by: string | null
      created_at: Date
      updated_at: Date
    }
    questionnaire_sources: {
      tenant_id: string
      answer_id: string
      entity_type: string
      entity_id: string
      target: 'activity' | 'processor' | 'system' | 'risk'
      nth: number
      title: string
      created_by: string | null
      created_at: Date
    }
    questionnaire_versions: {
      tenant_id: string
      questionnaire_id: string
      version: number
      name: string
      description: string | null
      sections: Json<object | string | number | boolean>
      created_at: Date
    }
    questionnaires: {
      tenant_id: string
      id: string
      name: string
      description: string | null
      built_in: string | null
      version: number
      is_active: boolean
      created_at: Date
      updated_at: Date
    }
  }
}
