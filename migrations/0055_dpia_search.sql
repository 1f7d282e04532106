call index_words('dpia_assessments', 'r.title', $$concat_ws(' ', r.description, r.scope)$$);
create index dpia_assessments_by_change on dpia_assessments (tenant_id, updated_at desc, id desc);

create view searchable_assessments with (security_invoker = true) as
  select tenant_id, id, title, left(description, 200) as subtitle, status as state, updated_at
  from dpia_assessments;
comment on view searchable_assessments is 'What a search shows of an impact assessment.';
comment on column searchable_assessments.subtitle is 'nullable';
comment on column searchable_assessments.state is 'nullable';
grant select on searchable_assessments to resguardo_app, resguardo_system;
