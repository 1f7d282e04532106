create table workflow_definitions (
  tenant_id uuid not null constraint workflow_definitions_tenant_fkey references tenants (id),
  id uuid not null,
  name text not null,
  description text,
  entity_type text not null constraint workflow_definitions_entity_type_known check (entity_type in
    ('DSAR', 'BREACH', 'DPIA', 'CONTRACT', 'RAT', 'PRIVACY_POLICY', 'COOKIE_POLICY', 'CUSTOM')),
  version int not null constraint workflow_definitions_version_positive check (version > 0),
  is_active boolean not null,
  is_system boolean not null,
  stages jsonb not null,
  webhooks jsonb not null,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint workflow_definitions_pkey primary key (tenant_id, id)
);
create index workflow_definitions_newest on workflow_definitions (tenant_id, created_at desc, id desc);
create index workflow_definitions_by_type on workflow_definitions (tenant_id, entity_type, created_at desc, id desc);
create index workflow_definitions_by_change on workflow_definitions (tenant_id, updated_at desc, id desc);
create unique index workflow_definitions_one_system on workflow_definitions (tenant_id, entity_type) where is_system;
call protect_tenant_table('workflow_definitions');
call index_words('workflow_definitions', 'r.name', $$concat_ws(' ', r.description, r.entity_type)$$);

create table workflow_instances (
  tenant_id uuid not null constraint workflow_instances_tenant_fkey references tenants (id),
  id uuid not null,
  definition_id uuid not null,
  definition_version int not null,
  snapshot jsonb not null,
  entity_type text not null constraint workflow_instances_entity_type_known check (entity_type in
    ('DSAR', 'BREACH', 'DPIA', 'CONTRACT', 'RAT', 'PRIVACY_POLICY', 'COOKIE_POLICY', 'CUSTOM')),
  entity_id text not null,
  status text not null constraint workflow_instances_status_known check (status in
    ('ACTIVE', 'COMPLETED', 'REJECTED', 'CANCELLED')),
  current_stage_id text,
  assigned_to uuid,
  field_values jsonb not null,
  event_count int not null,
  -- Why the entity could not be completed with the instance.
  entity_refusal text,
  stage_entered_at timestamptz not null,
  due_at timestamptz,
  warning_at timestamptz,
  -- When the next notice about the stage's term is due; null after the last one.
  notice_at timestamptz,
  started_by text,
  started_at timestamptz not null,
  completed_at timestamptz,
  updated_at timestamptz not null,
  constraint workflow_instances_pkey primary key (tenant_id, id),
  constraint workflow_instances_definition_fkey foreign key (tenant_id, definition_id)
    references workflow_definitions (tenant_id, id),
  constraint workflow_instances_assignee_fkey foreign key (tenant_id, assigned_to)
    references memberships (tenant_id, user_id) on delete set null (assigned_to),
  constraint workflow_instances_ended check ((status = 'ACTIVE') = (completed_at is null)),
  constraint workflow_instances_standing check (status <> 'ACTIVE' or current_stage_id is not null)
);
create unique index workflow_instances_one_active on workflow_instances (tenant_id, entity_type, entity_id)
  where status = 'ACTIVE';
create index workflow_instances_newest on workflow_instances (tenant_id, started_at desc, id desc);
create index workflow_instances_by_change on workflow_instances (tenant_id, updated_at desc, id desc);
create index workflow_instances_by_status on workflow_instances (tenant_id, status, started_at desc, id desc);
create index workflow_instances_by_definition on workflow_instances (tenant_id, definition_id, started_at desc, id desc);
create index workflow_instances_by_entity on workflow_instances (tenant_id, entity_type, entity_id, started_at desc, id desc);
create index workflow_instances_by_assignee on workflow_instances (tenant_id, assigned_to);
create index workflow_instances_active_by_definition on workflow_instances (tenant_id, definition_id)
  where status = 'ACTIVE';
create index workflow_instances_to_notice on workflow_instances (notice_at, tenant_id, id)
  where status = 'ACTIVE' and notice_at is not null;
call protect_tenant_table('workflow_instances');
call index_words('workflow_instances', 'null::text', $$concat_ws(' ', r.entity_type, r.entity_id)$$);

create table workflow_events (
  tenant_id uuid not null constraint workflow_events_tenant_fkey references tenants (id),
  id uuid not null,
  instance_id uuid not null,
  position int not null,
  type text not null,
  stage_id text,
  sub_stage_id text,
  action_type text,
  new_stage_id text,
  status text not null,
  notes text,
  field_values jsonb,
  assigned_to text,
  actor_id text,
  actor_name text,
  actor_role text,
  created_at timestamptz not null,
  constraint workflow_events_pkey primary key (tenant_id, id),
  constraint workflow_events_position_key unique (tenant_id, instance_id, position),
  constraint workflow_events_instance_fkey foreign key (tenant_id, instance_id)
    references workflow_instances (tenant_id, id)
);
call protect_tenant_table('workflow_events', append_only => true);

create table workflow_substage_completions (
  tenant_id uuid not null constraint workflow_substage_completions_tenant_fkey references tenants (id),
  instance_id uuid not null,
  stage_id text not null,
  sub_stage_id text not null,
  completed_by text,
  completed_by_name text,
  notes text,
  completed_at timestamptz not null,
  constraint workflow_substage_completions_pkey primary key (tenant_id, instance_id, stage_id, sub_stage_id),
  constraint workflow_substage_completions_instance_fkey foreign key (tenant_id, instance_id)
    references workflow_instances (tenant_id, id)
);
call protect_tenant_table('workflow_substage_completions', append_only => true);

create view searchable_workflows with (security_invoker = true) as
  select tenant_id, id, name as title, coalesce(description, entity_type) as subtitle,
    case when is_active then 'active' else 'inactive' end as state, updated_at
  from workflow_definitions;
comment on view searchable_workflows is 'What a search shows of a workflow.';
comment on column searchable_workflows.subtitle is 'nullable';
comment on column searchable_workflows.state is 'nullable';
grant select on searchable_workflows to resguardo_app, resguardo_system;
