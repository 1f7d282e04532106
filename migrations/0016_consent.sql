-- Proof of consent (art. 12): each version of the shown text is kept, every decision is a row of its own, and nobody can
-- change or delete either afterwards.

create table consent_notices (
  tenant_id uuid not null constraint consent_notices_tenant_fkey references tenants (id),
  id uuid not null,
  name text not null,
  title text not null,
  description text,
  language text not null,
  domain_id uuid,
  purposes jsonb not null,
  config jsonb not null,
  status text not null constraint consent_notices_status_known check (status in ('DRAFT', 'PUBLISHED', 'ARCHIVED')),
  -- The last published version; 1 before the first publication.
  version int not null constraint consent_notices_version_positive check (version > 0),
  widget_key text,
  -- A company that knows the signed-in person proves it with a token. Each notice and each form has its own secret for such
  -- tokens. It is derived from this number, which rises when the secret is renewed.
  subject_secret_number int not null default 0,
  -- A person was proven with this notice: only then can an unproven decision contradict a proven one.
  has_proven_subjects boolean not null default false,
  -- Hashes of the content as edited now, and as last published.
  content_hash text not null,
  published_hash text,
  published_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint consent_notices_pkey primary key (tenant_id, id),
  constraint consent_notices_domain_fkey foreign key (tenant_id, domain_id) references domains (tenant_id, id)
    on delete set null (domain_id),
  constraint consent_notices_published_whole check (
    (published_at is null) = (widget_key is null) and (published_at is null) = (published_hash is null)
    and (status <> 'PUBLISHED' or published_at is not null))
);
create index consent_notices_newest on consent_notices (tenant_id, created_at desc, id desc);
create index consent_notices_by_change on consent_notices (tenant_id, updated_at desc, id desc);
create index consent_notices_by_status on consent_notices (tenant_id, status, created_at desc, id desc);
create index consent_notices_by_domain on consent_notices (tenant_id, domain_id, created_at desc, id desc);
-- The key leads to the tenant and so cannot contain it; 256 random bits do not collide.
create index consent_notices_by_widget on consent_notices (widget_key) where widget_key is not null;
call protect_tenant_table('consent_notices');
call index_words('consent_notices', 'r.name', $$concat_ws(' ', r.title, r.description)$$);

create table consent_notice_versions (
  tenant_id uuid not null constraint consent_notice_versions_tenant_fkey references tenants (id),
  notice_id uuid not null,
  version int not null,
  content jsonb not null,
  content_hash text not null,
  published_by text,
  published_at timestamptz not null,
  constraint consent_notice_versions_pkey primary key (tenant_id, notice_id, version),
  constraint consent_notice_versions_notice_fkey foreign key (tenant_id, notice_id)
    references consent_notices (tenant_id, id)
);
call protect_tenant_table('consent_notice_versions', append_only => true);

create table consent_records (
  tenant_id uuid not null constraint consent_records_tenant_fkey references tenants (id),
  id uuid not null,
  notice_id uuid not null,
  notice_version int not null,
  content_hash text not null,
  subject_ref text not null,
  -- How the person was proven. Null if the source already says it.
  proven_by text constraint consent_records_proof_known check (proven_by in ('confirmed_email', 'subject_token', 'nobody')),
  decisions jsonb not null,
  action text not null
    constraint consent_records_action_known check (action in ('accept_all', 'reject_all', 'custom', 'withdraw')),
  -- Whether any purpose that can be refused was accepted.
  granted boolean not null,
  -- False for an unproven decision that contradicts an earlier proven one.
  is_effective boolean not null default true,
  source text not null,
  -- The browser's signal that decided (Global Privacy Control), the language of the question, and a key that identifies a
  -- decision that is sent again.
  signal text constraint consent_records_signal_known check (signal in ('gpc')),
  language text,
  client_key text,
  url text,
  user_agent text,
  ip_hash text not null,
  receipt text not null,
  created_at timestamptz not null,
  constraint consent_records_pkey primary key (tenant_id, id),
  constraint consent_records_notice_fkey foreign key (tenant_id, notice_id) references consent_notices (tenant_id, id)
) partition by range (id);
create index consent_records_newest on consent_records (tenant_id, notice_id, created_at desc, id desc);
-- Compares byte by byte, so a beginning of a reference also finds rows.
create index consent_records_by_subject on consent_records
  (tenant_id, subject_ref text_pattern_ops, notice_id, created_at desc, id desc);
create index consent_records_by_receipt on consent_records using hash (receipt);
-- A notice belongs to one organisation. Without these statistics the planner takes the two for independent, expects a few
-- records of a notice that has thousands, and sorts them all for a page of twenty instead of reading an index. The same
-- applies to a form.
create statistics consent_records_owner (dependencies) on tenant_id, notice_id from consent_records;
call protect_tenant_table('consent_records', append_only => true);
call divide_into_months('consent_records');

