-- The foundation of all other tables: the tenant of the current transaction, the procedures that protect a table, and the
-- tables that belong to no module. Each later file is named after the module that owns its tables. A module reads its own
-- tables, those of this file and the views that other modules publish. Views are `security_invoker`, so that row-level
-- security applies to the caller, and their comments say what they publish. Plain SQL for PostgreSQL 15+ and its embedded
-- build alike.

-- src/db/migrate.ts creates the two roles: they belong to the server, not to this database.
grant usage on schema public to resguardo_app, resguardo_system;

-- The job queue creates its tables when the service starts. Its schema is created here, by one process at a time. If several
-- processes started at once on a new database, the later ones would not see a schema that was created while they waited.
create schema if not exists pgboss;

-- Null if unset, and null equals nothing: a forgotten tenant shows no row.
create function current_tenant() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.tenant_id', true), '')::uuid;

create function current_user_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::uuid;

-- ── protection of tables ──

-- A row of evidence can be deleted only with its organisation, whose row then says that the deletion has begun, or by law:
-- then the deletion gives a reason, and the table has a trigger that keeps the reason. A trigger on a partition sees only
-- the partition's name, so the table's name comes as an argument.
create function refuse_change() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_user = 'resguardo_system' then
    if exists (select from tenants t where t.id = (to_jsonb(old) ->> 'tenant_id')::uuid and t.erasing_since is not null) then
      return old;
    end if;
    if coalesce(current_setting('app.erasure_reason', true), '') <> ''
      and exists (select from pg_trigger t where t.tgrelid = tg_relid and t.tgname = 'evidence_erased') then
      return old;
    end if;
  end if;
  raise exception 'table % is append-only', coalesce(tg_argv[0], tg_table_name) using errcode = 'insufficient_privilege';
end
$$;

-- Puts a table with a tenant_id behind row-level security. `resguardo_app` sees the current tenant only;
-- `resguardo_system` is for the few acts above tenants. Rows of `append_only` tables never change.
create procedure protect_tenant_table(name text, append_only boolean default false)
  language plpgsql as $$
