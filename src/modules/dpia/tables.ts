import type { At } from '#db/tables.ts'
import type { Role } from '#kernel/roles.ts'
import type { Level, RiskStatus, State } from './rules.ts'

declare module '#db/tables.ts' {
  interface Tables {
    dpia_assessments: {
      tenant_id: string
      id: string
      title: string
      description: string | null
      status: State
      version: number
      activity_id: string | null
      scope: string | null
      necessity: string | null
      proportionality: string | null
      approver_name: string | null
      approver_role: Role | null
      approved_at: At | null
      created_at: At
      updated_at: At
    }
    dpia_risks: {
      tenant_id: string
      id: string
      assessment_id: string
      description: string
      likelihood: Level
      impact: Level
      risk_level: Level
      mitigation: string | null
      residual_risk: Level | null
      status: RiskStatus
      created_at: At
      updated_at: At
    }
  }
}
