-- Breaches, and the register of them that art. 14 sexies, Ley 19.628 (mod. Ley 21.719), asks for.
create table breaches (
  tenant_id uuid not null constraint breaches_tenant_fkey references tenants (id),
  id uuid not null,
  legal_entity_id uuid not null default main_entity(),
  title text not null,
  description text,
  status text not null
    constraint breaches_status_known check (status in ('detected', 'investigating', 'contained', 'resolved', 'notified')),
  occurred_at timestamptz,
  detected_at timestamptz not null,
  detection_source text not null,
  attack_vector text,
  nature text[] not null default '{}'
    constraint breaches_nature_known check (nature <@ array['confidentiality', 'integrity', 'availability']),
  data_categories text[] not null,
  has_sensitive_data boolean not null,
  estimated_records bigint constraint breaches_records_not_negative check (estimated_records >= 0),
  effects text,
  containment_actions text[] not null,
  prevention text,
  severity text constraint breaches_severity_known check (severity in ('low', 'medium', 'high', 'critical')),
  risk_rationale text,
  -- The body of the SIEM's alert, for the investigation.
  alert jsonb,
  acts_as text not null default 'controller' constraint breaches_role_known check (acts_as in ('controller', 'processor')),
  -- The controller of the data, if the organisation acts as processor, and when it informed that controller.
  controller_name text,
  controller_notified_at timestamptz,
  requires_notification boolean not null,
  requires_subject_notification boolean not null,
  decision jsonb,
  -- Answers that contradict the record, each with its written reason.
  overrides jsonb not null default '[]',
  notified_apdp_at timestamptz,
  notification_file_key text,
  subjects_notified_at timestamptz,
  subjects_medium text,
  mass_media_notice text,
  -- Why the affected people were not notified. If the law requires the notice, a reason leaves the duty open.
  no_notice_reason text,
  -- When each clock that a person marks was met, by its key.
  clocks_done jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint breaches_pkey primary key (tenant_id, id),
  constraint breaches_entity_fkey foreign key (tenant_id, legal_entity_id) references legal_entities (tenant_id, id),
  constraint breaches_in_order check (occurred_at <= detected_at and subjects_notified_at >= detected_at
    and controller_notified_at >= detected_at)
);
create index breaches_newest on breaches (tenant_id, created_at desc, id desc);
create index breaches_by_change on breaches (tenant_id, updated_at desc, id desc);
create index breaches_by_detection on breaches (tenant_id, detected_at desc, id desc);
create index breaches_by_status on breaches (tenant_id, status, created_at desc, id desc);
create index breaches_by_notification on breaches (tenant_id, requires_notification, created_at desc, id desc);
create index breaches_by_entity on breaches (tenant_id, legal_entity_id, created_at desc, id desc);
create index breaches_by_file on breaches (tenant_id, notification_file_key) where notification_file_key is not null;
create index breaches_open on breaches (tenant_id, detected_at) where status not in ('resolved', 'notified');
create index breaches_running on breaches (detected_at, tenant_id, id)
  where status in ('detected', 'investigating', 'contained');
create index breaches_subjects_uninformed on breaches (tenant_id)
  where requires_subject_notification and subjects_notified_at is null and mass_media_notice is null;
create index breaches_register_incomplete on breaches (tenant_id)
  where (requires_notification or notified_apdp_at is not null) and status in ('resolved', 'notified')
    and (nature = '{}' or effects is null or prevention is null or data_categories = '{}'
      or estimated_records is null or containment_actions = '{}');
call protect_tenant_table('breaches');
call count_rows('breaches', $$
  select 'breach_facts', jsonb_build_object('fact', of.fact), 1
  from (values
    ('total', true),
    ('undecided', r.decision is null and r.notified_apdp_at is null),
    ('reportable', r.requires_notification),
    ('unreported', r.requires_notification and r.notified_apdp_at is null),
    ('tellable', r.requires_subject_notification)
  ) of (fact, holds)
  where of.holds$$);
call index_words('breaches', 'r.title', $$concat_ws(' ', r.description, r.attack_vector, r.effects)$$);

-- The history of a breach is evidence (art. 14 sexies): it is append-only.
create table breach_events (
  tenant_id uuid not null constraint breach_events_tenant_fkey references tenants (id),
  id uuid not null,
  breach_id uuid not null,
  type text not null constraint breach_events_type_known
    check (type in ('created', 'updated', 'status_change', 'decision', 'apdp_notified', 'siem_alert',
      'subjects_notified', 'controller_notified', 'clock_done')),
  from_status text,
  to_status text,
  notes text,
  details jsonb,
  actor_id text,
  created_at timestamptz not null,
  constraint breach_events_pkey primary key (tenant_id, id),
  constraint breach_events_breach_fkey foreign key (tenant_id, breach_id) references breaches (tenant_id, id),
  constraint breach_events_change_named
    check ((type = 'status_change') = (from_status is not null and to_status is not null))
);
create index breach_events_oldest on breach_events (tenant_id, breach_id, created_at, id);
call protect_tenant_table('breach_events', append_only => true);

