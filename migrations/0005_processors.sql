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
  -- The end of the signed contract. From that instant on the status is EXPIRED; null if the contract has no end.
  dpa_valid_until timestamptz,
  -- The day of the next review, and the date of the last reminder.
  review_at date,
  review_announced date,
  source text not null constraint processors_source_known check (source in ('manual', 'system')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint processors_pkey primary key (tenant_id, id),
  constraint processors_name_key unique (tenant_id, name_folded)
);
create index processors_newest on processors (tenant_id, created_at desc, id desc);
create index processors_by_dpa_status on processors (tenant_id, dpa_status, created_at desc, id desc);
create index processors_by_change on processors (tenant_id, updated_at desc, id desc);
create index processors_to_review on processors (tenant_id, review_at) where review_at is not null;
create index processors_to_announce on processors (review_at) where review_at is distinct from review_announced;
call protect_tenant_table('processors');
call index_words('processors', 'r.name', $$concat_ws(' ', r.tax_id, r.country, r.contact_name, r.contact_email, r.services)$$);

-- An organisation's checks of a processor before and during the contract: one answer for each question of the built-in list.
create table processor_checks (
  tenant_id uuid not null constraint processor_checks_tenant_fkey references tenants (id),
  processor_id uuid not null,
  key text not null,
  outcome text not null
    constraint processor_checks_outcome_known check (outcome in ('YES', 'NO', 'NOT_APPLICABLE')),
  note text,
  checked_on date not null,
  checked_by text,
  file_keys uuid[] not null,
  updated_at timestamptz not null,
  constraint processor_checks_pkey primary key (tenant_id, processor_id, key),
  constraint processor_checks_processor_fkey foreign key (tenant_id, processor_id)
    references processors (tenant_id, id) on delete cascade
);
call protect_tenant_table('processor_checks');

-- Sub-processors of a processor. Art. 15 bis asks for a specific written authorisation of each.
create table sub_processors (
  tenant_id uuid not null constraint sub_processors_tenant_fkey references tenants (id),
  id uuid not null,
  processor_id uuid not null,
  name text not null,
  name_folded text not null,
  country text,
  services text,
  authorisation text not null
    constraint sub_processors_authorisation_known check (authorisation in ('PENDING', 'AUTHORISED', 'REFUSED')),
  authorised_on date,
  file_key uuid,
  note text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint sub_processors_pkey primary key (tenant_id, id),
  constraint sub_processors_name_key unique (tenant_id, processor_id, name_folded),
  constraint sub_processors_processor_fkey foreign key (tenant_id, processor_id)
    references processors (tenant_id, id) on delete cascade
);
call protect_tenant_table('sub_processors');

-- `signed_until` is infinity for a signed contract without an end and -infinity without a signed contract: compare it,
-- do not show it.
create view processor_register with (security_invoker = true) as
  select tenant_id, id, name, tax_id, country, contact_name, contact_email, services, dpa_status, dpa_valid_until,
    case when dpa_status = 'SIGNED' then coalesce(dpa_valid_until, 'infinity') else '-infinity' end as signed_until,
    review_at, source, created_at, updated_at
  from processors;
comment on view processor_register is 'Every processor and until when its contract is signed.';
grant select on processor_register to resguardo_app, resguardo_system;

create view searchable_processors with (security_invoker = true) as
  select tenant_id, id, name as title, services as subtitle, dpa_status as state, updated_at
  from processors;
comment on view searchable_processors is 'What a search shows of a processor.';
comment on column searchable_processors.subtitle is 'nullable';
comment on column searchable_processors.state is 'nullable';
grant select on searchable_processors to resguardo_app, resguardo_system;
