-- One-time codes: what is stored tells neither the code nor the person.
create table portal_codes (
  tenant_id uuid not null constraint portal_codes_tenant_fkey references tenants (id),
  id uuid not null,
  person_hash text not null,
  code_hash text not null,
  tries int not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint portal_codes_pkey primary key (tenant_id, id)
);
create index portal_codes_by_person on portal_codes (tenant_id, person_hash, created_at desc);
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
