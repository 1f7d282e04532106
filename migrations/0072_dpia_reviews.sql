-- When somebody looks at it again, and the date of the last reminder.
alter table dpia_assessments add column review_at date, add column review_announced date;
create index dpia_assessments_to_review on dpia_assessments (tenant_id, review_at) where review_at is not null;
create index dpia_assessments_to_announce on dpia_assessments (review_at) where review_at is distinct from review_announced;
