create table cookie_policies (
  tenant_id uuid not null constraint cookie_policies_tenant_fkey references tenants (id),
  id uuid not null,
  legal_entity_id uuid not null,
  -- The entity's name when this was written.
  entity_name text not null,
  domain_id uuid,
  -- The domain, even if it was deleted later, or the entity itself if the policy covers all its sites.
  scope_id uuid not null,
  version int not null constraint cookie_policies_version_positive check (version > 0),
  status text not null constraint cookie_policies_status_known check (status in ('DRAFT', 'PUBLISHED', 'ARCHIVED')),
  language text not null constraint cookie_policies_language_known check (language in ('es', 'en')),
  content jsonb not null,
  cookies jsonb not null,
  custom_sections jsonb not null,
  custom_title text,
  custom_intro text,
  -- The version of the law that it was written under.
  law_version text not null default '2026-12-01',
  -- Why it may be published although something is missing; valid until its publication.
  gate_override jsonb,
  published_at timestamptz,
  published_by uuid,
  publish_notes text,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint cookie_policies_pkey primary key (tenant_id, id),
  constraint cookie_policies_version_key unique (tenant_id, legal_entity_id, version),
  constraint cookie_policies_entity_fkey foreign key (tenant_id, legal_entity_id)
    references legal_entities (tenant_id, id),
  constraint cookie_policies_domain_fkey foreign key (tenant_id, domain_id) references domains (tenant_id, id)
    on delete set null (domain_id),
  constraint cookie_policies_published_when check ((status = 'DRAFT') = (published_at is null))
);
-- Each language has its own policy in force, beside the Spanish one.
create unique index cookie_policies_one_published on cookie_policies (tenant_id, legal_entity_id, scope_id, language)
  where status = 'PUBLISHED';
create index cookie_policies_by_status on cookie_policies (tenant_id, legal_entity_id, status, version desc);
create index cookie_policies_by_scope on cookie_policies (tenant_id, scope_id, version desc);
create index cookie_policies_by_domain on cookie_policies (tenant_id, domain_id, created_at desc, id desc);
call protect_tenant_table('cookie_policies');
call index_words('cookie_policies', $$coalesce(r.custom_title, 'Política de cookies')$$,
  $$concat_ws(' ', r.entity_name, r.custom_intro, r.publish_notes, r.language)$$);

create view published_cookie_policies with (security_invoker = true) as
  select tenant_id, id, scope_id, version, published_at
  from cookie_policies where status = 'PUBLISHED';
comment on view published_cookie_policies is 'The cookie policy in force of each site, or of all sites of an entity.';
comment on column published_cookie_policies.published_at is 'not null';
grant select on published_cookie_policies to resguardo_app, resguardo_system;

create view issued_cookie_policies with (security_invoker = true) as
  select tenant_id, id, coalesce(custom_title, entity_name) as name, law_version, published_at as issued_at
  from cookie_policies where status = 'PUBLISHED';
comment on view issued_cookie_policies is 'Every cookie policy in force and the version of the law it was written under.';
comment on column issued_cookie_policies.issued_at is 'not null';
comment on column issued_cookie_policies.name is 'not null';
grant select on issued_cookie_policies to resguardo_app, resguardo_system;

create view searchable_cookie_policies with (security_invoker = true) as
  select tenant_id, id, coalesce(custom_title, 'Política de cookies') || ' · ' || entity_name as title,
    'Versión ' || version || ' · ' || language as subtitle, status as state, updated_at
  from cookie_policies;
comment on view searchable_cookie_policies is 'What a search shows of a version of a cookie policy.';
comment on column searchable_cookie_policies.subtitle is 'nullable';
comment on column searchable_cookie_policies.state is 'nullable';
grant select on searchable_cookie_policies to resguardo_app, resguardo_system;
