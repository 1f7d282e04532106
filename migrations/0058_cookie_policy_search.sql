call index_words('cookie_policies', $$coalesce(r.custom_title, 'Política de cookies')$$,
  $$concat_ws(' ', r.entity_name, r.custom_intro, r.publish_notes, r.language)$$);

create view searchable_cookie_policies with (security_invoker = true) as
  select tenant_id, id, coalesce(custom_title, 'Política de cookies') || ' · ' || entity_name as title,
    'Versión ' || version || ' · ' || language as subtitle, status as state, updated_at
  from cookie_policies;
comment on view searchable_cookie_policies is 'What a search shows of a version of a cookie policy.';
comment on column searchable_cookie_policies.subtitle is 'nullable';
comment on column searchable_cookie_policies.state is 'nullable';
grant select on searchable_cookie_policies to resguardo_app, resguardo_system;
