-- The audit log and the consent records in months, so that old ones can be taken out of the database. Ids begin with the
-- millisecond in which the service made them (UUIDv7), so a month is a range of ids: primary keys and foreign keys stay.
-- What a table holds today becomes its first part as it is, without a copy. A row whose id is of no month made so far
-- goes to the part «other»: no row is refused.

-- Every lock that this file needs, in the order in which requests touch the tables, so that none waits for the other. A
-- foreign key that is dropped or taken over by a part locks the table that it points to as well.
lock table tenants in access exclusive mode;
lock table consent_templates, consent_notices, consent_form_records, consent_confirmations, consent_records, audit_log
  in access exclusive mode;

-- The smallest UUIDv7 of the first millisecond of a month, in UTC.
create function month_start(month date) returns uuid
  language sql immutable parallel safe
  return (lpad(to_hex((extract(epoch from month::timestamp) * 1000)::int8), 12, '0') || '70008000000000000000')::uuid;

-- The month of an id; null for one that is no UUIDv7.
create function month_of(id uuid) returns date
  language sql immutable parallel safe
  return case when substr(id::text, 15, 1) = '7' then date_trunc('month', to_timestamp(
    ('x0000' || left(replace(id::text, '-', ''), 12))::bit(64)::int8 / 1000.0) at time zone 'UTC')::date end;

