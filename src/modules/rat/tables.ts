import type { Generated } from 'kysely'
import type { At, Json } from '#db/tables.ts'
import type { DataCategory } from '#kernel/data-categories.ts'
import type {
  ControllerRole,
  LegalBasis,
  LinkRole,
  RetentionPeriod,
  RiskFactors,
  RiskLevel,
  State,
} from './rules.ts'

declare module '#db/tables.ts' {
  interface Tables {
    activities: {
      tenant_id: string
      id: string
      name: string
      purpose: string
      legal_basis: LegalBasis | null
      legal_basis_article: string | null
      legal_norm: string | null
      legitimate_interest: string | null
      data_categories: Generated<DataCategory[]>
      has_sensitive_data: boolean
      subject_categories: Generated<string[]>
      data_source: string | null
      source_is_public: Generated<boolean>
      recipients: Generated<string[]>
      transfer_exists: Generated<boolean>
      transfer_country: string | null
      transfer_mechanism: string | null
      retention_period: RetentionPeriod | null
      retention_note: string | null
      security_measures: Generated<string[]>
      automated_decisions: Generated<boolean>
      automated_logic: string | null
      consent_withdrawal: string | null
      minors_safeguard: string | null
      controller_name: string | null
      controller_role: Generated<ControllerRole>
      responsible_area: string | null
      template_id: string | null
      system_id: string | null
      status: State
      published_at: At | null
      risk_level: RiskLevel | null
      risk_score: number | null
      risk_factors: Json<RiskFactors | null>
      risk_assessed_at: At | null
      dpia_required: Generated<boolean>
      created_at: At
      updated_at: At
    }
    activity_systems: {
      tenant_id: string
      id: string
      activity_id: string
      system_id: string
      role: LinkRole
      created_at: At
    }
    activity_flows: {
      tenant_id: string
      id: string
      activity_id: string
      flow_id: string
      created_at: At
    }
    activity_processors: {
      tenant_id: string
      id: string
      activity_id: string
      processor_id: string
      created_at: At
    }
    /** A view: linked systems and the activity's own one. */
    systems_of_activities: {
      tenant_id: string
      activity_id: string
      system_id: string
      role: LinkRole
    }
    /** A view: processors of those systems and those linked by hand, each once. */
    processors_of_activities: {
      tenant_id: string
      activity_id: string
      processor_id: string
    }
    ai_usage: {
      tenant_id: string
      month: string
      used: number
    }
  }
}
