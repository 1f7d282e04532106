call index_words('privacy_policies', $$coalesce(r.custom_title, 'Política de privacidad')$$,
  $$concat_ws(' ', r.entity_name, r.custom_intro, r.publish_notes, r.language)$$);

create view searchable_privacy_policies with (security_invoker = true) as
  select tenant_id, id, coalesce(custom_title, 'Política de privacidad') || ' · ' || entity_name as title,
    'Versión ' || version || ' · ' || language as subtitle, status as state, updated_at
  from privacy_policies;
comment on view searchable_privacy_policies is 'What a search shows of a version of a privacy policy.';
comment on column searchable_privacy_policies.subtitle is 'nullable';
comment on column searchable_privacy_policies.state is 'nullable';
grant select on searchable_privacy_policies to resguardo_app, resguardo_system;
