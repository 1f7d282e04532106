-- Suspended and deleted organisations, disabled accounts, key ids of seals.

-- What must be there before the service starts: a value that shows whether APP_SECRET is the right one, and the keys that
-- outlive a change of it.
create table installation_keys (
  name text not null constraint installation_keys_pkey primary key,
  value_sealed text not null,
  created_at timestamptz not null
);
call protect_global_table('installation_keys');

-- The owners ask for the deletion of their organisation, or take it back.
grant update (deletion_due_at) on tenants to resguardo_app;
-- Set once, when the deletion begins: from here on there is no way back.
alter table tenants
  add column erasing_since timestamptz,
  add constraint tenants_erased_when_due check (erasing_since is null or coalesce(erasing_since >= deletion_due_at, false));
create index tenants_by_deletion on tenants (deletion_due_at) where deletion_due_at is not null;

-- Evidence leaves with its organisation and in no other way: the system role deletes rows of a tenant whose deletion has
-- begun, which its row says.
create or replace function refuse_change() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_user = 'resguardo_system' then
    if exists (select from tenants t where t.id = (to_jsonb(old) ->> 'tenant_id')::uuid and t.erasing_since is not null) then
      return old;
    end if;
  end if;
  raise exception 'table % is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

create or replace procedure protect_tenant_table(name text, append_only boolean default false)
  language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy tenant on %I to resguardo_app
    using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', name);
  execute format('create policy above on %I to resguardo_system using (true) with check (true)', name);
  if append_only then
    execute format('grant select, insert on %I to resguardo_app, resguardo_system', name);
    -- The trigger lets rows of an organisation that is being deleted go.
    execute format('grant delete on %I to resguardo_system', name);
    execute format('create trigger append_only before update or delete on %I
      for each row execute function refuse_change()', name);
    execute format('create trigger append_only_whole before truncate on %I
      for each statement execute function refuse_change()', name);
  else
    execute format('grant select, insert, update, delete on %I to resguardo_app, resguardo_system', name);
  end if;
end
$$;

do $$
declare
  evidence record;
begin
  for evidence in select t.tgrelid::regclass as name from pg_trigger t where t.tgname = 'append_only' loop
    execute format('grant delete on %s to resguardo_system', evidence.name);
  end loop;
end
$$;

-- As open_tenant, for callers to whom something of the organisation is shown (`shows`) or who leave something with it.
-- A suspended one shows nothing and takes everything. One that is being deleted no longer exists. The version before this
-- one calls the function with two arguments.
create function open_tenant(tenant uuid, mode text, shows boolean, out plan text, out refusal text)
  language plpgsql as $$
declare
  stepped text := set_config('role', 'resguardo_app', true);
  opened text := set_config('app.tenant_id', tenant::text, true);
begin
  select t.plan, case when shows and t.suspended_at is not null then 'suspended' end into plan, refusal
    from tenants t where t.id = tenant and t.erasing_since is null;
  if plan is null or refusal is not null then
    opened := set_config('app.tenant_id', '', true);
  end if;
  if mode = 'read only' then
    stepped := set_config('transaction_read_only', 'on', true);
  end if;
end
$$;

-- What was deleted, for the certificate. It holds no personal data: `recipients` are the addresses that the certificate is
-- mailed to, and are forgotten when it is written.
create table erasures (
  id uuid not null constraint erasures_pkey primary key,
  tenant_ref uuid not null constraint erasures_tenant_key unique,
  slug text not null,
  requested_at timestamptz not null,
  due_at timestamptz not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- Rows per table.
  counts jsonb not null default '{}',
  files bigint not null default 0,
  bytes bigint not null default 0,
  recipients text[]
);
create index erasures_by_slug on erasures (slug, started_at desc);
call protect_global_table('erasures');
