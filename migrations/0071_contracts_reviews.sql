-- When somebody looks at it again, and the date of the last reminder.
alter table contracts add column review_at date, add column review_announced date;
create index contracts_to_review on contracts (tenant_id, review_at) where review_at is not null;
create index contracts_to_announce on contracts (review_at) where review_at is distinct from review_announced;