-- The parts of a table. The first one has no `since`, «other» has neither.
create function parts_of(parent regclass) returns table (part regclass, since uuid, until uuid)
  language sql stable as $$
  select c.oid::regclass,
    (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \(''([^'']+)''\)'))[1]::uuid,
    (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''([^'']+)''\)'))[1]::uuid
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = parent
$$;

-- Makes a part of a table, which is yet to be attached. It is read and written through the table: behind its own row-level
-- security it has no policy, and nobody has rights to it. Its indexes are named as those of the table.
create procedure make_part(part text, parent text)
  language plpgsql as $$
declare
  index record;
begin
  execute format('create table %I (like %I including defaults including constraints including storage)', part, parent);
  call protect_part(part, parent);
  for index in select c.relname, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = parent::regclass and not i.indisprimary loop
    execute regexp_replace(index.definition, '^CREATE INDEX \S+ ON ONLY \S+',
      format('create index %I on %I', replace(index.relname, parent, part), part));
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

-- Makes a month, and moves there what «other» holds of it. The triggers are off meanwhile: a row that moves is no new one.
-- Foreign keys that point here are put back behind the move, since a row is gone for an instant.
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

-- The months before this one and up to three ahead that have no part yet, of rows in «other».
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

create function is_made(parent regclass, month date) returns boolean
  language sql volatile as $$
  select exists (select from parts_of(parent) p
    where p.until > month_start(month) and (p.since is null or p.since <= month_start(month)))
$$;

-- Makes the months of every table up to three ahead, and those whose rows lie in «other». Where nothing is missing it takes
-- no lock. Of several callers one works, and the others find it done. Answers how many it made. The login of the service
-- owns no table, so this runs with the rights of who does.
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

-- Months that an operator took out of the database into a file. The ids from `since` (from the first one on, where it is
-- null) up to `until` are in it. Only the service can make the mark: a row without it excuses nothing that is gone.
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
-- Who verifies its own chain sees which months are out.
create policy all_see on archived_months for select to resguardo_app using (true);
grant select on archived_months to resguardo_app;

-- A trigger of a part knows the part's name: where the table's is meant, it is given with the trigger.
create or replace function refuse_change() returns trigger
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

create or replace function evidence_waits() returns trigger
  language plpgsql as $$
begin
  insert into evidence_waiting (tenant_id, source, row_id, imported)
    values (new.tenant_id, coalesce(tg_argv[0], tg_table_name), new.id, evidence_comes_from_elsewhere());
  return null;
end
$$;

create or replace function evidence_erased() returns trigger
  language plpgsql as $$
declare
  given text := coalesce(current_setting('app.erasure_reason', true), '');
  erased_from text := coalesce(tg_argv[0], tg_table_name);
begin
  if given = '' then
    return null;
  end if;
  insert into evidence_erasures (tenant_id, id, source, row_id, row_version, reason, mark, erased_at)
    values (old.tenant_id, gen_random_uuid(), erased_from, old.id, 0, given,
      coalesce(current_setting('app.erasure_mark', true), ''), now());
  delete from evidence_salts s using evidence_entries e
    where e.tenant_id = old.tenant_id and e.source = erased_from and e.row_id = old.id
      and s.tenant_id = e.tenant_id and s.seq = e.seq;
  return null;
end
$$;

-- ── a decision that is sent again ──

-- The key that a browser has for its decision, and the record that came of it. No index over the parts of a table can
-- promise that a key is there once, so this one does, under the name that the index had.
create table consent_record_keys (
  tenant_id uuid not null constraint consent_record_keys_tenant_fkey references tenants (id),
  notice_id uuid not null,
  client_key text not null,
  record_id uuid not null
);
call protect_tenant_table('consent_record_keys');
revoke update, delete on consent_record_keys from resguardo_app;
revoke update on consent_record_keys from resguardo_system;

set local role resguardo_system;
insert into consent_record_keys (tenant_id, notice_id, client_key, record_id)
  select tenant_id, notice_id, client_key, id from consent_records where client_key is not null;
reset role;
drop index consent_records_once;
alter table consent_record_keys
  add constraint consent_records_once primary key (tenant_id, notice_id, client_key);

create function keep_client_key() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from consent_record_keys k
      where k.tenant_id = old.tenant_id and k.notice_id = old.notice_id and k.client_key = old.client_key
        and k.record_id = old.id;
  else
    insert into consent_record_keys (tenant_id, notice_id, client_key, record_id)
      values (new.tenant_id, new.notice_id, new.client_key, new.id);
  end if;
  return null;
end
$$;
create trigger client_key after insert on consent_records
  for each row when (new.client_key is not null) execute function keep_client_key();
create trigger client_key_erased after delete on consent_records
  for each row when (old.client_key is not null) execute function keep_client_key();

-- ── the three tables ──

-- Puts a table with the same columns, keys, indexes, policies and triggers in the place of one, which becomes its first
-- part. The indexes of the first part are those that are there.
create procedure divide_into_months(name text)
  language plpgsql as $$
declare
  next_month constant date := date_trunc('month', now() at time zone 'UTC') + interval '1 month';
  part constant text := format('%s_until_%s', name, to_char(next_month - interval '1 month', 'YYYY_MM'));
  other constant text := name || '_other';
  last constant uuid := month_start(next_month);
  held boolean;
  found record;
  statement text;
  keys text[];
  indexes text[];
  triggers text[];
  pointing text[] := '{}';
begin
  execute format('lock table %I in access exclusive mode', name);
  keys := array(select format('alter table %I add constraint %I %s', name, conname, pg_get_constraintdef(oid))
    from pg_constraint where conrelid = name::regclass and contype in ('p', 'f') order by contype desc, conname);
  triggers := array(select regexp_replace(pg_get_triggerdef(oid),
      '(refuse_change|evidence_waits|evidence_erased)\(\)$', format('\1(%L)', name))
    from pg_trigger where tgrelid = name::regclass and not tgisinternal order by tgname);
  indexes := array(select pg_get_indexdef(i.indexrelid) from pg_index i
    where i.indrelid = name::regclass and not i.indisprimary order by 1);
  for found in select conrelid::regclass as source, conname, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and confrelid = name::regclass loop
    execute format('alter table %s drop constraint %I', found.source, found.conname);
    pointing := pointing || format('alter table %s add constraint %I %s', found.source, found.conname, found.definition);
  end loop;
  for found in select tgname from pg_trigger where tgrelid = name::regclass and not tgisinternal loop
    execute format('drop trigger %I on %I', found.tgname, name);
  end loop;
  for found in select polname from pg_policy where polrelid = name::regclass loop
    execute format('drop policy %I on %I', found.polname, name);
  end loop;
  execute format('revoke all on %I from resguardo_app, resguardo_system', name);
  for found in select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = name::regclass loop
    execute format('alter index %I rename to %I', found.relname, replace(found.relname, name, part));
  end loop;
  execute format('alter table %I rename to %I', name, part);

  execute format('create table %I (like %I including defaults including constraints including storage)
    partition by range (id)', name, part);
  foreach statement in array keys || indexes loop
    execute statement;
  end loop;
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy tenant on %I to resguardo_app
    using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', name);
  execute format('create policy above on %I to resguardo_system using (true) with check (true)', name);
  execute format('grant select, insert on %I to resguardo_app, resguardo_system', name);
  execute format('grant delete on %I to resguardo_system', name);

  -- Forced, row-level security would hide the rows from their owner.
  execute format('alter table %I no force row level security', part);
  call make_part(other, name);
  execute format('alter table %I no force row level security', other);
  execute format('insert into %I select * from %I where id >= $1', other, part) using last;
  execute format('delete from %I where id >= $1', part) using last;
  execute format('select exists (select from %I)', part) into held;
  execute format('alter table %I force row level security', other);
  -- The owner alone, to see what waits there for a month. Not by its name: a dump is restored under another one.
  execute format('create policy waiting on %I for select using
    (current_user = (select pg_get_userbyid(relowner) from pg_class where oid = %L::regclass))', other, other);
  execute format('alter table %I attach partition %I default', name, other);
  if held then
    call protect_part(part, name);
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', name, part, last);
  else
    execute format('drop table %I', part);
  end if;
  foreach statement in array triggers || pointing loop
    execute statement;
  end loop;
end
$$;
call divide_into_months('audit_log');
call divide_into_months('consent_records');
call divide_into_months('consent_form_records');
drop procedure divide_into_months;
select make_months();
