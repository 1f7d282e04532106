-- Where a risk stands after its measures, and who takes them until when.
alter table dpia_risks
  add column residual_likelihood text,
  add column residual_impact text,
  add column owner_name text,
  add column due_on date,
  add column done_on date,
  add constraint dpia_risks_residual_likelihood_known
    check (residual_likelihood in ('low', 'medium', 'high', 'critical')),
  add constraint dpia_risks_residual_impact_known check (residual_impact in ('low', 'medium', 'high', 'critical'));

-- What the DPO and those affected say of it.
alter table dpia_assessments
  add column dpo_opinion text,
  add column dpo_opinion_by text,
  add column dpo_opinion_at timestamptz,
  add column subjects_opinion text,
  add column subjects_consultation text;
