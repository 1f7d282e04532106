call belongs_to_entity('breaches');
alter table breaches add constraint breaches_entity_fkey foreign key (tenant_id, legal_entity_id)
  references legal_entities (tenant_id, id);
create index breaches_by_entity on breaches (tenant_id, legal_entity_id, created_at desc, id desc);
