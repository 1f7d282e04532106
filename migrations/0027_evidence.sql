-- A chain of hashes for each organisation, over every audit row, consent record, request, letter, signature and published
-- document. A writer notes the key of its row in `evidence_waiting`, in its own transaction, and waits for nobody. A job
-- makes the entries, in one order for each organisation, and closes every batch with a seal and a signed head.

create table evidence_waiting (
  tenant_id uuid not null,
  id bigint generated always as identity,
  source text not null,
  row_id uuid not null,
  -- Version of a versioned row; otherwise 0.
  row_version int not null default 0,
  at timestamptz not null default now(),
  -- The row existed before it came to this chain.
  imported boolean not null default false,
  constraint evidence_waiting_pkey primary key (tenant_id, id)
);
-- Finds whether a record still waits for its seal.
create index evidence_waiting_by_row on evidence_waiting (tenant_id, source, row_id);
call protect_tenant_table('evidence_waiting');

-- The end of each chain. The job locks the row while it appends entries.
create table evidence_chains (
  tenant_id uuid not null constraint evidence_chains_tenant_fkey references tenants (id),
  seq bigint not null,
  hash text,
  constraint evidence_chains_pkey primary key (tenant_id)
);
call protect_tenant_table('evidence_chains');

create table evidence_entries (
  tenant_id uuid not null constraint evidence_entries_tenant_fkey references tenants (id),
  seq bigint not null,
  kind text not null constraint evidence_entries_kind_known
    check (kind in ('audit', 'consent', 'request', 'letter', 'signature', 'document', 'imported', 'erasure', 'seal')),
  entity_type text not null,
  entity_id text not null,
  at timestamptz not null,
  payload_hash text not null,
  previous text,
  hash text not null,
  -- The table of the entry's row; null for a seal.
  source text,
  row_id uuid,
  row_version int,
  constraint evidence_entries_pkey primary key (tenant_id, seq),
  constraint evidence_entries_of_row check ((kind = 'seal') = (num_nonnulls(source, row_id, row_version) = 0)),
  constraint evidence_entries_linked check ((seq = 1) = (previous is null))
);
create index evidence_entries_by_row on evidence_entries (tenant_id, source, row_id, row_version);
call protect_tenant_table('evidence_entries', append_only => true);

-- Hashed with the row, and deleted with it: nobody can guess the content of an erased row from its hash.
create table evidence_salts (
  tenant_id uuid not null constraint evidence_salts_tenant_fkey references tenants (id),
  seq bigint not null,
  salt text not null,
  constraint evidence_salts_pkey primary key (tenant_id, seq)
);
call protect_tenant_table('evidence_salts');

-- The end of the chain after each batch, signed.
create table evidence_heads (
  tenant_id uuid not null constraint evidence_heads_tenant_fkey references tenants (id),
  seq bigint not null,
  hash text not null,
  at timestamptz not null,
  kid text not null,
  signature text not null,
  constraint evidence_heads_pkey primary key (tenant_id, seq)
);
create index evidence_heads_newest on evidence_heads (tenant_id, at desc, hash desc);
-- Finds heads of the last days without a stamp.
create index evidence_heads_by_time on evidence_heads (at);
call protect_tenant_table('evidence_heads', append_only => true);

-- Stamps of time-stamp authorities (RFC 3161) on heads.
create table evidence_stamps (
  tenant_id uuid not null constraint evidence_stamps_tenant_fkey references tenants (id),
  seq bigint not null,
  authority text not null,
  token bytea not null,
  stamped_at timestamptz not null,
  created_at timestamptz not null,
  constraint evidence_stamps_pkey primary key (tenant_id, seq, authority),
  constraint evidence_stamps_head_fkey foreign key (tenant_id, seq) references evidence_heads (tenant_id, seq)
);
call protect_tenant_table('evidence_stamps', append_only => true);

-- Rows that were erased because the law requires it. The deletion itself writes the entry.
create table evidence_erasures (
  tenant_id uuid not null constraint evidence_erasures_tenant_fkey references tenants (id),
  id uuid not null,
  source text not null,
  row_id uuid not null,
  row_version int not null,
  reason text not null constraint evidence_erasures_reason_given check (length(reason) between 10 and 500),
  -- The service makes it with a secret that is not in the database.
  mark text not null,
  erased_at timestamptz not null,
  constraint evidence_erasures_pkey primary key (tenant_id, id)
);
create index evidence_erasures_by_row on evidence_erasures (tenant_id, source, row_id, row_version);
call protect_tenant_table('evidence_erasures', append_only => true);

