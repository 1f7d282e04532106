-- The schema that the migrations lead to, for reading and for review. Generated: npm run check schema.

CREATE OR REPLACE FUNCTION public.bare_addresses(url text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select concat_ws(' ', regexp_replace(url, '^\s*([a-z]+:)?//', '', 'i'), regexp_replace(url, '^\s*(([a-z]+:)?//)?www\.', '', 'i'))
$function$;

CREATE OR REPLACE FUNCTION public.count_activities()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$begin
  if tg_op = 'INSERT' then
    insert into list_counts as c (tenant_id, list, key, slot, amount)
      select d.tenant_id, d.list, d.key, free_slot(), sum(d.amount) from (select r.tenant_id, c.list, c.key,  c.amount as amount
      from added r cross join lateral (
  select 'activities', jsonb_build_object('status', r.status, 'legal_basis', r.legal_basis,
    'has_sensitive_data', r.has_sensitive_data, 'risk_level', r.risk_level, 'dpia_required', r.dpia_required,
    'transfer_exists', r.transfer_exists, 'legal_entity_id', r.legal_entity_id), 1
  union all
  select 'activities_by_category', jsonb_build_object('category', of.category), 1
  from unnest(r.data_categories) of (category)
  union all
  select 'activity_facts', jsonb_build_object('fact', 'current'), 1 where r.status <> 'archived'
  union all
  select 'activity_facts', jsonb_build_object('fact', of.fact), 1
  from (values
    ('published', true),
    ('sensitive', r.has_sensitive_data),
    ('sensitiveUnfounded', r.has_sensitive_data and case
      when r.legal_basis_article is null then coalesce(r.legal_basis, 'contract') in ('contract', 'legitimate_interest')
      else r.legal_basis_article in ('12', '13 a', '13 b', '13 c', '13 d', '13 e', '16 quinquies', '16 sexies') end),
    ('byInterest', r.legal_basis = 'legitimate_interest'),
    ('interestUnstated', r.legal_basis = 'legitimate_interest' and r.legitimate_interest is null),
    ('byConsent', r.legal_basis = 'consent'),
    ('withdrawalUnstated', r.legal_basis = 'consent' and r.consent_withdrawal is null),
    ('withMinors', 'minor_data' = any(r.data_categories)),
    ('minorsUnguarded', 'minor_data' = any(r.data_categories) and r.minors_safeguard is null),
    ('withTransfer', r.transfer_exists),
    ('transferUnfounded', r.transfer_exists and (r.transfer_country is null or r.transfer_mechanism is null)),
    ('automated', r.automated_decisions),
    ('logicUnstated', r.automated_decisions and r.automated_logic is null),
    ('unprotected', cardinality(r.security_measures) = 0),
    ('keptForever', r.retention_period = 'indefinite'),
    ('riskUnknown', r.risk_level is null and not r.dpia_required),
    ('needDpia', r.dpia_required)
  ) of (fact, holds)
  where of.holds and r.status = 'published') c (list, key, amount)) d
      group by d.tenant_id, d.list, d.key having sum(d.amount) <> 0 order by d.tenant_id, d.list, d.key
      on conflict on constraint list_counts_pkey do update set amount = c.amount + excluded.amount;
  elsif tg_op = 'UPDATE' then
    insert into list_counts as c (tenant_id, list, key, slot, amount)
      select d.tenant_id, d.list, d.key, free_slot(), sum(d.amount) from (select r.tenant_id, c.list, c.key,  c.amount as amount
      from added r cross join lateral (
  select 'activities', jsonb_build_object('status', r.status, 'legal_basis', r.legal_basis,
    'has_sensitive_data', r.has_sensitive_data, 'risk_level', r.risk_level, 'dpia_required', r.dpia_required,
    'transfer_exists', r.transfer_exists, 'legal_entity_id', r.legal_entity_id), 1
  union all
  select 'activities_by_category', jsonb_build_object('category', of.category), 1
  from unnest(r.data_categories) of (category)
  union all
  select 'activity_facts', jsonb_build_object('fact', 'current'), 1 where r.status <> 'archived'
  union all
  select 'activity_facts', jsonb_build_object('fact', of.fact), 1
  from (values
    ('published', true),
    ('sensitive', r.has_sensitive_data),
    ('sensitiveUnfounded', r.has_sensitive_data and case
      when r.legal_basis_article is null then coalesce(r.legal_basis, 'contract') in ('contract', 'legitimate_interest')
      else r.legal_basis_article in ('12', '13 a', '13 b', '13 c', '13 d', '13 e', '16 quinquies', '16 sexies') end),
    ('byInterest', r.legal_basis = 'legitimate_interest'),
    ('interestUnstated', r.legal_basis = 'legitimate_interest' and r.legitimate_interest is null),
    ('byConsent', r.legal_basis = 'consent'),
    ('withdrawalUnstated', r.legal_basis = 'consent' and r.consent_withdrawal is null),
    ('withMinors', 'minor_data' = any(r.data_categories)),
    ('minorsUnguarded', 'minor_data' = any(r.data_categories) and r.minors_safeguard is null),
    ('withTransfer', r.transfer_exists),
    ('transferUnfounded', r.transfer_exists and (r.transfer_country is null or r.transfer_mechanism is null)),
    ('automated', r.automated_decisions),
    ('logicUnstated', r.automated_decisions and r.automated_logic is null),
    ('unprotected', cardinality(r.security_measures) = 0),
    ('keptForever', r.retention_period = 'indefinite'),
    ('riskUnknown', r.risk_level is null and not r.dpia_required),
    ('needDpia', r.dpia_required)
  ) of (fact, holds)
  where of.holds and r.status = 'published') c (list, key, amount) union all select r.tenant_id, c.list, c.key, - c.amount as amount
      from removed r cross join lateral (
  select 'activities', jsonb_build_object('status', r.status, 'legal_basis', r.legal_basis,
    'has_sensitive_data', r.has_sensitive_data, 'risk_level', r.risk_level, 'dpia_required', r.dpia_required,
    'transfer_exists', r.transfer_exists, 'legal_entity_id', r.legal_entity_id), 1
  union all
  select 'activities_by_category', jsonb_build_object('category', of.category), 1
  from unnest(r.data_categories) of (category)
  union all
  select 'activity_facts', jsonb_build_object('fact', 'current'), 1 where r.status <> 'archived'
  union all
  select 'activity_facts', jsonb_build_object('fact', of.fact), 1
  from (values
    ('published', true),
    ('sensitive', r.has_sensitive_data),
    ('sensitiveUnfounded', r.has_sensitive_data and case
      when r.legal_basis_article is null then coalesce(r.legal_basis, 'contract') in ('contract', 'legitimate_interest')
      else r.legal_basis_article in ('12', '13 a', '13 b', '13 c', '13 d', '13 e', '16 quinquies', '16 sexies') end),
    ('byInterest', r.legal_basis = 'legitimate_interest'),
    ('interestUnstated', r.legal_basis = 'legitimate_interest' and r.legitimate_interest is null),
    ('byConsent', r.legal_basis = 'consent'),
    ('withdrawalUnstated', r.legal_basis = 'consent' and r.consent_withdrawal is null),
    ('withMinors', 'minor_data' = any(r.data_categories)),
    ('minorsUnguarded', 'minor_data' = any(r.data_categories) and r.minors_safeguard is null),
    ('withTransfer', r.transfer_exists),
    ('transferUnfounded', r.transfer_exists and (r.transfer_country is null or r.transfer_mechanism is null)),
    ('automated', r.automated_decisions),
    ('logicUnstated', r.automated_decisions and r.automated_logic is null),
    ('unprotected', cardinality(r.security_measures) = 0),
    ('keptForever', r.retention_period = 'indefinite'),
    ('riskUnknown', r.risk_level is null and not r.dpia_required),
    ('needDpia', r.dpia_required)
  ) of (fact, holds)
  where of.holds and r.status = 'published') c (list, key, amount)) d
      group by d.tenant_id, d.list, d.key having sum(d.amount) <> 0 order by d.tenant_id, d.list, d.key
      on conflict on constraint list_counts_pkey do update set amount = c.amount + excluded.amount;
  else
    insert into list_counts as c (tenant_id, list, key, slot, amount)
      select d.tenant_id, d.list, d.key, free_slot(), sum(d.amount) from (select r.tenant_id, c.list, c.key, - c.amount as amount
      from removed r cross join lateral (
  select 'activities', jsonb_build_object('status', r.status, 'legal_basis', r.legal_basis,
    'has_sensitive_data', r.has_sensitive_data, 'risk_level', r.risk_level, 'dpia_required', r.dpia_required,
    'transfer_exists', r.transfer_exists, 'legal_entity_id', r.legal_entity_id), 1
  union all
  select 'activities_by_category', jsonb_build_object('category', of.category), 1
  from unnest(r.data_categories) of (category)
  union all
  select 'activity_facts', jsonb_build_object('fact', 'current'), 1 where r.status <> 'archived'
  union all
  select 'activity_facts', jsonb_build_object('fact', of.fact), 1
  from (values
    ('published', true),
    ('sensitive', r.has_sensitive_data),
    ('sensitiveUnfounded', r.has_sensitive_data and case
      when r.legal_basis_article is null then coalesce(r.legal_basis, 'contract') in ('contract', 'legitimate_interest')
      else r.legal_basis_article in ('12', '13 a', '13 b', '13 c', '13 d', '13 e', '16 quinquies', '16 sexies') end),
    ('byInterest', r.legal_basis = 'legitimate_interest'),
    ('interestUnstated', r.legal_basis = 'legitimate_interest' and r.legitimate_interest is null),
    ('byConsent', r.legal_basis = 'consent'),
    ('withdrawalUnstated', r.legal_basis = 'consent' and r.consent_withdrawal is null),
    ('withMinors', 'minor_data' = any(r.data_categories)),
    ('minorsUnguarded', 'minor_data' = any(r.data_categories) and r.minors_safeguard is null),
    ('withTransfer', r.transfer_exists),
    ('transferUnfounded', r.transfer_exists and (r.transfer_country is null or r.transfer_mechanism is null)),
    ('automated', r.automated_decisions),
    ('logicUnstated', r.automated_decisions and r.automated_logic is null),
    ('unprotected', cardinality(r.security_measures) = 0),
    ('keptForever', r.retention_period = 'indefinite'),
    ('riskUnknown', r.risk_level is null and not r.dpia_required),
    ('needDpia', r.dpia_required)
  ) of (fact, holds)
  where of.holds and r.status = 'published') c (list, key, amount)) d
      group by d.tenant_id, d.list, d.key having sum(d.amount) <> 0 order by d.tenant_id, d.list, d.key
      on conflict on constraint list_counts_pkey do update set amount = c.amount + excluded.amount;
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.count_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$begin
  if tg_op = 'INSERT' then
    insert into list_counts as c (tenant_id, list, key, slot, amount)
      select d.tenant_id, d.list, d.key, free_slot(), sum(d.amount) from (select r.tenant_id, c.list, c.key,  c.amount as amount
      from added r cross join lateral (select 'audit_log', jsonb_build_object('entity_type', r.entity_type), 1) c (list, key, amount)) d
      group by d.tenant_id, d.list, d.key having sum(d.amount) <> 0 order by d.tenant_id, d.list, d.key
      on conflict on constraint list_counts_pkey do update set amount = c.amount + excluded.amount;
  elsif tg_op = 'UPDATE' then
    insert into list_counts as c (tenant_id, list, key, slot, amount)
      select d.tenant_id, d.list, d.key, free_slot(), sum(d.amount) from (select r.tenant_id, c.list, c.key,  c.amount as amount
      from added r cross join lateral (select 'audit_log', jsonb_build_object('entity_type', r.entity_type), 1) c (list, key, amount) union all select r.tenant_id, c.list, c.key, - c.amount as amount
      from removed r cross join lateral (select 'audit_log', jsonb_build_object('entity_type', r.entity_type), 1) c (list, key, amount)) d
      group by d.tenant_id, d.list, d.key having sum(d.amount) <> 0 order by d.tenant_id, d.list, d.key
      on conflict on constraint list_counts_pkey do update set amount = c.amount + excluded.amount;
  else
    insert into list_counts as c (tenant_id, list, key, slot, amount)
      select d.tenant_id, d.list, d.key, free_slot(), sum(d.amount) from (select r.tenant_id, c.list, c.key, - c.amount as amount
      from removed r cross join lateral (select 'audit_log', jsonb_build_object('entity_type', r.entity_type), 1) c (list, key, amount)) d
      group by d.tenant_id, d.list, d.key having sum(d.amount) <> 0 order by d.tenant_id, d.list, d.key
      on conflict on constraint list_counts_pkey do update set amount = c.amount + excluded.amount;
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.count_breaches()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$begin
  if tg_op = 'INSERT' then
    insert into list_counts as c (tenant_id, list, key, slot, amount)
      select d.tenant_id, d.list, d.key, free_slot(), sum(d.amount) from (select r.tenant_id, c.list, c.key,  c.amount as amount
      from added r cross join lateral (
  select 'breach_facts', jsonb_build_object('fact', of.fact), 1
  from (values
    ('total', true),
    ('undecided', r.decision is null and r.notified_apdp_at is null),
    ('reportable', r.requires_notification),
    ('unreported', r.requires_notification and r.notified_apdp_at is null),
    ('tellable', r.requires_subject_notification)
  ) of (fact, holds)
  where of.holds) c (list, key, amount)) d
      group by d.tenant_id, d.list, d.key having sum(d.amount) <> 0 order by d.tenant_id, d.list, d.key
      on conflict on constraint list_counts_pkey do update set amount = c.amount + excluded.amount;
  elsif tg_op = 'UPDATE' then
    insert into list_counts as c (tenant_id, list, key, slot, amount)
      select d.tenant_id, d.list, d.key, free_slot(), sum(d.amount) from (select r.tenant_id, c.list, c.key,  c.amount as amount
      from added r cross join lateral (
  select 'breach_facts', jsonb_build_object('fact', of.fact), 1
  from (values
    ('total', true),
    ('undecided', r.decision is null and r.notified_apdp_at is null),
    ('reportable', r.requires_notification),
    ('unreported', r.requires_notification and r.notified_apdp_at is null),
    ('tellable', r.requires_subject_notification)
  ) of (fact, holds)
  where of.holds) c (list, key, amount) union all select r.tenant_id, c.list, c.key, - c.amount as amount
      from removed r cross join lateral (
  select 'breach_facts', jsonb_build_object('fact', of.fact), 1
  from (values
    ('total', true),
    ('undecided', r.decision is null and r.notified_apdp_at is null),
    ('reportable', r.requires_notification),
    ('unreported', r.requires_notification and r.notified_apdp_at is null),
    ('tellable', r.requires_subject_notification)
  ) of (fact, holds)
  where of.holds) c (list, key, amount)) d
      group by d.tenant_id, d.list, d.key having sum(d.amount) <> 0 order by d.tenant_id, d.list, d.key
      on conflict on constraint list_counts_pkey do update set amount = c.amount + excluded.amount;
  else
    insert into list_counts as c (tenant_id, list, key, slot, amount)
      select d.tenant_id, d.list, d.key, free_slot(), sum(d.amount) from (select r.tenant_id, c.list, c.key, - c.amount as amount
      from removed r cross join lateral (
  select 'breach_facts', jsonb_build_object('fact', of.fact), 1
  from (values
    ('total', true),
    ('undecided', r.decision is null and r.notified_apdp_at is null),
    ('reportable', r.requires_notification),
    ('unreported', r.requires_notification and r.notified_apdp_at is null),
    ('tellable', r.requires_subject_notification)
  ) of (fact, holds)
  where of.holds) c (list, key, amount)) d
      group by d.tenant_id, d.list, d.key having sum(d.amount) <> 0 order by d.tenant_id, d.list, d.key
      on conflict on constraint list_counts_pkey do update set amount = c.amount + excluded.amount;
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.count_data_flows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$begin
  if tg_op = 'INSERT' then
    insert into list_counts as c (tenant_id, list, key, slot, amount)
      select d.tenant_id, d.list, d.key, free_slot(), sum(d.amount) from (select r.tenant_id, c.list, c.key,  c.amount as amount
      from added r cross join lateral (
  select 'data_flows', jsonb_build_object('is_international', r.is_international), 1
  union all
  select distinct 'data_flows_by_category', jsonb_build_object('category', of.category), 1
  from unnest(r.data_categories) of (category)) c (list, key, amount)) d
      group by d.tenant_id, d.list, d.key having sum(d.amount) <> 0 order by d.tenant_id, d.list, d.key
      on conflict on constraint list_counts_pkey do update set amount = c.amount + excluded.amount;
  elsif tg_op = 'UPDATE' then
    insert into list_counts as c (tenant_id, list, key, slot, amount)
      select d.tenant_id, d.list, d.key, free_slot(), sum(d.amount) from (select r.tenant_id, c.list, c.key,  c.amount as amount
      from added r cross join lateral (
  select 'data_flows', jsonb_build_object('is_international', r.is_international), 1
  union all
  select distinct 'data_flows_by_category', jsonb_build_object('category', of.category), 1
  from unnest(r.data_categories) of (category)) c (list, key, amount) union all select r.tenant_id, c.list, c.key, - c.amount as amount
      from removed r cross join lateral (
  select 'data_flows', jsonb_build_object('is_international', r.is_international), 1
  union all
  select distinct 'data_flows_by_category', jsonb_build_object('category', of.category), 1
  from unnest(r.data_categories) of (category)) c (list, key, amount)) d
      group by d.tenant_id, d.list, d.key having sum(d.amount) <> 0 order by d.tenant_id, d.list, d.key
      on conflict on constraint list_counts_pkey do update set amount = c.amount + excluded.amount;
  else
    insert into list_counts as c (tenant_id, list, key, slot, amount)
      select d.tenant_id, d.list, d.key, free_slot(), sum(d.amount) from (select r.tenant_id, c.list, c.key, - c.amount as amount
      from removed r cross join lateral (
  select 'data_flows', jsonb_build_object('is_international', r.is_international), 1
  union all
  select distinct 'data_flows_by_category', jsonb_build_object('category', of.category), 1
  from unnest(r.data_categories) of (category)) c (list, key, amount)) d
      group by d.tenant_id, d.list, d.key having sum(d.amount) <> 0 order by d.tenant_id, d.list, d.key
      on conflict on constraint list_counts_pkey do update set amount = c.amount + excluded.amount;
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.count_dsar_requests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$begin
  if tg_op = 'INSERT' then
    insert into list_counts as c (tenant_id, list, key, slot, amount)
      select d.tenant_id, d.list, d.key, free_slot(), sum(d.amount) from (select r.tenant_id, c.list, c.key,  c.amount as amount
      from added r cross join lateral (
  select 'dsar_requests', jsonb_build_object('status', r.status, 'right_type', r.right_type,
    'legal_entity_id', r.legal_entity_id), 1
  union all
  select 'request_facts', jsonb_build_object('fact', of.fact), of.amount
  from (values
    ('onTime', (r.completed_at <= r.legal_due_at)::int),
    ('responseMilliseconds', (extract(epoch from r.completed_at - r.created_at) * 1000)::bigint),
    ('corrected', is_correction(r.status, r.right_type, r.response_type)::int),
    ('thirdsUninformed', (is_correction(r.status, r.right_type, r.response_type)
      and r.thirds_notified_at is null and r.recipients_notified_at is null)::int)
  ) of (fact, amount)
  where of.amount <> 0) c (list, key, amount)) d
      group by d.tenant_id, d.list, d.key having sum(d.amount) <> 0 order by d.tenant_id, d.list, d.key
      on conflict on constraint list_counts_pkey do update set amount = c.amount + excluded.amount;
  elsif tg_op = 'UPDATE' then
    insert into list_counts as c (tenant_id, list, key, slot, amount)
      select d.tenant_id, d.list, d.key, free_slot(), sum(d.amount) from (select r.tenant_id, c.list, c.key,  c.amount as amount
      from added r cross join lateral (
  select 'dsar_requests', jsonb_build_object('status', r.status, 'right_type', r.right_type,
    'legal_entity_id', r.legal_entity_id), 1
  union all
  select 'request_facts', jsonb_build_object('fact', of.fact), of.amount
  from (values
    ('onTime', (r.completed_at <= r.legal_due_at)::int),
    ('responseMilliseconds', (extract(epoch from r.completed_at - r.created_at) * 1000)::bigint),
    ('corrected', is_correction(r.status, r.right_type, r.response_type)::int),
    ('thirdsUninformed', (is_correction(r.status, r.right_type, r.response_type)
      and r.thirds_notified_at is null and r.recipients_notified_at is null)::int)
  ) of (fact, amount)
  where of.amount <> 0) c (list, key, amount) union all select r.tenant_id, c.list, c.key, - c.amount as amount
      from removed r cross join lateral (
  select 'dsar_requests', jsonb_build_object('status', r.status, 'right_type', r.right_type,
    'legal_entity_id', r.legal_entity_id), 1
  union all
  select 'request_facts', jsonb_build_object('fact', of.fact), of.amount
  from (values
    ('onTime', (r.completed_at <= r.legal_due_at)::int),
    ('responseMilliseconds', (extract(epoch from r.completed_at - r.created_at) * 1000)::bigint),
    ('corrected', is_correction(r.status, r.right_type, r.response_type)::int),
    ('thirdsUninformed', (is_correction(r.status, r.right_type, r.response_type)
      and r.thirds_notified_at is null and r.recipients_notified_at is null)::int)
  ) of (fact, amount)
  where of.amount <> 0) c (list, key, amount)) d
      group by d.tenant_id, d.list, d.key having sum(d.amount) <> 0 order by d.tenant_id, d.list, d.key
      on conflict on constraint list_counts_pkey do update set amount = c.amount + excluded.amount;
  else
    insert into list_counts as c (tenant_id, list, key, slot, amount)
      select d.tenant_id, d.list, d.key, free_slot(), sum(d.amount) from (select r.tenant_id, c.list, c.key, - c.amount as amount
      from removed r cross join lateral (
  select 'dsar_requests', jsonb_build_object('status', r.status, 'right_type', r.right_type,
    'legal_entity_id', r.legal_entity_id), 1
  union all
  select 'request_facts', jsonb_build_object('fact', of.fact), of.amount
  from (values
    ('onTime', (r.completed_at <= r.legal_due_at)::int),
    ('responseMilliseconds', (extract(epoch from r.completed_at - r.created_at) * 1000)::bigint),
    ('corrected', is_correction(r.status, r.right_type, r.response_type)::int),
    ('thirdsUninformed', (is_correction(r.status, r.right_type, r.response_type)
      and r.thirds_notified_at is null and r.recipients_notified_at is null)::int)
  ) of (fact, amount)
  where of.amount <> 0) c (list, key, amount)) d
      group by d.tenant_id, d.list, d.key having sum(d.amount) <> 0 order by d.tenant_id, d.list, d.key
      on conflict on constraint list_counts_pkey do update set amount = c.amount + excluded.amount;
  end if;
  return null;
end$function$;

CREATE OR REPLACE PROCEDURE public.count_rows(IN name text, IN counted text)
 LANGUAGE plpgsql
AS $procedure$
declare
  delta constant text := 'select r.tenant_id, c.list, c.key, %s c.amount as amount
      from %s r cross join lateral (%s) c (list, key, amount)';
  added constant text := format(delta, '', 'added', counted);
  removed constant text := format(delta, '-', 'removed', counted);
  save constant text := 'insert into list_counts as c (tenant_id, list, key, slot, amount)
      select d.tenant_id, d.list, d.key, free_slot(), sum(d.amount) from (%s) d
      group by d.tenant_id, d.list, d.key having sum(d.amount) <> 0 order by d.tenant_id, d.list, d.key
      on conflict on constraint list_counts_pkey do update set amount = c.amount + excluded.amount;';
begin
  execute format('create function %I() returns trigger language plpgsql as %L', 'count_' || name, format(
    E'begin\n  if tg_op = \'INSERT\' then\n    %s\n  elsif tg_op = \'UPDATE\' then\n    %s\n  else\n    %s\n  end if;\n  return null;\nend',
    format(save, added), format(save, added || ' union all ' || removed), format(save, removed)));
  execute format('create trigger count_added after insert on %I referencing new table as added
    for each statement execute function %I()', name, 'count_' || name);
  execute format('create trigger count_changed after update on %I referencing new table as added old table as removed
    for each statement execute function %I()', name, 'count_' || name);
  execute format('create trigger count_removed after delete on %I referencing old table as removed
    for each statement execute function %I()', name, 'count_' || name);
end
$procedure$;

CREATE OR REPLACE FUNCTION public.count_systems()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$begin
  if tg_op = 'INSERT' then
    insert into list_counts as c (tenant_id, list, key, slot, amount)
      select d.tenant_id, d.list, d.key, free_slot(), sum(d.amount) from (select r.tenant_id, c.list, c.key,  c.amount as amount
      from added r cross join lateral (
  select 'systems', jsonb_build_object('type', r.type, 'contract_status', r.contract_status,
    'has_sensitive_data', r.has_sensitive_data), 1
  union all
  select distinct 'systems_by_category', jsonb_build_object('category', of.category), 1
  from unnest(r.data_categories) of (category)) c (list, key, amount)) d
      group by d.tenant_id, d.list, d.key having sum(d.amount) <> 0 order by d.tenant_id, d.list, d.key
      on conflict on constraint list_counts_pkey do update set amount = c.amount + excluded.amount;
  elsif tg_op = 'UPDATE' then
    insert into list_counts as c (tenant_id, list, key, slot, amount)
      select d.tenant_id, d.list, d.key, free_slot(), sum(d.amount) from (select r.tenant_id, c.list, c.key,  c.amount as amount
      from added r cross join lateral (
  select 'systems', jsonb_build_object('type', r.type, 'contract_status', r.contract_status,
    'has_sensitive_data', r.has_sensitive_data), 1
  union all
  select distinct 'systems_by_category', jsonb_build_object('category', of.category), 1
  from unnest(r.data_categories) of (category)) c (list, key, amount) union all select r.tenant_id, c.list, c.key, - c.amount as amount
      from removed r cross join lateral (
  select 'systems', jsonb_build_object('type', r.type, 'contract_status', r.contract_status,
    'has_sensitive_data', r.has_sensitive_data), 1
  union all
  select distinct 'systems_by_category', jsonb_build_object('category', of.category), 1
  from unnest(r.data_categories) of (category)) c (list, key, amount)) d
      group by d.tenant_id, d.list, d.key having sum(d.amount) <> 0 order by d.tenant_id, d.list, d.key
      on conflict on constraint list_counts_pkey do update set amount = c.amount + excluded.amount;
  else
    insert into list_counts as c (tenant_id, list, key, slot, amount)
      select d.tenant_id, d.list, d.key, free_slot(), sum(d.amount) from (select r.tenant_id, c.list, c.key, - c.amount as amount
      from removed r cross join lateral (
  select 'systems', jsonb_build_object('type', r.type, 'contract_status', r.contract_status,
    'has_sensitive_data', r.has_sensitive_data), 1
  union all
  select distinct 'systems_by_category', jsonb_build_object('category', of.category), 1
  from unnest(r.data_categories) of (category)) c (list, key, amount)) d
      group by d.tenant_id, d.list, d.key having sum(d.amount) <> 0 order by d.tenant_id, d.list, d.key
      on conflict on constraint list_counts_pkey do update set amount = c.amount + excluded.amount;
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.current_tenant()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid;

CREATE OR REPLACE FUNCTION public.current_user_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.user_id'::text, true), ''::text))::uuid;

CREATE OR REPLACE PROCEDURE public.describe_part(IN part text, IN parent text)
 LANGUAGE plpgsql
AS $procedure$
declare
  statistics record;
begin
  for statistics in select stxname, pg_get_statisticsobjdef(oid) as definition
    from pg_statistic_ext where stxrelid = parent::regclass loop
    execute regexp_replace(statistics.definition, '^CREATE STATISTICS \S+ (.+) FROM \S+$',
      format('create statistics %I \1 from %I', replace(statistics.stxname, parent, part), part));
  end loop;
end
$procedure$;

CREATE OR REPLACE PROCEDURE public.divide_into_months(IN name text)
 LANGUAGE plpgsql
AS $procedure$
declare
  other constant text := name || '_other';
begin
  call make_part(other, name);
  -- Lets only the owner see the rows that wait for a month. It does not name the owner: a dump is restored under another
  -- one.
  execute format('create policy waiting on %I for select using
    (current_user = (select pg_get_userbyid(relowner) from pg_class where oid = %L::regclass))', other, other);
  execute format('alter table %I attach partition %I default', name, other);
  perform make_months();
end
$procedure$;

CREATE OR REPLACE FUNCTION public.enter_tenant(session uuid, person uuid, tenant uuid, mode text, at timestamp with time zone, OUT holds boolean, OUT role text, OUT plan text, OUT name text, OUT refusal text)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  stepped text := set_config('role', 'resguardo_system', true);
  moving boolean;
begin
  if mode <> 'read only' then
    perform share_tenant(tenant);
  end if;
  select m.role, t.plan, case
      -- A company's sign-in proves its people only to that company, which must not learn where else they are members.
      when s.sso_tenant_id <> tenant then 'sso_elsewhere'
      when t.suspended_at is not null then 'suspended'
      when s.created_at + make_interval(hours => t.session_hours) <= at then 'expired'
      when s.sso_tenant_id = tenant then null
      -- The company only typed the address. Until its owner proves it, an account with that address may be anybody's.
      when m.by_company and (select u.mailbox_proven_at from users u where u.id = person) is null then 'mailbox'
      when t.sso_enforced and m.role <> 'OWNER' then 'sso'
      when t.require_mfa and not s.strong then 'mfa'
    end, t.moving_until > clock_timestamp() and mode <> 'read only'
    into role, plan, refusal, moving from sessions s
    left join memberships m on m.tenant_id = tenant and m.user_id = s.user_id and m.status = 'ACTIVE'
    left join tenants t on t.id = m.tenant_id
    where s.id = session and s.user_id = person and s.revoked_at is null and s.expires_at > at;
  holds := found;
  if refusal is null and moving then
    refusal := 'moving';
  end if;
  if role is not null and mode <> 'read only' then
    select u.name into name from users u where u.id = person;
  end if;
  stepped := set_config('role', 'resguardo_app', true);
  stepped := set_config('app.user_id', person::text, true);
  stepped := set_config('app.tenant_id', case when role is null or refusal is not null then '' else tenant::text end, true);
  if mode = 'read only' then
    stepped := set_config('transaction_read_only', 'on', true);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.evidence_comes_from_elsewhere()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE(current_setting('app.evidence_imported'::text, true), ''::text) = 'on'::text);

CREATE OR REPLACE FUNCTION public.evidence_erased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  given text := coalesce(current_setting('app.erasure_reason', true), '');
  erased_from text := coalesce(tg_argv[0], tg_table_name);
begin
  if given = '' then
    return null;
  end if;
  insert into evidence_erasures (tenant_id, id, source, row_id, row_version, reason, mark, erased_at)
    values (old.tenant_id, gen_random_uuid(), erased_from, old.id, 0, given,
      coalesce(current_setting('app.erasure_mark', true), ''), now());
  delete from evidence_salts s using evidence_entries e
    where e.tenant_id = old.tenant_id and e.source = erased_from and e.row_id = old.id
      and s.tenant_id = e.tenant_id and s.seq = e.seq;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.evidence_notice_version_waits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into evidence_waiting (tenant_id, source, row_id, row_version, imported)
    values (new.tenant_id, tg_table_name, new.notice_id, new.version, evidence_comes_from_elsewhere());
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.evidence_template_version_waits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into evidence_waiting (tenant_id, source, row_id, row_version, imported)
    values (new.tenant_id, tg_table_name, new.template_id, new.version, evidence_comes_from_elsewhere());
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.evidence_waits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into evidence_waiting (tenant_id, source, row_id, imported)
    values (new.tenant_id, coalesce(tg_argv[0], tg_table_name), new.id, evidence_comes_from_elsewhere());
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.fold_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g'))
$function$;

CREATE OR REPLACE FUNCTION public.free_slot()
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  slots constant int := 32;
  scope constant int := hashtext(current_setting('app.tenant_id', true));
begin
  if current_tenant() is null then
    return -1;
  end if;
  for step in 0 .. slots - 1 loop
    if pg_try_advisory_xact_lock(scope, (pg_backend_pid() + step) % slots) then
      return (pg_backend_pid() + step) % slots;
    end if;
  end loop;
  return pg_backend_pid() % slots;
end
$function$;

CREATE OR REPLACE FUNCTION public.index_activities()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select r.name, concat_ws(' ', r.purpose, r.responsible_area, r.controller_name) into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select r.name, concat_ws(' ', r.purpose, r.responsible_area, r.controller_name) into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = 'activities' and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, 'activities', w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.index_breaches()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select r.title, concat_ws(' ', r.description, r.attack_vector, r.effects) into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select r.title, concat_ws(' ', r.description, r.attack_vector, r.effects) into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = 'breaches' and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, 'breaches', w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.index_connectors()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select r.name, r.kind into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select r.name, r.kind into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = 'connectors' and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, 'connectors', w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.index_consent_notices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select r.name, concat_ws(' ', r.title, r.description) into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select r.name, concat_ws(' ', r.title, r.description) into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = 'consent_notices' and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, 'consent_notices', w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.index_consent_templates()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select r.name, concat_ws(' ', r.description, r.purpose_text) into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select r.name, concat_ws(' ', r.description, r.purpose_text) into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = 'consent_templates' and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, 'consent_templates', w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.index_contracts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select r.type, concat_ws(' ', r.signer_name, r.signer_email, r.signer_rut) into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select r.type, concat_ws(' ', r.signer_name, r.signer_email, r.signer_rut) into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = 'contracts' and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, 'contracts', w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.index_cookie_policies()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select coalesce(r.custom_title, 'Política de cookies'), concat_ws(' ', r.entity_name, r.custom_intro, r.publish_notes, r.language) into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select coalesce(r.custom_title, 'Política de cookies'), concat_ws(' ', r.entity_name, r.custom_intro, r.publish_notes, r.language) into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = 'cookie_policies' and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, 'cookie_policies', w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.index_cookie_scans()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select r.domain_url, bare_addresses(r.domain_url) into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select r.domain_url, bare_addresses(r.domain_url) into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = 'cookie_scans' and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, 'cookie_scans', w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.index_data_flows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select null::text, concat_ws(' ', r.description, r.safeguards) into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select null::text, concat_ws(' ', r.description, r.safeguards) into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = 'data_flows' and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, 'data_flows', w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.index_departments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select r.name, r.description into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select r.name, r.description into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = 'departments' and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, 'departments', w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.index_domains()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select r.name, concat_ws(' ', r.url, bare_addresses(r.url), r.description) into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select r.name, concat_ws(' ', r.url, bare_addresses(r.url), r.description) into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = 'domains' and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, 'domains', w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.index_dpia_assessments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select r.title, concat_ws(' ', r.description, r.scope) into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select r.title, concat_ws(' ', r.description, r.scope) into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = 'dpia_assessments' and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, 'dpia_assessments', w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.index_dsar_requests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select r.folio_number, concat_ws(' ', r.subject_name, r.subject_email, r.subject_rut, r.subject_phone,
  r.representative_name, r.representative_rut, r.description) into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select r.folio_number, concat_ws(' ', r.subject_name, r.subject_email, r.subject_rut, r.subject_phone,
  r.representative_name, r.representative_rut, r.description) into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = 'dsar_requests' and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, 'dsar_requests', w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.index_files()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select r.name, null::text into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select r.name, null::text into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = 'files' and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, 'files', w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.index_imports()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select r.file_name, null::text into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select r.file_name, null::text into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = 'imports' and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, 'imports', w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.index_legal_entities()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select r.name, concat_ws(' ', r.tax_id, r.legal_rep_name, r.dpo_name, r.dpo_email) into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select r.name, concat_ws(' ', r.tax_id, r.legal_rep_name, r.dpo_name, r.dpo_email) into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = 'legal_entities' and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, 'legal_entities', w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.index_privacy_policies()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select coalesce(r.custom_title, 'Política de privacidad'), concat_ws(' ', r.entity_name, r.custom_intro, r.publish_notes, r.language) into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select coalesce(r.custom_title, 'Política de privacidad'), concat_ws(' ', r.entity_name, r.custom_intro, r.publish_notes, r.language) into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = 'privacy_policies' and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, 'privacy_policies', w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.index_processors()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select r.name, concat_ws(' ', r.tax_id, r.country, r.contact_name, r.contact_email, r.services) into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select r.name, concat_ws(' ', r.tax_id, r.country, r.contact_name, r.contact_email, r.services) into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = 'processors' and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, 'processors', w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.index_questionnaire_answers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select r.name, r.email into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select r.name, r.email into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = 'questionnaire_answers' and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, 'questionnaire_answers', w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.index_questionnaires()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select r.name, r.description into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select r.name, r.description into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = 'questionnaires' and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, 'questionnaires', w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.index_systems()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select r.name, concat_ws(' ', r.type, r.description, r.owner, r.vendor, r.hosting_country) into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select r.name, concat_ws(' ', r.type, r.description, r.owner, r.vendor, r.hosting_country) into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = 'systems' and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, 'systems', w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$function$;

CREATE OR REPLACE PROCEDURE public.index_words(IN name text, IN title text, IN body text)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('create function %I() returns trigger language plpgsql as %L', 'index_' || name, format(
    $body$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select %2$s, %3$s into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select %2$s, %3$s into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = %1$L and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, %1$L, w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$body$, name, title, body));
  execute format('create trigger index_words after insert or update or delete on %I
    for each row execute function %I()', name, 'index_' || name);
  execute format('insert into search_words (tenant_id, list, word, entity_id)
    select r.tenant_id, %L, w.word, r.id from %I r cross join lateral words_of(%s, %s) w (word)', name, name, title, body);
end
$procedure$;

CREATE OR REPLACE FUNCTION public.index_workflow_definitions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select r.name, concat_ws(' ', r.description, r.entity_type) into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select r.name, concat_ws(' ', r.description, r.entity_type) into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = 'workflow_definitions' and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, 'workflow_definitions', w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.index_workflow_instances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select null::text, concat_ws(' ', r.entity_type, r.entity_id) into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select null::text, concat_ws(' ', r.entity_type, r.entity_id) into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = 'workflow_instances' and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, 'workflow_instances', w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$function$;

CREATE OR REPLACE FUNCTION public.is_correction(status text, right_type text, response_type text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((status = 'COMPLETED'::text) AND (right_type = ANY (ARRAY['RECTIFICATION'::text, 'DELETION'::text, 'OPPOSITION'::text])) AND COALESCE((response_type = ANY (ARRAY['FULFILLED'::text, 'PARTIALLY_FULFILLED'::text])), false));

CREATE OR REPLACE FUNCTION public.is_made(parent regclass, month date)
 RETURNS boolean
 LANGUAGE sql
AS $function$
  select exists (select from parts_of(parent) p
    where p.until > month_start(month) and (p.since is null or p.since <= month_start(month)))
$function$;

CREATE OR REPLACE FUNCTION public.keep_client_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    delete from consent_record_keys k
      where k.tenant_id = old.tenant_id and k.notice_id = old.notice_id and k.client_key = old.client_key
        and k.record_id = old.id;
  else
    insert into consent_record_keys (tenant_id, notice_id, client_key, record_id)
      values (new.tenant_id, new.notice_id, new.client_key, new.id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.main_entity()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (SELECT legal_entities.id FROM legal_entities WHERE (legal_entities.tenant_id = (SELECT current_tenant() AS current_tenant)) ORDER BY legal_entities.is_active DESC, legal_entities.created_at, legal_entities.id LIMIT 1);

CREATE OR REPLACE PROCEDURE public.make_month(IN parent regclass, IN month date)
 LANGUAGE plpgsql
AS $procedure$
declare
  name constant text := (select relname from pg_class where oid = parent);
  part constant text := format('%s_%s', name, to_char(month, 'YYYY_MM'));
  other constant text := name || '_other';
  first constant uuid := month_start(month);
  last constant uuid := month_start((month + interval '1 month')::date);
  moved bigint := 0;
  pointing record;
  restore text[] := '{}';
begin
  call make_part(part, name);
  execute format('lock table %I in access exclusive mode', other);
  if pg_relation_size(other::regclass) > 0 then
    execute format('alter table %I no force row level security', other);
    execute format('alter table %I no force row level security', part);
    execute format('insert into %I select * from %I where id >= $1 and id < $2', part, other) using first, last;
    get diagnostics moved = row_count;
    if moved > 0 then
      for pointing in select conrelid::regclass as source, conname, pg_get_constraintdef(oid) as definition
        from pg_constraint where contype = 'f' and confrelid = parent and conparentid = 0 loop
        execute format('alter table %s drop constraint %I', pointing.source, pointing.conname);
        restore := restore || format('alter table %s add constraint %I %s', pointing.source, pointing.conname,
          pointing.definition);
      end loop;
      execute format('alter table %I disable trigger user', other);
      execute format('delete from %I where id >= $1 and id < $2', other) using first, last;
      execute format('alter table %I enable trigger user', other);
    end if;
    execute format('alter table %I force row level security', part);
    execute format('alter table %I force row level security', other);
  end if;
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', name, part, first, last);
  for at in 1 .. cardinality(restore) loop
    execute restore[at];
  end loop;
end
$procedure$;

CREATE OR REPLACE FUNCTION public.make_months(at timestamp with time zone DEFAULT now())
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '500ms'
AS $function$
declare
  parents constant regclass[] := array(select c.oid::regclass from pg_class c
    where c.relkind = 'p' and c.relnamespace = 'public'::regnamespace order by c.relname);
  this_month constant date := date_trunc('month', least(at, now() + interval '1 year') at time zone 'UTC');
  ahead constant date[] := array(select (this_month + n * interval '1 month')::date from generate_series(0, 3) n);
  missing constant boolean := exists (select from unnest(parents) p (name)
    where exists (select from unnest(ahead) m (month) where not is_made(p.name, m.month))
      or cardinality(waiting_months(p.name, this_month)) > 0);
  parent regclass;
  month date;
  made int := 0;
begin
  if not missing then
    return 0;
  end if;
  perform pg_advisory_xact_lock(7219, 12);
  foreach parent in array parents loop
    foreach month in array waiting_months(parent, this_month) || ahead loop
      continue when is_made(parent, month);
      call make_month(parent, month);
      made := made + 1;
    end loop;
  end loop;
  return made;
end
$function$;

CREATE OR REPLACE PROCEDURE public.make_part(IN part text, IN parent text)
 LANGUAGE plpgsql
AS $procedure$
declare
  index record;
begin
  execute format('create table %I (like %I including defaults including constraints including storage)', part, parent);
  call protect_part(part, parent);
  call describe_part(part, parent);
  for index in select c.relname, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = parent::regclass and not i.indisprimary loop
    execute regexp_replace(index.definition, '^CREATE INDEX \S+ ON ONLY \S+',
      format('create index %I on %I', replace(index.relname, parent, part), part));
  end loop;
end
$procedure$;

CREATE OR REPLACE FUNCTION public.month_of(id uuid)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (substr((id)::text, 15, 1) = '7'::text) THEN (date_trunc('month'::text, (to_timestamp((((((('x0000'::text || "left"(replace((id)::text, '-'::text, ''::text), 12)))::bit(64))::bigint)::numeric / 1000.0))::double precision) AT TIME ZONE 'UTC'::text)))::date ELSE NULL::date END;

CREATE OR REPLACE FUNCTION public.month_start(month date)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((lpad(to_hex(((EXTRACT(epoch FROM (month)::timestamp without time zone) * (1000)::numeric))::bigint), 12, '0'::text) || '70008000000000000000'::text))::uuid;

CREATE OR REPLACE FUNCTION public.open_tenant(tenant uuid, mode text, shows boolean, OUT plan text, OUT refusal text)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  stepped text := set_config('role', 'resguardo_app', true);
  opened text := set_config('app.tenant_id', tenant::text, true);
begin
  if mode <> 'read only' then
    perform share_tenant(tenant);
  end if;
  select t.plan, case
      when shows and t.suspended_at is not null then 'suspended'
      when mode <> 'read write' then null
      when t.moved_at is not null then 'moved'
      when t.moving_until > clock_timestamp() then 'moving'
    end into plan, refusal
    from tenants t where t.id = tenant and t.erasing_since is null;
  if plan is null or refusal is not null then
    opened := set_config('app.tenant_id', '', true);
  end if;
  if mode = 'read only' then
    stepped := set_config('transaction_read_only', 'on', true);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.parts_of(parent regclass)
 RETURNS TABLE(part regclass, since uuid, until uuid)
 LANGUAGE sql
 STABLE
AS $function$
  select c.oid::regclass,
    (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \(''([^'']+)''\)'))[1]::uuid,
    (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''([^'']+)''\)'))[1]::uuid
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = parent
$function$;

CREATE OR REPLACE PROCEDURE public.protect_global_table(IN name text)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy above on %I to resguardo_system using (true) with check (true)', name);
  execute format('grant select, insert, update, delete on %I to resguardo_system', name);
end
$procedure$;

CREATE OR REPLACE PROCEDURE public.protect_part(IN part text, IN parent text)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %I enable row level security', part);
  execute format('alter table %I force row level security', part);
  execute format('create trigger append_only_whole before truncate on %I
    for each statement execute function refuse_change(%L)', part, parent);
end
$procedure$;

CREATE OR REPLACE PROCEDURE public.protect_tenant_table(IN name text, IN append_only boolean DEFAULT false)
 LANGUAGE plpgsql
AS $procedure$
declare
  -- The table's name for the triggers of a partitioned table.
  whole constant text := (select quote_literal(relname) from pg_class where oid = name::regclass and relkind = 'p');
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy tenant on %I to resguardo_app
    using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', name);
  execute format('create policy above on %I to resguardo_system using (true) with check (true)', name);
  if append_only then
    execute format('grant select, insert on %I to resguardo_app, resguardo_system', name);
    -- The trigger decides which rows may be deleted.
    execute format('grant delete on %I to resguardo_system', name);
    execute format('create trigger append_only before update or delete on %I
      for each row execute function refuse_change(%s)', name, whole);
    execute format('create trigger append_only_whole before truncate on %I
      for each statement execute function refuse_change(%s)', name, whole);
  else
    execute format('grant select, insert, update, delete on %I to resguardo_app, resguardo_system', name);
  end if;
end
$procedure$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and current_user = 'resguardo_system' then
    if exists (select from tenants t where t.id = (to_jsonb(old) ->> 'tenant_id')::uuid and t.erasing_since is not null) then
      return old;
    end if;
    if coalesce(current_setting('app.erasure_reason', true), '') <> ''
      and exists (select from pg_trigger t where t.tgrelid = tg_relid and t.tgname = 'evidence_erased') then
      return old;
    end if;
  end if;
  raise exception 'table % is append-only', coalesce(tg_argv[0], tg_table_name) using errcode = 'insufficient_privilege';
end
$function$;

CREATE OR REPLACE FUNCTION public.share_tenant(tenant uuid)
 RETURNS void
 LANGUAGE sql
RETURN pg_advisory_xact_lock_shared(hashtextextended((tenant)::text, (6)::bigint));

CREATE OR REPLACE FUNCTION public.tenant_hold(tenant uuid)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
begin
  perform share_tenant(tenant);
  return (select 'moving' from tenants t where t.id = tenant and t.moving_until > clock_timestamp());
end
$function$;

CREATE OR REPLACE FUNCTION public.waiting_months(parent regclass, last date)
 RETURNS date[]
 LANGUAGE plpgsql
AS $function$
declare
  found date[];
begin
  execute format('select array(select distinct month_of(id) from %I where month_of(id) between $1 and $2)',
    (select relname from pg_class where oid = parent) || '_other') into found using date '2020-01-01', last;
  return array(select month from unnest(found) month where not is_made(parent, month));
end
$function$;

CREATE OR REPLACE FUNCTION public.words_of(title text, body text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE ROWS 30
AS $function$
  with folded as materialized (
    select translate(fold_text(concat_ws(' ', left(title, 500), left(body, 2000))), E'\t\n\r', '   ') as text
  )
  select ' ' || left(btrim(fold_text(title)), 100) where title is not null
  union
  select left(found.word, 40)
  from folded cross join lateral (
    select string_to_table(regexp_replace(text, '[\u0001-\u001f!-/:-@\[-`{-\u00bf\u2000-\u206f]+', '', 'g'), ' ')
    union all
    select string_to_table(regexp_replace(text, '[\u0001-\u001f!-/:-@\[-`{-\u00bf\u2000-\u206f]+', ' ', 'g'), ' ')
  ) found (word)
  where found.word <> all ('{"",a,al,con,de,del,e,el,en,la,las,lo,los,o,para,por,que,se,su,sus,un,una,y}')
$function$;

create table activities (
  tenant_id uuid not null,
  id uuid not null,
  legal_entity_id uuid default main_entity() not null,
  name text not null,
  purpose text not null,
  legal_basis text,
  legal_basis_article text,
  legal_norm text,
  legitimate_interest text,
  balancing jsonb,
  data_categories text[] default '{}'::text[] not null,
  has_sensitive_data boolean not null,
  socioeconomic boolean default false not null,
  subject_categories text[] default '{}'::text[] not null,
  data_source text,
  source_is_public boolean default false not null,
  recipients text[] default '{}'::text[] not null,
  transfer_exists boolean default false not null,
  transfer_country text,
  transfer_mechanism text,
  retention_period text,
  retention_note text,
  security_measures text[] default '{}'::text[] not null,
  automated_decisions boolean default false not null,
  automated_logic text,
  consent_withdrawal text,
  minors_safeguard text,
  controller_name text,
  controller_role text default 'responsable' not null,
  responsible_area text,
  template_id text,
  system_id uuid,
  status text not null,
  published_at timestamptz,
  risk_level text,
  risk_score integer,
  risk_factors jsonb,
  risk_assessed_at timestamptz,
  dpia_required boolean default false not null,
  dpia_reasons jsonb,
  review_at date,
  review_announced date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint activities_pkey PRIMARY KEY (tenant_id, id),
  constraint activities_controller_role_known CHECK ((controller_role = ANY (ARRAY['responsable', 'encargado']))),
  constraint activities_data_categories_known CHECK ((data_categories <@ ARRAY['name', 'email', 'phone', 'rut', 'address', 'financial', 'health', 'biometric', 'ethnic_origin', 'political', 'religious', 'sexual_orientation', 'criminal', 'minor_data', 'location', 'browsing', 'employment'])),
  constraint activities_entity_fkey FOREIGN KEY (tenant_id, legal_entity_id) REFERENCES legal_entities(tenant_id, id),
  constraint activities_legal_basis_known CHECK ((legal_basis = ANY (ARRAY['consent', 'contract', 'legal_obligation', 'vital_interest', 'public_interest', 'legitimate_interest']))),
  constraint activities_retention_known CHECK ((retention_period = ANY (ARRAY['1_year', '2_years', '3_years', '5_years', '10_years', 'until_purpose_fulfilled', 'until_unsubscribe', 'legal_minimum', 'indefinite']))),
  constraint activities_risk_level_known CHECK ((risk_level = ANY (ARRAY['low', 'medium', 'high']))),
  constraint activities_status_known CHECK ((status = ANY (ARRAY['draft', 'published', 'archived']))),
  constraint activities_system_fkey FOREIGN KEY (tenant_id, system_id) REFERENCES systems(tenant_id, id) ON DELETE SET NULL (system_id),
  constraint activities_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX activities_by_change ON activities (tenant_id, updated_at DESC, id DESC);
CREATE INDEX activities_by_dpia ON activities (tenant_id, dpia_required, created_at DESC, id DESC);
CREATE INDEX activities_by_entity ON activities (tenant_id, legal_entity_id, created_at DESC, id DESC);
CREATE INDEX activities_by_legal_basis ON activities (tenant_id, legal_basis, created_at DESC, id DESC);
CREATE INDEX activities_by_publication ON activities (tenant_id, published_at) WHERE (status = 'published');
CREATE INDEX activities_by_risk_level ON activities (tenant_id, risk_level, created_at DESC, id DESC);
CREATE INDEX activities_by_sensitivity ON activities (tenant_id, has_sensitive_data, created_at DESC, id DESC);
CREATE INDEX activities_by_status ON activities (tenant_id, status, created_at DESC, id DESC);
CREATE INDEX activities_by_system ON activities (tenant_id, system_id, created_at DESC, id DESC);
CREATE INDEX activities_by_update ON activities (tenant_id, updated_at) WHERE (status = 'published');
CREATE INDEX activities_newest ON activities (tenant_id, created_at DESC, id DESC) INCLUDE (status, legal_basis, has_sensitive_data, risk_level, dpia_required);
CREATE INDEX activities_to_announce ON activities (review_at) WHERE (review_at IS DISTINCT FROM review_announced);
CREATE INDEX activities_to_review ON activities (tenant_id, review_at) WHERE (review_at IS NOT NULL);
alter table activities enable row level security;
alter table activities force row level security;
create policy above on activities to resguardo_system using (true) with check (true);
create policy tenant on activities to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER count_added AFTER INSERT ON activities REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_activities();
CREATE TRIGGER count_changed AFTER UPDATE ON activities REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_activities();
CREATE TRIGGER count_removed AFTER DELETE ON activities REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_activities();
CREATE TRIGGER index_words AFTER INSERT OR DELETE OR UPDATE ON activities FOR EACH ROW EXECUTE FUNCTION index_activities();
grant delete, insert, select, update on activities to resguardo_app;
grant delete, insert, select, update on activities to resguardo_system;

create table activity_flows (
  tenant_id uuid not null,
  id uuid not null,
  activity_id uuid not null,
  flow_id uuid not null,
  created_at timestamptz not null,
  constraint activity_flows_pkey PRIMARY KEY (tenant_id, id),
  constraint activity_flows_activity_fkey FOREIGN KEY (tenant_id, activity_id) REFERENCES activities(tenant_id, id) ON DELETE CASCADE,
  constraint activity_flows_flow_fkey FOREIGN KEY (tenant_id, flow_id) REFERENCES data_flows(tenant_id, id) ON DELETE CASCADE,
  constraint activity_flows_link_key UNIQUE (tenant_id, activity_id, flow_id),
  constraint activity_flows_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX activity_flows_by_flow ON activity_flows (tenant_id, flow_id);
alter table activity_flows enable row level security;
alter table activity_flows force row level security;
create policy above on activity_flows to resguardo_system using (true) with check (true);
create policy tenant on activity_flows to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on activity_flows to resguardo_app;
grant delete, insert, select, update on activity_flows to resguardo_system;

create table activity_processors (
  tenant_id uuid not null,
  id uuid not null,
  activity_id uuid not null,
  processor_id uuid not null,
  created_at timestamptz not null,
  constraint activity_processors_pkey PRIMARY KEY (tenant_id, id),
  constraint activity_processors_activity_fkey FOREIGN KEY (tenant_id, activity_id) REFERENCES activities(tenant_id, id) ON DELETE CASCADE,
  constraint activity_processors_link_key UNIQUE (tenant_id, activity_id, processor_id),
  constraint activity_processors_processor_fkey FOREIGN KEY (tenant_id, processor_id) REFERENCES processors(tenant_id, id) ON DELETE CASCADE,
  constraint activity_processors_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX activity_processors_by_processor ON activity_processors (tenant_id, processor_id);
alter table activity_processors enable row level security;
alter table activity_processors force row level security;
create policy above on activity_processors to resguardo_system using (true) with check (true);
create policy tenant on activity_processors to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on activity_processors to resguardo_app;
grant delete, insert, select, update on activity_processors to resguardo_system;

create table activity_systems (
  tenant_id uuid not null,
  id uuid not null,
  activity_id uuid not null,
  system_id uuid not null,
  role text not null,
  created_at timestamptz not null,
  constraint activity_systems_pkey PRIMARY KEY (tenant_id, id),
  constraint activity_systems_activity_fkey FOREIGN KEY (tenant_id, activity_id) REFERENCES activities(tenant_id, id) ON DELETE CASCADE,
  constraint activity_systems_link_key UNIQUE (tenant_id, activity_id, system_id),
  constraint activity_systems_role_known CHECK ((role = ANY (ARRAY['STORAGE', 'PROCESSING', 'COLLECTION', 'TRANSFER']))),
  constraint activity_systems_system_fkey FOREIGN KEY (tenant_id, system_id) REFERENCES systems(tenant_id, id) ON DELETE CASCADE,
  constraint activity_systems_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX activity_systems_by_system ON activity_systems (tenant_id, system_id);
alter table activity_systems enable row level security;
alter table activity_systems force row level security;
create policy above on activity_systems to resguardo_system using (true) with check (true);
create policy tenant on activity_systems to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on activity_systems to resguardo_app;
grant delete, insert, select, update on activity_systems to resguardo_system;

create table ai_usage (
  tenant_id uuid not null,
  month text not null,
  used integer not null,
  constraint ai_usage_pkey PRIMARY KEY (tenant_id, month),
  constraint ai_usage_month_shape CHECK ((month ~ '^\d{4}-\d{2}$')),
  constraint ai_usage_not_negative CHECK ((used >= 0)),
  constraint ai_usage_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table ai_usage enable row level security;
alter table ai_usage force row level security;
create policy above on ai_usage to resguardo_system using (true) with check (true);
create policy tenant on ai_usage to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on ai_usage to resguardo_app;
grant delete, insert, select, update on ai_usage to resguardo_system;

create table api_keys (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  prefix text not null,
  key_hash text not null,
  previous_hash text,
  previous_until timestamptz,
  role text default 'ANALYST' not null,
  scopes text[] not null,
  allowed_addresses text[] default '{}'::text[] not null,
  allowed_origins text[] default '{}'::text[] not null,
  requests_per_minute integer,
  is_active boolean not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint api_keys_pkey PRIMARY KEY (tenant_id, id),
  constraint api_keys_rate_bounded CHECK (((requests_per_minute >= 1) AND (requests_per_minute <= 100000))),
  constraint api_keys_role_known CHECK ((role = ANY (ARRAY['DPO', 'APPROVER', 'ANALYST', 'VIEWER']))),
  constraint api_keys_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX api_keys_by_hash ON api_keys (key_hash);
CREATE INDEX api_keys_by_previous_hash ON api_keys (previous_hash) WHERE (previous_hash IS NOT NULL);
CREATE INDEX api_keys_newest ON api_keys (tenant_id, created_at DESC, id DESC);
alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy above on api_keys to resguardo_system using (true) with check (true);
create policy tenant on api_keys to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on api_keys to resguardo_app;
grant delete, insert, select, update on api_keys to resguardo_system;

create table archived_months (
  table_name text not null,
  month text not null,
  since uuid,
  until uuid not null,
  rows bigint not null,
  sha256 text not null,
  mark text not null,
  archived_at timestamptz not null,
  constraint archived_months_pkey PRIMARY KEY (table_name, month)
);
alter table archived_months enable row level security;
alter table archived_months force row level security;
create policy above on archived_months to resguardo_system using (true) with check (true);
create policy all_see on archived_months for select to resguardo_app using (true);
grant select on archived_months to resguardo_app;
grant delete, insert, select, update on archived_months to resguardo_system;

create table audit_log (
  tenant_id uuid not null,
  id uuid not null,
  actor_type text not null,
  actor_id text,
  actor_name text,
  action text not null,
  entity_type text not null,
  entity_id text not null,
  changes jsonb not null,
  request_id text,
  address_prefix text,
  created_at timestamptz not null,
  constraint audit_log_pkey PRIMARY KEY (tenant_id, id),
  constraint audit_log_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
) partition by range (id);
CREATE INDEX audit_log_by_actor ON audit_log (tenant_id, actor_id, created_at DESC, id DESC);
CREATE INDEX audit_log_by_entity_id ON audit_log (tenant_id, entity_id, created_at DESC, id DESC);
CREATE INDEX audit_log_by_entity_type ON audit_log (tenant_id, entity_type, created_at DESC, id DESC);
CREATE INDEX audit_log_newest ON audit_log (tenant_id, created_at DESC, id DESC);
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy above on audit_log to resguardo_system using (true) with check (true);
create policy tenant on audit_log to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change('audit_log');
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('audit_log');
CREATE TRIGGER count_added AFTER INSERT ON audit_log REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_audit_log();
CREATE TRIGGER count_changed AFTER UPDATE ON audit_log REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_audit_log();
CREATE TRIGGER count_removed AFTER DELETE ON audit_log REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_audit_log();
CREATE TRIGGER evidence AFTER INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION evidence_waits('audit_log');
CREATE TRIGGER evidence_erased AFTER DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION evidence_erased('audit_log');
grant insert, select on audit_log to resguardo_app;
grant delete, insert, select on audit_log to resguardo_system;

create table breach_activities (
  tenant_id uuid not null,
  breach_id uuid not null,
  activity_id uuid not null,
  constraint breach_activities_pkey PRIMARY KEY (tenant_id, breach_id, activity_id),
  constraint breach_activities_activity_fkey FOREIGN KEY (tenant_id, activity_id) REFERENCES activities(tenant_id, id) ON DELETE CASCADE,
  constraint breach_activities_breach_fkey FOREIGN KEY (tenant_id, breach_id) REFERENCES breaches(tenant_id, id) ON DELETE CASCADE,
  constraint breach_activities_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX breach_activities_by_activity ON breach_activities (tenant_id, activity_id);
alter table breach_activities enable row level security;
alter table breach_activities force row level security;
create policy above on breach_activities to resguardo_system using (true) with check (true);
create policy tenant on breach_activities to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on breach_activities to resguardo_app;
grant delete, insert, select, update on breach_activities to resguardo_system;

create table breach_events (
  tenant_id uuid not null,
  id uuid not null,
  breach_id uuid not null,
  type text not null,
  from_status text,
  to_status text,
  notes text,
  details jsonb,
  actor_id text,
  created_at timestamptz not null,
  constraint breach_events_pkey PRIMARY KEY (tenant_id, id),
  constraint breach_events_breach_fkey FOREIGN KEY (tenant_id, breach_id) REFERENCES breaches(tenant_id, id),
  constraint breach_events_change_named CHECK (((type = 'status_change') = ((from_status IS NOT NULL) AND (to_status IS NOT NULL)))),
  constraint breach_events_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint breach_events_type_known CHECK ((type = ANY (ARRAY['created', 'updated', 'status_change', 'decision', 'apdp_notified', 'siem_alert', 'subjects_notified', 'controller_notified', 'clock_done'])))
);
CREATE INDEX breach_events_oldest ON breach_events (tenant_id, breach_id, created_at, id);
alter table breach_events enable row level security;
alter table breach_events force row level security;
create policy above on breach_events to resguardo_system using (true) with check (true);
create policy tenant on breach_events to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON breach_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON breach_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on breach_events to resguardo_app;
grant delete, insert, select on breach_events to resguardo_system;

create table breach_reminders (
  tenant_id uuid not null,
  breach_id uuid not null,
  clock text not null,
  due_at timestamptz not null,
  is_over boolean not null,
  sent_at timestamptz not null,
  constraint breach_reminders_pkey PRIMARY KEY (tenant_id, breach_id, clock, due_at, is_over),
  constraint breach_reminders_breach_fkey FOREIGN KEY (tenant_id, breach_id) REFERENCES breaches(tenant_id, id) ON DELETE CASCADE,
  constraint breach_reminders_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table breach_reminders enable row level security;
alter table breach_reminders force row level security;
create policy above on breach_reminders to resguardo_system using (true) with check (true);
create policy tenant on breach_reminders to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on breach_reminders to resguardo_app;
grant delete, insert, select, update on breach_reminders to resguardo_system;

create table breach_systems (
  tenant_id uuid not null,
  breach_id uuid not null,
  system_id uuid not null,
  constraint breach_systems_pkey PRIMARY KEY (tenant_id, breach_id, system_id),
  constraint breach_systems_breach_fkey FOREIGN KEY (tenant_id, breach_id) REFERENCES breaches(tenant_id, id) ON DELETE CASCADE,
  constraint breach_systems_system_fkey FOREIGN KEY (tenant_id, system_id) REFERENCES systems(tenant_id, id) ON DELETE CASCADE,
  constraint breach_systems_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX breach_systems_by_system ON breach_systems (tenant_id, system_id);
alter table breach_systems enable row level security;
alter table breach_systems force row level security;
create policy above on breach_systems to resguardo_system using (true) with check (true);
create policy tenant on breach_systems to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on breach_systems to resguardo_app;
grant delete, insert, select, update on breach_systems to resguardo_system;

create table breaches (
  tenant_id uuid not null,
  id uuid not null,
  legal_entity_id uuid default main_entity() not null,
  title text not null,
  description text,
  status text not null,
  occurred_at timestamptz,
  detected_at timestamptz not null,
  detection_source text not null,
  attack_vector text,
  nature text[] default '{}'::text[] not null,
  data_categories text[] not null,
  has_sensitive_data boolean not null,
  estimated_records bigint,
  effects text,
  containment_actions text[] not null,
  prevention text,
  severity text,
  risk_rationale text,
  alert jsonb,
  acts_as text default 'controller' not null,
  controller_name text,
  controller_notified_at timestamptz,
  requires_notification boolean not null,
  requires_subject_notification boolean not null,
  decision jsonb,
  overrides jsonb default '[]'::jsonb not null,
  notified_apdp_at timestamptz,
  notification_file_key text,
  subjects_notified_at timestamptz,
  subjects_medium text,
  mass_media_notice text,
  no_notice_reason text,
  clocks_done jsonb default '{}'::jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint breaches_pkey PRIMARY KEY (tenant_id, id),
  constraint breaches_entity_fkey FOREIGN KEY (tenant_id, legal_entity_id) REFERENCES legal_entities(tenant_id, id),
  constraint breaches_in_order CHECK (((occurred_at <= detected_at) AND (subjects_notified_at >= detected_at) AND (controller_notified_at >= detected_at))),
  constraint breaches_nature_known CHECK ((nature <@ ARRAY['confidentiality', 'integrity', 'availability'])),
  constraint breaches_records_not_negative CHECK ((estimated_records >= 0)),
  constraint breaches_role_known CHECK ((acts_as = ANY (ARRAY['controller', 'processor']))),
  constraint breaches_severity_known CHECK ((severity = ANY (ARRAY['low', 'medium', 'high', 'critical']))),
  constraint breaches_status_known CHECK ((status = ANY (ARRAY['detected', 'investigating', 'contained', 'resolved', 'notified']))),
  constraint breaches_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX breaches_by_change ON breaches (tenant_id, updated_at DESC, id DESC);
CREATE INDEX breaches_by_detection ON breaches (tenant_id, detected_at DESC, id DESC);
CREATE INDEX breaches_by_entity ON breaches (tenant_id, legal_entity_id, created_at DESC, id DESC);
CREATE INDEX breaches_by_file ON breaches (tenant_id, notification_file_key) WHERE (notification_file_key IS NOT NULL);
CREATE INDEX breaches_by_notification ON breaches (tenant_id, requires_notification, created_at DESC, id DESC);
CREATE INDEX breaches_by_status ON breaches (tenant_id, status, created_at DESC, id DESC);
CREATE INDEX breaches_newest ON breaches (tenant_id, created_at DESC, id DESC);
CREATE INDEX breaches_open ON breaches (tenant_id, detected_at) WHERE (status <> ALL (ARRAY['resolved', 'notified']));
CREATE INDEX breaches_register_incomplete ON breaches (tenant_id) WHERE ((requires_notification OR (notified_apdp_at IS NOT NULL)) AND (status = ANY (ARRAY['resolved', 'notified'])) AND ((nature = '{}'::text[]) OR (effects IS NULL) OR (prevention IS NULL) OR (data_categories = '{}'::text[]) OR (estimated_records IS NULL) OR (containment_actions = '{}'::text[])));
CREATE INDEX breaches_running ON breaches (detected_at, tenant_id, id) WHERE (status = ANY (ARRAY['detected', 'investigating', 'contained']));
CREATE INDEX breaches_subjects_uninformed ON breaches (tenant_id) WHERE (requires_subject_notification AND (subjects_notified_at IS NULL) AND (mass_media_notice IS NULL));
alter table breaches enable row level security;
alter table breaches force row level security;
create policy above on breaches to resguardo_system using (true) with check (true);
create policy tenant on breaches to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER count_added AFTER INSERT ON breaches REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_breaches();
CREATE TRIGGER count_changed AFTER UPDATE ON breaches REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_breaches();
CREATE TRIGGER count_removed AFTER DELETE ON breaches REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_breaches();
CREATE TRIGGER index_words AFTER INSERT OR DELETE OR UPDATE ON breaches FOR EACH ROW EXECUTE FUNCTION index_breaches();
grant delete, insert, select, update on breaches to resguardo_app;
grant delete, insert, select, update on breaches to resguardo_system;

create table comments (
  tenant_id uuid not null,
  id uuid not null,
  entity_type text not null,
  entity_id uuid not null,
  text text not null,
  author_id text,
  author_name text,
  mentions text[] default '{}'::text[] not null,
  created_at timestamptz not null,
  constraint comments_pkey PRIMARY KEY (tenant_id, id),
  constraint comments_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX comments_newest ON comments (tenant_id, created_at DESC, id DESC);
CREATE INDEX comments_of_record ON comments (tenant_id, entity_type, entity_id, created_at DESC, id DESC);
alter table comments enable row level security;
alter table comments force row level security;
create policy above on comments to resguardo_system using (true) with check (true);
create policy tenant on comments to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on comments to resguardo_app;
grant delete, insert, select, update on comments to resguardo_system;

create table company_preferences (
  tenant_id uuid not null,
  user_id uuid not null,
  content jsonb not null,
  updated_at timestamptz not null,
  constraint company_preferences_pkey PRIMARY KEY (tenant_id, user_id),
  constraint company_preferences_member_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE
);
alter table company_preferences enable row level security;
alter table company_preferences force row level security;
create policy above on company_preferences to resguardo_system using (true) with check (true);
create policy tenant on company_preferences to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on company_preferences to resguardo_app;
grant delete, insert, select, update on company_preferences to resguardo_system;

create table connector_runs (
  tenant_id uuid not null,
  id uuid not null,
  connector_id uuid not null,
  task_id uuid not null,
  request_id uuid not null,
  right_type text not null,
  status text not null,
  writes boolean not null,
  attempts integer not null,
  next_attempt_at timestamptz,
  claimed_until timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  row_count integer,
  byte_count integer,
  error text,
  file_id uuid,
  callback_hash text,
  callback_expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint connector_runs_pkey PRIMARY KEY (tenant_id, id),
  constraint connector_runs_callback CHECK (((callback_hash IS NULL) OR (status = ANY (ARRAY['running', 'waiting'])))),
  constraint connector_runs_connector_fkey FOREIGN KEY (tenant_id, connector_id) REFERENCES connectors(tenant_id, id) ON DELETE CASCADE,
  constraint connector_runs_ended CHECK (((status = ANY (ARRAY['done', 'failed'])) = (ended_at IS NOT NULL))),
  constraint connector_runs_status_known CHECK ((status = ANY (ARRAY['pending', 'running', 'waiting', 'done', 'failed']))),
  constraint connector_runs_task_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES dsar_tasks(tenant_id, id) ON DELETE CASCADE,
  constraint connector_runs_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint connector_runs_waiting CHECK (((status <> 'waiting') OR (callback_hash IS NOT NULL)))
);
CREATE INDEX connector_runs_by_callback ON connector_runs (callback_hash) WHERE (callback_hash IS NOT NULL);
CREATE INDEX connector_runs_by_task ON connector_runs (tenant_id, task_id);
CREATE INDEX connector_runs_of ON connector_runs (tenant_id, connector_id, created_at DESC, id DESC);
CREATE INDEX connector_runs_open ON connector_runs (status, next_attempt_at) WHERE (status = ANY (ARRAY['pending', 'running', 'waiting']));
CREATE UNIQUE INDEX connector_runs_one_at_once ON connector_runs (tenant_id, task_id) WHERE (status = ANY (ARRAY['pending', 'running', 'waiting']));
alter table connector_runs enable row level security;
alter table connector_runs force row level security;
create policy above on connector_runs to resguardo_system using (true) with check (true);
create policy tenant on connector_runs to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on connector_runs to resguardo_app;
grant delete, insert, select, update on connector_runs to resguardo_system;

create table connectors (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  system_id uuid not null,
  kind text not null,
  config jsonb not null,
  secret_sealed text,
  queries jsonb not null,
  changed_by uuid,
  changed_by_name text,
  changed_at timestamptz not null,
  approved_by uuid,
  approved_by_name text,
  approved_at timestamptz,
  self_approved boolean default false not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint connectors_pkey PRIMARY KEY (tenant_id, id),
  constraint connectors_kind_known CHECK ((kind = ANY (ARRAY['postgresql', 'mysql', 'https']))),
  constraint connectors_one_for_system UNIQUE (tenant_id, system_id),
  constraint connectors_self_approved CHECK (((approved_at IS NOT NULL) OR (NOT self_approved))),
  constraint connectors_system_fkey FOREIGN KEY (tenant_id, system_id) REFERENCES systems(tenant_id, id),
  constraint connectors_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX connectors_changed ON connectors (tenant_id, updated_at DESC, id DESC);
CREATE INDEX connectors_newest ON connectors (tenant_id, created_at DESC, id DESC);
alter table connectors enable row level security;
alter table connectors force row level security;
create policy above on connectors to resguardo_system using (true) with check (true);
create policy tenant on connectors to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER index_words AFTER INSERT OR DELETE OR UPDATE ON connectors FOR EACH ROW EXECUTE FUNCTION index_connectors();
grant delete, insert, select, update on connectors to resguardo_app;
grant delete, insert, select, update on connectors to resguardo_system;

create table consent_confirmations (
  tenant_id uuid not null,
  id uuid not null,
  record_id uuid,
  notice_record_id uuid,
  key_hash text not null,
  mail_id uuid,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  created_at timestamptz not null,
  constraint consent_confirmations_pkey PRIMARY KEY (tenant_id, id),
  constraint consent_confirmations_mail_fkey FOREIGN KEY (tenant_id, mail_id) REFERENCES mails(tenant_id, id) ON DELETE SET NULL (mail_id),
  constraint consent_confirmations_notice_record_fkey FOREIGN KEY (tenant_id, notice_record_id) REFERENCES consent_records(tenant_id, id),
  constraint consent_confirmations_of_one CHECK ((num_nonnulls(record_id, notice_record_id) = 1)),
  constraint consent_confirmations_record_fkey FOREIGN KEY (tenant_id, record_id) REFERENCES consent_form_records(tenant_id, id),
  constraint consent_confirmations_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX consent_confirmations_by_expiry ON consent_confirmations (expires_at);
CREATE INDEX consent_confirmations_by_key ON consent_confirmations (key_hash);
CREATE INDEX consent_confirmations_by_mail ON consent_confirmations (tenant_id, mail_id);
CREATE INDEX consent_confirmations_by_notice_record ON consent_confirmations (tenant_id, notice_record_id);
CREATE INDEX consent_confirmations_by_record ON consent_confirmations (tenant_id, record_id);
alter table consent_confirmations enable row level security;
alter table consent_confirmations force row level security;
create policy above on consent_confirmations to resguardo_system using (true) with check (true);
create policy tenant on consent_confirmations to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on consent_confirmations to resguardo_app;
grant delete, insert, select, update on consent_confirmations to resguardo_system;

create table consent_daily_counts (
  tenant_id uuid not null,
  counted_id uuid not null,
  day date not null,
  slot smallint not null,
  total integer not null,
  granted integer not null,
  withdrawn integer not null,
  constraint consent_daily_counts_pkey PRIMARY KEY (tenant_id, counted_id, day, slot),
  constraint consent_daily_counts_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table consent_daily_counts enable row level security;
alter table consent_daily_counts force row level security;
create policy above on consent_daily_counts to resguardo_system using (true) with check (true);
create policy tenant on consent_daily_counts to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on consent_daily_counts to resguardo_app;
grant delete, insert, select, update on consent_daily_counts to resguardo_system;

create table consent_form_records (
  tenant_id uuid not null,
  id uuid not null,
  template_id uuid not null,
  template_version integer not null,
  content_hash text not null,
  subject_ref text not null,
  proven_by text,
  granted boolean not null,
  is_effective boolean default true not null,
  source text not null,
  "values" jsonb not null,
  representative jsonb,
  channel text,
  evidence jsonb,
  recorded_by text,
  user_agent text,
  ip_hash text,
  receipt text not null,
  occurred_at timestamptz not null,
  created_at timestamptz not null,
  constraint consent_form_records_pkey PRIMARY KEY (tenant_id, id),
  constraint consent_form_records_manual_proven CHECK (((source <> 'manual') OR (evidence IS NOT NULL))),
  constraint consent_form_records_proof_known CHECK ((proven_by = ANY (ARRAY['portal', 'api_key', 'staff', 'confirmed_email', 'subject_token', 'nobody']))),
  constraint consent_form_records_source_known CHECK ((source = ANY (ARRAY['form', 'manual', 'external', 'portal']))),
  constraint consent_form_records_template_fkey FOREIGN KEY (tenant_id, template_id) REFERENCES consent_templates(tenant_id, id),
  constraint consent_form_records_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
) partition by range (id);
CREATE INDEX consent_form_records_by_receipt ON consent_form_records USING hash (receipt);
CREATE INDEX consent_form_records_by_subject ON consent_form_records (tenant_id, subject_ref text_pattern_ops, template_id, occurred_at DESC, created_at DESC, id DESC);
CREATE INDEX consent_form_records_newest ON consent_form_records (tenant_id, template_id, created_at DESC, id DESC);
CREATE STATISTICS consent_form_records_owner (dependencies) ON tenant_id, template_id FROM consent_form_records;
alter table consent_form_records enable row level security;
alter table consent_form_records force row level security;
create policy above on consent_form_records to resguardo_system using (true) with check (true);
create policy tenant on consent_form_records to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON consent_form_records FOR EACH ROW EXECUTE FUNCTION refuse_change('consent_form_records');
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON consent_form_records FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('consent_form_records');
CREATE TRIGGER evidence AFTER INSERT ON consent_form_records FOR EACH ROW EXECUTE FUNCTION evidence_waits('consent_form_records');
CREATE TRIGGER evidence_erased AFTER DELETE ON consent_form_records FOR EACH ROW EXECUTE FUNCTION evidence_erased('consent_form_records');
grant insert, select on consent_form_records to resguardo_app;
grant delete, insert, select on consent_form_records to resguardo_system;

create table consent_notice_versions (
  tenant_id uuid not null,
  notice_id uuid not null,
  version integer not null,
  content jsonb not null,
  content_hash text not null,
  published_by text,
  published_at timestamptz not null,
  constraint consent_notice_versions_pkey PRIMARY KEY (tenant_id, notice_id, version),
  constraint consent_notice_versions_notice_fkey FOREIGN KEY (tenant_id, notice_id) REFERENCES consent_notices(tenant_id, id),
  constraint consent_notice_versions_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table consent_notice_versions enable row level security;
alter table consent_notice_versions force row level security;
create policy above on consent_notice_versions to resguardo_system using (true) with check (true);
create policy tenant on consent_notice_versions to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON consent_notice_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON consent_notice_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER evidence AFTER INSERT ON consent_notice_versions FOR EACH ROW EXECUTE FUNCTION evidence_notice_version_waits();
grant insert, select on consent_notice_versions to resguardo_app;
grant delete, insert, select on consent_notice_versions to resguardo_system;

create table consent_notices (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  title text not null,
  description text,
  language text not null,
  domain_id uuid,
  purposes jsonb not null,
  config jsonb not null,
  status text not null,
  version integer not null,
  widget_key text,
  subject_secret_number integer default 0 not null,
  has_proven_subjects boolean default false not null,
  content_hash text not null,
  published_hash text,
  published_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint consent_notices_pkey PRIMARY KEY (tenant_id, id),
  constraint consent_notices_domain_fkey FOREIGN KEY (tenant_id, domain_id) REFERENCES domains(tenant_id, id) ON DELETE SET NULL (domain_id),
  constraint consent_notices_published_whole CHECK ((((published_at IS NULL) = (widget_key IS NULL)) AND ((published_at IS NULL) = (published_hash IS NULL)) AND ((status <> 'PUBLISHED') OR (published_at IS NOT NULL)))),
  constraint consent_notices_status_known CHECK ((status = ANY (ARRAY['DRAFT', 'PUBLISHED', 'ARCHIVED']))),
  constraint consent_notices_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint consent_notices_version_positive CHECK ((version > 0))
);
CREATE INDEX consent_notices_by_change ON consent_notices (tenant_id, updated_at DESC, id DESC);
CREATE INDEX consent_notices_by_domain ON consent_notices (tenant_id, domain_id, created_at DESC, id DESC);
CREATE INDEX consent_notices_by_status ON consent_notices (tenant_id, status, created_at DESC, id DESC);
CREATE INDEX consent_notices_by_widget ON consent_notices (widget_key) WHERE (widget_key IS NOT NULL);
CREATE INDEX consent_notices_newest ON consent_notices (tenant_id, created_at DESC, id DESC);
alter table consent_notices enable row level security;
alter table consent_notices force row level security;
create policy above on consent_notices to resguardo_system using (true) with check (true);
create policy tenant on consent_notices to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER index_words AFTER INSERT OR DELETE OR UPDATE ON consent_notices FOR EACH ROW EXECUTE FUNCTION index_consent_notices();
grant delete, insert, select, update on consent_notices to resguardo_app;
grant delete, insert, select, update on consent_notices to resguardo_system;

create table consent_past_counts (
  tenant_id uuid not null,
  counted_id uuid not null,
  before date not null,
  total bigint not null,
  granted bigint not null,
  withdrawn bigint not null,
  constraint consent_past_counts_pkey PRIMARY KEY (tenant_id, counted_id),
  constraint consent_past_counts_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table consent_past_counts enable row level security;
alter table consent_past_counts force row level security;
create policy above on consent_past_counts to resguardo_system using (true) with check (true);
create policy tenant on consent_past_counts to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on consent_past_counts to resguardo_app;
grant delete, insert, select, update on consent_past_counts to resguardo_system;

create table consent_record_keys (
  tenant_id uuid not null,
  notice_id uuid not null,
  client_key text not null,
  record_id uuid not null,
  constraint consent_records_once PRIMARY KEY (tenant_id, notice_id, client_key),
  constraint consent_record_keys_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table consent_record_keys enable row level security;
alter table consent_record_keys force row level security;
create policy above on consent_record_keys to resguardo_system using (true) with check (true);
create policy tenant on consent_record_keys to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant insert, select on consent_record_keys to resguardo_app;
grant delete, insert, select on consent_record_keys to resguardo_system;

create table consent_records (
  tenant_id uuid not null,
  id uuid not null,
  notice_id uuid not null,
  notice_version integer not null,
  content_hash text not null,
  subject_ref text not null,
  proven_by text,
  decisions jsonb not null,
  action text not null,
  granted boolean not null,
  is_effective boolean default true not null,
  source text not null,
  signal text,
  language text,
  client_key text,
  url text,
  user_agent text,
  ip_hash text not null,
  receipt text not null,
  created_at timestamptz not null,
  constraint consent_records_pkey PRIMARY KEY (tenant_id, id),
  constraint consent_records_action_known CHECK ((action = ANY (ARRAY['accept_all', 'reject_all', 'custom', 'withdraw']))),
  constraint consent_records_notice_fkey FOREIGN KEY (tenant_id, notice_id) REFERENCES consent_notices(tenant_id, id),
  constraint consent_records_proof_known CHECK ((proven_by = ANY (ARRAY['confirmed_email', 'subject_token', 'nobody']))),
  constraint consent_records_signal_known CHECK ((signal = 'gpc')),
  constraint consent_records_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
) partition by range (id);
CREATE INDEX consent_records_by_receipt ON consent_records USING hash (receipt);
CREATE INDEX consent_records_by_subject ON consent_records (tenant_id, subject_ref text_pattern_ops, notice_id, created_at DESC, id DESC);
CREATE INDEX consent_records_newest ON consent_records (tenant_id, notice_id, created_at DESC, id DESC);
CREATE STATISTICS consent_records_owner (dependencies) ON tenant_id, notice_id FROM consent_records;
alter table consent_records enable row level security;
alter table consent_records force row level security;
create policy above on consent_records to resguardo_system using (true) with check (true);
create policy tenant on consent_records to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON consent_records FOR EACH ROW EXECUTE FUNCTION refuse_change('consent_records');
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON consent_records FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('consent_records');
CREATE TRIGGER client_key AFTER INSERT ON consent_records FOR EACH ROW WHEN ((new.client_key IS NOT NULL)) EXECUTE FUNCTION keep_client_key();
CREATE TRIGGER client_key_erased AFTER DELETE ON consent_records FOR EACH ROW WHEN ((old.client_key IS NOT NULL)) EXECUTE FUNCTION keep_client_key();
CREATE TRIGGER evidence AFTER INSERT ON consent_records FOR EACH ROW EXECUTE FUNCTION evidence_waits('consent_records');
CREATE TRIGGER evidence_erased AFTER DELETE ON consent_records FOR EACH ROW EXECUTE FUNCTION evidence_erased('consent_records');
grant insert, select on consent_records to resguardo_app;
grant delete, insert, select on consent_records to resguardo_system;

create table consent_template_versions (
  tenant_id uuid not null,
  template_id uuid not null,
  version integer not null,
  content jsonb not null,
  content_hash text not null,
  published_by text,
  published_at timestamptz not null,
  constraint consent_template_versions_pkey PRIMARY KEY (tenant_id, template_id, version),
  constraint consent_template_versions_template_fkey FOREIGN KEY (tenant_id, template_id) REFERENCES consent_templates(tenant_id, id),
  constraint consent_template_versions_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table consent_template_versions enable row level security;
alter table consent_template_versions force row level security;
create policy above on consent_template_versions to resguardo_system using (true) with check (true);
create policy tenant on consent_template_versions to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON consent_template_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON consent_template_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER evidence AFTER INSERT ON consent_template_versions FOR EACH ROW EXECUTE FUNCTION evidence_template_version_waits();
grant insert, select on consent_template_versions to resguardo_app;
grant delete, insert, select on consent_template_versions to resguardo_system;

create table consent_templates (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  purpose_text text not null,
  fields jsonb not null,
  require_age boolean not null,
  sensitive boolean not null,
  confirm_email boolean default false not null,
  form_key text not null,
  allowed_origins jsonb default '[]'::jsonb not null,
  subject_secret_number integer default 0 not null,
  is_active boolean not null,
  version integer not null,
  content_hash text not null,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint consent_templates_pkey PRIMARY KEY (tenant_id, id),
  constraint consent_templates_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint consent_templates_version_positive CHECK ((version > 0))
);
CREATE INDEX consent_templates_by_change ON consent_templates (tenant_id, updated_at DESC, id DESC);
CREATE INDEX consent_templates_by_form ON consent_templates (form_key);
CREATE INDEX consent_templates_newest ON consent_templates (tenant_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
alter table consent_templates enable row level security;
alter table consent_templates force row level security;
create policy above on consent_templates to resguardo_system using (true) with check (true);
create policy tenant on consent_templates to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER index_words AFTER INSERT OR DELETE OR UPDATE ON consent_templates FOR EACH ROW EXECUTE FUNCTION index_consent_templates();
grant delete, insert, select, update on consent_templates to resguardo_app;
grant delete, insert, select, update on consent_templates to resguardo_system;

create table consent_webhooks (
  tenant_id uuid not null,
  id uuid not null,
  template_id uuid not null,
  url text not null,
  events text[] not null,
  secret_sealed text not null,
  is_active boolean not null,
  created_at timestamptz not null,
  constraint consent_webhooks_pkey PRIMARY KEY (tenant_id, id),
  constraint consent_webhooks_template_fkey FOREIGN KEY (tenant_id, template_id) REFERENCES consent_templates(tenant_id, id),
  constraint consent_webhooks_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX consent_webhooks_newest ON consent_webhooks (tenant_id, template_id, created_at DESC, id DESC);
alter table consent_webhooks enable row level security;
alter table consent_webhooks force row level security;
create policy above on consent_webhooks to resguardo_system using (true) with check (true);
create policy tenant on consent_webhooks to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on consent_webhooks to resguardo_app;
grant delete, insert, select, update on consent_webhooks to resguardo_system;

create table contract_reminders (
  tenant_id uuid not null,
  contract_id uuid not null,
  days_before integer not null,
  sent_at timestamptz not null,
  constraint contract_reminders_pkey PRIMARY KEY (tenant_id, contract_id, days_before),
  constraint contract_reminders_contract_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts(tenant_id, id) ON DELETE CASCADE,
  constraint contract_reminders_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table contract_reminders enable row level security;
alter table contract_reminders force row level security;
create policy above on contract_reminders to resguardo_system using (true) with check (true);
create policy tenant on contract_reminders to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on contract_reminders to resguardo_app;
grant delete, insert, select, update on contract_reminders to resguardo_system;

create table contract_templates (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  type text not null,
  content text not null,
  variables jsonb not null,
  is_system boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint contract_templates_pkey PRIMARY KEY (tenant_id, id),
  constraint contract_templates_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint contract_templates_type_known CHECK ((type = ANY (ARRAY['DPA', 'CCT', 'ADDENDUM'])))
);
CREATE INDEX contract_templates_newest ON contract_templates (tenant_id, created_at DESC, id DESC);
alter table contract_templates enable row level security;
alter table contract_templates force row level security;
create policy above on contract_templates to resguardo_system using (true) with check (true);
create policy tenant on contract_templates to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on contract_templates to resguardo_app;
grant delete, insert, select, update on contract_templates to resguardo_system;

create table contracts (
  tenant_id uuid not null,
  id uuid not null,
  legal_entity_id uuid default main_entity() not null,
  type text not null,
  status text not null,
  processor_id uuid not null,
  activity_id uuid,
  activity_ids uuid[] not null,
  template_id uuid,
  content text not null,
  drafted text,
  gap_labels text[] default '{}'::text[] not null,
  law_version text default '2026-12-01' not null,
  findings jsonb,
  gate_override jsonb,
  version integer not null,
  previous_contract_id uuid,
  signer_name text,
  signer_email text,
  signer_rut text,
  organisation_signature jsonb,
  sent_at timestamptz,
  reminded_at timestamptz,
  reminders integer default 0 not null,
  signed_at timestamptz,
  signature jsonb,
  refusal jsonb,
  expires_at timestamptz,
  terminated_at timestamptz,
  signing_token_hash text,
  signing_expires_at timestamptz,
  review_at date,
  review_announced date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint contracts_pkey PRIMARY KEY (tenant_id, id),
  constraint contracts_activity_fkey FOREIGN KEY (tenant_id, activity_id) REFERENCES activities(tenant_id, id) ON DELETE SET NULL (activity_id),
  constraint contracts_entity_fkey FOREIGN KEY (tenant_id, legal_entity_id) REFERENCES legal_entities(tenant_id, id),
  constraint contracts_previous_fkey FOREIGN KEY (tenant_id, previous_contract_id) REFERENCES contracts(tenant_id, id),
  constraint contracts_processor_fkey FOREIGN KEY (tenant_id, processor_id) REFERENCES processors(tenant_id, id),
  constraint contracts_renewed_once UNIQUE (tenant_id, previous_contract_id),
  constraint contracts_status_known CHECK ((status = ANY (ARRAY['DRAFT', 'SENT', 'SIGNED', 'TERMINATED']))),
  constraint contracts_template_fkey FOREIGN KEY (tenant_id, template_id) REFERENCES contract_templates(tenant_id, id) ON DELETE SET NULL (template_id),
  constraint contracts_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint contracts_type_known CHECK ((type = ANY (ARRAY['DPA', 'CCT', 'ADDENDUM'])))
);
CREATE INDEX contracts_by_activity ON contracts (tenant_id, activity_id);
CREATE INDEX contracts_by_change ON contracts (tenant_id, updated_at DESC, id DESC);
CREATE INDEX contracts_by_entity ON contracts (tenant_id, legal_entity_id, created_at DESC, id DESC);
CREATE INDEX contracts_by_expiry ON contracts (tenant_id, status, expires_at);
CREATE INDEX contracts_by_processor ON contracts (tenant_id, processor_id, status);
CREATE INDEX contracts_by_signing_token ON contracts (signing_token_hash) WHERE (signing_token_hash IS NOT NULL);
CREATE INDEX contracts_by_status ON contracts (tenant_id, status, created_at DESC, id DESC);
CREATE INDEX contracts_by_template ON contracts (tenant_id, template_id);
CREATE INDEX contracts_by_type ON contracts (tenant_id, type, created_at DESC, id DESC);
CREATE INDEX contracts_expiring ON contracts (expires_at) WHERE (status = 'SIGNED');
CREATE INDEX contracts_newest ON contracts (tenant_id, created_at DESC, id DESC);
CREATE INDEX contracts_to_announce ON contracts (review_at) WHERE (review_at IS DISTINCT FROM review_announced);
CREATE INDEX contracts_to_review ON contracts (tenant_id, review_at) WHERE (review_at IS NOT NULL);
alter table contracts enable row level security;
alter table contracts force row level security;
create policy above on contracts to resguardo_system using (true) with check (true);
create policy tenant on contracts to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER evidence AFTER INSERT ON contracts FOR EACH ROW WHEN ((new.signature IS NOT NULL)) EXECUTE FUNCTION evidence_waits();
CREATE TRIGGER evidence_later AFTER UPDATE OF signature ON contracts FOR EACH ROW WHEN (((old.signature IS NULL) AND (new.signature IS NOT NULL))) EXECUTE FUNCTION evidence_waits();
CREATE TRIGGER index_words AFTER INSERT OR DELETE OR UPDATE ON contracts FOR EACH ROW EXECUTE FUNCTION index_contracts();
grant delete, insert, select, update on contracts to resguardo_app;
grant delete, insert, select, update on contracts to resguardo_system;

create table cookie_policies (
  tenant_id uuid not null,
  id uuid not null,
  legal_entity_id uuid not null,
  entity_name text not null,
  domain_id uuid,
  scope_id uuid not null,
  version integer not null,
  status text not null,
  language text not null,
  content jsonb not null,
  cookies jsonb not null,
  custom_sections jsonb not null,
  custom_title text,
  custom_intro text,
  law_version text default '2026-12-01' not null,
  gate_override jsonb,
  published_at timestamptz,
  published_by uuid,
  publish_notes text,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint cookie_policies_pkey PRIMARY KEY (tenant_id, id),
  constraint cookie_policies_domain_fkey FOREIGN KEY (tenant_id, domain_id) REFERENCES domains(tenant_id, id) ON DELETE SET NULL (domain_id),
  constraint cookie_policies_entity_fkey FOREIGN KEY (tenant_id, legal_entity_id) REFERENCES legal_entities(tenant_id, id),
  constraint cookie_policies_language_known CHECK ((language = ANY (ARRAY['es', 'en']))),
  constraint cookie_policies_published_when CHECK (((status = 'DRAFT') = (published_at IS NULL))),
  constraint cookie_policies_status_known CHECK ((status = ANY (ARRAY['DRAFT', 'PUBLISHED', 'ARCHIVED']))),
  constraint cookie_policies_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint cookie_policies_version_key UNIQUE (tenant_id, legal_entity_id, version),
  constraint cookie_policies_version_positive CHECK ((version > 0))
);
CREATE INDEX cookie_policies_by_domain ON cookie_policies (tenant_id, domain_id, created_at DESC, id DESC);
CREATE INDEX cookie_policies_by_scope ON cookie_policies (tenant_id, scope_id, version DESC);
CREATE INDEX cookie_policies_by_status ON cookie_policies (tenant_id, legal_entity_id, status, version DESC);
CREATE UNIQUE INDEX cookie_policies_one_published ON cookie_policies (tenant_id, legal_entity_id, scope_id, language) WHERE (status = 'PUBLISHED');
alter table cookie_policies enable row level security;
alter table cookie_policies force row level security;
create policy above on cookie_policies to resguardo_system using (true) with check (true);
create policy tenant on cookie_policies to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER evidence AFTER INSERT ON cookie_policies FOR EACH ROW WHEN ((new.published_at IS NOT NULL)) EXECUTE FUNCTION evidence_waits();
CREATE TRIGGER evidence_later AFTER UPDATE OF published_at ON cookie_policies FOR EACH ROW WHEN (((old.published_at IS NULL) AND (new.published_at IS NOT NULL))) EXECUTE FUNCTION evidence_waits();
CREATE TRIGGER index_words AFTER INSERT OR DELETE OR UPDATE ON cookie_policies FOR EACH ROW EXECUTE FUNCTION index_cookie_policies();
grant delete, insert, select, update on cookie_policies to resguardo_app;
grant delete, insert, select, update on cookie_policies to resguardo_system;

create table cookie_scan_settings (
  tenant_id uuid not null,
  monthly boolean not null,
  updated_at timestamptz not null,
  constraint cookie_scan_settings_pkey PRIMARY KEY (tenant_id),
  constraint cookie_scan_settings_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table cookie_scan_settings enable row level security;
alter table cookie_scan_settings force row level security;
create policy above on cookie_scan_settings to resguardo_system using (true) with check (true);
create policy tenant on cookie_scan_settings to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on cookie_scan_settings to resguardo_app;
grant delete, insert, select, update on cookie_scan_settings to resguardo_system;

create table cookie_scans (
  tenant_id uuid not null,
  id uuid not null,
  domain_id uuid not null,
  domain_url text not null,
  status text not null,
  cause text not null,
  mode text,
  progress integer not null,
  banner boolean,
  pages jsonb not null,
  items jsonb not null,
  notes jsonb not null,
  findings jsonb not null,
  early_count integer not null,
  undeclared_count integer not null,
  error text,
  requested_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  constraint cookie_scans_pkey PRIMARY KEY (tenant_id, id),
  constraint cookie_scans_cause_known CHECK ((cause = ANY (ARRAY['manual', 'monthly']))),
  constraint cookie_scans_domain_fkey FOREIGN KEY (tenant_id, domain_id) REFERENCES domains(tenant_id, id) ON DELETE CASCADE,
  constraint cookie_scans_ended CHECK (((status = ANY (ARRAY['DONE', 'FAILED'])) = (completed_at IS NOT NULL))),
  constraint cookie_scans_mode_known CHECK ((mode = ANY (ARRAY['browser', 'static']))),
  constraint cookie_scans_progress_range CHECK (((progress >= 0) AND (progress <= 100))),
  constraint cookie_scans_status_known CHECK ((status = ANY (ARRAY['DONE', 'FAILED', 'PENDING', 'RUNNING']))),
  constraint cookie_scans_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX cookie_scans_begun ON cookie_scans (tenant_id, started_at DESC) WHERE (started_at IS NOT NULL);
CREATE INDEX cookie_scans_by_domain ON cookie_scans (tenant_id, domain_id, created_at DESC, id DESC);
CREATE INDEX cookie_scans_changed ON cookie_scans (tenant_id, updated_at DESC, id DESC);
CREATE INDEX cookie_scans_newest ON cookie_scans (tenant_id, created_at DESC, id DESC);
CREATE INDEX cookie_scans_open ON cookie_scans (created_at) WHERE (completed_at IS NULL);
CREATE UNIQUE INDEX cookie_scans_one_open ON cookie_scans (tenant_id, domain_id) WHERE (completed_at IS NULL);
alter table cookie_scans enable row level security;
alter table cookie_scans force row level security;
create policy above on cookie_scans to resguardo_system using (true) with check (true);
create policy tenant on cookie_scans to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER index_words AFTER INSERT OR DELETE OR UPDATE ON cookie_scans FOR EACH ROW EXECUTE FUNCTION index_cookie_scans();
grant delete, insert, select, update on cookie_scans to resguardo_app;
grant delete, insert, select, update on cookie_scans to resguardo_system;

create table data_flows (
  tenant_id uuid not null,
  id uuid not null,
  source_system_id uuid not null,
  target_system_id uuid not null,
  description text,
  data_categories text[] not null,
  is_international boolean not null,
  safeguards text,
  created_at timestamptz not null,
  constraint data_flows_pkey PRIMARY KEY (tenant_id, id),
  constraint data_flows_source_fkey FOREIGN KEY (tenant_id, source_system_id) REFERENCES systems(tenant_id, id) ON DELETE CASCADE,
  constraint data_flows_target_fkey FOREIGN KEY (tenant_id, target_system_id) REFERENCES systems(tenant_id, id) ON DELETE CASCADE,
  constraint data_flows_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint data_flows_two_systems CHECK ((source_system_id <> target_system_id))
);
CREATE INDEX data_flows_by_source ON data_flows (tenant_id, source_system_id);
CREATE INDEX data_flows_by_target ON data_flows (tenant_id, target_system_id);
CREATE INDEX data_flows_newest ON data_flows (tenant_id, created_at DESC, id DESC);
alter table data_flows enable row level security;
alter table data_flows force row level security;
create policy above on data_flows to resguardo_system using (true) with check (true);
create policy tenant on data_flows to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER count_added AFTER INSERT ON data_flows REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_data_flows();
CREATE TRIGGER count_changed AFTER UPDATE ON data_flows REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_data_flows();
CREATE TRIGGER count_removed AFTER DELETE ON data_flows REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_data_flows();
CREATE TRIGGER index_words AFTER INSERT OR DELETE OR UPDATE ON data_flows FOR EACH ROW EXECUTE FUNCTION index_data_flows();
grant delete, insert, select, update on data_flows to resguardo_app;
grant delete, insert, select, update on data_flows to resguardo_system;

create table departments (
  tenant_id uuid not null,
  id uuid not null,
  legal_entity_id uuid not null,
  parent_id uuid,
  name text not null,
  description text,
  head_name text,
  head_email text,
  is_archived boolean default false not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint departments_pkey PRIMARY KEY (tenant_id, id),
  constraint departments_entity_fkey FOREIGN KEY (tenant_id, legal_entity_id) REFERENCES legal_entities(tenant_id, id),
  constraint departments_parent_fkey FOREIGN KEY (tenant_id, parent_id) REFERENCES departments(tenant_id, id),
  constraint departments_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX departments_by_entity ON departments (tenant_id, legal_entity_id, created_at DESC, id DESC);
CREATE INDEX departments_by_parent ON departments (tenant_id, parent_id);
alter table departments enable row level security;
alter table departments force row level security;
create policy above on departments to resguardo_system using (true) with check (true);
create policy tenant on departments to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER index_words AFTER INSERT OR DELETE OR UPDATE ON departments FOR EACH ROW EXECUTE FUNCTION index_departments();
grant delete, insert, select, update on departments to resguardo_app;
grant delete, insert, select, update on departments to resguardo_system;

create table device_sign_ins (
  device_hash text not null,
  user_code_hash text not null,
  device text not null,
  address_prefix text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answer text,
  user_id uuid,
  session_id uuid,
  constraint device_sign_ins_pkey PRIMARY KEY (device_hash),
  constraint device_sign_ins_answer_known CHECK ((answer = ANY (ARRAY['approved', 'refused']))),
  constraint device_sign_ins_user_code_key UNIQUE (user_code_hash),
  constraint device_sign_ins_user_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX device_sign_ins_by_expiry ON device_sign_ins (expires_at);
CREATE INDEX device_sign_ins_by_user ON device_sign_ins (user_id);
alter table device_sign_ins enable row level security;
alter table device_sign_ins force row level security;
create policy above on device_sign_ins to resguardo_system using (true) with check (true);
grant delete, insert, select, update on device_sign_ins to resguardo_system;

create table domain_activities (
  tenant_id uuid not null,
  id uuid not null,
  domain_id uuid not null,
  activity_id uuid not null,
  role text not null,
  created_at timestamptz not null,
  constraint domain_activities_pkey PRIMARY KEY (tenant_id, id),
  constraint domain_activities_activity_fkey FOREIGN KEY (tenant_id, activity_id) REFERENCES activities(tenant_id, id) ON DELETE CASCADE,
  constraint domain_activities_domain_fkey FOREIGN KEY (tenant_id, domain_id) REFERENCES domains(tenant_id, id) ON DELETE CASCADE,
  constraint domain_activities_link_key UNIQUE (tenant_id, domain_id, activity_id),
  constraint domain_activities_role_known CHECK ((role = ANY (ARRAY['COLLECTION', 'STORAGE', 'PROCESSING', 'TRANSFER']))),
  constraint domain_activities_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX domain_activities_by_activity ON domain_activities (tenant_id, activity_id);
alter table domain_activities enable row level security;
alter table domain_activities force row level security;
create policy above on domain_activities to resguardo_system using (true) with check (true);
create policy tenant on domain_activities to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on domain_activities to resguardo_app;
grant delete, insert, select, update on domain_activities to resguardo_system;

create table domains (
  tenant_id uuid not null,
  id uuid not null,
  url text not null,
  url_key text not null,
  name text not null,
  legal_entity_id uuid not null,
  description text,
  environment text not null,
  is_active boolean not null,
  is_verified boolean not null,
  verified_at timestamptz,
  verification_token text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint domains_pkey PRIMARY KEY (tenant_id, id),
  constraint domains_entity_fkey FOREIGN KEY (tenant_id, legal_entity_id) REFERENCES legal_entities(tenant_id, id),
  constraint domains_environment_known CHECK ((environment = ANY (ARRAY['PRODUCTION', 'STAGING', 'DEVELOPMENT']))),
  constraint domains_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint domains_url_key UNIQUE (tenant_id, url_key),
  constraint domains_verified_when CHECK ((is_verified = (verified_at IS NOT NULL)))
);
CREATE INDEX domains_by_change ON domains (tenant_id, updated_at DESC, id DESC);
CREATE INDEX domains_by_entity ON domains (tenant_id, legal_entity_id, created_at DESC, id DESC);
CREATE INDEX domains_by_is_active ON domains (tenant_id, is_active, created_at DESC, id DESC);
CREATE INDEX domains_newest ON domains (tenant_id, created_at DESC, id DESC);
alter table domains enable row level security;
alter table domains force row level security;
create policy above on domains to resguardo_system using (true) with check (true);
create policy tenant on domains to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER index_words AFTER INSERT OR DELETE OR UPDATE ON domains FOR EACH ROW EXECUTE FUNCTION index_domains();
grant delete, insert, select, update on domains to resguardo_app;
grant delete, insert, select, update on domains to resguardo_system;

create table dpia_assessments (
  tenant_id uuid not null,
  id uuid not null,
  legal_entity_id uuid default main_entity() not null,
  title text not null,
  description text,
  status text not null,
  version integer not null,
  activity_id uuid,
  scope text,
  necessity text,
  proportionality text,
  dpo_opinion text,
  dpo_opinion_by text,
  dpo_opinion_at timestamptz,
  subjects_opinion text,
  subjects_consultation text,
  approver_name text,
  approver_role text,
  approved_at timestamptz,
  activity_snapshot jsonb,
  law_version text,
  review_at date,
  review_announced date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint dpia_assessments_pkey PRIMARY KEY (tenant_id, id),
  constraint dpia_assessments_activity_fkey FOREIGN KEY (tenant_id, activity_id) REFERENCES activities(tenant_id, id) ON DELETE SET NULL (activity_id),
  constraint dpia_assessments_approval CHECK (((status = 'approved') = (approved_at IS NOT NULL))),
  constraint dpia_assessments_entity_fkey FOREIGN KEY (tenant_id, legal_entity_id) REFERENCES legal_entities(tenant_id, id),
  constraint dpia_assessments_status_known CHECK ((status = ANY (ARRAY['draft', 'in_review', 'approved', 'rejected']))),
  constraint dpia_assessments_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint dpia_assessments_version_positive CHECK ((version > 0))
);
CREATE INDEX dpia_assessments_by_activity ON dpia_assessments (tenant_id, activity_id, created_at DESC, id DESC);
CREATE INDEX dpia_assessments_by_change ON dpia_assessments (tenant_id, updated_at DESC, id DESC);
CREATE INDEX dpia_assessments_by_entity ON dpia_assessments (tenant_id, legal_entity_id, created_at DESC, id DESC);
CREATE INDEX dpia_assessments_by_status ON dpia_assessments (tenant_id, status, created_at DESC, id DESC);
CREATE INDEX dpia_assessments_newest ON dpia_assessments (tenant_id, created_at DESC, id DESC);
CREATE INDEX dpia_assessments_to_announce ON dpia_assessments (review_at) WHERE (review_at IS DISTINCT FROM review_announced);
CREATE INDEX dpia_assessments_to_review ON dpia_assessments (tenant_id, review_at) WHERE (review_at IS NOT NULL);
alter table dpia_assessments enable row level security;
alter table dpia_assessments force row level security;
create policy above on dpia_assessments to resguardo_system using (true) with check (true);
create policy tenant on dpia_assessments to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER index_words AFTER INSERT OR DELETE OR UPDATE ON dpia_assessments FOR EACH ROW EXECUTE FUNCTION index_dpia_assessments();
grant delete, insert, select, update on dpia_assessments to resguardo_app;
grant delete, insert, select, update on dpia_assessments to resguardo_system;

create table dpia_risks (
  tenant_id uuid not null,
  id uuid not null,
  assessment_id uuid not null,
  description text not null,
  likelihood text not null,
  impact text not null,
  risk_level text not null,
  mitigation text,
  owner_name text,
  due_on date,
  done_on date,
  residual_likelihood text,
  residual_impact text,
  residual_risk text,
  status text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint dpia_risks_pkey PRIMARY KEY (tenant_id, id),
  constraint dpia_risks_assessment_fkey FOREIGN KEY (tenant_id, assessment_id) REFERENCES dpia_assessments(tenant_id, id) ON DELETE CASCADE,
  constraint dpia_risks_impact_known CHECK ((impact = ANY (ARRAY['low', 'medium', 'high', 'critical']))),
  constraint dpia_risks_level_known CHECK ((risk_level = ANY (ARRAY['low', 'medium', 'high', 'critical']))),
  constraint dpia_risks_likelihood_known CHECK ((likelihood = ANY (ARRAY['low', 'medium', 'high', 'critical']))),
  constraint dpia_risks_residual_impact_known CHECK ((residual_impact = ANY (ARRAY['low', 'medium', 'high', 'critical']))),
  constraint dpia_risks_residual_known CHECK ((residual_risk = ANY (ARRAY['low', 'medium', 'high', 'critical']))),
  constraint dpia_risks_residual_likelihood_known CHECK ((residual_likelihood = ANY (ARRAY['low', 'medium', 'high', 'critical']))),
  constraint dpia_risks_status_known CHECK ((status = ANY (ARRAY['identified', 'mitigated', 'accepted']))),
  constraint dpia_risks_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX dpia_risks_by_assessment ON dpia_risks (tenant_id, assessment_id, created_at, id);
alter table dpia_risks enable row level security;
alter table dpia_risks force row level security;
create policy above on dpia_risks to resguardo_system using (true) with check (true);
create policy tenant on dpia_risks to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on dpia_risks to resguardo_app;
grant delete, insert, select, update on dpia_risks to resguardo_system;

create table dsar_answer_codes (
  tenant_id uuid not null,
  id uuid not null,
  package_id uuid not null,
  mailbox_hash text not null,
  code_hash text not null,
  tries integer not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint dsar_answer_codes_pkey PRIMARY KEY (tenant_id, id),
  constraint dsar_answer_codes_package_fkey FOREIGN KEY (tenant_id, package_id) REFERENCES dsar_packages(tenant_id, id) ON DELETE CASCADE,
  constraint dsar_answer_codes_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX dsar_answer_codes_by_expiry ON dsar_answer_codes (expires_at);
CREATE INDEX dsar_answer_codes_by_mailbox ON dsar_answer_codes (tenant_id, mailbox_hash, created_at DESC);
CREATE INDEX dsar_answer_codes_newest ON dsar_answer_codes (tenant_id, package_id, created_at DESC, id DESC);
alter table dsar_answer_codes enable row level security;
alter table dsar_answer_codes force row level security;
create policy above on dsar_answer_codes to resguardo_system using (true) with check (true);
create policy tenant on dsar_answer_codes to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on dsar_answer_codes to resguardo_app;
grant delete, insert, select, update on dsar_answer_codes to resguardo_system;

create table dsar_events (
  tenant_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  type text not null,
  from_status text,
  to_status text,
  notes text,
  actor_id text,
  actor_name text,
  created_at timestamptz not null,
  constraint dsar_events_pkey PRIMARY KEY (tenant_id, id),
  constraint dsar_events_change_named CHECK (((type = 'status_change') = ((from_status IS NOT NULL) AND (to_status IS NOT NULL)))),
  constraint dsar_events_request_fkey FOREIGN KEY (tenant_id, request_id) REFERENCES dsar_requests(tenant_id, id),
  constraint dsar_events_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint dsar_events_type_known CHECK ((type = ANY (ARRAY['created', 'status_change', 'assigned', 'extended', 'responded', 'thirds_notified', 'reminder', 'agency_notified', 'package_built', 'package_removed', 'answer_delivered', 'answer_opened', 'answer_downloaded', 'task_added', 'task_sent', 'task_done', 'task_cancelled', 'recipient_reminded', 'recipient_acknowledged', 'identity_checked'])))
);
CREATE INDEX dsar_events_oldest ON dsar_events (tenant_id, request_id, created_at, id);
alter table dsar_events enable row level security;
alter table dsar_events force row level security;
create policy above on dsar_events to resguardo_system using (true) with check (true);
create policy tenant on dsar_events to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON dsar_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON dsar_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on dsar_events to resguardo_app;
grant delete, insert, select on dsar_events to resguardo_system;

create table dsar_identity_checks (
  tenant_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  method text,
  proves text[] not null,
  notes text,
  file_id uuid,
  withdraws uuid,
  actor_id text,
  actor_name text,
  created_at timestamptz not null,
  constraint dsar_identity_checks_pkey PRIMARY KEY (tenant_id, id),
  constraint dsar_identity_checks_method_known CHECK ((method = ANY (ARRAY['document_seen', 'document_copy', 'known_client', 'code_mail', 'call_back', 'clave_unica', 'mandate', 'other']))),
  constraint dsar_identity_checks_one_of_two CHECK ((((withdraws IS NULL) = (method IS NOT NULL)) AND ((withdraws IS NULL) = (cardinality(proves) > 0)))),
  constraint dsar_identity_checks_proves_known CHECK ((proves <@ ARRAY['email', 'rut', 'representation'])),
  constraint dsar_identity_checks_request_fkey FOREIGN KEY (tenant_id, request_id) REFERENCES dsar_requests(tenant_id, id),
  constraint dsar_identity_checks_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint dsar_identity_checks_withdrawn_once UNIQUE (tenant_id, withdraws),
  constraint dsar_identity_checks_withdraws_fkey FOREIGN KEY (tenant_id, withdraws) REFERENCES dsar_identity_checks(tenant_id, id)
);
CREATE INDEX dsar_identity_checks_of_request ON dsar_identity_checks (tenant_id, request_id, created_at, id);
alter table dsar_identity_checks enable row level security;
alter table dsar_identity_checks force row level security;
create policy above on dsar_identity_checks to resguardo_system using (true) with check (true);
create policy tenant on dsar_identity_checks to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON dsar_identity_checks FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON dsar_identity_checks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on dsar_identity_checks to resguardo_app;
grant delete, insert, select on dsar_identity_checks to resguardo_system;

create table dsar_letters (
  tenant_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  kind text not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  on_paper boolean default false not null,
  law_version text default '2026-12-01' not null,
  sent_at timestamptz,
  created_at timestamptz not null,
  constraint dsar_letters_pkey PRIMARY KEY (tenant_id, id),
  constraint dsar_letters_kind_known CHECK ((kind = ANY (ARRAY['RECEIPT', 'EXTENSION', 'ANSWER', 'REFUSAL', 'THIRD_PARTY', 'AGENCY', 'PACKAGE']))),
  constraint dsar_letters_request_fkey FOREIGN KEY (tenant_id, request_id) REFERENCES dsar_requests(tenant_id, id),
  constraint dsar_letters_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX dsar_letters_oldest ON dsar_letters (tenant_id, request_id, created_at, id);
alter table dsar_letters enable row level security;
alter table dsar_letters force row level security;
create policy above on dsar_letters to resguardo_system using (true) with check (true);
create policy tenant on dsar_letters to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON dsar_letters FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON dsar_letters FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER evidence AFTER INSERT ON dsar_letters FOR EACH ROW EXECUTE FUNCTION evidence_waits();
CREATE TRIGGER evidence_erased AFTER DELETE ON dsar_letters FOR EACH ROW EXECUTE FUNCTION evidence_erased();
grant insert, select on dsar_letters to resguardo_app;
grant delete, insert, select on dsar_letters to resguardo_system;

create table dsar_packages (
  tenant_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  status text not null,
  progress integer not null,
  sources jsonb not null,
  redactions jsonb not null,
  note text,
  contents jsonb not null,
  index_document jsonb,
  parts integer not null,
  size_bytes bigint,
  sha256 text,
  error text,
  built_by uuid,
  built_by_name text,
  created_at timestamptz not null,
  built_at timestamptz,
  removed_at timestamptz,
  copies_removed_at timestamptz,
  key_hash text,
  sent_at timestamptz,
  sent_to text,
  expires_at timestamptz,
  opened_at timestamptz,
  downloads integer not null,
  last_download_at timestamptz,
  revoked_at timestamptz,
  updated_at timestamptz not null,
  constraint dsar_packages_pkey PRIMARY KEY (tenant_id, id),
  constraint dsar_packages_ready_whole CHECK (((status <> 'ready') OR (num_nonnulls(size_bytes, sha256, built_at) = 3))),
  constraint dsar_packages_request_fkey FOREIGN KEY (tenant_id, request_id) REFERENCES dsar_requests(tenant_id, id),
  constraint dsar_packages_sent_whole CHECK ((num_nonnulls(sent_at, sent_to, expires_at) = ANY (ARRAY[0, 3]))),
  constraint dsar_packages_status_known CHECK ((status = ANY (ARRAY['pending', 'ready', 'failed', 'expired']))),
  constraint dsar_packages_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX dsar_packages_by_key ON dsar_packages (key_hash) WHERE (key_hash IS NOT NULL);
CREATE INDEX dsar_packages_newest ON dsar_packages (tenant_id, request_id, created_at DESC, id DESC);
CREATE INDEX dsar_packages_waiting ON dsar_packages (created_at) WHERE (status = ANY (ARRAY['pending', 'ready']));
CREATE INDEX dsar_packages_with_copies ON dsar_packages (created_at) WHERE (copies_removed_at IS NULL);
CREATE UNIQUE INDEX dsar_packages_one_pending ON dsar_packages (tenant_id, request_id) WHERE (status = 'pending');
alter table dsar_packages enable row level security;
alter table dsar_packages force row level security;
create policy above on dsar_packages to resguardo_system using (true) with check (true);
create policy tenant on dsar_packages to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on dsar_packages to resguardo_app;
grant delete, insert, select, update on dsar_packages to resguardo_system;

create table dsar_recipients (
  tenant_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  processor_id uuid,
  name text not null,
  email text,
  notified_at timestamptz,
  notes text,
  letter_id uuid,
  written_at timestamptz,
  key_hash text,
  expires_at timestamptz,
  reminded_at timestamptz,
  reminders_due smallint default 0 not null,
  acknowledged_at timestamptz,
  acknowledged_by text,
  acknowledged_done boolean,
  acknowledgement_notes text,
  created_at timestamptz not null,
  constraint dsar_recipients_pkey PRIMARY KEY (tenant_id, id),
  constraint dsar_recipients_acknowledged_whole CHECK ((num_nonnulls(acknowledged_at, acknowledged_by, acknowledged_done) = ANY (ARRAY[0, 3]))),
  constraint dsar_recipients_key_ends CHECK (((key_hash IS NULL) OR (expires_at IS NOT NULL))),
  constraint dsar_recipients_letter_fkey FOREIGN KEY (tenant_id, letter_id) REFERENCES dsar_letters(tenant_id, id),
  constraint dsar_recipients_processor_fkey FOREIGN KEY (tenant_id, processor_id) REFERENCES processors(tenant_id, id) ON DELETE SET NULL (processor_id),
  constraint dsar_recipients_request_fkey FOREIGN KEY (tenant_id, request_id) REFERENCES dsar_requests(tenant_id, id),
  constraint dsar_recipients_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX dsar_recipients_by_key ON dsar_recipients (key_hash) WHERE (key_hash IS NOT NULL);
CREATE INDEX dsar_recipients_by_letter ON dsar_recipients (tenant_id, letter_id);
CREATE INDEX dsar_recipients_by_processor ON dsar_recipients (tenant_id, processor_id);
CREATE INDEX dsar_recipients_oldest ON dsar_recipients (tenant_id, request_id, created_at, id);
CREATE INDEX dsar_recipients_waiting ON dsar_recipients (written_at) WHERE ((written_at IS NOT NULL) AND (acknowledged_at IS NULL) AND (reminders_due < 2));
alter table dsar_recipients enable row level security;
alter table dsar_recipients force row level security;
create policy above on dsar_recipients to resguardo_system using (true) with check (true);
create policy tenant on dsar_recipients to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on dsar_recipients to resguardo_app;
grant delete, insert, select, update on dsar_recipients to resguardo_system;

create table dsar_reminders (
  tenant_id uuid not null,
  request_id uuid not null,
  term text not null,
  due_at timestamptz not null,
  days_before smallint not null,
  sent_at timestamptz not null,
  constraint dsar_reminders_pkey PRIMARY KEY (tenant_id, request_id, term, due_at, days_before),
  constraint dsar_reminders_request_fkey FOREIGN KEY (tenant_id, request_id) REFERENCES dsar_requests(tenant_id, id),
  constraint dsar_reminders_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint dsar_reminders_term_known CHECK ((term = ANY (ARRAY['RESPONSE', 'BLOCKING'])))
);
alter table dsar_reminders enable row level security;
alter table dsar_reminders force row level security;
create policy above on dsar_reminders to resguardo_system using (true) with check (true);
create policy tenant on dsar_reminders to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON dsar_reminders FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON dsar_reminders FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on dsar_reminders to resguardo_app;
grant delete, insert, select on dsar_reminders to resguardo_system;

create table dsar_requests (
  tenant_id uuid not null,
  id uuid not null,
  folio_number text not null,
  previous_number text,
  source text not null,
  channel text,
  widget_id uuid,
  legal_entity_id uuid default main_entity() not null,
  parent_request_id uuid,
  right_type text not null,
  status text not null,
  subject_name text not null,
  subject_email text,
  subject_rut text,
  subject_phone text,
  subject_address text,
  description text,
  document_type text,
  document_number text,
  organization_relation text,
  is_representative boolean not null,
  representative_name text,
  representative_rut text,
  representative_relation text,
  representative_doc_url text,
  heir_name text,
  heir_relation text,
  subtype text,
  subtype_detail text,
  specific_data jsonb,
  portability_target text,
  portability_format text,
  portability_direct_transfer boolean not null,
  declaration_truthful boolean not null,
  declaration_data_processing boolean not null,
  declaration_phone_contact boolean not null,
  legal_due_at timestamptz not null,
  deadline_at timestamptz not null,
  extended_deadline_at timestamptz,
  blocking_deadline_at timestamptz,
  due_at timestamptz generated always as (COALESCE(extended_deadline_at, deadline_at)) stored not null,
  first_due_at timestamptz generated always as (LEAST(blocking_deadline_at, COALESCE(extended_deadline_at, deadline_at))) stored not null,
  extension_reason text,
  extension_notified_at timestamptz,
  assigned_to uuid,
  response_type text,
  response_notes text,
  response_file_key text,
  nothing_held boolean default false not null,
  denial_reason text,
  thirds_notified_at timestamptz,
  no_recipients_reason text,
  recipients_notified_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint dsar_requests_pkey PRIMARY KEY (tenant_id, id),
  constraint dsar_requests_assignee_fkey FOREIGN KEY (tenant_id, assigned_to) REFERENCES memberships(tenant_id, user_id) ON DELETE SET NULL (assigned_to),
  constraint dsar_requests_channel_known CHECK ((channel = ANY (ARRAY['phone', 'mail', 'post', 'in_person', 'portal', 'form']))),
  constraint dsar_requests_channel_of_staff CHECK (((source = 'staff') = (channel IS NOT NULL))),
  constraint dsar_requests_ended CHECK (((status = ANY (ARRAY['COMPLETED', 'REJECTED'])) = (completed_at IS NOT NULL))),
  constraint dsar_requests_entity_fkey FOREIGN KEY (tenant_id, legal_entity_id) REFERENCES legal_entities(tenant_id, id),
  constraint dsar_requests_extended_known CHECK (((status <> 'EXTENDED') OR (extended_deadline_at IS NOT NULL))),
  constraint dsar_requests_extended_whole CHECK ((num_nonnulls(extended_deadline_at, extension_reason, extension_notified_at) = ANY (ARRAY[0, 3]))),
  constraint dsar_requests_folio_key UNIQUE (tenant_id, folio_number),
  constraint dsar_requests_heir_whole CHECK ((num_nonnulls(heir_name, heir_relation) = ANY (ARRAY[0, 2]))),
  constraint dsar_requests_mailbox_or_staff CHECK (((subject_email IS NOT NULL) OR (source = 'staff'))),
  constraint dsar_requests_parent_fkey FOREIGN KEY (tenant_id, parent_request_id) REFERENCES dsar_requests(tenant_id, id),
  constraint dsar_requests_parent_of_block CHECK (((parent_request_id IS NULL) OR (right_type = 'BLOCKING'))),
  constraint dsar_requests_previous_number_bounded CHECK (((length(previous_number) >= 1) AND (length(previous_number) <= 200))),
  constraint dsar_requests_response_type_known CHECK ((response_type = ANY (ARRAY['FULFILLED', 'PARTIALLY_FULFILLED', 'REJECTED_IDENTITY', 'REJECTED_LEGAL', 'EXTENDED']))),
  constraint dsar_requests_right_type_known CHECK ((right_type = ANY (ARRAY['ACCESS', 'RECTIFICATION', 'DELETION', 'OPPOSITION', 'PORTABILITY', 'BLOCKING', 'AUTO_DECISION']))),
  constraint dsar_requests_source_known CHECK ((source = ANY (ARRAY['widget', 'portal', 'import', 'staff']))),
  constraint dsar_requests_status_known CHECK ((status = ANY (ARRAY['RECEIVED', 'VERIFYING', 'IN_PROGRESS', 'EXTENDED', 'COMPLETED', 'REJECTED']))),
  constraint dsar_requests_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint dsar_requests_widget_fkey FOREIGN KEY (tenant_id, widget_id) REFERENCES dsar_widgets(tenant_id, id)
);
CREATE INDEX dsar_requests_answered_by_law ON dsar_requests (tenant_id, completed_at, legal_due_at) WHERE (completed_at IS NOT NULL);
CREATE INDEX dsar_requests_by_assignee ON dsar_requests (tenant_id, assigned_to, created_at DESC, id DESC);
CREATE INDEX dsar_requests_by_change ON dsar_requests (tenant_id, updated_at DESC, id DESC);
CREATE INDEX dsar_requests_by_due ON dsar_requests (tenant_id, legal_due_at, id);
CREATE INDEX dsar_requests_by_entity ON dsar_requests (tenant_id, legal_entity_id, created_at DESC, id DESC);
CREATE INDEX dsar_requests_by_file ON dsar_requests (tenant_id, response_file_key) WHERE (response_file_key IS NOT NULL);
CREATE INDEX dsar_requests_by_mailbox ON dsar_requests (tenant_id, lower(subject_email), created_at DESC, id DESC);
CREATE INDEX dsar_requests_by_parent ON dsar_requests (tenant_id, parent_request_id);
CREATE INDEX dsar_requests_by_right ON dsar_requests (tenant_id, right_type, created_at DESC, id DESC);
CREATE INDEX dsar_requests_by_status ON dsar_requests (tenant_id, status, created_at DESC, id DESC);
CREATE INDEX dsar_requests_by_subject ON dsar_requests (tenant_id, subject_rut, created_at DESC, id DESC);
CREATE INDEX dsar_requests_by_widget ON dsar_requests (tenant_id, widget_id);
CREATE INDEX dsar_requests_newest ON dsar_requests (tenant_id, created_at DESC, id DESC);
CREATE INDEX dsar_requests_open_by_law ON dsar_requests (tenant_id, legal_due_at) INCLUDE (status, right_type, assigned_to, legal_entity_id) WHERE (completed_at IS NULL);
CREATE INDEX dsar_requests_to_remind_by_law ON dsar_requests (legal_due_at, tenant_id, id) WHERE (completed_at IS NULL);
CREATE UNIQUE INDEX dsar_requests_previous_number_key ON dsar_requests (tenant_id, previous_number) WHERE (previous_number IS NOT NULL);
alter table dsar_requests enable row level security;
alter table dsar_requests force row level security;
create policy above on dsar_requests to resguardo_system using (true) with check (true);
create policy tenant on dsar_requests to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER count_added AFTER INSERT ON dsar_requests REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_dsar_requests();
CREATE TRIGGER count_changed AFTER UPDATE ON dsar_requests REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_dsar_requests();
CREATE TRIGGER count_removed AFTER DELETE ON dsar_requests REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_dsar_requests();
CREATE TRIGGER evidence AFTER INSERT ON dsar_requests FOR EACH ROW EXECUTE FUNCTION evidence_waits();
CREATE TRIGGER index_words AFTER INSERT OR DELETE OR UPDATE ON dsar_requests FOR EACH ROW EXECUTE FUNCTION index_dsar_requests();
grant delete, insert, select, update on dsar_requests to resguardo_app;
grant delete, insert, select, update on dsar_requests to resguardo_system;

create table dsar_tasks (
  tenant_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  system_id uuid,
  system_name text not null,
  processor_name text,
  owner_name text,
  owner_email text,
  status text not null,
  outcome text,
  notes text,
  article text,
  answered_via text,
  answered_by text,
  done_at timestamptz,
  files_removed_at timestamptz,
  due_on date not null,
  key_hash text,
  expires_at timestamptz,
  sent_at timestamptz,
  reminded_on date,
  escalated_on date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint dsar_tasks_pkey PRIMARY KEY (tenant_id, id),
  constraint dsar_tasks_done_whole CHECK (((status = 'done') = (num_nonnulls(outcome, done_at, answered_via) = 3))),
  constraint dsar_tasks_kept_because CHECK (((outcome IS DISTINCT FROM 'kept') OR (article IS NOT NULL))),
  constraint dsar_tasks_outcome_known CHECK ((outcome = ANY (ARRAY['found', 'nothing_found', 'kept']))),
  constraint dsar_tasks_request_fkey FOREIGN KEY (tenant_id, request_id) REFERENCES dsar_requests(tenant_id, id),
  constraint dsar_tasks_status_known CHECK ((status = ANY (ARRAY['open', 'sent', 'done', 'cancelled']))),
  constraint dsar_tasks_system_fkey FOREIGN KEY (tenant_id, system_id) REFERENCES systems(tenant_id, id) ON DELETE SET NULL (system_id),
  constraint dsar_tasks_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint dsar_tasks_via_known CHECK ((answered_via = ANY (ARRAY['link', 'staff', 'connector'])))
);
CREATE INDEX dsar_tasks_by_key ON dsar_tasks (key_hash) WHERE (key_hash IS NOT NULL);
CREATE INDEX dsar_tasks_by_system ON dsar_tasks (tenant_id, system_id);
CREATE INDEX dsar_tasks_of_request ON dsar_tasks (tenant_id, request_id, created_at, id);
CREATE INDEX dsar_tasks_waiting ON dsar_tasks (due_on) WHERE (status = ANY (ARRAY['open', 'sent']));
CREATE INDEX dsar_tasks_with_copies ON dsar_tasks (created_at) WHERE (files_removed_at IS NULL);
alter table dsar_tasks enable row level security;
alter table dsar_tasks force row level security;
create policy above on dsar_tasks to resguardo_system using (true) with check (true);
create policy tenant on dsar_tasks to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on dsar_tasks to resguardo_app;
grant delete, insert, select, update on dsar_tasks to resguardo_system;

create table dsar_widgets (
  tenant_id uuid not null,
  id uuid not null,
  legal_entity_id uuid default main_entity() not null,
  widget_key text not null,
  name text not null,
  is_active boolean not null,
  config jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint dsar_widgets_pkey PRIMARY KEY (tenant_id, id),
  constraint dsar_widgets_entity_fkey FOREIGN KEY (tenant_id, legal_entity_id) REFERENCES legal_entities(tenant_id, id),
  constraint dsar_widgets_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX dsar_widgets_by_entity ON dsar_widgets (tenant_id, legal_entity_id, created_at DESC, id DESC);
CREATE INDEX dsar_widgets_by_key ON dsar_widgets (widget_key);
CREATE INDEX dsar_widgets_newest ON dsar_widgets (tenant_id, created_at DESC, id DESC);
alter table dsar_widgets enable row level security;
alter table dsar_widgets force row level security;
create policy above on dsar_widgets to resguardo_system using (true) with check (true);
create policy tenant on dsar_widgets to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on dsar_widgets to resguardo_app;
grant delete, insert, select, update on dsar_widgets to resguardo_system;

create table erasures (
  id uuid not null,
  tenant_ref uuid not null,
  slug text not null,
  requested_at timestamptz not null,
  due_at timestamptz not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  counts jsonb default '{}'::jsonb not null,
  files bigint default 0 not null,
  bytes bigint default 0 not null,
  recipients text[],
  constraint erasures_pkey PRIMARY KEY (id),
  constraint erasures_tenant_key UNIQUE (tenant_ref)
);
CREATE INDEX erasures_by_slug ON erasures (slug, started_at DESC);
alter table erasures enable row level security;
alter table erasures force row level security;
create policy above on erasures to resguardo_system using (true) with check (true);
grant delete, insert, select, update on erasures to resguardo_system;

create table event_interests (
  tenant_id uuid not null,
  type text not null,
  constraint event_interests_pkey PRIMARY KEY (tenant_id, type),
  constraint event_interests_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table event_interests enable row level security;
alter table event_interests force row level security;
create policy above on event_interests to resguardo_system using (true) with check (true);
create policy tenant on event_interests to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on event_interests to resguardo_app;
grant delete, insert, select, update on event_interests to resguardo_system;

create table events (
  tenant_id uuid not null,
  id uuid not null,
  type text not null,
  entity_type text not null,
  entity_id uuid not null,
  title text not null,
  data jsonb not null,
  assigned_to uuid,
  requested_by uuid,
  required_role text,
  legal_entity_id uuid,
  due_at timestamptz,
  actor_id text,
  occurred_at timestamptz not null,
  heard_by text[] default '{}'::text[] not null,
  constraint events_pkey PRIMARY KEY (tenant_id, id),
  constraint events_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX events_by_age ON events (occurred_at);
alter table events enable row level security;
alter table events force row level security;
create policy above on events to resguardo_system using (true) with check (true);
create policy tenant on events to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on events to resguardo_app;
grant delete, insert, select, update on events to resguardo_system;

create table evidence_chains (
  tenant_id uuid not null,
  seq bigint not null,
  hash text,
  constraint evidence_chains_pkey PRIMARY KEY (tenant_id),
  constraint evidence_chains_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table evidence_chains enable row level security;
alter table evidence_chains force row level security;
create policy above on evidence_chains to resguardo_system using (true) with check (true);
create policy tenant on evidence_chains to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on evidence_chains to resguardo_app;
grant delete, insert, select, update on evidence_chains to resguardo_system;

create table evidence_entries (
  tenant_id uuid not null,
  seq bigint not null,
  kind text not null,
  entity_type text not null,
  entity_id text not null,
  at timestamptz not null,
  payload_hash text not null,
  previous text,
  hash text not null,
  source text,
  row_id uuid,
  row_version integer,
  constraint evidence_entries_pkey PRIMARY KEY (tenant_id, seq),
  constraint evidence_entries_kind_known CHECK ((kind = ANY (ARRAY['audit', 'consent', 'request', 'letter', 'signature', 'document', 'imported', 'erasure', 'seal']))),
  constraint evidence_entries_linked CHECK (((seq = 1) = (previous IS NULL))),
  constraint evidence_entries_of_row CHECK (((kind = 'seal') = (num_nonnulls(source, row_id, row_version) = 0))),
  constraint evidence_entries_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX evidence_entries_by_row ON evidence_entries (tenant_id, source, row_id, row_version);
alter table evidence_entries enable row level security;
alter table evidence_entries force row level security;
create policy above on evidence_entries to resguardo_system using (true) with check (true);
create policy tenant on evidence_entries to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON evidence_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON evidence_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on evidence_entries to resguardo_app;
grant delete, insert, select on evidence_entries to resguardo_system;

create table evidence_erasures (
  tenant_id uuid not null,
  id uuid not null,
  source text not null,
  row_id uuid not null,
  row_version integer not null,
  reason text not null,
  mark text not null,
  erased_at timestamptz not null,
  constraint evidence_erasures_pkey PRIMARY KEY (tenant_id, id),
  constraint evidence_erasures_reason_given CHECK (((length(reason) >= 10) AND (length(reason) <= 500))),
  constraint evidence_erasures_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX evidence_erasures_by_row ON evidence_erasures (tenant_id, source, row_id, row_version);
alter table evidence_erasures enable row level security;
alter table evidence_erasures force row level security;
create policy above on evidence_erasures to resguardo_system using (true) with check (true);
create policy tenant on evidence_erasures to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON evidence_erasures FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON evidence_erasures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER evidence AFTER INSERT ON evidence_erasures FOR EACH ROW EXECUTE FUNCTION evidence_waits();
grant insert, select on evidence_erasures to resguardo_app;
grant delete, insert, select on evidence_erasures to resguardo_system;

create table evidence_heads (
  tenant_id uuid not null,
  seq bigint not null,
  hash text not null,
  at timestamptz not null,
  kid text not null,
  signature text not null,
  constraint evidence_heads_pkey PRIMARY KEY (tenant_id, seq),
  constraint evidence_heads_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX evidence_heads_by_time ON evidence_heads (at);
CREATE INDEX evidence_heads_newest ON evidence_heads (tenant_id, at DESC, hash DESC);
alter table evidence_heads enable row level security;
alter table evidence_heads force row level security;
create policy above on evidence_heads to resguardo_system using (true) with check (true);
create policy tenant on evidence_heads to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON evidence_heads FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON evidence_heads FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on evidence_heads to resguardo_app;
grant delete, insert, select on evidence_heads to resguardo_system;

create table evidence_keys (
  kid text not null,
  public_key text not null,
  private_sealed text not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  constraint evidence_keys_pkey PRIMARY KEY (kid)
);
CREATE UNIQUE INDEX evidence_keys_one_in_use ON evidence_keys ((true)) WHERE (retired_at IS NULL);
alter table evidence_keys enable row level security;
alter table evidence_keys force row level security;
create policy above on evidence_keys to resguardo_system using (true) with check (true);
grant delete, insert, select, update on evidence_keys to resguardo_system;

create table evidence_salts (
  tenant_id uuid not null,
  seq bigint not null,
  salt text not null,
  constraint evidence_salts_pkey PRIMARY KEY (tenant_id, seq),
  constraint evidence_salts_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table evidence_salts enable row level security;
alter table evidence_salts force row level security;
create policy above on evidence_salts to resguardo_system using (true) with check (true);
create policy tenant on evidence_salts to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on evidence_salts to resguardo_app;
grant delete, insert, select, update on evidence_salts to resguardo_system;

create table evidence_stamps (
  tenant_id uuid not null,
  seq bigint not null,
  authority text not null,
  token bytea not null,
  stamped_at timestamptz not null,
  created_at timestamptz not null,
  constraint evidence_stamps_pkey PRIMARY KEY (tenant_id, seq, authority),
  constraint evidence_stamps_head_fkey FOREIGN KEY (tenant_id, seq) REFERENCES evidence_heads(tenant_id, seq),
  constraint evidence_stamps_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table evidence_stamps enable row level security;
alter table evidence_stamps force row level security;
create policy above on evidence_stamps to resguardo_system using (true) with check (true);
create policy tenant on evidence_stamps to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON evidence_stamps FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON evidence_stamps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on evidence_stamps to resguardo_app;
grant delete, insert, select on evidence_stamps to resguardo_system;

create table evidence_waiting (
  tenant_id uuid not null,
  id bigint not null,
  source text not null,
  row_id uuid not null,
  row_version integer default 0 not null,
  at timestamptz default now() not null,
  imported boolean default false not null,
  constraint evidence_waiting_pkey PRIMARY KEY (tenant_id, id)
);
CREATE INDEX evidence_waiting_by_row ON evidence_waiting (tenant_id, source, row_id);
alter table evidence_waiting enable row level security;
alter table evidence_waiting force row level security;
create policy above on evidence_waiting to resguardo_system using (true) with check (true);
create policy tenant on evidence_waiting to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on evidence_waiting to resguardo_app;
grant delete, insert, select, update on evidence_waiting to resguardo_system;

create table files (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  content_type text not null,
  size_bytes integer not null,
  sha256 text not null,
  entity_type text,
  entity_id uuid,
  kind text,
  uploaded_by text,
  created_at timestamptz not null,
  constraint files_pkey PRIMARY KEY (tenant_id, id),
  constraint files_of_one_record CHECK ((num_nonnulls(entity_type, entity_id) = ANY (ARRAY[0, 2]))),
  constraint files_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX files_newest ON files (tenant_id, created_at DESC, id DESC);
CREATE INDEX files_of_record ON files (tenant_id, entity_type, entity_id, created_at DESC, id DESC) WHERE (entity_type IS NOT NULL);
alter table files enable row level security;
alter table files force row level security;
create policy above on files to resguardo_system using (true) with check (true);
create policy tenant on files to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER index_words AFTER INSERT OR DELETE OR UPDATE ON files FOR EACH ROW EXECUTE FUNCTION index_files();
grant delete, insert, select, update on files to resguardo_app;
grant delete, insert, select, update on files to resguardo_system;

create table folio_years (
  year integer not null,
  issued bigint not null,
  constraint folio_years_pkey PRIMARY KEY (year),
  constraint folio_years_not_negative CHECK ((issued >= 0))
);
alter table folio_years enable row level security;
alter table folio_years force row level security;
create policy above on folio_years to resguardo_system using (true) with check (true);
grant delete, insert, select, update on folio_years to resguardo_system;

create table folios (
  folio text not null,
  tenant_id uuid not null,
  request_id uuid not null,
  constraint folios_pkey PRIMARY KEY (folio),
  constraint folios_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX folios_by_tenant ON folios (tenant_id);
alter table folios enable row level security;
alter table folios force row level security;
create policy above on folios to resguardo_system using (true) with check (true);
grant delete, insert, select, update on folios to resguardo_system;

create table governance_reports (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  title text not null,
  status text not null,
  progress integer not null,
  score integer,
  level text,
  law_version text default '2026-12-01' not null,
  content bytea,
  parts integer default 0 not null,
  size_bytes bigint,
  sha256 text,
  content_type text,
  file_name text,
  error text,
  created_by uuid,
  created_at timestamptz not null,
  completed_at timestamptz,
  constraint governance_reports_pkey PRIMARY KEY (tenant_id, id),
  constraint governance_reports_ended CHECK (((status = 'PENDING') = (completed_at IS NULL))),
  constraint governance_reports_kind_known CHECK ((kind = ANY (ARRAY['REPORT', 'INSPECTION']))),
  constraint governance_reports_level_known CHECK ((level = ANY (ARRAY['low', 'medium', 'high']))),
  constraint governance_reports_parts_counted CHECK ((parts >= 0)),
  constraint governance_reports_progress_range CHECK (((progress >= 0) AND (progress <= 100))),
  constraint governance_reports_ready_whole CHECK (((status <> 'READY') OR ((num_nonnulls(content_type, file_name) = 2) AND ((content IS NOT NULL) OR (parts > 0))))),
  constraint governance_reports_score_range CHECK (((score >= 0) AND (score <= 100))),
  constraint governance_reports_size_positive CHECK ((size_bytes >= 0)),
  constraint governance_reports_status_known CHECK ((status = ANY (ARRAY['PENDING', 'READY', 'FAILED']))),
  constraint governance_reports_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX governance_reports_by_kind ON governance_reports (tenant_id, kind, created_at DESC, id DESC);
CREATE INDEX governance_reports_newest ON governance_reports (tenant_id, created_at DESC, id DESC);
CREATE INDEX governance_reports_pending ON governance_reports (created_at) WHERE (status = 'PENDING');
alter table governance_reports enable row level security;
alter table governance_reports force row level security;
create policy above on governance_reports to resguardo_system using (true) with check (true);
create policy tenant on governance_reports to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on governance_reports to resguardo_app;
grant delete, insert, select, update on governance_reports to resguardo_system;

create table idempotency_keys (
  scope text not null,
  key text not null,
  fingerprint text not null,
  status integer not null,
  answer_sealed text not null,
  created_at timestamptz not null,
  constraint idempotency_keys_pkey PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy above on idempotency_keys to resguardo_system using (true) with check (true);
create policy own on idempotency_keys to resguardo_app using ((scope = ((select current_tenant())))) with check ((scope = ((select current_tenant()))));
grant delete, insert, select on idempotency_keys to resguardo_app;
grant delete, insert, select, update on idempotency_keys to resguardo_system;

create table import_headings (
  tenant_id uuid not null,
  target text not null,
  heading text not null,
  field text,
  updated_at timestamptz not null,
  constraint import_headings_pkey PRIMARY KEY (tenant_id, target, heading),
  constraint import_headings_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table import_headings enable row level security;
alter table import_headings force row level security;
create policy above on import_headings to resguardo_system using (true) with check (true);
create policy tenant on import_headings to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on import_headings to resguardo_app;
grant delete, insert, select, update on import_headings to resguardo_system;

create table imports (
  tenant_id uuid not null,
  id uuid not null,
  target text not null,
  status text not null,
  progress integer not null,
  file_name text not null,
  size_bytes integer not null,
  sha256 text not null,
  parts integer not null,
  dry_run boolean not null,
  chosen jsonb not null,
  mapping jsonb not null,
  outcomes jsonb not null,
  totals jsonb,
  error text,
  actor jsonb not null,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  constraint imports_pkey PRIMARY KEY (tenant_id, id),
  constraint imports_ended CHECK (((status = ANY (ARRAY['DONE', 'FAILED'])) = (completed_at IS NOT NULL))),
  constraint imports_parts_counted CHECK ((parts = ANY (ARRAY[0, 1]))),
  constraint imports_progress_range CHECK (((progress >= 0) AND (progress <= 100))),
  constraint imports_status_known CHECK ((status = ANY (ARRAY['PENDING', 'READY', 'APPLYING', 'DONE', 'FAILED']))),
  constraint imports_target_known CHECK ((target = ANY (ARRAY['activities', 'systems', 'processors', 'departments', 'requests']))),
  constraint imports_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX imports_changed ON imports (tenant_id, updated_at DESC, id DESC);
CREATE INDEX imports_newest ON imports (tenant_id, created_at DESC, id DESC);
CREATE INDEX imports_open ON imports (updated_at) WHERE ((completed_at IS NULL) OR (parts > 0));
CREATE INDEX imports_remembered ON imports (completed_at) WHERE ((completed_at IS NOT NULL) AND (outcomes <> '[]'::jsonb));
alter table imports enable row level security;
alter table imports force row level security;
create policy above on imports to resguardo_system using (true) with check (true);
create policy tenant on imports to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER index_words AFTER INSERT OR DELETE OR UPDATE ON imports FOR EACH ROW EXECUTE FUNCTION index_imports();
grant delete, insert, select, update on imports to resguardo_app;
grant delete, insert, select, update on imports to resguardo_system;

create table installation_keys (
  name text not null,
  value_sealed text not null,
  created_at timestamptz not null,
  constraint installation_keys_pkey PRIMARY KEY (name)
);
alter table installation_keys enable row level security;
alter table installation_keys force row level security;
create policy above on installation_keys to resguardo_system using (true) with check (true);
grant delete, insert, select, update on installation_keys to resguardo_system;

create table known_devices (
  token_hash text not null,
  user_id uuid not null,
  returned boolean not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  constraint known_devices_pkey PRIMARY KEY (token_hash),
  constraint known_devices_user_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX known_devices_by_expiry ON known_devices (expires_at);
CREATE INDEX known_devices_by_user ON known_devices (user_id, returned, seen_at);
alter table known_devices enable row level security;
alter table known_devices force row level security;
create policy above on known_devices to resguardo_system using (true) with check (true);
grant delete, insert, select, update on known_devices to resguardo_system;

create table law_reviews (
  tenant_id uuid not null,
  law_version text not null,
  outdated integer not null,
  reviewed_at timestamptz not null,
  constraint law_reviews_pkey PRIMARY KEY (tenant_id, law_version),
  constraint law_reviews_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table law_reviews enable row level security;
alter table law_reviews force row level security;
create policy above on law_reviews to resguardo_system using (true) with check (true);
create policy tenant on law_reviews to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON law_reviews FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON law_reviews FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on law_reviews to resguardo_app;
grant delete, insert, select on law_reviews to resguardo_system;

create table legal_entities (
  tenant_id uuid not null,
  id uuid not null,
  workspace_id uuid not null,
  name text not null,
  tax_id text,
  legal_rep_name text,
  legal_rep_email text,
  dpo_user_id uuid,
  dpo_name text,
  dpo_email text,
  postal_address text,
  arco_public_email text,
  is_public_body boolean default false not null,
  essential_service boolean default false not null,
  is_active boolean default true not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint legal_entities_pkey PRIMARY KEY (tenant_id, id),
  constraint legal_entities_dpo_fkey FOREIGN KEY (tenant_id, dpo_user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE SET NULL (dpo_user_id),
  constraint legal_entities_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint legal_entities_workspace_fkey FOREIGN KEY (tenant_id, workspace_id) REFERENCES workspaces(tenant_id, id)
);
CREATE INDEX legal_entities_by_dpo ON legal_entities (tenant_id, dpo_user_id);
CREATE INDEX legal_entities_by_workspace ON legal_entities (tenant_id, workspace_id, created_at DESC, id DESC);
CREATE INDEX legal_entities_newest ON legal_entities (tenant_id, created_at DESC, id DESC);
alter table legal_entities enable row level security;
alter table legal_entities force row level security;
create policy above on legal_entities to resguardo_system using (true) with check (true);
create policy tenant on legal_entities to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER index_words AFTER INSERT OR DELETE OR UPDATE ON legal_entities FOR EACH ROW EXECUTE FUNCTION index_legal_entities();
grant delete, insert, select, update on legal_entities to resguardo_app;
grant delete, insert, select, update on legal_entities to resguardo_system;

create table list_counts (
  tenant_id uuid not null,
  list text not null,
  key jsonb not null,
  slot smallint not null,
  amount bigint not null,
  constraint list_counts_pkey PRIMARY KEY (tenant_id, list, key, slot),
  constraint list_counts_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table list_counts enable row level security;
alter table list_counts force row level security;
create policy above on list_counts to resguardo_system using (true) with check (true);
create policy tenant on list_counts to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on list_counts to resguardo_app;
grant delete, insert, select, update on list_counts to resguardo_system;

create table login_failures (
  id uuid not null,
  email_hash text not null,
  device_hash text,
  mailed boolean not null,
  failed_at timestamptz not null,
  constraint login_failures_pkey PRIMARY KEY (id)
);
CREATE INDEX login_failures_by_email ON login_failures (email_hash, failed_at);
CREATE INDEX login_failures_by_time ON login_failures (failed_at);
alter table login_failures enable row level security;
alter table login_failures force row level security;
create policy above on login_failures to resguardo_system using (true) with check (true);
grant delete, insert, select, update on login_failures to resguardo_system;

create table mails (
  tenant_id uuid not null,
  id uuid not null,
  recipient text not null,
  reply_to text,
  subject text not null,
  body_text text not null,
  body_html text not null,
  caused_by text default 'member' not null,
  is_ours boolean default false not null,
  is_to_stranger boolean default false not null,
  turn_at timestamptz,
  turn_key text default '' not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  constraint mails_pkey PRIMARY KEY (tenant_id, id),
  constraint mails_cause_known CHECK ((caused_by = ANY (ARRAY['member', 'public', 'service']))),
  constraint mails_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX mails_by_age ON mails (tenant_id, created_at DESC, id DESC);
CREATE INDEX mails_by_turn ON mails (tenant_id, turn_at) WHERE (turn_at IS NOT NULL);
CREATE INDEX mails_waiting ON mails (tenant_id, created_at, id) WHERE (is_to_stranger AND (turn_at IS NULL));
alter table mails enable row level security;
alter table mails force row level security;
create policy above on mails to resguardo_system using (true) with check (true);
create policy tenant on mails to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on mails to resguardo_app;
grant delete, insert, select, update on mails to resguardo_system;

create table memberships (
  tenant_id uuid not null,
  user_id uuid not null,
  role text not null,
  status text not null,
  invited_name text,
  invitation_hash text,
  invitation_expires_at timestamptz,
  by_company boolean default false not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint memberships_pkey PRIMARY KEY (tenant_id, user_id),
  constraint memberships_role_known CHECK ((role = ANY (ARRAY['OWNER', 'ADMIN', 'DPO', 'APPROVER', 'ANALYST', 'VIEWER']))),
  constraint memberships_status_known CHECK ((status = ANY (ARRAY['ACTIVE', 'INVITED']))),
  constraint memberships_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX memberships_by_invitation ON memberships (invitation_hash) WHERE (invitation_hash IS NOT NULL);
CREATE INDEX memberships_by_user ON memberships (user_id, status, created_at);
CREATE INDEX memberships_newest ON memberships (tenant_id, created_at DESC, user_id DESC);
alter table memberships enable row level security;
alter table memberships force row level security;
create policy above on memberships to resguardo_system using (true) with check (true);
create policy tenant on memberships to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on memberships to resguardo_app;
grant delete, insert, select, update on memberships to resguardo_system;

create table notification_choices (
  tenant_id uuid not null,
  user_id uuid not null,
  type text not null,
  choice text not null,
  constraint notification_choices_pkey PRIMARY KEY (tenant_id, user_id, type),
  constraint notification_choices_known CHECK ((choice = ANY (ARRAY['now', 'digest', 'off']))),
  constraint notification_choices_member_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE,
  constraint notification_choices_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table notification_choices enable row level security;
alter table notification_choices force row level security;
create policy above on notification_choices to resguardo_system using (true) with check (true);
create policy tenant on notification_choices to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on notification_choices to resguardo_app;
grant delete, insert, select, update on notification_choices to resguardo_system;

create table notifications (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  event_id uuid not null,
  type text not null,
  entity_type text not null,
  entity_id uuid not null,
  title text not null,
  text text not null,
  due_at timestamptz,
  created_at timestamptz not null,
  read_at timestamptz,
  mailed_at timestamptz,
  in_digest boolean not null,
  constraint notifications_pkey PRIMARY KEY (tenant_id, id),
  constraint notifications_member_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE,
  constraint notifications_once UNIQUE (tenant_id, user_id, event_id),
  constraint notifications_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX notifications_arriving ON notifications (tenant_id, user_id, id);
CREATE INDEX notifications_by_age ON notifications (created_at);
CREATE INDEX notifications_for_digest ON notifications (created_at, tenant_id, user_id) WHERE in_digest;
CREATE INDEX notifications_mailed ON notifications (tenant_id, user_id, mailed_at) WHERE (mailed_at IS NOT NULL);
CREATE INDEX notifications_newest ON notifications (tenant_id, user_id, created_at DESC, id DESC);
CREATE INDEX notifications_unread ON notifications (tenant_id, user_id) WHERE (read_at IS NULL);
alter table notifications enable row level security;
alter table notifications force row level security;
create policy above on notifications to resguardo_system using (true) with check (true);
create policy tenant on notifications to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on notifications to resguardo_app;
grant delete, insert, select, update on notifications to resguardo_system;

create table passkey_challenges (
  challenge_hash text not null,
  purpose text not null,
  holder text,
  expires_at timestamptz not null,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  constraint passkey_challenges_purpose_known CHECK ((purpose = ANY (ARRAY['register', 'sign_in', 'second_factor', 'sudo'])))
);
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);
alter table passkey_challenges enable row level security;
alter table passkey_challenges force row level security;
create policy above on passkey_challenges to resguardo_system using (true) with check (true);
grant delete, insert, select, update on passkey_challenges to resguardo_system;

create table passkeys (
  id uuid not null,
  user_id uuid not null,
  credential_id text not null,
  public_key text not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_key UNIQUE (credential_id),
  constraint passkeys_user_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_by_user ON passkeys (user_id, created_at, id);
alter table passkeys enable row level security;
alter table passkeys force row level security;
create policy above on passkeys to resguardo_system using (true) with check (true);
grant delete, insert, select, update on passkeys to resguardo_system;

create table password_resets (
  token_hash text not null,
  user_id uuid not null,
  expires_at timestamptz not null,
  constraint password_resets_pkey PRIMARY KEY (token_hash),
  constraint password_resets_user_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX password_resets_by_user ON password_resets (user_id);
alter table password_resets enable row level security;
alter table password_resets force row level security;
create policy above on password_resets to resguardo_system using (true) with check (true);
grant delete, insert, select, update on password_resets to resguardo_system;

create table pending_sign_ins (
  token_hash text not null,
  user_id uuid not null,
  method text not null,
  tenant_id uuid,
  invitation_hash text,
  password_hash text,
  failures integer default 0 not null,
  expires_at timestamptz not null,
  constraint pending_sign_ins_pkey PRIMARY KEY (token_hash),
  constraint pending_sign_ins_user_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX pending_sign_ins_by_expiry ON pending_sign_ins (expires_at);
CREATE INDEX pending_sign_ins_by_user ON pending_sign_ins (user_id);
alter table pending_sign_ins enable row level security;
alter table pending_sign_ins force row level security;
create policy above on pending_sign_ins to resguardo_system using (true) with check (true);
grant delete, insert, select, update on pending_sign_ins to resguardo_system;

create table portal_codes (
  tenant_id uuid not null,
  id uuid not null,
  person_hash text not null,
  mailbox_hash text not null,
  code_hash text not null,
  tries integer not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint portal_codes_pkey PRIMARY KEY (tenant_id, id),
  constraint portal_codes_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX portal_codes_by_expiry ON portal_codes (expires_at);
CREATE INDEX portal_codes_by_mailbox ON portal_codes (tenant_id, mailbox_hash, created_at DESC);
CREATE INDEX portal_codes_by_person ON portal_codes (tenant_id, person_hash, created_at DESC);
alter table portal_codes enable row level security;
alter table portal_codes force row level security;
create policy above on portal_codes to resguardo_system using (true) with check (true);
create policy tenant on portal_codes to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on portal_codes to resguardo_app;
grant delete, insert, select, update on portal_codes to resguardo_system;

create table portal_sessions (
  tenant_id uuid not null,
  token_hash text not null,
  rut text not null,
  email text not null,
  expires_at timestamptz not null,
  constraint portal_sessions_pkey PRIMARY KEY (tenant_id, token_hash),
  constraint portal_sessions_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX portal_sessions_by_expiry ON portal_sessions (expires_at);
alter table portal_sessions enable row level security;
alter table portal_sessions force row level security;
create policy above on portal_sessions to resguardo_system using (true) with check (true);
create policy tenant on portal_sessions to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on portal_sessions to resguardo_app;
grant delete, insert, select, update on portal_sessions to resguardo_system;

create table preferences (
  user_id uuid not null,
  content jsonb not null,
  updated_at timestamptz not null,
  constraint preferences_pkey PRIMARY KEY (user_id),
  constraint preferences_user_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table preferences enable row level security;
alter table preferences force row level security;
create policy above on preferences to resguardo_system using (true) with check (true);
grant delete, insert, select, update on preferences to resguardo_system;

create table privacy_policies (
  tenant_id uuid not null,
  id uuid not null,
  legal_entity_id uuid not null,
  entity_name text not null,
  version integer not null,
  status text not null,
  language text not null,
  content jsonb not null,
  custom_sections jsonb not null,
  custom_title text,
  custom_intro text,
  sources jsonb not null,
  law_version text default '2026-12-01' not null,
  gate_override jsonb,
  published_at timestamptz,
  published_by uuid,
  publish_notes text,
  drift_noticed_at timestamptz,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint privacy_policies_pkey PRIMARY KEY (tenant_id, id),
  constraint privacy_policies_entity_fkey FOREIGN KEY (tenant_id, legal_entity_id) REFERENCES legal_entities(tenant_id, id),
  constraint privacy_policies_language_known CHECK ((language = ANY (ARRAY['es', 'en']))),
  constraint privacy_policies_published_when CHECK (((status = 'DRAFT') = (published_at IS NULL))),
  constraint privacy_policies_status_known CHECK ((status = ANY (ARRAY['DRAFT', 'PUBLISHED', 'ARCHIVED']))),
  constraint privacy_policies_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint privacy_policies_version_key UNIQUE (tenant_id, legal_entity_id, version),
  constraint privacy_policies_version_positive CHECK ((version > 0))
);
CREATE INDEX privacy_policies_by_status ON privacy_policies (tenant_id, legal_entity_id, status, version DESC);
CREATE INDEX privacy_policies_in_force ON privacy_policies (tenant_id, id) WHERE ((status = 'PUBLISHED') AND (drift_noticed_at IS NULL));
CREATE UNIQUE INDEX privacy_policies_one_published ON privacy_policies (tenant_id, legal_entity_id, language) WHERE (status = 'PUBLISHED');
alter table privacy_policies enable row level security;
alter table privacy_policies force row level security;
create policy above on privacy_policies to resguardo_system using (true) with check (true);
create policy tenant on privacy_policies to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER evidence AFTER INSERT ON privacy_policies FOR EACH ROW WHEN ((new.published_at IS NOT NULL)) EXECUTE FUNCTION evidence_waits();
CREATE TRIGGER evidence_later AFTER UPDATE OF published_at ON privacy_policies FOR EACH ROW WHEN (((old.published_at IS NULL) AND (new.published_at IS NOT NULL))) EXECUTE FUNCTION evidence_waits();
CREATE TRIGGER index_words AFTER INSERT OR DELETE OR UPDATE ON privacy_policies FOR EACH ROW EXECUTE FUNCTION index_privacy_policies();
grant delete, insert, select, update on privacy_policies to resguardo_app;
grant delete, insert, select, update on privacy_policies to resguardo_system;

create table processor_checks (
  tenant_id uuid not null,
  processor_id uuid not null,
  key text not null,
  outcome text not null,
  note text,
  checked_on date not null,
  checked_by text,
  file_keys uuid[] not null,
  updated_at timestamptz not null,
  constraint processor_checks_pkey PRIMARY KEY (tenant_id, processor_id, key),
  constraint processor_checks_outcome_known CHECK ((outcome = ANY (ARRAY['YES', 'NO', 'NOT_APPLICABLE']))),
  constraint processor_checks_processor_fkey FOREIGN KEY (tenant_id, processor_id) REFERENCES processors(tenant_id, id) ON DELETE CASCADE,
  constraint processor_checks_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table processor_checks enable row level security;
alter table processor_checks force row level security;
create policy above on processor_checks to resguardo_system using (true) with check (true);
create policy tenant on processor_checks to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on processor_checks to resguardo_app;
grant delete, insert, select, update on processor_checks to resguardo_system;

create table processors (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  name_folded text not null,
  tax_id text,
  country text,
  contact_name text,
  contact_email text,
  services text,
  dpa_status text not null,
  dpa_valid_until timestamptz,
  review_at date,
  review_announced date,
  source text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint processors_pkey PRIMARY KEY (tenant_id, id),
  constraint processors_dpa_status_known CHECK ((dpa_status = ANY (ARRAY['NONE', 'PENDING', 'SIGNED', 'EXPIRED']))),
  constraint processors_name_key UNIQUE (tenant_id, name_folded),
  constraint processors_source_known CHECK ((source = ANY (ARRAY['manual', 'system']))),
  constraint processors_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX processors_by_change ON processors (tenant_id, updated_at DESC, id DESC);
CREATE INDEX processors_by_dpa_status ON processors (tenant_id, dpa_status, created_at DESC, id DESC);
CREATE INDEX processors_newest ON processors (tenant_id, created_at DESC, id DESC);
CREATE INDEX processors_to_announce ON processors (review_at) WHERE (review_at IS DISTINCT FROM review_announced);
CREATE INDEX processors_to_review ON processors (tenant_id, review_at) WHERE (review_at IS NOT NULL);
alter table processors enable row level security;
alter table processors force row level security;
create policy above on processors to resguardo_system using (true) with check (true);
create policy tenant on processors to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER index_words AFTER INSERT OR DELETE OR UPDATE ON processors FOR EACH ROW EXECUTE FUNCTION index_processors();
grant delete, insert, select, update on processors to resguardo_app;
grant delete, insert, select, update on processors to resguardo_system;

create table public_uploads (
  tenant_id uuid not null,
  id uuid not null,
  key_hash text not null,
  name text not null,
  takes_data boolean default false not null,
  address_prefix text,
  file_id uuid,
  content_type text,
  size_bytes integer,
  sha256 text,
  stored_at timestamptz,
  taken_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint public_uploads_pkey PRIMARY KEY (tenant_id, id),
  constraint public_uploads_stored_whole CHECK (((stored_at IS NULL) OR (num_nonnulls(file_id, content_type, size_bytes, sha256) = 4))),
  constraint public_uploads_taken_empty CHECK (((taken_at IS NULL) OR (num_nonnulls(file_id, stored_at) = 0))),
  constraint public_uploads_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX public_uploads_by_age ON public_uploads (expires_at);
CREATE INDEX public_uploads_by_key ON public_uploads (key_hash);
alter table public_uploads enable row level security;
alter table public_uploads force row level security;
create policy above on public_uploads to resguardo_system using (true) with check (true);
create policy tenant on public_uploads to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on public_uploads to resguardo_app;
grant delete, insert, select, update on public_uploads to resguardo_system;

create table questionnaire_answers (
  tenant_id uuid not null,
  id uuid not null,
  questionnaire_id uuid not null,
  version integer not null,
  name text not null,
  email text not null,
  department_id uuid,
  due_on date not null,
  status text not null,
  key_hash text,
  expires_at timestamptz not null,
  answers jsonb not null,
  asked integer not null,
  answered integer not null,
  note text,
  reminded_on date,
  requested_by uuid,
  saved_at timestamptz,
  submitted_at timestamptz,
  read_at timestamptz,
  read_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint questionnaire_answers_pkey PRIMARY KEY (tenant_id, id),
  constraint questionnaire_answers_department_fkey FOREIGN KEY (tenant_id, department_id) REFERENCES departments(tenant_id, id),
  constraint questionnaire_answers_revoked CHECK (((status = 'revoked') = (key_hash IS NULL))),
  constraint questionnaire_answers_status_known CHECK ((status = ANY (ARRAY['sent', 'started', 'submitted', 'returned', 'revoked']))),
  constraint questionnaire_answers_submitted CHECK (((status <> 'submitted') OR (submitted_at IS NOT NULL))),
  constraint questionnaire_answers_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint questionnaire_answers_version_fkey FOREIGN KEY (tenant_id, questionnaire_id, version) REFERENCES questionnaire_versions(tenant_id, questionnaire_id, version)
);
CREATE INDEX questionnaire_answers_by_department ON questionnaire_answers (tenant_id, department_id);
CREATE INDEX questionnaire_answers_by_key ON questionnaire_answers (key_hash) WHERE (key_hash IS NOT NULL);
CREATE INDEX questionnaire_answers_changed ON questionnaire_answers (tenant_id, updated_at DESC, id DESC);
CREATE INDEX questionnaire_answers_due ON questionnaire_answers (tenant_id, due_on, id);
CREATE INDEX questionnaire_answers_newest ON questionnaire_answers (tenant_id, created_at DESC, id DESC);
CREATE INDEX questionnaire_answers_of ON questionnaire_answers (tenant_id, questionnaire_id, created_at DESC, id DESC);
CREATE INDEX questionnaire_answers_of_version ON questionnaire_answers (tenant_id, questionnaire_id, version);
CREATE INDEX questionnaire_answers_open ON questionnaire_answers (due_on) WHERE (status = ANY (ARRAY['sent', 'started', 'returned']));
CREATE INDEX questionnaire_answers_unread ON questionnaire_answers (tenant_id, submitted_at) WHERE ((status = 'submitted') AND (read_at IS NULL));
alter table questionnaire_answers enable row level security;
alter table questionnaire_answers force row level security;
create policy above on questionnaire_answers to resguardo_system using (true) with check (true);
create policy tenant on questionnaire_answers to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER index_words AFTER INSERT OR DELETE OR UPDATE ON questionnaire_answers FOR EACH ROW EXECUTE FUNCTION index_questionnaire_answers();
grant delete, insert, select, update on questionnaire_answers to resguardo_app;
grant delete, insert, select, update on questionnaire_answers to resguardo_system;

create table questionnaire_sources (
  tenant_id uuid not null,
  answer_id uuid not null,
  entity_type text not null,
  entity_id uuid not null,
  target text not null,
  nth integer not null,
  title text not null,
  created_by text,
  created_at timestamptz not null,
  constraint questionnaire_sources_pkey PRIMARY KEY (tenant_id, answer_id, target, nth),
  constraint questionnaire_sources_answer_fkey FOREIGN KEY (tenant_id, answer_id) REFERENCES questionnaire_answers(tenant_id, id),
  constraint questionnaire_sources_target_known CHECK ((target = ANY (ARRAY['activity', 'processor', 'system', 'risk']))),
  constraint questionnaire_sources_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX questionnaire_sources_of_record ON questionnaire_sources (tenant_id, entity_type, entity_id);
alter table questionnaire_sources enable row level security;
alter table questionnaire_sources force row level security;
create policy above on questionnaire_sources to resguardo_system using (true) with check (true);
create policy tenant on questionnaire_sources to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on questionnaire_sources to resguardo_app;
grant delete, insert, select, update on questionnaire_sources to resguardo_system;

create table questionnaire_versions (
  tenant_id uuid not null,
  questionnaire_id uuid not null,
  version integer not null,
  name text not null,
  description text,
  sections jsonb not null,
  created_at timestamptz not null,
  constraint questionnaire_versions_pkey PRIMARY KEY (tenant_id, questionnaire_id, version),
  constraint questionnaire_versions_questionnaire_fkey FOREIGN KEY (tenant_id, questionnaire_id) REFERENCES questionnaires(tenant_id, id) ON DELETE CASCADE,
  constraint questionnaire_versions_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table questionnaire_versions enable row level security;
alter table questionnaire_versions force row level security;
create policy above on questionnaire_versions to resguardo_system using (true) with check (true);
create policy tenant on questionnaire_versions to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on questionnaire_versions to resguardo_app;
grant delete, insert, select, update on questionnaire_versions to resguardo_system;

create table questionnaires (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  built_in text,
  version integer not null,
  is_active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint questionnaires_pkey PRIMARY KEY (tenant_id, id),
  constraint questionnaires_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX questionnaires_changed ON questionnaires (tenant_id, updated_at DESC, id DESC);
CREATE INDEX questionnaires_newest ON questionnaires (tenant_id, created_at DESC, id DESC);
alter table questionnaires enable row level security;
alter table questionnaires force row level security;
create policy above on questionnaires to resguardo_system using (true) with check (true);
create policy tenant on questionnaires to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER index_words AFTER INSERT OR DELETE OR UPDATE ON questionnaires FOR EACH ROW EXECUTE FUNCTION index_questionnaires();
grant delete, insert, select, update on questionnaires to resguardo_app;
grant delete, insert, select, update on questionnaires to resguardo_system;

create table recovery_codes (
  user_id uuid not null,
  code_hash text not null,
  spent_at timestamptz,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
create policy above on recovery_codes to resguardo_system using (true) with check (true);
grant delete, insert, select, update on recovery_codes to resguardo_system;

create table refresh_tokens (
  token_hash text not null,
  session_id uuid not null,
  tenant_id uuid,
  expires_at timestamptz not null,
  spent_at timestamptz,
  pair_sealed text,
  constraint refresh_tokens_pkey PRIMARY KEY (token_hash),
  constraint refresh_tokens_session_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);
alter table refresh_tokens enable row level security;
alter table refresh_tokens force row level security;
create policy above on refresh_tokens to resguardo_system using (true) with check (true);
grant delete, insert, select, update on refresh_tokens to resguardo_system;

create table schema_migrations (
  name text not null,
  checksum text not null,
  applied_at timestamptz default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table scim_tokens (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  prefix text not null,
  token_hash text not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_by uuid,
  created_at timestamptz not null,
  constraint scim_tokens_pkey PRIMARY KEY (tenant_id, id),
  constraint scim_tokens_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX scim_tokens_by_hash ON scim_tokens (token_hash);
CREATE INDEX scim_tokens_newest ON scim_tokens (tenant_id, created_at DESC, id DESC);
alter table scim_tokens enable row level security;
alter table scim_tokens force row level security;
create policy above on scim_tokens to resguardo_system using (true) with check (true);
create policy tenant on scim_tokens to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on scim_tokens to resguardo_app;
grant delete, insert, select, update on scim_tokens to resguardo_system;

create table scim_users (
  tenant_id uuid not null,
  id uuid not null,
  user_name text not null,
  email text not null,
  external_id text,
  display_name text not null,
  given_name text,
  family_name text,
  groups text[] not null,
  user_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint scim_users_pkey PRIMARY KEY (tenant_id, id),
  constraint scim_users_member_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE SET NULL (user_id),
  constraint scim_users_member_key UNIQUE (tenant_id, user_id),
  constraint scim_users_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX scim_users_by_display_name ON scim_users (tenant_id, lower(display_name));
CREATE INDEX scim_users_by_email ON scim_users (tenant_id, email);
CREATE INDEX scim_users_by_external_id ON scim_users (tenant_id, external_id);
CREATE INDEX scim_users_newest ON scim_users (tenant_id, created_at, id);
CREATE UNIQUE INDEX scim_users_user_name_key ON scim_users (tenant_id, lower(user_name));
alter table scim_users enable row level security;
alter table scim_users force row level security;
create policy above on scim_users to resguardo_system using (true) with check (true);
create policy tenant on scim_users to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on scim_users to resguardo_app;
grant delete, insert, select, update on scim_users to resguardo_system;

create table score_history (
  tenant_id uuid not null,
  day date not null,
  score integer not null,
  constraint score_history_pkey PRIMARY KEY (tenant_id, day),
  constraint score_history_score_range CHECK (((score >= 0) AND (score <= 100))),
  constraint score_history_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table score_history enable row level security;
alter table score_history force row level security;
create policy above on score_history to resguardo_system using (true) with check (true);
create policy tenant on score_history to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on score_history to resguardo_app;
grant delete, insert, select, update on score_history to resguardo_system;

create table search_words (
  tenant_id uuid not null,
  list text not null,
  word text not null,
  entity_id uuid not null,
  constraint search_words_pkey PRIMARY KEY (tenant_id, list, entity_id, word)
);
CREATE INDEX search_words_by_word ON search_words (tenant_id, list, word, entity_id);
alter table search_words enable row level security;
alter table search_words force row level security;
create policy above on search_words to resguardo_system using (true) with check (true);
create policy tenant on search_words to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on search_words to resguardo_app;
grant delete, insert, select, update on search_words to resguardo_system;

create table sessions (
  id uuid not null,
  user_id uuid not null,
  tenant_id uuid,
  method text default 'password' not null,
  strong boolean default false not null,
  sso_tenant_id uuid,
  browser boolean default false not null,
  proven_at timestamptz,
  last_used_at timestamptz,
  address_prefix text,
  device text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_user_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_company ON sessions (sso_tenant_id) WHERE (sso_tenant_id IS NOT NULL);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
CREATE INDEX sessions_by_user ON sessions (user_id);
alter table sessions enable row level security;
alter table sessions force row level security;
create policy above on sessions to resguardo_system using (true) with check (true);
create policy own on sessions to resguardo_app using ((user_id = ( SELECT current_user_id() AS current_user_id)));
grant select on sessions to resguardo_app;
grant delete, insert, select, update on sessions to resguardo_system;

create table siem_alerts (
  tenant_id uuid not null,
  body_hash text not null,
  breach_id uuid not null,
  received_at timestamptz not null,
  constraint siem_alerts_pkey PRIMARY KEY (tenant_id, body_hash),
  constraint siem_alerts_breach_fkey FOREIGN KEY (tenant_id, breach_id) REFERENCES breaches(tenant_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  constraint siem_alerts_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX siem_alerts_by_breach ON siem_alerts (tenant_id, breach_id);
alter table siem_alerts enable row level security;
alter table siem_alerts force row level security;
create policy above on siem_alerts to resguardo_system using (true) with check (true);
create policy tenant on siem_alerts to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on siem_alerts to resguardo_app;
grant delete, insert, select, update on siem_alerts to resguardo_system;

create table signing_certificates (
  tenant_id uuid not null,
  certificates text not null,
  private_key_sealed text not null,
  key_type text not null,
  not_before timestamptz not null,
  not_after timestamptz not null,
  uploaded_by uuid,
  uploaded_by_name text,
  uploaded_at timestamptz not null,
  reminded_at timestamptz,
  constraint signing_certificates_pkey PRIMARY KEY (tenant_id),
  constraint signing_certificates_key_type_known CHECK ((key_type = ANY (ARRAY['RSA', 'EC']))),
  constraint signing_certificates_lasts CHECK ((not_after > not_before)),
  constraint signing_certificates_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table signing_certificates enable row level security;
alter table signing_certificates force row level security;
create policy above on signing_certificates to resguardo_system using (true) with check (true);
create policy tenant on signing_certificates to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on signing_certificates to resguardo_app;
grant delete, insert, select, update on signing_certificates to resguardo_system;

create table signing_codes (
  tenant_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  mailbox_hash text not null,
  code_hash text not null,
  tries integer not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint signing_codes_pkey PRIMARY KEY (tenant_id, id),
  constraint signing_codes_contract_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contracts(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX signing_codes_by_contract ON signing_codes (tenant_id, contract_id, created_at DESC);
CREATE INDEX signing_codes_by_expiry ON signing_codes (expires_at);
CREATE INDEX signing_codes_by_mailbox ON signing_codes (tenant_id, mailbox_hash, created_at DESC);
alter table signing_codes enable row level security;
alter table signing_codes force row level security;
create policy above on signing_codes to resguardo_system using (true) with check (true);
create policy tenant on signing_codes to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on signing_codes to resguardo_app;
grant delete, insert, select, update on signing_codes to resguardo_system;

create table sso_attempts (
  tenant_id uuid not null,
  id uuid not null,
  state_hash text not null,
  browser_hash text not null,
  issuer text not null,
  client_id text not null,
  return_to text not null,
  client text not null,
  expires_at timestamptz not null,
  constraint sso_attempts_pkey PRIMARY KEY (tenant_id, id),
  constraint sso_attempts_client_known CHECK ((client = ANY (ARRAY['console', 'api']))),
  constraint sso_attempts_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX sso_attempts_by_expiry ON sso_attempts (expires_at);
CREATE INDEX sso_attempts_by_state ON sso_attempts (state_hash);
alter table sso_attempts enable row level security;
alter table sso_attempts force row level security;
create policy above on sso_attempts to resguardo_system using (true) with check (true);
create policy tenant on sso_attempts to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on sso_attempts to resguardo_app;
grant delete, insert, select, update on sso_attempts to resguardo_system;

create table sso_identities (
  tenant_id uuid not null,
  user_id uuid not null,
  issuer text not null,
  subject text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint sso_identities_pkey PRIMARY KEY (tenant_id, user_id),
  constraint sso_identities_member_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE,
  constraint sso_identities_subject_key UNIQUE (tenant_id, issuer, subject),
  constraint sso_identities_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table sso_identities enable row level security;
alter table sso_identities force row level security;
create policy above on sso_identities to resguardo_system using (true) with check (true);
create policy tenant on sso_identities to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on sso_identities to resguardo_app;
grant delete, insert, select, update on sso_identities to resguardo_system;

create table sso_settings (
  tenant_id uuid not null,
  enabled boolean not null,
  issuer text not null,
  client_id text not null,
  client_secret_sealed text,
  allowed_domains text[] not null,
  default_role text not null,
  role_claim text,
  role_map jsonb not null,
  confirmed_by_owner boolean not null,
  provider_set_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint sso_settings_pkey PRIMARY KEY (tenant_id),
  constraint sso_settings_role_known CHECK ((default_role = ANY (ARRAY['OWNER', 'ADMIN', 'DPO', 'APPROVER', 'ANALYST', 'VIEWER']))),
  constraint sso_settings_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table sso_settings enable row level security;
alter table sso_settings force row level security;
create policy above on sso_settings to resguardo_system using (true) with check (true);
create policy tenant on sso_settings to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on sso_settings to resguardo_app;
grant delete, insert, select, update on sso_settings to resguardo_system;

create table sub_processors (
  tenant_id uuid not null,
  id uuid not null,
  processor_id uuid not null,
  name text not null,
  name_folded text not null,
  country text,
  services text,
  authorisation text not null,
  authorised_on date,
  file_key uuid,
  note text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint sub_processors_pkey PRIMARY KEY (tenant_id, id),
  constraint sub_processors_authorisation_known CHECK ((authorisation = ANY (ARRAY['PENDING', 'AUTHORISED', 'REFUSED']))),
  constraint sub_processors_name_key UNIQUE (tenant_id, processor_id, name_folded),
  constraint sub_processors_processor_fkey FOREIGN KEY (tenant_id, processor_id) REFERENCES processors(tenant_id, id) ON DELETE CASCADE,
  constraint sub_processors_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table sub_processors enable row level security;
alter table sub_processors force row level security;
create policy above on sub_processors to resguardo_system using (true) with check (true);
create policy tenant on sub_processors to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on sub_processors to resguardo_app;
grant delete, insert, select, update on sub_processors to resguardo_system;

create table systems (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  type text not null,
  description text,
  owner text,
  owner_email text,
  hosting_type text,
  hosting_country text,
  vendor text,
  processor_id uuid,
  data_categories text[] not null,
  has_sensitive_data boolean not null,
  security_measures text[] not null,
  contract_status text,
  contract_expiry date,
  has_dpa_clause boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint systems_pkey PRIMARY KEY (tenant_id, id),
  constraint systems_processor_fkey FOREIGN KEY (tenant_id, processor_id) REFERENCES processors(tenant_id, id) ON DELETE SET NULL (processor_id),
  constraint systems_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX systems_by_change ON systems (tenant_id, updated_at DESC, id DESC);
CREATE INDEX systems_by_contract_status ON systems (tenant_id, contract_status, created_at DESC, id DESC);
CREATE INDEX systems_by_processor ON systems (tenant_id, processor_id, created_at DESC, id DESC);
CREATE INDEX systems_by_type ON systems (tenant_id, type, created_at DESC, id DESC);
CREATE INDEX systems_newest ON systems (tenant_id, created_at DESC, id DESC);
alter table systems enable row level security;
alter table systems force row level security;
create policy above on systems to resguardo_system using (true) with check (true);
create policy tenant on systems to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER count_added AFTER INSERT ON systems REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_systems();
CREATE TRIGGER count_changed AFTER UPDATE ON systems REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_systems();
CREATE TRIGGER count_removed AFTER DELETE ON systems REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_systems();
CREATE TRIGGER index_words AFTER INSERT OR DELETE OR UPDATE ON systems FOR EACH ROW EXECUTE FUNCTION index_systems();
grant delete, insert, select, update on systems to resguardo_app;
grant delete, insert, select, update on systems to resguardo_system;

create table tenant_exports (
  tenant_id uuid not null,
  id uuid not null,
  status text not null,
  parts integer not null,
  size_bytes bigint,
  sha256 text,
  row_count bigint,
  file_count bigint,
  error text,
  requested_by uuid,
  requested_by_name text,
  created_at timestamptz not null,
  completed_at timestamptz,
  expires_at timestamptz not null,
  constraint tenant_exports_pkey PRIMARY KEY (tenant_id, id),
  constraint tenant_exports_ended CHECK (((status = 'PENDING') = (completed_at IS NULL))),
  constraint tenant_exports_ready_whole CHECK (((status <> 'READY') OR (num_nonnulls(size_bytes, sha256, row_count, file_count) = 4))),
  constraint tenant_exports_status_known CHECK ((status = ANY (ARRAY['FAILED', 'PENDING', 'READY']))),
  constraint tenant_exports_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX tenant_exports_expiring ON tenant_exports (expires_at);
CREATE INDEX tenant_exports_newest ON tenant_exports (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX tenant_exports_one_pending ON tenant_exports (tenant_id) WHERE (status = 'PENDING');
alter table tenant_exports enable row level security;
alter table tenant_exports force row level security;
create policy above on tenant_exports to resguardo_system using (true) with check (true);
create policy tenant on tenant_exports to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on tenant_exports to resguardo_app;
grant delete, insert, select, update on tenant_exports to resguardo_system;

create table tenants (
  id uuid not null,
  name text not null,
  slug text not null,
  plan text not null,
  tax_id text,
  contact_email text,
  locale text default 'es-CL' not null,
  timezone text default 'America/Santiago' not null,
  branding jsonb default '{}'::jsonb not null,
  legal_gate text default 'warn' not null,
  require_mfa boolean default false not null,
  sso_enforced boolean default false not null,
  session_hours integer,
  answer_retention_days integer default 30 not null,
  siem_secret_sealed text not null,
  siem_previous_secret_sealed text,
  siem_previous_until timestamptz,
  suspended_at timestamptz,
  deletion_due_at timestamptz,
  erasing_since timestamptz,
  moving_until timestamptz,
  moved_at timestamptz,
  moved_to text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint tenants_pkey PRIMARY KEY (id),
  constraint tenants_answer_retention_bounded CHECK (((answer_retention_days >= 15) AND (answer_retention_days <= 365))),
  constraint tenants_erased_when_due CHECK (((erasing_since IS NULL) OR COALESCE((erasing_since >= deletion_due_at), false))),
  constraint tenants_legal_gate_known CHECK ((legal_gate = ANY (ARRAY['warn', 'enforce']))),
  constraint tenants_moved_closed CHECK (((moved_at IS NULL) OR (suspended_at IS NOT NULL))),
  constraint tenants_moved_somewhere CHECK (((moved_at IS NULL) = (moved_to IS NULL))),
  constraint tenants_plan_known CHECK ((plan = ANY (ARRAY['STARTER', 'PROFESSIONAL', 'BUSINESS', 'ENTERPRISE']))),
  constraint tenants_session_hours_bounded CHECK (((session_hours >= 1) AND (session_hours <= 720))),
  constraint tenants_slug_key UNIQUE (slug)
);
CREATE INDEX tenants_by_deletion ON tenants (deletion_due_at) WHERE (deletion_due_at IS NOT NULL);
alter table tenants enable row level security;
alter table tenants force row level security;
create policy above on tenants to resguardo_system using (true) with check (true);
create policy own on tenants to resguardo_app using ((id = (select current_tenant())));
grant select on tenants to resguardo_app;
grant delete, insert, select, update on tenants to resguardo_system;
grant update (answer_retention_days, branding, contact_email, deletion_due_at, legal_gate, locale, name, require_mfa, session_hours, siem_previous_secret_sealed, siem_previous_until, siem_secret_sealed, sso_enforced, tax_id, timezone, updated_at) on tenants to resguardo_app;

create table time_entries (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  user_name text,
  worked_on date not null,
  minutes integer not null,
  what text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint time_entries_pkey PRIMARY KEY (tenant_id, id),
  constraint time_entries_minutes_range CHECK (((minutes >= 1) AND (minutes <= 1440))),
  constraint time_entries_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX time_entries_by_day ON time_entries (tenant_id, user_id, worked_on DESC, id DESC);
CREATE INDEX time_entries_changed ON time_entries (tenant_id, updated_at DESC, id DESC);
CREATE INDEX time_entries_newest ON time_entries (tenant_id, created_at DESC, id DESC);
alter table time_entries enable row level security;
alter table time_entries force row level security;
create policy above on time_entries to resguardo_system using (true) with check (true);
create policy tenant on time_entries to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on time_entries to resguardo_app;
grant delete, insert, select, update on time_entries to resguardo_system;

create table totp_factors (
  user_id uuid not null,
  secret_sealed text not null,
  last_step bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint totp_factors_pkey PRIMARY KEY (user_id),
  constraint totp_factors_user_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table totp_factors enable row level security;
alter table totp_factors force row level security;
create policy above on totp_factors to resguardo_system using (true) with check (true);
grant delete, insert, select, update on totp_factors to resguardo_system;

create table totp_setups (
  user_id uuid not null,
  secret_sealed text not null,
  expires_at timestamptz not null,
  constraint totp_setups_pkey PRIMARY KEY (user_id),
  constraint totp_setups_user_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table totp_setups enable row level security;
alter table totp_setups force row level security;
create policy above on totp_setups to resguardo_system using (true) with check (true);
grant delete, insert, select, update on totp_setups to resguardo_system;

create table users (
  id uuid not null,
  email text not null,
  name text not null,
  password_hash text,
  mailbox_proven_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_folded CHECK ((email = lower(email))),
  constraint users_email_key UNIQUE (email)
);
alter table users enable row level security;
alter table users force row level security;
create policy above on users to resguardo_system using (true) with check (true);
create policy colleagues on users to resguardo_app using ((EXISTS ( SELECT
   FROM memberships m
  WHERE ((m.user_id = users.id) AND (m.tenant_id = (select current_tenant()))))));
grant delete, insert, select, update on users to resguardo_system;
grant select (created_at, disabled_at, email, id, name, updated_at) on users to resguardo_app;

create table webhook_deliveries (
  tenant_id uuid not null,
  id uuid not null,
  owner_type text not null,
  owner_id uuid not null,
  hook_id text not null,
  event text not null,
  url text not null,
  secret_sealed text not null,
  previous_secret_sealed text,
  signature_header text not null,
  delivery_header text not null,
  body text not null,
  traceparent text,
  order_key text not null,
  "position" bigint not null,
  status text not null,
  attempts integer default 0 not null,
  series_from integer default 0 not null,
  first_tried_at timestamptz,
  last_status integer,
  last_error text,
  next_attempt_at timestamptz,
  claimed_until timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (tenant_id, id),
  constraint webhook_deliveries_due_when_pending CHECK (((status = 'PENDING') = (next_attempt_at IS NOT NULL))),
  constraint webhook_deliveries_status_known CHECK ((status = ANY (ARRAY['PENDING', 'DELIVERED', 'FAILED']))),
  constraint webhook_deliveries_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint webhook_deliveries_traceparent_shape CHECK ((traceparent ~ '^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$'))
);
CREATE INDEX webhook_deliveries_finished ON webhook_deliveries (created_at) WHERE (status <> 'PENDING');
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (tenant_id, owner_type, owner_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (next_attempt_at, tenant_id, id) WHERE (status = 'PENDING');
CREATE INDEX webhook_deliveries_untried ON webhook_deliveries (tenant_id, order_key, "position") WHERE ((status = 'PENDING') AND (first_tried_at IS NULL));
alter table webhook_deliveries enable row level security;
alter table webhook_deliveries force row level security;
create policy above on webhook_deliveries to resguardo_system using (true) with check (true);
create policy tenant on webhook_deliveries to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on webhook_deliveries to resguardo_app;
grant delete, insert, select, update on webhook_deliveries to resguardo_system;

create table webhook_subscriptions (
  tenant_id uuid not null,
  id uuid not null,
  url text not null,
  events text[] not null,
  description text,
  secret_sealed text not null,
  previous_secret_sealed text,
  previous_until timestamptz,
  is_active boolean not null,
  disabled_reason text,
  failing_since timestamptz,
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint webhook_subscriptions_pkey PRIMARY KEY (tenant_id, id),
  constraint webhook_subscriptions_disabled_is_off CHECK (((disabled_reason IS NULL) OR (NOT is_active))),
  constraint webhook_subscriptions_disabled_known CHECK ((disabled_reason = ANY (ARRAY['failing', 'gone']))),
  constraint webhook_subscriptions_overlap_whole CHECK (((previous_secret_sealed IS NULL) = (previous_until IS NULL))),
  constraint webhook_subscriptions_some_events CHECK ((cardinality(events) > 0)),
  constraint webhook_subscriptions_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX webhook_subscriptions_newest ON webhook_subscriptions (tenant_id, created_at DESC, id DESC);
alter table webhook_subscriptions enable row level security;
alter table webhook_subscriptions force row level security;
create policy above on webhook_subscriptions to resguardo_system using (true) with check (true);
create policy tenant on webhook_subscriptions to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on webhook_subscriptions to resguardo_app;
grant delete, insert, select, update on webhook_subscriptions to resguardo_system;

create table workflow_definitions (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  entity_type text not null,
  version integer not null,
  is_active boolean not null,
  is_system boolean not null,
  stages jsonb not null,
  webhooks jsonb not null,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint workflow_definitions_pkey PRIMARY KEY (tenant_id, id),
  constraint workflow_definitions_entity_type_known CHECK ((entity_type = ANY (ARRAY['DSAR', 'BREACH', 'DPIA', 'CONTRACT', 'RAT', 'PRIVACY_POLICY', 'COOKIE_POLICY', 'CUSTOM']))),
  constraint workflow_definitions_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  constraint workflow_definitions_version_positive CHECK ((version > 0))
);
CREATE INDEX workflow_definitions_by_change ON workflow_definitions (tenant_id, updated_at DESC, id DESC);
CREATE INDEX workflow_definitions_by_type ON workflow_definitions (tenant_id, entity_type, created_at DESC, id DESC);
CREATE INDEX workflow_definitions_newest ON workflow_definitions (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX workflow_definitions_one_system ON workflow_definitions (tenant_id, entity_type) WHERE is_system;
alter table workflow_definitions enable row level security;
alter table workflow_definitions force row level security;
create policy above on workflow_definitions to resguardo_system using (true) with check (true);
create policy tenant on workflow_definitions to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER index_words AFTER INSERT OR DELETE OR UPDATE ON workflow_definitions FOR EACH ROW EXECUTE FUNCTION index_workflow_definitions();
grant delete, insert, select, update on workflow_definitions to resguardo_app;
grant delete, insert, select, update on workflow_definitions to resguardo_system;

create table workflow_events (
  tenant_id uuid not null,
  id uuid not null,
  instance_id uuid not null,
  "position" integer not null,
  type text not null,
  stage_id text,
  sub_stage_id text,
  action_type text,
  new_stage_id text,
  status text not null,
  notes text,
  field_values jsonb,
  assigned_to text,
  actor_id text,
  actor_name text,
  actor_role text,
  created_at timestamptz not null,
  constraint workflow_events_pkey PRIMARY KEY (tenant_id, id),
  constraint workflow_events_instance_fkey FOREIGN KEY (tenant_id, instance_id) REFERENCES workflow_instances(tenant_id, id),
  constraint workflow_events_position_key UNIQUE (tenant_id, instance_id, "position"),
  constraint workflow_events_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table workflow_events enable row level security;
alter table workflow_events force row level security;
create policy above on workflow_events to resguardo_system using (true) with check (true);
create policy tenant on workflow_events to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON workflow_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON workflow_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on workflow_events to resguardo_app;
grant delete, insert, select on workflow_events to resguardo_system;

create table workflow_instances (
  tenant_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  definition_version integer not null,
  snapshot jsonb not null,
  entity_type text not null,
  entity_id text not null,
  status text not null,
  current_stage_id text,
  assigned_to uuid,
  field_values jsonb not null,
  event_count integer not null,
  entity_refusal text,
  stage_entered_at timestamptz not null,
  due_at timestamptz,
  warning_at timestamptz,
  notice_at timestamptz,
  started_by text,
  started_at timestamptz not null,
  completed_at timestamptz,
  updated_at timestamptz not null,
  constraint workflow_instances_pkey PRIMARY KEY (tenant_id, id),
  constraint workflow_instances_assignee_fkey FOREIGN KEY (tenant_id, assigned_to) REFERENCES memberships(tenant_id, user_id) ON DELETE SET NULL (assigned_to),
  constraint workflow_instances_definition_fkey FOREIGN KEY (tenant_id, definition_id) REFERENCES workflow_definitions(tenant_id, id),
  constraint workflow_instances_ended CHECK (((status = 'ACTIVE') = (completed_at IS NULL))),
  constraint workflow_instances_entity_type_known CHECK ((entity_type = ANY (ARRAY['DSAR', 'BREACH', 'DPIA', 'CONTRACT', 'RAT', 'PRIVACY_POLICY', 'COOKIE_POLICY', 'CUSTOM']))),
  constraint workflow_instances_standing CHECK (((status <> 'ACTIVE') OR (current_stage_id IS NOT NULL))),
  constraint workflow_instances_status_known CHECK ((status = ANY (ARRAY['ACTIVE', 'COMPLETED', 'REJECTED', 'CANCELLED']))),
  constraint workflow_instances_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX workflow_instances_active_by_definition ON workflow_instances (tenant_id, definition_id) WHERE (status = 'ACTIVE');
CREATE INDEX workflow_instances_by_assignee ON workflow_instances (tenant_id, assigned_to);
CREATE INDEX workflow_instances_by_change ON workflow_instances (tenant_id, updated_at DESC, id DESC);
CREATE INDEX workflow_instances_by_definition ON workflow_instances (tenant_id, definition_id, started_at DESC, id DESC);
CREATE INDEX workflow_instances_by_entity ON workflow_instances (tenant_id, entity_type, entity_id, started_at DESC, id DESC);
CREATE INDEX workflow_instances_by_status ON workflow_instances (tenant_id, status, started_at DESC, id DESC);
CREATE INDEX workflow_instances_newest ON workflow_instances (tenant_id, started_at DESC, id DESC);
CREATE INDEX workflow_instances_to_notice ON workflow_instances (notice_at, tenant_id, id) WHERE ((status = 'ACTIVE') AND (notice_at IS NOT NULL));
CREATE UNIQUE INDEX workflow_instances_one_active ON workflow_instances (tenant_id, entity_type, entity_id) WHERE (status = 'ACTIVE');
alter table workflow_instances enable row level security;
alter table workflow_instances force row level security;
create policy above on workflow_instances to resguardo_system using (true) with check (true);
create policy tenant on workflow_instances to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER index_words AFTER INSERT OR DELETE OR UPDATE ON workflow_instances FOR EACH ROW EXECUTE FUNCTION index_workflow_instances();
grant delete, insert, select, update on workflow_instances to resguardo_app;
grant delete, insert, select, update on workflow_instances to resguardo_system;

create table workflow_substage_completions (
  tenant_id uuid not null,
  instance_id uuid not null,
  stage_id text not null,
  sub_stage_id text not null,
  completed_by text,
  completed_by_name text,
  notes text,
  completed_at timestamptz not null,
  constraint workflow_substage_completions_pkey PRIMARY KEY (tenant_id, instance_id, stage_id, sub_stage_id),
  constraint workflow_substage_completions_instance_fkey FOREIGN KEY (tenant_id, instance_id) REFERENCES workflow_instances(tenant_id, id),
  constraint workflow_substage_completions_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
alter table workflow_substage_completions enable row level security;
alter table workflow_substage_completions force row level security;
create policy above on workflow_substage_completions to resguardo_system using (true) with check (true);
create policy tenant on workflow_substage_completions to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON workflow_substage_completions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON workflow_substage_completions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on workflow_substage_completions to resguardo_app;
grant delete, insert, select on workflow_substage_completions to resguardo_system;

create table workspaces (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint workspaces_pkey PRIMARY KEY (tenant_id, id),
  constraint workspaces_tenant_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);
CREATE INDEX workspaces_newest ON workspaces (tenant_id, created_at DESC, id DESC);
alter table workspaces enable row level security;
alter table workspaces force row level security;
create policy above on workspaces to resguardo_system using (true) with check (true);
create policy tenant on workspaces to resguardo_app using ((tenant_id = (select current_tenant()))) with check ((tenant_id = (select current_tenant())));
grant delete, insert, select, update on workspaces to resguardo_app;
grant delete, insert, select, update on workspaces to resguardo_system;

create view activities_of_domains with (security_invoker=true) as
 SELECT tenant_id,
    id,
    domain_id,
    activity_id,
    role,
    created_at
   FROM domain_activities;
comment on view activities_of_domains is 'The activities that a site takes part in.';
grant select on activities_of_domains to resguardo_app;
grant select on activities_of_domains to resguardo_system;

create view activity_facts with (security_invoker=true) as
 SELECT tenant_id,
    (key ->> 'fact'::text) AS fact,
    (sum(amount))::bigint AS count
   FROM list_counts
  WHERE (list = 'activity_facts'::text)
  GROUP BY tenant_id, key;
comment on view activity_facts is 'How many activities are current, and of how many published ones a fact holds.';
comment on column activity_facts.fact is 'not null';
comment on column activity_facts.count is 'not null';
grant select on activity_facts to resguardo_app;
grant select on activity_facts to resguardo_system;

create view activity_register with (security_invoker=true) as
 SELECT tenant_id,
    id,
    legal_entity_id,
    name,
    purpose,
    legal_basis,
    legal_basis_article,
    legal_norm,
    legitimate_interest,
    data_categories,
    has_sensitive_data,
    socioeconomic,
    subject_categories,
    data_source,
    source_is_public,
    recipients,
    transfer_exists,
    transfer_country,
    transfer_mechanism,
    retention_period,
    retention_note,
    security_measures,
    automated_decisions,
    automated_logic,
    consent_withdrawal,
    minors_safeguard,
    controller_role,
    (status = 'published'::text) AS is_published,
    (status <> 'archived'::text) AS is_current,
    published_at,
    risk_level,
    dpia_required,
    created_at,
    updated_at
   FROM activities;
comment on view activity_register is 'Every processing activity. Policies tell of the published ones; an archived one is not current.';
grant select on activity_register to resguardo_app;
grant select on activity_register to resguardo_system;

create view assessment_register with (security_invoker=true) as
 SELECT tenant_id,
    id,
    legal_entity_id,
    activity_id,
    status,
    (status = 'approved'::text) AS is_approved,
    created_at
   FROM dpia_assessments;
comment on view assessment_register is 'Every impact assessment and whether it is approved.';
grant select on assessment_register to resguardo_app;
grant select on assessment_register to resguardo_system;

create view breach_facts with (security_invoker=true) as
 SELECT tenant_id,
    (key ->> 'fact'::text) AS fact,
    (sum(amount))::bigint AS count
   FROM list_counts
  WHERE (list = 'breach_facts'::text)
  GROUP BY tenant_id, key;
comment on view breach_facts is 'How many breaches there are, and how many are undecided, reportable, unreported and that the people must learn of.';
comment on column breach_facts.fact is 'not null';
comment on column breach_facts.count is 'not null';
grant select on breach_facts to resguardo_app;
grant select on breach_facts to resguardo_system;

create view breach_register with (security_invoker=true) as
 SELECT tenant_id,
    id,
    legal_entity_id,
    detected_at,
    (status <> ALL (ARRAY['resolved'::text, 'notified'::text])) AS is_open,
    (requires_subject_notification AND (subjects_notified_at IS NULL) AND (mass_media_notice IS NULL)) AS subjects_uninformed,
    ((requires_notification OR (notified_apdp_at IS NOT NULL)) AND (status = ANY (ARRAY['resolved'::text, 'notified'::text])) AND ((nature = '{}'::text[]) OR (effects IS NULL) OR (prevention IS NULL) OR (data_categories = '{}'::text[]) OR (estimated_records IS NULL) OR (containment_actions = '{}'::text[]))) AS register_incomplete
   FROM breaches;
comment on view breach_register is 'Every breach: whether it is open, whether people still wait for its notice, whether its register entry lacks an item.';
comment on column breach_register.subjects_uninformed is 'not null';
comment on column breach_register.register_incomplete is 'not null';
grant select on breach_register to resguardo_app;
grant select on breach_register to resguardo_system;

create view contract_register with (security_invoker=true) as
 SELECT tenant_id,
    id,
    legal_entity_id,
    type,
    status,
    processor_id,
    version,
    signer_name,
    signed_at,
    expires_at,
    terminated_at,
    content,
    created_at,
    (EXISTS ( SELECT
           FROM contracts n
          WHERE ((n.tenant_id = c.tenant_id) AND (n.previous_contract_id = c.id) AND (n.status = 'SIGNED'::text)))) AS is_renewed
   FROM contracts c;
comment on view contract_register is 'Every contract as it is stored. A signed one expires at the instant of its end.';
comment on column contract_register.is_renewed is 'not null';
grant select on contract_register to resguardo_app;
grant select on contract_register to resguardo_system;

create view domain_register with (security_invoker=true) as
 SELECT tenant_id,
    id,
    url,
    legal_entity_id,
    is_active,
    (is_active AND (environment = 'PRODUCTION'::text)) AS is_public,
    created_at
   FROM domains;
comment on view domain_register is 'Every site. Those that are public count in reports (contract 3.9).';
grant select on domain_register to resguardo_app;
grant select on domain_register to resguardo_system;

create view entity_register with (security_invoker=true) as
 SELECT tenant_id,
    id,
    name,
    tax_id,
    is_active,
    is_public_body,
    essential_service,
    legal_rep_name,
    postal_address,
    arco_public_email,
    dpo_name,
    dpo_email,
    (num_nonnulls(dpo_user_id, dpo_name, dpo_email) > 0) AS has_dpo,
    created_at
   FROM legal_entities;
comment on view entity_register is 'Every legal entity and how to reach it.';
grant select on entity_register to resguardo_app;
grant select on entity_register to resguardo_system;

create view flow_register with (security_invoker=true) as
 SELECT tenant_id,
    id,
    description,
    target_system_id,
    is_international,
    safeguards
   FROM data_flows;
comment on view flow_register is 'Every flow of data and the system it ends in.';
grant select on flow_register to resguardo_app;
grant select on flow_register to resguardo_system;

create view flows_of_activities with (security_invoker=true) as
 SELECT tenant_id,
    activity_id,
    flow_id
   FROM activity_flows;
comment on view flows_of_activities is 'The flows of data linked to an activity.';
grant select on flows_of_activities to resguardo_app;
grant select on flows_of_activities to resguardo_system;

create view issued_assessments with (security_invoker=true) as
 SELECT tenant_id,
    id,
    title AS name,
    COALESCE(law_version, '2026-12-01'::text) AS law_version,
    approved_at AS issued_at
   FROM dpia_assessments
  WHERE (status = 'approved'::text);
comment on view issued_assessments is 'Every approved impact assessment and the version of the law it was approved under.';
comment on column issued_assessments.law_version is 'not null';
comment on column issued_assessments.issued_at is 'not null';
grant select on issued_assessments to resguardo_app;
grant select on issued_assessments to resguardo_system;

create view issued_contracts with (security_invoker=true) as
 SELECT tenant_id,
    id,
    type,
    processor_id,
    law_version,
    COALESCE(signed_at, sent_at) AS issued_at,
    expires_at
   FROM contracts c
  WHERE ((status = ANY (ARRAY['SENT'::text, 'SIGNED'::text])) AND (NOT (EXISTS ( SELECT
           FROM contracts n
          WHERE ((n.tenant_id = c.tenant_id) AND (n.previous_contract_id = c.id) AND (n.id <> c.id) AND (n.status = ANY (ARRAY['SENT'::text, 'SIGNED'::text])))))));
comment on view issued_contracts is 'Every contract that is out for signature or signed, and the version of the law it was written under.';
comment on column issued_contracts.issued_at is 'not null';
grant select on issued_contracts to resguardo_app;
grant select on issued_contracts to resguardo_system;

create view issued_cookie_policies with (security_invoker=true) as
 SELECT tenant_id,
    id,
    COALESCE(custom_title, entity_name) AS name,
    law_version,
    published_at AS issued_at
   FROM cookie_policies
  WHERE (status = 'PUBLISHED'::text);
comment on view issued_cookie_policies is 'Every cookie policy in force and the version of the law it was written under.';
comment on column issued_cookie_policies.name is 'not null';
comment on column issued_cookie_policies.issued_at is 'not null';
grant select on issued_cookie_policies to resguardo_app;
grant select on issued_cookie_policies to resguardo_system;

create view issued_privacy_policies with (security_invoker=true) as
 SELECT tenant_id,
    id,
    COALESCE(custom_title, entity_name) AS name,
    law_version,
    published_at AS issued_at
   FROM privacy_policies
  WHERE (status = 'PUBLISHED'::text);
comment on view issued_privacy_policies is 'Every privacy policy in force and the version of the law it was written under.';
comment on column issued_privacy_policies.name is 'not null';
comment on column issued_privacy_policies.issued_at is 'not null';
grant select on issued_privacy_policies to resguardo_app;
grant select on issued_privacy_policies to resguardo_system;

create view offered_forms with (security_invoker=true) as
 SELECT tenant_id,
    id
   FROM consent_templates
  WHERE (is_active AND (deleted_at IS NULL));
comment on view offered_forms is 'The consent forms in use.';
grant select on offered_forms to resguardo_app;
grant select on offered_forms to resguardo_system;

create view processor_register with (security_invoker=true) as
 SELECT tenant_id,
    id,
    name,
    tax_id,
    country,
    contact_name,
    contact_email,
    services,
    dpa_status,
    dpa_valid_until,
        CASE
            WHEN (dpa_status = 'SIGNED'::text) THEN COALESCE(dpa_valid_until, 'infinity'::timestamp with time zone)
            ELSE '-infinity'::timestamp with time zone
        END AS signed_until,
    review_at,
    source,
    created_at,
    updated_at
   FROM processors;
comment on view processor_register is 'Every processor and until when its contract is signed.';
grant select on processor_register to resguardo_app;
grant select on processor_register to resguardo_system;

create view processors_of_activities with (security_invoker=true) as
 SELECT x.tenant_id,
    x.activity_id,
    s.processor_id
   FROM (systems_of_activities x
     JOIN system_register s ON (((s.tenant_id = x.tenant_id) AND (s.id = x.system_id))))
  WHERE (s.processor_id IS NOT NULL)
UNION
 SELECT activity_processors.tenant_id,
    activity_processors.activity_id,
    activity_processors.processor_id
   FROM activity_processors;
comment on view processors_of_activities is 'Every processor of an activity, once: those of its systems and those linked by hand.';
comment on column processors_of_activities.processor_id is 'not null';
grant select on processors_of_activities to resguardo_app;
grant select on processors_of_activities to resguardo_system;

create view published_cookie_policies with (security_invoker=true) as
 SELECT tenant_id,
    id,
    scope_id,
    version,
    published_at
   FROM cookie_policies
  WHERE (status = 'PUBLISHED'::text);
comment on view published_cookie_policies is 'The cookie policy in force of each site, or of all sites of an entity.';
comment on column published_cookie_policies.published_at is 'not null';
grant select on published_cookie_policies to resguardo_app;
grant select on published_cookie_policies to resguardo_system;

create view published_notices with (security_invoker=true) as
 SELECT tenant_id,
    id,
    domain_id,
    (content_hash <> published_hash) AS is_edited
   FROM consent_notices
  WHERE (status = 'PUBLISHED'::text);
comment on view published_notices is 'The notices in use. One without a domain is shown on all sites; an edited one differs from what is shown.';
comment on column published_notices.is_edited is 'not null';
grant select on published_notices to resguardo_app;
grant select on published_notices to resguardo_system;

create view published_privacy_policies with (security_invoker=true) as
 SELECT DISTINCT ON (tenant_id, legal_entity_id) tenant_id,
    id,
    legal_entity_id,
    version,
    published_at
   FROM privacy_policies
  WHERE (status = 'PUBLISHED'::text)
  ORDER BY tenant_id, legal_entity_id, (language = 'es'::text) DESC;
comment on view published_privacy_policies is 'The privacy policy in force of each legal entity, the one in Spanish first.';
comment on column published_privacy_policies.published_at is 'not null';
grant select on published_privacy_policies to resguardo_app;
grant select on published_privacy_policies to resguardo_system;

create view request_facts with (security_invoker=true) as
 SELECT tenant_id,
    (key ->> 'fact'::text) AS fact,
    (sum(amount))::bigint AS count
   FROM list_counts
  WHERE (list = 'request_facts'::text)
  GROUP BY tenant_id, key;
comment on view request_facts is 'How many requests corrected or deleted data, and of how many of those third parties did not learn.';
comment on column request_facts.fact is 'not null';
comment on column request_facts.count is 'not null';
grant select on request_facts to resguardo_app;
grant select on request_facts to resguardo_system;

create view request_register with (security_invoker=true) as
 SELECT tenant_id,
    id,
    legal_entity_id,
    completed_at,
    (completed_at IS NULL) AS is_open,
    (completed_at > legal_due_at) AS is_late,
        CASE
            WHEN (completed_at IS NULL) THEN legal_due_at
            ELSE NULL::timestamp with time zone
        END AS overdue_from,
        CASE
            WHEN (completed_at IS NULL) THEN blocking_deadline_at
            ELSE NULL::timestamp with time zone
        END AS block_overdue_from,
    is_correction(status, right_type, response_type) AS is_corrected
   FROM dsar_requests;
comment on view request_register is 'Every request without its person: whether it is open, late, overdue, and whether it corrected data.';
comment on column request_register.is_late is 'nullable';
comment on column request_register.overdue_from is 'nullable';
comment on column request_register.block_overdue_from is 'nullable';
grant select on request_register to resguardo_app;
grant select on request_register to resguardo_system;

create view risk_register with (security_invoker=true) as
 SELECT tenant_id,
    id,
    assessment_id,
    (risk_level = ANY (ARRAY['high'::text, 'critical'::text])) AS is_grave,
    (status = 'identified'::text) AS is_untreated
   FROM dpia_risks;
comment on view risk_register is 'Every risk that an assessment weighs.';
grant select on risk_register to resguardo_app;
grant select on risk_register to resguardo_system;

create view scanned_domains with (security_invoker=true) as
 SELECT DISTINCT ON (tenant_id, domain_id) tenant_id,
    domain_id,
    early_count,
    undeclared_count,
    completed_at
   FROM cookie_scans
  WHERE (status = 'DONE'::text)
  ORDER BY tenant_id, domain_id, created_at DESC, id DESC;
comment on view scanned_domains is 'What the last visit to each site found.';
comment on column scanned_domains.completed_at is 'not null';
grant select on scanned_domains to resguardo_app;
grant select on scanned_domains to resguardo_system;

create view searchable_activities with (security_invoker=true) as
 SELECT tenant_id,
    id,
    name AS title,
    "left"(purpose, 200) AS subtitle,
    status AS state,
    updated_at
   FROM activities;
comment on view searchable_activities is 'What a search shows of a processing activity.';
comment on column searchable_activities.subtitle is 'nullable';
comment on column searchable_activities.state is 'nullable';
grant select on searchable_activities to resguardo_app;
grant select on searchable_activities to resguardo_system;

create view searchable_assessments with (security_invoker=true) as
 SELECT tenant_id,
    id,
    title,
    "left"(description, 200) AS subtitle,
    status AS state,
    updated_at
   FROM dpia_assessments;
comment on view searchable_assessments is 'What a search shows of an impact assessment.';
comment on column searchable_assessments.subtitle is 'nullable';
comment on column searchable_assessments.state is 'nullable';
grant select on searchable_assessments to resguardo_app;
grant select on searchable_assessments to resguardo_system;

create view searchable_breaches with (security_invoker=true) as
 SELECT tenant_id,
    id,
    title,
    "left"(description, 200) AS subtitle,
    status AS state,
    updated_at
   FROM breaches;
comment on view searchable_breaches is 'What a search shows of a breach.';
comment on column searchable_breaches.subtitle is 'nullable';
comment on column searchable_breaches.state is 'nullable';
grant select on searchable_breaches to resguardo_app;
grant select on searchable_breaches to resguardo_system;

create view searchable_contracts with (security_invoker=true) as
 SELECT c.tenant_id,
    c.id,
    c.processor_id,
    p.name AS title,
    c.type AS subtitle,
        CASE
            WHEN ((c.status = 'SIGNED'::text) AND (c.expires_at <= now())) THEN 'EXPIRED'::text
            ELSE c.status
        END AS state,
    c.updated_at
   FROM (contracts c
     JOIN processor_register p ON (((p.tenant_id = c.tenant_id) AND (p.id = c.processor_id))));
comment on view searchable_contracts is 'What a search shows of a contract.';
comment on column searchable_contracts.subtitle is 'nullable';
comment on column searchable_contracts.state is 'nullable';
grant select on searchable_contracts to resguardo_app;
grant select on searchable_contracts to resguardo_system;

create view searchable_cookie_policies with (security_invoker=true) as
 SELECT tenant_id,
    id,
    ((COALESCE(custom_title, 'Política de cookies'::text) || ' · '::text) || entity_name) AS title,
    ((('Versión '::text || version) || ' · '::text) || language) AS subtitle,
    status AS state,
    updated_at
   FROM cookie_policies;
comment on view searchable_cookie_policies is 'What a search shows of a version of a cookie policy.';
comment on column searchable_cookie_policies.subtitle is 'nullable';
comment on column searchable_cookie_policies.state is 'nullable';
grant select on searchable_cookie_policies to resguardo_app;
grant select on searchable_cookie_policies to resguardo_system;

create view searchable_departments with (security_invoker=true) as
 SELECT tenant_id,
    id,
    name AS title,
    description AS subtitle,
    NULL::text AS state,
    updated_at
   FROM departments
  WHERE (NOT is_archived);
comment on view searchable_departments is 'What a search shows of a department that was not archived.';
comment on column searchable_departments.subtitle is 'nullable';
comment on column searchable_departments.state is 'nullable';
grant select on searchable_departments to resguardo_app;
grant select on searchable_departments to resguardo_system;

create view searchable_domains with (security_invoker=true) as
 SELECT tenant_id,
    id,
    name AS title,
    url AS subtitle,
        CASE
            WHEN is_active THEN 'active'::text
            ELSE 'inactive'::text
        END AS state,
    updated_at
   FROM domains;
comment on view searchable_domains is 'What a search shows of a domain.';
comment on column searchable_domains.subtitle is 'nullable';
comment on column searchable_domains.state is 'nullable';
grant select on searchable_domains to resguardo_app;
grant select on searchable_domains to resguardo_system;

create view searchable_entities with (security_invoker=true) as
 SELECT tenant_id,
    id,
    name AS title,
    tax_id AS subtitle,
        CASE
            WHEN is_active THEN 'active'::text
            ELSE 'inactive'::text
        END AS state,
    updated_at
   FROM legal_entities;
comment on view searchable_entities is 'What a search shows of a legal entity.';
comment on column searchable_entities.subtitle is 'nullable';
comment on column searchable_entities.state is 'nullable';
grant select on searchable_entities to resguardo_app;
grant select on searchable_entities to resguardo_system;

create view searchable_files with (security_invoker=true) as
 SELECT tenant_id,
    id,
    name AS title,
    content_type AS subtitle,
    NULL::text AS state,
    created_at AS updated_at
   FROM files;
comment on view searchable_files is 'What a search shows of an uploaded file.';
comment on column searchable_files.subtitle is 'nullable';
comment on column searchable_files.state is 'nullable';
grant select on searchable_files to resguardo_app;
grant select on searchable_files to resguardo_system;

create view searchable_forms with (security_invoker=true) as
 SELECT tenant_id,
    id,
    name AS title,
    "left"(COALESCE(description, purpose_text), 200) AS subtitle,
        CASE
            WHEN is_active THEN 'active'::text
            ELSE 'inactive'::text
        END AS state,
    updated_at
   FROM consent_templates
  WHERE (deleted_at IS NULL);
comment on view searchable_forms is 'What a search shows of a consent form that was not deleted.';
comment on column searchable_forms.subtitle is 'nullable';
comment on column searchable_forms.state is 'nullable';
grant select on searchable_forms to resguardo_app;
grant select on searchable_forms to resguardo_system;

create view searchable_notices with (security_invoker=true) as
 SELECT tenant_id,
    id,
    name AS title,
    title AS subtitle,
    status AS state,
    updated_at
   FROM consent_notices;
comment on view searchable_notices is 'What a search shows of a consent notice.';
comment on column searchable_notices.subtitle is 'nullable';
comment on column searchable_notices.state is 'nullable';
grant select on searchable_notices to resguardo_app;
grant select on searchable_notices to resguardo_system;

create view searchable_privacy_policies with (security_invoker=true) as
 SELECT tenant_id,
    id,
    ((COALESCE(custom_title, 'Política de privacidad'::text) || ' · '::text) || entity_name) AS title,
    ((('Versión '::text || version) || ' · '::text) || language) AS subtitle,
    status AS state,
    updated_at
   FROM privacy_policies;
comment on view searchable_privacy_policies is 'What a search shows of a version of a privacy policy.';
comment on column searchable_privacy_policies.subtitle is 'nullable';
comment on column searchable_privacy_policies.state is 'nullable';
grant select on searchable_privacy_policies to resguardo_app;
grant select on searchable_privacy_policies to resguardo_system;

create view searchable_processors with (security_invoker=true) as
 SELECT tenant_id,
    id,
    name AS title,
    services AS subtitle,
    dpa_status AS state,
    updated_at
   FROM processors;
comment on view searchable_processors is 'What a search shows of a processor.';
comment on column searchable_processors.subtitle is 'nullable';
comment on column searchable_processors.state is 'nullable';
grant select on searchable_processors to resguardo_app;
grant select on searchable_processors to resguardo_system;

create view searchable_requests with (security_invoker=true) as
 SELECT tenant_id,
    id,
    folio_number AS title,
    subject_name AS subtitle,
    status AS state,
    updated_at
   FROM dsar_requests;
comment on view searchable_requests is 'What a search shows of a request.';
comment on column searchable_requests.subtitle is 'nullable';
comment on column searchable_requests.state is 'nullable';
grant select on searchable_requests to resguardo_app;
grant select on searchable_requests to resguardo_system;

create view searchable_systems with (security_invoker=true) as
 SELECT tenant_id,
    id,
    name AS title,
    COALESCE(vendor, type) AS subtitle,
    NULL::text AS state,
    updated_at
   FROM systems;
comment on view searchable_systems is 'What a search shows of a system.';
comment on column searchable_systems.subtitle is 'nullable';
comment on column searchable_systems.state is 'nullable';
grant select on searchable_systems to resguardo_app;
grant select on searchable_systems to resguardo_system;

create view searchable_workflows with (security_invoker=true) as
 SELECT tenant_id,
    id,
    name AS title,
    COALESCE(description, entity_type) AS subtitle,
        CASE
            WHEN is_active THEN 'active'::text
            ELSE 'inactive'::text
        END AS state,
    updated_at
   FROM workflow_definitions;
comment on view searchable_workflows is 'What a search shows of a workflow.';
comment on column searchable_workflows.subtitle is 'nullable';
comment on column searchable_workflows.state is 'nullable';
grant select on searchable_workflows to resguardo_app;
grant select on searchable_workflows to resguardo_system;

create view system_register with (security_invoker=true) as
 SELECT tenant_id,
    id,
    name,
    owner,
    owner_email,
    hosting_country,
    processor_id,
    data_categories,
    security_measures
   FROM systems;
comment on view system_register is 'Every system: where it is hosted, who runs it and what it holds.';
grant select on system_register to resguardo_app;
grant select on system_register to resguardo_system;

create view systems_of_activities with (security_invoker=true) as
 SELECT activity_systems.tenant_id,
    activity_systems.activity_id,
    activity_systems.system_id,
    activity_systems.role
   FROM activity_systems
UNION ALL
 SELECT a.tenant_id,
    a.id AS activity_id,
    a.system_id,
    'PROCESSING'::text AS role
   FROM activities a
  WHERE ((a.system_id IS NOT NULL) AND (NOT (EXISTS ( SELECT
           FROM activity_systems l
          WHERE ((l.tenant_id = a.tenant_id) AND (l.activity_id = a.id) AND (l.system_id = a.system_id))))));
comment on view systems_of_activities is 'Every system of an activity: those linked with a role, and its own one.';
comment on column systems_of_activities.system_id is 'not null';
grant select on systems_of_activities to resguardo_app;
grant select on systems_of_activities to resguardo_system;

create view verified_domains with (security_invoker=true) as
 SELECT tenant_id,
    id,
    url
   FROM domains
  WHERE (is_verified AND is_active);
comment on view verified_domains is 'The sites in use that were proven to be the organisation's.';
grant select on verified_domains to resguardo_app;
grant select on verified_domains to resguardo_system;
