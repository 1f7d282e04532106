-- Reports for the board and folders for an inspection, as they were on the day they were made.
create table governance_reports (
  tenant_id uuid not null constraint governance_reports_tenant_fkey references tenants (id),
  id uuid not null,
  kind text not null constraint governance_reports_kind_known check (kind in ('REPORT', 'INSPECTION')),
  title text not null,
  status text not null constraint governance_reports_status_known check (status in ('PENDING', 'READY', 'FAILED')),
  progress int not null constraint governance_reports_progress_range check (progress between 0 and 100),
  score int constraint governance_reports_score_range check (score between 0 and 100),
  level text constraint governance_reports_level_known check (level in ('low', 'medium', 'high')),
  content bytea,
  content_type text,
  file_name text,
  error text,
  created_by uuid,
  created_at timestamptz not null,
  completed_at timestamptz,
  constraint governance_reports_pkey primary key (tenant_id, id),
  constraint governance_reports_ended check ((status = 'PENDING') = (completed_at is null)),
  constraint governance_reports_ready_whole check
    (status <> 'READY' or num_nonnulls(content, content_type, file_name) = 3)
);
-- Both kinds of file are compressed already. PostgreSQL 15 cannot say so in `create table`.
alter table governance_reports alter column content set storage external;
create index governance_reports_newest on governance_reports (tenant_id, created_at desc, id desc);
create index governance_reports_by_kind on governance_reports (tenant_id, kind, created_at desc, id desc);
create index governance_reports_pending on governance_reports (created_at) where status = 'PENDING';
call protect_tenant_table('governance_reports');
