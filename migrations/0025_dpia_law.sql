call belongs_to_entity('dpia_assessments');
alter table dpia_assessments add constraint dpia_assessments_entity_fkey foreign key (tenant_id, legal_entity_id)
  references legal_entities (tenant_id, id);
create index dpia_assessments_by_entity on dpia_assessments (tenant_id, legal_entity_id, created_at desc, id desc);

-- The activity as it was when the assessment was approved: what people approved, whatever the record says later.
alter table dpia_assessments add column activity_snapshot jsonb;

create or replace view assessment_register with (security_invoker = true) as
  select tenant_id, id, activity_id, status, status = 'approved' as is_approved, created_at, legal_entity_id
  from dpia_assessments;
