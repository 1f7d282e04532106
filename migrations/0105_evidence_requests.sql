-- A request of a person is evidence too: its receipt proves that it was received, and when.

alter table evidence_entries drop constraint evidence_entries_kind_known;
alter table evidence_entries add constraint evidence_entries_kind_known
  check (kind in ('audit', 'consent', 'request', 'letter', 'signature', 'document', 'imported', 'erasure', 'seal'));

create trigger evidence after insert on dsar_requests for each row execute function evidence_waits();

-- Which heads of the last days have no stamp yet.
create index evidence_heads_by_time on evidence_heads (at);

-- Whether a record still waits for its seal.
create index evidence_waiting_by_row on evidence_waiting (tenant_id, source, row_id);

set local role resguardo_system;
insert into evidence_waiting (tenant_id, source, row_id, imported)
  select tenant_id, 'dsar_requests', id, true from dsar_requests order by created_at, id;
reset role;
