-- Proof of consent (art. 12): what was shown is kept version by version, every decision is a row of its own, and
-- neither can be changed or deleted afterwards.

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
  -- The last one published; 1 before that.
  version int not null constraint consent_notices_version_positive check (version > 0),
  widget_key text,
  -- Of the content as it is being edited, and as it was last published.
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
create index consent_notices_by_status on consent_notices (tenant_id, status, created_at desc, id desc);
create index consent_notices_by_domain on consent_notices (tenant_id, domain_id, created_at desc, id desc);
-- The key leads to the tenant and so cannot contain it; 256 random bits do not collide.
create index consent_notices_by_widget on consent_notices (widget_key) where widget_key is not null;
call protect_tenant_table('consent_notices');

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
  decisions jsonb not null,
  action text not null
    constraint consent_records_action_known check (action in ('accept_all', 'reject_all', 'custom', 'withdraw')),
  -- Whether any purpose that may be refused was accepted.
  granted boolean not null,
  source text not null,
  url text,
  user_agent text,
  ip_hash text not null,
  receipt text not null,
  created_at timestamptz not null,
  constraint consent_records_pkey primary key (tenant_id, id),
  constraint consent_records_notice_fkey foreign key (tenant_id, notice_id) references consent_notices (tenant_id, id)
);
create index consent_records_newest on consent_records (tenant_id, notice_id, created_at desc, id desc);
create index consent_records_by_subject
  on consent_records (tenant_id, subject_ref, notice_id, created_at desc, id desc);
create index consent_records_by_receipt on consent_records using hash (receipt);
call protect_tenant_table('consent_records', append_only => true);

create table consent_templates (
  tenant_id uuid not null constraint consent_templates_tenant_fkey references tenants (id),
  id uuid not null,
  name text not null,
  description text,
  purpose_text text not null,
  fields jsonb not null,
  -- Art. 16 quáter: the form asks for the age; with sensitive data the line is drawn at 16.
  require_age boolean not null,
  sensitive boolean not null,
  form_key text not null,
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
create index consent_templates_by_form on consent_templates (form_key);
call protect_tenant_table('consent_templates');

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
  granted boolean not null,
  source text not null
    constraint consent_form_records_source_known check (source in ('form', 'manual', 'external', 'portal')),
  "values" jsonb not null,
  representative jsonb,
  channel text,
  evidence jsonb,
  -- Who wrote it down, where it was not the person.
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
);
create index consent_form_records_newest on consent_form_records (tenant_id, template_id, created_at desc, id desc);
create index consent_form_records_by_subject
  on consent_form_records (tenant_id, subject_ref, template_id, occurred_at desc, created_at desc, id desc);
create index consent_form_records_by_receipt on consent_form_records using hash (receipt);
call protect_tenant_table('consent_form_records', append_only => true);

-- One row per notice or template, Chilean day and slot. A popular notice is recorded by many at once: each takes a
-- slot by chance, so that they do not wait for each other, and a reader adds the slots up.
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

create table consent_webhooks (
  tenant_id uuid not null constraint consent_webhooks_tenant_fkey references tenants (id),
  id uuid not null,
  template_id uuid not null,
  url text not null,
  events text[] not null,
  secret_sealed text not null,
  -- False once the receiver answered that it is gone.
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
