-- Company sign-in (OpenID Connect) and SCIM.

create table sso_settings (
  tenant_id uuid not null constraint sso_settings_pkey primary key constraint sso_settings_tenant_fkey references tenants (id),
  enabled boolean not null,
  issuer text not null,
  client_id text not null,
  client_secret_sealed text,
  -- Each was proven by a DNS record when it was saved.
  allowed_domains text[] not null,
  default_role text not null constraint sso_settings_role_known
    check (default_role in ('OWNER', 'ADMIN', 'DPO', 'APPROVER', 'ANALYST', 'VIEWER')),
  -- The claim that holds the person's roles or groups; a path with dots leads into objects.
  role_claim text,
  -- Value of the claim to role.
  role_map jsonb not null,
  -- An owner saved the provider as it is now. Otherwise owners cannot sign in with it: who chooses the provider can sign
  -- in as anybody.
  confirmed_by_owner boolean not null,
  -- Since when the provider is as it is now: a sign-in before this proves nothing of it.
  provider_set_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
call protect_tenant_table('sso_settings');

-- Sign-ins that were sent to a provider and did not come back yet. The browser holds the token; state, nonce and
-- verifier derive from it.
create table sso_attempts (
  tenant_id uuid not null constraint sso_attempts_tenant_fkey references tenants (id),
  id uuid not null,
  state_hash text not null,
  browser_hash text not null,
  issuer text not null,
  client_id text not null,
  return_to text not null,
  client text not null constraint sso_attempts_client_known check (client in ('console', 'api')),
  expires_at timestamptz not null,
  constraint sso_attempts_pkey primary key (tenant_id, id)
);
-- The state itself names no tenant; 256 random bits do not collide.
create index sso_attempts_by_state on sso_attempts (state_hash);
create index sso_attempts_by_expiry on sso_attempts (expires_at);
call protect_tenant_table('sso_attempts');

-- Who a member is to the provider, from the first sign-in on. It goes with the membership.
create table sso_identities (
  tenant_id uuid not null constraint sso_identities_tenant_fkey references tenants (id),
  user_id uuid not null,
  issuer text not null,
  subject text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint sso_identities_pkey primary key (tenant_id, user_id),
  constraint sso_identities_subject_key unique (tenant_id, issuer, subject),
  constraint sso_identities_member_fkey foreign key (tenant_id, user_id) references memberships (tenant_id, user_id)
    on delete cascade
);
call protect_tenant_table('sso_identities');

create table scim_tokens (
  tenant_id uuid not null constraint scim_tokens_tenant_fkey references tenants (id),
  id uuid not null,
  name text not null,
  prefix text not null,
  token_hash text not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_by uuid,
  created_at timestamptz not null,
  constraint scim_tokens_pkey primary key (tenant_id, id)
);
create index scim_tokens_newest on scim_tokens (tenant_id, created_at desc, id desc);
-- The token itself names no tenant; 256 random bits do not collide.
create index scim_tokens_by_hash on scim_tokens (token_hash);
call protect_tenant_table('scim_tokens');

-- The people that an identity provider manages through SCIM. Active means a membership: `user_id` empties with it.
create table scim_users (
  tenant_id uuid not null constraint scim_users_tenant_fkey references tenants (id),
  id uuid not null,
  user_name text not null,
  email text not null,
  external_id text,
  display_name text not null,
  given_name text,
  family_name text,
  -- The roles whose groups the person is in; the highest counts.
  groups text[] not null,
  user_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint scim_users_pkey primary key (tenant_id, id),
  constraint scim_users_member_key unique (tenant_id, user_id),
  constraint scim_users_member_fkey foreign key (tenant_id, user_id) references memberships (tenant_id, user_id)
    on delete set null (user_id)
);
create unique index scim_users_user_name_key on scim_users (tenant_id, lower(user_name));
create index scim_users_newest on scim_users (tenant_id, created_at, id);
create index scim_users_by_email on scim_users (tenant_id, email);
create index scim_users_by_external_id on scim_users (tenant_id, external_id);
create index scim_users_by_display_name on scim_users (tenant_id, lower(display_name));
call protect_tenant_table('scim_users');
