-- The version of the law that an assessment was approved under. Those approved before versions were kept are of the first one.
alter table dpia_assessments add column law_version text;
set local role resguardo_system;
update dpia_assessments set law_version = '2026-12-01' where status = 'approved';
reset role;

create view issued_assessments with (security_invoker = true) as
  select tenant_id, id, title as name, coalesce(law_version, '2026-12-01') as law_version, approved_at as issued_at
  from dpia_assessments where status = 'approved';
comment on view issued_assessments is 'Every approved impact assessment and the version of the law it was approved under.';
comment on column issued_assessments.law_version is 'not null';
comment on column issued_assessments.issued_at is 'not null';
grant select on issued_assessments to resguardo_app, resguardo_system;
