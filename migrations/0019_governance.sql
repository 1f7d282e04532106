-- Reports for the board and folders for an inspection, as they were on the day they were made. A report is in `content`. The
-- bytes of a folder are in the storage of files, in parts, so that a folder is never in memory as a whole.
create table governance_reports (
  tenant_id uuid not null constraint governance_reports_tenant_fkey references tenants (id),
  id uuid not null,
  kind text not null constraint governance_reports_kind_known check (kind in ('REPORT', 'INSPECTION')),
  title text not null,
  status text not null constraint governance_reports_status_known check (status in ('PENDING', 'READY', 'FAILED')),
  progress int not null constraint governance_reports_progress_range check (progress between 0 and 100),
  score int constraint governance_reports_score_range check (score between 0 and 100),
  level text constraint governance_reports_level_known check (level in ('low', 'medium', 'high')),
  -- The version of the law that it was written under.
  law_version text not null default '2026-12-01',
  content bytea,
  parts int not null default 0 constraint governance_reports_parts_counted check (parts >= 0),
  size_bytes bigint constraint governance_reports_size_positive check (size_bytes >= 0),
  sha256 text,
  content_type text,
  file_name text,
  error text,
  created_by uuid,
  created_at timestamptz not null,
  completed_at timestamptz,
  constraint governance_reports_pkey primary key (tenant_id, id),
  constraint governance_reports_ended check ((status = 'PENDING') = (completed_at is null)),
  constraint governance_reports_ready_whole check (
    status <> 'READY' or (num_nonnulls(content_type, file_name) = 2 and (content is not null or parts > 0)))
);
-- A report is compressed already, so PostgreSQL need not. PostgreSQL 15 cannot set this in `create table`.
alter table governance_reports alter column content set storage external;
create index governance_reports_newest on governance_reports (tenant_id, created_at desc, id desc);
create index governance_reports_by_kind on governance_reports (tenant_id, kind, created_at desc, id desc);
create index governance_reports_pending on governance_reports (created_at) where status = 'PENDING';
call protect_tenant_table('governance_reports');

-- Comparisons of an organisation's documents with a version of the law, and how many documents it has to issue again.
create table law_reviews (
  tenant_id uuid not null constraint law_reviews_tenant_fkey references tenants (id),
  law_version text not null,
  outdated int not null,
  reviewed_at timestamptz not null,
  constraint law_reviews_pkey primary key (tenant_id, law_version)
);
call protect_tenant_table('law_reviews', append_only => true);

-- The score of each organisation at the end of each day in Chile; today's row is updated until the day is over.
create table score_history (
  tenant_id uuid not null constraint score_history_tenant_fkey references tenants (id),
  day date not null,
  score int not null constraint score_history_score_range check (score between 0 and 100),
  constraint score_history_pkey primary key (tenant_id, day)
);
call protect_tenant_table('score_history');
