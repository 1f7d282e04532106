call belongs_to_entity('activities');
alter table activities add constraint activities_entity_fkey foreign key (tenant_id, legal_entity_id)
  references legal_entities (tenant_id, id);
create index activities_by_entity on activities (tenant_id, legal_entity_id, created_at desc, id desc);

create or replace view activity_register with (security_invoker = true) as
  select tenant_id, id, name, purpose, legal_basis, legal_basis_article, legal_norm, legitimate_interest,
    data_categories, has_sensitive_data, subject_categories, data_source, source_is_public, recipients,
    transfer_exists, transfer_country, transfer_mechanism, retention_period, retention_note, security_measures,
    automated_decisions, automated_logic, consent_withdrawal, minors_safeguard, controller_role,
    status = 'published' as is_published, status <> 'archived' as is_current, published_at,
    risk_level, dpia_required, created_at, updated_at, legal_entity_id
  from activities;
