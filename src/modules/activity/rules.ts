/** The acts that every member may see: who did what to a record, and when. What was written stays in the record and in the log. */

/** Accounts, keys and settings are for those who manage them: GET /settings/audit-log. */
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

/** Whose they are: a key sees the acts of the modules that it may read. */
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
 * Of these the values are shown too, to who may write them: the record itself shows the new ones to every reader. Requests
 * and files are not among them: what they held may be what a person asked to have erased.
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

/** Follows from other columns, or is how a row is kept. */
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
  /** As the interface names it. */
  field: string
  before: unknown
  after: unknown
}

/** The acts that make a record: a contract is generated from a template, or renews the one before it. */
const MAKING = new Set(['create', 'generate', 'renew'])

/** The log keeps columns: `{ legal_basis: { old, new } }`. What a record had when it was made is no change. */
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
