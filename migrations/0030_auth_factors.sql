-- Sessions that change organisations, sign-ins that wait for a second factor, and the person's own preferences.

-- The organisation this line of refresh tokens acts in: a session may have one line for each.
alter table refresh_tokens add column tenant_id uuid;
update refresh_tokens r set tenant_id = s.tenant_id from sessions s where s.id = r.session_id;

-- The first factor was right and a second one is due. `failures` are wrong second factors.
create table pending_sign_ins (
  token_hash text not null constraint pending_sign_ins_pkey primary key,
  user_id uuid not null constraint pending_sign_ins_user_fkey references users (id) on delete cascade,
  method text not null,
  tenant_id uuid,
  -- What the password was then: a change of it ends the sign-in.
  password_hash text,
  failures integer not null default 0,
  expires_at timestamptz not null
);
create index pending_sign_ins_by_user on pending_sign_ins (user_id);
create index pending_sign_ins_by_expiry on pending_sign_ins (expires_at);
call protect_global_table('pending_sign_ins');

-- What the console keeps for a person.
create table preferences (
  user_id uuid not null constraint preferences_pkey primary key
    constraint preferences_user_fkey references users (id) on delete cascade,
  content jsonb not null,
  updated_at timestamptz not null
);
call protect_global_table('preferences');

-- Second factors and passkeys.
-- They belong to a person, whatever the organisations of that person.

-- The application that shows codes (RFC 6238). No code of `last_step`, or of an earlier time step, is accepted again.
create table totp_factors (
  user_id uuid not null constraint totp_factors_pkey primary key
    constraint totp_factors_user_fkey references users (id) on delete cascade,
  secret_sealed text not null,
  last_step bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
call protect_global_table('totp_factors');

-- A secret that was shown and waits for its first code. The application in use stays until then.
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

-- `counter` only grows in an authenticator that counts: an answer that is behind it comes from a copy.
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

-- What an authenticator has to sign, once. `holder` is the session or the pending sign-in that asked for it. A sign-in
-- with a passkey alone has none.
create table passkey_challenges (
  challenge_hash text not null constraint passkey_challenges_pkey primary key,
  purpose text not null constraint passkey_challenges_purpose_known
    check (purpose in ('register', 'sign_in', 'second_factor', 'sudo')),
  holder text,
  expires_at timestamptz not null
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
call protect_global_table('passkey_challenges');
