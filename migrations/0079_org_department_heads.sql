-- Who answers for a department. A head need not be a member of the organisation's account.
alter table departments add column head_name text, add column head_email text;
