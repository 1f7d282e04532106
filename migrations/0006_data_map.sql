create table systems (
  tenant_id uuid not null constraint systems_tenant_fkey references tenants (id),
  id uuid not null,
  name text not null,
  type text not null,
  description text,
  -- The name and the address of the person in charge.
  owner text,
  owner_email text,
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
create index systems_by_change on systems (tenant_id, updated_at desc, id desc);
call protect_tenant_table('systems');
call count_rows('systems', $$
  select 'systems', jsonb_build_object('type', r.type, 'contract_status', r.contract_status,
    'has_sensitive_data', r.has_sensitive_data), 1
  union all
  select distinct 'systems_by_category', jsonb_build_object('category', of.category), 1
  from unnest(r.data_categories) of (category)$$);
call index_words('systems', 'r.name', $$concat_ws(' ', r.type, r.description, r.owner, r.vendor, r.hosting_country)$$);

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
call count_rows('data_flows', $$
  select 'data_flows', jsonb_build_object('is_international', r.is_international), 1
  union all
  select distinct 'data_flows_by_category', jsonb_build_object('category', of.category), 1
  from unnest(r.data_categories) of (category)$$);
call index_words('data_flows', 'null::text', $$concat_ws(' ', r.description, r.safeguards)$$);

create view system_register with (security_invoker = true) as
  select tenant_id, id, name, owner, owner_email, hosting_country, processor_id, data_categories, security_measures
  from systems;
comment on view system_register is 'Every system: where it is hosted, who runs it and what it holds.';
grant select on system_register to resguardo_app, resguardo_system;

create view flow_register with (security_invoker = true) as
  select tenant_id, id, description, target_system_id, is_international, safeguards
  from data_flows;
comment on view flow_register is 'Every flow of data and the system it ends in.';
grant select on flow_register to resguardo_app, resguardo_system;

create view searchable_systems with (security_invoker = true) as
  select tenant_id, id, name as title, coalesce(vendor, type) as subtitle, null::text as state, updated_at
  from systems;
comment on view searchable_systems is 'What a search shows of a system.';
comment on column searchable_systems.subtitle is 'nullable';
comment on column searchable_systems.state is 'nullable';
grant select on searchable_systems to resguardo_app, resguardo_system;
