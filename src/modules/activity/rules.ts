/** The acts that every member may see: who did what to a record, and when. The values stay in the record and in the log. */

/** Leaves out accounts, keys and settings: their managers use GET /settings/audit-log. */
export const SHOWN_TYPES = [
  'activity',
  'breach',
  'connector',
  'consent_notice',
  'consent_template',
  'contract',
  'contract_template',
  'cookie_policy',
  'data_flow',
  'department',
  'domain',
  'dpia_assessment',
  'dpia_risk',
  'dsar_request',
  'dsar_widget',
  'file',
  'governance_report',
  'legal_entity',
  'privacy_policy',
  'processor',
  'questionnaire',
  'questionnaire_answer',
  'system',
  'workflow_definition',
  'workflow_instance',
  'workspace',
] as const

/** The module of each type: a key sees the acts of the modules that it may read. */
export const MODULE_OF: Readonly<Record<(typeof SHOWN_TYPES)[number], string>> = {
  activity: 'rat',
  breach: 'breaches',
  connector: 'connectors',
  consent_notice: 'consent',
  consent_template: 'consent',
  contract: 'contracts',
  contract_template: 'contracts',
  cookie_policy: 'cookie-policy',
  data_flow: 'data-map',
  department: 'org',
  domain: 'domains',
  dpia_assessment: 'dpia',
  dpia_risk: 'dpia',
  dsar_request: 'dsar',
  dsar_widget: 'dsar',
  file: 'files',
  governance_report: 'governance',
  legal_entity: 'org',
  privacy_policy: 'privacy-policy',
  processor: 'processors',
  questionnaire: 'questionnaires',
  questionnaire_answer: 'questionnaires',
  system: 'data-map',
  workflow_definition: 'workflows',
  workflow_instance: 'workflows',
  workspace: 'org',
}

/**
 * Types whose changed values are shown to roles that may write them. Every reader sees the new values in the record anyway.
 * Requests and files are left out: a person may have asked to erase their contents.
 */
export const TOLD_TYPES = [
  'activity',
  'breach',
  'contract',
  'data_flow',
  'department',
  'domain',
  'dpia_assessment',
  'dpia_risk',
  'legal_entity',
  'processor',
  'system',
] as const satisfies readonly (typeof SHOWN_TYPES)[number][]

/** Columns derived from others, or internal to storage. */
const UNTOLD = new Set([
  'id',
  'tenantId',
  'activitySnapshot',
  'reviewAnnounced',
  'riskAssessedAt',
  'dpiaReasons',
  'lawVersion',
])

export interface FieldChange {
  /** The field's name in the interface. */
  field: string
  before: unknown
  after: unknown
}

/** Acts that create a record: a contract is generated from a template, or renews an earlier one. */
const MAKING = new Set(['create', 'generate', 'renew'])

/** The log stores columns: `{ legal_basis: { old, new } }`. Initial values of a new record are no changes. */
export function changesOf(action: string, kept: unknown): FieldChange[] {
  if (MAKING.has(action) || typeof kept !== 'object' || kept === null) return []
  return Object.entries(kept as Record<string, { old?: unknown; new?: unknown }>)
    .map(([column, { old = null, new: now = null }]) => ({ field: camel(column), before: old, after: now }))
    .filter(({ before, after }) => before !== null || after !== null)
    .filter(({ field }) => !UNTOLD.has(field) && !field.endsWith('Folded'))
}

function camel(column: string): string {
  return column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
