create table dsar_widgets (
  tenant_id uuid not null constraint dsar_widgets_tenant_fkey references tenants (id),
  id uuid not null,
  legal_entity_id uuid not null default main_entity(),
  -- 256 random bits. The key only allows sending a request.
  widget_key text not null,
  name text not null,
  is_active boolean not null,
  config jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint dsar_widgets_pkey primary key (tenant_id, id),
  constraint dsar_widgets_entity_fkey foreign key (tenant_id, legal_entity_id) references legal_entities (tenant_id, id)
);
create index dsar_widgets_newest on dsar_widgets (tenant_id, created_at desc, id desc);
create index dsar_widgets_by_entity on dsar_widgets (tenant_id, legal_entity_id, created_at desc, id desc);
create index dsar_widgets_by_key on dsar_widgets (widget_key);
call protect_tenant_table('dsar_widgets');

create table dsar_requests (
  tenant_id uuid not null constraint dsar_requests_tenant_fkey references tenants (id),
  id uuid not null,
  folio_number text not null,
  -- Its number in another book, if it was imported.
  previous_number text
    constraint dsar_requests_previous_number_bounded check (length(previous_number) between 1 and 200),
  source text not null constraint dsar_requests_source_known check (source in ('widget', 'portal', 'import', 'staff')),
  -- The channel, if a member entered the request.
  channel text constraint dsar_requests_channel_known check (channel in
    ('phone', 'mail', 'post', 'in_person', 'portal', 'form')),
  widget_id uuid,
  -- The legal entity that got the request.
  legal_entity_id uuid not null default main_entity(),
  -- The request that this block accompanies, of the same person (art. 8 ter).
  parent_request_id uuid,
  right_type text not null constraint dsar_requests_right_type_known check (right_type in
    ('ACCESS', 'RECTIFICATION', 'DELETION', 'OPPOSITION', 'PORTABILITY', 'BLOCKING', 'AUTO_DECISION')),
  status text not null constraint dsar_requests_status_known check (status in
    ('RECEIVED', 'VERIFYING', 'IN_PROGRESS', 'EXTENDED', 'COMPLETED', 'REJECTED')),
  subject_name text not null,
  -- Null for people without a mailbox: they get letters on paper.
  subject_email text,
  subject_rut text,
  subject_phone text,
  subject_address text,
  description text,
  document_type text,
  document_number text,
  organization_relation text,
  is_representative boolean not null,
  representative_name text,
  representative_rut text,
  representative_relation text,
  representative_doc_url text,
  -- The heir who asks for a person who died (art. 4).
  heir_name text,
  heir_relation text,
  subtype text,
  subtype_detail text,
  specific_data jsonb,
  portability_target text,
  portability_format text,
  portability_direct_transfer boolean not null,
  declaration_truthful boolean not null,
  declaration_data_processing boolean not null,
  declaration_phone_contact boolean not null,
  -- The contract's columns count hours, and a change of clocks may move them to another day. `legal_due_at` is the end of
  -- the last day under the law in force (art. 11 counts calendar days in Chile). The service writes it at intake and when it
  -- extends the term.
  legal_due_at timestamptz not null,
  deadline_at timestamptz not null,
  extended_deadline_at timestamptz,
  -- Art. 8 ter: the term of a temporary block is two business days.
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
  -- The answer says that the organisation holds no data of the person: nothing was granted, and the person may complain to
  -- the Agency (art. 41).
  nothing_held boolean not null default false,
  denial_reason text,
  thirds_notified_at timestamptz,
  -- Why nobody has to be informed of the outcome (arts. 6 and 11).
  no_recipients_reason text,
  -- When every recipient on record knew of the outcome, or it was clear that there is none.
  recipients_notified_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint dsar_requests_pkey primary key (tenant_id, id),
  constraint dsar_requests_folio_key unique (tenant_id, folio_number),
  constraint dsar_requests_widget_fkey foreign key (tenant_id, widget_id) references dsar_widgets (tenant_id, id),
  constraint dsar_requests_entity_fkey foreign key (tenant_id, legal_entity_id)
    references legal_entities (tenant_id, id),
  constraint dsar_requests_parent_fkey foreign key (tenant_id, parent_request_id)
    references dsar_requests (tenant_id, id),
  constraint dsar_requests_assignee_fkey foreign key (tenant_id, assigned_to)
    references memberships (tenant_id, user_id) on delete set null (assigned_to),
  constraint dsar_requests_channel_of_staff check ((source = 'staff') = (channel is not null)),
  constraint dsar_requests_mailbox_or_staff check (subject_email is not null or source = 'staff'),
  constraint dsar_requests_heir_whole check (num_nonnulls(heir_name, heir_relation) in (0, 2)),
  constraint dsar_requests_parent_of_block check (parent_request_id is null or right_type = 'BLOCKING'),
  constraint dsar_requests_ended check ((status in ('COMPLETED', 'REJECTED')) = (completed_at is not null)),
  constraint dsar_requests_extended_whole check
    (num_nonnulls(extended_deadline_at, extension_reason, extension_notified_at) in (0, 3)),
  constraint dsar_requests_extended_known check (status <> 'EXTENDED' or extended_deadline_at is not null)
);
create index dsar_requests_newest on dsar_requests (tenant_id, created_at desc, id desc);
create index dsar_requests_by_change on dsar_requests (tenant_id, updated_at desc, id desc);
create index dsar_requests_by_due on dsar_requests (tenant_id, legal_due_at, id);
create index dsar_requests_by_status on dsar_requests (tenant_id, status, created_at desc, id desc);
create index dsar_requests_by_right on dsar_requests (tenant_id, right_type, created_at desc, id desc);
create index dsar_requests_by_assignee on dsar_requests (tenant_id, assigned_to, created_at desc, id desc);
create index dsar_requests_by_subject on dsar_requests (tenant_id, subject_rut, created_at desc, id desc);
-- The requests of one person, who may have given no RUT: for duplicates, and for the free requests of a quarter (art. 10).
create index dsar_requests_by_mailbox on dsar_requests (tenant_id, lower(subject_email), created_at desc, id desc);
create index dsar_requests_by_widget on dsar_requests (tenant_id, widget_id);
create index dsar_requests_by_entity on dsar_requests (tenant_id, legal_entity_id, created_at desc, id desc);
create index dsar_requests_by_parent on dsar_requests (tenant_id, parent_request_id);
create unique index dsar_requests_previous_number_key on dsar_requests (tenant_id, previous_number)
  where previous_number is not null;
