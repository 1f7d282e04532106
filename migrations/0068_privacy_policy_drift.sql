-- When people were given notice that a published policy no longer says what the register says: once for each version.
alter table privacy_policies add column drift_noticed_at timestamptz;
create index privacy_policies_in_force on privacy_policies (tenant_id, id)
  where status = 'PUBLISHED' and drift_noticed_at is null;
