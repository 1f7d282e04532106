call index_words('domains', 'r.name', $$concat_ws(' ', r.url, r.description)$$);
create index domains_by_change on domains (tenant_id, updated_at desc, id desc);

create view searchable_domains with (security_invoker = true) as
  select tenant_id, id, name as title, url as subtitle, case when is_active then 'active' else 'inactive' end as state, updated_at
  from domains;
comment on view searchable_domains is 'What a search shows of a domain.';
comment on column searchable_domains.subtitle is 'nullable';
comment on column searchable_domains.state is 'nullable';
grant select on searchable_domains to resguardo_app, resguardo_system;
