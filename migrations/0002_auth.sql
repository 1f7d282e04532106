-- `pair_sealed` is the token pair that the token was exchanged for. Only the last used token of a session has one: it is
-- emptied when the next token is used, and every night.
create table refresh_tokens (
  token_hash text not null constraint refresh_tokens_pkey primary key,
  session_id uuid not null constraint refresh_tokens_session_fkey references sessions (id) on delete cascade,
  -- The organisation of this line of tokens: a session may have one line for each.
  tenant_id uuid,
  expires_at timestamptz not null,
  spent_at timestamptz,
  pair_sealed text
);
create index refresh_tokens_by_session on refresh_tokens (session_id);
call protect_global_table('refresh_tokens');

create table password_resets (
  token_hash text not null constraint password_resets_pkey primary key,
  user_id uuid not null constraint password_resets_user_fkey references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index password_resets_by_user on password_resets (user_id);
call protect_global_table('password_resets');

-- Browsers in which a person signed in before, by the hash of their cookie. `returned` is set when the person signs in there
-- again.
create table known_devices (
  token_hash text not null constraint known_devices_pkey primary key,
  user_id uuid not null constraint known_devices_user_fkey references users (id) on delete cascade,
  returned boolean not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index known_devices_by_user on known_devices (user_id, returned, seen_at);
create index known_devices_by_expiry on known_devices (expires_at);
call protect_global_table('known_devices');

-- A known device counts its failures apart. `mailed` marks the failure that locked the sign-in and caused the letter.
create table login_failures (
  id uuid not null constraint login_failures_pkey primary key,
  email_hash text not null,
  device_hash text,
  mailed boolean not null,
  failed_at timestamptz not null
);
create index login_failures_by_email on login_failures (email_hash, failed_at);
create index login_failures_by_time on login_failures (failed_at);
call protect_global_table('login_failures');

-- The first factor was right and a second one is missing. `failures` are wrong second factors.
create table pending_sign_ins (
  token_hash text not null constraint pending_sign_ins_pkey primary key,
  user_id uuid not null constraint pending_sign_ins_user_fkey references users (id) on delete cascade,
  method text not null,
  tenant_id uuid,
  -- The invitation that this sign-in accepts.
  invitation_hash text,
  -- The password at that time: a change of it ends the sign-in.
  password_hash text,
  failures integer not null default 0,
  expires_at timestamptz not null
);
create index pending_sign_ins_by_user on pending_sign_ins (user_id);
create index pending_sign_ins_by_expiry on pending_sign_ins (expires_at);
call protect_global_table('pending_sign_ins');

-- Preferences of a person in the console.
create table preferences (
  user_id uuid not null constraint preferences_pkey primary key
    constraint preferences_user_fkey references users (id) on delete cascade,
  content jsonb not null,
  updated_at timestamptz not null
);
call protect_global_table('preferences');

-- Preferences in sessions that a company opened. The other preferences belong to all organisations of the person, and the
-- company could read them.
create table company_preferences (
  tenant_id uuid not null,
  user_id uuid not null,
  content jsonb not null,
  updated_at timestamptz not null,
  constraint company_preferences_pkey primary key (tenant_id, user_id),
  constraint company_preferences_member_fkey foreign key (tenant_id, user_id) references memberships (tenant_id, user_id)
    on delete cascade
);
call protect_tenant_table('company_preferences');

-- ── second factors and passkeys: of a person, in all organisations ──

-- The authenticator app (RFC 6238). No code of `last_step`, or of an earlier time step, is accepted again.
create table totp_factors (
  user_id uuid not null constraint totp_factors_pkey primary key
    constraint totp_factors_user_fkey references users (id) on delete cascade,
  secret_sealed text not null,
  last_step bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
call protect_global_table('totp_factors');

-- A secret that was shown and waits for its first code. Until then the app in use stays.
create table totp_setups (
  user_id uuid not null constraint totp_setups_pkey primary key
    constraint totp_setups_user_fkey references users (id) on delete cascade,
  secret_sealed text not null,
  expires_at timestamptz not null
);
call protect_global_table('totp_setups');

create table recovery_codes (
  user_id uuid not null constraint recovery_codes_user_fkey references users (id) on delete cascade,
  code_hash text not null,
  spent_at timestamptz,
  constraint recovery_codes_pkey primary key (user_id, code_hash)
);
call protect_global_table('recovery_codes');

-- An authenticator that counts only raises `counter`: an answer with a lower one comes from a copy.
create table passkeys (
  id uuid not null constraint passkeys_pkey primary key,
  user_id uuid not null constraint passkeys_user_fkey references users (id) on delete cascade,
  credential_id text not null constraint passkeys_credential_key unique,
  public_key text not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id, created_at, id);
call protect_global_table('passkeys');

-- A challenge that an authenticator signs, once. `holder` is the session or the pending sign-in that asked for it; null for
-- a sign-in with a passkey alone.
create table passkey_challenges (
  challenge_hash text not null constraint passkey_challenges_pkey primary key,
  purpose text not null constraint passkey_challenges_purpose_known
    check (purpose in ('register', 'sign_in', 'second_factor', 'sudo')),
  holder text,
  expires_at timestamptz not null
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
call protect_global_table('passkey_challenges');

-- ── programs without a browser ──

-- Sign-ins of programs without a browser (RFC 8628): the program shows a short code, and a signed-in person answers it. The
-- new session is as strong as the session that approved it, and starts only while that one is valid.
create table device_sign_ins (
  device_hash text not null constraint device_sign_ins_pkey primary key,
  user_code_hash text not null constraint device_sign_ins_user_code_key unique,
  -- The program and its network, shown to the person.
  device text not null,
  address_prefix text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answer text constraint device_sign_ins_answer_known check (answer in ('approved', 'refused')),
  user_id uuid constraint device_sign_ins_user_fkey references users (id) on delete cascade,
  session_id uuid
);
create index device_sign_ins_by_user on device_sign_ins (user_id);
create index device_sign_ins_by_expiry on device_sign_ins (expires_at);
call protect_global_table('device_sign_ins');

-- ── company sign-in (OpenID Connect) and SCIM ──

create table sso_settings (
  tenant_id uuid not null constraint sso_settings_pkey primary key constraint sso_settings_tenant_fkey references tenants (id),
  enabled boolean not null,
  issuer text not null,
  client_id text not null,
  client_secret_sealed text,
  -- Each domain was proven by a DNS record when it was saved.
  allowed_domains text[] not null,
  default_role text not null constraint sso_settings_role_known
    check (default_role in ('OWNER', 'ADMIN', 'DPO', 'APPROVER', 'ANALYST', 'VIEWER')),
  -- The claim with the person's roles or groups; a path with dots leads into objects.
  role_claim text,
  -- Maps a value of the claim to a role.
  role_map jsonb not null,
  -- An owner saved the provider in its present form. Otherwise owners cannot sign in with it, because the person who chooses
  -- the provider could sign in as anybody.
  confirmed_by_owner boolean not null,
  -- When the provider got its present form: an earlier sign-in proves nothing about it.
  provider_set_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
call protect_tenant_table('sso_settings');

-- Sign-ins that were sent to a provider and have not come back. The browser holds the token; state, nonce and verifier
-- derive from it.
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

-- The identity of a member at the provider, from the first sign-in on. It is deleted with the membership.
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

-- The people that an identity provider manages through SCIM. An active person has a membership; without one `user_id` is
-- null.
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
