-- The entity that a widget's configuration names is the widget's own.
alter table dsar_widgets add column legal_entity_id uuid;
set local role resguardo_system;
update dsar_widgets w set legal_entity_id = e.id
from legal_entities e where e.tenant_id = w.tenant_id and e.id::text = lower(w.config ->> 'legalEntityId');
reset role;
call belongs_to_entity('dsar_widgets');
alter table dsar_widgets add constraint dsar_widgets_entity_fkey foreign key (tenant_id, legal_entity_id)
  references legal_entities (tenant_id, id);
create index dsar_widgets_by_entity on dsar_widgets (tenant_id, legal_entity_id, created_at desc, id desc);
call belongs_to_entity('dsar_requests');
drop index dsar_requests_by_entity;
create index dsar_requests_by_entity on dsar_requests (tenant_id, legal_entity_id, created_at desc, id desc);

-- Art. 11 counts calendar days: the day of entry in Chile and 30 more, 60 once extended, up to the end of that day. A block
-- has two business days. The contract's columns count hours, and a change of clocks may move them to another day.
alter table dsar_requests
  add column legal_due_at timestamptz not null generated always as (
    coalesce(blocking_deadline_at, (
      (created_at at time zone 'America/Santiago')::date
        + case when extended_deadline_at is null then 31 else 61 end
      - interval '1 millisecond') at time zone 'America/Santiago')) stored,
  -- The request that a block accompanies, of the same person (art. 8 ter).
  add column parent_request_id uuid,
  -- Nobody has to learn of the outcome (arts. 6 and 11), and why.
  add column no_recipients_reason text,
  -- Every recipient on record knows of the outcome, or there is none.
  add column recipients_notified_at timestamptz,
  add constraint dsar_requests_parent_fkey foreign key (tenant_id, parent_request_id)
    references dsar_requests (tenant_id, id),
  add constraint dsar_requests_parent_of_block check (parent_request_id is null or right_type = 'BLOCKING');
create index dsar_requests_by_parent on dsar_requests (tenant_id, parent_request_id);
-- What is overdue by law, and whom to remind. The indexes over due_at and first_due_at go with the next release.
create index dsar_requests_open_by_law on dsar_requests (tenant_id, legal_due_at)
  include (status, right_type, assigned_to, legal_entity_id) where completed_at is null;
create index dsar_requests_answered_by_law on dsar_requests (tenant_id, completed_at, legal_due_at)
  where completed_at is not null;
create index dsar_requests_to_remind_by_law on dsar_requests (legal_due_at, tenant_id, id) where completed_at is null;

alter table dsar_events drop constraint dsar_events_type_known;
alter table dsar_events add constraint dsar_events_type_known check (type in
  ('created', 'status_change', 'assigned', 'extended', 'responded', 'thirds_notified', 'reminder', 'agency_notified'));

-- Proof of what was written to whom (art. 11): the full text, never changed. One that leaves by mail has the id of that mail,
-- which knows when it was sent; of any other, the instant is recorded with it.
create table dsar_letters (
  tenant_id uuid not null constraint dsar_letters_tenant_fkey references tenants (id),
  id uuid not null,
  request_id uuid not null,
  kind text not null constraint dsar_letters_kind_known check (kind in
    ('RECEIPT', 'EXTENSION', 'ANSWER', 'REFUSAL', 'THIRD_PARTY', 'AGENCY')),
  recipient text not null,
  subject text not null,
  body_text text not null,
  sent_at timestamptz,
  created_at timestamptz not null,
  constraint dsar_letters_pkey primary key (tenant_id, id),
  constraint dsar_letters_request_fkey foreign key (tenant_id, request_id) references dsar_requests (tenant_id, id)
);
create index dsar_letters_oldest on dsar_letters (tenant_id, request_id, created_at, id);
call protect_tenant_table('dsar_letters', append_only => true);

-- Those who received the data and learn of a rectification, a deletion or an opposition (art. 11).
create table dsar_recipients (
  tenant_id uuid not null constraint dsar_recipients_tenant_fkey references tenants (id),
  id uuid not null,
  request_id uuid not null,
  name text not null,
  email text,
  -- Said by the organisation; a letter of ours knows by itself when it was sent.
  notified_at timestamptz,
  notes text,
  letter_id uuid,
  created_at timestamptz not null,
  constraint dsar_recipients_pkey primary key (tenant_id, id),
  constraint dsar_recipients_request_fkey foreign key (tenant_id, request_id) references dsar_requests (tenant_id, id),
  constraint dsar_recipients_letter_fkey foreign key (tenant_id, letter_id) references dsar_letters (tenant_id, id)
);
create index dsar_recipients_oldest on dsar_recipients (tenant_id, request_id, created_at, id);
create index dsar_recipients_by_letter on dsar_recipients (tenant_id, letter_id);
call protect_tenant_table('dsar_recipients');

-- Letters that left before they were kept here: their subjects name the request.
set local role resguardo_system;
insert into dsar_letters (tenant_id, id, request_id, kind, recipient, subject, body_text, created_at)
  select m.tenant_id, m.id, r.id,
    case when named.start = 'Recibimos' then 'RECEIPT' when named.start = 'Ampliamos' then 'EXTENSION'
      when r.status = 'REJECTED' then 'REFUSAL' else 'ANSWER' end,
    m.recipient, m.subject, m.body_text, m.created_at
  from mails m
    cross join lateral regexp_match(m.subject, '^(Recibimos|Ampliamos|Respuesta) .*(ARCO-[0-9]{4}-[0-9]+)$') as found (part)
    cross join lateral (values (found.part[1], found.part[2])) as named (start, folio)
    join dsar_requests r on r.tenant_id = m.tenant_id and r.folio_number = named.folio and r.subject_email = m.recipient;
reset role;

-- A request that ended with data corrected, deleted or no longer used: those who had received the data learn of it.
create or replace function is_correction(status text, right_type text, response_type text) returns boolean
  language sql immutable parallel safe
  return status = 'COMPLETED' and right_type in ('RECTIFICATION', 'DELETION', 'OPPOSITION')
    and coalesce(response_type in ('FULFILLED', 'PARTIALLY_FULFILLED'), false);

-- Counted by entity too, and in time by the law's day.
drop function count_dsar_requests() cascade;
do $$
declare
  counted constant text := $counted$
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
    where of.amount <> 0$counted$;
begin
  call count_rows('dsar_requests', counted);
  set local role resguardo_system;
  delete from list_counts where list in ('dsar_requests', 'request_facts');
  execute format('insert into list_counts (tenant_id, list, key, slot, amount)
    select r.tenant_id, c.list, c.key, -1, sum(c.amount)
    from dsar_requests r cross join lateral (%s) c (list, key, amount)
    group by r.tenant_id, c.list, c.key having sum(c.amount) <> 0', counted);
  reset role;
end
$$;

create or replace view request_register with (security_invoker = true) as
  select tenant_id, id, completed_at, completed_at is null as is_open, completed_at > legal_due_at as is_late,
    case when completed_at is null then legal_due_at end as overdue_from,
    case when completed_at is null then blocking_deadline_at end as block_overdue_from,
    is_correction(status, right_type, response_type) as is_corrected, legal_entity_id
  from dsar_requests;
