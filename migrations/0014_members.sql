-- The name the inviter wrote, shown until the person joins: an invitation must not tell whose account an email is.
alter table memberships add column invited_name text;
create index memberships_newest on memberships (tenant_id, created_at desc, user_id desc);

-- An invitation makes the account of any email visible to the tenant that sends it: never with its password hash.
revoke select on users from resguardo_app;
grant select (id, email, name, created_at, updated_at) on users to resguardo_app;

-- A tenant edits its own settings; its plan and its slug are the operator's.
revoke update on tenants from resguardo_app;
grant update (name, tax_id, contact_email, locale, timezone, branding, updated_at,
  siem_secret_sealed, siem_previous_secret_sealed, siem_secret_rotated_at)
  on tenants to resguardo_app;
