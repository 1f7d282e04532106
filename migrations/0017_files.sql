-- Uploaded files; the bytes are in the data directory or in a bucket, under the tenant's id and this key.
create table files (
  tenant_id uuid not null constraint files_tenant_fkey references tenants (id),
  id uuid not null,
  name text not null,
  content_type text not null,
  size_bytes int not null,
  sha256 text not null,
  -- The record that the file came with, and its role there: a mandate, a proof of identity.
  entity_type text,
  entity_id uuid,
  kind text,
  uploaded_by text,
  created_at timestamptz not null,
  constraint files_pkey primary key (tenant_id, id),
  constraint files_of_one_record check (num_nonnulls(entity_type, entity_id) in (0, 2))
);
create index files_newest on files (tenant_id, created_at desc, id desc);
create index files_of_record on files (tenant_id, entity_type, entity_id, created_at desc, id desc)
  where entity_type is not null;
call protect_tenant_table('files');
call index_words('files', 'r.name', 'null::text');

-- An upload by somebody without an account: a key for one file, and its bytes. Everything is deleted a day later unless a
-- record took the file.
create table public_uploads (
  tenant_id uuid not null constraint public_uploads_tenant_fkey references tenants (id),
  id uuid not null,
  key_hash text not null,
  name text not null,
  -- The key also accepts exports of a system, such as a spreadsheet or a list, not only papers.
  takes_data boolean not null default false,
  -- The sender's network.
  address_prefix text,
  -- Where the bytes are; set before they are stored, so that leftovers of a crash are found.
  file_id uuid,
  content_type text,
  size_bytes int,
  sha256 text,
  stored_at timestamptz,
  -- When a record took the file. The row then stays for a day without its file, to count the uploads of one network in a
  -- day.
  taken_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint public_uploads_pkey primary key (tenant_id, id),
  constraint public_uploads_stored_whole check (
    stored_at is null or num_nonnulls(file_id, content_type, size_bytes, sha256) = 4),
  constraint public_uploads_taken_empty check (taken_at is null or num_nonnulls(file_id, stored_at) = 0)
);
create index public_uploads_by_key on public_uploads (key_hash);
create index public_uploads_by_age on public_uploads (expires_at);
call protect_tenant_table('public_uploads');

create view searchable_files with (security_invoker = true) as
  select tenant_id, id, name as title, content_type as subtitle, null::text as state, created_at as updated_at
  from files;
comment on view searchable_files is 'What a search shows of an uploaded file.';
comment on column searchable_files.subtitle is 'nullable';
comment on column searchable_files.state is 'nullable';
grant select on searchable_files to resguardo_app, resguardo_system;
