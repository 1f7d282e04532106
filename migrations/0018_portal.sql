-- One-time codes. Code, person and mailbox are stored as hashes.
create table portal_codes (
  tenant_id uuid not null constraint portal_codes_tenant_fkey references tenants (id),
  id uuid not null,
  person_hash text not null,
  -- Hash of the address alone: codes are also limited per mailbox, for any RUT.
  mailbox_hash text not null,
  code_hash text not null,
  tries int not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint portal_codes_pkey primary key (tenant_id, id)
);
create index portal_codes_by_person on portal_codes (tenant_id, person_hash, created_at desc);
create index portal_codes_by_mailbox on portal_codes (tenant_id, mailbox_hash, created_at desc);
create index portal_codes_by_expiry on portal_codes (expires_at);
call protect_tenant_table('portal_codes');

create table portal_sessions (
  tenant_id uuid not null constraint portal_sessions_tenant_fkey references tenants (id),
  token_hash text not null,
  rut text not null,
  email text not null,
  expires_at timestamptz not null,
  constraint portal_sessions_pkey primary key (tenant_id, token_hash)
);
create index portal_sessions_by_expiry on portal_sessions (expires_at);
call protect_tenant_table('portal_sessions');
