-- How the person of a record was proven. Null in records of before: their source tells.
alter table consent_records add column proven_by text
  constraint consent_records_proof_known check (proven_by in ('nobody'));
alter table consent_form_records
  add column proven_by text constraint consent_form_records_proof_known
    check (proven_by in ('portal', 'api_key', 'staff', 'confirmed_email', 'nobody')),
  -- False for what nobody proved against what the person had decided while they were known.
  add column is_effective boolean not null default true;

-- Letters that ask the person whether a decision sent in their name is theirs.
create table consent_confirmations (
  tenant_id uuid not null constraint consent_confirmations_tenant_fkey references tenants (id),
  id uuid not null,
  record_id uuid not null,
  key_hash text not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  created_at timestamptz not null,
  constraint consent_confirmations_pkey primary key (tenant_id, id),
  constraint consent_confirmations_record_fkey foreign key (tenant_id, record_id)
    references consent_form_records (tenant_id, id)
);
create index consent_confirmations_by_record on consent_confirmations (tenant_id, record_id);
-- The key leads to the tenant and so cannot contain it; 256 random bits do not collide.
create index consent_confirmations_by_key on consent_confirmations (key_hash);
create index consent_confirmations_by_expiry on consent_confirmations (expires_at);
call protect_tenant_table('consent_confirmations');
