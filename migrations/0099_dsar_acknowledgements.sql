-- Whom a letter went to confirms through a link of its own that it arrived and what was done. The key is kept as a hash.
alter table dsar_recipients
  add column processor_id uuid,
  -- When our first letter was written; none for letters from before there were links.
  add column written_at timestamptz,
  add column key_hash text,
  add column expires_at timestamptz,
  add column reminded_at timestamptz,
  -- How many of the reminders that are written by themselves are over.
  add column reminders_due smallint not null default 0,
  add column acknowledged_at timestamptz,
  add column acknowledged_by text,
  -- Whether it did what was asked of it.
  add column acknowledged_done boolean,
  add column acknowledgement_notes text,
  add constraint dsar_recipients_acknowledged_whole
    check (num_nonnulls(acknowledged_at, acknowledged_by, acknowledged_done) in (0, 3)),
  add constraint dsar_recipients_key_ends check (key_hash is null or expires_at is not null),
  add constraint dsar_recipients_processor_fkey foreign key (tenant_id, processor_id)
    references processors (tenant_id, id) on delete set null (processor_id);
create index dsar_recipients_by_processor on dsar_recipients (tenant_id, processor_id);
create index dsar_recipients_by_key on dsar_recipients (key_hash) where key_hash is not null;
create index dsar_recipients_waiting on dsar_recipients (written_at)
  where written_at is not null and acknowledged_at is null and reminders_due < 2;

alter table dsar_events drop constraint dsar_events_type_known;
alter table dsar_events add constraint dsar_events_type_known check (type in
  ('created', 'status_change', 'assigned', 'extended', 'responded', 'thirds_notified', 'reminder', 'agency_notified',
   'package_built', 'package_removed', 'answer_delivered', 'answer_opened', 'answer_downloaded',
   'task_added', 'task_sent', 'task_done', 'task_cancelled', 'recipient_reminded', 'recipient_acknowledged', 'identity_checked'));
