-- What the banner of a site adds to a decision: the signal of the browser that decided (Global Privacy Control), the
-- language in which it was asked, and a key by which a decision that is sent again is known.
alter table consent_records
  add column signal text constraint consent_records_signal_known check (signal in ('gpc')),
  add column language text,
  add column client_key text;
create unique index consent_records_once on consent_records (tenant_id, notice_id, client_key)
  where client_key is not null;
