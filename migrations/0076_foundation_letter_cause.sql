-- Who causes a letter: members spend the plan's letters of a day, strangers and the service itself do not. And whether it
-- is the service's own letter, which never wears the name of the organisation.
alter table mails
  add column caused_by text not null default 'member'
    constraint mails_cause_known check (caused_by in ('member', 'public', 'service')),
  add column is_ours boolean not null default false;
update mails set is_ours = true where sent_at is null and body_html like '%<p>— Resguardo</p>%';
