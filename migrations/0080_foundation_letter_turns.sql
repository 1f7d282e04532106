-- Letters to addresses that nobody has proven, which a stranger writes into a public form, leave an hour's number at a
-- time. `turn_at` is when one was let go; without it, it waits, and those written before it go first.
alter table mails
  add column is_to_stranger boolean not null default false,
  add column turn_at timestamptz;
create index mails_by_turn on mails (tenant_id, turn_at) where turn_at is not null;
create index mails_waiting on mails (tenant_id, created_at, id) where is_to_stranger and turn_at is null;
