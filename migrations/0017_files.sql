-- What was uploaded; the bytes are in the data directory or in a bucket, under the tenant's id and this key.
create table files (
  tenant_id uuid not null constraint files_tenant_fkey references tenants (id),
  id uuid not null,
  name text not null,
  content_type text not null,
  size_bytes int not null,
  sha256 text not null,
  uploaded_by text,
  created_at timestamptz not null,
  constraint files_pkey primary key (tenant_id, id)
);
create index files_newest on files (tenant_id, created_at desc, id desc);
call protect_tenant_table('files');
