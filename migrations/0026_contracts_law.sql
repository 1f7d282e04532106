call belongs_to_entity('contracts');
alter table contracts add constraint contracts_entity_fkey foreign key (tenant_id, legal_entity_id)
  references legal_entities (tenant_id, id);
create index contracts_by_entity on contracts (tenant_id, legal_entity_id, created_at desc, id desc);
