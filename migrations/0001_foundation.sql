-- What every other table rests on: the tenant of the current transaction, the procedures that protect a table, and the
-- tables that belong to no module. The files after this one are named after the module that owns their tables.
-- A module reads its own tables, those of this file and the views that other modules publish. A view is
-- `security_invoker`, so that row-level security holds for its caller, and its comment says what it publishes.
-- Plain SQL for PostgreSQL 15+ and its embedded build alike.

-- src/db/migrate.ts makes the two roles: they belong to the server, not to this database.
grant usage on schema public to resguardo_app, resguardo_system;

-- Unset means null, and null equals nothing: a forgotten tenant shows no row.
create function current_tenant() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.tenant_id', true), '')::uuid;

create function current_user_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::uuid;

-- Puts a table with a tenant_id behind row-level security. `resguardo_app` sees the current tenant only;
-- `resguardo_system` is for the few acts above tenants. Rows of `append_only` tables never change.
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
  -- For a day after a rotation alerts signed with the previous secret are accepted.
  siem_previous_secret_sealed text,
  siem_previous_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
call protect_global_table('tenants');
create policy own on tenants to resguardo_app using (id = (select current_tenant()));
-- A tenant edits its own settings. Its plan and its slug belong to the operator.
grant select on tenants to resguardo_app;
grant update (name, tax_id, contact_email, locale, timezone, branding, updated_at,
  siem_secret_sealed, siem_previous_secret_sealed, siem_previous_until) on tenants to resguardo_app;

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
  -- The name the inviter wrote, shown until the person joins: an invitation must not reveal whose account an email is.
  invited_name text,
  invitation_hash text,
  invitation_expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint memberships_pkey primary key (tenant_id, user_id)
);
create index memberships_newest on memberships (tenant_id, created_at desc, user_id desc);
create index memberships_by_user on memberships (user_id, status, created_at);
create index memberships_by_invitation on memberships (invitation_hash) where invitation_hash is not null;
call protect_tenant_table('memberships');

-- A user is visible to the tenants it is a member of. An invitation makes the account of any email visible to the
-- tenant that sends it, so the password hash is left out.
create policy colleagues on users to resguardo_app
  using (exists (select from memberships m where m.user_id = users.id and m.tenant_id = (select current_tenant())));
grant select (id, email, name, created_at, updated_at) on users to resguardo_app;

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

-- Takes the role of the service and opens the tenant to this transaction if the session is valid and its owner is an
-- active member. Returns the member's role. Otherwise the tenant stays closed. Only writers need the name, for the audit
-- log. A read-only transaction is closed to writes. One call, because every request makes it. The lookup itself runs
-- above tenants: its keys are all given, and policies on three tables would cost more than the lookup.
create function enter_tenant(
  session uuid, person uuid, tenant uuid, mode text, out holds boolean, out role text, out plan text, out name text
)
  language plpgsql as $$
declare
  stepped text := set_config('role', 'resguardo_system', true);
begin
  select m.role, t.plan into role, plan from sessions s
    left join memberships m on m.tenant_id = tenant and m.user_id = s.user_id and m.status = 'ACTIVE'
    left join tenants t on t.id = m.tenant_id
    where s.id = session and s.user_id = person and s.revoked_at is null;
  holds := found;
  if role is not null and mode <> 'read only' then
    select u.name into name from users u where u.id = person;
  end if;
  stepped := set_config('role', 'resguardo_app', true);
  stepped := set_config('app.user_id', person::text, true);
  stepped := set_config('app.tenant_id', case when role is null then '' else tenant::text end, true);
  if mode = 'read only' then
    stepped := set_config('transaction_read_only', 'on', true);
  end if;
end
$$;

-- The same for callers that are not members: an API key, the public, a job. No plan means that the tenant does not exist.
create function open_tenant(tenant uuid, mode text, out plan text)
  language plpgsql as $$
declare
  stepped text := set_config('role', 'resguardo_app', true);
  opened text := set_config('app.tenant_id', tenant::text, true);
begin
  select t.plan into plan from tenants t where t.id = tenant;
  if plan is null then
    opened := set_config('app.tenant_id', '', true);
  end if;
  if mode = 'read only' then
    stepped := set_config('transaction_read_only', 'on', true);
  end if;
end
$$;

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

-- How many rows the long lists have: kept in the transaction of the rows, because counting them for every page would
-- cost more than the page. `key` holds what a list is filtered by. A reader adds the slots up.
create table list_counts (
  tenant_id uuid not null constraint list_counts_tenant_fkey references tenants (id),
  list text not null,
  key jsonb not null,
  slot smallint not null,
  amount bigint not null,
  constraint list_counts_pkey primary key (tenant_id, list, key, slot)
) with (fillfactor = 50);
call protect_tenant_table('list_counts');

