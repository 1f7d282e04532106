/** The acts that every member may see: who did what to a record, and when. What was written stays in the record and in the log. */

/** Accounts, keys and settings are for those who manage them: GET /settings/audit-log. */
export const SHOWN_TYPES = [
  'activity',
  'breach',
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
  'system',
  'workflow_definition',
  'workflow_instance',
  'workspace',
] as const

/** Who looked at what is for the log alone. */
export const READING = ['read', 'download', 'export'] as const
