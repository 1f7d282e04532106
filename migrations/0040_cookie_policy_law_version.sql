-- The version of the law that a policy was written under. Those written before versions were kept are of the first one.
alter table cookie_policies add column law_version text not null default '2026-12-01';

create view issued_cookie_policies with (security_invoker = true) as
  select tenant_id, id, coalesce(custom_title, entity_name) as name, law_version, published_at as issued_at
  from cookie_policies where status = 'PUBLISHED';
comment on view issued_cookie_policies is 'Every cookie policy in force and the version of the law it was written under.';
comment on column issued_cookie_policies.issued_at is 'not null';
comment on column issued_cookie_policies.name is 'not null';
grant select on issued_cookie_policies to resguardo_app, resguardo_system;
