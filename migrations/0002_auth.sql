-- `pair_sealed` is what the token was spent for. The last used token of a session has one, and no other: it is emptied
-- when the next token is spent, and every night.
create table refresh_tokens (
  token_hash text not null constraint refresh_tokens_pkey primary key,
  session_id uuid not null constraint refresh_tokens_session_fkey references sessions (id) on delete cascade,
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

-- Browsers in which a person signed in before, by the hash of their cookie. `returned` when one signed in again.
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

-- A known device counts its failures apart. `mailed` marks the failure that closed the sign-in and was written about.
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
