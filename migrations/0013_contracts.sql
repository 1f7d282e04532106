create table contract_templates (
  tenant_id uuid not null constraint contract_templates_tenant_fkey references tenants (id),
  id uuid not null,
  name text not null,
  type text not null constraint contract_templates_type_known check (type in ('DPA', 'CCT', 'ADDENDUM')),
  content text not null,
  variables jsonb not null,
  is_system boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint contract_templates_pkey primary key (tenant_id, id)
);
create index contract_templates_newest on contract_templates (tenant_id, created_at desc, id desc);
call protect_tenant_table('contract_templates');

-- EXPIRED is not stored: a signed contract is expired from the instant of `expires_at` on.
create table contracts (
  tenant_id uuid not null constraint contracts_tenant_fkey references tenants (id),
  id uuid not null,
  type text not null constraint contracts_type_known check (type in ('DPA', 'CCT', 'ADDENDUM')),
  status text not null constraint contracts_status_known check (status in ('DRAFT', 'SENT', 'SIGNED', 'TERMINATED')),
  processor_id uuid not null,
  activity_id uuid,
  activity_ids uuid[] not null,
  template_id uuid,
  content text not null,
  version int not null,
  previous_contract_id uuid,
  signer_name text,
  signer_email text,
  signer_rut text,
  sent_at timestamptz,
  signed_at timestamptz,
  signature jsonb,
  expires_at timestamptz,
  terminated_at timestamptz,
  signing_token_hash text,
  signing_expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint contracts_pkey primary key (tenant_id, id),
  constraint contracts_processor_fkey foreign key (tenant_id, processor_id) references processors (tenant_id, id),
  constraint contracts_activity_fkey foreign key (tenant_id, activity_id) references activities (tenant_id, id)
    on delete set null (activity_id),
  constraint contracts_template_fkey foreign key (tenant_id, template_id) references contract_templates (tenant_id, id)
    on delete set null (template_id),
  constraint contracts_previous_fkey foreign key (tenant_id, previous_contract_id) references contracts (tenant_id, id),
  constraint contracts_renewed_once unique (tenant_id, previous_contract_id)
);
create index contracts_newest on contracts (tenant_id, created_at desc, id desc);
create index contracts_by_status on contracts (tenant_id, status, created_at desc, id desc);
create index contracts_by_type on contracts (tenant_id, type, created_at desc, id desc);
create index contracts_by_expiry on contracts (tenant_id, status, expires_at);
create index contracts_by_processor on contracts (tenant_id, processor_id, status);
create index contracts_by_activity on contracts (tenant_id, activity_id);
create index contracts_by_template on contracts (tenant_id, template_id);
-- The reminders look over all tenants at once, and a signer brings nothing but the link.
create index contracts_expiring on contracts (expires_at) where status = 'SIGNED';
create index contracts_by_signing_token on contracts (signing_token_hash) where signing_token_hash is not null;
call protect_tenant_table('contracts');

create table contract_reminders (
  tenant_id uuid not null constraint contract_reminders_tenant_fkey references tenants (id),
  contract_id uuid not null,
  days_before int not null,
  sent_at timestamptz not null,
  constraint contract_reminders_pkey primary key (tenant_id, contract_id, days_before),
  constraint contract_reminders_contract_fkey foreign key (tenant_id, contract_id) references contracts (tenant_id, id)
    on delete cascade
);
call protect_tenant_table('contract_reminders');

create view contract_register with (security_invoker = true) as
  select tenant_id, id, type, status, processor_id, version, signer_name, signed_at, expires_at, terminated_at, content,
    created_at
  from contracts;
comment on view contract_register is 'Every contract as it is stored. A signed one expires at the instant of its end.';
grant select on contract_register to resguardo_app, resguardo_system;