create table breach_activities (
  tenant_id uuid not null constraint breach_activities_tenant_fkey references tenants (id),
  breach_id uuid not null,
  activity_id uuid not null,
  constraint breach_activities_pkey primary key (tenant_id, breach_id, activity_id),
  constraint breach_activities_breach_fkey foreign key (tenant_id, breach_id) references breaches (tenant_id, id)
    on delete cascade,
  constraint breach_activities_activity_fkey foreign key (tenant_id, activity_id)
    references activities (tenant_id, id) on delete cascade
);
create index breach_activities_by_activity on breach_activities (tenant_id, activity_id);
call protect_tenant_table('breach_activities');

create table breach_systems (
  tenant_id uuid not null constraint breach_systems_tenant_fkey references tenants (id),
  breach_id uuid not null,
  system_id uuid not null,
  constraint breach_systems_pkey primary key (tenant_id, breach_id, system_id),
  constraint breach_systems_breach_fkey foreign key (tenant_id, breach_id) references breaches (tenant_id, id)
    on delete cascade,
  constraint breach_systems_system_fkey foreign key (tenant_id, system_id) references systems (tenant_id, id)
    on delete cascade
);
create index breach_systems_by_system on breach_systems (tenant_id, system_id);
call protect_tenant_table('breach_systems');

-- Every alert by its bytes, for good: the same bytes are the same alert however late they arrive again. The row is claimed
-- before its breach exists, so that of two identical alerts at once the second waits for the first and finds its breach.
-- Therefore the foreign key is deferred.
create table siem_alerts (
  tenant_id uuid not null constraint siem_alerts_tenant_fkey references tenants (id),
  body_hash text not null,
  breach_id uuid not null,
  received_at timestamptz not null,
  constraint siem_alerts_pkey primary key (tenant_id, body_hash),
  constraint siem_alerts_breach_fkey foreign key (tenant_id, breach_id) references breaches (tenant_id, id)
    on delete cascade deferrable initially deferred
);
create index siem_alerts_by_breach on siem_alerts (tenant_id, breach_id);
call protect_tenant_table('siem_alerts');

-- Reminders of a clock of a breach: one before it ends, and one when it is over.
create table breach_reminders (
  tenant_id uuid not null constraint breach_reminders_tenant_fkey references tenants (id),
  breach_id uuid not null,
  clock text not null,
  due_at timestamptz not null,
  is_over boolean not null,
  sent_at timestamptz not null,
  constraint breach_reminders_pkey primary key (tenant_id, breach_id, clock, due_at, is_over),
  constraint breach_reminders_breach_fkey foreign key (tenant_id, breach_id) references breaches (tenant_id, id)
    on delete cascade
);
call protect_tenant_table('breach_reminders');

-- A breach enters the register of art. 14 sexies once it was, or must be, reported.
create view breach_register with (security_invoker = true) as
  select tenant_id, id, legal_entity_id, detected_at, status not in ('resolved', 'notified') as is_open,
    requires_subject_notification and subjects_notified_at is null and mass_media_notice is null as subjects_uninformed,
    (requires_notification or notified_apdp_at is not null) and status in ('resolved', 'notified')
      and (nature = '{}' or effects is null or prevention is null or data_categories = '{}'
        or estimated_records is null or containment_actions = '{}') as register_incomplete
  from breaches;
comment on view breach_register is
  'Every breach: whether it is open, whether people still wait for its notice, whether its register entry lacks an item.';
comment on column breach_register.subjects_uninformed is 'not null';
comment on column breach_register.register_incomplete is 'not null';
grant select on breach_register to resguardo_app, resguardo_system;

create view breach_facts with (security_invoker = true) as
  select tenant_id, key->>'fact' as fact, sum(amount)::bigint as count
  from list_counts where list = 'breach_facts' group by tenant_id, key;
comment on view breach_facts is 'How many breaches there are, and how many are undecided, reportable, unreported and that the people must learn of.';
comment on column breach_facts.fact is 'not null';
comment on column breach_facts.count is 'not null';
grant select on breach_facts to resguardo_app, resguardo_system;

create view searchable_breaches with (security_invoker = true) as
  select tenant_id, id, title, left(description, 200) as subtitle, status as state, updated_at
  from breaches;
comment on view searchable_breaches is 'What a search shows of a breach.';
comment on column searchable_breaches.subtitle is 'nullable';
comment on column searchable_breaches.state is 'nullable';
grant select on searchable_breaches to resguardo_app, resguardo_system;
