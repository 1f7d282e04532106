call index_words('files', 'r.name', 'null::text');

create view searchable_files with (security_invoker = true) as
  select tenant_id, id, name as title, content_type as subtitle, null::text as state, created_at as updated_at
  from files;
comment on view searchable_files is 'What a search shows of an uploaded file.';
comment on column searchable_files.subtitle is 'nullable';
comment on column searchable_files.state is 'nullable';
grant select on searchable_files to resguardo_app, resguardo_system;
