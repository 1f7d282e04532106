-- A mailbox is spared whatever RUT is named beside it: codes are counted per address too, which is not stored in clear.
alter table portal_codes add column mailbox_hash text;
create index portal_codes_by_mailbox on portal_codes (tenant_id, mailbox_hash, created_at desc);
