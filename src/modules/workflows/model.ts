import type { Role } from '#kernel/roles.ts'

export const WORKFLOW_ENTITY_TYPES = [
  'DSAR',
  'BREACH',
  'DPIA',
  'CONTRACT',
  'RAT',
  'PRIVACY_POLICY',
  'COOKIE_POLICY',
  'CUSTOM',
] as const
export type WorkflowEntityType = (typeof WORKFLOW_ENTITY_TYPES)[number]

/** The terms of contract 2.12 and 6.1, and the stored form of a stage, with all defaults. */

export const ACTION_TYPES = ['APPROVE', 'REJECT', 'REQUEST_INFO', 'REASSIGN'] as const
export type ActionType = (typeof ACTION_TYPES)[number]

export const INSTANCE_STATES = ['ACTIVE', 'COMPLETED', 'REJECTED', 'CANCELLED'] as const
export type InstanceStatus = (typeof INSTANCE_STATES)[number]

export const OPERATORS = ['eq', 'neq', 'in', 'gt', 'lt', 'exists'] as const

export const WEBHOOK_EVENTS = [
  'workflow.started',
  'workflow.completed',
  'stage.approve',
  'stage.reject',
  'stage.request_info',
  'stage.reassign',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

export interface Stage {
  id: string
  name: string
  description: string | null
  order: number
  requiredRole: Role
  actions: { id: string; type: ActionType; label: string }[]
  autoAdvance: boolean
  slaDays: number | null
  slaWarningDays: number | null
  fields: Field[]
  conditions: Condition[]
  parallelStages: SubStage[]
}

/**
 * The form of a body. Everything has a default except the name, the type of an action and the parts of a condition. A field
 * or sub-stage without a name is named by its id or label.
 */
export interface SentStage {
  id?: string | null
  name: string
  description?: string | null
  order?: number | null
  requiredRole?: Role | null
  actions?: { id?: string | null; type: ActionType; label?: string | null }[] | null
  autoAdvance?: boolean | null
  slaDays?: number | null
  slaWarningDays?: number | null
  fields?: SentField[] | null
  conditions?: (Pick<Condition, 'field' | 'operator'> & { value?: unknown })[] | null
  parallelStages?: SentSubStage[] | null
}

interface SentField {
  id?: string | null
  name?: string | null
  label?: string | null
  type?: string | null
  required?: boolean | null
  options?: (string | { value: string; label?: string | null })[] | null
}

interface SentSubStage {
  id?: string | null
  name?: string | null
  label?: string | null
  requiredRole?: Role | null
}

export interface Field {
  id: string
  name: string
  label: string
  /** DATE and SELECT are checked. Other types are only for the form. */
  type: string
  required: boolean
  options: (string | { value: string; label: string })[]
}

export interface Condition {
  field: string
  operator: (typeof OPERATORS)[number]
  value: unknown
}

export interface SubStage {
  id: string
  name: string
  requiredRole: Role | null
}

/** The stored form, with a sealed secret. */
export interface Webhook {
  id: string
  url: string
  events: WebhookEvent[]
  secretSealed: string
  enabled: boolean
}

/** The definition as it was when the instance started (contract part 9). */
export interface Snapshot {
  id: string
  name: string
  description: string | null
  entityType: WorkflowEntityType
  version: number
  stages: Stage[]
}
