alter table api_keys
  -- The key acts as a member with this role would; the scopes narrow it.
  add column role text not null default 'ANALYST'
    constraint api_keys_role_known check (role in ('DPO', 'APPROVER', 'ANALYST', 'VIEWER')),
  -- Networks and pages it may be used from; any when empty.
  add column allowed_addresses text[] not null default '{}',
  add column allowed_origins text[] not null default '{}',
  -- A bound of its own, below that of the plan.
  add column requests_per_minute integer
    constraint api_keys_rate_bounded check (requests_per_minute between 1 and 100000),
  -- After a rotation the key before works until then.
  add column previous_hash text,
  add column previous_until timestamptz;
create index api_keys_by_previous_hash on api_keys (previous_hash) where previous_hash is not null;
