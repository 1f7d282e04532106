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
  -- The end of the signed contract. From that instant on the status reads EXPIRED; null: the contract has no end.
  dpa_valid_until timestamptz,
  source text not null constraint processors_source_known check (source in ('manual', 'system')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint processors_pkey primary key (tenant_id, id),
  constraint processors_name_key unique (tenant_id, name_folded)
);
create index processors_newest on processors (tenant_id, created_at desc, id desc);
create index processors_by_dpa_status on processors (tenant_id, dpa_status, created_at desc, id desc);
call protect_tenant_table('processors');

-- `signed_until` is infinity for a signed contract without an end and -infinity without a signed contract: compare it,
-- do not show it.
create view processor_register with (security_invoker = true) as
  select tenant_id, id, name, tax_id, country, contact_name, contact_email, services, dpa_status, dpa_valid_until, source,
    created_at, updated_at,
    case when dpa_status = 'SIGNED' then coalesce(dpa_valid_until, 'infinity') else '-infinity' end as signed_until
  from processors;
comment on view processor_register is 'Every processor and until when its contract is signed.';
grant select on processor_register to resguardo_app, resguardo_system;
