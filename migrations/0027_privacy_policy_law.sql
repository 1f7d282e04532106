-- A policy in another language stands beside the one in Spanish: each language has one in force.
drop index privacy_policies_one_published;
create unique index privacy_policies_one_published on privacy_policies (tenant_id, legal_entity_id, language)
  where status = 'PUBLISHED';

-- Why its publication goes on although something that the law asks for is missing; holds until it is published.
alter table privacy_policies add column gate_override jsonb;

create or replace view published_privacy_policies with (security_invoker = true) as
  select distinct on (tenant_id, legal_entity_id) tenant_id, id, legal_entity_id, version, published_at
  from privacy_policies where status = 'PUBLISHED'
  order by tenant_id, legal_entity_id, language = 'es' desc;
comment on view published_privacy_policies is 'The privacy policy in force of each legal entity, the one in Spanish first.';
