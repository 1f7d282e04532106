-- Other programs of an organisation that hear what happens in it (src/events), at an address of theirs.
create table webhook_subscriptions (
  tenant_id uuid not null constraint webhook_subscriptions_tenant_fkey references tenants (id),
  id uuid not null,
  url text not null,
  -- Types of events; '*' alone is all of them, also those that come later.
  events text[] not null constraint webhook_subscriptions_some_events check (cardinality(events) > 0),
  description text,
  secret_sealed text not null,
  -- After a rotation deliveries are signed with the secret before, too, until then.
  previous_secret_sealed text,
  previous_until timestamptz,
  is_active boolean not null,
  -- Why the service itself switched it off.
  disabled_reason text constraint webhook_subscriptions_disabled_known check (disabled_reason in ('failing', 'gone')),
  -- The first failure that no success has followed yet, as far as was looked at.
  failing_since timestamptz,
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint webhook_subscriptions_pkey primary key (tenant_id, id),
  constraint webhook_subscriptions_overlap_whole
    check ((previous_secret_sealed is null) = (previous_until is null)),
  constraint webhook_subscriptions_disabled_is_off check (disabled_reason is null or not is_active)
);
create index webhook_subscriptions_newest on webhook_subscriptions (tenant_id, created_at desc, id desc);
call protect_tenant_table('webhook_subscriptions');

-- A delivery written while a secret replaces another carries the signatures of both.
alter table webhook_deliveries add column previous_secret_sealed text;
