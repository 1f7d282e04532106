-- What each system has to be searched for, so that a request can be answered: one row for each system that holds this
-- kind of person's data. Its owner answers through a link; the key is kept as a hash.
create table dsar_tasks (
  tenant_id uuid not null constraint dsar_tasks_tenant_fkey references tenants (id),
  id uuid not null,
  request_id uuid not null,
  -- The system may be gone; the task still says which one it was.
  system_id uuid,
  system_name text not null,
  processor_name text,
  owner_name text,
  owner_email text,
  status text not null constraint dsar_tasks_status_known check (status in ('open', 'sent', 'done', 'cancelled')),
  outcome text constraint dsar_tasks_outcome_known check (outcome in ('found', 'nothing_found', 'kept')),
  notes text,
  article text,
  answered_via text constraint dsar_tasks_via_known check (answered_via in ('link', 'staff', 'connector')),
  answered_by text,
  done_at timestamptz,
  due_on date not null,
  key_hash text,
  expires_at timestamptz,
  sent_at timestamptz,
  reminded_on date,
  escalated_on date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint dsar_tasks_pkey primary key (tenant_id, id),
  constraint dsar_tasks_request_fkey foreign key (tenant_id, request_id) references dsar_requests (tenant_id, id),
  constraint dsar_tasks_system_fkey foreign key (tenant_id, system_id)
    references systems (tenant_id, id) on delete set null (system_id),
  constraint dsar_tasks_done_whole check ((status = 'done') = (num_nonnulls(outcome, done_at, answered_via) = 3)),
  constraint dsar_tasks_kept_because check (outcome is distinct from 'kept' or article is not null)
);
create index dsar_tasks_of_request on dsar_tasks (tenant_id, request_id, created_at, id);
create index dsar_tasks_by_system on dsar_tasks (tenant_id, system_id);
create index dsar_tasks_by_key on dsar_tasks (key_hash) where key_hash is not null;
create index dsar_tasks_waiting on dsar_tasks (due_on) where status in ('open', 'sent');
call protect_tenant_table('dsar_tasks');
