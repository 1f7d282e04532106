-- A file that came with a record, and as what: a mandate, a proof of identity.
alter table files
  add column entity_type text,
  add column entity_id uuid,
  add column kind text,
  add constraint files_of_one_record check (num_nonnulls(entity_type, entity_id) in (0, 2));
create index files_of_record on files (tenant_id, entity_type, entity_id, created_at desc, id desc)
  where entity_type is not null;

-- What somebody without an account is sending: a key for one file, its bytes, and nothing a day later unless a record took
-- the file over.
create table public_uploads (
  tenant_id uuid not null constraint public_uploads_tenant_fkey references tenants (id),
  id uuid not null,
  key_hash text not null,
  name text not null,
  -- Where the bytes are; set before they are stored, so that what a crash leaves behind is found.
  file_id uuid,
  content_type text,
  size_bytes int,
  sha256 text,
  stored_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint public_uploads_pkey primary key (tenant_id, id),
  constraint public_uploads_stored_whole check (
    stored_at is null or num_nonnulls(file_id, content_type, size_bytes, sha256) = 4)
);
create index public_uploads_by_key on public_uploads (key_hash);
create index public_uploads_by_age on public_uploads (expires_at);
call protect_tenant_table('public_uploads');
