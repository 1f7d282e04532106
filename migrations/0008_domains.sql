create table domains (
  tenant_id uuid not null constraint domains_tenant_fkey references tenants (id),
  id uuid not null,
  url text not null,
  -- Host and path, without scheme, letter case of the host, default port or trailing slash: urls with the same key are the
  -- same.
  url_key text not null,
  name text not null,
  legal_entity_id uuid not null,
  description text,
  environment text not null
    constraint domains_environment_known check (environment in ('PRODUCTION', 'STAGING', 'DEVELOPMENT')),
  is_active boolean not null,
  is_verified boolean not null,
  verified_at timestamptz,
  verification_token text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint domains_pkey primary key (tenant_id, id),
  constraint domains_url_key unique (tenant_id, url_key),
  constraint domains_entity_fkey foreign key (tenant_id, legal_entity_id) references legal_entities (tenant_id, id),
  constraint domains_verified_when check (is_verified = (verified_at is not null))
);
create index domains_newest on domains (tenant_id, created_at desc, id desc);
create index domains_by_entity on domains (tenant_id, legal_entity_id, created_at desc, id desc);
create index domains_by_is_active on domains (tenant_id, is_active, created_at desc, id desc);
create index domains_by_change on domains (tenant_id, updated_at desc, id desc);
call protect_tenant_table('domains');
call index_words('domains', 'r.name', $$concat_ws(' ', r.url, bare_addresses(r.url), r.description)$$);

create table domain_activities (
  tenant_id uuid not null constraint domain_activities_tenant_fkey references tenants (id),
  id uuid not null,
  domain_id uuid not null,
  activity_id uuid not null,
  role text not null constraint domain_activities_role_known
    check (role in ('COLLECTION', 'STORAGE', 'PROCESSING', 'TRANSFER')),
  created_at timestamptz not null,
  constraint domain_activities_pkey primary key (tenant_id, id),
  constraint domain_activities_link_key unique (tenant_id, domain_id, activity_id),
  constraint domain_activities_domain_fkey foreign key (tenant_id, domain_id) references domains (tenant_id, id)
    on delete cascade,
  constraint domain_activities_activity_fkey foreign key (tenant_id, activity_id)
    references activities (tenant_id, id) on delete cascade
);
create index domain_activities_by_activity on domain_activities (tenant_id, activity_id);
call protect_tenant_table('domain_activities');

create view domain_register with (security_invoker = true) as
  select tenant_id, id, url, legal_entity_id, is_active, is_active and environment = 'PRODUCTION' as is_public, created_at
  from domains;
comment on view domain_register is 'Every site. Those that are public count in reports (contract 3.9).';
grant select on domain_register to resguardo_app, resguardo_system;

create view activities_of_domains with (security_invoker = true) as
  select tenant_id, id, domain_id, activity_id, role, created_at
  from domain_activities;
comment on view activities_of_domains is 'The activities that a site takes part in.';
grant select on activities_of_domains to resguardo_app, resguardo_system;

create view verified_domains with (security_invoker = true) as
  select tenant_id, id, url from domains where is_verified and is_active;
comment on view verified_domains is 'The sites in use that were proven to be the organisation''s.';
grant select on verified_domains to resguardo_app, resguardo_system;

create view searchable_domains with (security_invoker = true) as
  select tenant_id, id, name as title, url as subtitle, case when is_active then 'active' else 'inactive' end as state, updated_at
  from domains;
comment on view searchable_domains is 'What a search shows of a domain.';
comment on column searchable_domains.subtitle is 'nullable';
comment on column searchable_domains.state is 'nullable';
grant select on searchable_domains to resguardo_app, resguardo_system;
