-- Requests that were kept in another book come in with the number they had there.
alter table dsar_requests
  drop constraint dsar_requests_source_known,
  add constraint dsar_requests_source_known check (source in ('widget', 'portal', 'import')),
  add column previous_number text constraint dsar_requests_previous_number_bounded check
    (length(previous_number) between 1 and 200);
create unique index dsar_requests_previous_number_key on dsar_requests (tenant_id, previous_number)
  where previous_number is not null;
