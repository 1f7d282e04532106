import assert from 'node:assert/strict'
import type { Engine } from '#db/wire/engine.ts'

/** Counts every counted list directly: tenant, list, key and number of rows. */
const BY_HAND = `
  select tenant_id, 'audit_log' as list, jsonb_build_object('entity_type', entity_type) as key, 1 as amount from audit_log
  union all
  select tenant_id, 'systems', jsonb_build_object('type', type, 'contract_status', contract_status,
    'has_sensitive_data', has_sensitive_data), 1 from systems
  union all
  select distinct on (tenant_id, id, category) tenant_id, 'systems_by_category',
    jsonb_build_object('category', category), 1 from systems, unnest(data_categories) category
  union all
  select tenant_id, 'data_flows', jsonb_build_object('is_international', is_international), 1 from data_flows
  union all
  select distinct on (tenant_id, id, category) tenant_id, 'data_flows_by_category',
    jsonb_build_object('category', category), 1 from data_flows, unnest(data_categories) category
  union all
  select tenant_id, 'activities', jsonb_build_object('status', status, 'legal_basis', legal_basis,
    'has_sensitive_data', has_sensitive_data, 'risk_level', risk_level, 'dpia_required', dpia_required,
    'transfer_exists', transfer_exists, 'legal_entity_id', legal_entity_id), 1 from activities
  union all
  select tenant_id, 'activities_by_category', jsonb_build_object('category', category), 1
  from activities, unnest(data_categories) category
  union all
  select tenant_id, 'dsar_requests', jsonb_build_object('status', status, 'right_type', right_type,
    'legal_entity_id', legal_entity_id), 1
  from dsar_requests
  union all
  select tenant_id, 'request_facts', jsonb_build_object('fact', 'onTime'), 1 from dsar_requests
  where completed_at <= legal_due_at
  union all
  select tenant_id, 'request_facts', jsonb_build_object('fact', 'responseMilliseconds'),
    (extract(epoch from completed_at - created_at) * 1000)::int8 from dsar_requests where completed_at <> created_at
  union all
  select tenant_id, 'request_facts', jsonb_build_object('fact', 'corrected'), 1 from request_register where is_corrected
  union all
  select r.tenant_id, 'request_facts', jsonb_build_object('fact', 'thirdsUninformed'), 1
  from request_register r join dsar_requests using (tenant_id, id) where is_corrected
    and thirds_notified_at is null and recipients_notified_at is null
  union all
  select tenant_id, 'activity_facts', jsonb_build_object('fact', fact), 1
  from activities, lateral (
    select 'current' as fact where status <> 'archived'
    union all select 'published' where status = 'published'
    union all select 'sensitive' where status = 'published' and has_sensitive_data
    union all select 'sensitiveUnfounded' where status = 'published' and has_sensitive_data and (
      legal_basis_article is null and (legal_basis is null or legal_basis in ('contract', 'legitimate_interest'))
      or legal_basis_article ~ '^1[23]( |$)' or legal_basis_article in ('16 quinquies', '16 sexies'))
    union all select 'byInterest' where status = 'published' and legal_basis = 'legitimate_interest'
    union all select 'interestUnstated'
      where status = 'published' and legal_basis = 'legitimate_interest' and legitimate_interest is null
    union all select 'byConsent' where status = 'published' and legal_basis = 'consent'
    union all select 'withdrawalUnstated'
      where status = 'published' and legal_basis = 'consent' and consent_withdrawal is null
    union all select 'withMinors' where status = 'published' and 'minor_data' = any(data_categories)
    union all select 'minorsUnguarded'
      where status = 'published' and 'minor_data' = any(data_categories) and minors_safeguard is null
    union all select 'withTransfer' where status = 'published' and transfer_exists
    union all select 'transferUnfounded'
      where status = 'published' and transfer_exists and num_nulls(transfer_country, transfer_mechanism) > 0
    union all select 'automated' where status = 'published' and automated_decisions
    union all select 'logicUnstated' where status = 'published' and automated_decisions and automated_logic is null
    union all select 'unprotected' where status = 'published' and security_measures = '{}'
    union all select 'keptForever' where status = 'published' and retention_period = 'indefinite'
    union all select 'riskUnknown' where status = 'published' and risk_level is null and not dpia_required
    union all select 'needDpia' where status = 'published' and dpia_required
  ) facts
  union all
  select tenant_id, 'breach_facts', jsonb_build_object('fact', fact), 1
  from breaches, lateral (
    select 'total' as fact
    union all select 'undecided' where num_nonnulls(decision, notified_apdp_at) = 0
    union all select 'reportable' where requires_notification
    union all select 'unreported' where requires_notification and notified_apdp_at is null
    union all select 'tellable' where requires_subject_notification
  ) facts`

/** Asserts that the kept counts match the rows of the tables. Returns the lists that have rows. */
export async function assertCounted(engine: Engine): Promise<string[]> {
  const read = async (from: string) => {
    const { rows } = await engine.asOwner(`
      select tenant_id, list, key::text, sum(amount)::int8 as amount from (${from}) counted
      group by 1, 2, 3 having sum(amount) <> 0 order by 1, 2, 3`)
    return rows
  }
  const kept = await read('select * from list_counts')
  assert.deepEqual(kept, await read(BY_HAND))
  return [...new Set(kept.map(({ list }) => String(list)))]
}
