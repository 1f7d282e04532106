-- Impact assessments (art. 15 ter, Ley 19.628 mod. Ley 21.719) and the risks they weigh.
create table dpia_assessments (
  tenant_id uuid not null constraint dpia_assessments_tenant_fkey references tenants (id),
  id uuid not null,
  title text not null,
  description text,
  status text not null constraint dpia_assessments_status_known check (status in
    ('draft', 'in_review', 'approved', 'rejected')),
  -- Rises when a rejected assessment is taken up again.
  version int not null constraint dpia_assessments_version_positive check (version > 0),
  activity_id uuid,
  scope text,
  necessity text,
  proportionality text,
  approver_name text,
  approver_role text,
  approved_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint dpia_assessments_pkey primary key (tenant_id, id),
  constraint dpia_assessments_activity_fkey foreign key (tenant_id, activity_id)
    references activities (tenant_id, id) on delete set null (activity_id),
  constraint dpia_assessments_approval check ((status = 'approved') = (approved_at is not null))
);
create index dpia_assessments_newest on dpia_assessments (tenant_id, created_at desc, id desc);
create index dpia_assessments_by_status on dpia_assessments (tenant_id, status, created_at desc, id desc);
create index dpia_assessments_by_activity on dpia_assessments (tenant_id, activity_id, created_at desc, id desc);
call protect_tenant_table('dpia_assessments');

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
  select tenant_id, id, activity_id, status, status = 'approved' as is_approved, created_at
  from dpia_assessments;
comment on view assessment_register is 'Every impact assessment and whether it is approved.';
grant select on assessment_register to resguardo_app, resguardo_system;

create view risk_register with (security_invoker = true) as
  select tenant_id, id, assessment_id, risk_level in ('high', 'critical') as is_grave, status = 'identified' as is_untreated
  from dpia_risks;
comment on view risk_register is 'Every risk that an assessment weighs.';
grant select on risk_register to resguardo_app, resguardo_system;
