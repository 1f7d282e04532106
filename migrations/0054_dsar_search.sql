-- People who may read a request may read the name, the RUT and the addresses of its person too.
call index_words('dsar_requests', 'r.folio_number',
  $$concat_ws(' ', r.subject_name, r.subject_email, r.subject_rut, r.subject_phone,
  r.representative_name, r.representative_rut, r.description)$$);
create index dsar_requests_by_change on dsar_requests (tenant_id, updated_at desc, id desc);
create index dsar_requests_by_due on dsar_requests (tenant_id, legal_due_at, id);

create view searchable_requests with (security_invoker = true) as
  select tenant_id, id, folio_number as title, subject_name as subtitle, status as state, updated_at
  from dsar_requests;
comment on view searchable_requests is 'What a search shows of a request.';
comment on column searchable_requests.subtitle is 'nullable';
comment on column searchable_requests.state is 'nullable';
grant select on searchable_requests to resguardo_app, resguardo_system;
