create table cookie_policies (
  tenant_id uuid not null constraint cookie_policies_tenant_fkey references tenants (id),
  id uuid not null,
  legal_entity_id uuid not null,
  entity_name text not null,
  domain_id uuid,
  -- What it was written for: the domain, also once that is gone, or the entity itself when it covers all its sites.
  scope_id uuid not null,
  version int not null constraint cookie_policies_version_positive check (version > 0),
  status text not null constraint cookie_policies_status_known check (status in ('DRAFT', 'PUBLISHED', 'ARCHIVED')),
  language text not null constraint cookie_policies_language_known check (language in ('es', 'en')),
  content jsonb not null,
  cookies jsonb not null,
  custom_sections jsonb not null,
  custom_title text,
  custom_intro text,
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
create unique index cookie_policies_one_published on cookie_policies (tenant_id, legal_entity_id, scope_id)
  where status = 'PUBLISHED';
create index cookie_policies_by_status on cookie_policies (tenant_id, legal_entity_id, status, version desc);
create index cookie_policies_by_scope on cookie_policies (tenant_id, scope_id, version desc);
create index cookie_policies_by_domain on cookie_policies (tenant_id, domain_id, created_at desc, id desc);
call protect_tenant_table('cookie_policies');

create view published_cookie_policies with (security_invoker = true) as
  select tenant_id, id, scope_id, version, published_at
  from cookie_policies where status = 'PUBLISHED';
comment on view published_cookie_policies is 'The cookie policy in force of each site, or of all sites of an entity.';
comment on column published_cookie_policies.published_at is 'not null';
grant select on published_cookie_policies to resguardo_app, resguardo_system;
