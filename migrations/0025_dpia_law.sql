call belongs_to_entity('dpia_assessments');
alter table dpia_assessments add constraint dpia_assessments_entity_fkey foreign key (tenant_id, legal_entity_id)
  references legal_entities (tenant_id, id);
create index dpia_assessments_by_entity on dpia_assessments (tenant_id, legal_entity_id, created_at desc, id desc);
