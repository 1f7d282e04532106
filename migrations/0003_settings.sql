create table api_keys (
  tenant_id uuid not null constraint api_keys_tenant_fkey references tenants (id),
  id uuid not null,
  name text not null,
  prefix text not null,
  key_hash text not null,
  scopes text[] not null,
  is_active boolean not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint api_keys_pkey primary key (tenant_id, id)
);
create index api_keys_newest on api_keys (tenant_id, created_at desc, id desc);
-- The key itself names no tenant; 256 random bits do not collide.
create index api_keys_by_hash on api_keys (key_hash);
call protect_tenant_table('api_keys');
