-- A notice belongs to one organisation. The planner takes the two for independent, expects a few records of a notice where
-- there are thousands, and sorts them all for a page of twenty instead of reading an index. Statistics are kept of each
-- part by itself, so a part gets those of its table.
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

create or replace procedure make_part(part text, parent text)
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

create statistics consent_records_owner (dependencies) on tenant_id, notice_id from consent_records;
create statistics consent_form_records_owner (dependencies) on tenant_id, template_id from consent_form_records;

do $$
declare
  name text;
  made record;
begin
  foreach name in array array['consent_records', 'consent_form_records'] loop
    for made in select part from parts_of(name::regclass) loop
      call describe_part(made.part::text, name);
    end loop;
  end loop;
end
$$;