-- The key of a browser's decision, and the record of it. An index over partitions cannot guarantee that a key exists once,
-- so this table does.
create table consent_record_keys (
  tenant_id uuid not null constraint consent_record_keys_tenant_fkey references tenants (id),
  notice_id uuid not null,
  client_key text not null,
  record_id uuid not null,
  constraint consent_records_once primary key (tenant_id, notice_id, client_key)
);
call protect_tenant_table('consent_record_keys');
revoke update, delete on consent_record_keys from resguardo_app;
revoke update on consent_record_keys from resguardo_system;

create function keep_client_key() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from consent_record_keys k
      where k.tenant_id = old.tenant_id and k.notice_id = old.notice_id and k.client_key = old.client_key
        and k.record_id = old.id;
  else
    insert into consent_record_keys (tenant_id, notice_id, client_key, record_id)
      values (new.tenant_id, new.notice_id, new.client_key, new.id);
  end if;
  return null;
end
$$;
create trigger client_key after insert on consent_records
  for each row when (new.client_key is not null) execute function keep_client_key();
create trigger client_key_erased after delete on consent_records
  for each row when (old.client_key is not null) execute function keep_client_key();

create table consent_templates (
  tenant_id uuid not null constraint consent_templates_tenant_fkey references tenants (id),
  id uuid not null,
  name text not null,
  description text,
  purpose_text text not null,
  fields jsonb not null,
  -- Art. 16 quáter: the form asks for the age; with sensitive data the limit is 16.
  require_age boolean not null,
  sensitive boolean not null,
  -- People confirm by mail before their consent counts.
  confirm_email boolean not null default false,
  form_key text not null,
  -- The sites that may show it; any if empty.
  allowed_origins jsonb not null default '[]',
  subject_secret_number int not null default 0,
  is_active boolean not null,
  version int not null constraint consent_templates_version_positive check (version > 0),
  content_hash text not null,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint consent_templates_pkey primary key (tenant_id, id)
);
create index consent_templates_newest on consent_templates (tenant_id, created_at desc, id desc)
  where deleted_at is null;
create index consent_templates_by_change on consent_templates (tenant_id, updated_at desc, id desc);
create index consent_templates_by_form on consent_templates (form_key);
call protect_tenant_table('consent_templates');
call index_words('consent_templates', 'r.name', $$concat_ws(' ', r.description, r.purpose_text)$$);

create table consent_template_versions (
  tenant_id uuid not null constraint consent_template_versions_tenant_fkey references tenants (id),
  template_id uuid not null,
  version int not null,
  content jsonb not null,
  content_hash text not null,
  published_by text,
  published_at timestamptz not null,
  constraint consent_template_versions_pkey primary key (tenant_id, template_id, version),
  constraint consent_template_versions_template_fkey foreign key (tenant_id, template_id)
    references consent_templates (tenant_id, id)
);
call protect_tenant_table('consent_template_versions', append_only => true);

create table consent_form_records (
  tenant_id uuid not null constraint consent_form_records_tenant_fkey references tenants (id),
  id uuid not null,
  template_id uuid not null,
  template_version int not null,
  content_hash text not null,
  subject_ref text not null,
  -- How the person was proven. Null if the source already says it.
  proven_by text constraint consent_form_records_proof_known
    check (proven_by in ('portal', 'api_key', 'staff', 'confirmed_email', 'subject_token', 'nobody')),
  granted boolean not null,
  -- False for an unproven decision that contradicts an earlier proven one.
  is_effective boolean not null default true,
  source text not null
    constraint consent_form_records_source_known check (source in ('form', 'manual', 'external', 'portal')),
  "values" jsonb not null,
  representative jsonb,
  channel text,
  evidence jsonb,
  -- The member who entered it, if the person did not.
  recorded_by text,
  user_agent text,
  ip_hash text,
  receipt text not null,
  -- When the person decided; the latest decision counts, in any order of arrival.
  occurred_at timestamptz not null,
  created_at timestamptz not null,
  constraint consent_form_records_pkey primary key (tenant_id, id),
  constraint consent_form_records_template_fkey foreign key (tenant_id, template_id)
    references consent_templates (tenant_id, id),
  constraint consent_form_records_manual_proven check (source <> 'manual' or evidence is not null)
) partition by range (id);
create index consent_form_records_newest on consent_form_records (tenant_id, template_id, created_at desc, id desc);
create index consent_form_records_by_subject on consent_form_records
  (tenant_id, subject_ref text_pattern_ops, template_id, occurred_at desc, created_at desc, id desc);
create index consent_form_records_by_receipt on consent_form_records using hash (receipt);
create statistics consent_form_records_owner (dependencies) on tenant_id, template_id from consent_form_records;
call protect_tenant_table('consent_form_records', append_only => true);
call divide_into_months('consent_form_records');

