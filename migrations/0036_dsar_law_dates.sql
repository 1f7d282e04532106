-- Terms of a request as the law in force gives them: the service writes the last day at intake and when it extends the
-- term. Rows keep the day that they have.
alter table dsar_requests alter column legal_due_at drop expression;

-- For a version before this one, which writes no such day; it goes with the next release.
create function fill_legal_due_at() returns trigger language plpgsql as $$
begin
  if new.legal_due_at is null or (tg_op = 'UPDATE' and new.legal_due_at = old.legal_due_at
    and old.extended_deadline_at is null and new.extended_deadline_at is not null) then
    new.legal_due_at := coalesce(new.blocking_deadline_at, (
      (new.created_at at time zone 'America/Santiago')::date
        + case when new.extended_deadline_at is null then 31 else 61 end
      - interval '1 millisecond') at time zone 'America/Santiago');
  end if;
  return new;
end
$$;
create trigger fill_legal_due_at before insert or update on dsar_requests
  for each row execute function fill_legal_due_at();

-- The version of the law that a letter was written under.
alter table dsar_letters add column law_version text not null default '2026-12-01';
