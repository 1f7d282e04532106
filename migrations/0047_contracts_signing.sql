-- The signer's mailbox is asked for a code before the signature counts as its owner's, and the signer may refuse.
create table signing_codes (
  tenant_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  mailbox_hash text not null,
  code_hash text not null,
  tries integer not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint signing_codes_pkey primary key (tenant_id, id),
  constraint signing_codes_contract_fkey foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade
);
create index signing_codes_by_contract on signing_codes (tenant_id, contract_id, created_at desc);
create index signing_codes_by_mailbox on signing_codes (tenant_id, mailbox_hash, created_at desc);
create index signing_codes_by_expiry on signing_codes (expires_at);
call protect_tenant_table('signing_codes');

alter table contracts add column refusal jsonb;
