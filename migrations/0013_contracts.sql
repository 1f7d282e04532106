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
  legal_entity_id uuid not null default main_entity(),
  type text not null constraint contracts_type_known check (type in ('DPA', 'CCT', 'ADDENDUM')),
  status text not null constraint contracts_status_known check (status in ('DRAFT', 'SENT', 'SIGNED', 'TERMINATED')),
  processor_id uuid not null,
  activity_id uuid,
  activity_ids uuid[] not null,
  template_id uuid,
  content text not null,
  -- The text as the service wrote it, to compare later changes by people with it. If null, the template is compared.
  drafted text,
  -- The labels of the variables without a value at generation: the text may have them in brackets.
  gap_labels text[] not null default '{}',
  -- The version of the law that the text was written under.
  law_version text not null default '2026-12-01',
  -- Legal requirements that the sent text does not meet; null before it is sent.
  findings jsonb,
  -- Why it was sent although something is missing; also covers the signature of the other party.
  gate_override jsonb,
  version int not null,
  previous_contract_id uuid,
  signer_name text,
  signer_email text,
  signer_rut text,
  -- The organisation signs a contract by sending it: the person, their position, the time and the text.
  organisation_signature jsonb,
  sent_at timestamptz,
  -- When the signer was last reminded, and how many times.
  reminded_at timestamptz,
  reminders int not null default 0,
  signed_at timestamptz,
  signature jsonb,
  -- The signer may refuse.
  refusal jsonb,
  expires_at timestamptz,
  terminated_at timestamptz,
  signing_token_hash text,
  signing_expires_at timestamptz,
  -- The day of the next review, and the date of the last reminder.
  review_at date,
  review_announced date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint contracts_pkey primary key (tenant_id, id),
  constraint contracts_entity_fkey foreign key (tenant_id, legal_entity_id) references legal_entities (tenant_id, id),
  constraint contracts_processor_fkey foreign key (tenant_id, processor_id) references processors (tenant_id, id),
  constraint contracts_activity_fkey foreign key (tenant_id, activity_id) references activities (tenant_id, id)
    on delete set null (activity_id),
  constraint contracts_template_fkey foreign key (tenant_id, template_id) references contract_templates (tenant_id, id)
    on delete set null (template_id),
  constraint contracts_previous_fkey foreign key (tenant_id, previous_contract_id) references contracts (tenant_id, id),
  constraint contracts_renewed_once unique (tenant_id, previous_contract_id)
);
create index contracts_newest on contracts (tenant_id, created_at desc, id desc);
create index contracts_by_change on contracts (tenant_id, updated_at desc, id desc);
create index contracts_by_status on contracts (tenant_id, status, created_at desc, id desc);
create index contracts_by_type on contracts (tenant_id, type, created_at desc, id desc);
create index contracts_by_expiry on contracts (tenant_id, status, expires_at);
create index contracts_by_processor on contracts (tenant_id, processor_id, status);
create index contracts_by_activity on contracts (tenant_id, activity_id);
create index contracts_by_template on contracts (tenant_id, template_id);
create index contracts_by_entity on contracts (tenant_id, legal_entity_id, created_at desc, id desc);
create index contracts_to_review on contracts (tenant_id, review_at) where review_at is not null;
create index contracts_to_announce on contracts (review_at) where review_at is distinct from review_announced;
-- The reminders look over all tenants at once, and a signer has only the link.
create index contracts_expiring on contracts (expires_at) where status = 'SIGNED';
create index contracts_by_signing_token on contracts (signing_token_hash) where signing_token_hash is not null;
call protect_tenant_table('contracts');
-- The words of processors find it by the name of its processor.
call index_words('contracts', 'r.type', $$concat_ws(' ', r.signer_name, r.signer_email, r.signer_rut)$$);

-- Codes for the signer's mailbox: a signature counts as its owner's only with one.
create table signing_codes (
  tenant_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  mailbox_hash text not null,
  code_hash text not null,
  tries integer not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint signing_codes_pkey primary key (tenant_id, id),
  constraint signing_codes_contract_fkey foreign key (tenant_id, contract_id) references contracts (tenant_id, id)
    on delete cascade
);
create index signing_codes_by_contract on signing_codes (tenant_id, contract_id, created_at desc);
create index signing_codes_by_mailbox on signing_codes (tenant_id, mailbox_hash, created_at desc);
create index signing_codes_by_expiry on signing_codes (expires_at);
call protect_tenant_table('signing_codes');

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
  select c.tenant_id, c.id, c.legal_entity_id, c.type, c.status, c.processor_id, c.version, c.signer_name, c.signed_at, c.expires_at,
    c.terminated_at, c.content, c.created_at,
    exists (select from contracts n where n.tenant_id = c.tenant_id and n.previous_contract_id = c.id and n.status = 'SIGNED') as is_renewed
  from contracts c;
comment on view contract_register is 'Every contract as it is stored. A signed one expires at the instant of its end.';
comment on column contract_register.is_renewed is 'not null';
grant select on contract_register to resguardo_app, resguardo_system;

-- A renewed contract is left out once the contract that renews it is sent or signed.
create view issued_contracts with (security_invoker = true) as
  select c.tenant_id, c.id, c.type, c.processor_id, c.law_version, coalesce(c.signed_at, c.sent_at) as issued_at,
    c.expires_at
  from contracts c where c.status in ('SENT', 'SIGNED') and not exists (
    select from contracts n where n.tenant_id = c.tenant_id and n.previous_contract_id = c.id and n.id <> c.id
      and n.status in ('SENT', 'SIGNED'));
comment on view issued_contracts is 'Every contract that is out for signature or signed, and the version of the law it was written under.';
comment on column issued_contracts.issued_at is 'not null';
grant select on issued_contracts to resguardo_app, resguardo_system;

create view searchable_contracts with (security_invoker = true) as
  select c.tenant_id, c.id, c.processor_id, p.name as title, c.type as subtitle,
    case when c.status = 'SIGNED' and c.expires_at <= now() then 'EXPIRED' else c.status end as state, c.updated_at
  from contracts c join processor_register p on p.tenant_id = c.tenant_id and p.id = c.processor_id;
comment on view searchable_contracts is 'What a search shows of a contract.';
comment on column searchable_contracts.subtitle is 'nullable';
comment on column searchable_contracts.state is 'nullable';
grant select on searchable_contracts to resguardo_app, resguardo_system;
