call index_words('consent_notices', 'r.name', $$concat_ws(' ', r.title, r.description)$$);
call index_words('consent_templates', 'r.name', $$concat_ws(' ', r.description, r.purpose_text)$$);
create index consent_notices_by_change on consent_notices (tenant_id, updated_at desc, id desc);
create index consent_templates_by_change on consent_templates (tenant_id, updated_at desc, id desc);

-- Compared byte by byte, a reference is found by its beginning too.
drop index consent_records_by_subject;
create index consent_records_by_subject on consent_records
  (tenant_id, subject_ref text_pattern_ops, notice_id, created_at desc, id desc);
drop index consent_form_records_by_subject;
create index consent_form_records_by_subject on consent_form_records
  (tenant_id, subject_ref text_pattern_ops, template_id, occurred_at desc, created_at desc, id desc);

create view searchable_notices with (security_invoker = true) as
  select tenant_id, id, name as title, title as subtitle, status as state, updated_at
  from consent_notices;
comment on view searchable_notices is 'What a search shows of a consent notice.';
comment on column searchable_notices.subtitle is 'nullable';
comment on column searchable_notices.state is 'nullable';
grant select on searchable_notices to resguardo_app, resguardo_system;

create view searchable_forms with (security_invoker = true) as
  select tenant_id, id, name as title, left(coalesce(description, purpose_text), 200) as subtitle,
    case when is_active then 'active' else 'inactive' end as state, updated_at
  from consent_templates where deleted_at is null;
comment on view searchable_forms is 'What a search shows of a consent form that was not deleted.';
comment on column searchable_forms.subtitle is 'nullable';
comment on column searchable_forms.state is 'nullable';
grant select on searchable_forms to resguardo_app, resguardo_system;
