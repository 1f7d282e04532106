-- The inspection folder in parts: its bytes are in the storage of files, so that none of it is ever in memory whole.
-- A folder of the version before keeps its bytes in `content`.
alter table governance_reports
  add column parts int not null default 0 constraint governance_reports_parts_counted check (parts >= 0),
  add column size_bytes bigint constraint governance_reports_size_positive check (size_bytes >= 0),
  add column sha256 text,
  drop constraint governance_reports_ready_whole,
  add constraint governance_reports_ready_whole check (
    status <> 'READY' or (num_nonnulls(content_type, file_name) = 2 and (content is not null or parts > 0)));
