-- The ways in step into their role themselves: entry and queries then need no other statement around them, and what
-- travels in one flight is one transaction. A reader's transaction is closed to writes. Those of the same names with fewer
-- arguments stay for processes of the version before.

-- The way in for a person: opens the tenant to this transaction if the session holds and its owner is an active
-- member, and says as what. For anyone else the tenant stays closed. The name is for the audit log: only who writes
-- needs it. One call, because every request makes it.
create function enter_tenant(
  session uuid, person uuid, tenant uuid, mode text, out holds boolean, out role text, out plan text, out name text
)
  language plpgsql as $$
declare
  stepped text := set_config('role', 'resguardo_app', true);
  opened text := set_config('app.tenant_id', tenant::text, true);
  known text := set_config('app.user_id', person::text, true);
begin
  select m.role, t.plan into role, plan from sessions s
    left join memberships m on m.tenant_id = tenant and m.user_id = s.user_id and m.status = 'ACTIVE'
    left join tenants t on t.id = m.tenant_id
    where s.id = session and s.user_id = person and s.revoked_at is null;
  holds := found;
  if role is null then
    opened := set_config('app.tenant_id', '', true);
  end if;
  if mode = 'read only' then
    stepped := set_config('transaction_read_only', 'on', true);
  elsif role is not null then
    select u.name into name from users u where u.id = person;
  end if;
end
$$;

-- The way in on behalf of someone who is no member: an API key, the public, a job. No plan means no such tenant.
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
