-- What was there before the chain, in order of time. Only the keys: the job makes the entries, a batch at a time. A file of
-- its own, since the one before locks the tables for its triggers.
set local role resguardo_system;
insert into evidence_waiting (tenant_id, source, row_id, row_version, imported)
  select old.tenant_id, old.source, old.row_id, old.row_version, true
  from (
    select tenant_id, 'audit_log' as source, id as row_id, 0 as row_version, created_at as at from audit_log
    union all
    select tenant_id, 'consent_records', id, 0, created_at from consent_records
    union all
    select tenant_id, 'consent_form_records', id, 0, created_at from consent_form_records
    union all
    select tenant_id, 'consent_notice_versions', notice_id, version, published_at from consent_notice_versions
    union all
    select tenant_id, 'consent_template_versions', template_id, version, published_at from consent_template_versions
    union all
    select tenant_id, 'dsar_letters', id, 0, created_at from dsar_letters
    union all
    select tenant_id, 'contracts', id, 0, coalesce(signed_at, updated_at) from contracts where signature is not null
    union all
    select tenant_id, 'privacy_policies', id, 0, published_at from privacy_policies where published_at is not null
    union all
    select tenant_id, 'cookie_policies', id, 0, published_at from cookie_policies where published_at is not null
  ) old
  where not exists (select from evidence_waiting w where w.tenant_id = old.tenant_id and w.source = old.source
    and w.row_id = old.row_id and w.row_version = old.row_version)
  order by old.at, old.source, old.row_id;
reset role;
