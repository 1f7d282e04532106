-- What an organisation asks of the sessions of its members.
alter table tenants
  -- A second factor, or the organisation's own sign-in.
  add column require_mfa boolean not null default false,
  -- Only the organisation's own sign-in. The owners keep theirs, so that a dead provider shuts nobody out for good.
  add column sso_enforced boolean not null default false,
  -- Hours after which a session ends however much it is used; null for the service's own bound.
  add column session_hours integer constraint tenants_session_hours_bounded check (session_hours between 1 and 720),
  -- The operator closed it: nobody reads, nothing is lost.
  add column suspended_at timestamptz,
  -- From this moment on a job deletes everything of it.
  add column deletion_due_at timestamptz;
grant update (require_mfa, sso_enforced, session_hours) on tenants to resguardo_app;

-- The directory or the sign-in of the organisation made the member, and no invitation.
alter table memberships add column by_company boolean not null default false;

alter table users
  -- The operator closed the account.
  add column disabled_at timestamptz,
  -- When the person used a link that went to the mailbox and to nobody else.
  add column mailbox_proven_at timestamptz;
grant select (disabled_at) on users to resguardo_app;

alter table sessions
  -- How the person signed in.
  add column method text not null default 'password',
  -- A second factor was proven, or a passkey that checked the person.
  add column strong boolean not null default false,
  -- The organisation whose own sign-in opened it.
  add column sso_tenant_id uuid,
  -- It lives in a cookie: what is dangerous asks for the password or a factor again.
  add column browser boolean not null default false,
  -- When the person last proved who they are.
  add column proven_at timestamptz,
  add column last_used_at timestamptz,
  -- The network of the caller: the last byte of an IPv4 address, or the last 80 bits of an IPv6 one, are zero.
  add column address_prefix text,
  -- Browser and system, as the caller names them.
  add column device text;

-- The network from which the caller acted, as in sessions.
alter table audit_log add column address_prefix text;

create index sessions_by_company on sessions (sso_tenant_id) where sso_tenant_id is not null;

-- Takes the role of the service and opens the tenant to this transaction if the session is valid, its owner is an
-- active member, and the organisation lets such a session in. `refusal` says why it does not: suspended, expired, sso,
-- sso_elsewhere or mfa.
-- Otherwise as before. The version before this one calls it without the time.
drop function enter_tenant(uuid, uuid, uuid, text);
create function enter_tenant(
  session uuid, person uuid, tenant uuid, mode text, at timestamptz default now(),
  out holds boolean, out role text, out plan text, out name text, out refusal text
)
  language plpgsql as $$
declare
  stepped text := set_config('role', 'resguardo_system', true);
begin
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
    end into role, plan, refusal from sessions s
    left join memberships m on m.tenant_id = tenant and m.user_id = s.user_id and m.status = 'ACTIVE'
    left join tenants t on t.id = m.tenant_id
    where s.id = session and s.user_id = person and s.revoked_at is null and s.expires_at > at;
  holds := found;
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