declare
  -- The table's name for the triggers of a partitioned table.
  whole constant text := (select quote_literal(relname) from pg_class where oid = name::regclass and relkind = 'p');
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy tenant on %I to resguardo_app
    using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', name);
  execute format('create policy above on %I to resguardo_system using (true) with check (true)', name);
  if append_only then
    execute format('grant select, insert on %I to resguardo_app, resguardo_system', name);
    -- The trigger decides which rows may be deleted.
    execute format('grant delete on %I to resguardo_system', name);
    execute format('create trigger append_only before update or delete on %I
      for each row execute function refuse_change(%s)', name, whole);
    execute format('create trigger append_only_whole before truncate on %I
      for each statement execute function refuse_change(%s)', name, whole);
  else
    execute format('grant select, insert, update, delete on %I to resguardo_app, resguardo_system', name);
  end if;
end
$$;

-- Tables above tenants: only the system role has access, unless a policy says otherwise.
create procedure protect_global_table(name text)
  language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy above on %I to resguardo_system using (true) with check (true)', name);
  execute format('grant select, insert, update, delete on %I to resguardo_system', name);
end
$$;

-- ── organisations and people ──

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
  -- Whether an act that makes a record official is warned of missing legal requirements, or refused.
  legal_gate text not null default 'warn' constraint tenants_legal_gate_known check (legal_gate in ('warn', 'enforce')),
  -- The organisation's requirements for sessions of its members: a second factor, or its own sign-in.
  require_mfa boolean not null default false,
  -- Only the organisation's own sign-in. Owners keep theirs, so that a dead provider does not lock everybody out.
  sso_enforced boolean not null default false,
  -- Hours after which a session ends even if it is in use; null for the service's own limit.
  session_hours integer constraint tenants_session_hours_bounded check (session_hours between 1 and 720),
  -- Days for which the archive of an answer is kept.
  answer_retention_days int not null default 30
    constraint tenants_answer_retention_bounded check (answer_retention_days between 15 and 365),
  siem_secret_sealed text not null,
  -- For a day after a rotation alerts signed with the previous secret are accepted.
  siem_previous_secret_sealed text,
  siem_previous_until timestamptz,
  -- The operator suspended the organisation: nobody reads, nothing is lost.
  suspended_at timestamptz,
  -- From this moment on a job deletes everything of the organisation. Its owners set and clear it.
  deletion_due_at timestamptz,
  -- Set once, when the deletion begins. It cannot be cancelled after that.
  erasing_since timestamptz,
  -- The organisation moves to another installation while both run: until this time it is read-only. The moving process
  -- extends the time while it works. If that process dies, the time passes and writes work again.
  moving_until timestamptz,
  -- Since then it is in another installation. Nothing of it is shown, accepted or sent here.
  moved_at timestamptz,
  moved_to text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint tenants_erased_when_due check (erasing_since is null or coalesce(erasing_since >= deletion_due_at, false)),
  constraint tenants_moved_somewhere check ((moved_at is null) = (moved_to is null)),
  constraint tenants_moved_closed check (moved_at is null or suspended_at is not null)
);
create index tenants_by_deletion on tenants (deletion_due_at) where deletion_due_at is not null;
call protect_global_table('tenants');
create policy own on tenants to resguardo_app using (id = (select current_tenant()));
-- A tenant edits its own settings. Its plan and its slug belong to the operator.
grant select on tenants to resguardo_app;
grant update (name, tax_id, contact_email, locale, timezone, branding, legal_gate, require_mfa, sso_enforced, session_hours,
  answer_retention_days, siem_secret_sealed, siem_previous_secret_sealed, siem_previous_until, deletion_due_at, updated_at)
  on tenants to resguardo_app;

create table users (
  id uuid not null constraint users_pkey primary key,
  email text not null constraint users_email_key unique constraint users_email_folded check (email = lower(email)),
  name text not null,
  password_hash text,
  -- When the person used a link that was sent only to the mailbox.
  mailbox_proven_at timestamptz,
  -- The operator closed the account.
  disabled_at timestamptz,
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
  -- The organisation's directory or sign-in made the member, not an invitation.
  by_company boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint memberships_pkey primary key (tenant_id, user_id)
);
create index memberships_newest on memberships (tenant_id, created_at desc, user_id desc);
create index memberships_by_user on memberships (user_id, status, created_at);
create index memberships_by_invitation on memberships (invitation_hash) where invitation_hash is not null;
call protect_tenant_table('memberships');

-- A user is visible to the tenants it is a member of. An invitation makes the account of any email visible to the tenant
-- that sends it, so the password hash is left out.
create policy colleagues on users to resguardo_app
  using (exists (select from memberships m where m.user_id = users.id and m.tenant_id = (select current_tenant())));
grant select (id, email, name, disabled_at, created_at, updated_at) on users to resguardo_app;

-- A session is one sign-in: the family of refresh tokens that descend from it.
create table sessions (
  id uuid not null constraint sessions_pkey primary key,
  user_id uuid not null constraint sessions_user_fkey references users (id) on delete cascade,
  tenant_id uuid,
  -- How the person signed in.
  method text not null default 'password',
  -- A second factor was proven, or a passkey that checked the person.
  strong boolean not null default false,
  -- The organisation whose own sign-in opened it.
  sso_tenant_id uuid,
  -- The session is in a cookie: dangerous acts ask for the password or a factor again.
  browser boolean not null default false,
  -- When the person last proved who they are.
  proven_at timestamptz,
  last_used_at timestamptz,
  -- The network of the caller: the last byte of an IPv4 address, or the last 80 bits of an IPv6 one, are zero.
  address_prefix text,
  -- Browser and operating system, as the caller names them.
  device text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);
create index sessions_by_company on sessions (sso_tenant_id) where sso_tenant_id is not null;
call protect_global_table('sessions');
create policy own on sessions to resguardo_app using (user_id = (select current_user_id()));
grant select on sessions to resguardo_app;

-- ── access to a tenant ──

-- A writer shares this lock until its transaction ends, and reads the tenant's row after taking it. A move sets the time
-- first and then takes the lock exclusively: by then every transaction that did not see the time has ended.
create function share_tenant(tenant uuid) returns void
  language sql volatile
  return pg_advisory_xact_lock_shared(hashtextextended(tenant::text, 6));

-- Why the tenant cannot be written now, for acts above tenants that write to one of them.
create function tenant_hold(tenant uuid) returns text
  language plpgsql as $$
begin
  perform share_tenant(tenant);
  return (select 'moving' from tenants t where t.id = tenant and t.moving_until > clock_timestamp());
end
$$;

-- Takes the role of the service and opens the tenant to this transaction, if the session is valid, its user is an active
-- member, and the organisation accepts such a session. Returns the member's role. Otherwise the tenant stays closed, and
-- `refusal` says why: sso_elsewhere, suspended, expired, mailbox, sso or mfa; for writers also moving. Only writers need the
-- name, for the audit log. A read-only transaction is closed to writes. It is one function, because every request calls it.
-- The lookup itself runs above tenants: its keys are all given, and policies on three tables would cost more than the
-- lookup.
create function enter_tenant(
  session uuid, person uuid, tenant uuid, mode text, at timestamptz,
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
      -- A company's sign-in proves its people only to that company, which must not learn where else they are members.
      when s.sso_tenant_id <> tenant then 'sso_elsewhere'
      when t.suspended_at is not null then 'suspended'
      when s.created_at + make_interval(hours => t.session_hours) <= at then 'expired'
      when s.sso_tenant_id = tenant then null
      -- The company only typed the address. Until its owner proves it, an account with that address may be anybody's.
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

-- The same for callers that are not members: an API key, the public, a job. Either they read something of the organisation
-- (`shows`), or they send something to it: a suspended organisation shows nothing and accepts everything. No plan means that
-- the tenant does not exist, or is being deleted. Writers get the refusal `moving` or `moved`. The mode `settle` records the
-- result of something that was sent before the organisation began to move.
create function open_tenant(tenant uuid, mode text, shows boolean, out plan text, out refusal text)
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

-- ── counts of the long lists ──

-- Row counts of the long lists, maintained in the transaction of the rows, because counting them for every page would cost
-- more than the page. `key` holds the values that a list is filtered by. A reader adds the slots up.
create table list_counts (
  tenant_id uuid not null constraint list_counts_tenant_fkey references tenants (id),
  list text not null,
  key jsonb not null,
  slot smallint not null,
  amount bigint not null,
  constraint list_counts_pkey primary key (tenant_id, list, key, slot)
) with (fillfactor = 50);
call protect_tenant_table('list_counts');

-- Takes a slot that no other transaction of the tenant uses, until this one ends. So simultaneous writers of one tenant
-- neither wait for each other here nor lock the same counts in a different order. Above tenants there is one slot for all.
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

-- Counts the rows of a table. `counted` is a select over the row `r` that returns list, key and amount, once for every list
-- and key that the row counts in.
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

-- ── words for search ──

-- The words of searchable rows, one row for each word. The index is a plain one over words, not a full-text or trigram
-- index: under row-level security PostgreSQL uses an index only for operators that cannot leak a value. Comparisons cannot;
-- the operators of those indexes can. Triggers write the words, so words and rows never differ.
create table search_words (
  tenant_id uuid not null,
  -- The table of the row.
  list text not null,
  -- Folded. The whole title is also here, after a space, which no word begins with: lists are sorted by it.
  word text collate "C" not null,
  entity_id uuid not null,
  constraint search_words_pkey primary key (tenant_id, list, entity_id, word)
);
create index search_words_by_word on search_words (tenant_id, list, word, entity_id);
call protect_tenant_table('search_words');

-- Folds case and accents. `wordsOf` of the service folds the searched words in the same way.
create function fold_text(value text) returns text
  language sql immutable parallel safe as $$
  select lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g'))
$$;

-- Text between spaces is a word without its dots and dashes (a RUT, a folio, an address), and so is each of its parts.
create function words_of(title text, body text) returns setof text
  language sql immutable parallel safe rows 30 as $$
  with folded as materialized (
    select translate(fold_text(concat_ws(' ', left(title, 500), left(body, 2000))), E'\t\n\r', '   ') as text
  )
  select ' ' || left(btrim(fold_text(title)), 100) where title is not null
  union
  select left(found.word, 40)
  from folded cross join lateral (
    select string_to_table(regexp_replace(text, '[\u0001-\u001f!-/:-@\[-`{-\u00bf\u2000-\u206f]+', '', 'g'), ' ')
    union all
    select string_to_table(regexp_replace(text, '[\u0001-\u001f!-/:-@\[-`{-\u00bf\u2000-\u206f]+', ' ', 'g'), ' ')
  ) found (word)
  where found.word <> all ('{"",a,al,con,de,del,e,el,en,la,las,lo,los,o,para,por,que,se,su,sus,un,una,y}')
$$;

-- A web address as people type it: without its scheme, and also without «www.».
create function bare_addresses(url text) returns text
  language sql immutable parallel safe as $$
  select concat_ws(' ', regexp_replace(url, '^\s*([a-z]+:)?//', '', 'i'), regexp_replace(url, '^\s*(([a-z]+:)?//)?www\.', '', 'i'))
$$;

-- Maintains the words of a table. `title` and `body` are expressions over the row `r`.
create procedure index_words(name text, title text, body text)
  language plpgsql as $$
begin
  execute format('create function %I() returns trigger language plpgsql as %L', 'index_' || name, format(
    $body$
declare
  was_title text;
  was_body text;
  new_title text;
  new_body text;
begin
  if tg_op <> 'INSERT' then
    select %2$s, %3$s into was_title, was_body from (select old.*) r;
  end if;
  if tg_op <> 'DELETE' then
    select %2$s, %3$s into new_title, new_body from (select new.*) r;
  end if;
  if tg_op = 'UPDATE' and (was_title, was_body) is not distinct from (new_title, new_body) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from search_words where tenant_id = old.tenant_id and list = %1$L and entity_id = old.id
      and word = any (array(select words_of(was_title, was_body)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (tenant_id, list, word, entity_id)
      select new.tenant_id, %1$L, w.word, new.id from words_of(new_title, new_body) w (word);
  end if;
  return null;
end$body$, name, title, body));
  execute format('create trigger index_words after insert or update or delete on %I
    for each row execute function %I()', name, 'index_' || name);
  execute format('insert into search_words (tenant_id, list, word, entity_id)
    select r.tenant_id, %L, w.word, r.id from %I r cross join lateral words_of(%s, %s) w (word)', name, name, title, body);
end
$$;

-- ── partitions by month ──

-- Append-only tables are partitioned by ranges of ids, so that old months can be taken out of the database. Ids begin with
-- the millisecond in which the service made them (UUIDv7). So a month is a range of ids, and keys and foreign keys need no
-- date. A row whose id belongs to no month goes to the partition «other», so no row is refused.

-- The smallest UUIDv7 of the first millisecond of a month, in UTC.
create function month_start(month date) returns uuid
  language sql immutable parallel safe
  return (lpad(to_hex((extract(epoch from month::timestamp) * 1000)::int8), 12, '0') || '70008000000000000000')::uuid;

-- The month of an id; null for an id that is not a UUIDv7.
create function month_of(id uuid) returns date
  language sql immutable parallel safe
  return case when substr(id::text, 15, 1) = '7' then date_trunc('month', to_timestamp(
    ('x0000' || left(replace(id::text, '-', ''), 12))::bit(64)::int8 / 1000.0) at time zone 'UTC')::date end;

-- The partitions of a table. The first one has no `since`, «other» has neither.
create function parts_of(parent regclass) returns table (part regclass, since uuid, until uuid)
  language sql stable as $$
  select c.oid::regclass,
    (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \(''([^'']+)''\)'))[1]::uuid,
    (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''([^'']+)''\)'))[1]::uuid
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = parent
$$;

-- PostgreSQL keeps extended statistics for each partition, so a partition gets those of its table.
create procedure describe_part(part text, parent text)
  language plpgsql as $$
declare
  statistics record;
begin
  for statistics in select stxname, pg_get_statisticsobjdef(oid) as definition
    from pg_statistic_ext where stxrelid = parent::regclass loop
    execute regexp_replace(statistics.definition, '^CREATE STATISTICS \S+ (.+) FROM \S+$',
      format('create statistics %I \1 from %I', replace(statistics.stxname, parent, part), part));
  end loop;
end
$$;

create procedure protect_part(part text, parent text)
  language plpgsql as $$
begin
  execute format('alter table %I enable row level security', part);
  execute format('alter table %I force row level security', part);
  execute format('create trigger append_only_whole before truncate on %I
    for each statement execute function refuse_change(%L)', part, parent);
end
$$;

-- Creates a partition of a table, which is attached later. Statements reach it only through the table: it has row-level
-- security without a policy, and nobody has rights to it. Its indexes are named like those of the table.
create procedure make_part(part text, parent text)
  language plpgsql as $$
declare
  index record;
begin
  execute format('create table %I (like %I including defaults including constraints including storage)', part, parent);
  call protect_part(part, parent);
  call describe_part(part, parent);
  for index in select c.relname, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = parent::regclass and not i.indisprimary loop
    execute regexp_replace(index.definition, '^CREATE INDEX \S+ ON ONLY \S+',
      format('create index %I on %I', replace(index.relname, parent, part), part));
  end loop;
end
$$;

-- Creates a month, and moves its rows there from «other». The triggers are off meanwhile, because a moved row is not a new
-- one. Foreign keys to the table are dropped before the move and added after it, since the rows are absent for an instant.
create procedure make_month(parent regclass, month date)
  language plpgsql as $$
declare
  name constant text := (select relname from pg_class where oid = parent);
  part constant text := format('%s_%s', name, to_char(month, 'YYYY_MM'));
  other constant text := name || '_other';
  first constant uuid := month_start(month);
  last constant uuid := month_start((month + interval '1 month')::date);
  moved bigint := 0;
  pointing record;
  restore text[] := '{}';
begin
  call make_part(part, name);
  execute format('lock table %I in access exclusive mode', other);
  if pg_relation_size(other::regclass) > 0 then
    execute format('alter table %I no force row level security', other);
    execute format('alter table %I no force row level security', part);
    execute format('insert into %I select * from %I where id >= $1 and id < $2', part, other) using first, last;
    get diagnostics moved = row_count;
    if moved > 0 then
      for pointing in select conrelid::regclass as source, conname, pg_get_constraintdef(oid) as definition
        from pg_constraint where contype = 'f' and confrelid = parent and conparentid = 0 loop
        execute format('alter table %s drop constraint %I', pointing.source, pointing.conname);
        restore := restore || format('alter table %s add constraint %I %s', pointing.source, pointing.conname,
          pointing.definition);
      end loop;
      execute format('alter table %I disable trigger user', other);
      execute format('delete from %I where id >= $1 and id < $2', other) using first, last;
      execute format('alter table %I enable trigger user', other);
    end if;
    execute format('alter table %I force row level security', part);
    execute format('alter table %I force row level security', other);
  end if;
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', name, part, first, last);
  for at in 1 .. cardinality(restore) loop
    execute restore[at];
  end loop;
end
$$;

create function is_made(parent regclass, month date) returns boolean
  language sql volatile as $$
  select exists (select from parts_of(parent) p
    where p.until > month_start(month) and (p.since is null or p.since <= month_start(month)))
$$;

-- The months of rows in «other» that have no partition, up to `last`.
create function waiting_months(parent regclass, last date) returns date[]
  language plpgsql as $$
declare
  found date[];
begin
  execute format('select array(select distinct month_of(id) from %I where month_of(id) between $1 and $2)',
    (select relname from pg_class where oid = parent) || '_other') into found using date '2020-01-01', last;
  return array(select month from unnest(found) month where not is_made(parent, month));
end
$$;

-- Creates the months of every table up to three ahead, and those of rows in «other». It takes no lock if nothing is missing.
-- Of several callers one works, and the others find it done. Returns the number of new months. The login of the service owns
-- no table, so this function runs with the rights of the owner.
create function make_months(at timestamptz default now()) returns int
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  parents constant regclass[] := array(select c.oid::regclass from pg_class c
    where c.relkind = 'p' and c.relnamespace = 'public'::regnamespace order by c.relname);
  this_month constant date := date_trunc('month', least(at, now() + interval '1 year') at time zone 'UTC');
  ahead constant date[] := array(select (this_month + n * interval '1 month')::date from generate_series(0, 3) n);
  missing constant boolean := exists (select from unnest(parents) p (name)
    where exists (select from unnest(ahead) m (month) where not is_made(p.name, m.month))
      or cardinality(waiting_months(p.name, this_month)) > 0);
  parent regclass;
  month date;
  made int := 0;
begin
  if not missing then
    return 0;
  end if;
  perform pg_advisory_xact_lock(7219, 12);
  foreach parent in array parents loop
    foreach month in array waiting_months(parent, this_month) || ahead loop
      continue when is_made(parent, month);
      call make_month(parent, month);
      made := made + 1;
    end loop;
  end loop;
  return made;
end
$$;
revoke execute on function make_months(timestamptz) from public;
grant execute on function make_months(timestamptz) to resguardo_system;

-- Divides a table into months. The table is partitioned by its id and has its keys, indexes, statistics and protection
-- already.
create procedure divide_into_months(name text)
  language plpgsql as $$
declare
  other constant text := name || '_other';
begin
  call make_part(other, name);
  -- Lets only the owner see the rows that wait for a month. It does not name the owner: a dump is restored under another
  -- one.
  execute format('create policy waiting on %I for select using
    (current_user = (select pg_get_userbyid(relowner) from pg_class where oid = %L::regclass))', other, other);
  execute format('alter table %I attach partition %I default', name, other);
  perform make_months();
end
$$;

-- Months that an operator took out of the database into a file. The file has the ids from `since` (or from the first one, if
-- null) up to `until`. Only the service can make the mark: without it an entry here excuses no missing row.
create table archived_months (
  table_name text not null,
  month text not null,
  since uuid,
  until uuid not null,
  rows bigint not null,
  sha256 text not null,
  mark text not null,
  archived_at timestamptz not null,
  constraint archived_months_pkey primary key (table_name, month)
);
call protect_global_table('archived_months');
-- An organisation that verifies its own chain sees which months are archived.
create policy all_see on archived_months for select to resguardo_app using (true);
grant select on archived_months to resguardo_app;

-- ── traces of acts ──

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
  -- The network from which the caller acted, as in sessions.
  address_prefix text,
  created_at timestamptz not null,
  constraint audit_log_pkey primary key (tenant_id, id)
) partition by range (id);
create index audit_log_newest on audit_log (tenant_id, created_at desc, id desc);
create index audit_log_by_entity_type on audit_log (tenant_id, entity_type, created_at desc, id desc);
create index audit_log_by_entity_id on audit_log (tenant_id, entity_id, created_at desc, id desc);
create index audit_log_by_actor on audit_log (tenant_id, actor_id, created_at desc, id desc);
call protect_tenant_table('audit_log', append_only => true);
call count_rows('audit_log', $$select 'audit_log', jsonb_build_object('entity_type', r.entity_type), 1$$);
call divide_into_months('audit_log');

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

-- Events of an organisation, written with the change itself and handed to listeners (src/events). They never contain the
-- name, address or number of a data subject. They are deleted after 90 days; the audit log stays.
create table events (
  tenant_id uuid not null constraint events_tenant_fkey references tenants (id),
  id uuid not null,
  type text not null,
  entity_type text not null,
  entity_id uuid not null,
  title text not null,
  data jsonb not null,
  -- The people concerned: the assignee, the person who asked for it, and the role that may act on it.
  assigned_to uuid,
  requested_by uuid,
  required_role text,
  legal_entity_id uuid,
  due_at timestamptz,
  actor_id text,
  occurred_at timestamptz not null,
  -- The listeners that already had the event.
  heard_by text[] not null default '{}',
  constraint events_pkey primary key (tenant_id, id)
);
create index events_by_age on events (occurred_at);
call protect_tenant_table('events');

-- Events too frequent to be written when nobody listens: here are those that somebody outside the service subscribed to.
create table event_interests (
  tenant_id uuid not null constraint event_interests_tenant_fkey references tenants (id),
  type text not null,
  constraint event_interests_pkey primary key (tenant_id, type)
);
call protect_tenant_table('event_interests');

-- Outgoing mail, written with the change that causes it and sent by the queue. The text of a sent letter is deleted, because
-- its links and codes give access.
create table mails (
  tenant_id uuid not null constraint mails_tenant_fkey references tenants (id),
  id uuid not null,
  recipient text not null,
  -- Replies go to this address, which a person reads.
  reply_to text,
  subject text not null,
  body_text text not null,
  body_html text not null,
  -- Letters of members count against the plan's daily limit; those of strangers and of the service itself do not.
  caused_by text not null default 'member' constraint mails_cause_known check (caused_by in ('member', 'public', 'service')),
  -- A letter of the service itself, which never has the organisation's name as its sender.
  is_ours boolean not null default false,
  -- A stranger may have typed the address of the letter into a public form, so such letters are sent in limited numbers per
  -- hour. `turn_at` is the time when this one was released. Without it the letter waits, after those written earlier.
  is_to_stranger boolean not null default false,
  turn_at timestamptz,
  -- Each network at each form has turns of its own, so a flood of a form delays only its own letters. A keyed digest of
  -- both.
  turn_key text not null default '',
  created_at timestamptz not null,
  sent_at timestamptz,
  constraint mails_pkey primary key (tenant_id, id)
);
create index mails_by_age on mails (tenant_id, created_at desc, id desc);
create index mails_by_turn on mails (tenant_id, turn_at) where turn_at is not null;
create index mails_waiting on mails (tenant_id, created_at, id) where is_to_stranger and turn_at is null;
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
  -- A delivery written while one secret replaces another has the signatures of both.
  previous_secret_sealed text,
  signature_header text not null,
  delivery_header text not null,
  body text not null,
  -- The trace of the event: all tries continue it, whichever job runs them. Null without tracing.
  traceparent text constraint webhook_deliveries_traceparent_shape
    check (traceparent ~ '^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$'),
  -- With one key, a delivery is first tried after all those with a lower position.
  order_key text not null,
  position bigint not null generated always as identity,
  status text not null constraint webhook_deliveries_status_known check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  attempts int not null default 0,
  -- Number of attempts at the start of the current series of tries.
  series_from int not null default 0,
  first_tried_at timestamptz,
  last_status int,
  last_error text,
  next_attempt_at timestamptz,
  -- A process is delivering it. The claim of a dead process expires.
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

-- ── the installation ──

-- Values that must exist before the service starts: one that shows whether APP_SECRET is right, and the keys that survive a
-- change of it.
create table installation_keys (
  name text not null constraint installation_keys_pkey primary key,
  value_sealed text not null,
  created_at timestamptz not null
);
call protect_global_table('installation_keys');

-- Deleted organisations, for the certificate. It holds no personal data: `recipients` are the addresses that the certificate
-- is mailed to, and are deleted when it is written.
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
