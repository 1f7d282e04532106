-- What happened in an organisation, written with the change itself and handed to those who listen (src/events). No name,
-- address or number of a data subject is in it. Forgotten after 90 days: the audit log is what stays.
create table events (
  tenant_id uuid not null constraint events_tenant_fkey references tenants (id),
  id uuid not null,
  type text not null,
  entity_type text not null,
  entity_id uuid not null,
  title text not null,
  data jsonb not null,
  -- Whom it concerns: the one it is assigned to, the one who asked for it, and the role that may act on it.
  assigned_to uuid,
  requested_by uuid,
  required_role text,
  legal_entity_id uuid,
  due_at timestamptz,
  actor_id text,
  occurred_at timestamptz not null,
  -- The listeners that have had it.
  heard_by text[] not null default '{}',
  constraint events_pkey primary key (tenant_id, id)
);
create index events_by_age on events (occurred_at);
call protect_tenant_table('events');

-- Events too frequent to be written for nobody: those that somebody outside the service asked for.
create table event_interests (
  tenant_id uuid not null constraint event_interests_tenant_fkey references tenants (id),
  type text not null,
  constraint event_interests_pkey primary key (tenant_id, type)
);
call protect_tenant_table('event_interests');