create index dsar_requests_by_file on dsar_requests (tenant_id, response_file_key) where response_file_key is not null;
-- Open requests, which are those without a completion: for overdue ones and reminders.
create index dsar_requests_open_by_law on dsar_requests (tenant_id, legal_due_at)
  include (status, right_type, assigned_to, legal_entity_id) where completed_at is null;
create index dsar_requests_answered_by_law on dsar_requests (tenant_id, completed_at, legal_due_at)
  where completed_at is not null;
create index dsar_requests_to_remind_by_law on dsar_requests (legal_due_at, tenant_id, id) where completed_at is null;
call protect_tenant_table('dsar_requests');
-- Everybody who may read a request may also read the name, the RUT and the addresses of its person.
call index_words('dsar_requests', 'r.folio_number',
  $$concat_ws(' ', r.subject_name, r.subject_email, r.subject_rut, r.subject_phone,
  r.representative_name, r.representative_rut, r.description)$$);

-- A request that ended with data corrected, deleted or no longer used: earlier recipients of the data are informed.
create function is_correction(status text, right_type text, response_type text) returns boolean
  language sql immutable parallel safe
  return status = 'COMPLETED' and right_type in ('RECTIFICATION', 'DELETION', 'OPPOSITION')
    and coalesce(response_type in ('FULFILLED', 'PARTIALLY_FULFILLED'), false);

