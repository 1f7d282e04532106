create table workspaces (
  tenant_id uuid not null constraint workspaces_tenant_fkey references tenants (id),
  id uuid not null,
  name text not null,
  description text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint workspaces_pkey primary key (tenant_id, id)
);
create index workspaces_newest on workspaces (tenant_id, created_at desc, id desc);
call protect_tenant_table('workspaces');

create table legal_entities (
  tenant_id uuid not null constraint legal_entities_tenant_fkey references tenants (id),
  id uuid not null,
  workspace_id uuid not null,
  name text not null,
  tax_id text,
  legal_rep_name text,
  legal_rep_email text,
  dpo_user_id uuid,
  dpo_name text,
  dpo_email text,
  postal_address text,
  arco_public_email text,
  -- A body of the State: arts. 20 and following, Ley 19.628 (mod. Ley 21.719).
  is_public_body boolean not null default false,
  -- Essential service or operator of vital importance: Ley 21.663.
  essential_service boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint legal_entities_pkey primary key (tenant_id, id),
  constraint legal_entities_workspace_fkey foreign key (tenant_id, workspace_id) references workspaces (tenant_id, id),
  constraint legal_entities_dpo_fkey foreign key (tenant_id, dpo_user_id) references memberships (tenant_id, user_id)
    on delete set null (dpo_user_id)
);
create index legal_entities_newest on legal_entities (tenant_id, created_at desc, id desc);
create index legal_entities_by_workspace on legal_entities (tenant_id, workspace_id, created_at desc, id desc);
create index legal_entities_by_dpo on legal_entities (tenant_id, dpo_user_id);
call protect_tenant_table('legal_entities');
call index_words('legal_entities', 'r.name', $$concat_ws(' ', r.tax_id, r.legal_rep_name, r.dpo_name, r.dpo_email)$$);

-- The legal entity of a record that names none: the oldest active one, else the oldest of all.
create function main_entity() returns uuid
  language sql stable
  return (
    select id from legal_entities where tenant_id = (select current_tenant())
    order by is_active desc, created_at, id limit 1
  );

create table departments (
  tenant_id uuid not null constraint departments_tenant_fkey references tenants (id),
  id uuid not null,
  legal_entity_id uuid not null,
  parent_id uuid,
  name text not null,
  description text,
  -- The person in charge, who need not be a member.
  head_name text,
  head_email text,
  is_archived boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint departments_pkey primary key (tenant_id, id),
  constraint departments_entity_fkey foreign key (tenant_id, legal_entity_id) references legal_entities (tenant_id, id),
  constraint departments_parent_fkey foreign key (tenant_id, parent_id) references departments (tenant_id, id)
);
create index departments_by_entity on departments (tenant_id, legal_entity_id, created_at desc, id desc);
create index departments_by_parent on departments (tenant_id, parent_id);
call protect_tenant_table('departments');
call index_words('departments', 'r.name', 'r.description');

create view entity_register with (security_invoker = true) as
  select tenant_id, id, name, tax_id, is_active, is_public_body, essential_service, legal_rep_name, postal_address,
    arco_public_email, dpo_name, dpo_email, num_nonnulls(dpo_user_id, dpo_name, dpo_email) > 0 as has_dpo, created_at
  from legal_entities;
comment on view entity_register is 'Every legal entity and how to reach it.';
grant select on entity_register to resguardo_app, resguardo_system;

create view searchable_entities with (security_invoker = true) as
  select tenant_id, id, name as title, tax_id as subtitle, case when is_active then 'active' else 'inactive' end as state,
    updated_at
  from legal_entities;
comment on view searchable_entities is 'What a search shows of a legal entity.';
comment on column searchable_entities.subtitle is 'nullable';
comment on column searchable_entities.state is 'nullable';
grant select on searchable_entities to resguardo_app, resguardo_system;

create view searchable_departments with (security_invoker = true) as
  select tenant_id, id, name as title, description as subtitle, null::text as state, updated_at
  from departments where not is_archived;
comment on view searchable_departments is 'What a search shows of a department that was not archived.';
comment on column searchable_departments.subtitle is 'nullable';
comment on column searchable_departments.state is 'nullable';
grant select on searchable_departments to resguardo_app, resguardo_system;
