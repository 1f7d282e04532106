create table dsar_widgets (
  tenant_id uuid not null constraint dsar_widgets_tenant_fkey references tenants (id),
  id uuid not null,
  -- 256 random bits. The key allows to send a request, and nothing else.
  widget_key text not null,
  name text not null,
  is_active boolean not null,
  config jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint dsar_widgets_pkey primary key (tenant_id, id)
);
create index dsar_widgets_newest on dsar_widgets (tenant_id, created_at desc, id desc);
create index dsar_widgets_by_key on dsar_widgets (widget_key);
call protect_tenant_table('dsar_widgets');

create table dsar_requests (
  tenant_id uuid not null constraint dsar_requests_tenant_fkey references tenants (id),
  id uuid not null,
  folio_number text not null,
  source text not null constraint dsar_requests_source_known check (source in ('widget', 'portal')),
  widget_id uuid,
  -- To whom the request was made; none means the main entity.
  legal_entity_id uuid,
  right_type text not null constraint dsar_requests_right_type_known check (right_type in
    ('ACCESS', 'RECTIFICATION', 'DELETION', 'OPPOSITION', 'PORTABILITY', 'BLOCKING', 'AUTO_DECISION')),
  status text not null constraint dsar_requests_status_known check (status in
    ('RECEIVED', 'VERIFYING', 'IN_PROGRESS', 'EXTENDED', 'COMPLETED', 'REJECTED')),
  subject_name text not null,
  subject_email text not null,
  subject_rut text,
  subject_phone text,
  description text,
  document_type text,
  document_number text,
  organization_relation text,
  is_representative boolean not null,
  representative_name text,
  representative_rut text,
  representative_relation text,
  representative_doc_url text,
  subtype text,
  subtype_detail text,
  specific_data jsonb,
  portability_target text,
  portability_format text,
  portability_direct_transfer boolean not null,
  declaration_truthful boolean not null,
  declaration_data_processing boolean not null,
  declaration_phone_contact boolean not null,
  deadline_at timestamptz not null,
  extended_deadline_at timestamptz,
  -- Art. 8 ter: a temporary block is answered in two business days.
  blocking_deadline_at timestamptz,
  due_at timestamptz not null generated always as (coalesce(extended_deadline_at, deadline_at)) stored,
  first_due_at timestamptz not null
    generated always as (least(blocking_deadline_at, coalesce(extended_deadline_at, deadline_at))) stored,
  extension_reason text,
  extension_notified_at timestamptz,
  assigned_to uuid,
  response_type text constraint dsar_requests_response_type_known check (response_type in
    ('FULFILLED', 'PARTIALLY_FULFILLED', 'REJECTED_IDENTITY', 'REJECTED_LEGAL', 'EXTENDED')),
  response_notes text,
  response_file_key text,
  denial_reason text,
  thirds_notified_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint dsar_requests_pkey primary key (tenant_id, id),
  constraint dsar_requests_folio_key unique (tenant_id, folio_number),
  constraint dsar_requests_widget_fkey foreign key (tenant_id, widget_id) references dsar_widgets (tenant_id, id),
  constraint dsar_requests_entity_fkey foreign key (tenant_id, legal_entity_id)
    references legal_entities (tenant_id, id),
  constraint dsar_requests_assignee_fkey foreign key (tenant_id, assigned_to)
    references memberships (tenant_id, user_id) on delete set null (assigned_to),
  constraint dsar_requests_ended check ((status in ('COMPLETED', 'REJECTED')) = (completed_at is not null)),
  constraint dsar_requests_extended_whole check
    (num_nonnulls(extended_deadline_at, extension_reason, extension_notified_at) in (0, 3)),
  constraint dsar_requests_extended_known check (status <> 'EXTENDED' or extended_deadline_at is not null)
);
create index dsar_requests_newest on dsar_requests (tenant_id, created_at desc, id desc);
create index dsar_requests_by_status on dsar_requests (tenant_id, status, created_at desc, id desc);
create index dsar_requests_by_right on dsar_requests (tenant_id, right_type, created_at desc, id desc);
create index dsar_requests_by_assignee on dsar_requests (tenant_id, assigned_to, created_at desc, id desc);
create index dsar_requests_by_subject on dsar_requests (tenant_id, subject_rut, created_at desc, id desc);
create index dsar_requests_by_widget on dsar_requests (tenant_id, widget_id);
create index dsar_requests_by_entity on dsar_requests (tenant_id, legal_entity_id);
create index dsar_requests_by_file on dsar_requests (tenant_id, response_file_key) where response_file_key is not null;
-- An open request is one that is not completed: what is overdue, and whom to remind.
create index dsar_requests_open on dsar_requests (tenant_id, due_at) include (status, right_type, assigned_to, blocking_deadline_at)
  where completed_at is null;
