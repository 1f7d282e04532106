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
create unique index workflow_definitions_one_system on workflow_definitions (tenant_id, entity_type) where is_system;
call protect_tenant_table('workflow_definitions');

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
  -- When people have to be told of the stage's term next; null when they were told of everything.
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
create index workflow_instances_by_status on workflow_instances (tenant_id, status, started_at desc, id desc);
create index workflow_instances_by_definition on workflow_instances (tenant_id, definition_id, started_at desc, id desc);
create index workflow_instances_by_entity on workflow_instances (tenant_id, entity_type, entity_id, started_at desc, id desc);
create index workflow_instances_by_assignee on workflow_instances (tenant_id, assigned_to);
create index workflow_instances_active_by_definition on workflow_instances (tenant_id, definition_id)
  where status = 'ACTIVE';
create index workflow_instances_to_notice on workflow_instances (notice_at, tenant_id, id)
  where status = 'ACTIVE' and notice_at is not null;
call protect_tenant_table('workflow_instances');

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
  signature_header text not null,
  delivery_header text not null,
  body text not null,
  -- Within one key, nothing is tried for the first time before everything with a lower position was.
  order_key text not null,
  position bigint not null generated always as identity,
  status text not null constraint webhook_deliveries_status_known check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  attempts int not null default 0,
  -- How many attempts there were when the current series of tries began.
  series_from int not null default 0,
  first_tried_at timestamptz,
  last_status int,
  last_error text,
  next_attempt_at timestamptz,
  -- Someone is at it; a process that dies leaves the claim to run out.
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

-- The approvals every tenant has from the start, for those that are here already.
set local role resguardo_system;
insert into workflow_definitions
  (tenant_id, id, name, description, entity_type, version, is_active, is_system, stages, webhooks, created_at, updated_at)
select t.id, gen_random_uuid(), built_in.name, built_in.description, built_in.entity_type, 1, true, true,
  '[{"id": "aprobacion", "name": "Aprobación", "description": null, "order": 1, "requiredRole": "DPO",
     "actions": [
       {"id": "approve", "type": "APPROVE", "label": "Aprobar"},
       {"id": "reject", "type": "REJECT", "label": "Rechazar"},
       {"id": "request_info", "type": "REQUEST_INFO", "label": "Pedir información"},
       {"id": "reassign", "type": "REASSIGN", "label": "Reasignar"}],
     "autoAdvance": false, "slaDays": null, "slaWarningDays": null,
     "fields": [], "conditions": [], "parallelStages": []}]'::jsonb,
  '[]'::jsonb, now(), now()
from tenants t cross join (values
  ('DPIA', 'Aprobación de evaluaciones de impacto',
   'Aprobación en una etapa por el delegado de protección de datos o un rol superior.'),
  ('PRIVACY_POLICY', 'Aprobación de políticas de privacidad',
   'Aprobación en una etapa por el delegado de protección de datos o un rol superior.')
) as built_in (entity_type, name, description);
reset role;