-- A slot that no other transaction of the tenant counts in, held until this one ends: simultaneous writers of one tenant
-- neither wait for each other here nor lock the same counts in another order. Above tenants there is one slot for all.
create function free_slot() returns int
  language plpgsql as $$
declare
  slots constant int := 32;
  scope constant int := hashtext(current_setting('app.tenant_id', true));
begin
  if current_tenant() is null then
    return -1;
  end if;
  for step in 0 .. slots - 1 loop
    if pg_try_advisory_xact_lock(scope, (pg_backend_pid() + step) % slots) then
      return (pg_backend_pid() + step) % slots;
    end if;
  end loop;
  return pg_backend_pid() % slots;
end
$$;

-- Counts the rows of a table. `counted` is a select over the row `r` that returns list, key and amount, once for every
-- list and key the row counts in.
create procedure count_rows(name text, counted text)
  language plpgsql as $$
declare
  delta constant text := 'select r.tenant_id, c.list, c.key, %s c.amount as amount
      from %s r cross join lateral (%s) c (list, key, amount)';
  added constant text := format(delta, '', 'added', counted);
  removed constant text := format(delta, '-', 'removed', counted);
  save constant text := 'insert into list_counts as c (tenant_id, list, key, slot, amount)
      select d.tenant_id, d.list, d.key, free_slot(), sum(d.amount) from (%s) d
      group by d.tenant_id, d.list, d.key having sum(d.amount) <> 0 order by d.tenant_id, d.list, d.key
      on conflict on constraint list_counts_pkey do update set amount = c.amount + excluded.amount;';
begin
  execute format('create function %I() returns trigger language plpgsql as %L', 'count_' || name, format(
    E'begin\n  if tg_op = \'INSERT\' then\n    %s\n  elsif tg_op = \'UPDATE\' then\n    %s\n  else\n    %s\n  end if;\n  return null;\nend',
    format(save, added), format(save, added || ' union all ' || removed), format(save, removed)));
  execute format('create trigger count_added after insert on %I referencing new table as added
    for each statement execute function %I()', name, 'count_' || name);
  execute format('create trigger count_changed after update on %I referencing new table as added old table as removed
    for each statement execute function %I()', name, 'count_' || name);
  execute format('create trigger count_removed after delete on %I referencing old table as removed
    for each statement execute function %I()', name, 'count_' || name);
end
$$;

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
create index audit_log_by_entity_type on audit_log (tenant_id, entity_type, created_at desc, id desc);
create index audit_log_by_entity_id on audit_log (tenant_id, entity_id, created_at desc, id desc);
create index audit_log_by_actor on audit_log (tenant_id, actor_id, created_at desc, id desc);
call protect_tenant_table('audit_log', append_only => true);
call count_rows('audit_log', $$select 'audit_log', jsonb_build_object('entity_type', r.entity_type), 1$$);

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

-- Outgoing webhooks of any module, written with the change that causes them and delivered by the queue.
create table webhook_deliveries (
  tenant_id uuid not null constraint webhook_deliveries_tenant_fkey references tenants (id),
  id uuid not null,
  owner_type text not null,
  owner_id uuid not null,
  hook_id text not null,
  event text not null,
  url text not null,
  secret_sealed text not null,
  signature_header text not null,
  delivery_header text not null,
  body text not null,
  -- Within one key a delivery is first tried after all those with a lower position.
  order_key text not null,
  position bigint not null generated always as identity,
  status text not null constraint webhook_deliveries_status_known check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  attempts int not null default 0,
  -- How many attempts there were when the current series of tries began.
  series_from int not null default 0,
  first_tried_at timestamptz,
  last_status int,
  last_error text,
  next_attempt_at timestamptz,
  -- A process is delivering it. The claim of a process that died runs out.
  claimed_until timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null,
  constraint webhook_deliveries_pkey primary key (tenant_id, id),
  constraint webhook_deliveries_due_when_pending check ((status = 'PENDING') = (next_attempt_at is not null))
);
create index webhook_deliveries_newest on webhook_deliveries (tenant_id, owner_type, owner_id, created_at desc, id desc);
create index webhook_deliveries_untried on webhook_deliveries (tenant_id, order_key, position)
  where status = 'PENDING' and first_tried_at is null;
create index webhook_deliveries_pending on webhook_deliveries (next_attempt_at, tenant_id, id) where status = 'PENDING';
create index webhook_deliveries_finished on webhook_deliveries (created_at) where status <> 'PENDING';
call protect_tenant_table('webhook_deliveries');

-- The job queue builds its tables when the service starts. Its schema is made here, by one process at a time: of several
-- processes that start at once on a new database, the later ones would not see a schema made while they waited.
create schema if not exists pgboss;
