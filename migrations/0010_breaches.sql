create table breaches (
  tenant_id uuid not null constraint breaches_tenant_fkey references tenants (id),
  id uuid not null,
  title text not null,
  description text,
  status text not null
    constraint breaches_status_known check (status in ('detected', 'investigating', 'contained', 'resolved', 'notified')),
  detected_at timestamptz not null,
  detection_source text not null,
  attack_vector text,
  data_categories text[] not null,
  has_sensitive_data boolean not null,
  estimated_records bigint constraint breaches_records_not_negative check (estimated_records >= 0),
  containment_actions text[] not null,
  severity text constraint breaches_severity_known check (severity in ('low', 'medium', 'high', 'critical')),
  -- What the SIEM sent, for the investigation.
  alert jsonb,
  requires_notification boolean not null,
  requires_subject_notification boolean not null,
  decision jsonb,
  notified_apdp_at timestamptz,
  notification_file_key text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint breaches_pkey primary key (tenant_id, id)
);
create index breaches_newest on breaches (tenant_id, created_at desc, id desc);
create index breaches_by_status on breaches (tenant_id, status, created_at desc, id desc);
create index breaches_by_notification on breaches (tenant_id, requires_notification, created_at desc, id desc);
create index breaches_by_file on breaches (tenant_id, notification_file_key) where notification_file_key is not null;
create index breaches_open on breaches (tenant_id, detected_at) where status not in ('resolved', 'notified');
call protect_tenant_table('breaches');
call count_rows('breaches', $$
  select 'breach_facts', jsonb_build_object('fact', of.fact), 1
  from (values
    ('total', true),
    ('undecided', r.decision is null and r.notified_apdp_at is null),
    ('reportable', r.requires_notification),
    ('unreported', r.requires_notification and r.notified_apdp_at is null)
  ) of (fact, holds)
  where of.holds$$);

-- The history of a breach is evidence (art. 14 sexies): it grows and never changes.
create table breach_events (
  tenant_id uuid not null constraint breach_events_tenant_fkey references tenants (id),
  id uuid not null,
  breach_id uuid not null,
  type text not null constraint breach_events_type_known
    check (type in ('created', 'updated', 'status_change', 'decision', 'apdp_notified', 'siem_alert')),
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

-- Every alert by its bytes, for good: the same bytes are the same alert however late they come again. The row is claimed before its breach exists, so that of two identical
-- alerts at once the second waits for the first and finds its breach: hence the deferred key.
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

create view breach_register with (security_invoker = true) as
  select tenant_id, id, detected_at, status not in ('resolved', 'notified') as is_open
  from breaches;
comment on view breach_register is 'Every breach and whether it is open.';
grant select on breach_register to resguardo_app, resguardo_system;

create view breach_facts with (security_invoker = true) as
  select tenant_id, key->>'fact' as fact, sum(amount)::bigint as count
  from list_counts where list = 'breach_facts' group by tenant_id, key;
comment on view breach_facts is 'How many breaches there are, and how many are undecided, reportable and unreported.';
comment on column breach_facts.fact is 'not null';
comment on column breach_facts.count is 'not null';
grant select on breach_facts to resguardo_app, resguardo_system;
