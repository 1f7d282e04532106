create table processors (
  tenant_id uuid not null constraint processors_tenant_fkey references tenants (id),
  id uuid not null,
  name text not null,
  -- Case and accents folded by the app: «Café Ñandú» and «cafe nandu» are one processor.
  name_folded text not null,
  tax_id text,
  country text,
  contact_name text,
  contact_email text,
  services text,
  dpa_status text not null
    constraint processors_dpa_status_known check (dpa_status in ('NONE', 'PENDING', 'SIGNED', 'EXPIRED')),
  source text not null constraint processors_source_known check (source in ('manual', 'system')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint processors_pkey primary key (tenant_id, id),
  constraint processors_name_key unique (tenant_id, name_folded)
);
create index processors_newest on processors (tenant_id, created_at desc, id desc);
create index processors_by_dpa_status on processors (tenant_id, dpa_status, created_at desc, id desc);
call protect_tenant_table('processors');

create table systems (
  tenant_id uuid not null constraint systems_tenant_fkey references tenants (id),
  id uuid not null,
  name text not null,
  type text not null,
  description text,
  owner text,
  hosting_type text,
  hosting_country text,
  vendor text,
  processor_id uuid,
  data_categories text[] not null,
  has_sensitive_data boolean not null,
  security_measures text[] not null,
  contract_status text,
  contract_expiry date,
  has_dpa_clause boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint systems_pkey primary key (tenant_id, id),
  constraint systems_processor_fkey foreign key (tenant_id, processor_id) references processors (tenant_id, id)
    on delete set null (processor_id)
);
create index systems_newest on systems (tenant_id, created_at desc, id desc);
create index systems_by_type on systems (tenant_id, type, created_at desc, id desc);
create index systems_by_contract_status on systems (tenant_id, contract_status, created_at desc, id desc);
create index systems_by_processor on systems (tenant_id, processor_id, created_at desc, id desc);
call protect_tenant_table('systems');

create table data_flows (
  tenant_id uuid not null constraint data_flows_tenant_fkey references tenants (id),
  id uuid not null,
  source_system_id uuid not null,
  target_system_id uuid not null,
  description text,
  data_categories text[] not null,
  is_international boolean not null,
  safeguards text,
  created_at timestamptz not null,
  constraint data_flows_pkey primary key (tenant_id, id),
  constraint data_flows_source_fkey foreign key (tenant_id, source_system_id) references systems (tenant_id, id)
    on delete cascade,
  constraint data_flows_target_fkey foreign key (tenant_id, target_system_id) references systems (tenant_id, id)
    on delete cascade,
  constraint data_flows_two_systems check (source_system_id <> target_system_id)
);
create index data_flows_newest on data_flows (tenant_id, created_at desc, id desc);
create index data_flows_by_source on data_flows (tenant_id, source_system_id);
create index data_flows_by_target on data_flows (tenant_id, target_system_id);
call protect_tenant_table('data_flows');
