-- A visit to a site: the data it stores in a browser and the hosts it calls, before and after a decision about cookies.
create table cookie_scans (
  tenant_id uuid not null constraint cookie_scans_tenant_fkey references tenants (id),
  id uuid not null,
  domain_id uuid not null,
  -- The url at the time of the request for the scan.
  domain_url text not null,
  status text not null constraint cookie_scans_status_known check (status in ('DONE', 'FAILED', 'PENDING', 'RUNNING')),
  cause text not null constraint cookie_scans_cause_known check (cause in ('manual', 'monthly')),
  mode text constraint cookie_scans_mode_known check (mode in ('browser', 'static')),
  progress int not null constraint cookie_scans_progress_range check (progress between 0 and 100),
  banner boolean,
  pages jsonb not null,
  items jsonb not null,
  notes jsonb not null,
  findings jsonb not null,
  -- Number of items that run before a decision although they need one, and of items that no purpose of the notice lists.
  early_count int not null,
  undeclared_count int not null,
  error text,
  requested_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  constraint cookie_scans_pkey primary key (tenant_id, id),
  constraint cookie_scans_domain_fkey foreign key (tenant_id, domain_id) references domains (tenant_id, id)
    on delete cascade,
  constraint cookie_scans_ended check ((status in ('DONE', 'FAILED')) = (completed_at is not null))
);
create index cookie_scans_newest on cookie_scans (tenant_id, created_at desc, id desc);
create index cookie_scans_changed on cookie_scans (tenant_id, updated_at desc, id desc);
create index cookie_scans_by_domain on cookie_scans (tenant_id, domain_id, created_at desc, id desc);
create index cookie_scans_begun on cookie_scans (tenant_id, started_at desc) where started_at is not null;
create index cookie_scans_open on cookie_scans (created_at) where completed_at is null;
create unique index cookie_scans_one_open on cookie_scans (tenant_id, domain_id) where completed_at is null;
call protect_tenant_table('cookie_scans');
call index_words('cookie_scans', 'r.domain_url', 'bare_addresses(r.domain_url)');

-- A site without a row is visited every month.
create table cookie_scan_settings (
  tenant_id uuid not null constraint cookie_scan_settings_tenant_fkey references tenants (id),
  monthly boolean not null,
  updated_at timestamptz not null,
  constraint cookie_scan_settings_pkey primary key (tenant_id)
);
call protect_tenant_table('cookie_scan_settings');

create view scanned_domains with (security_invoker = true) as
  select distinct on (tenant_id, domain_id) tenant_id, domain_id, early_count, undeclared_count, completed_at
  from cookie_scans where status = 'DONE'
  order by tenant_id, domain_id, created_at desc, id desc;
comment on view scanned_domains is 'What the last visit to each site found.';
comment on column scanned_domains.completed_at is 'not null';
grant select on scanned_domains to resguardo_app, resguardo_system;
