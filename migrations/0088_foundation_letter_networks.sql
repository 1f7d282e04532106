-- Of letters to addresses that nobody has proven, each network at each form takes its own turns: who floods a form delays
-- their own letters. `turn_key` is a keyed digest of both.
alter table mails add column turn_key text not null default '';

-- The days of a link count from when its letter left.
alter table consent_confirmations
  add column mail_id uuid,
  add constraint consent_confirmations_mail_fkey foreign key (tenant_id, mail_id) references mails (tenant_id, id)
    on delete set null (mail_id);
create index consent_confirmations_by_mail on consent_confirmations (tenant_id, mail_id);