-- Answered in time, by the law's last day.
call count_rows('dsar_requests', $$
  select 'dsar_requests', jsonb_build_object('status', r.status, 'right_type', r.right_type,
    'legal_entity_id', r.legal_entity_id), 1
  union all
  select 'request_facts', jsonb_build_object('fact', of.fact), of.amount
  from (values
    ('onTime', (r.completed_at <= r.legal_due_at)::int),
    ('responseMilliseconds', (extract(epoch from r.completed_at - r.created_at) * 1000)::bigint),
    ('corrected', is_correction(r.status, r.right_type, r.response_type)::int),
    ('thirdsUninformed', (is_correction(r.status, r.right_type, r.response_type)
      and r.thirds_notified_at is null and r.recipients_notified_at is null)::int)
  ) of (fact, amount)
  where of.amount <> 0$$);

-- The history proves that the request was answered, when and how (art. 11): it is append-only.
create table dsar_events (
  tenant_id uuid not null constraint dsar_events_tenant_fkey references tenants (id),
  id uuid not null,
  request_id uuid not null,
  type text not null constraint dsar_events_type_known check (type in
    ('created', 'status_change', 'assigned', 'extended', 'responded', 'thirds_notified', 'reminder', 'agency_notified',
     'package_built', 'package_removed', 'answer_delivered', 'answer_opened', 'answer_downloaded',
     'task_added', 'task_sent', 'task_done', 'task_cancelled', 'recipient_reminded', 'recipient_acknowledged',
     'identity_checked')),
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

-- Each reminder once: its term, which end of it, and the days before it (0: it is over).
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

-- Proof of each letter (art. 11): the full text, never changed. A letter by mail has the id of that mail, which has the time
-- of sending. For any other letter the row has the time itself.
create table dsar_letters (
  tenant_id uuid not null constraint dsar_letters_tenant_fkey references tenants (id),
  id uuid not null,
  request_id uuid not null,
  kind text not null constraint dsar_letters_kind_known check (kind in
    ('RECEIPT', 'EXTENSION', 'ANSWER', 'REFUSAL', 'THIRD_PARTY', 'AGENCY', 'PACKAGE')),
  recipient text not null,
  subject text not null,
  body_text text not null,
  on_paper boolean not null default false,
  -- The version of the law that it was written under.
  law_version text not null default '2026-12-01',
  sent_at timestamptz,
  created_at timestamptz not null,
  constraint dsar_letters_pkey primary key (tenant_id, id),
  constraint dsar_letters_request_fkey foreign key (tenant_id, request_id) references dsar_requests (tenant_id, id)
);
create index dsar_letters_oldest on dsar_letters (tenant_id, request_id, created_at, id);
call protect_tenant_table('dsar_letters', append_only => true);

-- Recipients of the data who are informed of a rectification, a deletion or an opposition (art. 11). A recipient confirms
-- through a link of its own that the letter arrived and what was done. The key is kept as a hash.
create table dsar_recipients (
  tenant_id uuid not null constraint dsar_recipients_tenant_fkey references tenants (id),
  id uuid not null,
  request_id uuid not null,
  processor_id uuid,
  name text not null,
  email text,
  -- Stated by the organisation; for a letter of the service the mail has the time of sending.
  notified_at timestamptz,
  notes text,
  letter_id uuid,
  -- When our first letter was written; null for recipients without a letter of ours.
  written_at timestamptz,
  key_hash text,
  expires_at timestamptz,
  reminded_at timestamptz,
  -- Number of automatic reminders that are done.
  reminders_due smallint not null default 0,
  acknowledged_at timestamptz,
  acknowledged_by text,
  -- Whether the recipient did what was asked.
  acknowledged_done boolean,
  acknowledgement_notes text,
  created_at timestamptz not null,
  constraint dsar_recipients_pkey primary key (tenant_id, id),
  constraint dsar_recipients_request_fkey foreign key (tenant_id, request_id) references dsar_requests (tenant_id, id),
  constraint dsar_recipients_letter_fkey foreign key (tenant_id, letter_id) references dsar_letters (tenant_id, id),
  constraint dsar_recipients_processor_fkey foreign key (tenant_id, processor_id)
    references processors (tenant_id, id) on delete set null (processor_id),
  constraint dsar_recipients_key_ends check (key_hash is null or expires_at is not null),
  constraint dsar_recipients_acknowledged_whole
    check (num_nonnulls(acknowledged_at, acknowledged_by, acknowledged_done) in (0, 3))
);
create index dsar_recipients_oldest on dsar_recipients (tenant_id, request_id, created_at, id);
create index dsar_recipients_by_letter on dsar_recipients (tenant_id, letter_id);
create index dsar_recipients_by_processor on dsar_recipients (tenant_id, processor_id);
create index dsar_recipients_by_key on dsar_recipients (key_hash) where key_hash is not null;
create index dsar_recipients_waiting on dsar_recipients (written_at)
  where written_at is not null and acknowledged_at is null and reminders_due < 2;
call protect_tenant_table('dsar_recipients');

-- Checks of the person's identity, and what each proved (art. 11). Another row withdraws a wrong check.
create table dsar_identity_checks (
  tenant_id uuid not null constraint dsar_identity_checks_tenant_fkey references tenants (id),
  id uuid not null,
  request_id uuid not null,
  method text constraint dsar_identity_checks_method_known check (method in
    ('document_seen', 'document_copy', 'known_client', 'code_mail', 'call_back', 'clave_unica', 'mandate', 'other')),
  proves text[] not null constraint dsar_identity_checks_proves_known
    check (proves <@ array['email', 'rut', 'representation']),
  notes text,
  file_id uuid,
  withdraws uuid,
  actor_id text,
  actor_name text,
  created_at timestamptz not null,
  constraint dsar_identity_checks_pkey primary key (tenant_id, id),
  constraint dsar_identity_checks_request_fkey foreign key (tenant_id, request_id)
    references dsar_requests (tenant_id, id),
  constraint dsar_identity_checks_withdraws_fkey foreign key (tenant_id, withdraws)
    references dsar_identity_checks (tenant_id, id),
  constraint dsar_identity_checks_one_of_two check
    ((withdraws is null) = (method is not null) and (withdraws is null) = (cardinality(proves) > 0)),
  constraint dsar_identity_checks_withdrawn_once unique (tenant_id, withdraws)
);
create index dsar_identity_checks_of_request on dsar_identity_checks (tenant_id, request_id, created_at, id);
call protect_tenant_table('dsar_identity_checks', append_only => true);

-- Searches of systems that a request needs: one row for each system with data of this kind of person. The system's owner
-- answers through a link; the key is kept as a hash.
create table dsar_tasks (
  tenant_id uuid not null constraint dsar_tasks_tenant_fkey references tenants (id),
  id uuid not null,
  request_id uuid not null,
  -- The system may be deleted later; the task still has its name.
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
  -- When the files of the system's answer, which are copies, were removed.
  files_removed_at timestamptz,
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
create index dsar_tasks_with_copies on dsar_tasks (created_at) where files_removed_at is null;
call protect_tenant_table('dsar_tasks');

-- The archive that a person gets with the answer. Its bytes are in the storage in parts, and are deleted after the
-- organisation's retention days. The row stays as proof: contents, hash, and the times of delivery, opening and download.
create table dsar_packages (
  tenant_id uuid not null constraint dsar_packages_tenant_fkey references tenants (id),
  id uuid not null,
  request_id uuid not null,
  status text not null constraint dsar_packages_status_known check (status in ('pending', 'ready', 'failed', 'expired')),
  progress int not null,
  -- The chosen files, and how each goes into the archive.
  sources jsonb not null,
  redactions jsonb not null,
  note text,
  contents jsonb not null,
  -- The index as packed, for a look before the delivery. It is deleted with the bytes.
  index_document jsonb,
  parts int not null,
  size_bytes bigint,
  sha256 text,
  error text,
  built_by uuid,
  built_by_name text,
  created_at timestamptz not null,
  built_at timestamptz,
  removed_at timestamptz,
  -- When the redacted versions that staff uploaded were removed.
  copies_removed_at timestamptz,
  -- Only the hash of the key: the link itself is only in the letter.
  key_hash text,
  sent_at timestamptz,
  sent_to text,
  expires_at timestamptz,
  opened_at timestamptz,
  downloads int not null,
  last_download_at timestamptz,
  revoked_at timestamptz,
  updated_at timestamptz not null,
  constraint dsar_packages_pkey primary key (tenant_id, id),
  constraint dsar_packages_request_fkey foreign key (tenant_id, request_id) references dsar_requests (tenant_id, id),
  constraint dsar_packages_ready_whole check (status <> 'ready' or num_nonnulls(size_bytes, sha256, built_at) = 3),
  constraint dsar_packages_sent_whole check (num_nonnulls(sent_at, sent_to, expires_at) in (0, 3))
);
create index dsar_packages_newest on dsar_packages (tenant_id, request_id, created_at desc, id desc);
create unique index dsar_packages_one_pending on dsar_packages (tenant_id, request_id) where status = 'pending';
create index dsar_packages_by_key on dsar_packages (key_hash) where key_hash is not null;
create index dsar_packages_waiting on dsar_packages (created_at) where status in ('pending', 'ready');
create index dsar_packages_with_copies on dsar_packages (created_at) where copies_removed_at is null;
call protect_tenant_table('dsar_packages');

-- Codes that open a delivered package: mailed separately from the link, valid for ten minutes each.
create table dsar_answer_codes (
  tenant_id uuid not null constraint dsar_answer_codes_tenant_fkey references tenants (id),
  id uuid not null,
  package_id uuid not null,
  mailbox_hash text not null,
  code_hash text not null,
  tries int not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint dsar_answer_codes_pkey primary key (tenant_id, id),
  constraint dsar_answer_codes_package_fkey foreign key (tenant_id, package_id)
    references dsar_packages (tenant_id, id) on delete cascade
);
create index dsar_answer_codes_newest on dsar_answer_codes (tenant_id, package_id, created_at desc, id desc);
create index dsar_answer_codes_by_mailbox on dsar_answer_codes (tenant_id, mailbox_hash, created_at desc);
create index dsar_answer_codes_by_expiry on dsar_answer_codes (expires_at);
call protect_tenant_table('dsar_answer_codes');

-- Tracking knows only the folio, so a folio is unique in the installation and leads to its tenant.
create table folios (
  folio text not null constraint folios_pkey primary key,
  tenant_id uuid not null constraint folios_tenant_fkey references tenants (id),
  request_id uuid not null
);
create index folios_by_tenant on folios (tenant_id);
call protect_global_table('folios');

-- How many folios of a year the processes have reserved, in blocks. Numbers that a process did not use are never assigned.
create table folio_years (
  year int not null constraint folio_years_pkey primary key,
  issued bigint not null constraint folio_years_not_negative check (issued >= 0)
);
call protect_global_table('folio_years');

-- A request is overdue from an instant on, which is null once it was answered.
create view request_register with (security_invoker = true) as
  select tenant_id, id, legal_entity_id, completed_at, completed_at is null as is_open, completed_at > legal_due_at as is_late,
    case when completed_at is null then legal_due_at end as overdue_from,
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

create view searchable_requests with (security_invoker = true) as
  select tenant_id, id, folio_number as title, subject_name as subtitle, status as state, updated_at
  from dsar_requests;
comment on view searchable_requests is 'What a search shows of a request.';
comment on column searchable_requests.subtitle is 'nullable';
comment on column searchable_requests.state is 'nullable';
grant select on searchable_requests to resguardo_app, resguardo_system;
