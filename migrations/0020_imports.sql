-- An imported file of rows. A job first checks each row; after the confirmation it saves all of them or none.
create table imports (
  tenant_id uuid not null constraint imports_tenant_fkey references tenants (id),
  id uuid not null,
  target text not null constraint imports_target_known check (target in
    ('activities', 'systems', 'processors', 'departments', 'requests')),
  status text not null constraint imports_status_known check (status in
    ('PENDING', 'READY', 'APPLYING', 'DONE', 'FAILED')),
  progress int not null constraint imports_progress_range check (progress between 0 and 100),
  file_name text not null,
  size_bytes int not null,
  sha256 text not null,
  -- How many parts of the file are in the storage; none after the import.
  parts int not null constraint imports_parts_counted check (parts in (0, 1)),
  dry_run boolean not null,
  -- The sender's choice of fields, by folded heading.
  chosen jsonb not null,
  mapping jsonb not null,
  -- The planned or actual result of each row.
  outcomes jsonb not null,
  totals jsonb,
  error text,
  -- The acting person: the sender, and then the person who confirmed.
  actor jsonb not null,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  constraint imports_pkey primary key (tenant_id, id),
  constraint imports_ended check ((status in ('DONE', 'FAILED')) = (completed_at is not null))
);
create index imports_newest on imports (tenant_id, created_at desc, id desc);
create index imports_changed on imports (tenant_id, updated_at desc, id desc);
create index imports_open on imports (updated_at) where completed_at is null or parts > 0;
-- The contents of the rows are deleted a week after the end of an import.
create index imports_remembered on imports (completed_at) where completed_at is not null and outcomes <> '[]'::jsonb;
call protect_tenant_table('imports');
call index_words('imports', 'r.file_name', 'null::text');

-- The field that a heading means in the files of this organisation, as people confirmed it. Null: no field.
create table import_headings (
  tenant_id uuid not null constraint import_headings_tenant_fkey references tenants (id),
  target text not null,
  heading text not null,
  field text,
  updated_at timestamptz not null,
  constraint import_headings_pkey primary key (tenant_id, target, heading)
);
call protect_tenant_table('import_headings');