-- Letters that ask a person to confirm a decision that was sent in their name, in a form or on a notice.
create table consent_confirmations (
  tenant_id uuid not null constraint consent_confirmations_tenant_fkey references tenants (id),
  id uuid not null,
  record_id uuid,
  notice_record_id uuid,
  key_hash text not null,
  -- The letter: the days of its link count from when it was sent.
  mail_id uuid,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  created_at timestamptz not null,
  constraint consent_confirmations_pkey primary key (tenant_id, id),
  constraint consent_confirmations_record_fkey foreign key (tenant_id, record_id)
    references consent_form_records (tenant_id, id),
  constraint consent_confirmations_notice_record_fkey foreign key (tenant_id, notice_record_id)
    references consent_records (tenant_id, id),
  constraint consent_confirmations_mail_fkey foreign key (tenant_id, mail_id) references mails (tenant_id, id)
    on delete set null (mail_id),
  constraint consent_confirmations_of_one check (num_nonnulls(record_id, notice_record_id) = 1)
);
create index consent_confirmations_by_record on consent_confirmations (tenant_id, record_id);
create index consent_confirmations_by_notice_record on consent_confirmations (tenant_id, notice_record_id);
create index consent_confirmations_by_mail on consent_confirmations (tenant_id, mail_id);
-- The key leads to the tenant and so cannot contain it; 256 random bits do not collide.
create index consent_confirmations_by_key on consent_confirmations (key_hash);
create index consent_confirmations_by_expiry on consent_confirmations (expires_at);
call protect_tenant_table('consent_confirmations');

-- One row per notice or template, Chilean day and slot. Many decisions on a popular notice are recorded at once: each takes
-- a random slot, so that they do not wait for each other, and a reader adds the slots up.
create table consent_daily_counts (
  tenant_id uuid not null constraint consent_daily_counts_tenant_fkey references tenants (id),
  -- The notice or the template.
  counted_id uuid not null,
  day date not null,
  slot smallint not null,
  total int not null,
  granted int not null,
  withdrawn int not null,
  constraint consent_daily_counts_pkey primary key (tenant_id, counted_id, day, slot)
) with (fillfactor = 50);
call protect_tenant_table('consent_daily_counts');

-- The sum of all days of a notice or template before a certain day. Nothing is counted on a day long past. So a total adds
-- this row to the days since, and takes as long after ten years as in the first week.
create table consent_past_counts (
  tenant_id uuid not null constraint consent_past_counts_tenant_fkey references tenants (id),
  -- The notice or the template.
  counted_id uuid not null,
  -- The first day that is not in the sum.
  before date not null,
  total int8 not null,
  granted int8 not null,
  withdrawn int8 not null,
  constraint consent_past_counts_pkey primary key (tenant_id, counted_id)
);
call protect_tenant_table('consent_past_counts');

create table consent_webhooks (
  tenant_id uuid not null constraint consent_webhooks_tenant_fkey references tenants (id),
  id uuid not null,
  template_id uuid not null,
  url text not null,
  events text[] not null,
  secret_sealed text not null,
  -- False after the receiver answered 410.
  is_active boolean not null,
  created_at timestamptz not null,
  constraint consent_webhooks_pkey primary key (tenant_id, id),
  constraint consent_webhooks_template_fkey foreign key (tenant_id, template_id)
    references consent_templates (tenant_id, id)
);
create index consent_webhooks_newest on consent_webhooks (tenant_id, template_id, created_at desc, id desc);
call protect_tenant_table('consent_webhooks');

create view published_notices with (security_invoker = true) as
  select tenant_id, id, domain_id, content_hash <> published_hash as is_edited
  from consent_notices where status = 'PUBLISHED';
comment on view published_notices is 'The notices in use. One without a domain is shown on all sites; an edited one differs from what is shown.';
comment on column published_notices.is_edited is 'not null';
grant select on published_notices to resguardo_app, resguardo_system;

create view offered_forms with (security_invoker = true) as
  select tenant_id, id from consent_templates where is_active and deleted_at is null;
comment on view offered_forms is 'The consent forms in use.';
grant select on offered_forms to resguardo_app, resguardo_system;

create view searchable_notices with (security_invoker = true) as
  select tenant_id, id, name as title, title as subtitle, status as state, updated_at
  from consent_notices;
comment on view searchable_notices is 'What a search shows of a consent notice.';
comment on column searchable_notices.subtitle is 'nullable';
comment on column searchable_notices.state is 'nullable';
grant select on searchable_notices to resguardo_app, resguardo_system;

create view searchable_forms with (security_invoker = true) as
  select tenant_id, id, name as title, left(coalesce(description, purpose_text), 200) as subtitle,
    case when is_active then 'active' else 'inactive' end as state, updated_at
  from consent_templates where deleted_at is null;
comment on view searchable_forms is 'What a search shows of a consent form that was not deleted.';
comment on column searchable_forms.subtitle is 'nullable';
comment on column searchable_forms.state is 'nullable';
grant select on searchable_forms to resguardo_app, resguardo_system;
