-- Questionnaires for people without an account. Every change of the text is a new version: a person who opened one sees the
-- version that was sent.
create table questionnaires (
  tenant_id uuid not null constraint questionnaires_tenant_fkey references tenants (id),
  id uuid not null,
  name text not null,
  description text,
  -- The built-in questionnaire that this one was made from.
  built_in text,
  version int not null,
  is_active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint questionnaires_pkey primary key (tenant_id, id)
);
create index questionnaires_newest on questionnaires (tenant_id, created_at desc, id desc);
create index questionnaires_changed on questionnaires (tenant_id, updated_at desc, id desc);
call protect_tenant_table('questionnaires');
call index_words('questionnaires', 'r.name', 'r.description');

create table questionnaire_versions (
  tenant_id uuid not null constraint questionnaire_versions_tenant_fkey references tenants (id),
  questionnaire_id uuid not null,
  version int not null,
  name text not null,
  description text,
  sections jsonb not null,
  created_at timestamptz not null,
  constraint questionnaire_versions_pkey primary key (tenant_id, questionnaire_id, version),
  constraint questionnaire_versions_questionnaire_fkey foreign key (tenant_id, questionnaire_id)
    references questionnaires (tenant_id, id) on delete cascade
);
call protect_tenant_table('questionnaire_versions');

-- An invitation and the answer to it: one row for each person it was sent to. The key of its page is kept as a hash.
create table questionnaire_answers (
  tenant_id uuid not null constraint questionnaire_answers_tenant_fkey references tenants (id),
  id uuid not null,
  questionnaire_id uuid not null,
  version int not null,
  name text not null,
  email text not null,
  department_id uuid,
  due_on date not null,
  status text not null constraint questionnaire_answers_status_known
    check (status in ('sent', 'started', 'submitted', 'returned', 'revoked')),
  key_hash text,
  expires_at timestamptz not null,
  answers jsonb not null,
  -- Number of questions that these answers lead to.
  asked int not null,
  answered int not null,
  -- What the organisation asks about the answer when it sends it back.
  note text,
  reminded_on date,
  requested_by uuid,
  saved_at timestamptz,
  submitted_at timestamptz,
  read_at timestamptz,
  read_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint questionnaire_answers_pkey primary key (tenant_id, id),
  constraint questionnaire_answers_version_fkey foreign key (tenant_id, questionnaire_id, version)
    references questionnaire_versions (tenant_id, questionnaire_id, version),
  constraint questionnaire_answers_department_fkey foreign key (tenant_id, department_id)
    references departments (tenant_id, id),
  constraint questionnaire_answers_revoked check ((status = 'revoked') = (key_hash is null)),
  constraint questionnaire_answers_submitted check (status <> 'submitted' or submitted_at is not null)
);
create index questionnaire_answers_newest on questionnaire_answers (tenant_id, created_at desc, id desc);
create index questionnaire_answers_changed on questionnaire_answers (tenant_id, updated_at desc, id desc);
create index questionnaire_answers_due on questionnaire_answers (tenant_id, due_on, id);
create index questionnaire_answers_of on questionnaire_answers (tenant_id, questionnaire_id, created_at desc, id desc);
create index questionnaire_answers_of_version on questionnaire_answers (tenant_id, questionnaire_id, version);
create index questionnaire_answers_by_department on questionnaire_answers (tenant_id, department_id);
create index questionnaire_answers_by_key on questionnaire_answers (key_hash) where key_hash is not null;
create index questionnaire_answers_unread on questionnaire_answers (tenant_id, submitted_at)
  where status = 'submitted' and read_at is null;
create index questionnaire_answers_open on questionnaire_answers (due_on)
  where status in ('sent', 'started', 'returned');
call protect_tenant_table('questionnaire_answers');
call index_words('questionnaire_answers', 'r.name', 'r.email');

-- Records made from an answer. The record may be deleted later; the answer still shows what it became.
create table questionnaire_sources (
  tenant_id uuid not null constraint questionnaire_sources_tenant_fkey references tenants (id),
  answer_id uuid not null,
  entity_type text not null,
  entity_id uuid not null,
  target text not null constraint questionnaire_sources_target_known
    check (target in ('activity', 'processor', 'system', 'risk')),
  -- Which of the records that the answer describes.
  nth int not null,
  title text not null,
  created_by text,
  created_at timestamptz not null,
  constraint questionnaire_sources_pkey primary key (tenant_id, answer_id, target, nth),
  constraint questionnaire_sources_answer_fkey foreign key (tenant_id, answer_id)
    references questionnaire_answers (tenant_id, id)
);
create index questionnaire_sources_of_record on questionnaire_sources (tenant_id, entity_type, entity_id);
call protect_tenant_table('questionnaire_sources');
