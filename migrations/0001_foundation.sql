-- The ground every table stands on: two database roles, the tenant of the current transaction, and one function
-- that puts a table behind the wall. Plain SQL for PostgreSQL 15+ and its embedded build alike.

-- The two roles are made by whoever migrates (src/db/migrate.ts): they belong to the server, not to this database.
grant usage on schema public to resguardo_app, resguardo_system;

-- Unset means null, and null equals nothing: a forgotten tenant shows no row.
create function current_tenant() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.tenant_id', true), '')::uuid;

create function current_user_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::uuid;

-- Puts a table with a tenant_id behind row-level security. `resguardo_app` sees the current tenant only;
-- `resguardo_system` is for the few acts above tenants. `append_only` tables take rows and never give them up.
create procedure protect_tenant_table(name text, append_only boolean default false)
  language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy tenant on %I to resguardo_app
    using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', name);
  execute format('create policy above on %I to resguardo_system using (true) with check (true)', name);
  if append_only then
    execute format('grant select, insert on %I to resguardo_app, resguardo_system', name);
    execute format('create trigger append_only before update or delete on %I
      for each row execute function refuse_change()', name);
    execute format('create trigger append_only_whole before truncate on %I
      for each statement execute function refuse_change()', name);
  else
    execute format('grant select, insert, update, delete on %I to resguardo_app, resguardo_system', name);
  end if;
end
$$;

create function refuse_change() returns trigger
  language plpgsql as $$
begin
  raise exception 'table % is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

-- Tables above tenants: the system role alone, unless a policy says otherwise.
create procedure protect_global_table(name text)
  language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy above on %I to resguardo_system using (true) with check (true)', name);
  execute format('grant select, insert, update, delete on %I to resguardo_system', name);
end
$$;

create table tenants (
  id uuid not null constraint tenants_pkey primary key,
  name text not null,
  slug text not null constraint tenants_slug_key unique,
  plan text not null constraint tenants_plan_known check (plan in ('STARTER', 'PROFESSIONAL', 'BUSINESS', 'ENTERPRISE')),
  tax_id text,
  contact_email text,
  locale text not null default 'es-CL',
  timezone text not null default 'America/Santiago',
  branding jsonb not null default '{}',
  siem_secret_sealed text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
call protect_global_table('tenants');
create policy own on tenants to resguardo_app using (id = (select current_tenant()));
grant select, update on tenants to resguardo_app;

create table users (
  id uuid not null constraint users_pkey primary key,
  email text not null constraint users_email_key unique constraint users_email_folded check (email = lower(email)),
  name text not null,
  password_hash text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
call protect_global_table('users');

create table memberships (
  tenant_id uuid not null constraint memberships_tenant_fkey references tenants (id),
  user_id uuid not null,
  role text not null constraint memberships_role_known check (role in ('OWNER', 'ADMIN', 'DPO', 'APPROVER', 'ANALYST', 'VIEWER')),
  status text not null constraint memberships_status_known check (status in ('ACTIVE', 'INVITED')),
  invitation_hash text,
  invitation_expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint memberships_pkey primary key (tenant_id, user_id)
);
create index memberships_by_user on memberships (user_id, status, created_at);
create index memberships_by_invitation on memberships (invitation_hash) where invitation_hash is not null;
call protect_tenant_table('memberships');

-- A user is visible where it is a member.
create policy colleagues on users to resguardo_app
  using (exists (select from memberships m where m.user_id = users.id and m.tenant_id = (select current_tenant())));
grant select on users to resguardo_app;

-- A session is one sign-in: the family of refresh tokens that descend from it.
create table sessions (
  id uuid not null constraint sessions_pkey primary key,
  user_id uuid not null constraint sessions_user_fkey references users (id) on delete cascade,
  tenant_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);
call protect_global_table('sessions');
create policy own on sessions to resguardo_app using (user_id = (select current_user_id()));
grant select on sessions to resguardo_app;

-- The way in for a person: opens the tenant to this transaction if the session holds and its owner is an active
-- member, and says as what. For anyone else the tenant stays closed. The name is for the audit log: only who writes
-- needs it. One call, because every request makes it.
create function enter_tenant(
  session uuid, person uuid, tenant uuid, out holds boolean, out role text, out plan text, out name text
)
  language plpgsql as $$
declare
  opened text := set_config('app.tenant_id', tenant::text, true);
  known text := set_config('app.user_id', person::text, true);
begin
  holds := exists (select from sessions s where s.id = session and s.user_id = person and s.revoked_at is null);
  if holds then
    select m.role into role from memberships m
      where m.tenant_id = tenant and m.user_id = person and m.status = 'ACTIVE';
  end if;
  if role is null then
    opened := set_config('app.tenant_id', '', true);
    return;
  end if;
  select t.plan into plan from tenants t where t.id = tenant;
  if current_setting('transaction_read_only') = 'off' then
    select u.name into name from users u where u.id = person;
  end if;
end
$$;

-- The way in on behalf of someone who is no member: an API key, the public, a job. No plan means no such tenant.
create function open_tenant(tenant uuid, out plan text)
  language plpgsql as $$
declare
  opened text := set_config('app.tenant_id', tenant::text, true);
begin
  select t.plan into plan from tenants t where t.id = tenant;
end
$$;

create table refresh_tokens (
  token_hash text not null constraint refresh_tokens_pkey primary key,
  session_id uuid not null constraint refresh_tokens_session_fkey references sessions (id) on delete cascade,
  expires_at timestamptz not null,
  spent_at timestamptz
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

create table login_failures (
  id uuid not null constraint login_failures_pkey primary key,
  email_hash text not null,
  failed_at timestamptz not null
);
create index login_failures_by_email on login_failures (email_hash, failed_at);
create index login_failures_by_time on login_failures (failed_at);
call protect_global_table('login_failures');

-- First answers of repeatable calls. Scope is a tenant, or the address of a caller without one.
create table idempotency_keys (
  scope text not null,
  key text not null,
  fingerprint text not null,
  status int not null,
  answer_sealed text not null,
  created_at timestamptz not null,
  constraint idempotency_keys_pkey primary key (scope, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
call protect_global_table('idempotency_keys');
create policy own on idempotency_keys to resguardo_app
  using (scope = (select current_tenant())::text) with check (scope = (select current_tenant())::text);
grant select, insert, delete on idempotency_keys to resguardo_app;

create table audit_log (
  tenant_id uuid not null constraint audit_log_tenant_fkey references tenants (id),
  id uuid not null,
  actor_type text not null,
  actor_id text,
  actor_name text,
  action text not null,
  entity_type text not null,
  entity_id text not null,
  changes jsonb not null,
  request_id text,
  created_at timestamptz not null,
  constraint audit_log_pkey primary key (tenant_id, id)
);
create index audit_log_newest on audit_log (tenant_id, created_at desc, id desc);
create index audit_log_by_entity on audit_log (tenant_id, entity_type, entity_id, created_at desc, id desc);
create index audit_log_by_entity_id on audit_log (tenant_id, entity_id, created_at desc, id desc);
create index audit_log_by_actor on audit_log (tenant_id, actor_id, created_at desc, id desc);
call protect_tenant_table('audit_log', append_only => true);

-- Outgoing mail, written with the change that causes it and sent by the queue.
create table mails (
  tenant_id uuid not null constraint mails_tenant_fkey references tenants (id),
  id uuid not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  constraint mails_pkey primary key (tenant_id, id)
);
create index mails_by_age on mails (tenant_id, created_at desc, id desc);
call protect_tenant_table('mails');
