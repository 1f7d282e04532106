-- The whole organisation as one file, for the person who owns it. Its bytes are in the storage and leave after some days.
create table tenant_exports (
  tenant_id uuid not null constraint tenant_exports_tenant_fkey references tenants (id),
  id uuid not null,
  status text not null constraint tenant_exports_status_known check (status in ('FAILED', 'PENDING', 'READY')),
  parts int not null,
  size_bytes bigint,
  sha256 text,
  row_count bigint,
  file_count bigint,
  error text,
  requested_by uuid,
  requested_by_name text,
  created_at timestamptz not null,
  completed_at timestamptz,
  expires_at timestamptz not null,
  constraint tenant_exports_pkey primary key (tenant_id, id),
  constraint tenant_exports_ended check ((status = 'PENDING') = (completed_at is null)),
  constraint tenant_exports_ready_whole check
    (status <> 'READY' or num_nonnulls(size_bytes, sha256, row_count, file_count) = 4)
);
create index tenant_exports_newest on tenant_exports (tenant_id, created_at desc, id desc);
create index tenant_exports_expiring on tenant_exports (expires_at);
create unique index tenant_exports_one_pending on tenant_exports (tenant_id) where status = 'PENDING';
call protect_tenant_table('tenant_exports');
