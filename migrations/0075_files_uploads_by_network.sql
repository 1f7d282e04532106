-- From which network an upload comes, and when a record took its file over: the row then stays for a day without its key's
-- file, so that what one network sends in a day is known.
alter table public_uploads
  add column address_prefix text,
  add column taken_at timestamptz,
  add constraint public_uploads_taken_empty check (taken_at is null or num_nonnulls(file_id, stored_at) = 0);
