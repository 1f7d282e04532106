-- Where the person in charge of a system is written to: `owner` stays the name.
alter table systems add column owner_email text;

create or replace view system_register with (security_invoker = true) as
  select tenant_id, id, name, hosting_country, processor_id, data_categories, security_measures, owner, owner_email
  from systems;
