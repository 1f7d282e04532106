-- Where an answer to a letter goes: to somebody who reads it, and not to the service.
alter table mails add column reply_to text;
