-- What the organisation found out about a processor before and while it entrusts data to it: one answer for each question
-- of the list that the service brings.
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

-- To whom a processor delegates. Art. 15 bis asks for a specific written authorisation of each.
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

-- Only the contract of art. 15 bis gives a processor its standing. Where clauses for a transfer, an addendum or a cesión
-- gave it, it is worked out again. A standing that a person set by hand holds: then no contract was signed in the instant
-- in which the standing was last written.
do $$
begin
  set local role resguardo_system;
  update processors p set
    dpa_status = case when exists (
      select from contract_register c where c.tenant_id = p.tenant_id and c.processor_id = p.id and c.type = 'DPA'
        and c.status in ('DRAFT', 'SENT')) then 'PENDING' else 'NONE' end,
    dpa_valid_until = null,
    updated_at = now()
  where p.dpa_status in ('SIGNED', 'PENDING')
    and not exists (
      select from contract_register c where c.tenant_id = p.tenant_id and c.processor_id = p.id and c.type = 'DPA'
        and (c.signed_at is not null or (p.dpa_status = 'PENDING' and c.status in ('DRAFT', 'SENT'))))
    and exists (
      select from contract_register c where c.tenant_id = p.tenant_id and c.processor_id = p.id and c.type <> 'DPA'
        and (p.dpa_valid_until = c.expires_at
          or (select max(a.created_at) from audit_log a where a.tenant_id = p.tenant_id and a.entity_type = 'processor'
                and a.entity_id = p.id::text and a.changes ? 'dpa_status')
            in (select b.created_at from audit_log b where b.tenant_id = p.tenant_id and b.entity_type = 'contract'
                and b.entity_id = c.id::text)));
  reset role;
end
$$;
