-- What an organisation tells the public (art. 14 ter, Ley 19.628 mod. Ley 21.719), version by version.

create table privacy_policies (
  tenant_id uuid not null constraint privacy_policies_tenant_fkey references tenants (id),
  id uuid not null,
  legal_entity_id uuid not null,
  -- What it was called when this was written.
  entity_name text not null,
  version int not null constraint privacy_policies_version_positive check (version > 0),
  status text not null constraint privacy_policies_status_known check (status in ('DRAFT', 'PUBLISHED', 'ARCHIVED')),
  language text not null constraint privacy_policies_language_known check (language in ('es', 'en')),
  content jsonb not null,
  custom_sections jsonb not null,
  custom_title text,
  custom_intro text,
  -- What it was written from, as fingerprints: tells later whether the organisation has moved on.
  sources jsonb not null,
  published_at timestamptz,
  published_by uuid,
  publish_notes text,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint privacy_policies_pkey primary key (tenant_id, id),
  constraint privacy_policies_version_key unique (tenant_id, legal_entity_id, version),
  constraint privacy_policies_entity_fkey foreign key (tenant_id, legal_entity_id)
    references legal_entities (tenant_id, id),
  constraint privacy_policies_published_when check ((status = 'DRAFT') = (published_at is null))
);
create unique index privacy_policies_one_published on privacy_policies (tenant_id, legal_entity_id)
  where status = 'PUBLISHED';
create index privacy_policies_by_status on privacy_policies (tenant_id, legal_entity_id, status, version desc);
call protect_tenant_table('privacy_policies');

create view published_privacy_policies with (security_invoker = true) as
  select tenant_id, id, legal_entity_id, version, published_at
  from privacy_policies where status = 'PUBLISHED';
comment on view published_privacy_policies is 'The privacy policy in force of each legal entity.';
comment on column published_privacy_policies.published_at is 'not null';
grant select on published_privacy_policies to resguardo_app, resguardo_system;
