-- Requests that came by phone, by post or across the counter, which somebody of the organisation writes down. Who has no
-- mailbox gets letters on paper.
alter table dsar_requests
  drop constraint dsar_requests_source_known,
  add constraint dsar_requests_source_known check (source in ('widget', 'portal', 'import', 'staff')),
  alter column subject_email drop not null,
  add column channel text constraint dsar_requests_channel_known check (channel in
    ('phone', 'mail', 'post', 'in_person', 'portal', 'form')),
  add column subject_address text,
  -- Of a person who died, the heir who asks (art. 4).
  add column heir_name text,
  add column heir_relation text,
  add constraint dsar_requests_channel_of_staff check ((source = 'staff') = (channel is not null)),
  add constraint dsar_requests_mailbox_or_staff check (subject_email is not null or source = 'staff'),
  add constraint dsar_requests_heir_whole check (num_nonnulls(heir_name, heir_relation) in (0, 2));
-- The requests of one person, who may have given no RUT: duplicates, and how many of a quarter are free (art. 10).
create index dsar_requests_by_mailbox on dsar_requests (tenant_id, lower(subject_email), created_at desc, id desc);

alter table dsar_letters add column on_paper boolean not null default false;

-- How it was checked who asks, and what that proved (art. 11). A check that was wrong is withdrawn by another row.
create table dsar_identity_checks (
  tenant_id uuid not null constraint dsar_identity_checks_tenant_fkey references tenants (id),
  id uuid not null,
  request_id uuid not null,
  method text constraint dsar_identity_checks_method_known check (method in
    ('document_seen', 'document_copy', 'known_client', 'code_mail', 'call_back', 'clave_unica', 'mandate', 'other')),
  proves text[] not null constraint dsar_identity_checks_proves_known
    check (proves <@ array['email', 'rut', 'representation']),
  notes text,
  file_id uuid,
  withdraws uuid,
  actor_id text,
  actor_name text,
  created_at timestamptz not null,
  constraint dsar_identity_checks_pkey primary key (tenant_id, id),
  constraint dsar_identity_checks_request_fkey foreign key (tenant_id, request_id)
    references dsar_requests (tenant_id, id),
  constraint dsar_identity_checks_withdraws_fkey foreign key (tenant_id, withdraws)
    references dsar_identity_checks (tenant_id, id),
  constraint dsar_identity_checks_one_of_two check
    ((withdraws is null) = (method is not null) and (withdraws is null) = (cardinality(proves) > 0)),
  constraint dsar_identity_checks_withdrawn_once unique (tenant_id, withdraws)
);
create index dsar_identity_checks_of_request on dsar_identity_checks (tenant_id, request_id, created_at, id);
call protect_tenant_table('dsar_identity_checks', append_only => true);
