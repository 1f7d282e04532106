-- Where the law orders to tell the people affected, a reason for not doing it leaves the duty open (art. 14 sexies).
drop index breaches_subjects_uninformed;
create index breaches_subjects_uninformed on breaches (tenant_id)
  where requires_subject_notification and subjects_notified_at is null and mass_media_notice is null;

create or replace view breach_register with (security_invoker = true) as
  select tenant_id, id, detected_at, status not in ('resolved', 'notified') as is_open, legal_entity_id,
    requires_subject_notification and subjects_notified_at is null and mass_media_notice is null as subjects_uninformed,
    (requires_notification or notified_apdp_at is not null) and status in ('resolved', 'notified')
      and (nature = '{}' or effects is null or prevention is null or data_categories = '{}'
        or estimated_records is null or containment_actions = '{}') as register_incomplete
  from breaches;
