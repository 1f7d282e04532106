call index_words('breaches', 'r.title', $$concat_ws(' ', r.description, r.attack_vector, r.effects)$$);
create index breaches_by_change on breaches (tenant_id, updated_at desc, id desc);
create index breaches_by_detection on breaches (tenant_id, detected_at desc, id desc);

create view searchable_breaches with (security_invoker = true) as
  select tenant_id, id, title, left(description, 200) as subtitle, status as state, updated_at
  from breaches;
comment on view searchable_breaches is 'What a search shows of a breach.';
comment on column searchable_breaches.subtitle is 'nullable';
comment on column searchable_breaches.state is 'nullable';
grant select on searchable_breaches to resguardo_app, resguardo_system;
