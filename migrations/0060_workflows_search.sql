call index_words('workflow_definitions', 'r.name', $$concat_ws(' ', r.description, r.entity_type)$$);
call index_words('workflow_instances', 'null::text', $$concat_ws(' ', r.entity_type, r.entity_id)$$);
create index workflow_definitions_by_change on workflow_definitions (tenant_id, updated_at desc, id desc);
create index workflow_instances_by_change on workflow_instances (tenant_id, updated_at desc, id desc);

create view searchable_workflows with (security_invoker = true) as
  select tenant_id, id, name as title, coalesce(description, entity_type) as subtitle,
    case when is_active then 'active' else 'inactive' end as state, updated_at
  from workflow_definitions;
comment on view searchable_workflows is 'What a search shows of a workflow.';
comment on column searchable_workflows.subtitle is 'nullable';
comment on column searchable_workflows.state is 'nullable';
grant select on searchable_workflows to resguardo_app, resguardo_system;
