-- A policy in another language stands beside the one in Spanish: each language has one in force.
drop index cookie_policies_one_published;
create unique index cookie_policies_one_published on cookie_policies (tenant_id, legal_entity_id, scope_id, language)
  where status = 'PUBLISHED';

-- Why its publication goes on although something is missing; holds until it is published.
alter table cookie_policies add column gate_override jsonb;
