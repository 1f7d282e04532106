alter table legal_entities
  -- A body of the State: arts. 20 and following, Ley 19.628 (mod. Ley 21.719).
  add column is_public_body boolean not null default false,
  -- Essential service or operator of vital importance: Ley 21.663.
  add column essential_service boolean not null default false;

-- The legal entity of a record that names none: the oldest active one, else the oldest.
create function main_entity() returns uuid
  language sql stable
  return (
    select id from legal_entities where tenant_id = (select current_tenant())
    order by is_active desc, created_at, id limit 1
  );

-- Gives a table of a tenant's records its legal entity; the records that are there get the main one. The owner of the
-- tables is subject to row-level security, the system role is above it.
create procedure belongs_to_entity(name text)
  language plpgsql as $$
begin
  execute format('alter table %I add column if not exists legal_entity_id uuid', name);
  set local role resguardo_system;
  execute format('update %I r set legal_entity_id = (
    select id from legal_entities e where e.tenant_id = r.tenant_id order by is_active desc, created_at, id limit 1
  ) where legal_entity_id is null', name);
  reset role;
  execute format('alter table %I alter column legal_entity_id set default main_entity()', name);
  execute format('alter table %I alter column legal_entity_id set not null', name);
end
$$;

create or replace view entity_register with (security_invoker = true) as
  select tenant_id, id, name, is_active, legal_rep_name, postal_address, arco_public_email, dpo_name, dpo_email,
    num_nonnulls(dpo_user_id, dpo_name, dpo_email) > 0 as has_dpo, created_at, tax_id, is_public_body, essential_service
  from legal_entities;
