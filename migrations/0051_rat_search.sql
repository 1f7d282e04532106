call index_words('activities', 'r.name', $$concat_ws(' ', r.purpose, r.responsible_area, r.controller_name)$$);
create index activities_by_change on activities (tenant_id, updated_at desc, id desc);

create view searchable_activities with (security_invoker = true) as
  select tenant_id, id, name as title, left(purpose, 200) as subtitle, status as state, updated_at
  from activities;
comment on view searchable_activities is 'What a search shows of a processing activity.';
comment on column searchable_activities.subtitle is 'nullable';
comment on column searchable_activities.state is 'nullable';
grant select on searchable_activities to resguardo_app, resguardo_system;
