-- What a person gets with the answer: one archive, whose bytes are in the storage in parts and leave after the days that the
-- organisation keeps answers. The row stays as proof: what was in it, its hash, when it was delivered, opened and taken.
create table dsar_packages (
  tenant_id uuid not null constraint dsar_packages_tenant_fkey references tenants (id),
  id uuid not null,
  request_id uuid not null,
  status text not null constraint dsar_packages_status_known check (status in ('pending', 'ready', 'failed', 'expired')),
  progress int not null,
  -- The files that were chosen, each with what becomes of it.
  sources jsonb not null,
  redactions jsonb not null,
  note text,
  contents jsonb not null,
  -- The index as it was packed, to be looked at before it is handed over. It goes with the bytes.
  index_document jsonb,
  parts int not null,
  size_bytes bigint,
  sha256 text,
  error text,
  built_by uuid,
  built_by_name text,
  created_at timestamptz not null,
  built_at timestamptz,
  removed_at timestamptz,
  -- The versions with something covered, which staff brought, are gone too.
  copies_removed_at timestamptz,
  -- Only the hash of the key: the link itself is in the letter alone.
  key_hash text,
  sent_at timestamptz,
  sent_to text,
  expires_at timestamptz,
  opened_at timestamptz,
  downloads int not null,
  last_download_at timestamptz,
  revoked_at timestamptz,
  updated_at timestamptz not null,
  constraint dsar_packages_pkey primary key (tenant_id, id),
  constraint dsar_packages_request_fkey foreign key (tenant_id, request_id) references dsar_requests (tenant_id, id),
  constraint dsar_packages_ready_whole check (status <> 'ready' or num_nonnulls(size_bytes, sha256, built_at) = 3),
  constraint dsar_packages_sent_whole check (num_nonnulls(sent_at, sent_to, expires_at) in (0, 3))
);
create index dsar_packages_newest on dsar_packages (tenant_id, request_id, created_at desc, id desc);
create unique index dsar_packages_one_pending on dsar_packages (tenant_id, request_id) where status = 'pending';
create index dsar_packages_by_key on dsar_packages (key_hash) where key_hash is not null;
create index dsar_packages_waiting on dsar_packages (created_at) where status in ('pending', 'ready');
create index dsar_packages_with_copies on dsar_packages (created_at) where copies_removed_at is null;
call protect_tenant_table('dsar_packages');

-- Codes that open a delivered package: mailed apart from the link, ten minutes each.
create table dsar_answer_codes (
  tenant_id uuid not null constraint dsar_answer_codes_tenant_fkey references tenants (id),
  id uuid not null,
  package_id uuid not null,
  mailbox_hash text not null,
  code_hash text not null,
  tries int not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint dsar_answer_codes_pkey primary key (tenant_id, id),
  constraint dsar_answer_codes_package_fkey foreign key (tenant_id, package_id)
    references dsar_packages (tenant_id, id) on delete cascade
);
create index dsar_answer_codes_newest on dsar_answer_codes (tenant_id, package_id, created_at desc, id desc);
create index dsar_answer_codes_by_mailbox on dsar_answer_codes (tenant_id, mailbox_hash, created_at desc);
create index dsar_answer_codes_by_expiry on dsar_answer_codes (expires_at);
call protect_tenant_table('dsar_answer_codes');

-- What a system gave for an answer is a copy, and leaves with it.
alter table dsar_tasks add column files_removed_at timestamptz;
create index dsar_tasks_with_copies on dsar_tasks (created_at) where files_removed_at is null;

alter table tenants add column answer_retention_days int not null default 30
  constraint tenants_answer_retention_bounded check (answer_retention_days between 15 and 365);
grant update (answer_retention_days) on tenants to resguardo_app;

alter table dsar_events drop constraint dsar_events_type_known;
alter table dsar_events add constraint dsar_events_type_known check (type in
  ('created', 'status_change', 'assigned', 'extended', 'responded', 'thirds_notified', 'reminder', 'agency_notified',
   'package_built', 'package_removed', 'answer_delivered', 'answer_opened', 'answer_downloaded'));

alter table dsar_letters drop constraint dsar_letters_kind_known;
alter table dsar_letters add constraint dsar_letters_kind_known check (kind in
  ('RECEIPT', 'EXTENSION', 'ANSWER', 'REFUSAL', 'THIRD_PARTY', 'AGENCY', 'PACKAGE'));
