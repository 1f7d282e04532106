// Generated from the migrations: npm run check schema.
import type { Generated } from 'kysely'
import type { Json } from '#db/tables.ts'

declare module '#db/tables.gen.ts' {
  interface Columns {
    /** A view: Every impact assessment and whether it is approved. */
    assessment_register: {
      tenant_id: string
      id: string
      legal_entity_id: string
      activity_id: string | null
      status: 'draft' | 'in_review' | 'approved' | 'rejected'
      is_approved: boolean
      created_at: Date
    }
    dpia_assessments: {
      tenant_id: string
      id: string
      legal_entity_id: Generated<string>
      title: string
      description: string | null
      status: 'draft' | 'in_review' | 'approved' | 'rejected'
      version: number
      activity_id: string | null
      scope: string | null
      necessity: string | null
      proportionality: string | null
      dpo_opinion: string | null
      dpo_opinion_by: string | null
      dpo_opinion_at: Date | null
      subjects_opinion: string | null
      subjects_consultation: string | null
      approver_name: string | null
      approver_role: string | null
      approved_at: Date | null
      activity_snapshot: Json<object | string | number | boolean> | null
      law_version: string | null
      review_at: string | null
      review_announced: string | null
      created_at: Date
      updated_at: Date
    }
    dpia_risks: {
      tenant_id: string
      id: string
      assessment_id: string
      description: string
      likelihood: 'low' | 'medium' | 'high' | 'critical'
      impact: 'low' | 'medium' | 'high' | 'critical'
      risk_level: 'low' | 'medium' | 'high' | 'critical'
      mitigation: string | null
      owner_name: string | null
      due_on: string | null
      done_on: string | null
      residual_likelihood: 'low' | 'medium' | 'high' | 'critical' | null
      residual_impact: 'low' | 'medium' | 'high' | 'critical' | null
      residual_risk: 'low' | 'medium' | 'high' | 'critical' | null
      status: 'identified' | 'mitigated' | 'accepted'
      created_at: Date
      updated_at: Date
    }
    /** A view: Every approved impact assessment and the version of the law it was approved under. */
    issued_assessments: {
      tenant_id: string
      id: string
      name: string
      law_version: string
      issued_at: Date
    }
    /** A view: Every risk that an assessment weighs. */
    risk_register: {
      tenant_id: string
      id: string
      assessment_id: string
      is_grave: boolean
      is_untreated: boolean
    }
    /** A view: What a search shows of an impact assessment. */
    searchable_assessments: {
      tenant_id: string
      id: string
      title: string
      subtitle: string | null
      state: string | null
      updated_at: Date
    }
  }
}
