create view verified_domains with (security_invoker = true) as
  select tenant_id, id, url from domains where is_verified and is_active;
comment on view verified_domains is 'The sites in use that were proven to be the organisation''s.';
grant select on verified_domains to resguardo_app, resguardo_system;
