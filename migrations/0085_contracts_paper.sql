alter table contracts
  -- The text as the service wrote it: what a person changes afterwards is compared with it. Contracts written before
  -- have none, and are compared with their template.
  add column drafted text,
  -- When the signer was last reminded, and how many times.
  add column reminded_at timestamptz,
  add column reminders int not null default 0;
