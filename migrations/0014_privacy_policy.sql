-- The privacy information of an organisation for the public (art. 14 ter, Ley 19.628 mod. Ley 21.719), version by version.

create table privacy_policies (
  tenant_id uuid not null constraint privacy_policies_tenant_fkey references tenants (id),
  id uuid not null,
  legal_entity_id uuid not null,
  -- The entity's name when this was written.
  entity_name text not null,
  version int not null constraint privacy_policies_version_positive check (version > 0),
  status text not null constraint privacy_policies_status_known check (status in ('DRAFT', 'PUBLISHED', 'ARCHIVED')),
  language text not null constraint privacy_policies_language_known check (language in ('es', 'en')),
  content jsonb not null,
  custom_sections jsonb not null,
  custom_title text,
  custom_intro text,
  -- Fingerprints of the records that it was written from: they show later whether the organisation has changed.
  sources jsonb not null,
  -- The version of the law that it was written under.
  law_version text not null default '2026-12-01',
  -- Why it may be published although a legal requirement is missing; valid until its publication.
  gate_override jsonb,
  published_at timestamptz,
  published_by uuid,
  publish_notes text,
  -- When people got notice that it no longer matches the register: once for each version.
  drift_noticed_at timestamptz,
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
-- Each language has its own policy in force, beside the Spanish one.
create unique index privacy_policies_one_published on privacy_policies (tenant_id, legal_entity_id, language)
  where status = 'PUBLISHED';
create index privacy_policies_in_force on privacy_policies (tenant_id, id)
  where status = 'PUBLISHED' and drift_noticed_at is null;
create index privacy_policies_by_status on privacy_policies (tenant_id, legal_entity_id, status, version desc);
call protect_tenant_table('privacy_policies');
call index_words('privacy_policies', $$coalesce(r.custom_title, 'Política de privacidad')$$,
  $$concat_ws(' ', r.entity_name, r.custom_intro, r.publish_notes, r.language)$$);

create view published_privacy_policies with (security_invoker = true) as
  select distinct on (tenant_id, legal_entity_id) tenant_id, id, legal_entity_id, version, published_at
  from privacy_policies where status = 'PUBLISHED'
  order by tenant_id, legal_entity_id, language = 'es' desc;
comment on view published_privacy_policies is 'The privacy policy in force of each legal entity, the one in Spanish first.';
comment on column published_privacy_policies.published_at is 'not null';
grant select on published_privacy_policies to resguardo_app, resguardo_system;

create view issued_privacy_policies with (security_invoker = true) as
  select tenant_id, id, coalesce(custom_title, entity_name) as name, law_version, published_at as issued_at
  from privacy_policies where status = 'PUBLISHED';
comment on view issued_privacy_policies is 'Every privacy policy in force and the version of the law it was written under.';
comment on column issued_privacy_policies.issued_at is 'not null';
comment on column issued_privacy_policies.name is 'not null';
grant select on issued_privacy_policies to resguardo_app, resguardo_system;

create view searchable_privacy_policies with (security_invoker = true) as
  select tenant_id, id, coalesce(custom_title, 'Política de privacidad') || ' · ' || entity_name as title,
    'Versión ' || version || ' · ' || language as subtitle, status as state, updated_at
  from privacy_policies;
comment on view searchable_privacy_policies is 'What a search shows of a version of a privacy policy.';
comment on column searchable_privacy_policies.subtitle is 'nullable';
comment on column searchable_privacy_policies.state is 'nullable';
grant select on searchable_privacy_policies to resguardo_app, resguardo_system;
