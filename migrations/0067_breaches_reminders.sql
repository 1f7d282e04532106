-- That people were reminded of a clock of a breach, once when it is about to end and once when it is over.
create table breach_reminders (
  tenant_id uuid not null constraint breach_reminders_tenant_fkey references tenants (id),
  breach_id uuid not null,
  clock text not null,
  due_at timestamptz not null,
  is_over boolean not null,
  sent_at timestamptz not null,
  constraint breach_reminders_pkey primary key (tenant_id, breach_id, clock, due_at, is_over),
  constraint breach_reminders_breach_fkey foreign key (tenant_id, breach_id) references breaches (tenant_id, id)
    on delete cascade
);
call protect_tenant_table('breach_reminders');
create index breaches_running on breaches (detected_at, tenant_id, id)
  where status in ('detected', 'investigating', 'contained');
