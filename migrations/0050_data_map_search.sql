call index_words('systems', 'r.name', $$concat_ws(' ', r.type, r.description, r.owner, r.vendor, r.hosting_country)$$);
call index_words('data_flows', 'null::text', $$concat_ws(' ', r.description, r.safeguards)$$);
create index systems_by_change on systems (tenant_id, updated_at desc, id desc);

create view searchable_systems with (security_invoker = true) as
  select tenant_id, id, name as title, coalesce(vendor, type) as subtitle, null::text as state, updated_at
  from systems;
comment on view searchable_systems is 'What a search shows of a system.';
comment on column searchable_systems.subtitle is 'nullable';
comment on column searchable_systems.state is 'nullable';
grant select on searchable_systems to resguardo_app, resguardo_system;
