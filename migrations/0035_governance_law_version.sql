-- The version of the law that each document was written under. Reports made before versions were kept are of the first one.
alter table governance_reports add column law_version text not null default '2026-12-01';

-- That an organisation's documents were compared with a version of the law, and how many it has to issue again.
create table law_reviews (
  tenant_id uuid not null constraint law_reviews_tenant_fkey references tenants (id),
  law_version text not null,
  outdated int not null,
  reviewed_at timestamptz not null,
  constraint law_reviews_pkey primary key (tenant_id, law_version)
);
call protect_tenant_table('law_reviews', append_only => true);
