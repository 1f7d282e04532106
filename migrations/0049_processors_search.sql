call index_words('processors', 'r.name', $$concat_ws(' ', r.tax_id, r.country, r.contact_name, r.contact_email, r.services)$$);
create index processors_by_change on processors (tenant_id, updated_at desc, id desc);

create view searchable_processors with (security_invoker = true) as
  select tenant_id, id, name as title, services as subtitle, dpa_status as state, updated_at
  from processors;
comment on view searchable_processors is 'What a search shows of a processor.';
comment on column searchable_processors.subtitle is 'nullable';
comment on column searchable_processors.state is 'nullable';
grant select on searchable_processors to resguardo_app, resguardo_system;
