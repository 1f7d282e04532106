call index_words('legal_entities', 'r.name', $$concat_ws(' ', r.tax_id, r.legal_rep_name, r.dpo_name, r.dpo_email)$$);
call index_words('departments', 'r.name', 'r.description');

create view searchable_entities with (security_invoker = true) as
  select tenant_id, id, name as title, tax_id as subtitle, case when is_active then 'active' else 'inactive' end as state,
    updated_at
  from legal_entities;
comment on view searchable_entities is 'What a search shows of a legal entity.';
comment on column searchable_entities.subtitle is 'nullable';
comment on column searchable_entities.state is 'nullable';
grant select on searchable_entities to resguardo_app, resguardo_system;

create view searchable_departments with (security_invoker = true) as
  select tenant_id, id, name as title, description as subtitle, null::text as state, updated_at
  from departments where not is_archived;
comment on view searchable_departments is 'What a search shows of a department that was not archived.';
comment on column searchable_departments.subtitle is 'nullable';
comment on column searchable_departments.state is 'nullable';
grant select on searchable_departments to resguardo_app, resguardo_system;
