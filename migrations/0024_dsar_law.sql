call belongs_to_entity('dsar_widgets');
alter table dsar_widgets add constraint dsar_widgets_entity_fkey foreign key (tenant_id, legal_entity_id)
  references legal_entities (tenant_id, id);
create index dsar_widgets_by_entity on dsar_widgets (tenant_id, legal_entity_id, created_at desc, id desc);
call belongs_to_entity('dsar_requests');
drop index dsar_requests_by_entity;
create index dsar_requests_by_entity on dsar_requests (tenant_id, legal_entity_id, created_at desc, id desc);
