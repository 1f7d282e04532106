-- Connectors to the organisation's systems: a query for each right, or a signed call. One for each system.
create table connectors (
  tenant_id uuid not null constraint connectors_tenant_fkey references tenants (id),
  id uuid not null,
  name text not null,
  system_id uuid not null,
  kind text not null constraint connectors_kind_known check (kind in ('postgresql', 'mysql', 'https')),
  -- Address and protocol; never a secret.
  config jsonb not null,
  -- The password of the database, or the secret that signs the calls.
  secret_sealed text,
  queries jsonb not null,
  -- The author of the current configuration.
  changed_by uuid,
  changed_by_name text,
  changed_at timestamptz not null,
  approved_by uuid,
  approved_by_name text,
  approved_at timestamptz,
  -- Its author approved it, because nobody else could.
  self_approved boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint connectors_pkey primary key (tenant_id, id),
  constraint connectors_one_for_system unique (tenant_id, system_id),
  constraint connectors_system_fkey foreign key (tenant_id, system_id) references systems (tenant_id, id),
  constraint connectors_self_approved check (approved_at is not null or not self_approved)
);
create index connectors_newest on connectors (tenant_id, created_at desc, id desc);
create index connectors_changed on connectors (tenant_id, updated_at desc, id desc);
call protect_tenant_table('connectors');
call index_words('connectors', 'r.name', 'r.kind');

-- One run of a connector about one person. Only the request has the person's data.
create table connector_runs (
  tenant_id uuid not null constraint connector_runs_tenant_fkey references tenants (id),
  id uuid not null,
  connector_id uuid not null,
  task_id uuid not null,
  request_id uuid not null,
  right_type text not null,
  status text not null constraint connector_runs_status_known
    check (status in ('pending', 'running', 'waiting', 'done', 'failed')),
  -- The run may change data, so it is not retried automatically.
  writes boolean not null,
  attempts int not null,
  next_attempt_at timestamptz,
  claimed_until timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  row_count int,
  byte_count int,
  error text,
  file_id uuid,
  callback_hash text,
  callback_expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint connector_runs_pkey primary key (tenant_id, id),
  constraint connector_runs_connector_fkey foreign key (tenant_id, connector_id)
    references connectors (tenant_id, id) on delete cascade,
  constraint connector_runs_task_fkey foreign key (tenant_id, task_id)
    references dsar_tasks (tenant_id, id) on delete cascade,
  constraint connector_runs_ended check ((status in ('done', 'failed')) = (ended_at is not null)),
  -- A system may call back before its first answer arrives.
  constraint connector_runs_callback check (callback_hash is null or status in ('running', 'waiting')),
  constraint connector_runs_waiting check (status <> 'waiting' or callback_hash is not null)
);
create index connector_runs_of on connector_runs (tenant_id, connector_id, created_at desc, id desc);
create index connector_runs_by_task on connector_runs (tenant_id, task_id);
-- Of two simultaneous runs for one task the second is refused.
create unique index connector_runs_one_at_once on connector_runs (tenant_id, task_id)
  where status in ('pending', 'running', 'waiting');
create index connector_runs_by_callback on connector_runs (callback_hash) where callback_hash is not null;
create index connector_runs_open on connector_runs (status, next_attempt_at)
  where status in ('pending', 'running', 'waiting');
call protect_tenant_table('connector_runs');
