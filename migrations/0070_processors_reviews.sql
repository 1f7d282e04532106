-- When somebody looks at it again, and the date of the last reminder.
alter table processors add column review_at date, add column review_announced date;
create index processors_to_review on processors (tenant_id, review_at) where review_at is not null;
create index processors_to_announce on processors (review_at) where review_at is distinct from review_announced;

create or replace view processor_register with (security_invoker = true) as
  select tenant_id, id, name, tax_id, country, contact_name, contact_email, services, dpa_status, dpa_valid_until,
    source, created_at, updated_at,
    case when dpa_status = 'SIGNED' then coalesce(dpa_valid_until, 'infinity') else '-infinity' end as signed_until,
    review_at
  from processors;
