// Generated from the migrations: npm run check schema.
import type { Generated } from 'kysely'
import type { Json } from '#db/tables.ts'

declare module '#db/tables.gen.ts' {
  interface Columns {
    activities: {
      tenant_id: string
      id: string
      legal_entity_id: Generated<string>
      name: string
      purpose: string
      legal_basis: 'consent' | 'contract' | 'legal_obligation' | 'vital_interest' | 'public_interest' | 'legitimate_interest' | null
      legal_basis_article: string | null
      legal_norm: string | null
      legitimate_interest: string | null
      balancing: Json<object | string | number | boolean> | null
      data_categories: Generated<('name' | 'email' | 'phone' | 'rut' | 'address' | 'financial' | 'health' | 'biometric' | 'ethnic_origin' | 'political' | 'religious' | 'sexual_orientation' | 'criminal' | 'minor_data' | 'location' | 'browsing' | 'employment')[]>
      has_sensitive_data: boolean
      socioeconomic: Generated<boolean>
      subject_categories: Generated<string[]>
      data_source: string | null
      source_is_public: Generated<boolean>
      recipients: Generated<string[]>
      transfer_exists: Generated<boolean>
      transfer_country: string | null
      transfer_mechanism: string | null
      retention_period: '1_year' | '2_years' | '3_years' | '5_years' | '10_years' | 'until_purpose_fulfilled' | 'until_unsubscribe' | 'legal_minimum' | 'indefinite' | null
      retention_note: string | null
      security_measures: Generated<string[]>
      automated_decisions: Generated<boolean>
      automated_logic: string | null
      consent_withdrawal: string | null
      minors_safeguard: string | null
      controller_name: string | null
      controller_role: Generated<'responsable' | 'encargado'>
      responsible_area: string | null
      template_id: string | null
      system_id: string | null
      status: 'draft' | 'published' | 'archived'
      published_at: Date | null
      risk_level: 'low' | 'medium' | 'high' | null
      risk_score: number | null
      risk_factors: Json<object | string | number | boolean> | null
      risk_assessed_at: Date | null
      dpia_required: Generated<boolean>
      dpia_reasons: Json<object | string | number | boolean> | null
      review_at: string | null
      review_announced: string | null
      created_at: Date
      updated_at: Date
    }
    /** A view: How many activities are current, and of how many published ones a fact holds. */
    activity_facts: {
      tenant_id: string
      fact: string
      count: number
    }
    activity_flows: {
      tenant_id: string
      id: string
      activity_id: string
      flow_id: string
      created_at: Date
    }
    activity_processors: {
      tenant_id: string
      id: string
      activity_id: string
      processor_id: string
      created_at: Date
    }
    /** A view: Every processing activity. Policies tell of the published ones; an archived one is not current. */
    activity_register: {
      tenant_id: string
      id: string
      legal_entity_id: string
      name: string
      purpose: string
      legal_basis: 'consent' | 'contract' | 'legal_obligation' | 'vital_interest' | 'public_interest' | 'legitimate_interest' | null
      legal_basis_article: string | null
      legal_norm: string | null
      legitimate_interest: string | null
      data_categories: ('name' | 'email' | 'phone' | 'rut' | 'address' | 'financial' | 'health' | 'biometric' | 'ethnic_origin' | 'political' | 'religious' | 'sexual_orientation' | 'criminal' | 'minor_data' | 'location' | 'browsing' | 'employment')[]
      has_sensitive_data: boolean
      socioeconomic: boolean
      subject_categories: string[]
      data_source: string | null
      source_is_public: boolean
      recipients: string[]
      transfer_exists: boolean
      transfer_country: string | null
      transfer_mechanism: string | null
      retention_period: '1_year' | '2_years' | '3_years' | '5_years' | '10_years' | 'until_purpose_fulfilled' | 'until_unsubscribe' | 'legal_minimum' | 'indefinite' | null
      retention_note: string | null
      security_measures: string[]
      automated_decisions: boolean
      automated_logic: string | null
      consent_withdrawal: string | null
      minors_safeguard: string | null
      controller_role: 'responsable' | 'encargado'
      is_published: boolean
      is_current: boolean
      published_at: Date | null
      risk_level: 'low' | 'medium' | 'high' | null
      dpia_required: boolean
      created_at: Date
      updated_at: Date
    }
    activity_systems: {
      tenant_id: string
      id: string
      activity_id: string
      system_id: string
      role: 'STORAGE' | 'PROCESSING' | 'COLLECTION' | 'TRANSFER'
      created_at: Date
    }
    ai_usage: {
      tenant_id: string
      month: string
      used: number
    }
    /** A view: The flows of data linked to an activity. */
    flows_of_activities: {
      tenant_id: string
      activity_id: string
      flow_id: string
    }
    /** A view: Every processor of an activity, once: those of its systems and those linked by hand. */
    processors_of_activities: {
      tenant_id: string
      activity_id: string
      processor_id: string
    }
    /** A view: What a search shows of a processing activity. */
    searchable_activities: {
      tenant_id: string
      id: string
      title: string
      subtitle: string | null
      state: string | null
      updated_at: Date
    }
    /** A view: Every system of an activity: those linked with a role, and its own one. */
    systems_of_activities: {
      tenant_id: string
      activity_id: string
      system_id: string
      role: 'STORAGE' | 'PROCESSING' | 'COLLECTION' | 'TRANSFER'
    }
  }
}
