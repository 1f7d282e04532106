-- A company that knows who is signed in says so with a token that it signs: each form and each notice has a secret of its
-- own, worked out from this number, which rises when it is renewed.
alter table consent_templates add column subject_secret_number int not null default 0;
alter table consent_notices
  add column subject_secret_number int not null default 0,
  -- Somebody was proven with this notice: only then can a stranger's decision stand against a known one.
  add column has_proven_subjects boolean not null default false;

alter table consent_form_records
  drop constraint consent_form_records_proof_known,
  add constraint consent_form_records_proof_known
    check (proven_by in ('portal', 'api_key', 'staff', 'confirmed_email', 'subject_token', 'nobody')) not valid;
alter table consent_form_records validate constraint consent_form_records_proof_known;

alter table consent_records
  drop constraint consent_records_proof_known,
  add constraint consent_records_proof_known
    check (proven_by in ('confirmed_email', 'subject_token', 'nobody')) not valid,
  -- False for what nobody proved against what the person had decided while they were known.
  add column is_effective boolean not null default true;
alter table consent_records validate constraint consent_records_proof_known;

-- A letter asks about a decision in a form or on a notice.
alter table consent_confirmations
  alter column record_id drop not null,
  add column notice_record_id uuid,
  add constraint consent_confirmations_notice_record_fkey foreign key (tenant_id, notice_record_id)
    references consent_records (tenant_id, id),
  add constraint consent_confirmations_of_one check (num_nonnulls(record_id, notice_record_id) = 1);
create index consent_confirmations_by_notice_record on consent_confirmations (tenant_id, notice_record_id);
