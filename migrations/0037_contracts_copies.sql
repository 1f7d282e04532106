-- The organisation signs a contract by sending it: who did, in which position, when and which text.
-- Contracts sent before have none, and show when they were sent.
alter table contracts add column organisation_signature jsonb;