create index dsar_requests_answered on dsar_requests (tenant_id, completed_at, due_at) where completed_at is not null;
create index dsar_requests_to_remind on dsar_requests (first_due_at, tenant_id, id) where completed_at is null;
call protect_tenant_table('dsar_requests');

-- A request that ended with data corrected or deleted: those who had received the data must learn of it.
create function is_correction(status text, right_type text, response_type text) returns boolean
  language sql immutable parallel safe
  return status = 'COMPLETED' and right_type in ('RECTIFICATION', 'DELETION')
    and coalesce(response_type in ('FULFILLED', 'PARTIALLY_FULFILLED'), false);

call count_rows('dsar_requests', $$
  select 'dsar_requests', jsonb_build_object('status', r.status, 'right_type', r.right_type), 1
  union all
  select 'request_facts', jsonb_build_object('fact', of.fact), of.amount
  from (values
    ('onTime', (r.completed_at <= r.due_at)::int),
    ('responseMilliseconds', (extract(epoch from r.completed_at - r.created_at) * 1000)::bigint),
    ('corrected', is_correction(r.status, r.right_type, r.response_type)::int),
    ('thirdsUninformed', (is_correction(r.status, r.right_type, r.response_type) and r.thirds_notified_at is null)::int)
  ) of (fact, amount)
  where of.amount <> 0$$);

-- The history is the proof that the request was answered, when and how (art. 11): it grows and never changes.
create table dsar_events (
  tenant_id uuid not null constraint dsar_events_tenant_fkey references tenants (id),
  id uuid not null,
  request_id uuid not null,
  type text not null constraint dsar_events_type_known check (type in
    ('created', 'status_change', 'assigned', 'extended', 'responded', 'thirds_notified', 'reminder')),
  from_status text,
  to_status text,
  notes text,
  actor_id text,
  actor_name text,
  created_at timestamptz not null,
  constraint dsar_events_pkey primary key (tenant_id, id),
  constraint dsar_events_request_fkey foreign key (tenant_id, request_id) references dsar_requests (tenant_id, id),
  constraint dsar_events_change_named
    check ((type = 'status_change') = (from_status is not null and to_status is not null))
);
create index dsar_events_oldest on dsar_events (tenant_id, request_id, created_at, id);
call protect_tenant_table('dsar_events', append_only => true);

-- Each reminder once: of which term, which end of it, and how many days before (0: it is over).
create table dsar_reminders (
  tenant_id uuid not null constraint dsar_reminders_tenant_fkey references tenants (id),
  request_id uuid not null,
  term text not null constraint dsar_reminders_term_known check (term in ('RESPONSE', 'BLOCKING')),
  due_at timestamptz not null,
  days_before smallint not null,
  sent_at timestamptz not null,
  constraint dsar_reminders_pkey primary key (tenant_id, request_id, term, due_at, days_before),
  constraint dsar_reminders_request_fkey foreign key (tenant_id, request_id)
    references dsar_requests (tenant_id, id)
);
call protect_tenant_table('dsar_reminders', append_only => true);

-- Tracking has only the folio, so a folio is unique over the installation and leads to its tenant.
create table folios (
  folio text not null constraint folios_pkey primary key,
  tenant_id uuid not null constraint folios_tenant_fkey references tenants (id),
  request_id uuid not null
);
create index folios_by_tenant on folios (tenant_id);
call protect_global_table('folios');

-- How many folios of a year the processes have taken, in blocks. Numbers that a process did not use are never given out.
create table folio_years (
  year int not null constraint folio_years_pkey primary key,
  issued bigint not null constraint folio_years_not_negative check (issued >= 0)
);
call protect_global_table('folio_years');

-- A request is overdue from an instant on, which is null once it was answered.
create view request_register with (security_invoker = true) as
  select tenant_id, id, completed_at, completed_at is null as is_open, completed_at > due_at as is_late,
    case when completed_at is null then due_at end as overdue_from,
    case when completed_at is null then blocking_deadline_at end as block_overdue_from,
    is_correction(status, right_type, response_type) as is_corrected
  from dsar_requests;
comment on view request_register is 'Every request without its person: whether it is open, late, overdue, and whether it corrected data.';
comment on column request_register.overdue_from is 'nullable';
comment on column request_register.block_overdue_from is 'nullable';
comment on column request_register.is_late is 'nullable';
grant select on request_register to resguardo_app, resguardo_system;

create view request_facts with (security_invoker = true) as
  select tenant_id, key->>'fact' as fact, sum(amount)::bigint as count
  from list_counts where list = 'request_facts' group by tenant_id, key;
comment on view request_facts is 'How many requests corrected or deleted data, and of how many of those third parties did not learn.';
comment on column request_facts.fact is 'not null';
comment on column request_facts.count is 'not null';
grant select on request_facts to resguardo_app, resguardo_system;
