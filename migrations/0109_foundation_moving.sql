-- An organisation moves to another installation while both run. For a moment it is read and not written.

alter table tenants
  -- Until then nothing of it is written. Who moves it puts the time off while the work goes on: when that process is gone,
  -- the time comes and the organisation is written again.
  add column moving_until timestamptz,
  -- Since then it is in another installation. Nothing of it is shown, taken or sent here.
  add column moved_at timestamptz,
  add column moved_to text,
  add constraint tenants_moved_somewhere check ((moved_at is null) = (moved_to is null)),
  add constraint tenants_moved_closed check (moved_at is null or suspended_at is not null);

-- Who writes shares this lock until the transaction ends, and looks at the tenant afterwards. Who begins a move sets the time
-- and then takes the lock alone: every transaction that did not see the time has ended by then.
create function share_tenant(tenant uuid) returns void
  language sql volatile
  return pg_advisory_xact_lock_shared(hashtextextended(tenant::text, 6));

-- Why nothing of the tenant is written now, for acts above tenants that write to one of them.
create function tenant_hold(tenant uuid) returns text
  language plpgsql as $$
begin
  perform share_tenant(tenant);
  return (select 'moving' from tenants t where t.id = tenant and t.moving_until > clock_timestamp());
end
$$;

-- As before, and a member who is to write gets the refusal `moving` while the organisation moves.
create or replace function enter_tenant(
  session uuid, person uuid, tenant uuid, mode text, at timestamptz default now(),
  out holds boolean, out role text, out plan text, out name text, out refusal text
)
  language plpgsql as $$
declare
  stepped text := set_config('role', 'resguardo_system', true);
  moving boolean;
begin
  if mode <> 'read only' then
    perform share_tenant(tenant);
  end if;
  select m.role, t.plan, case
      when t.suspended_at is not null then 'suspended'
      when s.created_at + make_interval(hours => t.session_hours) <= at then 'expired'
      when s.sso_tenant_id = t.id then null
      -- A company proves its people to itself and to nobody else.
      when s.sso_tenant_id is not null then 'sso_elsewhere'
      -- The company named an address. Until its owner proves it, an account of that address may be anybody's.
      when m.by_company and (select u.mailbox_proven_at from users u where u.id = person) is null then 'mailbox'
      when t.sso_enforced and m.role <> 'OWNER' then 'sso'
      when t.require_mfa and not s.strong then 'mfa'
    end, t.moving_until > clock_timestamp() and mode <> 'read only'
    into role, plan, refusal, moving from sessions s
    left join memberships m on m.tenant_id = tenant and m.user_id = s.user_id and m.status = 'ACTIVE'
    left join tenants t on t.id = m.tenant_id
    where s.id = session and s.user_id = person and s.revoked_at is null and s.expires_at > at;
  holds := found;
  if refusal is null and moving then
    refusal := 'moving';
  end if;
  if role is not null and mode <> 'read only' then
    select u.name into name from users u where u.id = person;
  end if;
  stepped := set_config('role', 'resguardo_app', true);
  stepped := set_config('app.user_id', person::text, true);
  stepped := set_config('app.tenant_id', case when role is null or refusal is not null then '' else tenant::text end, true);
  if mode = 'read only' then
    stepped := set_config('transaction_read_only', 'on', true);
  end if;
end
$$;

-- As before, and who is to write gets the refusal `moving` or `moved`. The mode `settle` writes down what came of something
-- that left before the organisation began to move.
create or replace function open_tenant(tenant uuid, mode text, shows boolean, out plan text, out refusal text)
  language plpgsql as $$
declare
  stepped text := set_config('role', 'resguardo_app', true);
  opened text := set_config('app.tenant_id', tenant::text, true);
begin
  if mode <> 'read only' then
    perform share_tenant(tenant);
  end if;
  select t.plan, case
      when shows and t.suspended_at is not null then 'suspended'
      when mode <> 'read write' then null
      when t.moved_at is not null then 'moved'
      when t.moving_until > clock_timestamp() then 'moving'
    end into plan, refusal
    from tenants t where t.id = tenant and t.erasing_since is null;
  if plan is null or refusal is not null then
    opened := set_config('app.tenant_id', '', true);
  end if;
  if mode = 'read only' then
    stepped := set_config('transaction_read_only', 'on', true);
  end if;
end
$$;
