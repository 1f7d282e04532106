-- A form may ask people to confirm by mail before their consent counts, and may name the sites that show it.
alter table consent_templates
  add column confirm_email boolean not null default false,
  add column allowed_origins jsonb not null default '[]';
