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

create table departments (
  tenant_id uuid not null constraint departments_tenant_fkey references tenants (id),
  id uuid not null,
  legal_entity_id uuid not null,
  parent_id uuid,
  name text not null,
  description text,
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

create view entity_register with (security_invoker = true) as
  select tenant_id, id, name, is_active, legal_rep_name, postal_address, arco_public_email, dpo_name, dpo_email,
    num_nonnulls(dpo_user_id, dpo_name, dpo_email) > 0 as has_dpo, created_at
  from legal_entities;
comment on view entity_register is 'Every legal entity and how to reach it.';
grant select on entity_register to resguardo_app, resguardo_system;