-- Keys that sign heads. Old ones stay, so that their signatures can be checked.
create table evidence_keys (
  kid text not null constraint evidence_keys_pkey primary key,
  public_key text not null,
  private_sealed text not null,
  created_at timestamptz not null,
  retired_at timestamptz
);
create unique index evidence_keys_one_in_use on evidence_keys ((true)) where retired_at is null;
call protect_global_table('evidence_keys');

-- ── triggers that write the waiting rows ──

create function evidence_comes_from_elsewhere() returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('app.evidence_imported', true), '') = 'on';

-- A trigger on a partition sees only the partition's name, so the table's name comes as an argument.
create function evidence_waits() returns trigger
  language plpgsql as $$
begin
  insert into evidence_waiting (tenant_id, source, row_id, imported)
    values (new.tenant_id, coalesce(tg_argv[0], tg_table_name), new.id, evidence_comes_from_elsewhere());
  return null;
end
$$;

create function evidence_notice_version_waits() returns trigger
  language plpgsql as $$
begin
  insert into evidence_waiting (tenant_id, source, row_id, row_version, imported)
    values (new.tenant_id, tg_table_name, new.notice_id, new.version, evidence_comes_from_elsewhere());
  return null;
end
$$;

create function evidence_template_version_waits() returns trigger
  language plpgsql as $$
begin
  insert into evidence_waiting (tenant_id, source, row_id, row_version, imported)
    values (new.tenant_id, tg_table_name, new.template_id, new.version, evidence_comes_from_elsewhere());
  return null;
end
$$;

create trigger evidence after insert on audit_log
  for each row execute function evidence_waits('audit_log');
create trigger evidence after insert on consent_records
  for each row execute function evidence_waits('consent_records');
create trigger evidence after insert on consent_form_records
  for each row execute function evidence_waits('consent_form_records');
-- The receipt of a request proves that it was received, and when.
create trigger evidence after insert on dsar_requests for each row execute function evidence_waits();
create trigger evidence after insert on dsar_letters for each row execute function evidence_waits();
create trigger evidence after insert on evidence_erasures for each row execute function evidence_waits();
create trigger evidence after insert on consent_notice_versions
  for each row execute function evidence_notice_version_waits();
create trigger evidence after insert on consent_template_versions
  for each row execute function evidence_template_version_waits();
create trigger evidence after insert on contracts
  for each row when (new.signature is not null) execute function evidence_waits();
create trigger evidence_later after update of signature on contracts
  for each row when (old.signature is null and new.signature is not null) execute function evidence_waits();
create trigger evidence after insert on privacy_policies
  for each row when (new.published_at is not null) execute function evidence_waits();
create trigger evidence_later after update of published_at on privacy_policies
  for each row when (old.published_at is null and new.published_at is not null) execute function evidence_waits();
create trigger evidence after insert on cookie_policies
  for each row when (new.published_at is not null) execute function evidence_waits();
create trigger evidence_later after update of published_at on cookie_policies
  for each row when (old.published_at is null and new.published_at is not null) execute function evidence_waits();

-- ── erasure by law ──

-- A deletion gives its reason in `app.erasure_reason`. Without a reason the check reports the row as deleted.
create function evidence_erased() returns trigger
  language plpgsql as $$
declare
  given text := coalesce(current_setting('app.erasure_reason', true), '');
  erased_from text := coalesce(tg_argv[0], tg_table_name);
begin
  if given = '' then
    return null;
  end if;
  insert into evidence_erasures (tenant_id, id, source, row_id, row_version, reason, mark, erased_at)
    values (old.tenant_id, gen_random_uuid(), erased_from, old.id, 0, given,
      coalesce(current_setting('app.erasure_mark', true), ''), now());
  delete from evidence_salts s using evidence_entries e
    where e.tenant_id = old.tenant_id and e.source = erased_from and e.row_id = old.id
      and s.tenant_id = e.tenant_id and s.seq = e.seq;
  return null;
end
$$;

create trigger evidence_erased after delete on audit_log
  for each row execute function evidence_erased('audit_log');
create trigger evidence_erased after delete on consent_records
  for each row execute function evidence_erased('consent_records');
create trigger evidence_erased after delete on consent_form_records
  for each row execute function evidence_erased('consent_form_records');
create trigger evidence_erased after delete on dsar_letters for each row execute function evidence_erased();
