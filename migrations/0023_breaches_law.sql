call belongs_to_entity('breaches');
alter table breaches add constraint breaches_entity_fkey foreign key (tenant_id, legal_entity_id)
  references legal_entities (tenant_id, id);
create index breaches_by_entity on breaches (tenant_id, legal_entity_id, created_at desc, id desc);

-- What the register of art. 14 sexies, Ley 19.628 (mod. Ley 21.719), lists and the breach could not say.
alter table breaches
  add column nature text[] not null default '{}'
    constraint breaches_nature_known check (nature <@ array['confidentiality', 'integrity', 'availability']),
  add column occurred_at timestamptz,
  add column effects text,
  add column prevention text,
  add column risk_rationale text,
  add column subjects_notified_at timestamptz,
  add column subjects_medium text,
  add column mass_media_notice text,
  -- Why the people affected were not notified.
  add column no_notice_reason text,
  add column acts_as text not null default 'controller'
    constraint breaches_role_known check (acts_as in ('controller', 'processor')),
  -- For whom an organisation that acts as processor processes the data, and when it informed that controller.
  add column controller_name text,
  add column controller_notified_at timestamptz,
  -- Answers that stand against the record, each with its written reason.
  add column overrides jsonb not null default '[]',
  -- When the clocks that a person marks were met, by their keys.
  add column clocks_done jsonb not null default '{}',
  add constraint breaches_in_order check (occurred_at <= detected_at and subjects_notified_at >= detected_at
    and controller_notified_at >= detected_at);

alter table breach_events drop constraint breach_events_type_known, add constraint breach_events_type_known
  check (type in ('created', 'updated', 'status_change', 'decision', 'apdp_notified', 'siem_alert',
    'subjects_notified', 'controller_notified', 'clock_done'));

create index breaches_subjects_uninformed on breaches (tenant_id)
  where requires_subject_notification and subjects_notified_at is null and mass_media_notice is null
    and no_notice_reason is null;
create index breaches_register_incomplete on breaches (tenant_id)
  where (requires_notification or notified_apdp_at is not null) and status in ('resolved', 'notified')
    and (nature = '{}' or effects is null or prevention is null or data_categories = '{}'
      or estimated_records is null or containment_actions = '{}');

-- What other modules read. A breach is in the register of art. 14 sexies once it was, or must be, reported.
create or replace view breach_register with (security_invoker = true) as
  select tenant_id, id, detected_at, status not in ('resolved', 'notified') as is_open, legal_entity_id,
    requires_subject_notification and subjects_notified_at is null and mass_media_notice is null
      and no_notice_reason is null as subjects_uninformed,
    (requires_notification or notified_apdp_at is not null) and status in ('resolved', 'notified')
      and (nature = '{}' or effects is null or prevention is null or data_categories = '{}'
        or estimated_records is null or containment_actions = '{}') as register_incomplete
  from breaches;
comment on view breach_register is
  'Every breach: whether it is open, whether people still wait for its notice, whether its register entry lacks an item.';
comment on column breach_register.subjects_uninformed is 'not null';
comment on column breach_register.register_incomplete is 'not null';
