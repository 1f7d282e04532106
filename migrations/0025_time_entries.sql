-- The hours that a person noted for an organisation, for billing.
create table time_entries (
  tenant_id uuid not null constraint time_entries_tenant_fkey references tenants (id),
  id uuid not null,
  user_id uuid not null,
  user_name text,
  worked_on date not null,
  minutes int not null constraint time_entries_minutes_range check (minutes between 1 and 1440),
  what text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint time_entries_pkey primary key (tenant_id, id)
);
create index time_entries_newest on time_entries (tenant_id, created_at desc, id desc);
create index time_entries_changed on time_entries (tenant_id, updated_at desc, id desc);
create index time_entries_by_day on time_entries (tenant_id, user_id, worked_on desc, id desc);
call protect_tenant_table('time_entries');
