create table api_keys (
  tenant_id uuid not null constraint api_keys_tenant_fkey references tenants (id),
  id uuid not null,
  name text not null,
  prefix text not null,
  key_hash text not null,
  -- After a rotation the previous key works until then.
  previous_hash text,
  previous_until timestamptz,
  -- The key acts as a member with this role would; the scopes narrow it.
  role text not null default 'ANALYST' constraint api_keys_role_known check (role in ('DPO', 'APPROVER', 'ANALYST', 'VIEWER')),
  scopes text[] not null,
  -- The networks and pages that may use it; any if empty.
  allowed_addresses text[] not null default '{}',
  allowed_origins text[] not null default '{}',
  -- A limit of its own, below that of the plan.
  requests_per_minute integer constraint api_keys_rate_bounded check (requests_per_minute between 1 and 100000),
  is_active boolean not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  -- The person who has seen the key: its maker, or the last person to rotate it.
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint api_keys_pkey primary key (tenant_id, id)
);
create index api_keys_newest on api_keys (tenant_id, created_at desc, id desc);
-- The key itself names no tenant; 256 random bits do not collide.
create index api_keys_by_hash on api_keys (key_hash);
create index api_keys_by_previous_hash on api_keys (previous_hash) where previous_hash is not null;
call protect_tenant_table('api_keys');

-- Addresses of an organisation's other programs that get its events (src/events).
create table webhook_subscriptions (
  tenant_id uuid not null constraint webhook_subscriptions_tenant_fkey references tenants (id),
  id uuid not null,
  url text not null,
  -- Types of events; '*' alone means all, including later ones.
  events text[] not null constraint webhook_subscriptions_some_events check (cardinality(events) > 0),
  description text,
  secret_sealed text not null,
  -- After a rotation deliveries are also signed with the previous secret, until then.
  previous_secret_sealed text,
  previous_until timestamptz,
  is_active boolean not null,
  -- Why the service itself switched it off; null if a person did.
  disabled_reason text constraint webhook_subscriptions_disabled_known check (disabled_reason in ('failing', 'gone')),
  -- The first failure without a success after it, as far as the service has checked.
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

-- An organisation's data as one file, for its owners. The bytes are in the storage and are deleted after some days.
create table tenant_exports (
  tenant_id uuid not null constraint tenant_exports_tenant_fkey references tenants (id),
  id uuid not null,
  status text not null constraint tenant_exports_status_known check (status in ('FAILED', 'PENDING', 'READY')),
  parts int not null,
  size_bytes bigint,
  sha256 text,
  row_count bigint,
  file_count bigint,
  error text,
  requested_by uuid,
  requested_by_name text,
  created_at timestamptz not null,
  completed_at timestamptz,
  expires_at timestamptz not null,
  constraint tenant_exports_pkey primary key (tenant_id, id),
  constraint tenant_exports_ended check ((status = 'PENDING') = (completed_at is null)),
  constraint tenant_exports_ready_whole check
    (status <> 'READY' or num_nonnulls(size_bytes, sha256, row_count, file_count) = 4)
);
create index tenant_exports_newest on tenant_exports (tenant_id, created_at desc, id desc);
create index tenant_exports_expiring on tenant_exports (expires_at);
create unique index tenant_exports_one_pending on tenant_exports (tenant_id) where status = 'PENDING';
call protect_tenant_table('tenant_exports');

-- The certificate with which an organisation signs its documents: one for each.
create table signing_certificates (
  tenant_id uuid not null constraint signing_certificates_tenant_fkey references tenants (id),
  -- PEM: its own certificate first, then its issuers.
  certificates text not null,
  -- PKCS#8.
  private_key_sealed text not null,
  key_type text not null constraint signing_certificates_key_type_known check (key_type in ('RSA', 'EC')),
  not_before timestamptz not null,
  not_after timestamptz not null,
  uploaded_by uuid,
  uploaded_by_name text,
  uploaded_at timestamptz not null,
  -- When the owners got the letter about its expiry.
  reminded_at timestamptz,
  constraint signing_certificates_pkey primary key (tenant_id),
  constraint signing_certificates_lasts check (not_after > not_before)
);
call protect_tenant_table('signing_certificates');
