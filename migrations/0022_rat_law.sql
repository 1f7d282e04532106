call belongs_to_entity('activities');
alter table activities add constraint activities_entity_fkey foreign key (tenant_id, legal_entity_id)
  references legal_entities (tenant_id, id);
create index activities_by_entity on activities (tenant_id, legal_entity_id, created_at desc, id desc);
