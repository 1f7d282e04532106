-- When somebody looks at it again, and the date of the last reminder.
alter table activities add column review_at date, add column review_announced date;
create index activities_to_review on activities (tenant_id, review_at) where review_at is not null;
create index activities_to_announce on activities (review_at) where review_at is distinct from review_announced;
