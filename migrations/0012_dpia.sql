-- Impact assessments (art. 15 ter, Ley 19.628 mod. Ley 21.719) and the risks they weigh.
create table dpia_assessments (
  tenant_id uuid not null constraint dpia_assessments_tenant_fkey references tenants (id),
  id uuid not null,
  legal_entity_id uuid not null default main_entity(),
  title text not null,
  description text,
  status text not null constraint dpia_assessments_status_known check (status in
    ('draft', 'in_review', 'approved', 'rejected')),
  -- Raised when somebody resumes a rejected assessment.
  version int not null constraint dpia_assessments_version_positive check (version > 0),
  activity_id uuid,
  scope text,
  necessity text,
  proportionality text,
  -- The opinions of the DPO and of the people affected.
  dpo_opinion text,
  dpo_opinion_by text,
  dpo_opinion_at timestamptz,
  subjects_opinion text,
  subjects_consultation text,
  approver_name text,
  approver_role text,
  approved_at timestamptz,
  -- The activity at the time of the approval: later changes of the record do not change what was approved.
  activity_snapshot jsonb,
  -- The version of the law that it was approved under.
  law_version text,
  -- The day of the next review, and the date of the last reminder.
  review_at date,
  review_announced date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint dpia_assessments_pkey primary key (tenant_id, id),
  constraint dpia_assessments_entity_fkey foreign key (tenant_id, legal_entity_id)
    references legal_entities (tenant_id, id),
  constraint dpia_assessments_activity_fkey foreign key (tenant_id, activity_id)
    references activities (tenant_id, id) on delete set null (activity_id),
  constraint dpia_assessments_approval check ((status = 'approved') = (approved_at is not null))
);
create index dpia_assessments_newest on dpia_assessments (tenant_id, created_at desc, id desc);
create index dpia_assessments_by_change on dpia_assessments (tenant_id, updated_at desc, id desc);
create index dpia_assessments_by_status on dpia_assessments (tenant_id, status, created_at desc, id desc);
create index dpia_assessments_by_activity on dpia_assessments (tenant_id, activity_id, created_at desc, id desc);
create index dpia_assessments_by_entity on dpia_assessments (tenant_id, legal_entity_id, created_at desc, id desc);
create index dpia_assessments_to_review on dpia_assessments (tenant_id, review_at) where review_at is not null;
create index dpia_assessments_to_announce on dpia_assessments (review_at) where review_at is distinct from review_announced;
call protect_tenant_table('dpia_assessments');
call index_words('dpia_assessments', 'r.title', $$concat_ws(' ', r.description, r.scope)$$);

create table dpia_risks (
  tenant_id uuid not null constraint dpia_risks_tenant_fkey references tenants (id),
  id uuid not null,
  assessment_id uuid not null,
  description text not null,
  likelihood text not null constraint dpia_risks_likelihood_known check (likelihood in
    ('low', 'medium', 'high', 'critical')),
  impact text not null constraint dpia_risks_impact_known check (impact in ('low', 'medium', 'high', 'critical')),
  risk_level text not null constraint dpia_risks_level_known check (risk_level in
    ('low', 'medium', 'high', 'critical')),
  mitigation text,
  -- Who takes the measures, until when, and the risk after them.
  owner_name text,
  due_on date,
  done_on date,
  residual_likelihood text constraint dpia_risks_residual_likelihood_known check (residual_likelihood in
    ('low', 'medium', 'high', 'critical')),
  residual_impact text constraint dpia_risks_residual_impact_known check (residual_impact in
    ('low', 'medium', 'high', 'critical')),
  residual_risk text constraint dpia_risks_residual_known check (residual_risk in
    ('low', 'medium', 'high', 'critical')),
  status text not null constraint dpia_risks_status_known check (status in ('identified', 'mitigated', 'accepted')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint dpia_risks_pkey primary key (tenant_id, id),
  constraint dpia_risks_assessment_fkey foreign key (tenant_id, assessment_id)
    references dpia_assessments (tenant_id, id) on delete cascade
);
create index dpia_risks_by_assessment on dpia_risks (tenant_id, assessment_id, created_at, id);
call protect_tenant_table('dpia_risks');

create view assessment_register with (security_invoker = true) as
  select tenant_id, id, legal_entity_id, activity_id, status, status = 'approved' as is_approved, created_at
  from dpia_assessments;
comment on view assessment_register is 'Every impact assessment and whether it is approved.';
grant select on assessment_register to resguardo_app, resguardo_system;

create view risk_register with (security_invoker = true) as
  select tenant_id, id, assessment_id, risk_level in ('high', 'critical') as is_grave, status = 'identified' as is_untreated
  from dpia_risks;
comment on view risk_register is 'Every risk that an assessment weighs.';
grant select on risk_register to resguardo_app, resguardo_system;

create view issued_assessments with (security_invoker = true) as
  select tenant_id, id, title as name, coalesce(law_version, '2026-12-01') as law_version, approved_at as issued_at
  from dpia_assessments where status = 'approved';
comment on view issued_assessments is 'Every approved impact assessment and the version of the law it was approved under.';
comment on column issued_assessments.law_version is 'not null';
comment on column issued_assessments.issued_at is 'not null';
grant select on issued_assessments to resguardo_app, resguardo_system;

create view searchable_assessments with (security_invoker = true) as
  select tenant_id, id, title, left(description, 200) as subtitle, status as state, updated_at
  from dpia_assessments;
comment on view searchable_assessments is 'What a search shows of an impact assessment.';
comment on column searchable_assessments.subtitle is 'nullable';
comment on column searchable_assessments.state is 'nullable';
grant select on searchable_assessments to resguardo_app, resguardo_system;
